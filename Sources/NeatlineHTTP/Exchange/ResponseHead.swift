internal import Foundation

#if canImport(FoundationNetworking)
internal import FoundationNetworking
#endif

/// A response's head, and the `HTTPURLResponse` that is made of it when somebody asks: most requests never need one, and
/// making it takes longer than all else that is done with a head.
///
/// Unchecked Sendable, because what changes is only reached while the lock is held.
final class ResponseHead: @unchecked Sendable {
    let url: URL
    let head: TransportResponseHead
    private var made: HTTPURLResponse?

    /// Shared by all heads: an object is made once for the few heads that are asked.
    private static let lock = Lock()

    init(url: URL, head: TransportResponseHead) {
        self.url = url
        self.head = head
    }

    var status: Int { head.status }

    /// The header lines, to be read without making strings of them all.
    var lines: HeaderLines { HeaderLines(head.lines) }

    /// The value of the first field with this name, which is given in lower case. O(length of the head)
    func value(of name: StaticString) -> String? {
        let lines = lines
        return lines.first(name).map { lines.text($0.indices) }
    }

    /// What `Content-Length` says, or -1. It is the length as sent, before content codings are decoded.
    var contentLength: Int64 { lines.contentLength ?? -1 }

    /// All fields, one for each name: the values of a name that comes more than once are joined by ", ".
    var fields: [String: String] { head.headers.dictionary }

    /// The same object each time.
    var response: HTTPURLResponse? {
        Self.lock.withLock {
            if made == nil {
                made = HTTPURLResponse(
                    url: url, statusCode: head.status, httpVersion: head.version.name, headerFields: fields)
            }
            return made
        }
    }
}

extension TransportTimings.ProtocolVersion {
    /// As a status line has it.
    var name: String {
        switch self {
        case .http1_0: "HTTP/1.0"
        case .http1_1: "HTTP/1.1"
        case .http2: "HTTP/2"
        case .http3: "HTTP/3"
        }
    }
}
