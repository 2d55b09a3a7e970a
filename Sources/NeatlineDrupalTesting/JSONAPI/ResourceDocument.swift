internal import NeatlineJSON

/// Builds the documents of JSON:API for one request.
struct ResourceDocument {
    let state: SiteState
    let call: Call
    /// The members that `fields[type]` asks for.
    private let sparseFields: JSONObject
    /// The entities that the viewer may not see.
    private(set) var omitted: [Entity] = []

    init(_ state: SiteState, _ call: Call) {
        self.state = state
        self.call = call
        sparseFields = call.request.query["fields"]?.members ?? JSONObject()
    }

    private var base: String { call.request.base + "/jsonapi" }

    /// Returns the URL of an entity, without its revision.
    func url(of entity: Entity) -> String { "\(base)/\(entity.type.name)/\(entity.bundle)/\(entity.uuid)" }

    private func versioned(_ url: String, _ entity: Entity) -> JSON {
        let suffix = entity.type.hasRevisions ? "?resourceVersion=id%3A\(entity.revision)" : ""
        return .object(["href": .string(url + suffix)])
    }

    /// Returns a document.
    ///
    /// - Parameters:
    ///   - data: The member `data`.
    ///   - included: The member `included`; `nil` to leave it out.
    ///   - links: The links besides `self`.
    ///   - own: The URL of the link `self`; `nil` for that of the request.
    func document(
        _ data: JSON, included: [JSON]? = nil, links: JSONObject = JSONObject(), own: String? = nil
    ) -> JSON {
        var document: JSONObject = ["jsonapi": JSONAPI.version, "data": data]
        if let included { document["included"] = JSON(included) }
        if !omitted.isEmpty { document["meta"] = .object(["omitted": omission]) }
        var links = links
        links["self"] = ["href": own ?? call.request.canonicalURL]
        document["links"] = .object(links)
        return .object(document)
    }

    private var omission: JSON {
        let help = "https://www.drupal.org/docs/8/modules/json-api/filtering#filters-access-control"
        var links: JSONObject = ["help": ["href": help]]
        for entity in omitted {
            links["item--" + entity.uuid.prefix(7)] = [
                "href": url(of: entity),
                "meta": ["rel": "item", "detail": "This account may not see the resource."],
            ]
        }
        return .object(["detail": "Some resources are not shown to this account.", "links": .object(links)])
    }

    /// Notes that an entity is left out.
    mutating func omit(_ entity: Entity) {
        if !omitted.contains(where: { $0.uuid == entity.uuid }) { omitted.append(entity) }
    }

    // MARK: Resources

    /// Returns whether the viewer sees more of an entity than its name, which is all that visitors see of accounts.
    private func seesAll(_ entity: Entity) -> Bool { entity.type != .user || state.mayView(entity, call.viewer) }

    /// Returns an entity as a resource object.
    func resource(_ entity: Entity) -> JSON {
        let type = entity.resourceType
        let wanted = sparseFields[type.name].map { list in
            Set(list.stringValue.split(separator: ",").map { String($0) })
        }
        func isWanted(_ name: String) -> Bool { wanted?.contains(name) ?? true }
        var attributes: [(key: String, value: JSON)] = []
        var relationships: [(key: String, value: JSON)] = []
        if entity.type == .user, isWanted("display_name") {
            attributes.append(("display_name", .string(entity.id == 0 ? "Anonymous" : entity.label)))
        }
        if seesAll(entity) {
            for field in type.fields where isWanted(field.apiName) {
                if !state.mayRead(field, of: entity, call.viewer) { continue }
                if field.isAttribute {
                    attributes.append((field.apiName, attribute(field, of: entity)))
                } else if field.target != nil {
                    relationships.append((field.apiName, relationship(field, of: entity)))
                }
            }
        }
        var resource: JSONObject = [
            "type": .string(type.name), "id": .string(entity.uuid),
            "links": .object(["self": versioned(url(of: entity), entity)]),
        ]
        if !attributes.isEmpty { resource["attributes"] = .object(JSONObject(attributes)) }
        if !relationships.isEmpty { resource["relationships"] = .object(JSONObject(relationships)) }
        return .object(resource)
    }

    private func attribute(_ field: Field, of entity: Entity) -> JSON {
        let values = entity[field.name].compactMap { item -> JSON? in
            let shown = state.shownItem(item, of: field, in: entity, base: call.request.base)
            if field.isScalar { return shown["value"] }
            // An item without a text is empty.
            if case .formattedText = field.kind, shown["value"].string == nil { return nil }
            return shown
        }
        return field.isMultiple ? JSON(values) : values.first ?? .null
    }

    // MARK: Relationships

    private func relationship(_ field: Field, of entity: Entity) -> JSON {
        let url = url(of: entity)
        return .object([
            "data": linkage(field, of: entity),
            "links": .object([
                "related": versioned("\(url)/\(field.apiName)", entity),
                "self": versioned("\(url)/relationships/\(field.apiName)", entity),
            ]),
        ])
    }

    /// Returns the identifiers of what a field refers to.
    func linkage(_ field: Field, of entity: Entity) -> JSON {
        let identifiers = entity[field.name].map { identifier($0, field) }
        return field.isMultiple ? JSON(identifiers) : identifiers.first ?? .null
    }

    private func identifier(_ item: JSON, _ field: Field) -> JSON {
        guard let type = field.target else { return .null }
        let key = item["target_id"]
        if key == .null {
            let about: JSON = ["about": "What the resource identifier 'virtual' means."]
            let help: JSON = .object([
                "href": "https://www.drupal.org/docs/8/modules/json-api/core-concepts#virtual", "meta": about,
            ])
            return .object([
                "type": .string(ResourceType(type: type, bundle: "tags").name), "id": "virtual",
                "meta": .object(["links": .object(["help": help])]),
            ])
        }
        var meta = item.members ?? JSONObject()
        meta["target_id"] = nil
        meta["drupal_internal__target_id"] = key
        guard let target = state.content.entity(type, key: key.stringValue) else {
            return .object(["type": "unknown", "id": "missing", "meta": .object(meta)])
        }
        return .object([
            "type": .string(target.resourceType.name), "id": .string(target.uuid), "meta": .object(meta),
        ])
    }

    /// Returns the entities that a field refers to.
    func targets(of field: Field, in entity: Entity) -> [Entity] {
        guard let type = field.target else { return [] }
        return entity[field.name].compactMap { state.content.entity(type, key: $0["target_id"].stringValue) }
    }

    /// Returns the document of a relationship.
    func relationshipDocument(_ field: Field, of entity: Entity) -> JSON {
        let related = versioned("\(url(of: entity))/\(field.apiName)", entity)
        return document(linkage(field, of: entity), links: ["related": related])
    }

    // MARK: Included resources

    /// Returns the resources that `include` asks for, each once; `nil` if it is not in the query.
    ///
    /// - Throws: ``SiteError`` with status 400 for a name that is no relationship.
    mutating func included(with entities: [Entity], of type: ResourceType) throws -> [JSON]? {
        guard let list = call.request.query["include"] else { return nil }
        var included: [JSON] = []
        var seen = Set(entities.map(\.uuid))
        // A list of many long paths would take time without end.
        for path in list.stringValue.split(separator: ",").prefix(100) {
            let steps = path.split(separator: ".", omittingEmptySubsequences: false).prefix(8).map(String.init)
            try validate(steps, in: type)
            var level = entities
            for step in steps {
                var next: [Entity] = []
                for entity in level {
                    guard let field = entity.resourceType.relationship(step), seesAll(entity) else { continue }
                    next += targets(of: field, in: entity)
                }
                // Each entity once: terms can have several parents, and loops of them.
                var uuids: Set<String> = []
                level = next.filter { uuids.insert($0.uuid).inserted }
                for entity in level where seen.insert(entity.uuid).inserted {
                    if entity.type == .user || state.mayView(entity, call.viewer) {
                        included.append(resource(entity))
                    } else {
                        omit(entity)
                    }
                }
            }
        }
        return included
    }

    private func validate(_ steps: [String], in type: ResourceType) throws {
        var types = [type]
        for step in steps {
            let targets = types.compactMap { $0.relationship(step)?.target }
            if targets.isEmpty {
                let names = types.flatMap(\.fields).filter { $0.target != nil }.map(\.apiName)
                throw SiteError.badRequest(
                    "\(step) is no relationship. There are: \(names.joined(separator: ", ")).")
            }
            types = state.resourceTypes.filter { targets.contains($0.type) }
        }
    }
}
