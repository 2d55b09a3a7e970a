/// A type whose properties are keys, for the key-path forms of ``DefaultsAdapter``.
public protocol DefaultsKeyStore: SendableMetatype {}

/// The catalogue of a program's keys, which the program extends.
///
/// Static properties are used with a leading dot, instance properties by key path or as members of `Defaults`:
///
/// ```swift
/// extension DefaultsKeys {
///     static let username = DefaultsKey<String?>("username")
///     var launchCount: DefaultsKey<Int> { .init("launchCount", defaultValue: 0) }
/// }
///
/// Defaults[.username] = "joe"
/// Defaults[\.launchCount] += 1
/// Defaults.launchCount += 1
/// ```
///
/// It is the superclass of all keys, because that is where the compiler looks for `.username` when it expects a key.
///
/// Unchecked Sendable because it has no stored properties.
open class DefaultsKeys: DefaultsKeyStore, @unchecked Sendable {
    /// Creates the catalogue, which has no state.
    public init() {}
}
