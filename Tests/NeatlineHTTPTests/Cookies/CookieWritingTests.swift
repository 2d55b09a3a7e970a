import Foundation
import NeatlineTestSupport
import NeatlineTesting
import Testing

@testable import NeatlineHTTP

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

@Suite("Cookies and a storage that takes its time", .ownThreads, .hangLimit)
struct CookieWritingTests {
    let url = URL(string: "http://www.example.com/")!

    private func settings(_ storage: SlowCookieStorage) -> ExchangeSettings {
        var settings = ExchangeSettings()
        settings.cookies = CookieJar(storage: storage, now: { Date() })
        return settings
    }

    @Test("A response is received while the storage writes its cookies, which are there when its handlers are told")
    func completion() async {
        let storage = SlowCookieStorage()
        let settings = settings(storage)
        let events = EventLog<String>()
        let log = ExchangeLog { events.append("complete \(storage.texts)") }
        // The transport is told of both hops before the storage has written anything.
        let (_, hops) = run(request("http://a/"), settings: settings, log: log) { hop, number in
            if number == 1 {
                hop.respond(302, "Set-Cookie: a=1; Max-Age=100", "Location: /b")
            } else {
                hop.respond(200, "Set-Cookie: b=2; Max-Age=100")
            }
            events.append("received")
        }
        expectEqual(hops.last?.request.field("Cookie"), "a=1")
        expectEqual(events.all, ["received", "received"])
        expectEqual(log.events.last, "head 200")
        storage.open()
        await events.wait(count: 3)
        expectEqual(events.all.last, #"complete ["a=1", "b=2"]"#)
        expectEqual(log.completions, 1)
    }

    #if os(Linux)
    @Test("A storage that does not come back holds up no other request of the transport")
    func otherRequests() async throws {
        let server = try LoopbackServer()
        server.on(.get, "/set") { _ in
            var response = LoopbackResponse()
            response.headers = (0..<180).map { ("Set-Cookie", "c\($0)=1; Max-Age=9999") }
            return response
        }
        server.on(.get, "/") { _ in LoopbackResponse(text: "other") }
        let storage = SlowCookieStorage()
        let context = ExchangeContext(try CurlTransport(), settings(storage))
        let ended = EventLog<String>()
        func start(_ path: String) -> Exchange {
            let request = request(server.url(path).absoluteString)
            let log = ExchangeLog { ended.append(path) }
            let exchange = Exchange(request: request, body: .none, in: context, receiver: log)
            exchange.start()
            return exchange
        }
        let url = try RequestURL(server.url("/"))
        let setting = start("/set")
        while context.settings.cookies?.header(for: url, readingStorage: false) == nil {
            await Task.yield()
        }
        let others = (0..<3).map { _ in start("/") }
        await ended.wait(count: 3)
        expectEqual(ended.all, ["/", "/", "/"])
        storage.open()
        await ended.wait(count: 4)
        expectEqual(storage.texts.count, 180)
        withExtendedLifetime((setting, others)) {}
    }
    #endif

    @Test("A response's cookies are set once each, those that are there already not at all")
    func calls() {
        let storage = SlowCookieStorage(blocks: false)
        let jar = CookieJar(storage: storage, now: { Date() })
        let lines = (0..<180).map { "c\($0)=1; Path=/" }
        jar.set(lines, from: url)
        expectEqual(storage.calls.count { $0 != .read }, 180)
        expect(storage.calls.count { $0 == .read } < 5)
        jar.set(lines, from: url)
        expectEqual(storage.calls.count { $0 != .read }, 180)
        jar.set(["c7=2; Path=/", "c8=; Max-Age=0; Path=/"], from: url)
        expectEqual(Set(storage.calls.filter { $0 != .read }.suffix(2).map { "\($0)" }).count, 2)
        expect(storage.calls.contains(.delete("c8")))
        expect(storage.texts.contains("c7=2") && storage.texts.count == 179)
    }

    @Test("What the jar has still to write stays, whatever is in the storage meanwhile")
    func unwritten() async {
        let storage = SlowCookieStorage()
        let jar = CookieJar(storage: storage, now: { Date() })
        for value in 1...3 {
            expect(jar.keep(["a=\(value)"], from: url))
            jar.writeStorage()
            expectEqual(jar.header(for: url), "a=\(value)")
        }
        storage.open()
        let written = EventLog<Void>()
        jar.writeStorage { written.append(()) }
        await written.wait(count: 1)
        expectEqual(storage.texts, ["a=3"])
        expectEqual(jar.header(for: url), "a=3")
    }

    @Test("Who observes the storage may use the jar")
    func observer() {
        let jar = EventLog<CookieJar>()
        let url = url
        let storage = SlowCookieStorage(blocks: false) { cookie in
            guard cookie.name == "a", let jar = jar.all.first else { return }
            jar.set(["b=2"], from: url)
            _ = jar.cookies
        }
        jar.append(CookieJar(storage: storage, now: { Date() }))
        jar.all[0].set(["a=1"], from: url)
        expectEqual(storage.texts, ["a=1", "b=2"])
        expectEqual(jar.all[0].header(for: url), "a=1; b=2")
    }

    @Test("What others set and delete while the jar is written counts")
    func others() throws {
        let other = try #require(
            HTTPCookie(properties: [.name: "a", .value: "theirs", .domain: "www.example.com", .path: "/"]))
        let storages = EventLog<SlowCookieStorage>()
        let storage = SlowCookieStorage(blocks: false) { cookie in
            // After `a`, before the writing ends.
            if cookie.name == "z", let storage = storages.all.first { storage.setCookie(other) }
        }
        storages.append(storage)
        let jar = CookieJar(storage: storage, now: { Date() })
        jar.set(["a=1"], from: url)
        jar.set(["z=1"], from: url)
        expectEqual(jar.header(for: url), "a=theirs; z=1")
        storage.deleteCookie(other)
        expectEqual(jar.header(for: url), "z=1")
    }
}
