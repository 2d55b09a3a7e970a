public import NeatlineMapping

// Models need not be `Sendable`: these functions run in the caller's isolation, and only bytes are sent. A type that is
// both `Mappable` and `Codable` is mapped.

extension DrupalClient {
    /// Reads an entity as a model.
    ///
    /// ```swift
    /// struct Article: Mappable {
    ///     var title = ""
    ///     init?(map: Map) {}
    ///     mutating func mapping(map: Map) { title <- (map["title"], DrupalValue<String>()) }
    /// }
    ///
    /// let article = try await site.read(.node, id: 36, as: Article.self)
    /// ```
    ///
    /// - Parameters:
    ///   - type: The type of the entity.
    ///   - id: The number of the entity.
    ///   - model: The type of the model.
    /// - Returns: The model.
    /// - Throws: ``DrupalError``, with the reason `unreadableBody` if the model's initializer refuses the entity;
    ///   `CancellationError`.
    public nonisolated(nonsending) func read<Model: BaseMappable>(
        _ type: DrupalEntityType, id: some LosslessStringConvertible & Sendable, as model: Model.Type = Model.self
    ) async throws -> Model {
        try Models.read(try await entity(.get, type.path(of: id)), as: model)
    }

    /// Reads an entity as a `Codable` type, whose properties can be ``DrupalField`` values.
    ///
    /// - Parameters:
    ///   - type: The type of the entity.
    ///   - id: The number of the entity.
    ///   - model: The type of the model.
    /// - Returns: The model.
    /// - Throws: ``DrupalError``, with the reason `unreadableBody` if the model cannot be decoded; `CancellationError`.
    @_disfavoredOverload
    public nonisolated(nonsending) func read<Model: Decodable>(
        _ type: DrupalEntityType, id: some LosslessStringConvertible & Sendable, as model: Model.Type = Model.self
    ) async throws -> Model {
        try Models.decode(try await entity(.get, type.path(of: id)), as: model)
    }

    /// Creates an entity from a model.
    ///
    /// - Parameters:
    ///   - type: The type of the entity.
    ///   - model: The model, whose fields include the bundle.
    /// - Returns: The entity as stored, as a model.
    /// - Throws: ``DrupalError``; `CancellationError`.
    @discardableResult
    public nonisolated(nonsending) func create<Model: BaseMappable>(
        _ type: DrupalEntityType, _ model: Model
    ) async throws -> Model {
        let body = try Models.write(model)
        return try Models.read(
            try await entity(.post, DrupalPath(type.creationPath), body: body), as: Model.self)
    }

    /// Creates an entity from a `Codable` value.
    ///
    /// - Parameters:
    ///   - type: The type of the entity.
    ///   - model: The value, whose fields include the bundle.
    /// - Returns: The entity as stored, as a value of the same type.
    /// - Throws: ``DrupalError``; `CancellationError`.
    @_disfavoredOverload
    @discardableResult
    public nonisolated(nonsending) func create<Model: Codable>(
        _ type: DrupalEntityType, _ model: Model
    ) async throws -> Model {
        let body = try Models.encode(model)
        return try Models.decode(
            try await entity(.post, DrupalPath(type.creationPath), body: body), as: Model.self)
    }

    /// Changes the fields of an entity to those of a model.
    ///
    /// - Parameters:
    ///   - type: The type of the entity.
    ///   - id: The number of the entity.
    ///   - model: The model, whose fields include the bundle.
    /// - Returns: The entity as stored, as a model.
    /// - Throws: ``DrupalError``; `CancellationError`.
    @discardableResult
    public nonisolated(nonsending) func update<Model: BaseMappable>(
        _ type: DrupalEntityType, id: some LosslessStringConvertible & Sendable, _ model: Model
    ) async throws -> Model {
        let body = try Models.write(model)
        return try Models.read(try await entity(.patch, type.path(of: id), body: body), as: Model.self)
    }

    /// Changes the fields of an entity to those of a `Codable` value.
    ///
    /// - Parameters:
    ///   - type: The type of the entity.
    ///   - id: The number of the entity.
    ///   - model: The value, whose fields include the bundle.
    /// - Returns: The entity as stored, as a value of the same type.
    /// - Throws: ``DrupalError``; `CancellationError`.
    @_disfavoredOverload
    @discardableResult
    public nonisolated(nonsending) func update<Model: Codable>(
        _ type: DrupalEntityType, id: some LosslessStringConvertible & Sendable, _ model: Model
    ) async throws -> Model {
        let body = try Models.encode(model)
        return try Models.decode(try await entity(.patch, type.path(of: id), body: body), as: Model.self)
    }
}
