import Foundation
import NeatlineFoundation
import NeatlineJSON

// What the expansions of the macros call. Its names begin with an underscore: they change with the macros.

/// The functions of the expansions.
public enum _Macro {
    // MARK: Names

    /// The first of several names that is there; that of writing if JSON is written.
    public static func key(
        _ map: Map, _ keys: [String], writing: String, nested: Bool? = nil, delimiter: String = "."
    ) -> String {
        guard map.mappingType == .fromJSON else { return writing }
        let present = keys.first { map[$0, nested: nested, delimiter: delimiter, ignoreNil: false].isKeyPresent }
        return present ?? keys.first ?? writing
    }

    /// Throws if a member is missing.
    public static func requireMember(
        _ map: Map, _ key: String, nested: Bool? = nil, delimiter: String = "."
    ) throws {
        _ = try map.value(key, nested: nested, delimiter: delimiter) as JSON
    }

    /// Throws if a member is null.
    public static func refuseNull(_ map: Map, _ key: String, nested: Bool? = nil, delimiter: String = ".") throws {
        guard map[key, nested: nested, delimiter: delimiter, ignoreNil: false].isKeyPresent else { return }
        _ = try map.value(key, nested: nested, delimiter: delimiter) as NotNull
    }

    private struct NotNull: MappableValue {
        static func value(from reader: ValueReader) -> NotNull? {
            guard reader._isNull else { return NotNull() }
            reader.fail(expected: mappedName)
            return nil
        }
        func write(to writer: ValueWriter) {}
        static var mappedName: String { "a value that is not null" }
    }

    // MARK: Other members

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
        var result: [Key: Value] = [:]
        for field in unknown(map, [], names) {
            guard let name = field.currentKey else { continue }
            guard let key = Key(memberName: name) else {
                field._fail(expected: "a member whose name is of type \(Key.self)")
                continue
            }
            var value: Value?
            read(&value, field)
            if let value { result[key] = value }
        }
        property = result
    }

    /// Maps the members that are none of `names`, in a dictionary.
    public static func rest(_ property: inout [String: Any], _ map: Map, except names: [String]) {
        if map.mappingType == .toJSON { return writeRest(property, map) }
        var result: [String: JSON] = [:]
        rest(&result, map, except: names)
        property = result.mapValues { $0.object }
    }

    /// Maps the members that are none of `names`, in their order.
    public static func rest(_ property: inout JSON, _ map: Map, except names: [String]) {
        if map.mappingType == .toJSON { return writeRest(property, map) }
        property = .object(
            JSONObject(
                unknown(map, [], names).compactMap { field in
                    guard let name = field.currentKey, let value = field.currentJSON else { return nil }
                    return (key: name, value: value)
                }))
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

    // MARK: Parts of the object

    /// Reads a model whose members are those of the object.
    public static func flat<Model: BaseMappable>(_ map: Map) throws -> Model {
        guard let part = map._part(), var model = try Model.instance(for: part) else {
            throw map._error(expected: "an object that \(Model.self) accepts")
        }
        model.mapping(map: part)
        return model
    }

    /// Reads a model whose members are those of the object; nil if it refuses them.
    public static func flatIfPresent<Model: BaseMappable>(_ map: Map) throws -> Model? {
        guard let part = map._part(), var model = try? Model.instance(for: part) else { return nil }
        model.mapping(map: part)
        return model
    }

    /// Maps a model whose members are those of the object; keeps it if it refuses them.
    public static func flat<Model: BaseMappable>(_ model: inout Model, _ map: Map) {
        if map.mappingType == .toJSON { return writeFlat(model, map) }
        do {
            model = try flat(map)
        } catch {
            map._fail(error, for: Model.self)
        }
    }

    /// Reads a model whose members are those of the object; nil if it refuses them.
    public static func flat<Model: BaseMappable>(_ model: inout Model?, _ map: Map) {
        if map.mappingType == .toJSON { return writeFlat(model, map) }
        guard let part = map._part(), var new = try? Model.instance(for: part) else {
            model = nil
            return
        }
        new.mapping(map: part)
        model = new
    }

    /// Writes the members of a model into the object.
    public static func writeFlat<Model: BaseMappable>(_ model: Model?, _ map: Map) {
        guard var model, let part = map._part() else { return }
        model.mapping(map: part)
    }

    // MARK: Initial values

    /// Maps an optional property, which keeps its value if what is read does not fit.
    public static func keep<Value>(
        _ property: inout Value?, _ field: Map, _ map: (inout Value?, Map) -> Void
    ) {
        let (before, noted) = (property, field._noted)
        map(&property, field)
        if property == nil, field._noted != noted { property = before }
    }

    // MARK: Conditions

    /// Maps a property whose value has to meet a condition; keeps it otherwise.
    public static func check<Value>(
        _ property: inout Value, _ field: Map, _ expected: String, _ condition: (Value) -> Bool,
        _ map: (inout Value, Map) -> Void
    ) {
        var value = property
        let noted = field._noted
        map(&value, field)
        if field.isKeyPresent, field._noted == noted, !condition(value) { return field._fail(expected: expected) }
        property = value
    }

    /// Maps an optional property whose value has to meet a condition; it is nil otherwise.
    public static func check<Value>(
        _ property: inout Value?, _ field: Map, _ expected: String, _ condition: (Value) -> Bool,
        _ map: (inout Value?, Map) -> Void
    ) {
        let noted = field._noted
        map(&property, field)
        if field.isKeyPresent, field._noted == noted, let value = property, !condition(value) {
            field._fail(expected: expected)
            property = nil
        }
    }

    /// Returns a value that meets a condition.
    public static func checked<Value>(
        _ value: Value, _ field: Map, _ expected: String, _ condition: (Value) -> Bool
    ) throws -> Value {
        if condition(value) { return value }
        throw field._error(expected: expected)
    }

    /// Returns a value that meets a condition, or nil.
    public static func checked<Value>(
        _ value: Value?, _ field: Map, _ expected: String, _ condition: (Value) -> Bool
    ) throws -> Value? {
        try value.map { try checked($0, field, expected, condition) }
    }

    // MARK: Values of any kind

    /// Reads a value.
    public static func read<Value: MappableValue>(_ reader: ValueReader) -> Value? { Value.value(from: reader) }

    /// Reads a model, or a container of models.
    public static func read<Model: ModelForm>(_ reader: ValueReader) -> Model? { Model._read(from: reader) }

    /// Reads a value that is a model, too.
    public static func read<Model: ModelForm & MappableValue>(_ reader: ValueReader) -> Model? {
        Model._read(from: reader)
    }

    /// Reads a raw value.
    @_disfavoredOverload
    public static func read<Value: RawRepresentable>(_ reader: ValueReader) -> Value?
    where Value.RawValue: MappableValue {
        guard let raw = Value.RawValue.value(from: reader) else { return nil }
        if let value = Value(rawValue: raw) { return value }
        reader.fail(expected: "a value of type \(Value.self)")
        return nil
    }

    /// Writes a value.
    public static func write<Value: MappableValue>(_ value: Value, to writer: ValueWriter) { value.write(to: writer) }

    /// Writes a model, or a container of models.
    public static func write<Model: ModelForm>(_ model: Model, to writer: ValueWriter) {
        var model = model
        model._append(to: writer)
    }

    /// Writes a value that is a model, too.
    public static func write<Model: ModelForm & MappableValue>(_ model: Model, to writer: ValueWriter) {
        var model = model
        model._append(to: writer)
    }

    /// Writes a raw value.
    @_disfavoredOverload
    public static func write<Value: RawRepresentable>(_ value: Value, to writer: ValueWriter)
    where Value.RawValue: MappableValue {
        value.rawValue.write(to: writer)
    }

    /// Reads a text of one character.
    public static func character(_ reader: ValueReader) -> Character? {
        guard let text = String.value(from: reader) else { return nil }
        return text.count == 1 ? text.first : nil
    }

    /// Writes null, whether or not nil is written.
    public static func writeNull(_ field: Map) { JSON.null >>> field }

    /// Writes an object without members.
    public static func writeEmpty(_ field: Map) { JSON([:]) >>> field }

    /// The dictionary of the members that a function writes.
    public static func object(_ body: (Map) -> Void) -> Any {
        let map = Map(mappingType: .toJSON, JSON: [:])
        body(map)
        return map.JSON
    }

    /// The value of the member `value` that a function writes.
    public static func value(_ body: (Map) -> Void) -> Any {
        let map = Map(mappingType: .toJSON, JSON: [:])
        body(map)
        return map.JSON["value"] ?? NSNull()
    }

    /// Maps a container without the elements that do not fit.
    public static func lossy<Container: PropertyContainer>(
        _ property: inout Container, _ field: Map, _ read: (ValueReader) -> Container.PropertyElement?
    ) {
        if let value = field._read(Container.self, { elements($0, read) }) { property = value }
    }

    /// Maps a container without the elements that do not fit; nil if it is null or no container.
    public static func lossy<Container: PropertyContainer>(
        _ property: inout Container?, _ field: Map, _ read: (ValueReader) -> Container.PropertyElement?
    ) {
        if !field.isKeyPresent { return }
        property = field._read(Container.self) { $0._isNull ? nil : elements($0, read) }
    }

    private static func elements<Container: PropertyContainer>(
        _ reader: ValueReader, _ read: (ValueReader) -> Container.PropertyElement?
    ) -> Container? {
        Container._readElements(from: reader, dropsRefused: true) { $0._omittable(read) }
    }
}
