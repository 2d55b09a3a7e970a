import Foundation
import NeatlineDrupal
import NeatlineTestSupport
import NeatlineTesting
import Testing

@Suite("Login, logout and the session", .hangLimit)
struct LoginTests {
    @Test("A login sends name and password, and keeps cookie, tokens and account")
    func login() async throws {
        let site = MockSite()
        site.acceptLogin()
        site.respond(.post, "/node?_format=json", #"{"nid":[{"value":8}]}"#, status: 201)
        let client = try site.client()
        expect(!client.isLoggedIn && client.currentUser == nil)
        let user = try await client.login(username: "alice", password: "pä\"ss")
        expectEqual(user, DrupalUser(id: "2", name: "alice", roles: ["editor"]))
        expect(client.isLoggedIn && client.currentUser == user)
        try await client.createNode(["type": [["target_id": "article"]]])
        let requests = site.transport.requests
        try expectEqual(JSON(parsing: requests[0].text), ["name": "alice", "pass": "pä\"ss"])
        expect(requests[0]["Content-Type"] == "application/json" && requests[0]["Accept"] == "application/json")
        expect(requests[0]["X-CSRF-Token"] == nil && requests[0]["Cookie"] == nil)
        // The value of the cookie is sent back unchanged, and the token is that of the login.
        expectEqual(requests[1]["Cookie"], "\(MockSite.cookieName)=live%2C1")
        expectEqual(requests[1]["X-CSRF-Token"], "csrf-live%2C1")
        expectEqual(requests.count, 2)
    }

    @Test(
        "A login that fails leaves nothing",
        arguments: [
            (400, "application/json", #"{"message":"Unrecognized"}"#, DrupalError.Reason.loginRefused),
            (403, "application/json", #"{"message":"Too many"}"#, .flood(retryAfter: nil)),
            (403, "text/html", "<html>", .forbidden), (429, "text/html", "<html>", .flood(retryAfter: nil)),
            (503, "text/plain", "maintenance", .maintenance(retryAfter: nil)), (200, "text/html", "<html>", .notDrupal),
            (404, "text/html", "<html>", .notDrupal), (500, "text/plain", "error", .serverError),
            (200, "application/json", "[]", .notDrupal), (200, "application/json", "{", .unreadableBody),
            (200, "application/json", "{}", .cookieMissing),
        ] as [(Int, String, String, DrupalError.Reason)])
    func failedLogin(status: Int, type: String, text: String, reason: DrupalError.Reason) async throws {
        let site = MockSite()
        site.transport.on(
            .post, "/user/login", respond: MockResponse(status: status, headers: ["Content-Type": type], text: text))
        let store = MemoryDefaultsStore()
        let client = try site.client(store: store)
        let error = try await drupalError { try await client.login(username: "alice", password: "wrong") }
        expect(error.reason == reason && error.status == status && error.request == "POST /user/login")
        expect(!client.isLoggedIn && store.keys.isEmpty)
        expect(!"\(error)".contains("wrong"))
    }

    @Test("A failed login leaves the session before it")
    func failedSecondLogin() async throws {
        let site = MockSite()
        site.acceptLogin(times: 1)
        site.respond(.post, "/user/login", #"{"message":"no"}"#, status: 400)
        site.respond(.post, "/node", "{}", status: 201)
        let client = try site.client()
        try await client.login(username: "alice", password: "alice-pass")
        _ = try await drupalError { try await client.login(username: "carol", password: "wrong") }
        expect(client.isLoggedIn && client.currentUser?.name == "alice")
        // The route refuses the cookie of a live session.
        expect(site.transport.requests[1]["Cookie"] == nil)
        try await client.createNode([:])
        expectEqual(site.transport.requests[2]["Cookie"], "\(MockSite.cookieName)=live%2C1")
        expectEqual(site.transport.requests[2]["X-CSRF-Token"], "csrf-live%2C1")
    }

    @Test("A site that omits the tokens does not end the program")
    func missingTokens() async throws {
        let site = MockSite()
        site.transport.on(
            .post, "/user/login",
            respond: MockResponse(
                headers: [
                    "Content-Type": "application/json", "Set-Cookie": "\(MockSite.cookieName)=a; path=/",
                ], text: "{}"))
        site.respondText(.get, "/session/token", "fetched")
        site.respond(.post, "/node", "{}", status: 201)
        let client = try site.client()
        expect(try await client.login(username: "alice", password: "x") == nil)
        try await client.createNode([:])
        expectEqual(site.transport.requests.last?["X-CSRF-Token"], "fetched")
        let error = try await drupalError { try await client.logout() }
        expect(error.reason == .logoutTokenMissing && !client.isLoggedIn)
    }

    @Test("A logout sends its token in the query, and removes everything")
    func logout() async throws {
        let site = MockSite()
        site.acceptLogin()
        site.transport.on(.post, "/user/logout", respond: MockResponse(status: 204))
        site.respond(.get, "/node/1", "{}")
        let store = MemoryDefaultsStore()
        let client = try site.client(store: store)
        try await client.login(username: "alice", password: "x")
        expect(!store.keys.isEmpty)
        try await client.logout()
        expectEqual(site.summaries[1], "POST /user/logout?token=logout-live%252C1&_format=json")
        expectEqual(site.transport.requests[1]["Cookie"], "\(MockSite.cookieName)=live%2C1")
        expect(!client.isLoggedIn && client.currentUser == nil && store.keys.isEmpty)
        _ = try await client.node(1)
        expect(site.transport.requests[2]["Cookie"] == nil)
        // Without a session there is nothing to end.
        try await client.logout()
        expectEqual(site.transport.requests.count, 3)
    }

    @Test(
        "A logout of a session that is over is no error; one that does not reach the site is, and forgets the session")
    func logoutFailures() async throws {
        let site = MockSite()
        site.acceptLogin()
        site.transport.on(
            .post, "/user/logout", times: 1, respond: MockSite.deletingCookie(#"{"message":"x"}"#, status: 403))
        site.respondText(.get, "/user/login_status", "0")
        site.transport.on(.post, "/user/logout", respond: .failure(.cannotConnect))
        let client = try site.client()
        try await client.login(username: "alice", password: "x")
        try await client.logout()
        expect(!client.isLoggedIn)
        try await client.login(username: "alice", password: "x")
        let error = try await drupalError { try await client.logout() }
        expect(error.reason == .noResponse && error.underlyingError is AFError)
        expect(!client.isLoggedIn)
        // The token is not in the error.
        expectEqual(error.request, "POST /user/logout")
    }

    @Test("The status is a question to the site")
    func status() async throws {
        let site = MockSite()
        site.acceptLogin()
        site.respondText(.get, "/user/login_status?_format=json", "1", times: 1)
        site.respondText(.get, "/user/login_status?_format=json", "0", times: 1)
        site.transport.on(
            .get, "/user/login_status", respond: MockResponse(headers: ["Content-Type": "text/html"], text: "<p>"))
        let client = try site.client()
        try await client.login(username: "alice", password: "x")
        expect(try await client.loginStatus() && client.isLoggedIn)
        expect(try await !client.loginStatus() && !client.isLoggedIn)
        let error = try await drupalError { _ = try await client.loginStatus() }
        expectEqual(error.reason, .notDrupal)
    }

    @Test("Basic authentication sends a header, no cookie and no token; JSON:API verifies it")
    func basic() async throws {
        let site = MockSite()
        site.acceptLogin()
        site.respond(.post, "/node", "{}", status: 201)
        site.respondJSONAPI(
            .get, "/jsonapi", #"{"data":[],"meta":{"links":{"me":{"meta":{"id":"u"},"href":"h"}}}}"#, times: 1)
        site.respondJSONAPI(.get, "/jsonapi", #"{"data":[]}"#)
        let store = MemoryDefaultsStore()
        let client = try site.client(store: store)
        try await client.login(username: "alice", password: "x")
        client.useBasicAuthentication(username: "test", password: "test2:ä")
        expect(client.isLoggedIn && store.keys.isEmpty)
        try await client.createNode([:])
        let request = try #require(site.transport.requests.last)
        expectEqual(request["Authorization"], "Basic " + Data("test:test2:ä".utf8).base64EncodedString())
        expect(request["Cookie"] == nil && request["X-CSRF-Token"] == nil)
        expectEqual(site.transport.requests.count, 2)
        expect(try await client.loginStatus())
        expect(try await !client.loginStatus())
        expectEqual(site.summaries.last, "GET /jsonapi")
        try await client.logout()
        expect(!client.isLoggedIn && site.transport.requests.count == 4)
    }

    @Test("A response to Basic authentication stores no cookie")
    func basicCookies() async throws {
        let site = MockSite()
        site.transport.on(
            .get, "/node/1",
            respond: MockResponse(
                headers: ["Content-Type": "application/json", "Set-Cookie": "\(MockSite.cookieName)=a; path=/"],
                text: "{}"))
        let client = try site.client()
        client.useBasicAuthentication(username: "test", password: "test2")
        _ = try await client.node(1)
        client.forgetCredentials()
        _ = try await client.node(1)
        expect(site.transport.requests[1]["Cookie"] == nil && site.transport.requests[1]["Authorization"] == nil)
    }

    @Test("Two clients have two accounts of one site")
    func twoClients() async throws {
        let site = MockSite()
        site.acceptLogin("one", times: 1)
        site.acceptLogin("two", times: 1)
        site.respond(.get, "/node/1", "{}")
        let clients = [
            try site.client(), try DrupalClient(baseURL: MockSite.url, session: site.nextRun()),
        ]
        for client in clients { try await client.login(username: "alice", password: "x") }
        for client in clients { _ = try await client.node(1) }
        expectEqual(
            site.transport.requests.suffix(2).map { $0["Cookie"] },
            ["\(MockSite.cookieName)=one", "\(MockSite.cookieName)=two"])
    }

    @Test("Cancelling the task cancels the request")
    func cancellation() async throws {
        let site = MockSite()
        site.transport.on(.get, "/node/1", respond: .never)
        site.transport.on(.post, "/user/login", respond: .never)
        let client = try site.client()
        for operation in [
            { _ = try await client.node(1) }, { _ = try await client.login(username: "a", password: "b") },
        ] as [@Sendable () async throws -> Void] {
            let count = site.transport.requests.count
            let task = Task { try await operation() }
            await site.transport.waitForRequests(count + 1)
            task.cancel()
            await #expect(throws: CancellationError.self) { try await task.value }
        }
        expect(!client.isLoggedIn)
    }

    @Test("A cancelled login does not wait for the one before, and those after it do")
    func cancellationInQueue() async throws {
        let site = MockSite()
        site.transport.on(.post, "/user/login?_format=json", times: 1, respond: .never)
        site.acceptLogin()
        let client = try site.client()
        let login = { @Sendable in _ = try await client.login(username: "a", password: "b") }
        let first = Task { try await login() }
        await site.transport.waitForRequests(1)
        let second = Task { try await login() }
        let third = Task { try await login() }
        second.cancel()
        await #expect(throws: CancellationError.self) { try await second.value }
        expectEqual(site.transport.requests.count, 1)
        first.cancel()
        await #expect(throws: CancellationError.self) { try await first.value }
        try await third.value
        expect(site.transport.requests.count == 2 && client.isLoggedIn)
    }

    @Test("A cancelled request does not wait for the token, which others wait for, too")
    func cancellationOfTokenWait() async throws {
        let site = MockSite()
        let gate = TestGate()
        site.acceptLogin()
        site.transport.on(.get, "/session/token") { _ in
            .script([.waitUntil(gate), .head(200, headers: ["Content-Type": "text/plain"]), .bytes("token")])
        }
        site.respond(.post, "/node", "{}", status: 201)
        let session = try site.client()
        try await session.login(username: "a", password: "b")
        // It has the cookie, and not the token that the login has returned.
        let client = try DrupalClient(baseURL: MockSite.url, session: site.session)
        let cancelled = Task { _ = try await client.createNode([:]) }
        await gate.reached()
        let other = Task { _ = try await client.createNode([:]) }
        cancelled.cancel()
        await #expect(throws: CancellationError.self) { try await cancelled.value }
        gate.open()
        try await other.value
        expectEqual(site.summaries.suffix(2), ["GET /session/token", "POST /node?_format=json"])
    }

    @Test("A cancelled request does not wait for a new login")
    func cancellationOfRenewalWait() async throws {
        let site = MockSite()
        site.respond(.get, "/node/1", #"{"message":"x"}"#, status: 401)
        let (asked, beginning) = AsyncStream<Void>.makeStream()
        let (answered, ending) = AsyncStream<Void>.makeStream()
        let client = try site.client {
            beginning.finish()
            for await _ in answered {}
            return nil
        }
        let first = Task { _ = try await client.node(1) }
        for await _ in asked {}
        let second = Task { _ = try await client.node(1) }
        for task in [first, second] {
            task.cancel()
            await #expect(throws: CancellationError.self) { try await task.value }
        }
        ending.finish()
    }

    @Test(
        "Base URLs",
        arguments: [
            ("https://example.org/", "https://example.org"), ("http://example.org:8080", "http://example.org:8080"),
            ("https://a:b@example.org/drupal/?x=1#y", "https://example.org/drupal"), ("example.org", nil), ("", nil),
            ("ftp://example.org", nil), ("https://", nil), ("file:///etc", nil),
        ] as [(String, String?)])
    func baseURLs(text: String, expected: String?) throws {
        guard let expected else {
            #expect(throws: DrupalError.self) { try DrupalClient(baseURL: text) }
            return
        }
        try expectEqual(DrupalClient(baseURL: text).baseURL.absoluteString, expected)
    }
}
