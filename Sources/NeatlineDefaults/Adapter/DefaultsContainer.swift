public import Foundation

/// A type that reads and writes values by keys: ``DefaultsAdapter`` or `UserDefaults`.
public protocol DefaultsContainer {
    /// The store that keeps the values.
    var backingStore: any DefaultsStore { get }
}

extension UserDefaults: DefaultsContainer {
    /// The store that keeps the values in this object.
    public var backingStore: any DefaultsStore {
        (self as? StoreBackedDefaults)?.store ?? UserDefaultsStore.shared(for: self)
    }
}

extension DefaultsContainer {
    /// The value of a key.
    ///
    /// It is the key's default where none is stored, or one of another type. Setting an optional value to nil removes the
    /// key. An error in setting is found in `backingStore.failures`, and the value is then unchanged; `trySet(_:to:)` throws
    /// it. A change in place, such as `+=`, is atomic, as that of `update(_:_:)`. So do not pass the value to an asynchronous
    /// function as `inout`: all other changes of the store would wait for it.
    ///
    /// ```swift
    /// Defaults[.launchCount] += 1
    /// Defaults[.libraries].append("Neatline")
    /// ```
    ///
    /// - Parameter key: The key.
    public subscript<Value>(key: DefaultsKey<Value>) -> Value {
        @inlinable
        get { key.value(of: backingStore.value(forKey: key._key)) }
        nonmutating set { reportingFailure(of: key._key) { try trySet(key, to: newValue) } }
        nonmutating _modify {
            let store = backingStore
            var isBegun = false
            reportingFailure(of: key._key) {
                try store.beginChanges()
                isBegun = true
            }
            var value = self[key]
            defer {
                // Otherwise the value may be an old one.
                if isBegun {
                    self[key] = value
                    store.endChanges()
                }
            }
            yield &value
        }
    }

    /// The value of a key.
    ///
    /// - Parameter key: The key.
    public subscript<Value>(key key: DefaultsKey<Value>) -> Value {
        @inlinable
        get { self[key] }
        nonmutating set { self[key] = newValue }
        nonmutating _modify { yield &self[key] }
    }

    /// Returns the value of a key, or its default where none is stored.
    ///
    /// - Parameter key: The key.
    /// - Returns: The value.
    /// - Throws: ``DefaultsError/typeMismatch(key:expected:found:)`` if the stored value is of another type.
    public func tryGet<Value>(_ key: DefaultsKey<Value>) throws -> Value {
        guard let stored = backingStore.value(forKey: key._key) else { return key.value(of: nil) }
        guard let value = key.bridge.decode(stored) else {
            let found = key.bridge.description(ofMismatch: stored)
            throw DefaultsError.typeMismatch(key: key._key, expected: "\(Value.self)", found: found)
        }
        return value
    }

    /// Stores the value of a key.
    ///
    /// - Parameters:
    ///   - key: The key.
    ///   - value: The value; nil removes the key.
    /// - Throws: ``DefaultsError`` if the value cannot be stored. The value is then unchanged.
    public func trySet<Value>(_ key: DefaultsKey<Value>, to value: Value) throws {
        let stored: DefaultsValue?
        do {
            stored = try key.bridge.encode(value)
        } catch {
            throw DefaultsError(error, key: key._key)
        }
        try backingStore.change(key._key) { _ in stored }
    }

    /// Changes the value of a key atomically: no other thread changes the store meanwhile, and, if the store is a file,
    /// no other process.
    ///
    /// ```swift
    /// Defaults.update(.launchCount) { $0 += 1 }
    /// ```
    ///
    /// An error in storing the value is found in `backingStore.failures`, and the value is then unchanged.
    ///
    /// - Parameters:
    ///   - key: The key.
    ///   - body: Changes the value. It is called once, by the calling thread; it may use the store, and must not wait for
    ///     another thread that does.
    /// - Returns: What `body` returns.
    /// - Throws: What `body` throws. The value is then unchanged.
    @discardableResult
    public func update<Value, Result, Failure: Error>(
        _ key: DefaultsKey<Value>, _ body: (inout Value) throws(Failure) -> Result
    ) throws(Failure) -> Result {
        var outcome: Swift.Result<Result, Failure>?
        do {
            try change(key) { value in
                do throws(Failure) {
                    outcome = .success(try body(&value))
                } catch {
                    outcome = .failure(error)
                    throw error
                }
            }
        } catch {
            if case .failure? = outcome {} else { backingStore.failures.report(DefaultsError(error, key: key._key)) }
        }
        if let outcome { return try outcome.get() }
        // The file could not be read, so nothing was changed. There is a result nevertheless.
        var value = self[key]
        return try body(&value)
    }

    /// Changes the value of a key atomically, as `update(_:_:)`, and throws if the value cannot be stored.
    ///
    /// - Parameters:
    ///   - key: The key.
    ///   - body: Changes the value.
    /// - Returns: What `body` returns.
    /// - Throws: ``DefaultsError`` if the value cannot be stored, or the error of `body`. The value is then unchanged.
    @discardableResult
    public func tryUpdate<Value, Result>(
        _ key: DefaultsKey<Value>, _ body: (inout Value) throws -> Result
    ) throws -> Result {
        var result: Result?
        try change(key) { result = try body(&$0) }
        guard let result else {
            throw DefaultsError.valueUnrepresentable(key: key._key, reason: "the store did not ask for it")
        }
        return result
    }

    /// Returns whether a value is stored under a key, of whatever type.
    ///
    /// - Parameter key: The key.
    /// - Returns: Whether there is a value.
    public func hasKey<Value>(_ key: DefaultsKey<Value>) -> Bool { hasKey(key._key) }

    /// Returns whether a value is stored under a name.
    ///
    /// - Parameter key: The name.
    /// - Returns: Whether there is a value.
    public func hasKey(_ key: String) -> Bool { backingStore.value(forKey: key) != nil }

    /// Removes the value of a key, which then has its default.
    ///
    /// - Parameter key: The key.
    public func remove<Value>(_ key: DefaultsKey<Value>) { remove(key._key) }

    /// Removes the value with a name.
    ///
    /// - Parameter key: The name.
    public func remove(_ key: String) {
        reportingFailure(of: key) { try backingStore.change(key) { _ in nil } }
    }

    /// Removes all values. An error is found in `backingStore.failures`, and the values are then unchanged.
    public func removeAll() {
        reportingFailure(of: "") { try backingStore.removeAll() }
    }

    private func change<Value>(_ key: DefaultsKey<Value>, _ body: (inout Value) throws -> Void) throws {
        try backingStore.change(key._key) { stored in
            var value = key.value(of: stored)
            try body(&value)
            do {
                return try key.bridge.encode(value)
            } catch {
                throw DefaultsError(error, key: key._key)
            }
        }
    }

    /// Calls `body`, and reports the error that it throws.
    func reportingFailure(of key: String, _ body: () throws -> Void) {
        do {
            try body()
        } catch {
            backingStore.failures.report(DefaultsError(error, key: key))
        }
    }
}
