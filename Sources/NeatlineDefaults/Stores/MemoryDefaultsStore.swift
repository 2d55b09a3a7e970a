internal import NeatlineSystem

/// A store whose values end with it, for tests and previews.
///
/// ```swift
/// let defaults = DefaultsAdapter(store: MemoryDefaultsStore())
/// ```
public final class MemoryDefaultsStore: DefaultsStore {
    private let values: Locked<[String: DefaultsValue]>
    private let section = ExclusiveSection()
    private let hub = ChangeHub()
    /// The errors of changes that were made by subscripts.
    public let failures = DefaultsFailures()

    /// Creates a store with the given values.
    ///
    /// - Parameter values: Its first values.
    public init(_ values: [String: DefaultsValue] = [:]) { self.values = Locked(values.mapValues(\.storedForm)) }

    /// Returns the value of a key, or nil if there is none.
    ///
    /// - Parameter key: The name of the key.
    public func value(forKey key: String) -> DefaultsValue? { values.withLock { $0[key] } }

    /// Replaces the value of one key.
    ///
    /// - Parameters:
    ///   - key: The name of the key.
    ///   - body: Receives the stored value, and returns the new one; nil removes the key.
    /// - Throws: The error of `body`, or ``DefaultsError/valueUnrepresentable(key:reason:)`` for a date that is not finite;
    ///   the value is unchanged then.
    public func change(_ key: String, _ body: (DefaultsValue?) throws -> DefaultsValue?) throws {
        defer { deliver() }
        try section.enter {
            let old = value(forKey: key)
            let new = try body(old)
            try new?.checkDates(forKey: key)
            let stored = new?.storedForm
            // `body` may have changed the value, too.
            let current = value(forKey: key)
            if DefaultsValue.isSameText(stored, current) { return }
            values.withLock { $0[key] = stored }
            if stored != current { hub.append(DefaultsChange(key: key, oldValue: current, newValue: stored)) }
        }
    }

    /// Keeps other threads from changing the store until `endChanges()`.
    public func beginChanges() { section.begin() }

    /// Ends what `beginChanges()` has begun, and reports the changes.
    public func endChanges() {
        section.end()
        deliver()
    }

    /// Removes all values of the store.
    public func removeAll() {
        section.enter {
            let old = values.withLock { values in
                defer { values = [:] }
                return values
            }
            for (key, value) in old.sorted(by: { $0.key < $1.key }) {
                hub.append(DefaultsChange(key: key, oldValue: value, newValue: nil))
            }
        }
        deliver()
    }

    /// The keys that have values.
    public var keys: Set<String> { values.withLock { Set($0.keys) } }

    /// Calls a closure after each change.
    ///
    /// - Parameters:
    ///   - key: The name of the key; nil for all keys.
    ///   - handler: Called after each change.
    /// - Returns: The registration, which ends when it is disposed or deinitialized.
    public func observe(
        _ key: String?, _ handler: @escaping @Sendable (DefaultsChange) -> Void
    ) -> any DefaultsDisposable {
        hub.observe(key, owner: self, handler)
    }

    /// Does nothing, because there is no file.
    public func synchronize() {}

    private func deliver() {
        if !section.isEntered { hub.deliver() }
    }
}
