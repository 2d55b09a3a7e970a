// `Defaults` was a `UserDefaults` until version 4 of SwiftyUserDefaults, so programs also call methods of `UserDefaults`.
// The getters (`string(forKey:)`, …) are missing here: a method `url(forKey:)` of the adapter would hide a key named
// `url`, because dynamic member lookup comes after the members.

extension DefaultsAdapter {
    /// Stores a value under a name, as `UserDefaults` does and as the setter of a name does.
    ///
    /// - Parameters:
    ///   - value: A property list, a URL or JSON; nil removes the name.
    ///   - key: The name.
    public func set(_ value: Any?, forKey key: String) { self[key] = value }

    /// Removes the value of a name, as `UserDefaults` does.
    ///
    /// - Parameter key: The name.
    public func removeObject(forKey key: String) { self[key] = nil as Any? }

    /// Waits until all values are stored, as `UserDefaults` does.
    ///
    /// - Returns: Whether they are; `backingStore.synchronize()` throws the reason why not.
    @discardableResult
    public func synchronize() -> Bool { (try? backingStore.synchronize()) != nil }
}
