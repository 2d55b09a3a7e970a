import Foundation
import NeatlineDrupal
import NeatlineSystem
import NeatlineTestSupport
import NeatlineTesting
import Testing

@Suite("Tokens that are refused, sessions that are over", .hangLimit)
struct ExpiryTests {
    private func loggedIn(
        _ site: MockSite, store: (any DefaultsStore)? = nil, credentials: DrupalClient.CredentialsProvider? = nil
    ) async throws -> DrupalClient {
        site.acceptLogin(times: 1)
        let client = try site.client(store: store, credentials: credentials)
        try await client.login(username: "alice", password: "x")
        return client
    }

    /// A route that accepts one token, and refuses others with a text that says nothing.
    private func requireToken(_ token: String, _ site: MockSite) {
        site.transport.on(.post, "/node") { request in
            request["X-CSRF-Token"] == token
                ? .json("{}", status: 201) : .json(#"{"message":"Jeton refusé"}"#, status: 403)
        }
    }

    @Test("A refused token is fetched again once, and the new one is kept")
    func refusedToken() async throws {
        let site = MockSite()
        requireToken("second", site)
        site.respondText(.get, "/user/login_status", "1")
        site.respondText(.get, "/session/token", "second")
        let client = try await loggedIn(site)
        try await client.createNode([:])
        expectEqual(
            site.summaries.dropFirst(),
            [
                "POST /node?_format=json", "GET /user/login_status?_format=json", "GET /session/token",
                "POST /node?_format=json",
            ])
        try await client.createNode([:])
        expectEqual(site.summaries.count, 6)
    }

    @Test("A missing permission is repeated at most once")
    func forbidden() async throws {
        let site = MockSite()
        requireToken("none is right", site)
        site.respondText(.get, "/user/login_status", "1")
        site.respondText(.get, "/session/token", "second")
        let client = try await loggedIn(site)
        let error = try await drupalError { try await client.createNode([:]) }
        expect(error.reason == .forbidden && error.message == "Jeton refusé" && client.isLoggedIn)
        expectEqual(site.summaries.filter { $0.hasPrefix("POST /node") }.count, 2)
        // The token is the same, so the request is not repeated.
        _ = try await drupalError { try await client.createNode([:]) }
        expectEqual(site.summaries.filter { $0.hasPrefix("POST /node") }.count, 3)
    }

    @Test("A 403 of a GET with a message asks nothing")
    func forbiddenGet() async throws {
        let site = MockSite()
        site.respond(.get, "/node/6", #"{"message":"no"}"#, status: 403)
        let client = try await loggedIn(site)
        let error = try await drupalError { _ = try await client.node(6) }
        expect(error.reason == .forbidden && site.summaries.count == 2)
    }

    @Test("An empty 403 is that of a session that is over when login_status says 0")
    func expired() async throws {
        let site = MockSite()
        site.respond(.get, "/node/6", #"{"message":""}"#, status: 403)
        site.respondText(.get, "/user/login_status", "0")
        let store = MemoryDefaultsStore()
        let client = try await loggedIn(site, store: store)
        var events = client.events.makeAsyncIterator()
        let error = try await drupalError { _ = try await client.node(6) }
        expect(error.reason == .sessionExpired && error.status == 403 && error.message == nil)
        expect(!client.isLoggedIn && store.keys.isEmpty)
        while let event = await events.next(), event != .sessionExpired {}
    }

    @Test("An empty 403 of a live session is a missing permission")
    func alive() async throws {
        let site = MockSite()
        site.respond(.get, "/node/6", #"{"message":""}"#, status: 403)
        site.respondText(.get, "/user/login_status", "1")
        let client = try await loggedIn(site)
        let error = try await drupalError { _ = try await client.node(6) }
        expect(error.reason == .forbidden && client.isLoggedIn)
    }

    @Test("A response that deletes the cookie ends the session; with credentials there is one new login")
    func renewal() async throws {
        let site = MockSite()
        let isOver = Locked(true)
        site.transport.on(.post, "/jsonapi/node/article") { request in
            if isOver.withLock({ $0 }) { return MockSite.deletingCookie(#"{"errors":[]}"#, status: 403) }
            return MockResponse(
                status: 201, headers: ["Content-Type": "application/vnd.api+json"],
                text: #"{"data":{"type":"node--article","id":"u"}}"#)
        }
        let asked = Locked(0)
        let client = try await loggedIn(site) {
            asked.withLock { $0 += 1 }
            isOver.withLock { $0 = false }
            return DrupalCredentials(username: "alice", password: "x")
        }
        site.acceptLogin("live2")
        let article = try await client.jsonAPI.create("node--article", attributes: ["title": "x"])
        expect(article.id == "u" && asked.withLock { $0 } == 1 && client.isLoggedIn)
        expectEqual(site.transport.requests.last?["Cookie"], "\(MockSite.cookieName)=live2")
        expectEqual(site.transport.requests.last?["X-CSRF-Token"], "csrf-live2")
    }

    @Test("401 after expiry, from a site that keeps the cookie")
    func unauthorized() async throws {
        let site = MockSite()
        site.transport.on(.get, "/node/6") { request in
            request["Cookie"]?.hasSuffix("=live2") ?? false ? .json("{}") : .json(#"{"message":"Who?"}"#, status: 401)
        }
        site.respondText(.get, "/user/login_status", "0", times: 2)
        site.respondText(.get, "/user/login_status", "1")
        let client = try await loggedIn(site)
        let error = try await drupalError { _ = try await client.node(6) }
        expect(error.reason == .sessionExpired && error.status == 401 && !client.isLoggedIn)
        let renewing = try site.client { DrupalCredentials(username: "alice", password: "x") }
        site.acceptLogin(times: 1)
        try await renewing.login(username: "alice", password: "x")
        site.acceptLogin("live2")
        _ = try await renewing.node(6)
        expect(renewing.isLoggedIn)
        // A live session, and still 401: the error is the site's.
        site.respond(.get, "/node/7", #"{"message":"Who?"}"#, status: 401)
        let second = try await drupalError { _ = try await renewing.node(7) }
        expect(second.reason == .loginRequired && renewing.isLoggedIn)
    }

    @Test("Refused credentials are not sent again, until a login is successful")
    func refusedCredentials() async throws {
        let site = MockSite()
        site.respond(.get, "/node/6", #"{"message":"Who?"}"#, status: 401)
        site.respond(.post, "/user/login", #"{"message":"wrong"}"#, status: 400, times: 1)
        let client = try site.client { DrupalCredentials(username: "alice", password: "wrong") }
        for _ in 0..<10 {
            let error = try await drupalError { _ = try await client.node(6) }
            expectEqual(error.reason, .loginRefused)
        }
        expectEqual(site.summaries.filter { $0.hasPrefix("POST") }.count, 1)
        site.acceptLogin()
        try await client.login(username: "alice", password: "right")
        client.forgetCredentials()
        _ = try? await client.node(6)
        expectEqual(site.summaries.filter { $0.hasPrefix("POST") }.count, 3)
    }

    @Test("The closure for credentials may log in by itself")
    func ownLogin() async throws {
        let site = MockSite()
        site.transport.on(.get, "/node/6") { request in
            request["Cookie"] == nil ? .json(#"{"message":"Who?"}"#, status: 401) : .json("{}")
        }
        site.acceptLogin()
        let holder = Locked<DrupalClient?>(nil)
        let client = try site.client {
            try await holder.withLock { $0 }?.login(username: "alice", password: "x")
            return nil
        }
        holder.withLock { $0 = client }
        _ = try await client.node(6)
        expectEqual(site.summaries.filter { $0.hasPrefix("POST /user/login") }.count, 1)
        holder.withLock { $0 = nil }
    }

    @Test("Without credentials, or with wrong ones, the error is that the session has expired")
    func failedRenewal() async throws {
        for refuses in [false, true] {
            let site = MockSite()
            site.transport.on(.post, "/node", respond: MockSite.deletingCookie(#"{"message":""}"#, status: 403))
            let client = try await loggedIn(site) {
                refuses ? DrupalCredentials(username: "alice", password: "y") : nil
            }
            site.respond(.post, "/user/login", #"{"message":"wrong"}"#, status: 400)
            let error = try await drupalError { try await client.createNode([:]) }
            expect(error.reason == .sessionExpired && !client.isLoggedIn)
            expectEqual((error.underlyingError as? DrupalError)?.reason, refuses ? .loginRefused : nil)
        }
    }

    @Test("A read that was answered for a visitor is repeated after a new login; a write is an error")
    func silentExpiry() async throws {
        let site = MockSite()
        for method in [HTTPMethod.get, .patch] {
            site.transport.on(method, "/node/1") { request in
                request["Cookie"] == "\(MockSite.cookieName)=live2"
                    ? .json(#"{"who":"alice"}"#) : MockSite.deletingCookie(#"{"who":"visitor"}"#, status: 200)
            }
        }
        let client = try await loggedIn(site) { DrupalCredentials(username: "alice", password: "x") }
        let written = try await drupalError { try await client.updateNode(1, [:]) }
        expect(written.reason == .writtenAsVisitor && written.status == 200 && written.request == "PATCH /node/1")
        expectEqual(written.body, Data(#"{"who":"visitor"}"#.utf8))
        expect(!client.isLoggedIn)
        site.acceptLogin("live", times: 1)
        site.acceptLogin("live2", times: 1)
        site.acceptLogin("live", times: 1)
        site.respond(.post, "/user/login", #"{"message":"wrong"}"#, status: 400)
        try await client.login(username: "alice", password: "x")
        try await expectEqual(client.node(1)["who"], "alice")
        // A login that fails is the error, instead of a page for visitors.
        try await client.login(username: "alice", password: "x")
        let error = try await drupalError { _ = try await client.node(1) }
        expect(error.reason == .sessionExpired && (error.underlyingError as? DrupalError)?.reason == .loginRefused)
    }

    @Test("401 without a session asks for credentials, if there are some")
    func loginOnDemand() async throws {
        let site = MockSite()
        site.transport.on(.get, "/node/6") { request in
            request["Cookie"] == nil ? .json(#"{"message":"No credentials"}"#, status: 401) : .json(#"{"nid":6}"#)
        }
        let visitor = try site.client()
        let error = try await drupalError { _ = try await visitor.node(6) }
        expect(error.reason == .loginRequired && error.status == 401)
        site.acceptLogin()
        let client = try DrupalClient(baseURL: MockSite.url, session: site.nextRun()) {
            DrupalCredentials(username: "alice", password: "x")
        }
        try await expectEqual(client.node(6)["nid"], 6)
    }

    @Test("Requests that expire at the same time share one login")
    func sharedRenewal() async throws {
        let site = MockSite()
        site.transport.on(.get, "/node/:id") { request in
            request["Cookie"]?.hasSuffix("=live2") ?? false
                ? .json("{}") : MockSite.deletingCookie(#"{"message":""}"#, status: 403)
        }
        let asked = Locked(0)
        let client = try await loggedIn(site) {
            asked.withLock { $0 += 1 }
            return DrupalCredentials(username: "alice", password: "x")
        }
        site.acceptLogin("live2")
        try await withThrowingTaskGroup(of: Void.self) { group in
            for id in 0..<20 { group.addTask { _ = try await client.node(id) } }
            try await group.waitForAll()
        }
        expect(asked.withLock { $0 } == 1 && client.isLoggedIn)
        expectEqual(site.summaries.filter { $0.hasPrefix("POST /user/login") }.count, 2)
    }

    @Test("Requests that need a token at the same time share one request for it")
    func sharedToken() async throws {
        let site = MockSite()
        site.respond(.post, "/node", "{}", status: 201)
        let store = MemoryDefaultsStore()
        let first = try await loggedIn(site, store: store)
        // A session whose token is not known, as that of a login by a web page.
        site.respondText(.get, "/session/token", "fetched")
        let second = try DrupalClient(baseURL: MockSite.url, session: first.session)
        expect(second.isLoggedIn)
        try await withThrowingTaskGroup(of: Void.self) { group in
            for _ in 0..<10 { group.addTask { try await second.createNode([:]) } }
            try await group.waitForAll()
        }
        expectEqual(site.summaries.filter { $0 == "GET /session/token" }.count, 1)
    }

    @Test("The token's path before Drupal 8.3")
    func oldTokenPath() async throws {
        let site = MockSite()
        site.respond(.post, "/node", "{}", status: 201)
        let client = try await loggedIn(site)
        site.transport.on(.get, "/session/token", respond: .status(404))
        site.respondText(.get, "/rest/session/token", "old")
        let second = try DrupalClient(baseURL: MockSite.url, session: client.session)
        try await second.createNode([:])
        expectEqual(site.transport.requests.last?["X-CSRF-Token"], "old")
    }

    @Test("A token that is a web page is refused")
    func wrongToken() async throws {
        for (type, text) in [("text/html", "<html>"), ("text/plain", ""), ("text/plain", "a b")] {
            let site = MockSite()
            let client = try await loggedIn(site)
            site.transport.on(
                .get, "/session/token", respond: MockResponse(headers: ["Content-Type": type], text: text))
            let second = try DrupalClient(baseURL: MockSite.url, session: client.session)
            let error = try await drupalError { try await second.createNode([:]) }
            expectEqual(error.reason, .notDrupal)
        }
    }

    @Test("A late response of an earlier session does not end the new one")
    func lateResponse() async throws {
        let site = MockSite()
        let gate = TestGate()
        site.transport.on(.get, "/node/1", times: 1) { _ in
            .script([
                .waitUntil(gate),
                .head(
                    200,
                    headers: [
                        "Content-Type": "application/json",
                        "Set-Cookie": "\(MockSite.cookieName)=deleted; Max-Age=0; path=/",
                    ]), .bytes("{}"),
            ])
        }
        site.respond(.get, "/node/1", "{}")
        let client = try await loggedIn(site)
        let late = Task { _ = try await client.node(1) }
        await gate.reached()
        site.acceptLogin("live2")
        try await client.login(username: "alice", password: "x")
        gate.open()
        try await late.value
        expect(client.isLoggedIn)
        _ = try await client.node(1)
        expectEqual(site.transport.requests.last?["Cookie"], "\(MockSite.cookieName)=live2")
    }

    @Test("The closure for credentials may use the client")
    func credentialsUseClient() async throws {
        let site = MockSite()
        site.respond(.get, "/node/6", #"{"message":"x"}"#, status: 401)
        let holder = Locked<DrupalClient?>(nil)
        let client = try site.client {
            _ = try? await holder.withLock { $0 }?.node(6)
            return nil
        }
        holder.withLock { $0 = client }
        let error = try await drupalError { _ = try await client.node(6) }
        expectEqual(error.reason, .loginRequired)
        holder.withLock { $0 = nil }
    }
}
