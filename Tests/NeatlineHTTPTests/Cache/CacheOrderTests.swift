import Foundation
import NeatlineTestSupport
import NeatlineTesting
import Testing

@testable import NeatlineHTTP

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

/// Faults of the cache that were found where several requests meet, and where memory and disk do.
@Suite("Exchange: cache, where requests meet", .hangLimit, .ownThreads)
struct CacheMeetingTests {
    private let client = CachedClient()
    private let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    private func disk() throws -> DiskCacheStore {
        try DiskCacheStore(folder.file("cache").path, capacity: 1 << 20, fileLimit: 1 << 20)
    }

    private func files() throws -> [String] {
        try FileManager.default.contentsOfDirectory(atPath: folder.file("cache").path).sorted()
    }

    @Test("A response without a body is read from disk, and leaves the others of its URL alone")
    func emptyBody() throws {
        let store = try disk()
        store.store(try storedResponse("Vary: X", body: "body", to: cacheRequest([("X", "1")])))
        store.store(try storedResponse("Vary: X", status: 204, body: "", to: cacheRequest([("X", "2")])))
        for _ in 0..<2 { expectEqual(store.responses(for: "http://a/").map(\.parts.status).sorted(), [200, 204]) }
        let bare = StoredResponse(
            StoredResponse.Parts(
                key: "", selection: CacheSelection(fields: [], isDecoded: true), status: 200, version: .http2,
                lines: [],
                body: [], requestTime: 0, responseTime: 0))
        expectEqual(CacheFile.response(from: CacheFile.bytes(of: bare))?.parts.version, .http2)
    }

    @Test(
        "A 304 to the caller's own condition renews the response that has its validator, and no other",
        arguments: [
            (["ETag: W/\"2\""], false), (["ETag: \"2\""], false), ([], false), (["ETag: \"1\""], true),
            (["ETag: W/\"1\""], true), (["Last-Modified: Sun, 06 Nov 1994 08:49:00 GMT"], false),
            (["Last-Modified: Sun, 06 Nov 1994 08:49:37 GMT"], true),
        ])
    func ownCondition(lines: [String], isRenewed: Bool) {
        client.fill("Cache-Control: max-age=10", "ETag: \"1\"", "Last-Modified: Sun, 06 Nov 1994 08:49:37 GMT")
        client.clock.now += 20
        client.send(request("http://a/", "GET", ["If-None-Match": "\"2\", \"1\""])) { hop, _ in
            hop.head(304, bytes: bytes(lines + ["Cache-Control: max-age=600"]))
            hop.complete()
        }
        let reread = client.send(request("http://a/")) { hop, _ in hop.respond(200, body: "two") }
        expectEqual(reread.sent.isEmpty, isRenewed)
    }

    @Test(
        "An unsafe request whose effect is unknown invalidates: it was cancelled, or has failed after it was sent",
        arguments: [
            (TransportError.Code.cancelled, true), (.connectionLost, true), (.timedOut, true), (.invalidResponse, true),
            (.bodyStreamFailed, true), (.other, true), (.cannotConnect, false), (.cannotFindHost, false),
            (.secureConnectionFailed, false), (.unsupportedURL, false),
        ])
    func unknownEffect(code: TransportError.Code, invalidates: Bool) {
        client.fill("Cache-Control: max-age=60")
        client.send(request("http://a/", "DELETE")) { hop, _ in hop.complete(TransportError(code, "")) }
        expectEqual(client.send(request("http://a/")).sent.count, invalidates ? 1 : 0)
    }

    @Test(
        "An unsafe request that has succeeded invalidates on disk, even if it is cancelled in the body of the response")
    func cancelledBody() async throws {
        let client = CachedClient(memory: 0, disk: try disk(), maximumEntrySize: 1000)
        client.storage.store(try storedResponse("Cache-Control: max-age=60"), since: client.storage.moment)
        try expectEqual(files().count, 1)
        let transport = ScriptedTransport()
        let (ends, end) = AsyncStream.makeStream(of: Void.self)
        let exchange = Exchange(
            request: request("http://a/", "POST", body: "x"), body: .none,
            in: ExchangeContext(transport, client.settings), receiver: ExchangeLog { end.yield() })
        exchange.start()
        transport.hops[0].head(200)
        exchange.cancel()
        await ends.first { _ in true }
        expect(try files().isEmpty)
    }

    @Test("Responses of other URLs are stored, however many requests are under way when one changes something")
    func others() {
        let client = CachedClient(memory: 1 << 23)
        let transport = ScriptedTransport()
        let context = ExchangeContext(transport, client.settings)
        for number in 0..<2000 {
            Exchange(
                request: request("http://a/\(number)"), body: .none, in: context, receiver: ExchangeLog()
            ).start()
        }
        client.send(request("http://a/", "DELETE")) { hop, _ in hop.respond(204) }
        for hop in transport.hops { hop.respond(204, "Cache-Control: max-age=60") }
        let missing = (0..<2000).count { client.storage.responsesInMemory(for: "http://a/\($0)").isEmpty }
        expectEqual(missing, 0)
    }

    @Test(
        "A response that was asked for before an invalidation is not stored, whichever of two threads is faster",
        arguments: [false, true])
    func race(onDisk: Bool) throws {
        let storage = CacheStorage(
            memoryCapacity: onDisk ? 0 : 1 << 20, disk: try disk(), maximumEntrySize: 1000)
        let response = try storedResponse("Cache-Control: max-age=60")
        var undone = 0
        for _ in 0..<1000 {
            let moment = storage.moment
            DispatchQueue.concurrentPerform(iterations: 2) { thread in
                if thread == 0 { storage.store(response, since: moment) } else { storage.invalidate("http://a/") }
            }
            if !storage.responses(for: "http://a/").isEmpty { undone += 1 }
            storage.invalidate("http://a/")
        }
        expectEqual(undone, 0)
    }

    @Test("A variant in memory does not hide those on disk")
    func hidden() async throws {
        let storage = CacheStorage(memoryCapacity: 1 << 20, disk: try disk(), maximumEntrySize: 1 << 19)
        let requests = try ["1", "2"].map { try cacheRequest([("X", $0)]) }
        let long = String(repeating: "x", count: 100_000)
        for (body, request) in zip([long, "short"], requests) {
            storage.store(
                try storedResponse("Cache-Control: max-age=60000000000", "Vary: X", body: body, to: request),
                since: storage.moment)
        }
        expectEqual(storage.responsesInMemory(for: "http://a/").map(\.bodyLength), [5])
        let (ends, end) = AsyncStream.makeStream(of: Void.self)
        let log = ExchangeLog { end.yield() }
        let transport = ScriptedTransport { $0.respond(500) }
        var settings = ExchangeSettings()
        settings.cache = storage
        Exchange(
            request: request("http://a/", "GET", ["X": "1"]), body: .none, in: ExchangeContext(transport, settings),
            receiver: log
        ).start()
        await ends.first { _ in true }
        expect(transport.hops.isEmpty && log.events.first == "head 200")
    }

    @Test("Writing a response to disk reads no other")
    func writing() throws {
        let store = try disk()
        for value in ["1", "2"] { store.store(try storedResponse("Vary: X", to: cacheRequest([("X", value)]))) }
        let past = Date(timeIntervalSince1970: 1_000_000_000)
        for file in try files() {
            try FileManager.default.setAttributes(
                [.modificationDate: past], ofItemAtPath: folder.file("cache").path + "/" + file)
        }
        store.store(try storedResponse("Vary: X", body: "new", to: cacheRequest([("X", "2")])))
        let ages = try files().map {
            try FileManager.default.attributesOfItem(atPath: folder.file("cache").path + "/" + $0)[.modificationDate]
                as? Date
        }
        expect(ages.count == 2 && ages.count { $0 == past } == 1)
    }

    @Test(
        "Policies that ignore or validate what is stored say so to the caches on the way, with or without an own cache",
        arguments: [
            (
                URLRequest.CachePolicy.reloadIgnoringLocalAndRemoteCacheData, "no-cache" as String?,
                "no-cache" as String?
            ),
            (.reloadIgnoringLocalCacheData, "max-age=0", nil), (.reloadRevalidatingCacheData, "max-age=0", nil),
            (.useProtocolCachePolicy, nil, nil), (.returnCacheDataElseLoad, nil, nil),
        ], [false, true])
    func reload(policy: (URLRequest.CachePolicy, String?, String?), hasCache: Bool) {
        var own = request("http://a/")
        own.cachePolicy = policy.0
        let settings = hasCache ? client.settings : ExchangeSettings()
        for lines in [nil, "no-store"] {
            own.url = URL(string: "http://a/\(lines ?? "")")
            own.setValue(lines, forHTTPHeaderField: "Cache-Control")
            let sent = run(own, settings: settings) { hop, _ in hop.respond(200) }.hops.map(\.request)
            expectEqual(sent.map { $0.field("Cache-Control") }, [lines ?? policy.1])
            expectEqual(sent.map { $0.field("Pragma") }, [lines == nil ? policy.2 : nil])
        }
    }

    @Test("Revalidation in the background has the credentials of the request for which the stale response is used")
    func backgroundCredentials() {
        func login() -> CredentialAuthentication {
            CredentialAuthentication(
                credential: URLCredential(user: "ada", password: "pass", persistence: .forSession),
                session: client.settings.authentication)
        }
        let lines = ["Cache-Control: max-age=10, stale-while-revalidate=60", "ETag: \"1\"", receivedDate]
        let first = run(request("http://a/"), settings: client.settings, authentication: login()) { hop, _ in
            guard hop.request.field("Authorization") != nil else {
                return hop.respond(401, "WWW-Authenticate: Basic realm=\"r\"")
            }
            hop.head(200, bytes: bytes(lines))
            hop.body("one")
            hop.complete()
        }
        expectEqual(first.log.events.suffix(3), ["head 200", "body one", "done"])
        client.clock.now += 20
        let own = request("http://a/", "GET", ["Authorization": first.hops.last?.request.field("Authorization") ?? "-"])
        // The second time the credentials are those that the first has found.
        let second = run(request("http://a/"), settings: client.settings, authentication: login()) { hop, _ in
            hop.respond(304, "ETag: \"1\"", "Cache-Control: max-age=600")
        }
        expectEqual(second.log.events.suffix(3), ["head 200", "body one", "done"])
        expectEqual(
            second.hops.map { $0.request.field("Authorization") }, [own.value(forHTTPHeaderField: "Authorization")])
        expectEqual(second.hops.map { $0.request.field("If-None-Match") }, ["\"1\""])
        client.clock.now += 500
        expectEqual(client.send(own).events, ["head 200", "body one", "done"])
    }

    @Test("The end of a session waits for revalidation in the background, and cancels it after the time")
    func finish() async throws {
        for isAnswered in [true, false] {
            let (transport, gate) = (MockTransport(), TestGate())
            let configuration = URLSessionConfiguration.af.default
            let cache = HTTPCache(memoryCapacity: 1 << 20)
            configuration.urlCache = cache
            // A test that has to wait for a processor must not end the revalidation, which waits for the gate.
            configuration.timeoutIntervalForRequest = 3600
            let session = Session(configuration: configuration, transport: transport)
            let url = "http://example.com/"
            let stale: KeyValuePairs = ["Cache-Control": "max-age=0, stale-while-revalidate=600000000000"]
            transport.on(nil, url, times: 1, respond: MockResponse(headers: stale, text: "1"))
            transport.on(
                nil, url,
                respond: isAnswered ? .script([.waitUntil(gate), .head(200), .bytes("2")]) : .never)
            for _ in 0..<2 { try await expectEqual(session.request(url).serializingString().value, "1") }
            await transport.waitForRequests(2)
            let end = Task { await session.finish(within: isAnswered ? .seconds(3600) : .milliseconds(1)) }
            if isAnswered {
                expect(await eventually { session.core.isFinishing })
                gate.open()
            }
            await expectEqual(end.value, .completed)
            let data = try cache.cachedResponse(for: URLRequest(url: #require(URL(string: url))))?.data
            expectEqual(data, Data((isAnswered ? "2" : "1").utf8))
        }
    }

    @Test("What was answered to Digest credentials is not stored: no later request has the same ones")
    func digest() {
        let login = CredentialAuthentication(
            credential: URLCredential(user: "ada", password: "pass", persistence: .none),
            session: client.settings.authentication)
        let (log, hops) = run(request("http://a/"), settings: client.settings, authentication: login) { hop, _ in
            guard hop.request.field("Authorization") != nil else {
                return hop.respond(401, "WWW-Authenticate: Digest realm=\"r\", nonce=\"n\", qop=\"auth\"")
            }
            hop.respond(200, "Cache-Control: max-age=60", body: "one")
        }
        expect(log.events.suffix(3) == ["head 200", "body one", "done"] && hops.count == 2)
        expectEqual(client.storage.memory.cost, 0)
    }
}
