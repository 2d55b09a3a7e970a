import Foundation
import NeatlineTestSupport
import NeatlineTesting
import Testing

@testable import NeatlineHTTP

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

/// A session with a cache, and a server that numbers its answers.
private struct CachedSession {
    let transport = MockTransport()
    let cache: URLCache
    let session: Session

    /// - Parameter lines: The fields of the answers.
    init(
        _ cache: URLCache = HTTPCache(memoryCapacity: 1 << 20), lines: KeyValuePairs<String, String>? = nil,
        body: String = "", handler: (any CachedResponseHandler)? = nil, delegate: SessionDelegate = SessionDelegate(),
        monitors: [any EventMonitor] = []
    ) {
        self.cache = cache
        let configuration = URLSessionConfiguration.af.default
        configuration.urlCache = cache
        session = Session(
            configuration: configuration, delegate: delegate, cachedResponseHandler: handler, eventMonitors: monitors,
            transport: transport)
        transport.on(nil, "/*") { [weak transport] request in
            let control = request.url.query?.removingPercentEncoding ?? "max-age=3600"
            let fields = lines ?? ["Cache-Control": control]
            return MockResponse(headers: fields, text: body + "\(transport?.requests.count ?? 0)")
        }
    }

    static func url(_ control: String = "max-age=3600") throws -> URL {
        var components = URLComponents()
        (components.scheme, components.host, components.path) = ("http", "example.com", "/a")
        components.query = control
        return try #require(components.url)
    }

    func text(_ policy: URLRequest.CachePolicy = .useProtocolCachePolicy, _ control: String = "max-age=3600")
        async throws -> String?
    {
        var request = URLRequest(url: try Self.url(control))
        request.cachePolicy = policy
        return await session.request(request).serializingString().response.value
    }

    func stored(_ control: String = "max-age=3600") throws -> CachedURLResponse? {
        session.session.configuration.urlCache?.cachedResponse(for: URLRequest(url: try Self.url(control)))
    }
}

@Suite("Session: cache", .hangLimit, .ownThreads)
struct CachedSessionTests {
    /// As Alamofire's own tests: what each policy does with what a server has said about storing.
    @Test(
        "Cache policies and Cache-Control",
        arguments: [
            ("public", false), ("private", false), ("max-age=3600", true), ("max-age=0", false), ("no-cache", false),
            ("no-store", false),
        ])
    func policies(control: String, isFresh: Bool) async throws {
        let isStored = control != "no-store"
        let client = CachedSession()
        expect(try await client.text(.returnCacheDataDontLoad, control) == nil)
        try await expectEqual(client.text(.useProtocolCachePolicy, control), "1")
        try await expectEqual(client.text(.returnCacheDataDontLoad, control), isStored ? "1" : nil)
        try await expectEqual(client.text(.returnCacheDataElseLoad, control), isStored ? "1" : "2")
        let before = client.transport.requests.count
        try await expectEqual(client.text(.useProtocolCachePolicy, control), isFresh ? "1" : "\(before + 1)")
        for policy in [URLRequest.CachePolicy.reloadIgnoringLocalCacheData, .reloadRevalidatingCacheData] {
            let before = client.transport.requests.count
            try await expectEqual(client.text(policy, control), "\(before + 1)")
        }
        try expectEqual(client.stored(control) != nil, isStored)
    }

    @Test("Loading that a policy forbids is URLError.resourceUnavailable, in a session without a cache, too")
    func unavailable() async throws {
        let configuration = URLSessionConfiguration.af.default
        configuration.urlCache = nil
        configuration.requestCachePolicy = .returnCacheDataDontLoad
        let transport = MockTransport()
        let session = Session(configuration: configuration, transport: transport)
        let error = await session.request("http://example.com/").serializingData().response.error
        expectEqual((error?.underlyingError as? URLError)?.code, .resourceUnavailable)
        expect(transport.requests.isEmpty)
    }

    @Test("Data, streams and downloads are answered from the cache; the response of a download is not stored")
    func kinds() async throws {
        let body = String(repeating: "x", count: 300_000)
        let client = CachedSession(HTTPCache(memoryCapacity: 1 << 20, maximumEntrySize: 1 << 20), body: body)
        let url = try CachedSession.url()
        let download = await client.session.download(url).serializingData().response
        expectEqual(download.value?.count, 300_001)
        expect(try client.stored() == nil)
        let first = await client.session.request(url).serializingData().response
        expect(first.value?.count == 300_001 && client.transport.requests.count == 2)
        var streamed = 0
        for await part in client.session.streamRequest(url).streamTask().streamingData() {
            streamed += part.value?.count ?? 0
        }
        let second = await client.session.download(url).serializingData().response
        expect(streamed == 300_001 && second.value == first.value && client.transport.requests.count == 2)
        expectEqual(second.metrics?.transactionMetrics.map(\.resourceFetchType), [.localCache])
        expect(second.response?.value(forHTTPHeaderField: "Age").flatMap(Int.init) != nil)
    }

    @Test("Accounts do not get each other's responses")
    func accounts() async throws {
        let client = CachedSession()
        let url = try CachedSession.url()
        func text(_ token: String?) async throws -> String {
            let headers = token.map { HTTPHeaders([.authorization(bearerToken: $0)]) }
            return try await client.session.request(url, headers: headers).serializingString().value
        }
        try await expectEqual(text("ada"), "1")
        try await expectEqual(text("bob"), "2")
        try await expectEqual(text(nil), "3")
        try await expectEqual(text("ada"), "1")
        try await expectEqual(text("bob"), "2")
    }

    @Test("Sessions share a cache, and a URLCache's storage through its sessions' view of it")
    func shared() async throws {
        let cache = URLCache(memoryCapacity: 1 << 20, diskCapacity: 0, diskPath: "/dev/null")
        let (one, two) = (CachedSession(cache), CachedSession(cache))
        try await expectEqual(one.text(), "1")
        try await expectEqual(two.text(), "1")
        expect(try two.stored() != nil)
        expect(two.transport.requests.isEmpty)
        let other = CachedSession(URLCache(memoryCapacity: 1 << 20, diskCapacity: 0, diskPath: "/dev/null"))
        expect(try other.stored() == nil)
    }

    @Test("Emptying a URLCache removes what its sessions have stored")
    func emptied() async throws {
        let cache = URLCache(memoryCapacity: 1 << 20, diskCapacity: 0, diskPath: "/dev/null")
        let client = CachedSession(cache)
        for _ in 1...2 { try await expectEqual(client.text(), "1") }
        cache.removeAllCachedResponses()
        expect(try client.stored() == nil)
        for _ in 1...2 { try await expectEqual(client.text(), "2") }
        cache.removeAllCachedResponses()
        try await expectEqual(client.text(), "3")
    }

    @Test("The limits of a URLCache hold")
    func limits() async throws {
        let none = CachedSession(URLCache(memoryCapacity: 0, diskCapacity: 0, diskPath: "/dev/null"))
        try await expectEqual(none.text(), "1")
        try await expectEqual(none.text(), "2")
        let view = try #require(none.session.session.configuration.urlCache)
        expect(view.memoryCapacity == 0 && view.diskCapacity == 0 && view.currentMemoryUsage == 0)
    }

    @Test("By default a session has URLCache.shared, but not with a transport of the user's")
    func defaults() {
        expect(Session().core.exchanges.settings.cache === CacheStorage.of(.shared))
        expect(Session(transport: MockTransport()).core.exchanges.settings.cache == nil)
        let configuration = URLSessionConfiguration.af.default
        configuration.urlCache = nil
        expect(Session(configuration: configuration).core.exchanges.settings.cache == nil)
    }

    @Test("Responses on disk are found by another cache of the directory")
    func disk() async throws {
        let folder = try TemporaryFolder()
        func client() throws -> CachedSession {
            CachedSession(
                try HTTPCache(memoryCapacity: 1 << 16, diskCapacity: 1 << 20, directory: folder.file("cache")))
        }
        let first = try client()
        try await expectEqual(first.text(), "1")
        let second = try client()
        try await expectEqual(second.text(), "1")
        expect(second.transport.requests.isEmpty && second.cache.currentDiskUsage > 0)
        second.cache.removeAllCachedResponses()
        let third = try client()
        expectEqual(third.cache.currentDiskUsage, 0)
        _ = try await third.session.request(CachedSession.url(), method: .post).serializingString().value
        try await expectEqual(third.text(), "2")
    }

    @Test("A cache without memory uses its directory alone")
    func diskOnly() async throws {
        let folder = try TemporaryFolder()
        let cache = try HTTPCache(memoryCapacity: 0, diskCapacity: 1 << 20, directory: folder.file("cache"))
        let client = CachedSession(cache)
        try await expectEqual(client.text(), "1")
        try await expectEqual(client.text(), "1")
        expectEqual(cache.currentMemoryUsage, 0)
        cache.removeCachedResponse(for: URLRequest(url: try CachedSession.url()))
        try await expectEqual(client.text(), "2")
        cache.removeCachedResponses(since: .distantFuture)
        try await expectEqual(client.text(), "2")
        cache.removeCachedResponses(since: .distantPast)
        try await expectEqual(client.text(), "3")
    }

    @Test("A response that is stored by hand is used as its fields say")
    func byHand() async throws {
        let client = CachedSession()
        let url = try CachedSession.url()
        let response = try #require(
            HTTPURLResponse(
                url: url, statusCode: 200, httpVersion: nil,
                headerFields: ["Cache-Control": "max-age=86400", "X": "a\r\nb: c"]))
        client.cache.storeCachedResponse(
            CachedURLResponse(response: response, data: Data("mine".utf8)), for: URLRequest(url: url))
        try await expectEqual(client.text(), "mine")
        expect(client.transport.requests.isEmpty)
        let other = URLResponse(url: url, mimeType: nil, expectedContentLength: 0, textEncodingName: nil)
        client.cache.removeAllCachedResponses()
        client.cache.storeCachedResponse(CachedURLResponse(response: other, data: Data()), for: URLRequest(url: url))
        expect(try client.stored() == nil)
    }
}

@Suite("Session: handlers of cached responses", .hangLimit, .ownThreads)
struct CachedResponseHandlerTests {
    @Test("A request's handler decides, before the session's")
    func precedence() async throws {
        let client = CachedSession(handler: ResponseCacher.doNotCache)
        let url = try CachedSession.url()
        _ = await client.session.request(url).serializingData().response
        expect(try client.stored() == nil)
        _ = await client.session.request(url).cacheResponse(using: .cache).serializingData().response
        try expectEqual(client.stored()?.data, Data("2".utf8))
        let request = URLRequest(url: url, cachePolicy: .reloadIgnoringLocalCacheData)
        _ = await client.session.request(request).serializingData().response
        expect(try client.stored() == nil)
    }

    @Test("A handler may store something else, with user info, in memory only")
    func modified() async throws {
        let folder = try TemporaryFolder()
        let cache = try HTTPCache(memoryCapacity: 1 << 20, diskCapacity: 1 << 20, directory: folder.file("cache"))
        let client = CachedSession(cache)
        let url = try CachedSession.url()
        let cacher = ResponseCacher(
            behavior: .modify { task, proposed in
                CachedURLResponse(
                    response: proposed.response, data: Data("\(task.taskIdentifier > 0) ".utf8) + proposed.data,
                    userInfo: ["key": "value"], storagePolicy: .allowedInMemoryOnly)
            })
        let response = await client.session.request(url).cacheResponse(using: cacher).serializingString().response
        expectEqual(response.value, "1")
        let stored = try #require(try client.stored())
        expect(stored.userInfo?["key"] as? String == "value" && stored.storagePolicy == .allowedInMemoryOnly)
        expectEqual(cache.currentDiskUsage, 0)
        try await expectEqual(client.text(), "true 1")
    }

    @Test("A handler may store another head")
    func otherHead() async throws {
        let client = CachedSession(lines: ["Cache-Control": "max-age=0"])
        let url = try CachedSession.url()
        let cacher = ResponseCacher(
            behavior: .modify { _, proposed in
                HTTPURLResponse(
                    url: url, statusCode: 203, httpVersion: nil, headerFields: ["Cache-Control": "max-age=86400"]
                ).map { CachedURLResponse(response: $0, data: proposed.data) }
            })
        _ = await client.session.request(url).cacheResponse(using: cacher).serializingData().response
        let second = await client.session.request(url).serializingString().response
        expect(second.value == "1" && second.response?.statusCode == 203)
    }

    @Test("A storage policy that allows nothing stores nothing")
    func notAllowed() async throws {
        let client = CachedSession(
            handler: ResponseCacher(
                behavior: .modify { _, proposed in
                    CachedURLResponse(
                        response: proposed.response, data: proposed.data, userInfo: nil, storagePolicy: .notAllowed)
                }))
        try await expectEqual(client.text(), "1")
        expect(try client.stored() == nil)
    }

    @Test("What a server forbids to store is not proposed")
    func forbidden() async throws {
        let client = CachedSession(handler: LateHandler())
        try await expectEqual(client.text(.useProtocolCachePolicy, "no-store"), "1")
        expect(try client.stored("no-store") == nil)
    }

    @Test("A request whose handler has not decided can be cancelled, and is complete")
    func undecided() async throws {
        let handler = LateHandler()
        let client = CachedSession(handler: handler)
        let request = client.session.request(try CachedSession.url())
        async let response = request.serializingData().response
        let decide = try #require(await handler.decisions.first { _ in true })
        request.cancel()
        await expectEqual(response.error?.isExplicitlyCancelledError, true)
        decide.store()
        expect(try client.stored() == nil)
    }

    @Test("A handler may decide later, twice, and on any thread")
    func late() async throws {
        let handler = LateHandler()
        let client = CachedSession(handler: handler)
        async let text = client.text()
        let decide = try #require(await handler.decisions.first { _ in true })
        expect(try client.stored() == nil)
        decide.store()
        decide.store()
        try await expectEqual(text, "1")
        expect(try client.stored() != nil)
    }

    @Test("Monitors and subclasses of the delegate are told of what is stored, once for each response")
    func monitors() async throws {
        let monitor = ClosureEventMonitor(queue: DispatchQueue(label: "cache.monitor"))
        let (events, sink) = AsyncStream.makeStream(of: String.self)
        monitor.dataTaskWillCacheResponse = { _, task, response in
            sink.yield("\(task.taskIdentifier > 0) \(String(decoding: response.data, as: UTF8.self))")
        }
        let client = CachedSession(delegate: RefusingDelegate(), monitors: [monitor])
        try await expectEqual(client.text(), "1")
        await expectEqual(events.first { _ in true }, "true 1")
        expect(try client.stored() == nil)
        let plain = CachedSession(monitors: [monitor])
        try await expectEqual(plain.text(), "1")
        try await expectEqual(plain.text(), "1")
        monitor.queue.sync {}
        sink.finish()
        var told: [String] = []
        for await event in events { told.append(event) }
        expectEqual(told, ["true 1"])
        expect(try plain.stored() != nil)
    }
}

/// Hands its decisions over to the test.
private final class LateHandler: CachedResponseHandler {
    struct Decision: Sendable {
        let response: CachedURLResponse
        let completion: @Sendable (CachedURLResponse?) -> Void

        func store() { completion(response) }
    }

    let decisions: AsyncStream<Decision>
    private let sink: AsyncStream<Decision>.Continuation

    init() { (decisions, sink) = AsyncStream.makeStream(of: Decision.self) }

    func dataTask(
        _ task: URLSessionDataTask, willCacheResponse response: CachedURLResponse,
        completion: @escaping @Sendable (CachedURLResponse?) -> Void
    ) {
        sink.yield(Decision(response: response, completion: completion))
    }
}

/// Stores nothing, after the monitors were told.
private final class RefusingDelegate: SessionDelegate, @unchecked Sendable {
    override func urlSession(
        _ session: URLSession, dataTask: URLSessionDataTask, willCacheResponse proposedResponse: CachedURLResponse,
        completionHandler: @escaping @Sendable (CachedURLResponse?) -> Void
    ) {
        super.urlSession(session, dataTask: dataTask, willCacheResponse: proposedResponse) { _ in
            completionHandler(nil)
        }
    }
}
