internal import Foundation
internal import NeatlineFoundation
public import NeatlineJSON
public import NeatlineMapping

/// Converts `Codable` values, as JSON. Those that SwiftyUserDefaults stored are read, too.
public struct DefaultsCodableBridge<Value: Codable>: DefaultsCodec {
    /// Creates the bridge, which has no settings.
    public init() {}

    /// Returns the JSON of the value.
    ///
    /// - Parameter value: The value.
    /// - Throws: What encoding the value throws.
    public func encode(_ value: Value) throws -> DefaultsValue? {
        .document(try coders.encoder.encodeToJSON(value))
    }

    /// Returns the decoded value, or nil if decoding throws.
    ///
    /// - Parameter stored: What a store has under the key.
    public func decode(_ stored: DefaultsValue) -> Value? { try? decoded(stored) }

    private func decoded(_ stored: DefaultsValue) throws -> Value? {
        switch stored {
        case .data(let data): try coders.decoder.decode(Value.self, from: data)
        default: try stored.json.map { try coders.decoder.decode(Value.self, from: $0) }
        }
    }
}

extension DefaultsCodableBridge: CompositeBridge {
    func mismatch(in stored: DefaultsValue, at path: [JSONKey]) -> String? {
        do {
            _ = try decoded(stored)
            return nil
        } catch {
            guard let cause = (error as? DecodingError)?.cause else { return "\(JSONKey.path(path)): \(error)" }
            let place = path + cause.steps
            if place.isEmpty, case DecodingError.typeMismatch = error { return nil }
            return "\(JSONKey.path(place)): \(cause.text)"
        }
    }
}

/// The coders of all `Codable` values, with Foundation's default strategies.
private let coders = (encoder: NeatlineJSONEncoder(), decoder: NeatlineJSONDecoder())

/// Converts models, which are stored as JSON.
public struct DefaultsMappableBridge<Model: BaseMappable>: DefaultsCodec {
    /// Creates the bridge, which has no settings.
    public init() {}

    /// Returns the JSON of the model.
    ///
    /// - Parameter value: The model.
    /// - Throws: What writing the model throws.
    public func encode(_ value: Model) throws -> DefaultsValue? {
        .document(try JSON(parsing: Mapper<Model>().tryToJSONBytes(value), options: .stored))
    }

    /// Returns the mapped model, or nil if it refuses.
    ///
    /// - Parameter stored: What a store has under the key.
    public func decode(_ stored: DefaultsValue) -> Model? { stored.json.flatMap { Mapper<Model>().map(json: $0) } }
}

extension DefaultsMappableBridge: CompositeBridge {
    func mismatch(in stored: DefaultsValue, at path: [JSONKey]) -> String? {
        guard let json = stored.json else { return nil }
        do {
            _ = try Mapper<Model>().tryMap(json: json, stoppingAtFirst: true)
            return nil
        } catch {
            guard let failure = (error as? MappingError)?.failures.first else { return nil }
            let inner = failure.inside(path)
            return inner.steps.isEmpty && inner.reason == .mismatch ? nil : "\(inner)"
        }
    }
}

/// Converts `JSON` values, which are stored unchanged.
public struct DefaultsJSONBridge: DefaultsCodec {
    /// Creates the bridge, which has no settings.
    public init() {}

    /// Returns the JSON as a stored value.
    ///
    /// - Parameter value: The JSON.
    /// - Throws: `JSONError` if it cannot be written, for example because it contains NaN or an error.
    public func encode(_ value: JSON) throws -> DefaultsValue? {
        _ = try value.serialized()
        return .document(value)
    }

    /// Returns the stored value as JSON.
    ///
    /// - Parameter stored: What a store has under the key.
    public func decode(_ stored: DefaultsValue) -> JSON? { stored.json }
}

/// Converts values of types such as enumerations, as their raw values.
public struct DefaultsRawRepresentableBridge<Value: RawRepresentable>: DefaultsCodec
where Value.RawValue: DefaultsSerializable, Value.RawValue.Bridge.T == Value.RawValue {
    /// Creates the bridge, which has no settings.
    public init() {}

    /// Returns the stored form of the raw value.
    ///
    /// - Parameter value: The value.
    /// - Throws: What the raw value's bridge throws.
    public func encode(_ value: Value) throws -> DefaultsValue? { try Value.RawValue._defaults.encode(value.rawValue) }

    /// Returns the value with the stored raw value, or nil if there is none.
    ///
    /// - Parameter stored: What a store has under the key.
    public func decode(_ stored: DefaultsValue) -> Value? {
        Value.RawValue._defaults.decode(stored).flatMap { Value(rawValue: $0) }
    }
}

/// Converts arrays of values of types such as enumerations, as their raw values.
public struct DefaultsRawRepresentableArrayBridge<Values: Collection>: DefaultsCodec
where
    Values.Element: RawRepresentable, Values.Element.RawValue: DefaultsSerializable,
    Values.Element.RawValue.Bridge.T == Values.Element.RawValue
{
    private let bridge = DefaultsElementsBridge(DefaultsRawRepresentableBridge<Values.Element>())

    /// Creates the bridge, which has no settings.
    public init() {}

    /// Returns the stored form of the raw values.
    ///
    /// - Parameter value: The values.
    /// - Throws: What the raw values' bridge throws.
    public func encode(_ value: [Values.Element]) throws -> DefaultsValue? { try bridge.encode(value) }

    /// Returns the values with the stored raw values, or nil if one has none.
    ///
    /// - Parameter stored: What a store has under the key.
    public func decode(_ stored: DefaultsValue) -> [Values.Element]? { bridge.decode(stored) }
}

/// Converts objects of classes that conform to `NSCoding`, and arrays of them, as archives.
public struct DefaultsKeyedArchiverBridge<Value>: DefaultsCodec {
    /// Creates the bridge, which has no settings.
    public init() {}

    /// Returns the archive of the object.
    ///
    /// - Parameter value: The value.
    /// - Throws: What archiving throws.
    public func encode(_ value: Value) throws -> DefaultsValue? {
        .data(try NSKeyedArchiver.archivedData(withRootObject: value, requiringSecureCoding: false))
    }

    /// Returns the object of an archive, or nil if it is of another class or no archive.
    ///
    /// - Parameter stored: What a store has under the key.
    public func decode(_ stored: DefaultsValue) -> Value? { stored.data.flatMap { unarchive($0) } }

    func unarchive(_ data: Data) -> Value? {
        // The unarchiver on Linux stops the process for some bytes that are no archive.
        guard data.starts(with: Data("bplist00".utf8)) || data.starts(with: Data("<?xml".utf8)),
            let unarchiver = try? NSKeyedUnarchiver(forReadingFrom: data)
        else { return nil }
        unarchiver.requiresSecureCoding = false
        unarchiver.decodingFailurePolicy = .setErrorAndReturn
        defer { unarchiver.finishDecoding() }
        return unarchiver.decodeObject(forKey: NSKeyedArchiveRootObjectKey) as? Value
    }
}
