internal import NeatlineJSON

/// An entity: its identity, and the items of its fields in the form in which the site stores them.
///
/// Stored items have no computed properties: times are seconds, references have only `target_id` and what was written
/// with them.
struct Entity: Sendable {
    let type: EntityType
    let bundle: String
    /// The number, from 1; 0 for one that was not saved, and for the account of visitors.
    var id: Int
    var uuid: String
    /// The machine name of an entity of configuration.
    var machineName: String?
    var fields: [String: [JSON]] = [:]

    /// What references contain as `target_id`.
    var key: JSON { machineName.map { .string($0) } ?? JSON(id) }

    /// The items of a field.
    subscript(field: String) -> [JSON] {
        get { fields[field] ?? [] }
        set { fields[field] = newValue }
    }

    /// The value of the first item of a field.
    func value(_ field: String) -> JSON { self[field].first?.members?["value"] ?? .null }

    /// The number or name of the first entity that a field refers to.
    func target(_ field: String) -> JSON { self[field].first?.members?["target_id"] ?? .null }

    /// Replaces the items of a field by one with the property `value`.
    @inline(never)
    mutating func setValue(_ field: String, _ value: JSON) { fields[field] = [.object(["value": value])] }

    mutating func setTarget(_ field: String, _ target: JSON) { fields[field] = [.object(["target_id": target])] }

    /// The title or name.
    var label: String { value(type.labelField).stringValue }

    /// The account that owns the entity.
    var owner: Int { type == .user ? id : target("uid").int ?? 0 }

    var isPublished: Bool { type == .file || type.isConfiguration || value("status").boolValue }

    /// The number of the revision.
    var revision: Int { type.revisionField.flatMap { value($0).int } ?? 0 }

    /// The name of the resource type: `node--article`.
    var resourceType: ResourceType { ResourceType(type: type, bundle: bundle) }
}

/// A resource type of JSON:API.
struct ResourceType: Hashable, Sendable {
    let type: EntityType
    let bundle: String

    init(type: EntityType, bundle: String) {
        self.type = type
        self.bundle = bundle
    }

    /// Creates the resource type of a path with the parameters `type` and `bundle`.
    init?(_ parameters: [String: String]) {
        guard let type = EntityType.allCases.first(where: { $0.name == parameters["type"] }),
            let bundle = parameters["bundle"]
        else { return nil }
        self.init(type: type, bundle: bundle)
    }

    /// Creates the resource type with a name such as `node--article`.
    init?(name: String) {
        guard let separator = name.firstRange(of: "--") else { return nil }
        self.init([
            "type": String(name[..<separator.lowerBound]), "bundle": String(name[separator.upperBound...]),
        ])
    }

    /// The name: `node--article`.
    var name: String { "\(type.name)--\(bundle)" }

    /// The fields of entities of this type.
    var fields: [Field] { Field.fields(of: type, bundle: bundle) }

    /// Returns the field with a name of JSON:API, if it is an attribute.
    func attribute(_ name: String) -> Field? { fields.first { $0.apiName == name && $0.isAttribute } }

    /// Returns the field with a name of JSON:API, if it is a relationship.
    func relationship(_ name: String) -> Field? { fields.first { $0.apiName == name && $0.target != nil } }
}
