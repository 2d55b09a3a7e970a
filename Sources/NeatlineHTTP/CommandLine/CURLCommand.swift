internal import Foundation

/// A command line for curl that is being put together.
struct CURLCommand {
    static let impossible = "$ curl command could not be created"

    private let secrets: HiddenSecrets
    private var parts = ["$ curl -v"]

    init(secrets: HiddenSecrets) { self.secrets = secrets }

    /// The parts, each on a line.
    var text: String { parts.joined(separator: " \\\n\t") }

    mutating func setMethod(_ method: String) {
        parts.append("-X \(Self.isPlain(method) ? method : Self.quoted(method))")
        // curl waits for a body behind the head unless it is told that none comes.
        if method == "HEAD" { parts.append("-I") }
    }

    mutating func setCredential(user: String?, password: String?) {
        guard let user else { return }
        let pair = "\(user):\(secrets.hidesCredentials ? HiddenSecrets.replacement : password ?? "")"
        parts.append("-u \(Self.isPlain(pair) ? pair : Self.quoted(pair))")
    }

    mutating func setCookies(_ cookies: [(name: String, value: String)]) {
        if cookies.isEmpty { return }
        let pairs = cookies.map { "\($0.name)=\(secrets.hidesCredentials ? HiddenSecrets.replacement : $0.value)" }
        parts.append("-b \(Self.quoted(pairs.joined(separator: "; ")))")
    }

    mutating func add(_ header: HTTPHeader) {
        // curl would take it as the name of a file with fields.
        if header.name.hasPrefix("@") { return }
        let value = secrets.hidden(in: header).value
        // curl would take a name without a value as one to leave out, and asks for a semicolon to send it.
        parts.append("-H \(Self.quoted(value.isEmpty ? "\(header.name);" : "\(header.name): \(value)"))")
    }

    /// Sends a file, as it is; `-` stands for what the command reads.
    mutating func setBody(file path: String) {
        let path = secrets.hidesBodies ? HiddenSecrets.replacement : path
        parts.append("--data-binary \(Self.quoted("@" + path))")
    }

    mutating func setBody(_ body: Data) {
        if secrets.hidesBodies {
            parts.append("-d \(Self.quoted(HiddenSecrets.replacement))")
        } else if let text = String(validating: body, as: UTF8.self), !text.unicodeScalars.contains("\0") {
            // An `@` at the beginning would be the name of a file.
            parts.append("\(text.hasPrefix("@") ? "--data-raw" : "-d") \(Self.quoted(text))")
        } else {
            parts.append("--data-binary @<(printf %s '\(body.base64EncodedString())' | base64 -d)")
        }
    }

    mutating func setURL(_ url: String) {
        // Brackets and braces are patterns to curl, unless it is told otherwise.
        if url.utf8.contains(where: "[]{}".utf8.contains) { parts.append("-g") }
        let url = Self.quoted(secrets.hidden(inURL: url))
        // A relative URL may look like an option.
        parts.append(url.hasPrefix("\"-") ? "--url \(url)" : url)
    }

    /// Whether the text is one word to a shell, and the same.
    private static func isPlain(_ text: String) -> Bool {
        !text.isEmpty
            && text.utf8.allSatisfy { byte in
                switch byte {
                case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
                    UInt8(ascii: "0")...UInt8(ascii: "9"):
                    true
                default: "-_.:,/@%+=".utf8.contains(byte)
                }
            }
    }

    /// The text in double quotes, as Alamofire has it, with all that a shell would change between them escaped.
    private static func quoted(_ text: String) -> String {
        var quoted = "\""
        for scalar in text.unicodeScalars {
            switch scalar {
            case "\\", "\"", "$", "`":
                quoted += "\\"
                quoted.unicodeScalars.append(scalar)
            // Interactive shells look up commands by it even in double quotes, where it cannot be escaped.
            case "!": quoted += "\"'!'\""
            default: quoted.unicodeScalars.append(scalar)
            }
        }
        return quoted + "\""
    }
}
