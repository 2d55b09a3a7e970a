public import Foundation

/// A request that a ``LoopbackServer`` has received.
public struct LoopbackRequest: Sendable {
    /// The method, as received: `GET`.
    public let method: String
    /// The request target, as received: `/users/7?full=1`. A request to a proxy has an absolute URL.
    public let target: String
    /// The minor version: 1 for `HTTP/1.1`.
    public let minorVersion: Int
    /// The body, without chunked coding, up to the server's limit.
    public internal(set) var body: Data
    /// The length of the body in bytes, including those that were not stored.
    public internal(set) var bodyCount: Int
    /// The trailers of a chunked body, as received.
    public internal(set) var trailerLines: [String]
    /// The number of the connection, counted from 1 in the order of acceptance.
    public let connection: Int
    /// The path's segments at the names of the route's pattern, percent-decoded: `["id": "7"]` for `/users/:id`.
    public internal(set) var parameters: [String: String] = [:]

    /// The header lines with their line breaks.
    private let head: [UInt8]

    init(method: String, target: String, minorVersion: Int, head: [UInt8], connection: Int) {
        self.method = method
        self.target = target
        self.minorVersion = minorVersion
        self.head = head
        self.connection = connection
        body = Data()
        bodyCount = 0
        trailerLines = []
    }

    /// The header lines as received, in order, without line breaks.
    ///
    /// - Complexity: O(*n*), where *n* is the length of the head, like all accesses to headers.
    public var headerLines: [String] {
        head.split(separator: 0x0A).map { line in
            String(decoding: line.last == 0x0D ? line.dropLast() : line, as: UTF8.self)
        }
    }

    /// The names and values of the header fields, in order.
    public var headers: [(name: String, value: String)] {
        headerLines.map { line in
            let end = line.firstIndex(of: ":") ?? line.endIndex
            return (String(line[..<end]), line[end...].dropFirst().trimmingCharacters(in: .whitespaces))
        }
    }

    /// The value of a header field with a name in any case; several values are joined by `, `.
    public subscript(header name: String) -> String? {
        let values = headers.filter { $0.name.lowercased() == name.lowercased() }.map(\.value)
        return values.isEmpty ? nil : values.joined(separator: ", ")
    }

    /// Returns the octets of the first header field with a name, without white space around them.
    ///
    /// - Parameter name: The name, in any case.
    /// - Returns: The octets, which need not be UTF-8; `nil` if there is no such field.
    public func octets(ofHeader name: String) -> [UInt8]? {
        for line in head.split(separator: 0x0A) {
            let parts = line.split(separator: UInt8(ascii: ":"), maxSplits: 1, omittingEmptySubsequences: false)
            guard parts.count == 2, String(decoding: parts[0], as: UTF8.self).lowercased() == name.lowercased() else {
                continue
            }
            func isBlank(_ byte: UInt8) -> Bool { byte == 0x20 || byte == 0x09 || byte == 0x0D }
            return Array(Array(parts[1].drop(while: isBlank).reversed()).drop(while: isBlank).reversed())
        }
        return nil
    }

    /// The percent-encoded path of the target.
    public var path: String { String(LoopbackTarget(target).path) }

    /// The decoded names and values of the query, in order; `+` is a space.
    public var query: [(name: String, value: String)] { FormText.decode(LoopbackTarget(target).query) }

    /// The first value of a name in the query.
    public subscript(query name: String) -> String? { query.first { $0.name == name }?.value }

    /// The body as text; bytes that are not UTF-8 become U+FFFD.
    public var text: String { String(decoding: body, as: UTF8.self) }
}

/// The parts of a request's target.
struct LoopbackTarget {
    let path: Substring
    let query: Substring

    init(_ target: String) {
        var rest = target.prefix { $0 != "#" }
        if !rest.hasPrefix("/"), let scheme = rest.range(of: "://") {
            rest = rest[scheme.upperBound...]
            rest = rest[(rest.firstIndex { $0 == "/" || $0 == "?" } ?? rest.endIndex)...]
        }
        let mark = rest.firstIndex(of: "?") ?? rest.endIndex
        path = rest[..<mark].isEmpty ? "/" : rest[..<mark]
        query = rest[mark...].dropFirst()
    }
}
