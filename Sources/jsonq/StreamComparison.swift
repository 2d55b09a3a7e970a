/// Compares two streams, input and output, while both continue.
///
/// It keeps the input that was not yet written, which is little as long as the two are equal.
final class StreamComparison {
    private var expected: [UInt8] = []
    /// The number of bytes of `expected` that were written.
    private var matched = 0
    private var differs = false

    /// Adds bytes of the input.
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

    /// Adds bytes of the output.
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

    /// Whether the output equals the input.
    var isSame: Bool { !differs && matched == expected.count }
}
