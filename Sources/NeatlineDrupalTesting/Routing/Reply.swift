internal import Foundation
internal import NeatlineJSON
internal import NeatlineTesting

/// The response of a handler. The format of the request decides how JSON is written.
struct Reply {
    enum Body {
        case empty
        /// Written as JSON or XML.
        case json(JSON)
        /// An HTML page with a title.
        case page(title: String)
        case text(String)
        case file(Data, type: String)
    }

    var status = 200
    /// The reason phrase; `nil` for the usual one.
    var reason: String?
    var headers: [(name: String, value: String)] = []
    var body = Body.empty
    /// Whether the response is one of the web server and not of the site.
    var isStatic = false

    static func json(_ value: JSON, status: Int = 200) -> Reply { Reply(status: status, body: .json(value)) }

    static func page(_ title: String, status: Int = 200) -> Reply { Reply(status: status, body: .page(title: title)) }

    static func text(_ text: String, status: Int = 200) -> Reply { Reply(status: status, body: .text(text)) }

    static let noContent = Reply(status: 204)

    /// Returns a redirect with the short page that such responses have.
    static func redirect(to location: String, status: Int = 302) -> Reply {
        Reply(
            status: status,
            headers: [("Location", location), ("Content-Type", "text/html; charset=utf-8")],
            body: .page(title: "Redirecting"))
    }

    mutating func addHeader(_ name: String, _ value: String) { headers.append((name, value)) }

    func hasHeader(_ name: String) -> Bool { headers.contains { $0.name.lowercased() == name.lowercased() } }

    /// Returns the bytes of the body, and the default of `Content-Type`.
    func content(in format: Format) -> (bytes: [UInt8], type: String?) {
        switch body {
        case .empty: return ([], nil)
        case .page(let title): return (Array(Self.html(title: title).utf8), Format.html.contentType)
        case .text(let text): return (Array(text.utf8), "text/plain; charset=UTF-8")
        case .file(let data, let type): return (Array(data), type)
        case .json(let value):
            if format == .xml { return (Array(XMLText.document(value).utf8), Format.xml.contentType) }
            var options = JSONWritingOptions()
            options.escapesNonASCII = true
            options.escapesSlashes = true
            let bytes = (try? value.serialized(options)) ?? []
            return (bytes, format == .apiJSON ? format.contentType : Format.json.contentType)
        }
    }

    private static func html(title: String) -> String {
        let title = XMLText.escaped(title)
        return """
            <!DOCTYPE html>
            <html lang="en" dir="ltr">
            <head><meta charset="utf-8" /><title>\(title)</title></head>
            <body><h1>\(title)</h1></body>
            </html>

            """
    }
}
