import Foundation
import NeatlineDrupal
import NeatlineTestSupport
import NeatlineTesting
import Testing

struct MappedArticle: Mappable {
    var id: Int?
    var title = ""
    var bundle: String?
    var tags: String?

    init(title: String) {
        self.title = title
        bundle = "article"
    }
    init?(map: Map) {}
    mutating func mapping(map: Map) {
        id <- (map["nid"], DrupalValue<Int>())
        title <- (map["title"], DrupalValue<String>())
        bundle <- (map["type"], DrupalReference())
        tags <- (map["field_tags"], DrupalReference())
    }
}

struct CodableArticle: Codable {
    var nid: DrupalField<Int>?
    var type: DrupalReferences = ["article"]
    var title: DrupalField<String>
}

@Suite("Entities of core REST", .hangLimit)
struct EntityTests {
    static let article = """
        {"nid":[{"value":8}],"uuid":[{"value":"bb82"}],"type":[{"target_id":"article","target_type":"node_type"}],\
        "uid":[{"target_id":2}],"title":[{"value":"Hello"}],"field_tags":[{"target_id":5},{"target_id":7}],"body":[]}
        """

    @Test("Each type has its paths, for creating and for the rest")
    func paths() async throws {
        let site = MockSite()
        for method in [HTTPMethod.get, .post, .patch, .delete] {
            site.transport.on(method, "/*", respond: .json("{}"))
        }
        let client = try site.client()
        let custom = DrupalEntityType("commerce_product", path: "product", creationPath: "product/new")
        for type in [
            .node, .comment, .user, .taxonomyTerm, .media, .file, DrupalEntityType(rawValue: "node_type"), custom,
        ] as [DrupalEntityType] {
            _ = try await client.read(type, id: 36)
            try await client.create(type, [:])
            try await client.update(type, id: "36", [:])
            try await client.delete(type, id: 36)
        }
        let paths = site.summaries.map { $0.replacing("?_format=json", with: "") }
        expectEqual(
            stride(from: 0, to: paths.count, by: 4).map { paths[$0] },
            [
                "GET /node/36", "GET /comment/36", "GET /user/36", "GET /taxonomy/term/36", "GET /media/36/edit",
                "GET /entity/file/36", "GET /entity/node_type/36", "GET /product/36",
            ])
        expectEqual(
            stride(from: 1, to: paths.count, by: 4).map { paths[$0] },
            [
                "POST /node", "POST /comment", "POST /entity/user", "POST /taxonomy/term", "POST /entity/media",
                "POST /entity/file", "POST /entity/node_type", "POST /product/new",
            ])
        expect(paths[2] == "PATCH /node/36" && paths[3] == "DELETE /node/36")
        expect(site.summaries.allSatisfy { $0.hasSuffix("?_format=json") })
        expect(DrupalEntityType(rawValue: "node") == .node && DrupalEntityType.node.rawValue == "node")
    }

    @Test("Raw JSON: the statuses and bodies of the four operations")
    func raw() async throws {
        let site = MockSite()
        site.respond(.get, "/node/8", Self.article)
        site.respond(.post, "/node", Self.article, status: 201)
        site.respond(.patch, "/node/8", Self.article)
        site.transport.on(.delete, "/node/8", respond: .status(204))
        let client = try site.client()
        try await expectEqual(client.node(8)["title", 0, "value"], "Hello")
        let created = try await client.createNode(["type": [["target_id": "article"]], "title": [["value": "Hello"]]])
        expectEqual(created["nid", 0, "value"], 8)
        expectEqual(site.transport.requests[1].text, #"{"type":[{"target_id":"article"}],"title":[{"value":"Hello"}]}"#)
        try await expectEqual(client.updateNode("8", ["type": [["target_id": "article"]]])["nid", 0, "value"], 8)
        try await client.deleteNode(8)
        expect(site.transport.requests[3].body.isEmpty && site.transport.requests[3]["Content-Type"] == nil)
    }

    @Test("Models: mapped and decoded, read and written")
    func models() async throws {
        let site = MockSite()
        site.respond(.get, "/node/8", Self.article)
        site.respond(.post, "/node", Self.article, status: 201)
        site.respond(.patch, "/node/8", Self.article)
        let client = try site.client()
        let mapped = try await client.read(.node, id: 8, as: MappedArticle.self)
        expect(mapped.id == 8 && mapped.title == "Hello" && mapped.bundle == "article" && mapped.tags == "5")
        let decoded: CodableArticle = try await client.read(.node, id: 8)
        expect(decoded.nid?.value == 8 && decoded.title.value == "Hello" && decoded.type.id == "article")
        try await expectEqual(client.create(.node, MappedArticle(title: "Hello")).id, 8)
        try await expectEqual(client.create(.node, CodableArticle(title: "Hello")).nid?.value, 8)
        try await expectEqual(client.update(.node, id: 8, MappedArticle(title: "Hello")).id, 8)
        try await client.update(.node, id: 8, CodableArticle(title: "Hello"))
        let bodies = try site.transport.requests.suffix(4).map { try JSON(parsing: $0.text) }
        for body in bodies { expectEqual(body, ["type": [["target_id": "article"]], "title": [["value": "Hello"]]]) }
    }

    @Test("The fields without their lists")
    func entity() throws {
        let read = DrupalEntity(try JSON(parsing: Self.article))
        expect(read.id == "8" && read.uuid == "bb82" && read.value(of: "title") == "Hello")
        expect(read.references(of: "field_tags") == ["5", "7"] && read.references(of: "body").isEmpty)
        expect(DrupalEntity(["uid": [["value": 3]]]).id == "3" && DrupalEntity([:]).id == nil)
        var made = DrupalEntity(bundle: "article")
        made.set("Hello", for: "title")
        made.set("public://a", for: "link", key: "uri")
        made.set(.null, for: "body")
        made.setReferences(["5"], for: "field_tags")
        try expectEqual(
            made.json.serializedString(),
            #"{"type":[{"target_id":"article"}],"title":[{"value":"Hello"}],"link":[{"uri":"public://a"}],"#
                + #""body":[],"field_tags":[{"target_id":"5"}]}"#)
    }

    @Test("Identifiers and parameters are percent-encoded; a segment that leads elsewhere is refused")
    func encoding() async throws {
        let site = MockSite()
        site.transport.on(.get, "/*", respond: .json("{}"))
        let client = try site.client()
        _ = try await client.read(.node, id: "1/../2?x=1#y&ä%")
        expectEqual(site.summaries.last, "GET /node/1%2F..%2F2%3Fx%3D1%23y%26%C3%A4%25?_format=json")
        _ = try await client.request("/a b/ü//c/", query: ["q&": "x=y&+ é", "page": "2"])
        expectEqual(site.summaries.last, "GET /a%20b/%C3%BC/c?q%26=x%3Dy%26%2B%20%C3%A9&page=2&_format=json")
        for id in ["..", "."] {
            let error = try await drupalError { _ = try await client.read(.node, id: id) }
            expectEqual(error.reason, .invalidURL("node/\(id)"))
        }
        expectEqual(site.transport.requests.count, 2)
        _ = try await client.read(.node, id: "")
        expectEqual(site.summaries.last, "GET /node/%20?_format=json")
    }

    @Test("A site in a folder")
    func folder() async throws {
        let site = MockSite()
        site.respond(.get, "/sites/a/node/1", "{}")
        let client = try DrupalClient(baseURL: MockSite.url + "/sites/a/", session: site.session)
        _ = try await client.node(1)
        expectEqual(site.summaries, ["GET /sites/a/node/1?_format=json"])
    }

    @Test("Generic requests: formats, other APIs, headers")
    func generic() async throws {
        let site = MockSite()
        site.transport.on(
            .get, "/node/1?_format=xml", respond: MockResponse(headers: ["Content-Type": "text/xml"], text: "<a/>"))
        site.transport.on(
            .post, "/router", respond: MockResponse(status: 201, headers: ["Location": "https://example.org/x"]))
        site.respond(.post, "/user/register", #"{"uid":[{"value":7}]}"#)
        let client = try site.client()
        let xml = try await client.request("node/1", query: ["_format": "xml"])
        expect(xml.text == "<a/>" && xml.json == .null && site.summaries[0] == "GET /node/1?_format=xml")
        let created = try await client.request(
            "router", method: .post, body: ["a": 1], headers: ["X-Extra": "1"], api: .other)
        expect(created.status == 201 && created.location?.path == "/x" && created.data.isEmpty)
        expect(site.summaries[1] == "POST /router" && site.transport.requests[1]["X-Extra"] == "1")
        let account = try await client.request("user/register", method: .post, body: ["name": [["value": "f"]]])
        expectEqual(account.json["uid", 0, "value"], 7)
    }

    struct Moment: Codable { var at: Date }

    @Test(
        "Dates are read in each form that Drupal writes",
        arguments: [
            (#""2023-11-14T22:13:21+00:00""#, 1_700_000_001), (#""2023-11-14T23:13:21+01:00""#, 1_700_000_001),
            (#""2023-11-14T22:13:21Z""#, 1_700_000_001), (#""2023-11-14T22:13:21""#, 1_700_000_001),
            (#""2023-11-14T17:13:21-0500""#, 1_700_000_001), (#""2023-11-14""#, 1_699_920_000),
            ("1700000001", 1_700_000_001), (#""1700000001""#, 1_700_000_001), (#""-1""#, -1), (#""tomorrow""#, nil),
            (#""2023-13-14""#, nil), (#""""#, nil), ("true", nil), ("null", nil),
        ] as [(String, Double?)])
    func dates(text: String, seconds: Double?) async throws {
        let site = MockSite()
        site.respond(.get, "/node/1", "{\"at\":\(text)}")
        site.respond(.post, "/node", "{\"at\":0}", status: 201)
        let client = try site.client()
        guard let seconds else {
            let error = try await drupalError { _ = try await client.read(.node, id: 1, as: Moment.self) }
            expectEqual(error.reason, .unreadableBody)
            return
        }
        let moment = try await client.read(.node, id: 1, as: Moment.self)
        expectEqual(moment.at, Date(timeIntervalSince1970: seconds))
        _ = try await client.create(.node, moment)
        let sent = try JSON(data: #require(site.transport.requests.last?.body))
        expectEqual(sent["at"].string?.hasSuffix("Z"), true)
    }

    @Test("A file is sent as its bytes, with its name in a header field")
    func upload() async throws {
        let site = MockSite()
        site.respond(.post, "/file/upload/node/article/field_image", #"{"fid":[{"value":1}]}"#, status: 201)
        let client = try site.client()
        let bytes: [UInt8] = [0, 255, 13, 10]
        let file = try await client.uploadFile(
            bytes, name: "dot.png", for: .node, bundle: "article", field: "field_image")
        expectEqual(file["fid", 0, "value"], 1)
        let request = site.transport.requests[0]
        expect(request["Content-Type"] == "application/octet-stream" && Array(request.body) == bytes)
        expectEqual(request["Content-Disposition"], "file; filename=\"dot.png\"")
        for (name, safe) in [
            ("a\"b\\c.png", "a_b_c.png"), ("../../etc/passwd", ".._.._etc_passwd"), ("a\r\nX-Evil: 1", "a__X-Evil: 1"),
            ("Ünï ☕.png", "Ünï ☕.png"), ("a\u{0}\u{85}b", "a__b"), ("a;b=\"c\"", "a;b=_c_"),
        ] {
            _ = try await client.uploadFile(bytes, name: name, for: .node, bundle: "article", field: "field_image")
            let field = site.transport.requests.last?["Content-Disposition"]
            expect(field == "file; filename=\"\(safe)\"" && site.transport.requests.last?["X-Evil"] == nil)
        }
        for name in ["", " "] {
            let error = try await drupalError {
                _ = try await client.uploadFile(bytes, name: name, for: .node, bundle: "a", field: "f")
            }
            expectEqual(error.reason, .invalidFileName)
        }
    }

    @Test("A body that is no JSON value is an error before anything is sent")
    func unencodable() async throws {
        let site = MockSite()
        let client = try site.client()
        let error = try await drupalError { try await client.createNode(JSON(["x": Double.nan])) }
        expect(error.reason == .unencodableBody && error.underlyingError != nil)
        expect(site.transport.requests.isEmpty)
    }
}
