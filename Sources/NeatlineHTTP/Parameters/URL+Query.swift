internal import Foundation

extension URL {
    /// Returns the URL with a query appended to its own, after a `&` if it has one.
    ///
    /// The fragment remains after the query, and a relative URL remains relative. Returns `nil` if the result is not a
    /// URL.
    ///
    /// - Parameter query: Escaped names and values. Characters that a query cannot contain, such as `#` or a line
    ///   break, are escaped here.
    func appendingQuery(_ query: String) -> URL? {
        let text = relativeString
        let end = text.utf8.firstIndex(of: UInt8(ascii: "#")) ?? text.endIndex
        let hasQuery = text.utf8[..<end].contains(UInt8(ascii: "?"))
        let whole =
            text[..<end] + (hasQuery ? "&" : "?") + PercentEscaping.query.escaped(query) + text[end...]
        return URL(string: String(whole), relativeTo: baseURL)
    }
}
