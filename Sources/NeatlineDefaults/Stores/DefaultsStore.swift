/// A store of values by their keys, such as `UserDefaults`, a file, or memory.
///
/// The module has three: ``UserDefaultsStore``, ``FileDefaultsStore`` and ``MemoryDefaultsStore``. All functions may be
/// called by any thread.
public protocol DefaultsStore: AnyObject, Sendable {
    /// Returns the value of a key, or nil if there is none.
    ///
    /// - Parameter key: The key.
    /// - Returns: The value.
    /// - Complexity: O(1).
    func value(forKey key: String) -> DefaultsValue?

    /// Replaces the value of one key. No other thread changes the store meanwhile, and, if the store is a file, no
    /// other process.
    ///
    /// - Parameters:
    ///   - key: The key.
    ///   - body: Receives the current value, and returns the new one; nil removes the key. It may read and change this
    ///     store, and must not wait for another thread that does.
    /// - Throws: ``DefaultsError`` if the value cannot be stored, or the error of `body`. The value is then unchanged.
    /// - Complexity: O(1) in memory and in `UserDefaults`; O(*n*) in the size of the file, which is written as a whole.
    func change(_ key: String, _ body: (DefaultsValue?) throws -> DefaultsValue?) throws

    /// Begins a change in place, such as that of `+=`: until `endChanges()`, no other thread changes the store, and, if the
    /// store is a file, no other process.
    ///
    /// The calling thread may read and change the store. The default implementation does nothing: changes in place are
    /// then atomic for each key that is written, but not from the reading on.
    ///
    /// - Throws: ``DefaultsError`` if the values cannot be changed. `endChanges()` is not called then.
    func beginChanges() throws

    /// Ends what `beginChanges()` has begun.
    func endChanges()

    /// Removes all values of the store.
    ///
    /// - Throws: ``DefaultsError`` if that cannot be stored.
    func removeAll() throws

    /// The keys that have values.
    var keys: Set<String> { get }

    /// Calls a closure after each change, until the returned object is disposed of or released.
    ///
    /// Changes are reported one at a time in their order: by the thread that made the change, by another thread that is
    /// reporting changes at that moment, or, for changes of other processes, by a queue of the store.
    ///
    /// - Parameters:
    ///   - key: The key whose changes are reported; nil for all keys.
    ///   - handler: Receives the change.
    /// - Returns: The registration.
    func observe(_ key: String?, _ handler: @escaping @Sendable (DefaultsChange) -> Void) -> any DefaultsDisposable

    /// Waits until all values are stored so that they survive the process, and reads the changes of other processes.
    ///
    /// - Throws: ``DefaultsError`` if the file cannot be read, or is corrupt or of another format.
    func synchronize() throws

    /// The errors of changes that were made by subscripts, which cannot throw.
    var failures: DefaultsFailures { get }
}

extension DefaultsStore {
    /// Does nothing.
    public func beginChanges() {}

    /// Does nothing.
    public func endChanges() {}
}

/// A change of one key.
public struct DefaultsChange: Sendable, Equatable {
    /// The name of the changed key.
    public var key: String
    /// The value before; nil if there was none.
    public var oldValue: DefaultsValue?
    /// The value after; nil if there is none.
    public var newValue: DefaultsValue?

    /// Creates a change, for a custom store.
    ///
    /// - Parameters:
    ///   - key: The key.
    ///   - oldValue: The value before.
    ///   - newValue: The value after.
    public init(key: String, oldValue: DefaultsValue?, newValue: DefaultsValue?) {
        self.key = key
        self.oldValue = oldValue
        self.newValue = newValue
    }
}

/// A registration that can be ended.
public protocol DefaultsDisposable {
    /// Ends the registration; later changes are not reported.
    func dispose()
}
