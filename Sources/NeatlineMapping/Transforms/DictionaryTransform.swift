public import NeatlineJSON

/// Maps objects of models to dictionaries whose keys are enums or other raw-representable types.
///
/// ```swift
/// enum Size: String { case small, large }
///
/// images <- (map["images"], DictionaryTransform<Size, Image>())   // "images": {"small": {…}, "large": {…}}
/// ```
///
/// Members whose names are no raw values are passed over, and so are values that their model refuses. The mapper's
/// failures name both; a name alone does not make a method throw, so that a newer server may send more.
public struct DictionaryTransform<Key, Value>: TransformType
where Key: Hashable & RawRepresentable, Key.RawValue == String, Value: Mappable {
    /// Creates a transform, which has no settings.
    @inlinable
    public init() {}

    /// The models of an object; nil for everything else.
    ///
    /// - Parameter value: A dictionary by names; nil for null.
    @inlinable
    public func transformFromJSON(_ value: Any?) -> [Key: Value]? {
        if let json = value as? NeatlineJSON.JSON { return transform(fromParsed: json) }
        guard let members = value as? [String: Any] else { return nil }
        var models: [Key: Value] = [:]
        for (name, value) in members {
            if let key = Key(rawValue: name), let model = Value(JSONObject: value) { models[key] = model }
        }
        return models
    }

    /// The models' dictionaries, by the raw values of their keys.
    ///
    /// - Parameter value: The models by their keys; nil if the property is nil.
    @inlinable
    public func transformToJSON(_ value: [Key: Value]?) -> Any? {
        guard let value else { return nil }
        var members: [String: [String: Any]] = [:]
        for (key, model) in value { members[key.rawValue] = model.toJSON() }
        return members
    }

    /// The models of an object; nil for everything else.
    ///
    /// - Parameter value: The parsed value.
    @inlinable
    public func transform(fromParsed value: NeatlineJSON.JSON) -> [Key: Value]? {
        guard case .object(let members) = value else { return nil }
        var models: [Key: Value] = [:]
        for member in members {
            guard let key = Key(rawValue: member.key), models[key] == nil, let value = members[member.key] else {
                continue
            }
            models[key] = Value(json: value)
        }
        return models
    }

    /// The models of an object, mapped within the run that reads it; nil for everything else.
    ///
    /// - Parameter reader: The position of the value.
    @inlinable
    public func _transform(_ reader: ValueReader) -> [Key: Value]? {
        let reading = reader.reading
        guard let members = reading.members(reader.position) else { return nil }
        var models: [Key: Value] = [:]
        for member in members {
            guard let key = Key(rawValue: member.name) else {
                reading.unknownName(of: member.position, Key.self)
                continue
            }
            let model = reading.element(member.position, depth: reader.depth) { Value._read(from: $0) }
            if let model { models[key] = model }
        }
        return models
    }

    /// Writes the models within the run of `map`.
    ///
    /// - Parameters:
    ///   - value: The models by their keys; nil if the property is nil.
    ///   - map: The field that is written.
    @inlinable
    public func _write(_ value: [Key: Value]?, to map: Map) {
        if map.isReading { return }
        guard let value else { return map.writeNil() }
        var members: [String: Value] = [:]
        for (key, model) in value { members[key.rawValue] = model }
        members >>> map
    }
}

extension DictionaryTransform {
    /// The text "an object", for messages about values that do not fit.
    public var expectedJSON: String { "an object" }
}

extension MappingReader {
    /// Notes that the name of the member whose value is at `position` is none of a type's raw values.
    @usableFromInline
    func unknownName(of position: Int, _ type: any RawRepresentable.Type) {
        note(.unknownKey, at: position, expected: .text("a name that is \(caseDescription(of: type))"))
    }
}
