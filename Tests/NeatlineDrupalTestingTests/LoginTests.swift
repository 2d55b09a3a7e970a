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
        #expect(login.status == 200)
        #expect(login.json["current_user"]["uid"].string == "2")
        let cookie = try #require(login.cookie)
        #expect(cookie.contains("%2C"))
        let fields = ["Cookie: \(cookie)"]
        #expect(try client.send("GET", "/user/login_status?_format=json", fields).text == "1")
        #expect(try logIn("alice", "alice-pass", fields).status == 403)
        let token = login.json["logout_token"].stringValue
        let csrf = login.json["csrf_token"].stringValue
        #expect(try client.send("POST", "/user/logout?_format=json&token=\(csrf)", fields).status == 403)
        let logout = try client.send("POST", "/user/logout?_format=json&token=\(token)", fields)
        #expect(logout.status == 204)
        #expect(logout.header("Set-Cookie")?.contains("=deleted") == true)
        #expect(try client.send("GET", "/user/login_status?_format=json", fields).text == "0")
        #expect(site.sessionCount == 0)
    }

    @Test("A wrong password is 400, too many of them are 403")
    func wrongPasswords() throws {
        for _ in 0..<5 { #expect(try logIn("erin", "wrong").status == 400) }
        #expect(try logIn("erin", "erin-pass").status == 403)
        #expect(try logIn("carol", "carol-pass").status == 200)
        site.resetLoginLimits()
        #expect(try logIn("erin", "erin-pass").status == 200)
        #expect(try logIn("bob", "bob-pass").status == 400)
        #expect(try logIn("erin\\u0000\\ud83d\\ude00", "x").status == 400)
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
        #expect(try post(cookie) == 403)
        #expect(try post(cookie, "X-CSRF-Token: \(other.csrfToken)") == 403)
        #expect(try post(cookie, "X-CSRF-Token: \(session.csrfToken)") == 201)
        #expect(try post(cookie, "X-CSRF-Token: \(session.sessionToken)") == 201)
        #expect(try post(basic("alice", "alice-pass")) == 201)
        #expect(try post(basic("alice", "alice-pass"), cookie) == 403)
        #expect(try post(basic("alice", "wrong")) == 403)
        #expect(try post() == 401)
        site.renewTokens(of: "carol")
        #expect(try post(cookie, "X-CSRF-Token: \(session.csrfToken)") == 201)
        site.renewTokens()
        #expect(try post(cookie, "X-CSRF-Token: \(session.csrfToken)") == 403)
        #expect(try client.send("GET", "/user/login_status?_format=json", [cookie]).text == "1")
        site.expireSessions()
        let expired = try client.send(
            "POST", "/node?_format=json", session.headers + ["Content-Type: application/json"], body: body)
        #expect(expired.status == 403)
        #expect(expired.json["message"].string == "")
        #expect(site.nodes.count == 11)
    }
}
