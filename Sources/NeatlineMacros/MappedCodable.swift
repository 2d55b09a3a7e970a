// Models and values that Foundation's coders read and write, too.

/// A model that is `Codable` by its mapping: `@Mappable(codable: true)`.
///
/// Decoding throws for a value that is no object and for a model that refuses it; other failures leave the property as it
/// is, unless `CodingUserInfoKey.requiresEveryField` is set, as for `Mapped`.
public protocol MappedCodable: BaseMappable, Codable {}

extension MappedCodable {
    /// Maps the decoder's value.
    ///
    /// - Parameter decoder: The decoder.
    /// - Throws: `DecodingError` with the path of the value that does not fit.
    public init(from decoder: any Decoder) throws { self = try Mapped<Self>(from: decoder).wrappedValue }

    /// Writes the model to the encoder.
    ///
    /// - Parameter encoder: The encoder.
    /// - Throws: `EncodingError` if JSON cannot represent a value.
    public func encode(to encoder: any Encoder) throws { try Mapped(wrappedValue: self).encode(to: encoder) }
}

/// An enum that is `Codable` by its mapping: `@Mappable(codable: true)`.
public protocol MappedCodableValue: MappableValue, Codable {}

extension MappedCodableValue {
    /// Maps the decoder's value.
    ///
    /// - Parameter decoder: The decoder.
    /// - Throws: `DecodingError` with the path of the value that does not fit.
    public init(from decoder: any Decoder) throws {
        self = try _Macro.decode(from: decoder)
    }

    /// Writes the value to the encoder.
    ///
    /// - Parameter encoder: The encoder.
    /// - Throws: `EncodingError` if JSON cannot represent a value.
    public func encode(to encoder: any Encoder) throws {
        try _Macro.encode(self, to: encoder)
    }
}

extension _Macro {
    /// Maps the decoder's value.
    public static func decode<Value: MappableValue>(from decoder: any Decoder) throws -> Value {
        try Mapped<_OneValue<Value>>(from: decoder).wrappedValue.value
    }

    /// Writes a value to the encoder.
    public static func encode(_ value: some MappableValue, to encoder: any Encoder) throws {
        try Mapped(wrappedValue: _OneValue(value: value)).encode(to: encoder)
    }
}

/// A value as a form of models, which `Mapped` reads and writes.
public struct _OneValue<Value: MappableValue>: ModelForm {
    let value: Value

    /// Reads the value.
    public static func _read(from reader: ValueReader) -> Self? { Value.value(from: reader).map { Self(value: $0) } }

    /// Reads the value.
    public static func _readAll(from reader: ValueReader, rethrowing: Bool) throws -> Self? { _read(from: reader) }

    /// Writes the value.
    public mutating func _append(to writer: ValueWriter) { value.write(to: writer) }
}
