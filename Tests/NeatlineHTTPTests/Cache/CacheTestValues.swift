import Foundation
import Testing

@testable import NeatlineHTTP

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

/// The time at which the tests' responses were received: Sun, 06 Nov 1994 08:49:37 GMT.
let receivedAt: TimeInterval = 784_111_777
let receivedDate = "Date: Sun, 06 Nov 1994 08:49:37 GMT"

func bytes(_ lines: [String]) -> [UInt8] { Array(lines.map { $0 + "\r\n" }.joined().utf8) }

/// A request to `http://a/`.
func cacheRequest(
    _ fields: [(String, String)] = [], method: String = "GET", url: String = "http://a/", isDecoded: Bool = true,
    hasBody: Bool = false, policy: URLRequest.CachePolicy = .useProtocolCachePolicy
) throws -> CacheRequest {
    let key = try RequestURL(#require(URL(string: url))).cacheKey
    let headers = HTTPHeaders(distinct: fields.map { HTTPHeader(name: $0.0, value: $0.1) })
    return CacheRequest(
        method: method, key: key, headers: headers, isDecoded: isDecoded, hasBody: hasBody, policy: policy)
}

/// A response that is stored for a request.
func storedResponse(
    _ lines: String..., status: Int = 200, body: String = "body", to request: CacheRequest? = nil,
    requestTime: TimeInterval = receivedAt, responseTime: TimeInterval = receivedAt
) throws -> StoredResponse {
    let request = try request ?? cacheRequest()
    return StoredResponse(
        StoredResponse.Parts(
            key: request.key, selection: try #require(CacheSelection(of: HeaderLines(bytes(lines)), to: request)),
            status: status,
            version: .http1_1, lines: bytes(lines), body: Array(body.utf8), requestTime: requestTime,
            responseTime: responseTime))
}

func responseHead(_ status: Int, _ lines: [String], url: String = "http://a/") throws -> ResponseHead {
    ResponseHead(
        url: try #require(URL(string: url)), head: TransportResponseHead(status: status, lines: bytes(lines)))
}

/// A clock that a test sets.
final class TestClock: @unchecked Sendable {
    private let lock = NSLock()
    private var time = receivedAt

    var now: TimeInterval {
        get { lock.withLock { time } }
        set { lock.withLock { time = newValue } }
    }

    /// A storage with this clock.
    func storage(
        memory: Int = 1 << 20, disk: DiskCacheStore? = nil, maximumEntrySize: Int? = nil
    ) -> CacheStorage {
        CacheStorage(memoryCapacity: memory, disk: disk, maximumEntrySize: maximumEntrySize) { self.now }
    }
}

/// A cache with a clock, and exchanges through it.
struct CachedClient {
    let clock = TestClock()
    let storage: CacheStorage
    var settings = ExchangeSettings()

    init(memory: Int = 1 << 20, disk: DiskCacheStore? = nil, maximumEntrySize: Int? = nil) {
        storage = clock.storage(memory: memory, disk: disk, maximumEntrySize: maximumEntrySize)
        settings.cache = storage
    }

    /// Runs an exchange; returns its events, and the requests that were sent.
    @discardableResult
    func send(
        _ request: URLRequest, log: ExchangeLog = ExchangeLog(),
        _ answer: @escaping @Sendable (ScriptedTransport.Hop, Int) -> Void = { hop, _ in
            hop.complete(TransportError(.other, "sent"))
        }
    ) -> (events: [String], sent: [TransportRequest], outcome: ExchangeOutcome?) {
        let (log, hops) = run(request, settings: settings, log: log, answer)
        return (log.events, hops.map(\.request), log.outcome)
    }

    /// Stores a response to `http://a/`.
    func fill(_ lines: String..., body: String = "one", request: URLRequest = request("http://a/")) {
        let lines = lines + [receivedDate]
        send(request) { hop, _ in
            hop.head(200, bytes: bytes(lines))
            hop.body(body)
            hop.complete()
        }
    }
}
