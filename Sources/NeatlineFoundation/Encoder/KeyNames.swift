internal import NeatlineJSON

/// The cached names of members for one type of keys, converted by the encoder's strategy.
final class KeyNames {
    @exclusivity(unchecked)
    var written = WrittenNames()
    /// Whether the names cannot be cached: there are too many, or they are created at run time, so that their strings cannot be
    /// recognized.
    @exclusivity(unchecked)
    var isUseless: Bool

    /// Creates an empty cache.
    init() { isUseless = !written.keepsNames }
}
