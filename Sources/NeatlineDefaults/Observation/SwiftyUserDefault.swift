internal import NeatlineSystem

/// How a ``SwiftyUserDefault`` reads its value.
public struct SwiftyUserDefaultOptions: OptionSet, Sendable {
    /// The bits of the options.
    public let rawValue: Int

    /// Creates options from their bits.
    ///
    /// - Parameter rawValue: The bits.
    public init(rawValue: Int) { self.rawValue = rawValue }

    /// The value is read once, and then only changes through this property.
    public static let cached = SwiftyUserDefaultOptions(rawValue: 1)
    /// The value is read once, and again after each change of the key.
    public static let observed = SwiftyUserDefaultOptions(rawValue: 2)
}

/// A property whose value is that of a key.
///
/// ```swift
/// struct Settings {
///     @SwiftyUserDefault(keyPath: \.launchCount, options: .cached) var launchCount: Int
///     @SwiftyUserDefault(.username) var username: String?
/// }
/// ```
///
/// Unchecked Sendable because the state is behind a lock, and keys and stores may be used by any thread.
@propertyWrapper
public final class SwiftyUserDefault<Value>: @unchecked Sendable {
    /// The key of the property's value in the store.
    public let key: DefaultsKey<Value>
    /// How the value is read.
    public let options: SwiftyUserDefaultOptions

    private let defaults: any DefaultsContainer
    private struct Cache {
        var value: Value?
        /// The number of reads that have begun, and that of the read whose value this is.
        var reads = 0
        var read = 0
    }

    private let cache: Locked<Cache>
    private var observation: (any DefaultsDisposable)?

    /// Creates the property of a key of `Defaults`.
    ///
    /// - Parameters:
    ///   - key: The key, for example `.username` of an extension of ``DefaultsKeys``.
    ///   - options: How the value is read.
    public convenience init(_ key: DefaultsKey<Value>, options: SwiftyUserDefaultOptions = []) {
        self.init(key, defaults: Defaults, options: options)
    }

    /// Creates the property of a key of `Defaults`.
    ///
    /// - Parameters:
    ///   - keyPath: The key's property in ``DefaultsKeys``.
    ///   - options: How the value is read.
    public convenience init(
        keyPath: KeyPath<DefaultsKeys, DefaultsKey<Value>>, options: SwiftyUserDefaultOptions = []
    ) {
        self.init(keyPath: keyPath, adapter: Defaults, options: options)
    }

    /// Creates the property of a key of an adapter.
    ///
    /// - Parameters:
    ///   - keyPath: The key's property in the adapter's catalogue.
    ///   - adapter: Reads and writes the value.
    ///   - options: How the value is read.
    public convenience init<KeyStore>(
        keyPath: KeyPath<KeyStore, DefaultsKey<Value>>, adapter: DefaultsAdapter<KeyStore>,
        options: SwiftyUserDefaultOptions = []
    ) {
        self.init(adapter.keyStore[keyPath: keyPath], defaults: adapter, options: options)
    }

    private init(_ key: DefaultsKey<Value>, defaults: any DefaultsContainer, options: SwiftyUserDefaultOptions) {
        self.key = key
        self.defaults = defaults
        self.options = options
        cache = Locked(Cache(value: options.isEmpty ? nil : defaults[key]))
        if options.contains(.observed) {
            observation = defaults.observe(key) { [weak self] _ in self?.refresh() }
            // What has changed before it was observed.
            refresh()
        }
    }

    /// The value of the key.
    public var wrappedValue: Value {
        get { cache.withLock { $0.value } ?? defaults[key] }
        set {
            defaults[key] = newValue
            if options.contains(.observed) { refresh() } else if !options.isEmpty { replaceCache { newValue } }
        }
        _modify {
            // As that of the key, a change in place is atomic. A cached value is what is changed, whatever the store has.
            if options == .cached {
                var value = wrappedValue
                defer { wrappedValue = value }
                yield &value
            } else {
                defer { if !options.isEmpty { refresh() } }
                yield &defaults[key]
            }
        }
    }

    /// The property wrapper itself, as `$name`.
    public var projectedValue: SwiftyUserDefault<Value> { self }

    private func refresh() { replaceCache { defaults[key] } }

    /// Replaces the cached value by what `read` returns, unless that of a later read has come first.
    private func replaceCache(_ read: () -> Value) {
        let number = cache.withLock { cache in
            cache.reads += 1
            return cache.reads
        }
        let value = read()
        // The old value is released after the lock.
        let old = cache.withLock { cache -> Value? in
            if number < cache.read { return nil }
            defer { (cache.value, cache.read) = (value, number) }
            return cache.value
        }
        withExtendedLifetime(old) {}
    }
}
