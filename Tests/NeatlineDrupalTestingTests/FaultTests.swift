import NeatlineDrupalTesting
import NeatlineJSON
import NeatlineTesting
import NeatlineTestSupport
import Testing

@Suite(.ownThreads, .hangLimit)
struct FaultTests {
    private let site: StubDrupalSite
    private let client: SiteClient

    init() throws {
        site = try StubDrupalSite()
        client = SiteClient(site: site)
    }

    @Test("Faults occur in order, for their paths, as often as requested")
    func faults() throws {
        site.inject(.htmlPage, path: "/node")
        site.inject(.redirectToLogin)
        site.inject(.truncatedBody, path: "/node")
        site.inject(.unavailable(retryAfter: "120"), path: "/jsonapi", count: 2)
        let page = try client.send("GET", "/node/1?_format=json")
        expectEqual(page.status, 200)
        expectEqual(page.header("Content-Type"), "text/html; charset=UTF-8")
        let redirect = try client.send("GET", "/node/1?_format=json")
        expectEqual(redirect.status, 302)
        expectEqual(redirect.header("Location")?.hasSuffix("/user/login"), true)
        let half = try client.send("GET", "/node/1?_format=json")
        expectEqual(half.status, 200)
        expect(half.json == .null && !half.body.isEmpty)
        for _ in 1...2 {
            try expectEqual(client.send("GET", "/jsonapi").header("Retry-After"), "120")
        }
        try expectEqual(client.send("GET", "/jsonapi").status, 200)
        site.inject(.response(.status(418)), count: 5)
        site.removeFaults()
        try expectEqual(client.send("GET", "/jsonapi").status, 200)
    }

    @Test("The example of the documentation")
    func example() async throws {
        let address = site.url("/node/1?_format=json")
        await expectEqual(
            AF.request(address).serializingString().response.value?.hasPrefix(#"{"nid":[{"value":1}]"#), true)
        site.inject(.htmlPage, path: "/node")
        let page = await AF.request(address).serializingString().response
        expectEqual(page.response?.value(forHTTPHeaderField: "Content-Type"), "text/html; charset=UTF-8")
    }

    @Test("Ten thousand violations have the form of their interface")
    func fieldErrors() throws {
        site.inject(.fieldErrors(10_000), count: 2)
        let core = try client.send("POST", "/node?_format=json")
        expectEqual(core.status, 422)
        expectEqual(core.json["message"].stringValue.split(separator: "\n").count, 10_001)
        let api = try client.send("POST", "/jsonapi/node/article")
        expectEqual(api.json["errors"].count, 10_000)
        expectEqual(api.json["errors"][9_999]["source"]["pointer"].string, "/data/attributes/field_9999/value")
    }

    @Test("Maintenance refuses all but administrators, and ends their sessions")
    func maintenance() throws {
        let alice = try #require(site.openSession(for: "alice"))
        let admin = try #require(site.openSession(for: "admin"))
        site.settings.isInMaintenance = true
        try expectEqual(
            client.send("GET", "/node/1?_format=json").header("Content-Type")?.hasPrefix("text/plain"), true)
        let api = try client.send("GET", "/jsonapi/node/article", ["Cookie: \(alice.cookie)"])
        expectEqual(api.status, 503)
        expectEqual(api.header("Retry-After"), "10")
        try expectEqual(client.send("GET", "/node/1?_format=json", ["Cookie: \(admin.cookie)"]).status, 200)
        site.settings.isInMaintenance = false
        try expectEqual(client.send("GET", "/user/login_status?_format=json", ["Cookie: \(alice.cookie)"]).text, "0")
        expectEqual(site.sessionCount, 1)
    }

    @Test("Sessions of a blocked account are those of visitors until the block ends")
    func block() throws {
        let carol = try #require(site.openSession(for: "carol"))
        site.setBlocked("carol")
        try expectEqual(client.send("GET", "/user/login_status?_format=json", ["Cookie: \(carol.cookie)"]).text, "0")
        site.setBlocked("carol", false)
        try expectEqual(client.send("GET", "/user/login_status?_format=json", ["Cookie: \(carol.cookie)"]).text, "1")
    }

    @Test("Cached responses have validators, and a change within one second goes unnoticed")
    func cache() throws {
        site.settings.cacheLifetime = 300
        let first = try client.send("GET", "/node/1?_format=json")
        let validators = [
            "If-None-Match: \(try #require(first.header("ETag")))",
            "If-Modified-Since: \(try #require(first.header("Last-Modified")))",
        ]
        try expectEqual(client.send("GET", "/node/1?_format=json", validators).status, 304)
        try expectEqual(client.send("GET", "/node/1?_format=json", [validators[0]]).status, 200)
    }

    @Test(
        "Hostile requests get a response, and the site goes on",
        arguments: [
            "GET /%zz%?%=%&[]=1&a[=2&[b]=3&a]=4", "GET //%0d%0aX:%20y",
            "GET /node/99999999999999999999999?_format=json",
            "GET /node/-1?_format=json", "GET /node/%00?_format=%00", "GET /jsonapi/user/user/..%2f..?_format[]=json",
            "GET /jsonapi/node/article?page[offset]=1e308&page[limit]=99999999999999999999",
            "GET /index.php", "GET /", "OPTIONS *", "PUT /", "BREW /node/1", "HEAD /node/1?_format=xml",
        ])
    func hostileRequests(_ line: String) throws {
        let words = line.split(separator: " ", maxSplits: 1).map(String.init)
        let answer = try client.send(words[0], words[1])
        expect((200..<500).contains(answer.status))
        expect(answer.headers.allSatisfy { $0.name != "X" })
        try expectEqual(client.send("GET", "/node/1?_format=json").status, 200)
    }

    @Test(
        "Hostile bodies get a response, and the site goes on",
        arguments: [
            String(repeating: "[", count: 100_000), String(repeating: #"{"type":"#, count: 400), "\u{0}", "1e999",
            #"{"type":[{"target_id":"article"}],"title":[[[[["x"]]]]]}"#, #"{"type":[{"target_id":{}}]}"#,
            #"{"type":"article","title":[{"value":{"a":1}}],"created":[{"value":"9999999999999999999"}]}"#,
            #"{"type":"article","title":[{"value":1e400}],"field_tags":[{"target_id":1e40},{"target_uuid":[]}]}"#,
            #"{"type":"article","title":[{"value":"x"}],"path":[{"alias":"/a\r\nX: y"}],"title":[]}"#,
            #"{"data":{"type":"node--article","id":[],"attributes":[],"relationships":{"uid":{"data":[[]]}}}}"#,
            #"{"data":[{"type":"--","id":"x"}]}"#,
        ])
    func hostileBodies(_ body: String) throws {
        for (target, type) in [
            ("/node?_format=json", "application/json"), ("/user/login?_format=json", "application/json"),
            ("/user/login?_format=xml", "text/xml"), ("/jsonapi/node/article", "application/vnd.api+json"),
        ] {
            let answer = try client.send(
                "POST", target, ["Content-Type: \(type)", basic("admin", "admin-pass")], body: body)
            expect((400...500).contains(answer.status) || answer.status == 201)
        }
        try expectEqual(client.send("GET", "/node/1?_format=json").status, 200)
    }
}
