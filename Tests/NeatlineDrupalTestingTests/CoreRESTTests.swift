import Foundation
import NeatlineDrupalTesting
import NeatlineJSON
import NeatlineTestSupport
import Testing

@Suite(.ownThreads, .hangLimit)
struct CoreRESTTests {
    private let site: StubDrupalSite
    private let client: SiteClient
    private let alice: StubDrupalSession

    init() throws {
        site = try StubDrupalSite()
        client = SiteClient(site: site)
        alice = try #require(site.openSession(for: "alice"))
    }

    private func write(_ method: String, _ target: String, _ body: String) throws -> SiteAnswer {
        try client.send(method, target, alice.headers + ["Content-Type: application/json"], body: body)
    }

    @Test("A node is created, read, changed and deleted")
    func lifeOfNode() throws {
        let created = try write(
            "POST", "/node?_format=json",
            #"{"type":[{"target_id":"article"}],"title":[{"value":"New"}],"field_tags":[{"target_id":2}]}"#)
        expectEqual(created.status, 201)
        expectEqual(created.header("Location")?.hasSuffix("/node/8"), true)
        expectEqual(created.json["nid"][0]["value"].int, 8)
        expectEqual(created.json["field_tags"][0]["url"].string, "/taxonomy/term/2")
        let changed = try write(
            "PATCH", "/node/8?_format=json", #"{"type":[{"target_id":"article"}],"title":[{"value":"Newer"}]}"#)
        expectEqual(changed.status, 200)
        let read = try client.send("GET", "/node/8?_format=json")
        expectEqual(read.json["title"][0]["value"].string, "Newer")
        expectEqual(site.node(8)?["title"][0]["value"].string, "Newer")
        try expectEqual(write("DELETE", "/node/8?_format=json", "").status, 204)
        try expectEqual(client.send("GET", "/node/8?_format=json").status, 404)
        expect(site.node(8) == nil)
    }

    @Test("What is not valid is 422 with all violations in one message")
    func violations() throws {
        let answer = try write(
            "POST", "/node?_format=json",
            #"{"type":[{"target_id":"article"}],"title":[{"value":""}],"field_tags":[{"target_id":99}]}"#)
        expectEqual(answer.status, 422)
        let lines = answer.json["message"].stringValue.split(separator: "\n")
        expect(lines.contains { $0.hasPrefix("title: ") })
        expect(lines.contains { $0.hasPrefix("field_tags.0.target_id: ") })
        try expectEqual(write("PATCH", "/node/4?_format=json", #"{"title":[{"value":"No type"}]}"#).status, 422)
        try expectEqual(write("PATCH", "/node/1?_format=json", #"{"type":"article"}"#).status, 403)
    }

    @Test("The format must be in the query, and the body of its type")
    func formats() throws {
        let page = try client.send("GET", "/node/1", ["Accept: application/json"])
        expectEqual(page.status, 200)
        expectEqual(page.header("Content-Type"), "text/html; charset=UTF-8")
        try expectEqual(client.send("GET", "/node/1?_format=hal_json").status, 406)
        try expectEqual(client.send("POST", "/comment?_format=json", alice.headers, body: "{}").status, 415)
        try expectEqual(write("POST", "/comment", "{}").status, 406)
        let allowed = try write("PUT", "/node/1?_format=json", "{}").header("Allow") ?? ""
        expectEqual(Set(allowed.components(separatedBy: ", ")), ["GET", "POST", "DELETE", "PATCH", "HEAD"])
    }

    @Test("Files are uploaded with their names, and read where their URLs say")
    func upload() throws {
        let path = "/file/upload/node/article/field_image?_format=json"
        let type = "Content-Type: application/octet-stream"
        func upload(_ disposition: String) throws -> SiteAnswer {
            try client.send(
                "POST", path, alice.headers + [type, "Content-Disposition: \(disposition)"], body: "bytes")
        }
        let first = try upload(#"file; filename="dot ☕.png""#)
        expectEqual(first.status, 201)
        let url = first.json["uri"][0]["url"].stringValue
        try expectEqual(client.send("GET", url).text, "bytes")
        try expectEqual(upload(#"file; filename="dot ☕.png""#).json["filename"][0]["value"].string, "dot ☕_0.png")
        try expectEqual(upload("file; filename*=UTF-8''dot.png").status, 400)
        try expectEqual(upload("file; filename=dot.png").status, 400)
        try expectEqual(upload(#"file; filename="../../a.exe""#).status, 422)
        expectEqual(site.files.count, 2)
    }

    @Test("A view is paged, filtered, and empty after its last page")
    func views() throws {
        func titles(_ query: String) throws -> [String] {
            try client.send("GET", "/api/articles?_format=json\(query)").json.arrayValue.map {
                $0["title"][0]["value"].stringValue
            }
        }
        try expectEqual(titles("&page=1"), ["Article number 3", "Article number 4"])
        try expectEqual(titles("&page=99"), [])
        try expectEqual(titles("&page=9223372036854775807&items_per_page=9223372036854775807"), [])
        try expectEqual(titles("&title=NUMBER+5"), ["Article number 5"])
        site.settings.views = [StubDrupalView(path: "/api/pages", contentType: "page", style: .fields)]
        try expectEqual(client.send("GET", "/api/articles?_format=json").status, 404)
        try expectEqual(client.send("GET", "/api/pages?_format=json").json[0]["nid"].string, "7")
    }

    @Test("A new password ends the sessions of the account, and needs the old one")
    func password() throws {
        let wrong = try write("PATCH", "/user/2?_format=json", #"{"pass":[{"existing":"x","value":"new"}]}"#)
        expectEqual(wrong.status, 422)
        let right = try write("PATCH", "/user/2?_format=json", #"{"pass":[{"existing":"alice-pass","value":"new"}]}"#)
        expectEqual(right.status, 200)
        try expectEqual(client.send("GET", "/user/2?_format=json", ["Cookie: \(alice.cookie)"]).status, 403)
        let cookie = try #require(right.cookie)
        try expectEqual(client.send("GET", "/user/2?_format=json", ["Cookie: \(cookie)"]).status, 200)
    }

    @Test("Visitors create accounts as the settings allow")
    func registration() throws {
        func register(_ name: String, password: Bool) throws -> Int {
            let pass = password ? #","pass":{"value":"secret"}"# : ""
            return try client.send(
                "POST", "/user/register?_format=json", ["Content-Type: application/json"],
                body: #"{"name":{"value":"\#(name)"},"mail":{"value":"\#(name)@example.com"}\#(pass)}"#
            ).status
        }
        try expectEqual(register("frank", password: true), 200)
        try expectEqual(register("frank", password: true), 422)
        try expectEqual(client.send("GET", "/user/7?_format=json", [basic("frank", "secret")]).status, 200)
        site.settings.registration = .visitorsWithMailVerification
        try expectEqual(register("gina", password: true), 422)
        try expectEqual(register("gina", password: false), 200)
        site.settings.registration = .administrators
        try expectEqual(register("hank", password: true), 403)
        _ = try client.send(
            "POST", "/user/password?_format=json", ["Content-Type: application/json"], body: #"{"mail":"a@b.c"}"#)
        expectEqual(site.passwordRequests, ["a@b.c"])
    }
}
