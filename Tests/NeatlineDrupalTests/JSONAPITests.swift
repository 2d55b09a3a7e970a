import Foundation
import NeatlineDrupal
import NeatlineTestSupport
import NeatlineTesting
import Testing

struct MappedResource: Mappable {
    var id = ""
    var title = ""
    var author: String?
    var tags: [String]?
    init?(map: Map) {}
    mutating func mapping(map: Map) {
        id <- map["id"]
        title <- map["title"]
        author <- map["uid.display_name"]
        tags <- map["field_tags.0.name"]
    }
}

struct ArticleAttributes: Codable { var title: String }

struct MappedAttributes: Mappable {
    var title = ""
    init(_ title: String) { self.title = title }
    init?(map: Map) {}
    mutating func mapping(map: Map) { title <- map["title"] }
}

@Suite("JSON:API", .hangLimit)
struct JSONAPITests {
    static let page = """
        {"data":[{"type":"node--article","id":"a1","attributes":{"title":"One","status":true},"relationships":{\
        "uid":{"data":{"type":"user--user","id":"u1","meta":{"drupal_internal__target_id":1}}},\
        "field_tags":{"data":[{"type":"taxonomy_term--tags","id":"t1"},{"type":"taxonomy_term--tags","id":"t9"}]},\
        "field_image":{"data":null},"links_only":{"links":{}}}}],\
        "included":[{"type":"user--user","id":"u1","attributes":{"display_name":"admin"}},\
        {"type":"taxonomy_term--tags","id":"t1","attributes":{"name":"alpine"}}],\
        "meta":{"omitted":{"links":{"help":{"href":"https://www.drupal.org"},\
        "item--x":{"href":"https://example.org/jsonapi/node/article/6"}}}},"links":{}}
        """

    @Test("A page: resources, included resources, omitted ones")
    func document() async throws {
        let site = MockSite()
        site.respondJSONAPI(.get, "/jsonapi/node/article", Self.page)
        let api = try site.client().jsonAPI
        let page = try await api.page("node--article", DrupalQuery(include: ["uid", "field_tags"], limit: 2))
        expectEqual(site.summaries, ["GET /jsonapi/node/article?include=uid%2Cfield_tags&page%5Blimit%5D=2"])
        expectEqual(site.transport.requests[0]["Accept"], "application/vnd.api+json")
        expect(page.next == nil && page.omitted.map(\.lastPathComponent) == ["6"])
        let article = try #require(page.resource)
        expect(article.id == "a1" && article.type.name == "node--article" && article["title"] == "One")
        expect(article.attributes["status"] == true && article["bogus"].error != nil)
        expectEqual(article.related("uid")?["display_name"], "admin")
        expectEqual(article.allRelated("field_tags").map(\.id), ["t1"])
        expectEqual(article.relationship("field_tags")?.ids.map(\.id), ["t1", "t9"])
        expect(article.relationship("field_image") == .one(nil) && article.relationship("links_only") == nil)
        expectEqual(article.relationship("uid")?.ids.first?.meta?["drupal_internal__target_id"], 1)
        expect(article.related("bogus") == nil)
    }

    @Test("An included resource finds the resource of the document, a single one or one of a page")
    func relatedInDocument() async throws {
        let site = MockSite()
        let article = #"{"type":"n--n","id":"a","relationships":{"r":{"data":{"type":"m--m","id":"b"}}}}"#
        let included = #"[{"type":"m--m","id":"b","relationships":{"r":{"data":{"type":"n--n","id":"a"}}}}]"#
        for data in [article, "[\(article)]"] {
            site.respondJSONAPI(.get, "/jsonapi/n/n", #"{"data":\#(data),"included":\#(included)}"#, times: 1)
        }
        let api = try site.client().jsonAPI
        for _ in 0..<2 {
            let resource = try await api.page("n--n").resource
            expectEqual(resource?.related("r")?.related("r")?.id, "a")
        }
    }

    @Test("Models see the attributes and the included resources as one object")
    func models() async throws {
        let site = MockSite()
        site.respondJSONAPI(.get, "/jsonapi/node/article", Self.page)
        let api = try site.client().jsonAPI
        let mapped = try await api.resources("node--article", as: MappedResource.self).all()
        expect(mapped.map(\.title) == ["One"] && mapped[0].id == "a1" && mapped[0].author == "admin")
        let decoded = try await api.resources("node--article", as: ArticleAttributes.self).all()
        expectEqual(decoded.map(\.title), ["One"])
        let article = try #require(try await api.page("node--article").resource)
        let flat = article.flattened
        expect(flat["field_tags", 0, "name"] == "alpine" && flat["field_tags", 1, "id"] == "t9")
        expect(flat["field_image"] == .null && flat["type"] == "node--article")
        try expectEqual(article.model(MappedResource.self).title, "One")
        try expectEqual(article.model(ArticleAttributes.self).title, "One")
        struct Other: Decodable { var bogus: Int }
        #expect(throws: DrupalError.self) { try article.model(Other.self) }
    }

    @Test("Resources that include each other, and those that refer to one very often, have a bound")
    func flattening() async throws {
        let site = MockSite()
        let loop = """
            {"data":{"type":"n--n","id":"a","relationships":{"r":{"data":{"type":"n--n","id":"b"}}}},\
            "included":[{"type":"n--n","id":"b","relationships":{"r":{"data":{"type":"n--n","id":"a"}},\
            "s":{"data":{"type":"n--n","id":"b"}}}}]}
            """
        site.respondJSONAPI(.get, "/jsonapi/n/n/loop", loop)
        // 40 levels, each of which refers to the next twice: 2 to the power of 40 paths.
        var included: [JSON] = []
        for level in 0..<40 {
            let next: JSON = ["type": "n--n", "id": "l\(level + 1)"]
            included.append(["type": "n--n", "id": "l\(level)", "relationships": ["r": ["data": [next, next]]]])
        }
        site.respondJSONAPI(
            .get, "/jsonapi/n/n/wide", try JSON(["data": included[0], "included": included]).serializedString())
        let chain = (0..<5000).map { level in
            [
                "type": "n--n", "id": "c\(level)",
                "relationships": ["r": ["data": ["type": "n--n", "id": "c\(level + 1)"]]],
            ]
                as JSON
        }
        site.respondJSONAPI(
            .get, "/jsonapi/n/n/chain", try JSON(["data": chain[0], "included": chain]).serializedString())
        let api = try site.client().jsonAPI
        let flat = try await api.resource("n--n", id: "loop").flattened
        expect(
            try flat.serializedString().utf8.count < 300 && flat["r", "r", "id"] == "a" && flat["r", "s", "id"] == "b")
        try await expectEqual(api.resource("n--n", id: "wide").flattened["r", 0, "r", 1, "id"], "l2")
        try await expectEqual(api.resource("n--n", id: "chain").flattened["r", "r", "id"], "c2")
    }

    @Test("Pages are followed by their links: short ones, empty ones, to the end")
    func paging() async throws {
        func page(_ ids: [String], next: String?) -> String {
            let data = ids.map { ["type": "n--n", "id": $0] as JSON }
            let links: JSON = next.map { ["next": ["href": JSON.string($0)]] } ?? [:]
            return (try? JSON(["data": data, "links": links]).serializedString()) ?? ""
        }
        let site = MockSite()
        site.respondJSONAPI(.get, "/jsonapi/n/n?page[offset]=2", page([], next: "?page%5Boffset%5D=4&x=1"))
        site.respondJSONAPI(.get, "/jsonapi/n/n?page[offset]=4", page(["c"], next: nil))
        site.respondJSONAPI(.get, "/jsonapi/n/n", page(["a", "b"], next: "/jsonapi/n/n?page%5Boffset%5D=2&x=1"))
        site.respondJSONAPI(.get, "/jsonapi/m/m", page([], next: MockSite.url + "/jsonapi/n/n?page%5Boffset%5D=4&x=1"))
        let api = try site.client().jsonAPI
        var ids: [String] = []
        for try await resource in api.resources("n--n", DrupalQuery(limit: 2)) { ids.append(resource.id) }
        expectEqual(ids, ["a", "b", "c"])
        expectEqual(
            site.summaries,
            [
                "GET /jsonapi/n/n?page%5Blimit%5D=2", "GET /jsonapi/n/n?page%5Boffset%5D=2&x=1",
                "GET /jsonapi/n/n?page%5Boffset%5D=4&x=1",
            ])
        let first = try await api.page("n--n")
        expect(try await api.page(after: first)?.resources.isEmpty ?? false)
        let absolute = try await api.page("m--m")
        try await expectEqual(api.page(after: absolute)?.resources.map(\.id), ["c"])
    }

    @Test("A link to another origin is not followed, nor is one to the same page for ever")
    func links() async throws {
        for (href, reason) in [
            (
                "https://evil.example/jsonapi/n/n",
                DrupalError.Reason.foreignLink(URL(string: "https://evil.example/jsonapi/n/n")!)
            ),
            ("http://example.org/jsonapi/n/n", .foreignLink(URL(string: "http://example.org/jsonapi/n/n")!)),
            ("https://example.org/jsonapi/n/n?page=1", .unreadableBody),
        ] {
            let site = MockSite()
            site.respondJSONAPI(
                .get, "/jsonapi/n/n", #"{"data":[{"type":"n--n","id":"a"}],"links":{"next":{"href":"\#(href)"}}}"#)
            let client = try site.client()
            let error = try await drupalError { _ = try await client.jsonAPI.resources("n--n").all() }
            expectEqual(error.reason, reason)
            expect(site.summaries.count <= 2)
        }
    }

    @Test("Pages that lead to one another end with an error", arguments: 1...4)
    func cycles(length: Int) async throws {
        let site = MockSite()
        // The first page leads into the cycle, and is not one of it.
        for number in 0...length {
            let href = "/jsonapi/n/n/\(number % length + 1)"
            site.respondJSONAPI(
                .get, number == 0 ? "/jsonapi/n/n" : "/jsonapi/n/n/\(number)",
                #"{"data":[{"type":"n--n","id":"\#(number)"}],"links":{"next":{"href":"https://example.org\#(href)"}}}"#
            )
        }
        let client = try site.client()
        var ids: [String] = []
        let error = try await drupalError {
            for try await resource in client.jsonAPI.resources("n--n") { ids.append(resource.id) }
        }
        expect(error.reason == .unreadableBody && error.request == "GET /jsonapi/n/n/\(length)")
        expectEqual(ids, (0..<length).map { "\($0)" })
    }

    @Test("Creating, changing, deleting: types, bodies and tokens")
    func writing() async throws {
        let site = MockSite()
        site.acceptLogin()
        let reply = #"{"data":{"type":"node--article","id":"a1","attributes":{"title":"One"}}}"#
        site.respondJSONAPI(.post, "/jsonapi/node/article", reply, status: 201)
        site.respondJSONAPI(.patch, "/jsonapi/node/article/a1", reply)
        site.transport.on(.delete, "/jsonapi/node/article/a1", respond: .status(204))
        let client = try site.client()
        try await client.login(username: "alice", password: "x")
        let api = client.jsonAPI
        let tag = DrupalResourceID("taxonomy_term--tags", "t1", meta: ["alt": "x"])
        let created = try await api.create(
            "node--article", id: "a1", attributes: ["title": "One"],
            relationships: ["uid": .one(nil), "field_tags": .many([tag])])
        expectEqual(created.id, "a1")
        let request = try #require(site.transport.requests.last)
        expect(request["Content-Type"] == "application/vnd.api+json" && request["X-CSRF-Token"] == "csrf-live%2C1")
        expectEqual(
            request.text,
            #"{"data":{"type":"node--article","id":"a1","attributes":{"title":"One"},"relationships":"#
                + #"{"field_tags":{"data":[{"type":"taxonomy_term--tags","id":"t1","meta":{"alt":"x"}}]},"#
                + #""uid":{"data":null}}}}"#)
        try await api.create("node--article", attributes: MappedAttributes("One"))
        try await api.create("node--article", attributes: ArticleAttributes(title: "One"))
        for request in site.transport.requests.suffix(2) {
            expectEqual(request.text, #"{"data":{"type":"node--article","attributes":{"title":"One"}}}"#)
        }
        try await api.update("node--article", id: "a1", attributes: ["title": "One"])
        try await api.update("node--article", id: "a1", attributes: MappedAttributes("One"))
        try await api.update("node--article", id: "a1", attributes: ArticleAttributes(title: "One"))
        for request in site.transport.requests.suffix(3) {
            expectEqual(request.text, #"{"data":{"type":"node--article","id":"a1","attributes":{"title":"One"}}}"#)
        }
        try await api.delete("node--article", id: "a1")
        expectEqual(site.summaries.last, "DELETE /jsonapi/node/article/a1")
        expect(!site.summaries.contains { $0.contains("/jsonapi") && $0.contains("_format") })
    }

    @Test("Relationships: read, replace, add, remove, related resources")
    func relationships() async throws {
        let site = MockSite()
        let path = "/jsonapi/node/article/a1/relationships/field_tags"
        let many = #"{"data":[{"type":"taxonomy_term--tags","id":"t1"}]}"#
        site.respondJSONAPI(.get, path, many)
        site.respondJSONAPI(.post, path, many)
        site.transport.on(.patch, path, respond: .status(204))
        site.transport.on(.delete, path, respond: .status(204))
        site.respondJSONAPI(.get, "/jsonapi/node/article/a1/field_image", #"{"data":null}"#)
        site.respondJSONAPI(.get, "/jsonapi/node/article/a1/relationships/broken", "{}")
        let api = try site.client().jsonAPI
        let article = DrupalResourceID("node--article", "a1")
        let tag = DrupalResourceID("taxonomy_term--tags", "t1")
        try await expectEqual(api.relationship("field_tags", of: article), .many([tag]))
        try await api.add([tag], toRelationship: "field_tags", of: article)
        try await api.remove([tag], fromRelationship: "field_tags", of: article)
        try await api.replaceRelationship("field_tags", of: article, with: .many([]))
        expectEqual(
            site.transport.requests.map { "\($0.method) \($0.text)" },
            [
                "GET ", "POST \(many)", "DELETE \(many)", #"PATCH {"data":[]}"#,
            ])
        expect(try await api.related("field_image", of: article).resource == nil)
        let error = try await drupalError { _ = try await api.relationship("broken", of: article) }
        expectEqual(error.reason, .unreadableBody)
    }

    @Test("Files: for a new resource and for a stored one")
    func upload() async throws {
        let site = MockSite()
        let reply = #"{"data":{"type":"file--file","id":"f1","attributes":{"filename":"dot.png"}}}"#
        site.respondJSONAPI(.post, "/jsonapi/node/article/field_image", reply, status: 201)
        site.respondJSONAPI(
            .post, "/jsonapi/node/article/a1/field_files",
            #"{"data":[{"type":"file--file","id":"f0"},{"type":"file--file","id":"f1"}]}"#)
        let api = try site.client().jsonAPI
        let file = try await api.upload([1, 2], name: "d\"ot.png", to: "field_image", of: "node--article")
        expect(file.id == "f1" && file["filename"] == "dot.png")
        let request = site.transport.requests[0]
        expectEqual(request["Content-Type"], "application/octet-stream")
        expectEqual(request["Content-Disposition"], "file; filename=\"d_ot.png\"")
        expect(request["Accept"] == "application/vnd.api+json" && request.body == Data([1, 2]))
        let stored = try await api.upload(
            Data([1]), name: "dot.png", to: "field_files", of: DrupalResourceID("node--article", "a1"))
        expectEqual(stored.id, "f1")
    }

    @Test("Documents of another shape")
    func badDocuments() async throws {
        for text in ["[]", "{}", "5", #"{"meta":{}}"#, #"{"data":"a"}"#, #"{"data":5}"#, #"{"data":false}"#] {
            let site = MockSite()
            site.respondJSONAPI(.get, "/jsonapi/n/n", text)
            site.respondJSONAPI(.get, "/jsonapi/n/n/a/relationships/r", text)
            let api = try site.client().jsonAPI
            let error = try await drupalError { _ = try await api.page("n--n") }
            expectEqual(error.reason, .unreadableBody)
            let other = try await drupalError { _ = try await api.relationship("r", of: DrupalResourceID("n--n", "a")) }
            expectEqual(other.reason, .unreadableBody)
        }
        let site = MockSite()
        site.respondJSONAPI(
            .get, "/jsonapi/n/n", #"{"data":[5,{"id":"a"},{"type":"n--n","id":"b"}],"links":{"next":5},"included":{}}"#)
        let page = try await site.client().jsonAPI.page("n--n")
        expect(page.resources.map(\.id) == ["b"] && page.next == nil && page.omitted.isEmpty)
        site.respondJSONAPI(.get, "/jsonapi/n/n/x", #"{"data":null}"#)
        let error = try await drupalError { _ = try await site.client().jsonAPI.resource("n--n", id: "x") }
        expectEqual(error.reason, .unreadableBody)
    }

    @Test("Another path, and types with another path")
    func paths() async throws {
        let site = MockSite()
        site.respondJSONAPI(.get, "/api/v1/articles", #"{"data":[]}"#)
        let type = DrupalResourceType("node--article", path: "articles")
        _ = try await site.client().jsonAPI(path: "api/v1").page(type)
        expectEqual(DrupalResourceType("taxonomy_term--tags--x").path, "taxonomy_term/tags--x")
        try site.transport.verify()
    }
}

@Suite("Parameters of JSON:API")
struct QueryTests {
    private func text(_ query: DrupalQuery) -> String {
        query.items.map { "\($0.name)=\($0.value)" }.joined(separator: "&")
    }

    private func text(_ filter: DrupalFilter) -> String { text(DrupalQuery(filter: filter)) }

    @Test("Every operator")
    func operators() {
        for comparison in DrupalFilter.Operator.allCases {
            let condition = "filter[c1][condition]"
            let expected: String
            let filter: DrupalFilter
            switch comparison {
            case .isNull, .isNotNull:
                filter = .where("a", comparison)
                expected = "\(condition)[path]=a&\(condition)[operator]=\(comparison.rawValue)"
            case .isIn, .isNotIn, .isBetween, .isNotBetween:
                filter = .where("a", comparison, 1, 3)
                expected =
                    "\(condition)[path]=a&\(condition)[operator]=\(comparison.rawValue)"
                    + "&\(condition)[value][]=1&\(condition)[value][]=3"
            case .equal:
                filter = .where("a", comparison, "x")
                expected = "\(condition)[path]=a&\(condition)[value]=x"
            default:
                filter = .where("a", comparison, "x")
                expected = "\(condition)[path]=a&\(condition)[operator]=\(comparison.rawValue)&\(condition)[value]=x"
            }
            expectEqual(text(filter), expected)
        }
    }

    @Test("Values")
    func values() {
        let values: [(DrupalFilter.Value, String)] = [
            ("x", "x"), (5, "5"), (2.5, "2.5"), (true, "1"), (false, "0"), (.init(UInt8(7)), "7"), (.init("y"), "y"),
        ]
        for (value, expected) in values {
            expect(text(.where("a", value)).hasSuffix("[value]=\(expected)"))
        }
        expect(text(.where("a", .isIn, anyOf: ["x"])).hasSuffix("[value][]=x"))
    }

    @Test("Groups within groups")
    func groups() {
        expectEqual(
            text(.where("a", 1) && .where("b", 2)),
            "filter[c1][condition][path]=a&filter[c1][condition][value]=1"
                + "&filter[c2][condition][path]=b&filter[c2][condition][value]=2")
        expectEqual(
            text(.where("a", 1) || .where("b", 2)),
            "filter[g1][group][conjunction]=OR"
                + "&filter[c2][condition][path]=a&filter[c2][condition][value]=1&filter[c2][condition][memberOf]=g1"
                + "&filter[c3][condition][path]=b&filter[c3][condition][value]=2&filter[c3][condition][memberOf]=g1")
        expectEqual(
            text(.or([.and([.where("a", 1), .where("b", 2)]), .where("c", 3)])),
            "filter[g1][group][conjunction]=OR"
                + "&filter[g2][group][conjunction]=AND&filter[g2][group][memberOf]=g1"
                + "&filter[c3][condition][path]=a&filter[c3][condition][value]=1&filter[c3][condition][memberOf]=g2"
                + "&filter[c4][condition][path]=b&filter[c4][condition][value]=2&filter[c4][condition][memberOf]=g2"
                + "&filter[c5][condition][path]=c&filter[c5][condition][value]=3&filter[c5][condition][memberOf]=g1")
        expectEqual(
            .where("a", 1) && .where("b", 2) && .where("c", 3),
            .and(
                ["a", "b", "c"].enumerated().map {
                    .where($0.element, .init($0.offset + 1))
                }))
        expect(text(.or([])).isEmpty && text(.and([.or([])])).isEmpty)
    }

    @Test("Order, included resources, fields, pages and others")
    func rest() {
        let query = DrupalQuery(
            sort: [.descending("created"), .ascending("title")], include: ["uid", "uid.user_picture"],
            fields: ["user--user": ["name"], "node--article": ["title", "uid"]], limit: 10, offset: 20,
            parameters: ["resourceVersion": "rel:latest-version"])
        expectEqual(
            text(query),
            "sort=-created,title&include=uid,uid.user_picture&fields[node--article]=title,uid"
                + "&fields[user--user]=name&page[offset]=20&page[limit]=10&resourceVersion=rel:latest-version")
        expect(DrupalQuery().items.isEmpty)
    }
}
