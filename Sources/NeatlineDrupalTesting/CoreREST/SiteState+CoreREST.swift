internal import NeatlineJSON

// The resources of core REST: one entity in each body, each field a list of objects.

extension SiteState {
    func readEntity(_ call: Call) throws -> Reply {
        let entity = try call.requireEntity()
        if !mayView(entity, call.viewer) {
            throw SiteError.forbidden(entity.type == .user ? "Accounts are not shown to visitors." : "")
        }
        var reply = Reply.json(shown(entity, to: call.viewer, base: call.request.base))
        if let path = path(of: entity) { reply.addHeader("Link", "<\(call.request.base)\(path)>; rel=\"canonical\"") }
        return reply
    }

    mutating func createEntity(_ type: EntityType, _ call: Call) throws -> Reply {
        if type == .node, !call.viewer.isAuthenticated, !settings.visitorsMayCreate { throw SiteError.forbidden() }
        let resource = ResourceType(type: type, bundle: try coreBundle(of: type, call))
        let changes = try coreChanges(call, for: resource)
        if !mayCreate(resource, call.viewer) {
            throw SiteError.forbidden("This account may not create entities of type \(resource.name).")
        }
        var entity = newEntity(resource, author: call.viewer.uid)
        try apply(changes, to: &entity, isNew: true, call.viewer)
        entity = try save(entity, isNew: true)
        if type == .user {
            accounts[entity.id] = AccountRecord(password: Self.password(in: changes) ?? Session.randomText(43))
        }
        var reply = Reply.json(shown(entity, to: call.viewer, base: call.request.base), status: 201)
        if let path = type.pagePath(entity.id) { reply.addHeader("Location", call.request.base + path) }
        return reply
    }

    mutating func updateEntity(_ call: Call) throws -> Reply {
        var entity = try call.requireEntity()
        _ = try coreBundle(of: entity.type, call)
        let changes = try coreChanges(call, for: entity.resourceType)
        if !mayUpdate(entity, call.viewer) { throw SiteError.forbidden("This account may not change the entity.") }
        let password = entity.type == .user ? try newPassword(in: changes, for: entity, call.viewer) : nil
        try apply(changes, to: &entity, isNew: false, call.viewer)
        entity = try save(entity, isNew: false)
        var reply = Reply.json(shown(entity, to: call.viewer, base: call.request.base))
        if let password, let cookie = setPassword(password, of: entity, call) { reply.addHeader("Set-Cookie", cookie) }
        return reply
    }

    mutating func deleteEntity(_ call: Call) throws -> Reply {
        let entity = try call.requireEntity()
        if !mayDelete(entity, call.viewer) { throw SiteError.forbidden("This account may not delete the entity.") }
        remove(entity)
        return .noContent
    }

    // MARK: Bodies

    /// Returns the members of a body; none for an array, and for XML, of which Drupal makes no entity.
    ///
    /// - Throws: ``SiteError`` with status 400 for an empty or malformed body.
    private func coreBody(_ call: Call) throws -> JSONObject {
        if call.request.body.isEmpty { throw SiteError.badRequest("The body is empty.") }
        if call.request.mediaType != "application/json" { return JSONObject() }
        guard let body = try? JSON(parsing: Array(call.request.body)) else {
            throw SiteError.badRequest("The body is not JSON.")
        }
        return body.members ?? JSONObject()
    }

    /// Returns the bundle that a body names.
    ///
    /// - Throws: ``SiteError`` with status 422 if it is missing or unknown.
    private func coreBundle(of type: EntityType, _ call: Call) throws -> String {
        let body = try coreBody(call)
        guard let field = type.bundleField, let bundleType = type.bundleType else { return type.name }
        let value = body[field] ?? .null
        let item = value.elements?.first ?? value
        let bundle = item["target_id"].string ?? item["value"].string ?? item.string
        guard let bundle else { throw SiteError.unprocessable("The field \(field) is missing.") }
        guard content.entity(bundleType, key: bundle) != nil else {
            throw SiteError.unprocessable("There is no \(bundleType.name) \(bundle).")
        }
        return bundle
    }

    /// Returns the new items of the fields in a body.
    ///
    /// - Throws: ``SiteError`` with status 422 for a field that is not a list, and ``SiteError/crash`` for an unknown
    ///   one.
    func coreChanges(_ call: Call, for type: ResourceType) throws -> [Change] {
        var changes: [Change] = []
        for (name, value) in try coreBody(call) {
            guard let field = type.fields.first(where: { $0.name == name }) else { throw SiteError.crash }
            let items: [JSON]
            if let elements = value.elements {
                items = Array(elements)
            } else if value.members != nil {
                items = [value]
            } else if name == type.type.bundleField {
                items = [.object(["target_id": value])]
            } else {
                throw SiteError.unprocessable("The field \(name) takes a list of objects.")
            }
            if field.kind == .uuid {
                continue
            }
            changes.append(Change(field: field, items: try storedItems(items, of: field)))
        }
        return changes
    }
}
