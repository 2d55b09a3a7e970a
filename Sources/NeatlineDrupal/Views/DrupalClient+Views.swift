internal import Foundation
public import NeatlineJSON
public import NeatlineMapping

// Views with a REST export, as pages and as rows.

extension DrupalClient {
    /// Reads one page of a view with a REST export.
    ///
    /// - Parameters:
    ///   - path: The path of the view.
    ///   - query: The parameters of exposed filters, and `page`.
    /// - Returns: The response's JSON: an array of rows, unless the site has another serializer.
    /// - Throws: ``DrupalError``; `CancellationError`.
    public func view(_ path: String, query: KeyValuePairs<String, String> = [:]) async throws -> JSON {
        try await request(path, query: query).json
    }

    /// Returns the rows of a view on all its pages, from the page in `query` on if there is one.
    ///
    /// A view has no total and no links, so the page after the last one has no rows. A view without a pager has all its rows
    /// on every page: if a page is the same as the one before, a page far behind tells whether there is a pager.
    ///
    /// ```swift
    /// for try await row in site.viewRows("api/articles", query: ["title": "alpine"]) {
    ///     print(row["title"].stringValue)
    /// }
    /// ```
    ///
    /// - Parameters:
    ///   - path: The path of the view.
    ///   - query: The parameters of exposed filters, and `page`.
    ///   - keyPath: The path of the rows in a response that is an object, for example `rows`; `nil` for an array.
    /// - Returns: The sequence. It throws ``DrupalError``, with the reason `unreadableBody` if there are no rows at the path;
    ///   `CancellationError`.
    public func viewRows(
        _ path: String, query: KeyValuePairs<String, String> = [:], keyPath: String? = nil
    ) -> DrupalSequence<JSON> {
        DrupalSequence(pages: pages(path, query, keyPath)) { $0 }
    }

    /// Returns the rows of a view on all its pages, as models.
    ///
    /// The rows of a view of fields contain strings only, which may be HTML; those of a view of entities have the shape of
    /// core REST.
    ///
    /// - Parameters:
    ///   - path: The path of the view.
    ///   - query: The parameters of exposed filters, and `page`.
    ///   - keyPath: The path of the rows in a response that is an object.
    ///   - model: The type of the rows.
    /// - Returns: The sequence.
    public func viewRows<Row: BaseMappable>(
        _ path: String, query: KeyValuePairs<String, String> = [:], keyPath: String? = nil, as model: Row.Type
    ) -> DrupalSequence<Row> {
        DrupalSequence(pages: pages(path, query, keyPath)) { try Models.read($0, as: Row.self) }
    }

    /// Returns the rows of a view on all its pages, as `Codable` values.
    ///
    /// - Parameters:
    ///   - path: The path of the view.
    ///   - query: The parameters of exposed filters, and `page`.
    ///   - keyPath: The path of the rows in a response that is an object.
    ///   - model: The type of the rows.
    /// - Returns: The sequence.
    @_disfavoredOverload
    public func viewRows<Row: Decodable>(
        _ path: String, query: KeyValuePairs<String, String> = [:], keyPath: String? = nil, as model: Row.Type
    ) -> DrupalSequence<Row> {
        DrupalSequence(pages: pages(path, query, keyPath)) { try Models.decode($0, as: Row.self) }
    }

    private func pages(_ path: String, _ query: KeyValuePairs<String, String>, _ keyPath: String?) -> ViewPages {
        ViewPages(
            client: self, path: DrupalPath(path), query: query.map { (name: $0.key, value: $0.value) },
            keyPath: keyPath)
    }
}

/// The pages of a view.
private struct ViewPages: DrupalPageSource {
    struct Page {
        var number: Int
        /// The body, to recognize a view without a pager.
        var body: Data
        /// The method and path of the request.
        var request: String?
        /// Whether the view is known to have a pager.
        var hasPager: Bool
    }

    let client: DrupalClient
    let path: DrupalPath
    let query: [(name: String, value: String)]
    let keyPath: String?

    func items(after page: inout Page?) async throws -> [JSON]? {
        let number = page.map { $0.number + 1 } ?? firstNumber
        let (rows, response) = try await self.page(number)
        if rows.isEmpty { return nil }
        var hasPager = page?.hasPager ?? false
        if !hasPager, response.data == page?.body {
            hasPager = try await self.page(Self.farBehind).rows.isEmpty
            if !hasPager { return nil }
        }
        page = Page(number: number, body: response.data, request: response.request, hasPager: hasPager)
        return rows
    }

    func request(of page: Page) -> String? { page.request }

    /// The number of the first page: that of the query, or 0.
    private var firstNumber: Int {
        let number = query.last { $0.name == "page" }.flatMap { Int($0.value) } ?? 0
        return 0..<Self.farBehind ~= number ? number : 0
    }

    /// The number of a page that no view has.
    private static let farBehind = 1_000_000

    private func page(_ number: Int) async throws -> (rows: [JSON], response: DrupalResponse) {
        let parameters = number == firstNumber ? query : query.filter { $0.name != "page" } + [("page", "\(number)")]
        let response = try await client.send(DrupalCall(.get, path, query: parameters))
        guard let rows = rows(of: response.json) else {
            throw DrupalError(in: response)
        }
        return (rows, response)
    }

    private func rows(of json: JSON) -> [JSON]? {
        guard let keyPath else { return json.array }
        return json[keyPath.split(separator: ".").map { String($0) as any JSONSubscriptType }].array
    }
}
