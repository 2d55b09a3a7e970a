import NeatlineFoundation
import NeatlineJSON

extension _Macro {
    /// The fields of members that are none of `names`, in an object inside `map`.
    private static func unknown(_ map: Map, _ path: [String], _ names: [String]) -> [Map] {
        let json = path.reduce(map.json) { $0[$1] }
        guard case .object(let members) = json else { return [] }
        // By their bytes, as members are found; one that is there twice is one member.
        var known = Set(names.map { Array($0.utf8) })
        let others = members.map(\.key).filter { known.insert(Array($0.utf8)).inserted }
        // No name in JSON that a person writes has this character.
        return others.map { name in
            map[(path + [name]).joined(separator: "\u{1}"), nested: !path.isEmpty, delimiter: "\u{1}"]
        }
    }

    /// Whether an object has no members but `names`; others are failures.
    public static func hasOnly(_ map: Map, in path: [String], _ names: [String]) -> Bool {
        let unknown = unknown(map, path, names)
        for field in unknown { field._fail(expected: "no member that the model does not have") }
        return unknown.isEmpty
    }

    /// Throws if an object has members that are none of `names`.
    public static func refuseUnknown(_ map: Map, in path: [String], except names: [String]) throws {
        if let first = unknown(map, path, names).first {
            throw first._error(expected: "no member that the model does not have")
        }
    }

    /// Maps the members that are none of `names`, in a dictionary.
    public static func rest<Key: MemberKey, Value: MappableValue>(
        _ property: inout [Key: Value], _ map: Map, except names: [String]
    ) {
        rest(&property, map, names, reading: { $0 <- $1 }, writing: { $0 >>> $1 })
    }

    /// Maps the members that are none of `names`, in a dictionary of models, or of containers of models.
    public static func rest<Key: MemberKey, Model: ModelForm>(
        _ property: inout [Key: Model], _ map: Map, except names: [String]
    ) {
        rest(&property, map, names, reading: { $0 <- $1 }, writing: { $0 >>> $1 })
    }

    /// Maps the members that are none of `names`, in a dictionary of values that are models, too.
    public static func rest<Key: MemberKey, Model: ModelForm & MappableValue>(
        _ property: inout [Key: Model], _ map: Map, except names: [String]
    ) {
        rest(&property, map, names, reading: { $0 <- $1 }, writing: { $0 >>> $1 })
    }

    /// Maps the members that are none of `names`, in a dictionary of raw values.
    @_disfavoredOverload
    public static func rest<Key: MemberKey, Value: RawRepresentable>(
        _ property: inout [Key: Value], _ map: Map, except names: [String]
    ) where Value.RawValue: MappableValue {
        rest(&property, map, names, reading: { $0 <- $1 }, writing: { $0 >>> $1 })
    }

    /// Maps the members that are none of `names`, in a dictionary of containers of raw values.
    @_disfavoredOverload
    public static func rest<Key: MemberKey, Container: PropertyContainer>(
        _ property: inout [Key: Container], _ map: Map, except names: [String]
    ) where Container.PropertyElement: RawRepresentable, Container.PropertyElement.RawValue: MappableValue {
        rest(&property, map, names, reading: { $0 <- $1 }, writing: { $0 >>> $1 })
    }

    private static func rest<Key: MemberKey, Value>(
        _ property: inout [Key: Value], _ map: Map, _ names: [String], reading read: (inout Value?, Map) -> Void,
        writing write: (Value, Map) -> Void
    ) {
        if map.mappingType == .toJSON { return writeRest(property, map, write) }
        // Members that are not there keep their values, as those with a property do.
        var result = map.toObject ? property : [:]
        for field in unknown(map, [], names) {
            guard let name = field.currentKey else { continue }
            guard let key = Key(memberName: name) else {
                field._fail(expected: "a member whose name is of type \(Key.self)")
                continue
            }
            let before = result[key]
            var value = before
            let failures = field._failureCount
            read(&value, field)
            // What does not fit changes nothing; null removes the member.
            result[key] = value == nil && field._failureCount != failures ? before : value
        }
        property = result
    }

    /// Maps the members that are none of `names`, in a dictionary.
    public static func rest(_ property: inout [String: Any], _ map: Map, except names: [String]) {
        if map.mappingType == .toJSON { return writeRest(property, map) }
        var result: [String: JSON] = [:]
        rest(&result, map, except: names)
        let values = result.mapValues { $0.object }
        property = map.toObject ? property.merging(values) { $1 } : values
    }

    /// Maps the members that are none of `names`, in their order.
    public static func rest(_ property: inout JSON, _ map: Map, except names: [String]) {
        if map.mappingType == .toJSON { return writeRest(property, map) }
        let members = unknown(map, [], names).compactMap { field in
            field.currentKey.flatMap { name in field.currentJSON.map { (key: name, value: $0) } }
        }
        guard map.toObject, case .object(var result) = property else {
            property = .object(JSONObject(members))
            return
        }
        for (name, value) in members { result[name] = value }
        property = .object(result)
    }

    /// Writes members.
    public static func writeRest<Key: MemberKey, Value: MappableValue>(_ property: [Key: Value], _ map: Map) {
        writeRest(property, map) { $0 >>> $1 }
    }

    /// Writes members that are models, or containers of models.
    public static func writeRest<Key: MemberKey, Model: ModelForm>(_ property: [Key: Model], _ map: Map) {
        writeRest(property, map) { $0 >>> $1 }
    }

    /// Writes members whose values are models, too.
    public static func writeRest<Key: MemberKey, Model: ModelForm & MappableValue>(
        _ property: [Key: Model], _ map: Map
    ) {
        writeRest(property, map) { $0 >>> $1 }
    }

    /// Writes members with raw values.
    @_disfavoredOverload
    public static func writeRest<Key: MemberKey, Value: RawRepresentable>(_ property: [Key: Value], _ map: Map)
    where Value.RawValue: MappableValue {
        writeRest(property, map) { $0 >>> $1 }
    }

    /// Writes members whose values are containers of raw values.
    @_disfavoredOverload
    public static func writeRest<Key: MemberKey, Container: PropertyContainer>(
        _ property: [Key: Container], _ map: Map
    ) where Container.PropertyElement: RawRepresentable, Container.PropertyElement.RawValue: MappableValue {
        writeRest(property, map) { $0 >>> $1 }
    }

    private static func writeRest<Key: MemberKey, Value>(
        _ property: [Key: Value], _ map: Map, _ write: (Value, Map) -> Void
    ) {
        let members = property.map { (name: $0.key.memberName, value: $0.value) }
        for (name, value) in members.sorted(by: { $0.name < $1.name }) { write(value, map[name, nested: false]) }
    }

    /// Writes members.
    public static func writeRest(_ property: [String: Any], _ map: Map) {
        for (name, value) in property.sorted(by: { $0.key < $1.key }) { value >>> map[name, nested: false] }
    }

    /// Writes the members of an object.
    public static func writeRest(_ property: JSON, _ map: Map) {
        guard case .object(let members) = property else { return }
        for (name, value) in members { value >>> map[name, nested: false] }
    }
}
