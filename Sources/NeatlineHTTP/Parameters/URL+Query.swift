internal import Foundation

extension URL {
    /// The URL with more behind its query: after a `&` if it has one, as its query if it has none.
    ///
    /// The fragment stays behind the query, and a relative URL relative to what it was. Nil if that is no URL.
    ///
    /// - Parameter query: Names and values that are escaped already. What no query can have, such as `#` or a line break,
    ///   is escaped here.
    func appendingQuery(_ query: String) -> URL? {
        let text = relativeString
        let end = text.utf8.firstIndex(of: UInt8(ascii: "#")) ?? text.endIndex
        let hasQuery = text.utf8[..<end].contains(UInt8(ascii: "?"))
        let whole =
            text[..<end] + (hasQuery ? "&" : "?") + PercentEscaping.query.escaped(query) + text[end...]
        return URL(string: String(whole), relativeTo: baseURL)
    }
}
