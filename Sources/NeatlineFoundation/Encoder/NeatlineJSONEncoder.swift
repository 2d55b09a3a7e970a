public import Foundation
public import NeatlineJSON

/// Encodes `Encodable` values as JSON: Foundation's `JSONEncoder`, with one word changed.
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
/// Members stand in the order in which they are encoded, unless `.sortedKeys` is set. What else differs from Foundation's
/// encoder are errors where that one traps or writes what is not JSON.
///
/// Unchecked Sendable, because: its settings stand behind a lock, and each call of a method that encodes works on a copy of
/// them. The closures and `userInfo` among them have to be fit for the threads on which they are used.
open class NeatlineJSONEncoder: @unchecked Sendable {
    private let settings = Locked(EncodingSettings())

    /// An encoder with the strategies that each property names as its default.
    public init() {}

    // MARK: Settings

    /// How the text is laid out; compact unless set.
    open var outputFormatting: OutputFormatting {
        get { settings.withLock { $0.formatting } }
        set { settings.withLock { $0.formatting = newValue } }
    }

    /// How dates are encoded; `.deferredToDate` unless set.
    open var dateEncodingStrategy: DateEncodingStrategy {
        get { settings.withLock { $0.dates } }
        set { settings.withLock { $0.dates = newValue } }
    }

    /// How `Data` is encoded; `.base64` unless set.
    open var dataEncodingStrategy: DataEncodingStrategy {
        get { settings.withLock { $0.data } }
        set { settings.withLock { $0.data = newValue } }
    }

    /// What becomes of NaN and the infinities; `.throw` unless set.
    open var nonConformingFloatEncodingStrategy: NonConformingFloatEncodingStrategy {
        get { settings.withLock { $0.nonConformingFloats } }
        set { settings.withLock { $0.nonConformingFloats = newValue } }
    }

    /// How keys become names of members; `.useDefaultKeys` unless set.
    ///
    /// The keys of a dictionary are data, not keys of a type: those of type `String` are never converted.
    open var keyEncodingStrategy: KeyEncodingStrategy {
        get { settings.withLock { $0.keys } }
        set { settings.withLock { $0.keys = newValue } }
    }

    /// What types find in their encoder's `userInfo`.
    open var userInfo: [CodingUserInfoKey: any Sendable] {
        get { settings.withLock { $0.userInfo } }
        set { settings.withLock { $0.userInfo = newValue } }
    }

    // MARK: Encoding

    /// Encodes a value.
    ///
    /// - Throws: `EncodingError.invalidValue` with the path to the value for NaN, the infinities and decimals that are no
    ///   numbers, for types that encode nothing, and for those that ask for containers of two kinds in one place; what
    ///   the types throw.
    /// - Complexity: O(*n*); with `.sortedKeys`, O(*k* log *k*) for *k* members of an object.
    open func encode<T: Encodable>(_ value: T) throws -> Data {
        try withText(of: value) { Data($0) }
    }

    /// Encodes a value that needs a configuration.
    ///
    /// - Throws: as `encode(_:)`.
    open func encode<T: EncodableWithConfiguration>(_ value: T, configuration: T.EncodingConfiguration) throws -> Data {
        try encode(ConfiguredValue(value: value, configuration: configuration))
    }

    /// Encodes a value that needs a configuration.
    ///
    /// - Throws: as `encode(_:)`.
    open func encode<T: EncodableWithConfiguration, C: EncodingConfigurationProviding>(
        _ value: T, configuration: C.Type
    ) throws -> Data where T.EncodingConfiguration == C.EncodingConfiguration {
        try encode(value, configuration: C.encodingConfiguration)
    }

    /// Encodes a value, for a server that writes bytes.
    ///
    /// - Throws: as `encode(_:)`.
    public func encodeToBytes<T: Encodable>(_ value: T) throws -> [UInt8] { try withText(of: value) { Array($0) } }

    /// Encodes a value, as text.
    ///
    /// - Throws: as `encode(_:)`.
    public func encodeToString<T: Encodable>(_ value: T) throws -> String {
        try withText(of: value) { String(decoding: $0, as: UTF8.self) }
    }

    /// Encodes a value, as JSON that can be read and changed.
    ///
    /// ```swift
    /// var json = try encoder.encodeToJSON(user)
    /// json["links"] = ["self": "/users/1"]
    /// ```
    ///
    /// - Throws: as `encode(_:)`.
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
    ///   - value: what is encoded.
    ///   - encoder: says how, if the defaults are not what is wanted.
    /// - Throws: as `NeatlineJSONEncoder.encode(_:)`.
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
