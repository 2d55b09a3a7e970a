public import NeatlineJSON
public import NeatlineMapping

/// A type of resource in JSON:API: its name, `node--article`, and its path, `node/article`.
public struct DrupalResourceType: Sendable, Hashable, ExpressibleByStringLiteral {
    /// The name, for example `node--article`.
    public let name: String
    /// The path below JSON:API's, for example `node/article`.
    public let path: String

    /// Creates a type whose path follows from its name: `--` is a slash.
    ///
    /// - Parameter name: The name.
    public init(_ name: String) { self.init(name, path: name.replacing("--", with: "/", maxReplacements: 1)) }

    /// Creates a type with another path, as the module JSON:API Extras allows.
    ///
    /// - Parameters:
    ///   - name: The name.
    ///   - path: The path below JSON:API's.
    public init(_ name: String, path: String) {
        self.name = name
        self.path = path
    }

    /// Creates a type from its name.
    public init(stringLiteral value: String) { self.init(value) }
}

/// The identity of a resource: its type and its UUID.
public struct DrupalResourceID: Sendable, Hashable {
    /// The type of the resource, such as `node--article`.
    public var type: DrupalResourceType
    /// The UUID of the resource, as text.
    public var id: String
    /// The metadata of a reference, for example the text for an image; `nil` for none.
    public var meta: JSON?

    /// Creates an identity of a resource.
    ///
    /// - Parameters:
    ///   - type: The type.
    ///   - id: The UUID.
    ///   - meta: The metadata of a reference.
    public init(_ type: DrupalResourceType, _ id: String, meta: JSON? = nil) {
        self.type = type
        self.id = id
        self.meta = meta
    }

    /// Reads an object with `type` and `id`; `nil` if it has none.
    init?(_ json: JSON) {
        guard let type = json["type"].string, let id = json["id"].string else { return nil }
        let meta = json["meta"]
        self.init(DrupalResourceType(type), id, meta: meta.type == .dictionary ? meta : nil)
    }

    var json: JSON {
        var json: JSON = ["type": type.name, "id": id]
        if let meta { json["meta"] = meta }
        return json
    }
}

/// The target of a relationship: none, one, or many resources.
public enum DrupalRelationship: Sendable, Hashable {
    /// A relationship to at most one resource.
    case one(DrupalResourceID?)
    /// A relationship to any number of resources.
    case many([DrupalResourceID])

    /// Reads the member `data`; `nil` if there is none.
    init?(_ data: JSON) {
        switch data.type {
        case .array: self = .many(data.arrayValue.compactMap(DrupalResourceID.init))
        case .dictionary: self = .one(DrupalResourceID(data))
        case .null where data.exists(): self = .one(nil)
        default: return nil
        }
    }

    /// The related resources: none, one or several.
    public var ids: [DrupalResourceID] {
        switch self {
        case .one(let id): id.map { [$0] } ?? []
        case .many(let ids): ids
        }
    }

    var json: JSON {
        switch self {
        case .one(let id): ["data": id?.json ?? JSON.null]
        case .many(let ids): ["data": JSON.array(JSONArray(ids.map(\.json)))]
        }
    }
}

/// A resource of JSON:API: an entity with its attributes and relationships.
///
/// ```swift
/// let article = try await site.jsonAPI.resource("node--article", id: uuid, DrupalQuery(include: ["uid"]))
/// print(article["title"].stringValue, article.related("uid")?["display_name"].string ?? "")
/// ```
public struct DrupalResource: Sendable {
    /// The type and the UUID; the UUID of a resource that is not stored yet is empty.
    public let resourceID: DrupalResourceID
    /// The whole object: `attributes`, `relationships`, `links`, `meta`.
    public let json: JSON
    let included: IncludedResources

    /// Reads an object of a document; `nil` if it has no type and no UUID.
    init?(_ json: JSON, in included: IncludedResources) {
        guard let id = DrupalResourceID(json) else { return nil }
        resourceID = id
        self.json = json
        self.included = included
    }

    /// The UUID of the resource; empty if it is not stored.
    public var id: String { resourceID.id }

    /// The type of the resource, such as `node--article`.
    public var type: DrupalResourceType { resourceID.type }

    /// The attributes of the resource, an object.
    public var attributes: JSON { json["attributes"] }

    /// The value of an attribute; an error, which reads as null, if there is none.
    ///
    /// - Parameter name: The name of the attribute.
    public subscript(name: String) -> JSON { json["attributes"][name] }

    /// Returns the target of a relationship.
    ///
    /// - Parameter name: The name of the relationship.
    /// - Returns: The target; `nil` if there is no such relationship, or the response has no data for it.
    public func relationship(_ name: String) -> DrupalRelationship? {
        DrupalRelationship(json["relationships", name, "data"])
    }

    /// Returns the first resource of a relationship, if the response includes it.
    ///
    /// - Parameter name: The name of the relationship, which the query's `include` must contain.
    /// - Returns: The resource.
    /// - Complexity: O(1), after the first call for a document.
    public func related(_ name: String) -> DrupalResource? { allRelated(name).first }

    /// Returns the resources of a relationship that the response includes.
    ///
    /// - Parameter name: The name of the relationship.
    /// - Returns: The resources in the order of the relationship. Those that the account may not see are left out.
    /// - Complexity: O(*n*), where *n* is the number of resources in the relationship.
    public func allRelated(_ name: String) -> [DrupalResource] {
        (relationship(name)?.ids ?? []).compactMap { included.resource($0) }
    }

    /// The resource as one object, for models: `id`, `type`, the attributes, and each relationship as the included resource
    /// or, if it is not included, its `id` and `type`.
    ///
    /// A resource within itself, and those beyond the first 10,000, are not expanded.
    ///
    /// - Complexity: O(*n*), where *n* is the size of the result.
    public var flattened: JSON {
        var flattening = Flattening(included: included)
        return flattening.object(self)
    }

    /// Returns the resource as a model, which is mapped from ``flattened``.
    ///
    /// ```swift
    /// struct Article: Mappable {
    ///     var title = "", author: String?
    ///     init?(map: Map) {}
    ///     mutating func mapping(map: Map) {
    ///         title <- map["title"]
    ///         author <- map["uid.display_name"]
    ///     }
    /// }
    /// ```
    ///
    /// - Parameter type: The type of the model.
    /// - Returns: The model.
    /// - Throws: ``DrupalError`` with the reason `unreadableBody`.
    public func model<Model: BaseMappable>(_ type: Model.Type = Model.self) throws -> Model {
        try Models.read(flattened, as: type)
    }

    /// Returns the resource as a `Codable` value, which is decoded from ``flattened``.
    ///
    /// - Parameter type: The type of the value.
    /// - Returns: The value.
    /// - Throws: ``DrupalError`` with the reason `unreadableBody`.
    @_disfavoredOverload
    public func model<Model: Decodable>(_ type: Model.Type = Model.self) throws -> Model {
        try Models.decode(flattened, as: type)
    }
}
