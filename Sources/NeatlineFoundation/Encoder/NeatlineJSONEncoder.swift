internal import NeatlineSystem
public import Foundation
public import NeatlineJSON

/// Encodes `Encodable` values as JSON, with the interface of Foundation's `JSONEncoder`.
///
/// ```swift
/// struct Point: Codable { var x: Int, y: Int }
///
/// let encoder = NeatlineJSONEncoder()
/// let data = try encoder.encode(Point(x: 1, y: 2))                    // {"x":1,"y":2}
/// let text = try encoder.encodeToString([Point(x: 1, y: 2)])          // [{"x":1,"y":2}]
/// let json = try encoder.encodeToJSON(Point(x: 1, y: 2))
/// json["y"].int                                                       // 2
/// ```
///
/// Members are written in the order in which they are encoded, unless `.sortedKeys` is set. The other difference from
/// Foundation's encoder is that it throws errors where that one traps or writes text that is not JSON.
///
/// Unchecked Sendable, because a lock protects its settings, and each call that encodes works on a copy of them. Closures and
/// values in `userInfo` must be safe to use on the threads that encode.
open class NeatlineJSONEncoder: @unchecked Sendable {
    private let settings = Locked(EncodingSettings())

    /// Creates an encoder with the default of each property.
    public init() {}

    // MARK: Settings

    /// The layout of the text; compact unless set.
    open var outputFormatting: OutputFormatting {
        get { settings.withLock { $0.formatting } }
        set { settings.set(\.formatting, to: newValue) }
    }

    /// How dates are encoded; `.deferredToDate` unless set.
    open var dateEncodingStrategy: DateEncodingStrategy {
        get { settings.withLock { $0.dates } }
        set { settings.set(\.dates, to: newValue) }
    }

    /// How `Data` is encoded; `.base64` unless set.
    open var dataEncodingStrategy: DataEncodingStrategy {
        get { settings.withLock { $0.data } }
        set { settings.set(\.data, to: newValue) }
    }

    /// How NaN and the infinities are encoded; they are an error unless set.
    open var nonConformingFloatEncodingStrategy: NonConformingFloatEncodingStrategy {
        get { settings.withLock { $0.nonConformingFloats } }
        set { settings.set(\.nonConformingFloats, to: newValue) }
    }

    /// How keys are converted to names of members; `.useDefaultKeys` unless set.
    ///
    /// The keys of a dictionary are data, not keys of a type: those of type `String` are never converted.
    open var keyEncodingStrategy: KeyEncodingStrategy {
        get { settings.withLock { $0.keys } }
        set { settings.set(\.keys, to: newValue) }
    }

    /// The `userInfo` of the encoders that types receive.
    open var userInfo: [CodingUserInfoKey: any Sendable] {
        get { settings.withLock { $0.userInfo } }
        set { settings.set(\.userInfo, to: newValue) }
    }

    // MARK: Encoding

    /// Encodes a value as JSON in UTF-8.
    ///
    /// - Parameter value: the value.
    /// - Returns: the JSON text.
    /// - Throws: `EncodingError.invalidValue` with the path to the value for NaN, infinities and decimals that are not
    ///   numbers, for types that encode nothing, and for types that ask for containers of two kinds for one value; the
    ///   errors of the types.
    /// - Complexity: O(*n*); with `.sortedKeys`, O(*k* log *k*) for *k* members of an object.
    open func encode<T: Encodable>(_ value: T) throws -> Data {
        try withText(of: value) { Data($0) }
    }

    /// Encodes a value of a type that needs a configuration.
    ///
    /// - Parameters:
    ///   - value: the value.
    ///   - configuration: the configuration.
    /// - Returns: the JSON text.
    /// - Throws: the errors of `encode(_:)`.
    open func encode<T: EncodableWithConfiguration>(_ value: T, configuration: T.EncodingConfiguration) throws -> Data {
        try encode(ConfiguredValue(value: value, configuration: configuration))
    }

    /// Encodes a value of a type that needs a configuration, which another type provides.
    ///
    /// - Parameters:
    ///   - value: the value.
    ///   - configuration: the type that provides the configuration.
    /// - Returns: the JSON text.
    /// - Throws: the errors of `encode(_:)`.
    open func encode<T: EncodableWithConfiguration, C: EncodingConfigurationProviding>(
        _ value: T, configuration: C.Type
    ) throws -> Data where T.EncodingConfiguration == C.EncodingConfiguration {
        try encode(value, configuration: C.encodingConfiguration)
    }

    /// Encodes a value as the bytes of JSON in UTF-8.
    ///
    /// - Parameter value: the value.
    /// - Returns: the JSON text.
    /// - Throws: the errors of `encode(_:)`.
    public func encodeToBytes<T: Encodable>(_ value: T) throws -> [UInt8] { try withText(of: value) { Array($0) } }

    /// Encodes a value as a string.
    ///
    /// - Parameter value: the value.
    /// - Returns: the JSON text.
    /// - Throws: the errors of `encode(_:)`.
    public func encodeToString<T: Encodable>(_ value: T) throws -> String {
        try withText(of: value) { String(decoding: $0, as: UTF8.self) }
    }

    /// Encodes a value as a `JSON` value, which can be read and changed.
    ///
    /// ```swift
    /// var json = try encoder.encodeToJSON(user)
    /// json["links"] = ["self": "/users/1"]
    /// ```
    ///
    /// - Parameter value: the value.
    /// - Returns: the value's JSON.
    /// - Throws: the errors of `encode(_:)`.
    /// - Complexity: O(*n*); the text is written and scanned.
    public func encodeToJSON<T: Encodable>(_ value: T) throws -> JSON {
        try JSON(parsing: encodeToBytes(value), options: .written)
    }

    /// Calls `body` with the text of a value.
    private func withText<T: Encodable, Result>(
        of value: T, _ body: (UnsafeRawBufferPointer) -> Result
    ) throws -> Result {
        try EncodingRun.withText(of: value, settings.withLock { $0 }, body)
    }
}

extension JSON {
    /// The JSON of an `Encodable` value.
    ///
    /// ```swift
    /// let json = try JSON(encoding: user)
    /// json["name"].string
    /// ```
    ///
    /// - Parameters:
    ///   - value: the value to encode.
    ///   - encoder: the encoder, whose settings apply.
    /// - Throws: the errors of `NeatlineJSONEncoder.encode(_:)`.
    /// - Complexity: O(*n*); the text is written and scanned.
    public init<T: Encodable>(encoding value: T, encoder: NeatlineJSONEncoder = NeatlineJSONEncoder()) throws {
        self = try encoder.encodeToJSON(value)
    }
}

/// A value that is encoded with its configuration.
private struct ConfiguredValue<Value: EncodableWithConfiguration>: Encodable {
    let value: Value
    let configuration: Value.EncodingConfiguration

    func encode(to encoder: any Encoder) throws { try value.encode(to: encoder, configuration: configuration) }
}
