internal import NeatlineJSON

/// The names of members that the keys of one type have had, with a strategy's changes.
final class KeyNames {
    @exclusivity(unchecked)
    var written = WrittenNames()
    /// Whether the names are too many, or come from strings that may be another name tomorrow: keys that are made while the
    /// program runs.
    @exclusivity(unchecked)
    var isUseless: Bool

    /// No names yet.
    init() { isUseless = !written.keepsNames }
}
