internal import Foundation
internal import Synchronization

#if canImport(FoundationNetworking)
internal import FoundationNetworking
#endif

/// A response's head, and the `HTTPURLResponse` that is made of it when somebody asks: most requests never need one, and
/// making it takes longer than all else that is done with a head.
final class ResponseHead: Sendable {
    let url: URL
    let head: TransportResponseHead
    private let made = AtomicLazyReference<HTTPURLResponse>()

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
        if let made = made.load() { return made }
        // If another thread makes one meanwhile, the first that is stored is everybody's.
        return HTTPURLResponse(
            url: url, statusCode: head.status, httpVersion: head.version.name, headerFields: fields
        ).map { made.storeIfNil($0) }
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
