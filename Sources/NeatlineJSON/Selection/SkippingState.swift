/// Where the scan of a skipped value stands between two tokens.
struct SkippingState {
    /// How many containers of the value are open; 0 if no value is being skipped.
    var depth = 0
    /// The innermost containers, the lowest bit first; 1 is an object.
    var nesting: UInt64 = 0
    /// The levels pushed out of `nesting`, 64 at a time.
    var nestingWords: [UInt64] = []
    /// What is expected next in the innermost container.
    var entry = JSONStreamFormatter.Entry.item
    /// Whether the innermost container has an element or member already.
    var notFirst = false
}
