internal import Foundation
internal import NeatlineHTTP
internal import NeatlineJSON

// Relationships of resources, and the files in their fields.

extension DrupalJSONAPI {
    /// Reads the target of a relationship.
    ///
    /// - Parameters:
    ///   - name: The name of the relationship.
    ///   - resource: The resource that has it.
    /// - Returns: The target.
    /// - Throws: ``DrupalError``; `CancellationError`.
    public func relationship(_ name: String, of resource: DrupalResourceID) async throws -> DrupalRelationship {
        let response = try await client.send(DrupalCall(.get, relationshipPath(name, resource), api: .jsonAPI))
        guard let relationship = DrupalRelationship(response.json["data"]) else {
            throw DrupalError(in: response)
        }
        return relationship
    }

    /// Reads the resources of a relationship.
    ///
    /// - Parameters:
    ///   - name: The name of the relationship.
    ///   - resource: The resource that has it.
    ///   - query: The parameters.
    /// - Returns: The resources; none if a relationship to one resource is empty.
    /// - Throws: ``DrupalError``; `CancellationError`.
    public func related(
        _ name: String, of resource: DrupalResourceID, _ query: DrupalQuery = DrupalQuery()
    ) async throws -> DrupalDocument {
        try await document(.get, path(resource).appending(name), query: query)
    }

    /// Replaces the target of a relationship.
    ///
    /// - Parameters:
    ///   - name: The name of the relationship.
    ///   - resource: The resource that has it.
    ///   - target: The new target. For a relationship to one resource it must be ``DrupalRelationship/one(_:)``.
    /// - Throws: ``DrupalError``; `CancellationError`.
    public func replaceRelationship(
        _ name: String, of resource: DrupalResourceID, with target: DrupalRelationship
    ) async throws {
        try await change(.patch, name, resource, target)
    }

    /// Adds resources to a relationship to many. Those that it already has are not added again.
    ///
    /// - Parameters:
    ///   - ids: The resources.
    ///   - name: The name of the relationship.
    ///   - resource: The resource that has it.
    /// - Throws: ``DrupalError``; `CancellationError`.
    public func add(
        _ ids: [DrupalResourceID], toRelationship name: String, of resource: DrupalResourceID
    ) async throws {
        try await change(.post, name, resource, .many(ids))
    }

    /// Removes resources from a relationship to many.
    ///
    /// - Parameters:
    ///   - ids: The resources.
    ///   - name: The name of the relationship.
    ///   - resource: The resource that has it.
    /// - Throws: ``DrupalError``; `CancellationError`.
    public func remove(
        _ ids: [DrupalResourceID], fromRelationship name: String, of resource: DrupalResourceID
    ) async throws {
        try await change(.delete, name, resource, .many(ids))
    }

    private func change(
        _ method: HTTPMethod, _ name: String, _ resource: DrupalResourceID, _ target: DrupalRelationship
    ) async throws {
        let body = try client.bytes(target.json)
        try await client.send(DrupalCall(method, relationshipPath(name, resource), api: .jsonAPI, body: body))
    }

    private func relationshipPath(_ name: String, _ resource: DrupalResourceID) -> DrupalPath {
        path(resource).appending("relationships").appending(name)
    }

    // MARK: - Files

    /// Uploads a file for a field of a resource that is still to be created, which can then refer to the file.
    ///
    /// ```swift
    /// let file = try await site.jsonAPI.upload(bytes, name: "dot.png", to: "field_image", of: "node--article")
    /// try await site.jsonAPI.create(
    ///     "node--article", attributes: ["title": "A dot"], relationships: ["field_image": .one(file.resourceID)])
    /// ```
    ///
    /// - Parameters:
    ///   - data: The contents.
    ///   - name: The file's name. Quotation marks, slashes and control characters become underscores.
    ///   - field: The name of the field.
    ///   - type: The type of the resource.
    /// - Returns: The file.
    /// - Throws: ``DrupalError``, with the reason `invalidFileName` for an empty name, `invalid` if the field does not accept
    ///   the file; `CancellationError`.
    public func upload(
        _ data: some Collection<UInt8> & Sendable, name: String, to field: String, of type: DrupalResourceType
    ) async throws -> DrupalResource {
        try await upload(data, name, path(type).appending(field))
    }

    /// Uploads a file to a field of a stored resource.
    ///
    /// - Parameters:
    ///   - data: The contents.
    ///   - name: The file's name.
    ///   - field: The name of the field.
    ///   - resource: The resource, whose field then refers to the file.
    /// - Returns: The file; of a field with several, the last one.
    /// - Throws: ``DrupalError``; `CancellationError`.
    public func upload(
        _ data: some Collection<UInt8> & Sendable, name: String, to field: String, of resource: DrupalResourceID
    ) async throws -> DrupalResource {
        try await upload(data, name, path(resource).appending(field))
    }

    private func upload(
        _ data: some Collection<UInt8> & Sendable, _ name: String, _ path: DrupalPath
    ) async throws -> DrupalResource {
        var call = DrupalCall(.post, path, api: .jsonAPI)
        try call.upload(data, name: name)
        let response = try await client.send(call)
        guard let file = try DrupalDocument(response).resources.last else {
            throw DrupalError(in: response)
        }
        return file
    }
}
