public import Foundation
public import NeatlineJSON

// The types of Swift and Foundation that can be stored.

extension String: DefaultsSerializable, DefaultsImplicitValue {
    /// Converts one value.
    public static var _defaults: DefaultsStringBridge { DefaultsStringBridge() }
    /// Converts an array, element by element.
    public static var _defaultsArray: DefaultsElementsBridge<DefaultsStringBridge> {
        DefaultsElementsBridge(DefaultsStringBridge())
    }
    /// The value of a key where none is stored.
    public static var implicitDefaultsValue: String { "" }
}

extension Bool: DefaultsSerializable, DefaultsImplicitValue {
    /// Converts one value.
    public static var _defaults: DefaultsBoolBridge { DefaultsBoolBridge() }
    /// Converts an array, element by element.
    public static var _defaultsArray: DefaultsElementsBridge<DefaultsBoolBridge> {
        DefaultsElementsBridge(DefaultsBoolBridge())
    }
    /// The value of a key where none is stored.
    public static var implicitDefaultsValue: Bool { false }
}

extension Int: DefaultsSerializable, DefaultsImplicitValue {
    /// Converts one value.
    public static var _defaults: DefaultsIntBridge { DefaultsIntBridge() }
    /// Converts an array, element by element.
    public static var _defaultsArray: DefaultsElementsBridge<DefaultsIntBridge> {
        DefaultsElementsBridge(DefaultsIntBridge())
    }
    /// The value of a key where none is stored.
    public static var implicitDefaultsValue: Int { 0 }
}

extension Int8: DefaultsSerializable, DefaultsImplicitValue {
    /// Converts one value.
    public static var _defaults: DefaultsIntegerBridge<Int8> { DefaultsIntegerBridge<Int8>() }
    /// Converts an array, element by element.
    public static var _defaultsArray: DefaultsElementsBridge<DefaultsIntegerBridge<Int8>> {
        DefaultsElementsBridge(DefaultsIntegerBridge<Int8>())
    }
    /// The value of a key where none is stored.
    public static var implicitDefaultsValue: Int8 { 0 }
}

extension Int16: DefaultsSerializable, DefaultsImplicitValue {
    /// Converts one value.
    public static var _defaults: DefaultsIntegerBridge<Int16> { DefaultsIntegerBridge<Int16>() }
    /// Converts an array, element by element.
    public static var _defaultsArray: DefaultsElementsBridge<DefaultsIntegerBridge<Int16>> {
        DefaultsElementsBridge(DefaultsIntegerBridge<Int16>())
    }
    /// The value of a key where none is stored.
    public static var implicitDefaultsValue: Int16 { 0 }
}

extension Int32: DefaultsSerializable, DefaultsImplicitValue {
    /// Converts one value.
    public static var _defaults: DefaultsIntegerBridge<Int32> { DefaultsIntegerBridge<Int32>() }
    /// Converts an array, element by element.
    public static var _defaultsArray: DefaultsElementsBridge<DefaultsIntegerBridge<Int32>> {
        DefaultsElementsBridge(DefaultsIntegerBridge<Int32>())
    }
    /// The value of a key where none is stored.
    public static var implicitDefaultsValue: Int32 { 0 }
}

extension Int64: DefaultsSerializable, DefaultsImplicitValue {
    /// Converts one value.
    public static var _defaults: DefaultsIntegerBridge<Int64> { DefaultsIntegerBridge<Int64>() }
    /// Converts an array, element by element.
    public static var _defaultsArray: DefaultsElementsBridge<DefaultsIntegerBridge<Int64>> {
        DefaultsElementsBridge(DefaultsIntegerBridge<Int64>())
    }
    /// The value of a key where none is stored.
    public static var implicitDefaultsValue: Int64 { 0 }
}

extension UInt: DefaultsSerializable, DefaultsImplicitValue {
    /// Converts one value.
    public static var _defaults: DefaultsIntegerBridge<UInt> { DefaultsIntegerBridge<UInt>() }
    /// Converts an array, element by element.
    public static var _defaultsArray: DefaultsElementsBridge<DefaultsIntegerBridge<UInt>> {
        DefaultsElementsBridge(DefaultsIntegerBridge<UInt>())
    }
    /// The value of a key where none is stored.
    public static var implicitDefaultsValue: UInt { 0 }
}

extension UInt8: DefaultsSerializable, DefaultsImplicitValue {
    /// Converts one value.
    public static var _defaults: DefaultsIntegerBridge<UInt8> { DefaultsIntegerBridge<UInt8>() }
    /// Converts an array, element by element.
    public static var _defaultsArray: DefaultsElementsBridge<DefaultsIntegerBridge<UInt8>> {
        DefaultsElementsBridge(DefaultsIntegerBridge<UInt8>())
    }
    /// The value of a key where none is stored.
    public static var implicitDefaultsValue: UInt8 { 0 }
}

extension UInt16: DefaultsSerializable, DefaultsImplicitValue {
    /// Converts one value.
    public static var _defaults: DefaultsIntegerBridge<UInt16> { DefaultsIntegerBridge<UInt16>() }
    /// Converts an array, element by element.
    public static var _defaultsArray: DefaultsElementsBridge<DefaultsIntegerBridge<UInt16>> {
        DefaultsElementsBridge(DefaultsIntegerBridge<UInt16>())
    }
    /// The value of a key where none is stored.
    public static var implicitDefaultsValue: UInt16 { 0 }
}

extension UInt32: DefaultsSerializable, DefaultsImplicitValue {
    /// Converts one value.
    public static var _defaults: DefaultsIntegerBridge<UInt32> { DefaultsIntegerBridge<UInt32>() }
    /// Converts an array, element by element.
    public static var _defaultsArray: DefaultsElementsBridge<DefaultsIntegerBridge<UInt32>> {
        DefaultsElementsBridge(DefaultsIntegerBridge<UInt32>())
    }
    /// The value of a key where none is stored.
    public static var implicitDefaultsValue: UInt32 { 0 }
}

extension UInt64: DefaultsSerializable, DefaultsImplicitValue {
    /// Converts one value.
    public static var _defaults: DefaultsIntegerBridge<UInt64> { DefaultsIntegerBridge<UInt64>() }
    /// Converts an array, element by element.
    public static var _defaultsArray: DefaultsElementsBridge<DefaultsIntegerBridge<UInt64>> {
        DefaultsElementsBridge(DefaultsIntegerBridge<UInt64>())
    }
    /// The value of a key where none is stored.
    public static var implicitDefaultsValue: UInt64 { 0 }
}

extension Double: DefaultsSerializable, DefaultsImplicitValue {
    /// Converts one value.
    public static var _defaults: DefaultsDoubleBridge { DefaultsDoubleBridge() }
    /// Converts an array, element by element.
    public static var _defaultsArray: DefaultsElementsBridge<DefaultsDoubleBridge> {
        DefaultsElementsBridge(DefaultsDoubleBridge())
    }
    /// The value of a key where none is stored.
    public static var implicitDefaultsValue: Double { 0 }
}

extension Float: DefaultsSerializable, DefaultsImplicitValue {
    /// Converts one value.
    public static var _defaults: DefaultsFloatBridge { DefaultsFloatBridge() }
    /// Converts an array, element by element.
    public static var _defaultsArray: DefaultsElementsBridge<DefaultsFloatBridge> {
        DefaultsElementsBridge(DefaultsFloatBridge())
    }
    /// The value of a key where none is stored.
    public static var implicitDefaultsValue: Float { 0 }
}

extension Decimal: DefaultsSerializable, DefaultsImplicitValue {
    /// Converts one value.
    public static var _defaults: DefaultsDecimalBridge { DefaultsDecimalBridge() }
    /// Converts an array, element by element.
    public static var _defaultsArray: DefaultsElementsBridge<DefaultsDecimalBridge> {
        DefaultsElementsBridge(DefaultsDecimalBridge())
    }
    /// The value of a key where none is stored.
    public static var implicitDefaultsValue: Decimal { 0 }
}

extension Data: DefaultsSerializable, DefaultsImplicitValue {
    /// Converts one value.
    public static var _defaults: DefaultsDataBridge { DefaultsDataBridge() }
    /// Converts an array, element by element.
    public static var _defaultsArray: DefaultsElementsBridge<DefaultsDataBridge> {
        DefaultsElementsBridge(DefaultsDataBridge())
    }
    /// The value of a key where none is stored.
    public static var implicitDefaultsValue: Data { Data() }
}

extension Date: DefaultsSerializable {
    /// Converts one value.
    public static var _defaults: DefaultsDateBridge { DefaultsDateBridge() }
    /// Converts an array, element by element.
    public static var _defaultsArray: DefaultsElementsBridge<DefaultsDateBridge> {
        DefaultsElementsBridge(DefaultsDateBridge())
    }
}

extension URL: DefaultsSerializable {
    /// Converts one value.
    public static var _defaults: DefaultsUrlBridge { DefaultsUrlBridge() }
    /// Converts an array, element by element.
    public static var _defaultsArray: DefaultsElementsBridge<DefaultsUrlBridge> {
        DefaultsElementsBridge(DefaultsUrlBridge())
    }
}

extension UUID: DefaultsSerializable {
    /// Converts one value.
    public static var _defaults: DefaultsUUIDBridge { DefaultsUUIDBridge() }
    /// Converts an array, element by element.
    public static var _defaultsArray: DefaultsElementsBridge<DefaultsUUIDBridge> {
        DefaultsElementsBridge(DefaultsUUIDBridge())
    }
}

extension JSON: DefaultsSerializable, DefaultsImplicitValue {
    /// Converts one value.
    public static var _defaults: DefaultsJSONBridge { DefaultsJSONBridge() }
    /// Converts an array, element by element.
    public static var _defaultsArray: DefaultsElementsBridge<DefaultsJSONBridge> {
        DefaultsElementsBridge(DefaultsJSONBridge())
    }
    /// The value of a key where none is stored.
    public static var implicitDefaultsValue: JSON { .null }
}

extension AnyHashable: DefaultsSerializable {
    /// Converts one value of a type that property lists have.
    public static var _defaults: DefaultsHashableBridge { DefaultsHashableBridge() }
    /// Converts an array, element by element.
    public static var _defaultsArray: DefaultsElementsBridge<DefaultsHashableBridge> {
        DefaultsElementsBridge(_defaults)
    }
}

extension Array: DefaultsSerializable where Element: DefaultsSerializable {
    /// Converts one array, as the elements' type says.
    public static var _defaults: Element.ArrayBridge { Element._defaultsArray }
    /// Converts an array of arrays.
    public static var _defaultsArray: DefaultsElementsBridge<Element.ArrayBridge> {
        DefaultsElementsBridge(Element._defaultsArray)
    }
}

extension Array: DefaultsImplicitValue {
    /// The empty array, for a key without a default.
    public static var implicitDefaultsValue: [Element] { [] }
}

extension Dictionary: DefaultsSerializable where Key == String, Value: DefaultsSerializable {
    /// Converts one dictionary.
    public static var _defaults: DefaultsMembersBridge<Value.Bridge> { DefaultsMembersBridge(Value._defaults) }
    /// Converts an array of dictionaries.
    public static var _defaultsArray: DefaultsElementsBridge<DefaultsMembersBridge<Value.Bridge>> {
        DefaultsElementsBridge(_defaults)
    }
}

extension Dictionary: DefaultsImplicitValue {
    /// The empty dictionary, for a key without a default.
    public static var implicitDefaultsValue: [Key: Value] { [:] }
}

extension Optional: DefaultsSerializable where Wrapped: DefaultsSerializable {
    /// Converts one optional value.
    public static var _defaults: DefaultsOptionalBridge<Wrapped.Bridge> {
        DefaultsOptionalBridge(bridge: Wrapped._defaults)
    }
    /// Converts an array of optional values.
    public static var _defaultsArray: DefaultsElementsBridge<DefaultsOptionalBridge<Wrapped.Bridge>> {
        DefaultsElementsBridge(_defaults)
    }
}
