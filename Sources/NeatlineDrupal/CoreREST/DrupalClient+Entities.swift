internal import NeatlineHTTP
public import NeatlineJSON

// Every field of an entity is a list of objects: `"title": [{"value": "Hello"}]`. `DrupalEntity` and the transforms for
// models read and write that shape.

extension DrupalClient {
    /// Reads the fields of an entity.
    ///
    /// ```swift
    /// let article = try await site.read(.node, id: 36)
    /// print(article["title", 0, "value"].stringValue)
    /// ```
    ///
    /// - Parameters:
    ///   - type: The type of the entity.
    ///   - id: The number of the entity, or the name of a configuration entity.
    ///   - query: Parameters in addition to `_format`.
    /// - Returns: The fields.
    /// - Throws: ``DrupalError``; `CancellationError`.
    public func read(
        _ type: DrupalEntityType, id: some LosslessStringConvertible & Sendable,
        query: KeyValuePairs<String, String> = [:]
    ) async throws -> JSON {
        try await entity(.get, type.path(of: id), query: query.map { (name: $0.key, value: $0.value) }).json
    }

    /// Creates an entity with the given fields.
    ///
    /// - Parameters:
    ///   - type: The type of the entity.
    ///   - fields: The fields; those of the bundle (`type`, `vid`) are required.
    /// - Returns: The entity as stored, with its number.
    /// - Throws: ``DrupalError``, with the reason `invalid` and the errors of the fields if some are not valid;
    ///   `CancellationError`. Drupal answers a field that does not exist with the status 500.
    @discardableResult
    public func create(_ type: DrupalEntityType, _ fields: JSON) async throws -> JSON {
        try await entity(.post, DrupalPath(type.creationPath), body: bytes(fields)).json
    }

    /// Changes fields of an entity.
    ///
    /// - Parameters:
    ///   - type: The type of the entity.
    ///   - id: The number of the entity.
    ///   - fields: The fields to change, and that of the bundle (`"type": [["target_id": "article"]]`), which is required.
    /// - Returns: The whole entity as stored.
    /// - Throws: ``DrupalError``; `CancellationError`.
    @discardableResult
    public func update(
        _ type: DrupalEntityType, id: some LosslessStringConvertible & Sendable, _ fields: JSON
    ) async throws -> JSON {
        try await entity(.patch, type.path(of: id), body: bytes(fields)).json
    }

    /// Deletes the entity with this number.
    ///
    /// - Parameters:
    ///   - type: The type of the entity.
    ///   - id: The number of the entity.
    /// - Throws: ``DrupalError``; `CancellationError`.
    public func delete(_ type: DrupalEntityType, id: some LosslessStringConvertible & Sendable) async throws {
        _ = try await entity(.delete, type.path(of: id))
    }

    /// Uploads a file for a field, which an entity can then refer to by the file's `fid`.
    ///
    /// ```swift
    /// let file = try await site.uploadFile(bytes, name: "dot.png", for: .node, bundle: "article", field: "field_image")
    /// ```
    ///
    /// - Parameters:
    ///   - data: The contents.
    ///   - name: The file's name. Quotation marks, slashes and control characters become underscores.
    ///   - type: The type of the entity.
    ///   - bundle: The bundle of the entity.
    ///   - field: The machine name of the field.
    /// - Returns: The file entity.
    /// - Throws: ``DrupalError``, with the reason `invalidFileName` for an empty name, `invalid` if the field does not accept
    ///   the file; `CancellationError`.
    public func uploadFile(
        _ data: some Collection<UInt8> & Sendable, name: String, for type: DrupalEntityType, bundle: String,
        field: String
    ) async throws -> JSON {
        var call = DrupalCall(.post, DrupalPath(segments: ["file", "upload", type.rawValue, bundle, field]))
        try call.upload(data, name: name)
        return try await send(call).json
    }

    func entity(
        _ method: HTTPMethod, _ path: DrupalPath, query: [(name: String, value: String)] = [], body: [UInt8]? = nil
    ) async throws -> DrupalResponse {
        try await send(DrupalCall(method, path, query: query, body: body))
    }
}

// MARK: - Nodes

extension DrupalClient {
    /// Reads the fields of a node.
    ///
    /// - Parameter id: The number.
    /// - Returns: The fields.
    /// - Throws: ``DrupalError``; `CancellationError`.
    public func node(_ id: some LosslessStringConvertible & Sendable) async throws -> JSON {
        try await read(.node, id: id)
    }

    /// Creates a node with the given fields.
    ///
    /// - Parameter fields: The fields; `type` is required.
    /// - Returns: The node as stored.
    /// - Throws: ``DrupalError``; `CancellationError`.
    @discardableResult
    public func createNode(_ fields: JSON) async throws -> JSON { try await create(.node, fields) }

    /// Changes fields of a node.
    ///
    /// - Parameters:
    ///   - id: The number.
    ///   - fields: The fields to change, and `type`.
    /// - Returns: The whole node as stored.
    /// - Throws: ``DrupalError``; `CancellationError`.
    @discardableResult
    public func updateNode(_ id: some LosslessStringConvertible & Sendable, _ fields: JSON) async throws -> JSON {
        try await update(.node, id: id, fields)
    }

    /// Deletes the node with this number.
    ///
    /// - Parameter id: The number.
    /// - Throws: ``DrupalError``; `CancellationError`.
    public func deleteNode(_ id: some LosslessStringConvertible & Sendable) async throws {
        try await delete(.node, id: id)
    }
}
