public import Foundation

/// The values of the standard user defaults, by the keys of ``DefaultsKeys``.
///
/// A program that keeps its settings elsewhere declares another constant of this name, which hides this one:
///
/// ```swift
/// let Defaults = DefaultsAdapter(store: try FileDefaultsStore(suiteName: "org.example.tool"))
/// ```
public let Defaults = DefaultsAdapter<DefaultsKeys>(defaults: .standard, keyStore: .init())

/// The values of a store, by the keys of a catalogue.
///
/// ```swift
/// Defaults[.username] = "joe"       // a static property of DefaultsKeys
/// Defaults[\.launchCount] += 1      // an instance property of the catalogue
/// Defaults.launchCount += 1
/// Defaults[key: colorKey] = "red"   // a key that is in no catalogue
/// Defaults["color"].string          // no key at all
/// ```
@dynamicMemberLookup
public struct DefaultsAdapter<KeyStore: DefaultsKeyStore>: DefaultsContainer {
    /// The store that keeps the values.
    public let backingStore: any DefaultsStore
    /// The catalogue of the keys that key paths and members name.
    public let keyStore: KeyStore

    /// Creates an adapter of `UserDefaults`.
    ///
    /// - Parameters:
    ///   - defaults: Keeps the values.
    ///   - keyStore: The catalogue of keys.
    public init(defaults: UserDefaults, keyStore: KeyStore) {
        self.init(store: defaults.backingStore, keyStore: keyStore)
    }

    /// Creates an adapter of a store.
    ///
    /// - Parameters:
    ///   - store: Keeps the values.
    ///   - keyStore: The catalogue of keys.
    public init(store: any DefaultsStore, keyStore: KeyStore) {
        backingStore = store
        self.keyStore = keyStore
    }

    /// The `UserDefaults` that keep the values; for another store, an object that reads and writes that store.
    public var defaults: UserDefaults {
        (backingStore as? UserDefaultsStore)?.defaults ?? StoreBackedDefaults(backingStore)
    }
}

extension DefaultsAdapter where KeyStore == DefaultsKeys {
    /// Creates an adapter of a store for the keys of ``DefaultsKeys``.
    ///
    /// - Parameter store: Keeps the values.
    public init(store: any DefaultsStore) { self.init(store: store, keyStore: DefaultsKeys()) }
}

extension DefaultsAdapter: Sendable where KeyStore: Sendable {}

extension DefaultsAdapter {
    /// The value of a key of the catalogue.
    ///
    /// - Parameter keyPath: The key's property.
    public subscript<Value>(_ keyPath: KeyPath<KeyStore, DefaultsKey<Value>>) -> Value {
        @inlinable
        get { self[keyStore[keyPath: keyPath]] }
        nonmutating set { self[keyStore[keyPath: keyPath]] = newValue }
        nonmutating _modify { yield &self[keyStore[keyPath: keyPath]] }
    }

    /// The value of a key of the catalogue, as a property.
    ///
    /// - Parameter keyPath: The key's property.
    public subscript<Value>(dynamicMember keyPath: KeyPath<KeyStore, DefaultsKey<Value>>) -> Value {
        @inlinable
        get { self[keyStore[keyPath: keyPath]] }
        nonmutating set { self[keyStore[keyPath: keyPath]] = newValue }
        nonmutating _modify { yield &self[keyStore[keyPath: keyPath]] }
    }

    /// Returns the value of a key, or its default where none is stored.
    ///
    /// - Parameter keyPath: The key's property.
    /// - Returns: The value.
    /// - Throws: ``DefaultsError/typeMismatch(key:expected:found:)`` if the stored value is of another type.
    public func tryGet<Value>(_ keyPath: KeyPath<KeyStore, DefaultsKey<Value>>) throws -> Value {
        try tryGet(keyStore[keyPath: keyPath])
    }

    /// Stores the value of a key.
    ///
    /// - Parameters:
    ///   - keyPath: The key's property.
    ///   - value: The value; nil removes the key.
    /// - Throws: ``DefaultsError`` if the value cannot be stored. The value is then unchanged.
    public func trySet<Value>(_ keyPath: KeyPath<KeyStore, DefaultsKey<Value>>, to value: Value) throws {
        try trySet(keyStore[keyPath: keyPath], to: value)
    }

    /// Changes the value of a key atomically, between threads and, if the store is a file, between processes.
    ///
    /// - Parameters:
    ///   - keyPath: The key's property.
    ///   - body: Changes the value. It is called once, by the calling thread; it may use the store, and must not wait for
    ///     another thread that does.
    /// - Returns: What `body` returns.
    /// - Throws: What `body` throws. The value is then unchanged.
    @discardableResult
    public func update<Value, Result, Failure: Error>(
        _ keyPath: KeyPath<KeyStore, DefaultsKey<Value>>, _ body: (inout Value) throws(Failure) -> Result
    ) throws(Failure) -> Result {
        try update(keyStore[keyPath: keyPath], body)
    }

    /// Changes the value of a key atomically, and throws if the value cannot be stored.
    ///
    /// - Parameters:
    ///   - keyPath: The key's property.
    ///   - body: Changes the value.
    /// - Returns: What `body` returns.
    /// - Throws: ``DefaultsError``, or the error of `body`. The value is then unchanged.
    @discardableResult
    public func tryUpdate<Value, Result>(
        _ keyPath: KeyPath<KeyStore, DefaultsKey<Value>>, _ body: (inout Value) throws -> Result
    ) throws -> Result {
        try tryUpdate(keyStore[keyPath: keyPath], body)
    }

    /// Returns whether a value is stored under a key, of whatever type.
    ///
    /// - Parameter keyPath: The key's property.
    /// - Returns: Whether there is a value.
    public func hasKey<Value>(_ keyPath: KeyPath<KeyStore, DefaultsKey<Value>>) -> Bool {
        hasKey(keyStore[keyPath: keyPath])
    }

    /// Removes the value of a key, which then has its default.
    ///
    /// - Parameter keyPath: The key's property.
    public func remove<Value>(_ keyPath: KeyPath<KeyStore, DefaultsKey<Value>>) { remove(keyStore[keyPath: keyPath]) }

    /// Calls a closure after each change of a key, until the returned object is disposed of or released.
    ///
    /// - Parameters:
    ///   - keyPath: The key's property.
    ///   - options: What the updates contain, and whether one is sent immediately.
    ///   - handler: Receives the update, by the thread that makes the change.
    /// - Returns: The registration.
    public func observe<Value>(
        _ keyPath: KeyPath<KeyStore, DefaultsKey<Value>>, options: DefaultsObservingOptions = [.old, .new],
        handler: @escaping (DefaultsObserver<Value>.Update) -> Void
    ) -> any DefaultsDisposable {
        observe(keyStore[keyPath: keyPath], options: options, handler: handler)
    }

    /// Returns the values of a key: the current one, and each that follows a change.
    ///
    /// - Parameter keyPath: The key's property.
    /// - Returns: The sequence, which has no end. If updates arrive faster than they are read, only the newest is kept.
    public func values<Value: Sendable>(of keyPath: KeyPath<KeyStore, DefaultsKey<Value>>) -> AsyncStream<Value> {
        values(of: keyStore[keyPath: keyPath])
    }

    /// Returns the changes of a key.
    ///
    /// - Parameter keyPath: The key's property.
    /// - Returns: The sequence, which has no end and no gaps.
    public func changes<Value: Sendable>(
        of keyPath: KeyPath<KeyStore, DefaultsKey<Value>>
    ) -> AsyncStream<DefaultsObserver<Value>.Update> {
        changes(of: keyStore[keyPath: keyPath])
    }
}
