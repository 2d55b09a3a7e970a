public import Foundation

// Keys of values whose types are known when the program runs: `Any` cannot conform to a protocol, so these have
// separate initialisers.

extension DefaultsKey where ValueType == [Any] {
    /// Creates a key of an array, empty unless a default is given.
    ///
    /// - Parameters:
    ///   - key: The name under which the value is stored.
    ///   - defaultValue: The value where none is stored.
    public convenience init(_ key: String, defaultValue: [Any] = []) {
        self.init(key, defaultValue: defaultValue, bridge: DefaultsObjectBridge())
    }
}

extension DefaultsKey where ValueType == [Any]? {
    /// Creates a key of an array, nil where none is stored, unless a default is given.
    ///
    /// - Parameters:
    ///   - key: The name under which the value is stored.
    ///   - defaultValue: The value where none is stored.
    public convenience init(_ key: String, defaultValue: [Any]? = nil) {
        self.init(
            key, defaultValue: defaultValue.map { .some($0) }, fallback: defaultValue,
            bridge: DefaultsOptionalBridge(bridge: DefaultsObjectBridge<[Any]>()))
    }
}

extension DefaultsKey where ValueType == [String: Any] {
    /// Creates a key of a dictionary, empty unless a default is given.
    ///
    /// - Parameters:
    ///   - key: The name under which the value is stored.
    ///   - defaultValue: The value where none is stored.
    public convenience init(_ key: String, defaultValue: [String: Any] = [:]) {
        self.init(key, defaultValue: defaultValue, bridge: DefaultsObjectBridge())
    }
}

extension DefaultsKey where ValueType == [String: Any]? {
    /// Creates a key of a dictionary, nil where none is stored, unless a default is given.
    ///
    /// - Parameters:
    ///   - key: The name under which the value is stored.
    ///   - defaultValue: The value where none is stored.
    public convenience init(_ key: String, defaultValue: [String: Any]? = nil) {
        self.init(
            key, defaultValue: defaultValue.map { .some($0) }, fallback: defaultValue,
            bridge: DefaultsOptionalBridge(bridge: DefaultsObjectBridge<[String: Any]>()))
    }
}

extension DefaultsKey where ValueType == [[String: Any]] {
    /// Creates a key of an array of dictionaries, empty unless a default is given.
    ///
    /// - Parameters:
    ///   - key: The name under which the value is stored.
    ///   - defaultValue: The value where none is stored.
    public convenience init(_ key: String, defaultValue: [[String: Any]] = []) {
        self.init(key, defaultValue: defaultValue, bridge: DefaultsObjectBridge())
    }
}

extension DefaultsKey where ValueType == [[String: Any]]? {
    /// Creates a key of an array of dictionaries, nil where none is stored, unless a default is given.
    ///
    /// - Parameters:
    ///   - key: The name under which the value is stored.
    ///   - defaultValue: The value where none is stored.
    public convenience init(_ key: String, defaultValue: [[String: Any]]? = nil) {
        self.init(
            key, defaultValue: defaultValue.map { .some($0) }, fallback: defaultValue,
            bridge: DefaultsOptionalBridge(bridge: DefaultsObjectBridge<[[String: Any]]>()))
    }
}

extension DefaultsKey where ValueType == Any? {
    /// Creates a key of a property list of any type, nil where none is stored, unless a default is given.
    ///
    /// - Parameters:
    ///   - key: The name under which the value is stored.
    ///   - defaultValue: The value where none is stored.
    public convenience init(_ key: String, defaultValue: Any? = nil) {
        self.init(
            key, defaultValue: defaultValue.map { .some($0) }, fallback: defaultValue,
            bridge: DefaultsOptionalBridge(bridge: DefaultsObjectBridge<Any>()))
    }
}

// Keys of version 3, whose types conform to nothing of this module. A subscript for the type, written with `archive` and
// `unarchive`, is used where there is one.

extension DefaultsKey {
    /// Creates a key of an archived object with a default.
    ///
    /// - Parameters:
    ///   - key: The name under which the value is stored.
    ///   - defaultValue: The value where none is stored, or one of another type.
    @_disfavoredOverload
    public convenience init(_ key: String, defaultValue: ValueType) where ValueType: NSCoding {
        self.init(key, defaultValue: defaultValue, bridge: DefaultsKeyedArchiverBridge<ValueType>())
    }

    /// Creates a key of an archived object, nil where none is stored.
    ///
    /// - Parameter key: The name under which the value is stored.
    @_disfavoredOverload
    public convenience init<Wrapped: NSCoding>(_ key: String) where ValueType == Wrapped? {
        self.init(
            key, defaultValue: nil, fallback: nil,
            bridge: DefaultsOptionalBridge(bridge: DefaultsKeyedArchiverBridge<Wrapped>()))
    }

    /// Creates a key of an enumeration, which is stored as its raw value, with a default.
    ///
    /// - Parameters:
    ///   - key: The name under which the value is stored.
    ///   - defaultValue: The value where none is stored, or one of another type.
    @_disfavoredOverload
    public convenience init(_ key: String, defaultValue: ValueType)
    where
        ValueType: RawRepresentable, ValueType.RawValue: DefaultsSerializable,
        ValueType.RawValue.Bridge.T == ValueType.RawValue
    {
        self.init(key, defaultValue: defaultValue, bridge: DefaultsRawRepresentableBridge<ValueType>())
    }

    /// Creates a key of an enumeration, which is stored as its raw value; nil where none is stored.
    ///
    /// - Parameter key: The name under which the value is stored.
    @_disfavoredOverload
    public convenience init<Wrapped: RawRepresentable>(_ key: String)
    where
        ValueType == Wrapped?, Wrapped.RawValue: DefaultsSerializable, Wrapped.RawValue.Bridge.T == Wrapped.RawValue
    {
        self.init(
            key, defaultValue: nil, fallback: nil,
            bridge: DefaultsOptionalBridge(bridge: DefaultsRawRepresentableBridge<Wrapped>()))
    }
}
