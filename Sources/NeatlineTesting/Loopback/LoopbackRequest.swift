public import Foundation

/// A request that a ``LoopbackServer`` got.
public struct LoopbackRequest: Sendable {
    /// As it came: `GET`.
    public let method: String
    /// As it came, with percent signs and query: `/users/7?full=1`. A request through a proxy has a whole URL here.
    public let target: String
    /// The second number of the version: 1 of `HTTP/1.1`.
    public let minorVersion: Int
    /// The body, without the framing of chunks, up to the server's limit.
    public internal(set) var body: Data
    /// How many bytes the body had, whether they were kept or not.
    public internal(set) var bodyCount: Int
    /// Trailers of a chunked body, as they came.
    public internal(set) var trailerLines: [String]
    /// Which of the server's connections it came by, counted from 1 as they were accepted.
    public let connection: Int
    /// What stood where the route's pattern has a name, percent-decoded: `["id": "7"]` for `/users/:id`.
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

    /// The header lines as they came and in their order, without line breaks. O(n), like all that reads headers.
    public var headerLines: [String] {
        head.split(separator: 0x0A).map { line in
            String(decoding: line.last == 0x0D ? line.dropLast() : line, as: UTF8.self)
        }
    }

    /// Names and values of the header lines, in their order.
    public var headers: [(name: String, value: String)] {
        headerLines.map { line in
            let end = line.firstIndex(of: ":") ?? line.endIndex
            return (String(line[..<end]), line[end...].dropFirst().trimmingCharacters(in: .whitespaces))
        }
    }

    /// The value of a header, whatever the case of its name; several values are joined with `, `.
    public subscript(header name: String) -> String? {
        let values = headers.filter { $0.name.lowercased() == name.lowercased() }.map(\.value)
        return values.isEmpty ? nil : values.joined(separator: ", ")
    }

    /// The target's path, with its percent signs.
    public var path: String { String(LoopbackTarget(target).path) }

    /// Names and values of the query, decoded (`+` is a space), in their order.
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
