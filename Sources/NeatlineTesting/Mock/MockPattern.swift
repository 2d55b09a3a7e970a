internal import Foundation

/// The URL pattern of an expectation.
struct MockPattern: Sendable {
    let text: String
    /// The scheme, host and port in lower case; `nil` for any.
    private let origin: String?
    private let path: RoutePattern
    private let query: [(name: String, value: String)]

    init(_ text: String) {
        self.text = text
        let target = LoopbackTarget(text)
        origin = Self.origin(text)
        path = RoutePattern(target.path)
        query = FormText.decode(target.query)
    }

    /// Returns the values of the named segments, or `nil` if the URL does not match.
    func match(_ url: URL) -> [String: String]? {
        let text = url.absoluteString
        let target = LoopbackTarget(text)
        if let origin, origin != Self.origin(text) { return nil }
        let found = FormText.decode(target.query)
        if !query.allSatisfy({ wanted in found.contains { $0 == wanted } }) { return nil }
        return path.match(target.path)
    }

    private static func origin(_ text: String) -> String? {
        guard !text.hasPrefix("/"), let scheme = text.range(of: "://") else { return nil }
        let end = text[scheme.upperBound...].firstIndex { "/?#".contains($0) } ?? text.endIndex
        return text[..<end].lowercased()
    }
}
