public import NeatlineJSON
public import NeatlineMapping

/// The values of a field in core REST, for `Codable` models: `[{"value": "Hello"}]`.
///
/// ```swift
/// struct Article: Codable {
///     var nid: DrupalField<Int>?
///     var type: DrupalReferences = ["article"]
///     var title: DrupalField<String>
/// }
///
/// let article = Article(title: "Hello")
/// print(article.title.value ?? "")
/// ```
public struct DrupalField<Value: Codable>: Codable {
    /// The values of the field, in their order.
    public var values: [Value]

    /// The first value; `nil` if the field is empty. Setting it replaces all values.
    public var value: Value? {
        get { values.first }
        set { values = newValue.map { [$0] } ?? [] }
    }

    /// Creates a field with the given values.
    ///
    /// - Parameter values: The values.
    public init(_ values: Value...) { self.values = values }

    private struct Item: Codable { var value: Value? }

    /// Decodes the list. Items without a value are left out.
    ///
    /// - Parameter decoder: The decoder of the list of the field's items.
    /// - Throws: `DecodingError` if it is no list, or a value has another type.
    public init(from decoder: any Decoder) throws {
        values = try [Item](from: decoder).compactMap(\.value)
    }

    /// Encodes the values as a list of items.
    ///
    /// - Parameter encoder: The encoder that receives the list.
    /// - Throws: The encoder's error.
    public func encode(to encoder: any Encoder) throws {
        try values.map { Item(value: $0) }.encode(to: encoder)
    }
}

extension DrupalField: Sendable where Value: Sendable {}
extension DrupalField: Equatable where Value: Equatable {}
extension DrupalField: Hashable where Value: Hashable {}

extension DrupalField: ExpressibleByStringLiteral, ExpressibleByUnicodeScalarLiteral,
    ExpressibleByExtendedGraphemeClusterLiteral
where Value == String {
    /// Creates a field with one text.
    ///
    /// - Parameter value: The value of the only item.
    public init(stringLiteral value: String) { self.init(value) }
}

/// The entities that a field refers to, for `Codable` models: `[{"target_id": 5}]`.
public struct DrupalReferences: Codable, Sendable, Hashable, ExpressibleByArrayLiteral {
    /// The numbers of the entities, or the names of configuration entities such as content types.
    public var ids: [String]

    /// The first number or name; `nil` if the field is empty.
    public var id: String? { ids.first }

    /// Creates references to the given entities.
    ///
    /// - Parameter ids: The numbers or names.
    public init(_ ids: [String]) { self.ids = ids }

    /// Creates references to the given entities.
    ///
    /// - Parameter elements: The values of the items.
    public init(arrayLiteral elements: String...) { self.init(elements) }

    private struct Item: Codable { var target_id: JSON? }

    /// Decodes the references from a list of items.
    ///
    /// - Parameter decoder: The decoder of the list of the field's items.
    /// - Throws: `DecodingError` if it is no list.
    public init(from decoder: any Decoder) throws {
        ids = try [Item](from: decoder).compactMap { $0.target_id.flatMap(DrupalReference.text) }
    }

    /// Encodes the references as a list of items.
    ///
    /// - Parameter encoder: The encoder that receives the list.
    /// - Throws: The encoder's error.
    public func encode(to encoder: any Encoder) throws {
        try ids.map { Item(target_id: .string($0)) }.encode(to: encoder)
    }
}

/// A transform between a property and the first value of a field: `[{"value": "Hello"}]`.
///
/// ```swift
/// title <- (map["title"], DrupalValue<String>())
/// text <- (map["body"], DrupalValue<String>(key: "value"))
/// ```
public struct DrupalValue<Value: JSONReadable & JSONRepresentable>: TransformType {
    /// The name of the value in the item: `value`, or for example `uri` for a link.
    public let key: String

    /// Creates a transform for a value with this name.
    ///
    /// - Parameter key: The name of the value in the item.
    public init(key: String = "value") { self.key = key }

    /// Returns the first value of the list; `nil` if it is empty, or the value has another type.
    ///
    /// - Parameter value: The list of the field's items.
    public func transformFromJSON(_ value: Any?) -> Value? {
        guard let value else { return nil }
        return transform(fromParsed: NeatlineJSON.JSON(value))
    }

    /// Returns the first value of the list; `nil` if it is empty, or the value has another type.
    ///
    /// - Parameter value: The list of the field's items.
    public func transform(fromParsed value: NeatlineJSON.JSON) -> Value? { try? Value.read(from: value[0, key]) }

    /// Returns a list with one item; `nil` for no value.
    ///
    /// - Parameter value: The value of the property; nil if the property is nil.
    public func transformToJSON(_ value: Value?) -> NeatlineJSON.JSON? {
        value.map { [[key: $0.json]] as NeatlineJSON.JSON }
    }
}

/// A transform between a property and the entity that a field refers to: `[{"target_id": 5}]`.
public struct DrupalReference: TransformType {
    /// Creates a transform, which has no settings.
    public init() {}

    /// Returns the number or name of the first entity; `nil` if there is none.
    ///
    /// - Parameter value: The list of the field's items.
    public func transformFromJSON(_ value: Any?) -> String? {
        guard let value else { return nil }
        return transform(fromParsed: NeatlineJSON.JSON(value))
    }

    /// Returns the number or name of the first entity; `nil` if there is none.
    ///
    /// - Parameter value: The list of the field's items.
    public func transform(fromParsed value: NeatlineJSON.JSON) -> String? { Self.text(value[0, "target_id"]) }

    /// Returns a list with one item; `nil` for no entity.
    ///
    /// - Parameter value: The value of the property; nil if the property is nil.
    public func transformToJSON(_ value: String?) -> NeatlineJSON.JSON? {
        value.map { [["target_id": $0]] as NeatlineJSON.JSON }
    }

    static func text(_ id: NeatlineJSON.JSON) -> String? { id.string ?? id.int.map(String.init) }
}
