// How much memory is reserved for elements that have been counted, but not read.

extension MemoryLayout {
    /// The number of elements for which memory is reserved, of `count` that a text has: all if they take no more than
    /// the text's own tape does in the order of magnitude, or little. Memory for others is reserved as elements before
    /// them are read, since each of 100,000,000 zeros is counted as an element, whatever the size of the type that it
    /// is to be.
    @inlinable
    package static func room(for count: Int) -> Int {
        Swift.min(count, Swift.max(Swift.max(1 << 20, count &* 16) / Swift.max(stride, 1), 1))
    }
}
