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
    private let lock = NSLock()
    private var made: HTTPURLResponse?

    init(url: URL, head: TransportResponseHead) {
        self.url = url
        self.head = head
    }

    var status: Int { head.status }

    /// The same object each time.
    var response: HTTPURLResponse? {
        lock.withLock {
            if made == nil {
                made = HTTPURLResponse(
                    url: url, statusCode: head.status, httpVersion: "HTTP/1.1",
                    headerFields: [:])
            }
            return made
        }
    }
}
