internal import Foundation
internal import Synchronization

/// The head of a response. Its `HTTPURLResponse` is created at the first access: most requests never need one, and
/// creating it takes longer than all other handling of a head.
final class ResponseHead: Sendable {
    let url: URL
    let head: TransportResponseHead
    private let made = AtomicLazyReference<HTTPURLResponse>()

    init(url: URL, head: TransportResponseHead) {
        self.url = url
        self.head = head
    }

    var status: Int { head.status }

    /// The header lines, which are parsed without creating a string for each.
    var lines: HeaderLines { HeaderLines(head.lines) }

    /// Returns the value of the first field with a name, which is given in lower case.
    ///
    /// - Complexity: O(*n*), where *n* is the length of the head.
    func value(of name: StaticString) -> String? {
        let lines = lines
        return lines.first(name).map { lines.text($0.indices) }
    }

    /// The value of `Content-Length`, or -1: the length before content codings are decoded.
    var contentLength: Int64 { lines.contentLength ?? -1 }

    /// All fields; the values of fields with the same name are joined by ", ".
    var fields: [String: String] { head.headers.dictionary }

    /// The same object each time.
    var response: HTTPURLResponse? {
        if let made = made.load() { return made }
        // If several threads create one, all use the first that is stored.
        return HTTPURLResponse(
            url: url, statusCode: head.status, httpVersion: head.version.name, headerFields: fields
        ).map { made.storeIfNil($0) }
    }
}

extension TransportTimings.ProtocolVersion {
    /// The version as in a status line.
    var name: String {
        switch self {
        case .http1_0: "HTTP/1.0"
        case .http1_1: "HTTP/1.1"
        case .http2: "HTTP/2"
        case .http3: "HTTP/3"
        }
    }
}
