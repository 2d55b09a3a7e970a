internal import Foundation
internal import NeatlineJSON

// Single resources of JSON:API, and their files.

extension SiteState {
    func readResource(_ call: Call) throws -> Reply {
        let entity = try call.requireEntity()
        try checkParameters(of: call.request)
        if entity.type != .user, !mayView(entity, call.viewer) {
            throw SiteError.forbidden("This account may not see the resource.", pointer: "/data")
        }
        var document = ResourceDocument(self, call)
        let included = try document.included(with: [entity], of: entity.resourceType)
        return .json(document.document(document.resource(entity), included: included))
    }

    mutating func createResource(_ call: Call) throws -> Reply {
        guard let type = ResourceType(call.parameters), mayCreate(type, call.viewer) else {
            throw SiteError.forbidden()
        }
        let data = try resourceObject(call)
        var entity = newEntity(type, author: call.viewer.uid)
        if let id = data["id"] {
            entity.uuid = id.stringValue.lowercased()
            if UUID(uuidString: entity.uuid) == nil { throw SiteError.unprocessable("The id is not a UUID.") }
        }
        let changes = try resourceChanges(data, of: type)
        if !entity.uuid.isEmpty, content.entity(uuid: entity.uuid) != nil {
            throw SiteError(status: 409, message: "There is a resource with this id.")
        }
        try apply(changes, to: &entity, isNew: true, call.viewer)
        entity = try save(entity, isNew: true)
        if type.type == .user {
            accounts[entity.id] = AccountRecord(password: Self.password(in: changes) ?? Session.randomText(43))
        }
        let document = ResourceDocument(self, call)
        let resource = document.resource(entity)
        var reply = Reply.json(document.document(resource), status: 201)
        reply.addHeader("Location", resource["links"]["self"]["href"].stringValue)
        return reply
    }

    mutating func updateResource(_ call: Call) throws -> Reply {
        var entity = try call.requireEntity()
        if !mayUpdate(entity, call.viewer) { throw SiteError.forbidden("This account may not change the resource.") }
        let data = try resourceObject(call)
        if data["id"]?.stringValue.lowercased() != entity.uuid {
            throw SiteError.badRequest("The id of the resource is not that of the URL.")
        }
        let changes = try resourceChanges(data, of: entity.resourceType)
        let password = entity.type == .user ? try newPassword(in: changes, for: entity, call.viewer) : nil
        try apply(changes, to: &entity, isNew: false, call.viewer)
        entity = try save(entity, isNew: false, addsRevision: true)
        let document = ResourceDocument(self, call)
        var reply = Reply.json(document.document(document.resource(entity)))
        if let password, let cookie = setPassword(password, of: entity, call) { reply.addHeader("Set-Cookie", cookie) }
        return reply
    }

    mutating func deleteResource(_ call: Call) throws -> Reply {
        let entity = try call.requireEntity()
        if !mayDelete(entity, call.viewer) { throw SiteError.forbidden("This account may not delete the resource.") }
        remove(entity)
        return .noContent
    }

    // MARK: Bodies

    /// Parses a body.
    ///
    /// - Throws: ``SiteError`` with status 400 for an empty or malformed body.
    func apiBody(_ call: Call) throws -> JSON {
        if call.request.body.isEmpty { throw SiteError.badRequest("The body is empty.") }
        guard let body = try? JSON(parsing: Array(call.request.body)) else {
            throw SiteError.badRequest("The body is not JSON.")
        }
        return body
    }

    /// Returns the member `data` of a body. Its type is not compared with the URL, as in Drupal.
    private func resourceObject(_ call: Call) throws -> JSONObject {
        let data = try apiBody(call)["data"].members ?? JSONObject()
        if data["type"]?.string == nil { throw SiteError.badRequest("The resource has no type.") }
        return data
    }

    private func resourceChanges(_ data: JSONObject, of type: ResourceType) throws -> [Change] {
        var changes: [Change] = []
        for (name, value) in data["attributes"]?.members ?? JSONObject() {
            // Passwords are attributes that are never shown.
            let field = type.attribute(name) ?? type.fields.first { $0.kind == .password && $0.apiName == name }
            guard let field else {
                throw SiteError.unprocessable("Resources of type \(type.name) have no attribute \(name).")
            }
            let items: [JSON] = value.elements.map { Array($0) } ?? (value == .null ? [] : [value])
            changes.append(Change(field: field, items: try storedItems(items, of: field)))
        }
        for (name, value) in data["relationships"]?.members ?? JSONObject() {
            let targets = try linkedItems(value["data"]) { key in
                .notFound("There is no resource \(key) for the relationship \(name).")
            }
            guard let field = type.relationship(name) else {
                throw SiteError.unprocessable("Resources of type \(type.name) have no relationship \(name).")
            }
            changes.append(Change(field: field, items: try storedItems(targets, of: field)))
        }
        return changes
    }

    /// Returns the items for resource identifiers: one, several or none.
    ///
    /// An identifier of another type is resolved to its number, as in Drupal.
    ///
    /// - Throws: ``SiteError`` with status 400 for an unknown type, and what `missing` returns for an unknown id.
    func linkedItems(_ data: JSON, missing: (String) -> SiteError) throws -> [JSON] {
        let identifiers: [JSON] = data.elements.map { Array($0) } ?? (data.members == nil ? [] : [data])
        return try identifiers.map { identifier in
            let (name, id) = (identifier["type"].stringValue, identifier["id"].stringValue)
            guard let type = ResourceType(name: name), isResourceType(type) else {
                throw SiteError.badRequest("There is no resource type \(name).")
            }
            if id == "virtual" { return .object(["target_id": .null]) }
            guard let target = content.entity(uuid: id), target.type == type.type else {
                throw missing("\(name):\(id)")
            }
            var item = identifier["meta"].members ?? JSONObject()
            item["target_id"] = target.key
            return .object(item)
        }
    }

    // MARK: Files

    /// Stores a file for a resource that is to be created.
    mutating func uploadForNewResource(_ call: Call) throws -> Reply {
        guard let type = ResourceType(call.parameters), mayCreate(type, call.viewer) else {
            throw SiteError.forbidden()
        }
        try checkFileField(call["field"], of: type)
        let file = try storeUpload(call)
        let document = ResourceDocument(self, call)
        return .json(document.document(document.resource(file), own: document.url(of: file)), status: 201)
    }

    /// Stores a file, and sets a field of a resource to it.
    mutating func uploadToResource(_ call: Call) throws -> Reply {
        var entity = try call.requireEntity()
        if !mayUpdate(entity, call.viewer) { throw SiteError.forbidden("This account may not change the resource.") }
        let field = try checkFileField(call["field"], of: entity.resourceType)
        let file = try storeUpload(call)
        entity[field.name] = try storedItems([.object(["target_id": file.key])], of: field)
        entity = try save(entity, isNew: false)
        let document = ResourceDocument(self, call)
        return .json(document.document(document.resource(content.entity(.file, file.id) ?? file)))
    }

    @discardableResult
    private func checkFileField(_ name: String, of type: ResourceType) throws -> Field {
        guard let field = type.fields.first(where: { $0.apiName == name }) else {
            throw SiteError.notFound("There is no field \(name).")
        }
        if field.kind != .image { throw SiteError(status: 500, message: "The field \(name) takes no files.") }
        return field
    }
}
