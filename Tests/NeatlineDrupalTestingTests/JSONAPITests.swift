import Foundation
import NeatlineDrupalTesting
import NeatlineJSON
import NeatlineTestSupport
import Testing

@Suite(.ownThreads, .hangLimit)
struct JSONAPITests {
    private let site: StubDrupalSite
    private let client: SiteClient
    private let alice: StubDrupalSession

    init() throws {
        site = try StubDrupalSite()
        client = SiteClient(site: site)
        alice = try #require(site.openSession(for: "alice"))
    }

    private func write(_ method: String, _ target: String, _ body: String) throws -> SiteAnswer {
        try client.send(method, target, alice.headers + ["Content-Type: application/vnd.api+json"], body: body)
    }

    private func uuid(ofNode id: Int) -> String { site.node(id)?["uuid"][0]["value"].stringValue ?? "" }

    private func numbers(_ query: String, _ headers: [String] = []) throws -> [Int] {
        try client.send("GET", "/jsonapi/node/article?\(query)", headers).json["data"].arrayValue.map {
            $0["attributes"]["drupal_internal__nid"].intValue
        }
    }

    @Test("Pages may be short; the links lead to the end")
    func pages() throws {
        for number in 8...12 { site.addNode(StubDrupalNode("Article \(number)", isPublished: number % 2 == 0)) }
        var target = "/jsonapi/node/article?page[limit]=2"
        var sizes: [Int] = []
        var omitted = 0
        while sizes.count < 20 {
            let page = try client.send("GET", target).json
            sizes.append(page["data"].count)
            omitted += max(0, page["meta"]["omitted"]["links"].count - 1)
            guard let next = page["links"]["next"]["href"].string else { break }
            target = "/" + (next.components(separatedBy: "\(site.server.port)/").last ?? "")
        }
        expectEqual(sizes, [2, 2, 1, 1, 1, 1])
        expectEqual(omitted, 3)
        try expectEqual(numbers("page[offset]=9223372036854775807&page[limit]=-9223372036854775808"), [])
        try expectEqual(numbers("page[limit]=100"), [1, 2, 3, 4, 5, 8, 10, 12])
    }

    @Test(
        "Filters and sorting",
        arguments: [
            ("filter[title]=article%20NUMBER%202", [2]), ("filter[drupal_internal__nid][value]=3", [3]),
            (
                "filter[a][condition][path]=title&filter[a][condition][operator]=STARTS_WITH"
                    + "&filter[a][condition][value]=Article", [1, 2, 3, 4, 5]
            ),
            (
                "filter[n][condition][path]=drupal_internal__nid&filter[n][condition][operator]=BETWEEN"
                    + "&filter[n][condition][value][]=2&filter[n][condition][value][]=4&sort=-title", [4, 3, 2]
            ),
            (
                "filter[n][condition][path]=drupal_internal__nid&filter[n][condition][operator]=NOT%20IN"
                    + "&filter[n][condition][value][1]=2&filter[n][condition][value][2]=4", [1, 3, 5]
            ),
            ("filter[drupal_internal__nid][operator]=%3E%3D&filter[drupal_internal__nid][value]=5", [5]),
            (
                "filter[f][condition][path]=field_image&filter[f][condition][operator]=IS%20NULL&sort=-created",
                [5, 4, 3, 2, 1]
            ),
            ("filter[field_tags.name]=red&sort=drupal_internal__nid", [2, 3, 5]), ("filter[uid.name]=alice", []),
            (
                "filter[o][group][conjunction]=OR&filter[a][condition][path]=drupal_internal__nid"
                    + "&filter[a][condition][value]=1&filter[a][condition][memberOf]=o&filter[b][condition][path]=title"
                    + "&filter[b][condition][operator]=ENDS_WITH&filter[b][condition][value]=4"
                    + "&filter[b][condition][memberOf]=o", [1, 4]
            ),
        ])
    func filters(_ query: String, _ expected: [Int]) throws { try expectEqual(numbers(query), expected) }

    @Test("Accounts may filter by what they see of others")
    func filterAsAccount() throws {
        try expectEqual(numbers("filter[uid.name]=alice", ["Cookie: \(alice.cookie)"]), [4, 5])
    }

    @Test(
        "Wrong parameters are 400",
        arguments: [
            "filter[bogus]=1", "filter=1", "filter[t][condition][path]=title&filter[t][condition][operator]=LIKE",
            "filter[t][condition][memberOf]=none&filter[t][condition][path]=title&filter[t][condition][value]=1",
            "sort=bogus", "sort=title,,-", "include=bogus", "include=uid.", "page=1", "foo=bar", "filter[title]",
        ])
    func wrongParameters(_ query: String) throws {
        let answer = try client.send("GET", "/jsonapi/node/article?\(query)")
        // A name without a value is the empty text, which is a value.
        expectEqual(answer.status, query == "filter[title]" ? 200 : 400)
    }

    @Test("A resource is created, changed and deleted; errors have pointers")
    func lifeOfResource() throws {
        let created = try write(
            "POST", "/jsonapi/node/article",
            #"{"data":{"type":"node--article","attributes":{"title":"New","body":{"value":"x","format":"plain_text"}}}}"#
        )
        expectEqual(created.status, 201)
        let id = created.json["data"]["id"].stringValue
        expectEqual(created.header("Location")?.contains("/jsonapi/node/article/\(id)?resourceVersion=id%3A8"), true)
        let path = "/jsonapi/node/article/\(id)"
        let long = String(repeating: "x", count: 256)
        let wrong = try write(
            "PATCH", path,
            #"{"data":{"type":"node--article","id":"\#(id)","attributes":{"title":"\#(long)","body":{"value":"x","format":"?"}}}}"#
        )
        expectEqual(wrong.status, 422)
        expectEqual(
            wrong.json["errors"].arrayValue.map { $0["source"]["pointer"].string },
            [
                "/data/attributes/title/value", "/data/attributes/body/format",
            ])
        let forbidden = try write(
            "PATCH", path, #"{"data":{"type":"node--article","id":"\#(id)","attributes":{"sticky":true}}}"#)
        expectEqual(forbidden.status, 403)
        expectEqual(forbidden.json["errors"][0]["source"]["pointer"].string, "/data/attributes/sticky")
        let other = try write("PATCH", path, #"{"data":{"type":"node--article","id":"\#(uuid(ofNode: 1))"}}"#)
        expectEqual(other.status, 400)
        try expectEqual(client.send("DELETE", path, alice.headers).status, 204)
        try expectEqual(client.send("GET", path).status, 404)
        site.settings.isJSONAPIReadOnly = true
        try expectEqual(write("POST", "/jsonapi/node/article", "{}").header("Allow"), "GET")
    }

    @Test("Relationships are read, added to, replaced and removed from")
    func relationships() throws {
        let path = "/jsonapi/node/article/\(uuid(ofNode: 4))/relationships/field_tags"
        let terms = site.terms.map { $0["uuid"][0]["value"].stringValue }
        func body(_ ids: String...) -> String {
            #"{"data":[\#(ids.map { #"{"type":"taxonomy_term--tags","id":"\#($0)"}"# }.joined(separator: ","))]}"#
        }
        func tags() throws -> [String] {
            try client.send("GET", path).json["data"].arrayValue.map { $0["id"].stringValue }
        }
        try expectEqual(write("PATCH", path, body(terms[0])).status, 204)
        try expectEqual(write("POST", path, body(terms[1])).status, 200)
        try expectEqual(write("POST", path, body(terms[1])).json["data"].count, 2)
        try expectEqual(tags(), [terms[0], terms[1]])
        try expectEqual(write("DELETE", path, body(terms[0])).status, 204)
        try expectEqual(tags(), [terms[1]])
        let related = try client.send("GET", path.replacing("relationships/", with: ""))
        expectEqual(related.json["data"][0]["attributes"]["name"].string, "Green")
        let included = try client.send(
            "GET",
            "/jsonapi/node/article?include=field_tags.parent,uid&fields[user--user]=display_name"
                + "&fields[node--article]=title&page[limit]=1")
        expectEqual(Set(included.json["data"][0].dictionaryValue.keys), ["type", "id", "links", "attributes"])
        expectEqual(included.json["included"].count, 3)
    }

    @Test("Files are uploaded to the fields of new and of existing resources")
    func upload() throws {
        let fields =
            alice.headers + [
                "Content-Type: application/octet-stream", #"Content-Disposition: file; filename="a.png""#,
            ]
        let new = try client.send("POST", "/jsonapi/node/article/field_image", fields, body: "a")
        expectEqual(new.status, 201)
        expectEqual(new.json["data"]["attributes"]["status"].bool, false)
        let existing = try client.send(
            "POST", "/jsonapi/node/article/\(uuid(ofNode: 4))/field_image", fields, body: "b")
        expectEqual(existing.status, 200)
        expectEqual(site.node(4)?["field_image"][0]["target_id"].int, 2)
        try expectEqual(client.send("POST", "/jsonapi/node/article/body", fields, body: "a").status, 500)
    }
}
