import Foundation
import NeatlineDrupal
import NeatlineTestSupport
import NeatlineTesting
import Testing

@Suite("The session between runs", .hangLimit, .ownThreads)
struct StoreTests {
    @Test("The next run has the cookie, the tokens and the account, in memory and in a file")
    func nextRun() async throws {
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent("drupal-\(UUID().uuidString)")
        defer { try? FileManager.default.removeItem(at: folder) }
        let file = folder.appendingPathComponent("session.json")
        let memory = MemoryDefaultsStore()
        for makeStore in [{ memory }, { try FileDefaultsStore(url: file) }] as [() throws -> any DefaultsStore] {
            let site = MockSite()
            site.acceptLogin()
            site.respond(.post, "/node", "{}", status: 201)
            site.transport.on(.post, "/user/logout", respond: .status(204))
            try await site.client(store: makeStore()).login(username: "alice", password: "secret-word")
            let store = try makeStore()
            expect(!store.keys.contains { "\(store.value(forKey: $0)!)".contains("secret-word") })
            let client = try DrupalClient(baseURL: MockSite.url + "/", session: site.nextRun(), store: store)
            expect(client.isLoggedIn && client.currentUser?.name == "alice")
            try await client.createNode([:])
            let request = try #require(site.transport.requests.last)
            expectEqual(request["Cookie"], "\(MockSite.cookieName)=live%2C1")
            expectEqual(request["X-CSRF-Token"], "csrf-live%2C1")
            try await client.logout()
            expect(site.summaries.last?.contains("token=logout-live%252C1") ?? false)
            expect(try !DrupalClient(baseURL: MockSite.url, session: site.nextRun(), store: makeStore()).isLoggedIn)
        }
        expect(try FileManager.default.contentsOfDirectory(atPath: folder.path).contains("session.json"))
    }

    @Test("Sites have entries apart")
    func severalSites() async throws {
        let store = MemoryDefaultsStore()
        let site = MockSite()
        site.acceptLogin()
        try await site.client(store: store).login(username: "alice", password: "x")
        let other = try DrupalClient(
            baseURL: "https://other.example", session: Session(configuration: .af.ephemeral), store: store)
        expect(!other.isLoggedIn)
        other.forgetCredentials()
        expectEqual(store.keys.count, 1)
    }

    @Test("A Basic password is stored only when that is asked for")
    func basicPassword() throws {
        let store = MemoryDefaultsStore()
        let site = MockSite()
        let client = try site.client(store: store)
        client.useBasicAuthentication(username: "test", password: "test2")
        expect(store.keys.isEmpty)
        client.useBasicAuthentication(username: "test", password: "test2", storesPassword: true)
        expect(try site.client(store: store).isLoggedIn)
        client.useBasicAuthentication(username: "test", password: "test2")
        expect(store.keys.isEmpty)
        client.useBasicAuthentication(username: "test", password: "test2", storesPassword: true)
        client.forgetCredentials()
        expect(store.keys.isEmpty)
    }

    @Test("Expired cookies, cookies of other names, and entries of another shape are not restored")
    func badEntries() async throws {
        let site = MockSite()
        let store = MemoryDefaultsStore()
        let expired = """
            {"cookies":[{"name":"\(MockSite.cookieName)","value":"a","domain":"example.org","path":"/","isHostOnly":true,\
            "isSecure":false,"expires":0},{"name":"other","value":"a","domain":"example.org","path":"/",\
            "isHostOnly":true,"isSecure":false}]}
            """
        for text in [expired, "[1]", #"{"cookies":5}"#, "null"] {
            try store.change("drupal-session https://example.org") { _ in .document(try JSON(parsing: text)) }
            expect(try !site.client(store: store).isLoggedIn)
        }
    }

    @Test("An error of the store does not fail the login")
    func failingStore() async throws {
        let store = try FileDefaultsStore(url: URL(fileURLWithPath: "/proc/neatline/session.json"))
        let site = MockSite()
        site.acceptLogin()
        let client = try site.client(store: store)
        try await client.login(username: "alice", password: "x")
        expect(client.isLoggedIn && store.failures.last != nil)
    }

    @Test("The cookie of a site with TLS, which is not sent without")
    func secureCookie() async throws {
        let site = MockSite()
        site.transport.on(
            .post, "/user/login",
            respond: MockResponse(
                headers: [
                    "Content-Type": "application/json",
                    "Set-Cookie": "S\(MockSite.cookieName)=a; path=/; secure; HttpOnly; SameSite=Lax",
                ], text: "{}"))
        site.respond(.get, "/node/1", "{}")
        let store = MemoryDefaultsStore()
        try await site.client(store: store).login(username: "alice", password: "x")
        let next = try DrupalClient(baseURL: MockSite.url, session: site.nextRun(), store: store)
        expect(next.isLoggedIn)
        _ = try await next.node(1)
        expectEqual(site.transport.requests.last?["Cookie"], "S\(MockSite.cookieName)=a")
        let cookies = try #require(store.keys.first.flatMap { store.value(forKey: $0)?.json?["cookies"] })
        expect(cookies[0, "isSecure"] == true && cookies.count == 1)
    }

    @Test("A new value of the cookie is stored")
    func changedCookie() async throws {
        let site = MockSite()
        let store = MemoryDefaultsStore()
        site.acceptLogin()
        site.transport.on(
            .get, "/node/1",
            respond: MockResponse(
                headers: ["Content-Type": "application/json", "Set-Cookie": "\(MockSite.cookieName)=next; path=/"],
                text: "{}"))
        let client = try site.client(store: store)
        try await client.login(username: "alice", password: "x")
        _ = try await client.node(1)
        let next = try DrupalClient(baseURL: MockSite.url, session: site.nextRun(), store: store)
        _ = try await next.node(1)
        expectEqual(site.transport.requests.last?["Cookie"], "\(MockSite.cookieName)=next")
    }
}
