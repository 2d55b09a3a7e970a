internal import NeatlineJSON

// Relationships of JSON:API: reading and changing them.

extension SiteState {
    /// Returns the resources that a relationship refers to.
    func relatedResources(_ call: Call) throws -> Reply {
        let (entity, field) = try relationship(call)
        var document = ResourceDocument(self, call)
        var resources: [JSON] = []
        for target in document.targets(of: field, in: entity) {
            if target.type == .user || mayView(target, call.viewer) {
                resources.append(document.resource(target))
            } else {
                document.omit(target)
            }
        }
        return .json(document.document(field.isMultiple ? JSON(resources) : resources.first ?? .null))
    }

    func readRelationship(_ call: Call) throws -> Reply {
        let (entity, field) = try relationship(call)
        return .json(ResourceDocument(self, call).relationshipDocument(field, of: entity))
    }

    /// Adds to a relationship (`POST`), replaces it (`PATCH`) or removes from it (`DELETE`).
    mutating func changeRelationship(_ call: Call) throws -> Reply {
        var (entity, field) = try relationship(call)
        if !mayUpdate(entity, call.viewer) || !mayWrite(field, of: entity, isNew: false, call.viewer) {
            throw SiteError.forbidden("This account may not change the relationship.")
        }
        let body = try apiBody(call)
        if !body["data"].exists() { throw SiteError.badRequest("The body has no data.") }
        let isReplacing = call.request.method == "PATCH"
        if !isReplacing, !field.isMultiple {
            throw SiteError.methodNotAllowed(["GET", "PATCH"])
        }
        if field.isMultiple != (body["data"].elements != nil) {
            throw SiteError.badRequest("The relationship takes \(field.isMultiple ? "an array" : "one resource").")
        }
        let linked = try linkedItems(body["data"]) { .badRequest("There is no resource \($0).") }
        let items = try storedItems(linked, of: field)
        let keys = Set(items.map { $0["target_id"] })
        switch call.request.method {
        case "POST":
            let known = Set(entity[field.name].map { $0["target_id"] })
            entity[field.name] += items.filter { !known.contains($0["target_id"]) }
        case "DELETE":
            entity[field.name].removeAll { keys.contains($0["target_id"]) }
        default:
            entity[field.name] = items
        }
        entity = try save(entity, isNew: false)
        if call.request.method != "POST" { return .noContent }
        return .json(ResourceDocument(self, call).relationshipDocument(field, of: entity))
    }

    private func relationship(_ call: Call) throws -> (Entity, Field) {
        let entity = try call.requireEntity()
        guard let field = entity.resourceType.relationship(call["field"]) else { throw SiteError.notFound() }
        if call.request.method == "GET", entity.type != .user, !mayView(entity, call.viewer) {
            throw SiteError.forbidden("This account may not see the resource.", pointer: "/data")
        }
        return (entity, field)
    }
}
