/// Whether what is written is what was read, found out while both go on.
///
/// What was read and not yet written again is kept, which is little as long as the two are the same.
final class StreamComparison {
    private var expected: [UInt8] = []
    /// How much of `expected` has been written.
    private var matched = 0
    private var differs = false

    /// What was read goes on with `bytes`.
    func add(read bytes: UnsafeRawBufferPointer) {
        if differs { return }
        if matched == expected.count {
            expected.removeAll(keepingCapacity: true)
            matched = 0
        } else if matched > 1 << 20 {
            expected.removeFirst(matched)
            matched = 0
        }
        expected.append(contentsOf: bytes)
    }

    /// What was written goes on with `bytes`.
    func add(written bytes: UnsafeRawBufferPointer) {
        if differs { return }
        let rest = expected[matched...]
        if bytes.count <= rest.count, rest.prefix(bytes.count).elementsEqual(bytes) {
            matched += bytes.count
        } else {
            differs = true
            expected = []
        }
    }

    /// Whether all that was read has been written, and nothing else.
    var isSame: Bool { !differs && matched == expected.count }
}
