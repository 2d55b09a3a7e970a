public import NeatlineJSON

/// The fields of an entity in core REST, without their lists and items.
///
/// ```swift
/// var article = DrupalEntity(bundle: "article")
/// article.set("Hello", for: "title")
/// article.setReferences(["5"], for: "field_tags")
/// let created = DrupalEntity(try await site.createNode(article.json))
/// print(created.id ?? "", created.value(of: "title").stringValue)
/// ```
public struct DrupalEntity: Sendable, Hashable {
    /// The fields in the shape of core REST.
    public var json: JSON

    /// Creates an entity from a response.
    ///
    /// - Parameter json: The fields.
    public init(_ json: JSON) { self.json = json }

    /// Creates an entity for a request.
    ///
    /// - Parameters:
    ///   - bundle: The machine name of the bundle, for example `article`.
    ///   - field: The field of the bundle: `type` for nodes, `vid` for terms, `comment_type` for comments.
    public init(bundle: String, field: String = "type") {
        json = [:]
        setReferences([bundle], for: field)
    }

    /// The number of the entity, in whichever field it is: `nid`, `uid`, `tid`, `cid`, `fid`, `mid` or `id`; `nil` if there
    /// is none. A node also has a `uid`, which is a reference.
    public var id: String? {
        for name in ["nid", "cid", "tid", "fid", "mid", "id", "uid"] {
            let value = value(of: name)
            if let text = value.string ?? value.int.map(String.init) { return text }
        }
        return nil
    }

    /// The UUID, which JSON:API uses.
    public var uuid: String? { value(of: "uuid").string }

    /// Returns the first value of a field; `.null` or an error if there is none.
    ///
    /// - Parameters:
    ///   - field: The machine name of the field.
    ///   - key: The name of the value in the item.
    /// - Returns: The value.
    public func value(of field: String, key: String = "value") -> JSON { json[field, 0, key] }

    /// Returns the entities that a field refers to.
    ///
    /// - Parameter field: The machine name of the field.
    /// - Returns: The numbers or names.
    public func references(of field: String) -> [String] {
        json[field].arrayValue.compactMap { DrupalReference.text($0["target_id"]) }
    }

    /// Sets a field to one value.
    ///
    /// - Parameters:
    ///   - value: The value; `.null` empties the field.
    ///   - field: The machine name of the field.
    ///   - key: The name of the value in the item.
    public mutating func set(_ value: JSON, for field: String, key: String = "value") {
        json[field] = value.type == .null ? [] : [[key: value]]
    }

    /// Sets a field to references.
    ///
    /// - Parameters:
    ///   - ids: The numbers or names of the entities.
    ///   - field: The machine name of the field.
    public mutating func setReferences(_ ids: [String], for field: String) {
        json[field] = .array(JSONArray(ids.map { ["target_id": $0] as JSON }))
    }
}
