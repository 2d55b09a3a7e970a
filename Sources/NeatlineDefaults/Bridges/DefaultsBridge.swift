public import Foundation
internal import NeatlineJSON

/// Converts the values of one type to and from what stores keep, in terms of `UserDefaults`.
///
/// This is the protocol of SwiftyUserDefaults: conform to it to keep a bridge that exists. A new one is shorter as a
/// ``DefaultsCodec``.
public protocol DefaultsBridge<T>: SendableMetatype {
    /// The type of the values.
    associatedtype T

    /// Saves a value, or removes it.
    ///
    /// - Parameters:
    ///   - key: The name of the key.
    ///   - value: The value; nil removes the key.
    ///   - userDefaults: The store in which the value is saved. This may be an object that writes to another store.
    func save(key: String, value: T?, userDefaults: UserDefaults)

    /// Returns the value of a key, or nil if there is none or one of another type.
    ///
    /// - Parameters:
    ///   - key: The name of the key.
    ///   - userDefaults: The store from which the value is read.
    /// - Returns: The value.
    func get(key: String, userDefaults: UserDefaults) -> T?

    /// Returns the value of an object as `UserDefaults` keeps it; nil if it is one of another type.
    ///
    /// - Parameter object: An object of a property list.
    /// - Returns: The value.
    func deserialize(_ object: Any) -> T?

    /// Returns what a store keeps for a value; nil if the key is to be removed.
    ///
    /// The default implementation calls `save(key:value:userDefaults:)`.
    ///
    /// - Parameter value: The value.
    /// - Returns: What is stored.
    /// - Throws: An error if the value has no form in a store.
    func encode(_ value: T) throws -> DefaultsValue?

    /// Returns the value of what a store keeps; nil if that is of another type.
    ///
    /// The default implementation calls `get(key:userDefaults:)`.
    ///
    /// - Parameter stored: What a store has under the key.
    /// - Returns: The value.
    func decode(_ stored: DefaultsValue) -> T?
}

extension DefaultsBridge {
    /// Returns the value that `save(key:value:userDefaults:)` saves.
    ///
    /// - Parameter value: The value.
    /// - Throws: The error that `save` has caused, such as ``DefaultsError/valueUnrepresentable(key:reason:)``.
    public func encode(_ value: T) throws -> DefaultsValue? {
        let store = MemoryDefaultsStore()
        save(key: bridgedKey, value: value, userDefaults: StoreBackedDefaults(store))
        if let error = store.failures.last { throw error }
        return store.value(forKey: bridgedKey)
    }

    /// Returns the stored value, converted by `get(key:userDefaults:)` or else by `deserialize(_:)`.
    ///
    /// - Parameter stored: What a store has under the key.
    public func decode(_ stored: DefaultsValue) -> T? {
        let store = MemoryDefaultsStore([bridgedKey: stored])
        return get(key: bridgedKey, userDefaults: StoreBackedDefaults(store)) ?? deserialize(stored.object)
    }
}

/// The name under which a bridge of SwiftyUserDefaults saves while a single value is converted.
private let bridgedKey = "value"

/// Converts the values of one type to and from what stores keep.
///
/// ```swift
/// struct CelsiusCodec: DefaultsCodec {
///     func encode(_ value: Celsius) -> DefaultsValue? { DefaultsValue(value.degrees) }
///     func decode(_ stored: DefaultsValue) -> Celsius? { stored.double.map(Celsius.init) }
/// }
/// ```
public protocol DefaultsCodec<T>: DefaultsBridge {
    /// Returns what a store keeps for a value; nil if the key is to be removed.
    ///
    /// - Parameter value: The value.
    /// - Returns: What is stored.
    /// - Throws: An error if the value has no form in a store.
    func encode(_ value: T) throws -> DefaultsValue?

    /// Returns the value of what a store keeps; nil if that is of another type.
    ///
    /// - Parameter stored: What a store has under the key.
    /// - Returns: The value.
    func decode(_ stored: DefaultsValue) -> T?
}

extension DefaultsCodec {
    /// Saves a value, or removes it; a value that cannot be encoded changes nothing.
    ///
    /// - Parameters:
    ///   - key: The name of the key.
    ///   - value: The value; nil removes the key.
    ///   - userDefaults: The store in which the value is saved.
    public func save(key: String, value: T?, userDefaults: UserDefaults) {
        let store = userDefaults.backingStore
        do {
            let encoded = try value.flatMap { try encode($0) }
            try store.change(key) { _ in encoded }
        } catch {
            store.failures.report(DefaultsError(error, key: key))
        }
    }

    /// Returns the value of a key, or nil if there is none or one of another type.
    ///
    /// - Parameters:
    ///   - key: The name of the key.
    ///   - userDefaults: The store from which the value is read.
    public func get(key: String, userDefaults: UserDefaults) -> T? {
        userDefaults.backingStore.value(forKey: key).flatMap { decode($0) }
    }

    /// Returns the value of an object as `UserDefaults` keeps it; nil if it is one of another type.
    ///
    /// - Parameter object: An object of a property list.
    public func deserialize(_ object: Any) -> T? { DefaultsValue(object: object).flatMap { decode($0) } }
}

/// A bridge of values in which a part can be of another type than expected.
protocol CompositeBridge {
    /// Returns the place and the kind of the first part that does not fit, such as `$[3].age: expected a 64-bit integer,
    /// found the string "x"`; nil if no part is the reason why a value is not decoded.
    ///
    /// - Parameters:
    ///   - stored: A value that the bridge does not decode.
    ///   - path: The steps from the key's value to it.
    func mismatch(in stored: DefaultsValue, at path: [JSONKey]) -> String?
}

extension DefaultsBridge {
    /// Returns what is stored, and which part of it does not fit, if it is only a part.
    ///
    /// - Parameter stored: A value that the bridge does not decode.
    func description(ofMismatch stored: DefaultsValue) -> String {
        let part = (self as? any CompositeBridge)?.mismatch(in: stored, at: [])
        return stored.summary + (part.map { "; \($0)" } ?? "")
    }

    /// Returns the place and the kind of the first part of an element or a member that does not fit, or of itself.
    func mismatch(inPart stored: DefaultsValue, at path: [JSONKey]) -> String {
        (self as? any CompositeBridge)?.mismatch(in: stored, at: path)
            ?? "\(JSONKey.path(path)): expected \(T.self), found \(stored.summary)"
    }
}
