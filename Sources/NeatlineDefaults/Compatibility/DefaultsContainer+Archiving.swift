public import Foundation

// The functions by which subscripts of version 3 store types that it does not know.
//
//     extension UserDefaults {
//         subscript(key: DefaultsKey<NSColor?>) -> NSColor? {
//             get { return unarchive(key) }
//             set { archive(key, newValue) }
//         }
//     }

extension DefaultsContainer {
    /// Stores an object as an archive.
    ///
    /// - Parameters:
    ///   - key: The key.
    ///   - value: The object.
    public func archive<Value: NSCoding>(_ key: DefaultsKey<Value>, _ value: Value) {
        store(value, key._key, DefaultsKeyedArchiverBridge())
    }

    /// Stores an object as an archive.
    ///
    /// - Parameters:
    ///   - key: The key.
    ///   - value: The object; nil removes the key.
    public func archive<Value: NSCoding>(_ key: DefaultsKey<Value?>, _ value: Value?) {
        store(value, key._key, DefaultsKeyedArchiverBridge())
    }

    /// Stores a value as its raw value.
    ///
    /// - Parameters:
    ///   - key: The key.
    ///   - value: The value.
    public func archive<Value: RawRepresentable>(_ key: DefaultsKey<Value>, _ value: Value)
    where Value.RawValue: DefaultsSerializable, Value.RawValue.Bridge.T == Value.RawValue {
        store(value, key._key, DefaultsRawRepresentableBridge())
    }

    /// Stores a value as its raw value.
    ///
    /// - Parameters:
    ///   - key: The key.
    ///   - value: The value; nil removes the key.
    public func archive<Value: RawRepresentable>(_ key: DefaultsKey<Value?>, _ value: Value?)
    where Value.RawValue: DefaultsSerializable, Value.RawValue.Bridge.T == Value.RawValue {
        store(value, key._key, DefaultsRawRepresentableBridge())
    }

    /// Returns the object of an archive; nil if there is none, or one of another class.
    ///
    /// - Parameter key: The key.
    /// - Returns: The object.
    public func unarchive<Value: NSCoding>(_ key: DefaultsKey<Value>) -> Value? {
        stored(key._key, DefaultsKeyedArchiverBridge())
    }

    /// Returns the object of an archive; nil if there is none, or one of another class.
    ///
    /// - Parameter key: The key.
    /// - Returns: The object.
    public func unarchive<Value: NSCoding>(_ key: DefaultsKey<Value?>) -> Value? {
        stored(key._key, DefaultsKeyedArchiverBridge())
    }

    /// Returns the value of a stored raw value; nil if there is none, or it belongs to no value.
    ///
    /// - Parameter key: The key.
    /// - Returns: The value.
    public func unarchive<Value: RawRepresentable>(_ key: DefaultsKey<Value>) -> Value?
    where Value.RawValue: DefaultsSerializable, Value.RawValue.Bridge.T == Value.RawValue {
        stored(key._key, DefaultsRawRepresentableBridge())
    }

    /// Returns the value of a stored raw value; nil if there is none, or it belongs to no value.
    ///
    /// - Parameter key: The key.
    /// - Returns: The value.
    public func unarchive<Value: RawRepresentable>(_ key: DefaultsKey<Value?>) -> Value?
    where Value.RawValue: DefaultsSerializable, Value.RawValue.Bridge.T == Value.RawValue {
        stored(key._key, DefaultsRawRepresentableBridge())
    }

    private func store<Bridge: DefaultsBridge>(_ value: Bridge.T?, _ key: String, _ bridge: Bridge) {
        reportingFailure(of: key) {
            let stored = try value.flatMap { try bridge.encode($0) }
            try backingStore.change(key) { _ in stored }
        }
    }

    private func stored<Bridge: DefaultsBridge>(_ key: String, _ bridge: Bridge) -> Bridge.T? {
        backingStore.value(forKey: key).flatMap { bridge.decode($0) }
    }
}
