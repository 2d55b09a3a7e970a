/// A key of user defaults: its name, the type of its value, and the value where none is stored.
///
/// ```swift
/// let color = DefaultsKey<String>("color", defaultValue: "red")
/// let name = DefaultsKey<String?>("name")
/// let count = DefaultsKey<Int>("count")  // 0 where none is stored
/// ```
///
/// Unchecked Sendable because all properties are constant. A default value that is an object is shared by all threads.
public final class DefaultsKey<ValueType>: DefaultsKeys, @unchecked Sendable {
    /// The name under which the value is stored.
    public let _key: String
    /// The value that was given as the default, or the implicit one of the type; nil for optional types without one.
    public let defaultValue: ValueType?
    /// The value of the key where none is stored.
    @usableFromInline let fallback: ValueType
    @usableFromInline let bridge: any DefaultsBridge<ValueType>

    @inlinable
    init(
        _ key: String, defaultValue: ValueType?, fallback: ValueType, bridge: any DefaultsBridge<ValueType>
    ) {
        _key = key
        self.defaultValue = defaultValue
        self.fallback = fallback
        self.bridge = bridge
        super.init()
    }

    /// Creates a key whose values a custom bridge converts.
    ///
    /// - Parameters:
    ///   - key: The name under which the value is stored.
    ///   - defaultValue: The value where none is stored.
    ///   - bridge: Converts the values.
    @inlinable
    public convenience init(_ key: String, defaultValue: ValueType, bridge: any DefaultsBridge<ValueType>) {
        self.init(key, defaultValue: defaultValue, fallback: defaultValue, bridge: bridge)
    }

    /// Returns the value of what a store has under this key, or else the default.
    @inlinable
    func value(of stored: DefaultsValue?) -> ValueType {
        if let stored, let value = bridge.decode(stored) { value } else { fallback }
    }
}

extension DefaultsKey where ValueType: DefaultsSerializable, ValueType.Bridge.T == ValueType {
    /// Creates a key with a default.
    ///
    /// - Parameters:
    ///   - key: The name under which the value is stored.
    ///   - defaultValue: The value where none is stored, or one of another type.
    @inlinable
    public convenience init(_ key: String, defaultValue: ValueType) {
        self.init(key, defaultValue: defaultValue, bridge: ValueType._defaults)
    }

    /// Creates a key whose value is nil where none is stored.
    ///
    /// - Parameter key: The name under which the value is stored.
    @inlinable
    public convenience init(_ key: String) where ValueType: OptionalType {
        self.init(key, defaultValue: nil, fallback: ValueType.empty, bridge: ValueType._defaults)
    }

    /// Creates a key whose value is the type's implicit default where none is stored: 0, false, or an empty value.
    ///
    /// - Parameter key: The name under which the value is stored.
    @inlinable
    public convenience init(_ key: String) where ValueType: DefaultsImplicitValue {
        self.init(key, defaultValue: .implicitDefaultsValue)
    }
}

extension DefaultsKey {
    /// Not available: a type without an implicit default needs a `defaultValue`.
    ///
    /// It makes the compiler say so, instead of listing all initialisers.
    ///
    /// - Parameter key: The name of the key.
    @available(*, unavailable, message: "this type has no implicit default: add 'defaultValue:', or make it optional")
    @_disfavoredOverload
    public convenience init(_ key: String) { preconditionFailure("unavailable") }
}

/// A type with an implicit default, so that a key need not give one.
public protocol DefaultsImplicitValue {
    /// The value of a key where none is stored.
    static var implicitDefaultsValue: Self { get }
}

/// A protocol to which only `Optional` conforms, so that constraints can name it.
public protocol OptionalType {
    /// The type of the value.
    associatedtype Wrapped
    /// The value itself, as an optional.
    var wrapped: Wrapped? { get }
    /// The value nil of the type.
    static var empty: Self { get }
}

extension Optional: OptionalType {
    /// The value itself, as an optional.
    public var wrapped: Wrapped? { self }
    /// The value nil of the type.
    public static var empty: Wrapped? { nil }
}
