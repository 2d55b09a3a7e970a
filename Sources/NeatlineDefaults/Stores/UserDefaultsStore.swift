public import Foundation
internal import NeatlineSystem

/// A store that keeps its values in `UserDefaults`.
///
/// Changes that are made through `UserDefaults` itself are read, but not observed; neither are those of other processes.
///
/// Where Foundation keeps changes in memory until ``synchronize()`` is called, as on Linux, the store calls it: a tenth of a
/// second after a change that is made through this module, once for all changes until then, and when the process exits
/// normally, by `exit` or by returning from `main`. A process that is ended by a signal, by `_exit` or by a crash loses the
/// changes since. Foundation overwrites its file, `~/.config/<suite or process>.plist`, so a process that is killed while
/// it writes can lose all values, and of two processes that write at once, one can lose its changes. In the file, dates have
/// whole seconds, -0.0 may lose its sign, and a string that begins with U+FEFF may lose that. ``FileDefaultsStore`` loses nothing.
///
/// Unchecked Sendable because `UserDefaults` may be used by any thread, which its declaration on Linux does not say.
public final class UserDefaultsStore: DefaultsStore, @unchecked Sendable {
    let defaults: UserDefaults
    private let section = ExclusiveSection()
    private let hub = ChangeHub()
    /// The errors of changes that were made by subscripts.
    public let failures = DefaultsFailures()

    private init(_ defaults: UserDefaults) { self.defaults = defaults }

    /// Returns the store of an object, which is the same for all callers.
    ///
    /// - Parameter defaults: The object.
    /// - Returns: The store.
    public static func shared(for defaults: UserDefaults) -> UserDefaultsStore {
        stores.withLock { stores in
            let identifier = ObjectIdentifier(defaults)
            // A store holds its object, so an identifier does not belong to another object while the store lives.
            if let store = stores[identifier]?.store { return store }
            let store = UserDefaultsStore(defaults)
            stores = stores.filter { $0.value.store != nil }
            stores[identifier] = WeakStore(store: store)
            return store
        }
    }

    private struct WeakStore {
        weak var store: UserDefaultsStore?
    }

    private static let stores = Locked<[ObjectIdentifier: WeakStore]>([:])

    /// Returns the value of a key, or nil if there is none.
    ///
    /// - Parameter key: The name of the key.
    public func value(forKey key: String) -> DefaultsValue? {
        defaults.object(forKey: key).flatMap { DefaultsValue(object: $0) }
    }

    /// Replaces the value of one key. Other processes are not waited for.
    ///
    /// - Parameters:
    ///   - key: The name of the key.
    ///   - body: Receives the stored value, and returns the new one; nil removes the key.
    /// - Throws: The error of `body`, or ``DefaultsError/valueUnrepresentable(key:reason:)`` for a date that is not finite;
    ///   the value is unchanged then.
    public func change(_ key: String, _ body: (DefaultsValue?) throws -> DefaultsValue?) throws {
        defer { deliver() }
        try section.enter {
            let new = try body(value(forKey: key))
            try new?.checkDates(forKey: key)
            // `body` may have changed the value, too.
            let old = value(forKey: key)
            set(new, forKey: key)
            let current = value(forKey: key)
            if old != current { hub.append(DefaultsChange(key: key, oldValue: old, newValue: current)) }
        }
        synchronizeLater()
    }

    /// Keeps other threads from changing the store until `endChanges()`.
    public func beginChanges() { section.begin() }

    /// Ends what `beginChanges()` has begun, and reports the changes.
    public func endChanges() {
        section.end()
        deliver()
    }

    /// Removes all values that can be removed: those of launch arguments and registered defaults stay.
    public func removeAll() {
        section.enter {
            for key in keys {
                let old = value(forKey: key)
                defaults.removeObject(forKey: key)
                let current = value(forKey: key)
                if old != current { hub.append(DefaultsChange(key: key, oldValue: old, newValue: current)) }
            }
        }
        synchronizeLater()
        deliver()
    }

    /// The keys that have values, those of launch arguments and registered defaults among them.
    public var keys: Set<String> { Set(defaults.dictionaryRepresentation().keys) }

    /// Calls a closure after each change that is made through this module.
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

    /// Has `UserDefaults` write its values. An error is found in ``failures``; the values stay in memory then.
    ///
    /// While the process exits, only the thread that calls `exit`, or returns from `main`, writes: on Linux the file of another one
    /// could remain half written.
    public func synchronize() {
        #if canImport(Darwin)
        if !defaults.synchronize() { reportUnwritable(errno) }
        #else
        if let code = PendingSynchronizations.shared.write(self) { reportUnwritable(code) }
        #endif
    }

    /// Reports that `UserDefaults` could not write its file, whose path it does not tell.
    func reportUnwritable(_ code: Int32) {
        failures.report(.fileUnwritable(path: "the file of UserDefaults", code: code))
    }

    private func synchronizeLater() {
        #if !canImport(Darwin)
        PendingSynchronizations.shared.add(self)
        #endif
    }

    /// Sets a value by `set(_: Any?, forKey:)`, and removes it by `removeObject(forKey:)`: on Linux `set(nil, forKey:)`
    /// does not return, `set(_: URL?, forKey:)` stores half a URL, and an object that is not a property list crashes the process.
    private func set(_ value: DefaultsValue?, forKey key: String) {
        if let value {
            defaults.set(value.propertyList as Any?, forKey: key)
        } else {
            defaults.removeObject(forKey: key)
        }
    }

    private func deliver() {
        if !section.isEntered { hub.deliver() }
    }
}
