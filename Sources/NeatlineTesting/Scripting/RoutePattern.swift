/// A path pattern with named segments: `/users/:id/posts`, `/files/*`.
struct RoutePattern: Sendable, Hashable {
    private let segments: [Substring]
    private let hasRest: Bool

    init(_ path: some StringProtocol) {
        var segments = Self.segments(Substring(path))
        hasRest = segments.last == "*"
        if hasRest { segments.removeLast() }
        self.segments = segments
    }

    /// Returns the percent-decoded values of the named segments, or `nil` if the path does not match.
    ///
    /// - Complexity: O(*n*), where *n* is the length of the path.
    func match(_ path: Substring) -> [String: String]? {
        let path = Self.segments(path)
        guard hasRest ? path.count >= segments.count : path.count == segments.count else { return nil }
        var parameters: [String: String] = [:]
        for (expected, found) in zip(segments, path) {
            if expected.hasPrefix(":") {
                parameters[String(expected.dropFirst())] = FormText.percentDecoded(found)
            } else if expected != found {
                return nil
            }
        }
        return parameters
    }

    private static func segments(_ path: Substring) -> [Substring] {
        (path.hasPrefix("/") ? path.dropFirst() : path).split(separator: "/", omittingEmptySubsequences: false)
    }
}
