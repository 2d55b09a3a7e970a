import NeatlineDrupalTesting
import NeatlineJSON
import NeatlineTestSupport
import Testing

@Suite(.ownThreads, .hangLimit)
struct LoginTests {
    private let site: StubDrupalSite
    private let client: SiteClient

    init() throws {
        site = try StubDrupalSite()
        client = SiteClient(site: site)
    }

    private func logIn(_ name: String, _ password: String, _ headers: [String] = []) throws -> SiteAnswer {
        try client.send(
            "POST", "/user/login?_format=json", headers + ["Content-Type: application/json"],
            body: #"{"name":"\#(name)","pass":"\#(password)"}"#)
    }

    @Test("A login opens a session, whose cookie is sent back unchanged; the logout token ends it")
    func session() throws {
        let login = try logIn("alice", "alice-pass")
        expectEqual(login.status, 200)
        expectEqual(login.json["current_user"]["uid"].string, "2")
        let cookie = try #require(login.cookie)
        expect(cookie.contains("%2C"))
        let fields = ["Cookie: \(cookie)"]
        try expectEqual(client.send("GET", "/user/login_status?_format=json", fields).text, "1")
        try expectEqual(logIn("alice", "alice-pass", fields).status, 403)
        let token = login.json["logout_token"].stringValue
        let csrf = login.json["csrf_token"].stringValue
        try expectEqual(client.send("POST", "/user/logout?_format=json&token=\(csrf)", fields).status, 403)
        let logout = try client.send("POST", "/user/logout?_format=json&token=\(token)", fields)
        expectEqual(logout.status, 204)
        expectEqual(logout.header("Set-Cookie")?.contains("=deleted"), true)
        try expectEqual(client.send("GET", "/user/login_status?_format=json", fields).text, "0")
        expectEqual(site.sessionCount, 0)
    }

    @Test("A wrong password is 400, too many of them are 403")
    func wrongPasswords() throws {
        for _ in 0..<5 { try expectEqual(logIn("erin", "wrong").status, 400) }
        try expectEqual(logIn("erin", "erin-pass").status, 403)
        try expectEqual(logIn("carol", "carol-pass").status, 200)
        site.resetLoginLimits()
        try expectEqual(logIn("erin", "erin-pass").status, 200)
        try expectEqual(logIn("bob", "bob-pass").status, 400)
        try expectEqual(logIn("erin\\u0000\\ud83d\\ude00", "x").status, 400)
    }

    @Test("Changes need a token of the session; Basic authentication does not, unless a cookie is sent with it")
    func tokens() throws {
        let session = try #require(site.openSession(for: "alice"))
        let other = try #require(site.openSession(for: "carol"))
        let body = #"{"type":[{"target_id":"article"}],"title":[{"value":"New"}]}"#
        func post(_ headers: String...) throws -> Int {
            try client.send(
                "POST", "/node?_format=json", headers + ["Content-Type: application/json"], body: body
            ).status
        }
        let cookie = "Cookie: \(session.cookie)"
        try expectEqual(post(cookie), 403)
        try expectEqual(post(cookie, "X-CSRF-Token: \(other.csrfToken)"), 403)
        try expectEqual(post(cookie, "X-CSRF-Token: \(session.csrfToken)"), 201)
        try expectEqual(post(cookie, "X-CSRF-Token: \(session.sessionToken)"), 201)
        try expectEqual(post(basic("alice", "alice-pass")), 201)
        try expectEqual(post(basic("alice", "alice-pass"), cookie), 403)
        try expectEqual(post(basic("alice", "wrong")), 403)
        try expectEqual(post(), 401)
        site.renewTokens(of: "carol")
        try expectEqual(post(cookie, "X-CSRF-Token: \(session.csrfToken)"), 201)
        site.renewTokens()
        try expectEqual(post(cookie, "X-CSRF-Token: \(session.csrfToken)"), 403)
        try expectEqual(client.send("GET", "/user/login_status?_format=json", [cookie]).text, "1")
        site.expireSessions()
        let expired = try client.send(
            "POST", "/node?_format=json", session.headers + ["Content-Type: application/json"], body: body)
        expectEqual(expired.status, 403)
        expectEqual(expired.json["message"].string, "")
        expectEqual(site.nodes.count, 11)
    }
}
