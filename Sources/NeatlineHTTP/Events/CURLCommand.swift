#if canImport(FoundationNetworking)
internal import Foundation
#else
public import Foundation
#endif

// The text of curl command lines, with quotes that shells understand.

extension URLRequest {
    /// Returns the curl command that sends the same request.
    ///
    /// ```swift
    /// print(request.cURLDescription(hiding: .credentials))
    /// // $ curl -v \
    /// //     -X GET \
    /// //     -H "Authorization: <hidden>" \
    /// //     "https://example.org/users"
    /// ```
    ///
    /// The format is Alamofire's. Arguments are escaped for a shell, and a body that is not text is in Base64, so the
    /// command can be pasted, without the `$`, into bash or zsh, or into any POSIX shell if the body is text.
    ///
    /// - Parameters:
    ///   - credential: The user name and password for `-u`, with which curl answers challenges.
    ///   - cookies: The cookies for `-b`.
    ///   - additionalHeaders: Header fields that are added unless the request has them, such as those of a session.
    ///   - secrets: The values to replace with `<hidden>`.
    /// - Returns: The command, or `$ curl command could not be created` if the request has no URL or no method.
    public func cURLDescription(
        credential: URLCredential? = nil, cookies: [HTTPCookie] = [], additionalHeaders: HTTPHeaders = HTTPHeaders(),
        hiding secrets: HiddenSecrets = .none
    ) -> String {
        cURLDescription(
            credential: credential, cookies: cookies, additionalHeaders: additionalHeaders, hiding: secrets
        ) { command in
            if let httpBody { command.setBody(httpBody) }
        }
    }

    /// Returns the command for a request whose body a closure adds.
    func cURLDescription(
        credential: URLCredential?, cookies: [HTTPCookie], additionalHeaders: HTTPHeaders,
        hiding secrets: HiddenSecrets, setBody: (inout CURLCommand) -> Void
    ) -> String {
        guard let url, let method = httpMethod else { return CURLCommand.impossible }
        var command = CURLCommand(secrets: secrets)
        command.setMethod(method)
        if let credential { command.setCredential(user: credential.user, password: credential.password) }
        command.setCookies(cookies.map { ($0.name, $0.value) })
        var headers = additionalHeaders
        for header in self.headers { headers.update(header) }
        for header in headers.sorted() { command.add(header) }
        setBody(&command)
        command.setURL(url.absoluteString)
        return command.text
    }
}

/// A builder for a curl command line.
struct CURLCommand {
    static let impossible = "$ curl command could not be created"

    /// The option without which curl expects a body after the head of a response.
    private static let headOption = "-I"

    private let secrets: HiddenSecrets
    private var parts = ["$ curl -v"]

    init(secrets: HiddenSecrets) { self.secrets = secrets }

    /// The command, one part per line.
    var text: String { parts.joined(separator: " \\\n\t") }

    mutating func setMethod(_ method: String) {
        parts.append("-X \(Self.isPlain(method) ? method : Self.quoted(method))")
        if method == "HEAD" { parts.append(Self.headOption) }
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
        // curl would interpret it as the name of a file with header fields.
        if header.name.utf8.first == UInt8(ascii: "@") { return }
        let value = secrets.hidden(in: header).value
        // curl interprets a name without a value as a field to remove; a semicolon sends an empty value.
        parts.append("-H \(Self.quoted(value.isEmpty ? "\(header.name);" : "\(header.name): \(value)"))")
    }

    /// Sets the body to the contents of a file, unchanged; `-` is the standard input.
    mutating func setBody(file path: String) {
        let path = secrets.hidesBodies ? HiddenSecrets.replacement : path
        setBody(option: "--data-binary \(Self.quoted("@" + path))")
    }

    mutating func setBody(_ body: Data) {
        if secrets.hidesBodies {
            setBody(option: "-d \(Self.quoted(HiddenSecrets.replacement))")
        } else if let text = String(validating: body, as: UTF8.self), !text.unicodeScalars.contains("\0") {
            // An `@` at the beginning would be followed by a file name.
            let option = text.utf8.first == UInt8(ascii: "@") ? "--data-raw" : "-d"
            setBody(option: "\(option) \(Self.quoted(text))")
        } else {
            setBody(option: "--data-binary @<(printf %s '\(body.base64EncodedString())' | base64 -d)")
        }
    }

    private mutating func setBody(option: String) {
        // curl refuses a command with a body and this option.
        parts.removeAll { $0 == Self.headOption }
        parts.append(option)
    }

    mutating func setURL(_ url: String) {
        // curl interprets brackets and braces as patterns by default.
        if url.utf8.contains(where: "[]{}".utf8.contains) { parts.append("-g") }
        let url = Self.quoted(secrets.hidden(inURL: url))
        // A relative URL may look like an option.
        parts.append(url.hasPrefix("\"-") ? "--url \(url)" : url)
    }

    /// Returns whether a shell takes the text literally as one word.
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

    /// Returns the text in double quotes, like Alamofire, with everything escaped that a shell would interpret in them.
    private static func quoted(_ text: String) -> String {
        var quoted = "\""
        for scalar in text.unicodeScalars {
            switch scalar {
            case "\\", "\"", "$", "`":
                quoted += "\\"
                quoted.unicodeScalars.append(scalar)
            // Interactive shells expand history by it even in double quotes, where it cannot be escaped.
            case "!": quoted += "\"'!'\""
            default: quoted.unicodeScalars.append(scalar)
            }
        }
        return quoted + "\""
    }
}
