internal import Foundation
internal import NeatlineHTTP
public import NeatlineJSON
public import NeatlineMapping

// Resources of JSON:API: reading, creating, changing and deleting them.

extension DrupalClient {
    /// The site's JSON:API at its usual path.
    public var jsonAPI: DrupalJSONAPI { jsonAPI(path: "jsonapi") }

    /// Returns the site's JSON:API at another path, as the module JSON:API Extras allows.
    ///
    /// - Parameter path: The path below the base URL.
    /// - Returns: The API.
    public func jsonAPI(path: String) -> DrupalJSONAPI { DrupalJSONAPI(client: self, root: DrupalPath(path)) }
}

/// The JSON:API of a site: resources of all types, with filters, relationships and files.
///
/// ```swift
/// let query = DrupalQuery(filter: .where("status", true), sort: [.descending("created")], include: ["uid"])
/// for try await article in site.jsonAPI.resources("node--article", query) {
///     print(article["title"].stringValue, article.related("uid")?["display_name"].stringValue ?? "")
/// }
/// ```
///
/// A site as installed accepts only reading: other methods throw the reason `methodNotAllowed`. All functions throw
/// ``DrupalError``, whose ``DrupalError/fieldErrors`` are the response's `errors` with their pointers.
public struct DrupalJSONAPI: Sendable {
    let client: DrupalClient
    let root: DrupalPath

    // MARK: - Reading

    /// Returns all resources of a type that a query selects. Pages are fetched when they are reached, until the last one;
    /// resources that the account may not see are missing.
    ///
    /// - Parameters:
    ///   - type: The type.
    ///   - query: The parameters.
    /// - Returns: The sequence. Each iteration starts at the first page. It throws ``DrupalError``, with the reason
    ///   `foreignLink` if a link to a next page leads to another origin, and `unreadableBody` if it leads back to a page that
    ///   was read; `CancellationError`.
    public func resources(
        _ type: DrupalResourceType, _ query: DrupalQuery = DrupalQuery()
    ) -> DrupalSequence<DrupalResource> {
        DrupalSequence(pages: ResourcePages(api: self, type: type, query: query)) { $0 }
    }

    /// Returns all resources of a type that a query selects, as models, which are mapped from
    /// ``DrupalResource/flattened``.
    ///
    /// - Parameters:
    ///   - type: The type.
    ///   - query: The parameters.
    ///   - model: The type of the models.
    /// - Returns: The sequence.
    public func resources<Model: BaseMappable>(
        _ type: DrupalResourceType, _ query: DrupalQuery = DrupalQuery(), as model: Model.Type
    ) -> DrupalSequence<Model> {
        DrupalSequence(pages: ResourcePages(api: self, type: type, query: query)) { try $0.model(Model.self) }
    }

    /// Returns all resources of a type that a query selects, as `Codable` values.
    ///
    /// - Parameters:
    ///   - type: The type.
    ///   - query: The parameters.
    ///   - model: The type of the values.
    /// - Returns: The sequence.
    @_disfavoredOverload
    public func resources<Model: Decodable>(
        _ type: DrupalResourceType, _ query: DrupalQuery = DrupalQuery(), as model: Model.Type
    ) -> DrupalSequence<Model> {
        DrupalSequence(pages: ResourcePages(api: self, type: type, query: query)) { try $0.model(Model.self) }
    }

    /// Reads one page of resources.
    ///
    /// - Parameters:
    ///   - type: The type.
    ///   - query: The parameters.
    /// - Returns: The page.
    /// - Throws: ``DrupalError``; `CancellationError`.
    public func page(
        _ type: DrupalResourceType, _ query: DrupalQuery = DrupalQuery()
    ) async throws -> DrupalDocument {
        try await document(.get, path(type), query: query)
    }

    /// Reads the page that a document's ``DrupalDocument/next`` leads to.
    ///
    /// - Parameter document: The document.
    /// - Returns: The next page; `nil` after the last one.
    /// - Throws: ``DrupalError``, with the reason `foreignLink` if the link leads to another origin; `CancellationError`.
    public func page(after document: DrupalDocument) async throws -> DrupalDocument? {
        guard let next = document.next else { return nil }
        guard client.site.hasSameOrigin(next) else { throw DrupalError(.foreignLink(next)) }
        return try DrupalDocument(try await client.send(DrupalCall(.get, url: next, api: .jsonAPI)))
    }

    /// Reads the resource with this UUID.
    ///
    /// - Parameters:
    ///   - type: The type.
    ///   - id: The UUID. Numbers of entities are not accepted: filter by `drupal_internal__nid`.
    ///   - query: The parameters `include` and `fields`.
    /// - Returns: The resource.
    /// - Throws: ``DrupalError``; `CancellationError`.
    public func resource(
        _ type: DrupalResourceType, id: String, _ query: DrupalQuery = DrupalQuery()
    ) async throws -> DrupalResource {
        try await single(.get, path(type).appending(id), query: query)
    }

    // MARK: - Writing

    /// Creates a resource with the given attributes and relationships.
    ///
    /// ```swift
    /// let article = try await site.jsonAPI.create(
    ///     "node--article", attributes: ["title": "Hello"],
    ///     relationships: ["field_tags": .many([DrupalResourceID("taxonomy_term--tags", tag)])])
    /// ```
    ///
    /// - Parameters:
    ///   - type: The type.
    ///   - id: A UUID for the resource; `nil` for a new one.
    ///   - attributes: The attributes.
    ///   - relationships: The relationships. Drupal does not verify the types of their targets.
    /// - Returns: The resource as stored.
    /// - Throws: ``DrupalError``, with the reason `conflict` if the UUID is in use; `CancellationError`.
    @discardableResult
    public func create(
        _ type: DrupalResourceType, id: String? = nil, attributes: JSON,
        relationships: [String: DrupalRelationship] = [:]
    ) async throws -> DrupalResource {
        let body = try body(type, id, attributes, relationships)
        return try await single(.post, path(type), body: body)
    }

    /// Creates a resource with the properties of a model as its attributes.
    ///
    /// - Parameters:
    ///   - type: The type.
    ///   - model: The model.
    ///   - relationships: The relationships.
    /// - Returns: The resource as stored.
    /// - Throws: ``DrupalError``; `CancellationError`.
    @discardableResult
    public nonisolated(nonsending) func create<Model: BaseMappable>(
        _ type: DrupalResourceType, attributes model: Model, relationships: [String: DrupalRelationship] = [:]
    ) async throws -> DrupalResource {
        try await create(type, attributes: try Models.json(model), relationships: relationships)
    }

    /// Creates a resource with the properties of an `Encodable` value as its attributes.
    ///
    /// - Parameters:
    ///   - type: The type.
    ///   - model: The value.
    ///   - relationships: The relationships.
    /// - Returns: The resource as stored.
    /// - Throws: ``DrupalError``; `CancellationError`.
    @_disfavoredOverload
    @discardableResult
    public nonisolated(nonsending) func create<Model: Encodable>(
        _ type: DrupalResourceType, attributes model: Model, relationships: [String: DrupalRelationship] = [:]
    ) async throws -> DrupalResource {
        try await create(type, attributes: try Models.encodedJSON(model), relationships: relationships)
    }

    /// Changes attributes and relationships of a resource.
    ///
    /// - Parameters:
    ///   - type: The type.
    ///   - id: The UUID.
    ///   - attributes: The attributes to change.
    ///   - relationships: The relationships to replace.
    /// - Returns: The resource as stored.
    /// - Throws: ``DrupalError``; `CancellationError`.
    @discardableResult
    public func update(
        _ type: DrupalResourceType, id: String, attributes: JSON = [:],
        relationships: [String: DrupalRelationship] = [:]
    ) async throws -> DrupalResource {
        let body = try body(type, id, attributes, relationships)
        return try await single(.patch, path(type).appending(id), body: body)
    }

    /// Changes the attributes of a resource to the properties of a model.
    ///
    /// - Parameters:
    ///   - type: The type.
    ///   - id: The UUID.
    ///   - model: The model.
    ///   - relationships: The relationships to replace.
    /// - Returns: The resource as stored.
    /// - Throws: ``DrupalError``; `CancellationError`.
    @discardableResult
    public nonisolated(nonsending) func update<Model: BaseMappable>(
        _ type: DrupalResourceType, id: String, attributes model: Model,
        relationships: [String: DrupalRelationship] = [:]
    ) async throws -> DrupalResource {
        try await update(type, id: id, attributes: try Models.json(model), relationships: relationships)
    }

    /// Changes the attributes of a resource to the properties of an `Encodable` value.
    ///
    /// - Parameters:
    ///   - type: The type.
    ///   - id: The UUID.
    ///   - model: The value.
    ///   - relationships: The relationships to replace.
    /// - Returns: The resource as stored.
    /// - Throws: ``DrupalError``; `CancellationError`.
    @_disfavoredOverload
    @discardableResult
    public nonisolated(nonsending) func update<Model: Encodable>(
        _ type: DrupalResourceType, id: String, attributes model: Model,
        relationships: [String: DrupalRelationship] = [:]
    ) async throws -> DrupalResource {
        try await update(type, id: id, attributes: try Models.encodedJSON(model), relationships: relationships)
    }

    /// Deletes the resource with this UUID.
    ///
    /// - Parameters:
    ///   - type: The type.
    ///   - id: The UUID.
    /// - Throws: ``DrupalError``; `CancellationError`.
    public func delete(_ type: DrupalResourceType, id: String) async throws {
        try await client.send(DrupalCall(.delete, path(type).appending(id), api: .jsonAPI))
    }

    // MARK: - Requests

    func path(_ type: DrupalResourceType) -> DrupalPath { root.appending(DrupalPath(type.path)) }

    func path(_ id: DrupalResourceID) -> DrupalPath { path(id.type).appending(id.id) }

    func document(
        _ method: HTTPMethod, _ path: DrupalPath, query: DrupalQuery = DrupalQuery(), body: [UInt8]? = nil
    ) async throws -> DrupalDocument {
        try DrupalDocument(try await response(method, path, query, body))
    }

    func single(
        _ method: HTTPMethod, _ path: DrupalPath, query: DrupalQuery = DrupalQuery(), body: [UInt8]? = nil
    ) async throws -> DrupalResource {
        let response = try await response(method, path, query, body)
        guard let resource = try DrupalDocument(response).resource else { throw DrupalError(in: response) }
        return resource
    }

    private func response(
        _ method: HTTPMethod, _ path: DrupalPath, _ query: DrupalQuery, _ body: [UInt8]?
    ) async throws -> DrupalResponse {
        try await client.send(DrupalCall(method, path, query: query.items, api: .jsonAPI, body: body))
    }

    private func body(
        _ type: DrupalResourceType, _ id: String?, _ attributes: JSON, _ relationships: [String: DrupalRelationship]
    ) throws -> [UInt8] {
        var data: JSONObject = ["type": JSON.string(type.name)]
        if let id { data["id"] = JSON.string(id) }
        if let error = attributes.error { throw DrupalError(.unencodableBody, underlyingError: error) }
        if !attributes.isEmpty { data["attributes"] = attributes }
        if !relationships.isEmpty {
            let members = relationships.sorted { $0.key < $1.key }.map { (key: $0.key, value: $0.value.json) }
            data["relationships"] = JSON.object(JSONObject(members))
        }
        return try client.bytes(["data": JSON.object(data)])
    }
}

/// The pages of a type of resource.
private struct ResourcePages: DrupalPageSource {
    let api: DrupalJSONAPI
    let type: DrupalResourceType
    let query: DrupalQuery

    struct Page {
        var document: DrupalDocument
        /// The links that have led to it and to those before it.
        var links: Set<URL> = []
    }

    func items(after page: inout Page?) async throws -> [DrupalResource]? {
        guard let previous = page?.document else {
            let document = try await api.page(type, query)
            page = Page(document: document)
            return document.resources
        }
        guard let link = previous.next, let document = try await api.page(after: previous) else { return nil }
        page?.document = document
        page?.links.insert(link)
        // Pages that lead back to one of themselves would be endless.
        if let next = document.next, page?.links.contains(next) == true {
            throw DrupalError(.unreadableBody, request: document.request)
        }
        return document.resources
    }

    func request(of page: Page) -> String? { page.document.request }
}
