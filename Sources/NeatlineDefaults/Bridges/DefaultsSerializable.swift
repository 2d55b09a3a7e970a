public import Foundation
public import NeatlineMapping

/// A type whose values can be stored.
///
/// For a type that is `Codable`, `RawRepresentable`, `Mappable` or `NSCoding`, declaring the conformance is enough:
///
/// ```swift
/// enum Theme: String, DefaultsSerializable { case light, dark }
/// struct Window: Codable, DefaultsSerializable { var width = 800 }
/// ```
///
/// Any other type declares its bridges:
///
/// ```swift
/// extension Celsius: DefaultsSerializable {
///     static var _defaults: CelsiusCodec { CelsiusCodec() }
///     static var _defaultsArray: DefaultsElementsBridge<CelsiusCodec> { DefaultsElementsBridge(CelsiusCodec()) }
/// }
/// ```
public protocol DefaultsSerializable: SendableMetatype {
    /// The type of the values, which is the type itself.
    typealias T = Bridge.T
    /// The type of what converts one value.
    associatedtype Bridge: DefaultsBridge
    /// The type of what converts an array of values.
    associatedtype ArrayBridge: DefaultsBridge
    /// Converts one value.
    static var _defaults: Bridge { get }
    /// Converts an array of values.
    static var _defaultsArray: ArrayBridge { get }
}

extension DefaultsSerializable where Self: Codable {
    /// Converts one value, as JSON.
    public static var _defaults: DefaultsCodableBridge<Self> { DefaultsCodableBridge() }
    /// Converts an array, as one JSON text.
    public static var _defaultsArray: DefaultsCodableBridge<[Self]> { DefaultsCodableBridge() }
}

extension DefaultsSerializable
where Self: RawRepresentable, RawValue: DefaultsSerializable, RawValue.Bridge.T == RawValue {
    /// Converts one value, as its raw value.
    public static var _defaults: DefaultsRawRepresentableBridge<Self> { DefaultsRawRepresentableBridge() }
    /// Converts an array, as raw values.
    public static var _defaultsArray: DefaultsRawRepresentableArrayBridge<[Self]> {
        DefaultsRawRepresentableArrayBridge()
    }
}

extension DefaultsSerializable where Self: NSCoding {
    /// Converts one object, as an archive.
    public static var _defaults: DefaultsKeyedArchiverBridge<Self> { DefaultsKeyedArchiverBridge() }
    /// Converts an array, as one archive.
    public static var _defaultsArray: DefaultsKeyedArchiverBridge<[Self]> { DefaultsKeyedArchiverBridge() }
}

extension DefaultsSerializable where Self: BaseMappable {
    /// Converts one model, as JSON.
    public static var _defaults: DefaultsMappableBridge<Self> { DefaultsMappableBridge() }
    /// Converts an array, model by model.
    public static var _defaultsArray: DefaultsElementsBridge<DefaultsMappableBridge<Self>> {
        DefaultsElementsBridge(DefaultsMappableBridge())
    }
}

// Types with two of these conformances: raw values and archives come before JSON by `Codable`, which comes before models.

extension DefaultsSerializable
where Self: Codable & RawRepresentable, RawValue: DefaultsSerializable, RawValue.Bridge.T == RawValue {
    /// Converts one value, as its raw value.
    public static var _defaults: DefaultsRawRepresentableBridge<Self> { DefaultsRawRepresentableBridge() }
    /// Converts an array, as raw values.
    public static var _defaultsArray: DefaultsRawRepresentableArrayBridge<[Self]> {
        DefaultsRawRepresentableArrayBridge()
    }
}

extension DefaultsSerializable where Self: Codable & NSCoding {
    /// Converts one object, as an archive.
    public static var _defaults: DefaultsKeyedArchiverBridge<Self> { DefaultsKeyedArchiverBridge() }
    /// Converts an array, as one archive.
    public static var _defaultsArray: DefaultsKeyedArchiverBridge<[Self]> { DefaultsKeyedArchiverBridge() }
}

extension DefaultsSerializable where Self: Codable & BaseMappable {
    /// Converts one value, as JSON.
    public static var _defaults: DefaultsCodableBridge<Self> { DefaultsCodableBridge() }
    /// Converts an array, as one JSON text.
    public static var _defaultsArray: DefaultsCodableBridge<[Self]> { DefaultsCodableBridge() }
}
