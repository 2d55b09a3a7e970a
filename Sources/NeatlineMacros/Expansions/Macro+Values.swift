import Foundation
import NeatlineFoundation
import NeatlineJSON

extension _Macro {
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
        reader._raw(Value.self)
    }

    /// Reads a container of raw values.
    @_disfavoredOverload
    public static func read<Container: PropertyContainer>(_ reader: ValueReader) -> Container?
    where Container.PropertyElement: RawRepresentable, Container.PropertyElement.RawValue: MappableValue {
        reader._rawValues(Container.self)
    }

    /// Reads an optional raw value.
    @_disfavoredOverload
    public static func read<Value: RawRepresentable>(_ reader: ValueReader) -> Value??
    where Value.RawValue: MappableValue {
        reader._isNull ? .some(nil) : reader._raw(Value.self)
    }

    /// Reads an optional container of raw values.
    @_disfavoredOverload
    public static func read<Container: PropertyContainer>(_ reader: ValueReader) -> Container??
    where Container.PropertyElement: RawRepresentable, Container.PropertyElement.RawValue: MappableValue {
        reader._isNull ? .some(nil) : reader._rawValues(Container.self)
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

    /// Writes a raw value; null for nil.
    @_disfavoredOverload
    public static func write<Value: RawRepresentable>(_ value: Value?, to writer: ValueWriter)
    where Value.RawValue: MappableValue {
        (value?.rawValue).write(to: writer)
    }

    /// Writes a container of raw values; null for nil.
    @_disfavoredOverload
    public static func write<Container: PropertyContainer>(_ container: Container?, to writer: ValueWriter)
    where Container.PropertyElement: RawRepresentable, Container.PropertyElement.RawValue: MappableValue {
        guard let container else { return JSON.null.write(to: writer) }
        container._appendElements(to: writer, { $0.rawValue }, { $0.write(to: writer) })
    }

    /// Reads a text of one character.
    public static func character(_ reader: ValueReader) -> Character? {
        guard let text = String.value(from: reader) else { return nil }
        return text.count == 1 ? text.first : nil
    }

    /// Whether nothing is written for a value, because it is nil.
    public static func isMissing<Value>(_ value: Value?) -> Bool { value == nil }

    /// Whether nothing is written for a value, because it is absent.
    public static func isMissing<Value>(_ value: Presence<Value>) -> Bool {
        if case .absent = value { true } else { false }
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
