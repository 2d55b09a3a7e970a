import Foundation
import NeatlineFoundation
import NeatlineJSON

/// A property of a `Codable` type whose value is mapped: a model, or an optional, an array, a set or a dictionary of models.
///
/// ```swift
/// struct Order: Codable {
///     var id: Int
///     @Mapped var customer: Customer          // Customer is Mappable, or ImmutableMappable
///     @Mapped var lines: [OrderLine]
///     @Mapped var note: Note?                 // absent and null are nil, and nil is left out
/// }
///
/// let order = try NeatlineJSONDecoder().decode(Order.self, from: data)
/// ```
///
/// The models are mapped as by `Mapper.map`: a field that does not fit leaves its property unchanged. Decoding throws for a
/// value that is not an object, and for a model that refuses it or throws; also for every field that does not fit if
/// `CodingUserInfoKey.requiresEveryField` is set.
///
/// It works with every `Decoder` and `Encoder` that supports keyed containers, through the `Codable` conformance of `JSON`.
/// Neatline's decoder passes a view of its text, without a copy.
@propertyWrapper
public struct Mapped<Value: ModelForm> {
    /// The model, or the optional or collection of models.
    public var wrappedValue: Value

    /// Creates a property with a value.
    @inlinable
    public init(wrappedValue: Value) { self.wrappedValue = wrappedValue }
}

extension Mapped: Equatable where Value: Equatable {}
extension Mapped: Hashable where Value: Hashable {}
extension Mapped: Sendable where Value: Sendable {}

extension CodingUserInfoKey {
    /// The key of the models' `map.context`, an `any MapContext`.
    public static let mapContext = key("neatline.mapContext")

    /// The key of the models' `MappingOptions`; those of a new `Mapper` unless set.
    public static let mappingOptions = key("neatline.mappingOptions")

    /// The key of a `Bool`, false unless set: whether each field must fit, as for the methods of `Mapper` that throw.
    public static let requiresEveryField = key("neatline.requiresEveryField")

    private static func key(_ name: String) -> CodingUserInfoKey {
        guard let key = CodingUserInfoKey(rawValue: name) else { preconditionFailure("a name is refused") }
        return key
    }
}

extension Mapped: Decodable {
    /// Maps the decoder's value to a model, or to a collection of models.
    ///
    /// - Parameter decoder: the decoder.
    /// - Throws: `DecodingError` with the path of the value that does not fit, and a `MappingError` as its underlying error.
    public init(from decoder: any Decoder) throws {
        let json = try decoder.singleValueContainer().decode(JSON.self)
        let options = decoder.userInfo[.mappingOptions] as? MappingOptions ?? MappingOptions()
        let requiresEveryField = decoder.userInfo[.requiresEveryField] as? Bool ?? false
        let reading = MappingReader(
            try DocumentReader(json), context: decoder.userInfo[.mapContext] as? any MapContext, options: options)
        let depth = CodingDepth.depth(below: decoder.codingPath)
        let value = try Value._readAll(
            from: ValueReader(reading, reading.root, depth: depth), rethrowing: false)
        var failures = requiresEveryField ? reading.error?.failures ?? [] : []
        if let value, failures.isEmpty {
            wrappedValue = value
            return
        }
        // Other failures are of fields that need not fit.
        if value == nil, !requiresEveryField { failures = reading.lastReason.map { [$0] } ?? [] }
        throw Mapped.error(failures, below: decoder.codingPath, reading.path(to: reading.root).count)
    }

    /// - Parameter depth: the number of steps of the failures' paths that lead to the mapped value.
    private static func error(
        _ failures: [MappingFailure], below path: [any CodingKey], _ depth: Int
    ) -> DecodingError {
        let failure = failures.first
        let context = DecodingError.Context(
            codingPath: path + (failure?.steps.dropFirst(depth).map { ModelKey($0) } ?? []),
            debugDescription: failure?.description ?? "no value of type \(Value.self)",
            underlyingError: MappingError(failures: failures))
        switch failure?.reason {
        case .null, .missing: return .valueNotFound(Value.self, context)
        case .mismatch: return .typeMismatch(Value.self, context)
        default: return .dataCorrupted(context)
        }
    }
}

extension Mapped: Encodable {
    /// Writes the models to the encoder as JSON.
    ///
    /// - Parameter encoder: the encoder.
    /// - Throws: `EncodingError` if JSON cannot represent a value.
    public func encode(to encoder: any Encoder) throws {
        let depth = CodingDepth.depth(below: encoder.codingPath)
        if depth >= Mapping.maximumDepth {
            throw EncodingError.invalidValue(
                wrappedValue,
                EncodingError.Context(
                    codingPath: encoder.codingPath,
                    debugDescription: "Expected at most \(Mapping.maximumDepth) objects inside one another, found more."
                ))
        }
        let writing = MappingWriter(
            textWith: encoder.userInfo[.mapContext] as? any MapContext, includesNil: false)
        var value = wrappedValue
        value._append(to: ValueWriter(writing, depth: depth))
        if writing.isUnwritable {
            let failures = writing.failures
            throw EncodingError.invalidValue(
                wrappedValue,
                EncodingError.Context(
                    codingPath: encoder.codingPath + (failures.first?.steps.map { ModelKey($0) } ?? []),
                    debugDescription: failures.first?.description ?? "no form in JSON",
                    underlyingError: MappingError(failures: failures)))
        }
        var container = encoder.singleValueContainer()
        try container.encode(JSON(parsing: writing.bytes, options: .written))
    }
}

/// A step to a field of a model.
private struct ModelKey: CodingKey {
    let stringValue: String
    let intValue: Int?

    init(_ step: JSONKey) {
        switch step {
        case .key(let name): (stringValue, intValue) = (name, nil)
        case .index(let index): (stringValue, intValue) = ("Index \(index)", index)
        }
    }

    init(stringValue: String) { (self.stringValue, intValue) = (stringValue, nil) }
    init(intValue: Int) { (stringValue, self.intValue) = (String(intValue), intValue) }
}

// The `init(from:)` and `encode(to:)` that the compiler synthesizes use these two methods for optional properties.

extension KeyedDecodingContainer {
    /// Returns a mapped property; nil if the member is absent or null.
    ///
    /// - Parameters:
    ///   - type: The type of the property.
    ///   - key: The key of the member.
    /// - Throws: `DecodingError` with the path of the value that does not fit.
    public func decode<Wrapped: ModelForm>(_ type: Mapped<Wrapped?>.Type, forKey key: Key) throws -> Mapped<Wrapped?> {
        try decodeIfPresent(type, forKey: key) ?? Mapped(wrappedValue: nil)
    }
}

extension KeyedEncodingContainer {
    /// Writes a mapped property, unless it is nil.
    ///
    /// - Parameters:
    ///   - value: The property.
    ///   - key: The key of the member.
    /// - Throws: `EncodingError` if JSON cannot represent a value.
    public mutating func encode<Wrapped: ModelForm>(_ value: Mapped<Wrapped?>, forKey key: Key) throws {
        try encodeIfPresent(value.wrappedValue == nil ? nil : value, forKey: key)
    }
}
