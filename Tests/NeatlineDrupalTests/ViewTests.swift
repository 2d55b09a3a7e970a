import Foundation
import NeatlineDrupal
import NeatlineTestSupport
import NeatlineTesting
import Testing

struct ArticleRow: Mappable {
    var title = ""
    init?(map: Map) {}
    mutating func mapping(map: Map) { title <- map["title"] }
}

struct CodableRow: Codable, Equatable { var title: String }

/// Not `Sendable`.
final class RowObject: Mappable {
    var title = ""
    init?(map: Map) {}
    func mapping(map: Map) { title <- map["title"] }
}

@Suite("Views", .hangLimit)
struct ViewTests {
    private func site(_ pages: [String]) -> MockSite {
        let site = MockSite()
        site.transport.on(.get, "/api/articles") { request in
            let page = request.query.first { $0.name == "page" }.flatMap { Int($0.value) } ?? 0
            return .json(page < pages.count ? pages[page] : "[]")
        }
        return site
    }

    @Test("One page")
    func onePage() async throws {
        let site = site([#"[{"title":"A"}]"#])
        let json = try await site.client().view("api/articles", query: ["title": "A & B"])
        expectEqual(json[0, "title"], "A")
        expectEqual(site.summaries, ["GET /api/articles?title=A%20%26%20B&_format=json"])
    }

    @Test("All pages, also after a short one, until the empty one; as JSON, models and Codable values")
    func paging() async throws {
        let site = site([#"[{"title":"A"},{"title":"B"}]"#, #"[{"title":"C"}]"#, #"[{"title":"D"},{"title":"E"}]"#])
        let client = try site.client()
        var titles: [String] = []
        for try await row in client.viewRows("api/articles", query: ["sort": "title"]) {
            titles.append(row["title"].stringValue)
        }
        expectEqual(titles, ["A", "B", "C", "D", "E"])
        expectEqual(
            site.summaries,
            [
                "GET /api/articles?sort=title&_format=json", "GET /api/articles?sort=title&page=1&_format=json",
                "GET /api/articles?sort=title&page=2&_format=json", "GET /api/articles?sort=title&page=3&_format=json",
            ])
        try await expectEqual(client.viewRows("api/articles", as: ArticleRow.self).all().map(\.title), titles)
        try await expectEqual(client.viewRows("api/articles", as: CodableRow.self).all().map(\.title), titles)
        try await expectEqual(
            client.viewRows("api/articles", as: RowObject.self).all(limit: 2).map(\.title), ["A", "B"])
        expect(try await client.viewRows("api/articles").all(limit: 0).isEmpty)
    }

    @Test("The pages from the one in the query on", arguments: 0...3)
    func firstPage(number: Int) async throws {
        let site = site([#"[{"title":"A"},{"title":"B"}]"#, #"[{"title":"C"}]"#, #"[{"title":"D"}]"#])
        let rows = try site.client().viewRows("api/articles", query: ["page": "\(number)", "sort": "title"])
        let expected = [["A", "B", "C", "D"], ["C", "D"], ["D"], []][number]
        try await expectEqual(rows.all().map { $0["title"].stringValue }, expected)
        expectEqual(site.summaries.first, "GET /api/articles?page=\(number)&sort=title&_format=json")
    }

    @Test("A view without a pager, whose pages are all the same, ends")
    func noPager() async throws {
        let site = MockSite()
        site.respond(.get, "/api/all", #"[{"title":"A"},{"title":"B"}]"#)
        try await expectEqual(site.client().viewRows("api/all").all().count, 2)
        // The page, the next one, and one that no view has.
        expectEqual(site.summaries.count, 3)
    }

    @Test("Pages with the same rows do not end a view with a pager", arguments: 0...9, 1...4)
    func equalPages(count: Int, size: Int) async throws {
        let rows = Array(repeating: #"{"title":"Same"}"#, count: count)
        let pages = stride(from: 0, to: count, by: size).map { start in
            "[" + rows[start..<min(start + size, count)].joined(separator: ",") + "]"
        }
        let site = site(pages)
        try await expectEqual(site.client().viewRows("api/articles").all().count, count)
        // Whether there is a pager is asked once.
        let far = site.summaries.filter { $0.contains("page=1000000") }
        expectEqual(far.count, count >= 2 * size ? 1 : 0)
    }

    @Test("An object with rows, and one without")
    func keyPath() async throws {
        let site = MockSite()
        site.respond(.get, "/api/rows?page=1", #"{"data":{"rows":[]}}"#)
        site.respond(.get, "/api/rows", #"{"data":{"rows":[{"title":"A"}]}}"#)
        let client = try site.client()
        let rows = try await client.viewRows("api/rows", keyPath: "data.rows", as: ArticleRow.self).all()
        expectEqual(rows.map(\.title), ["A"])
        for keyPath in [nil, "data", "rows"] {
            let error = try await drupalError { _ = try await client.viewRows("api/rows", keyPath: keyPath).all() }
            expect(error.reason == .unreadableBody && error.request == "GET /api/rows")
        }
    }

    @Test("A row that is no object, and a page that fails: the iteration is over")
    func failures() async throws {
        let site = MockSite()
        site.respond(.get, "/api/articles?page=1", #"{"message":"x"}"#, status: 500)
        site.respond(.get, "/api/articles", #"[{"title":"A"}]"#)
        site.respond(.get, "/api/numbers", "[1]")
        let client = try site.client()
        var iterator = client.viewRows("api/articles").makeAsyncIterator()
        expect(try await iterator.next() != nil)
        await #expect(throws: DrupalError.self) { try await iterator.next() }
        expect(try await iterator.next() == nil)
        let error = try await drupalError { _ = try await client.viewRows("api/numbers", as: ArticleRow.self).all() }
        expectEqual(error.reason, .unreadableBody)
        let second = try await drupalError { _ = try await client.viewRows("api/numbers", as: CodableRow.self).all() }
        expectEqual(second.reason, .unreadableBody)
    }
}
