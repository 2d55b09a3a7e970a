/// The results that a selector has found and not yet delivered, because a later member of the same name may replace them.
struct HeldResults {
    /// A position among the results, to which `forget(from:)` returns.
    struct Mark {
        fileprivate var result = 0
        fileprivate var byte = 0
        /// The number of results that had begun, including those delivered.
        fileprivate var begun = 0
    }

    private struct Result {
        var steps: Int
        /// The offset in `bytes` at which the result ends and the next one begins.
        var end: Int
    }

    private var bytes: [UInt8] = []
    private var results: [Result] = []
    private var begun = 0
    /// Whether the last result is not complete.
    private var isOpen = false
    /// Whether the first of `results` has been delivered in part.
    private var isFirstDelivered = false

    var count: Int { bytes.count }
    var isEmpty: Bool { results.isEmpty }
    /// Whether a part of the first result has been delivered, so that the rest need not be held back.
    var isPartlyDelivered: Bool { isFirstDelivered }

    var mark: Mark { Mark(result: results.count, byte: bytes.count, begun: begun) }

    mutating func begin(steps: Int) {
        results.append(Result(steps: steps, end: bytes.count))
        begun += 1
        isOpen = true
    }

    mutating func append(_ more: UnsafeBufferPointer<UInt8>) {
        bytes += more
        results[results.count - 1].end = bytes.count
    }

    mutating func end() { isOpen = false }

    /// Removes the results from `mark` on; false, without an effect, if one of them has been delivered, at least in part.
    mutating func forget(from mark: Mark) -> Bool {
        let delivered = begun - results.count + (isFirstDelivered ? 1 : 0)
        if delivered > mark.begun { return false }
        let dropped = begun - mark.begun
        results.removeLast(dropped)
        begun = mark.begun
        bytes.removeLast(bytes.count - (results.last?.end ?? 0))
        return true
    }

    /// Removes all results.
    mutating func drop() {
        bytes.removeAll(keepingCapacity: true)
        results.removeAll(keepingCapacity: true)
        isOpen = false
        isFirstDelivered = false
    }

    /// Delivers all results, including the beginning of one that is not complete.
    ///
    /// - Parameters:
    ///   - origin: the place of the value that they are in.
    ///   - receive: receives the events.
    mutating func deliver(from origin: ValueOrigin, to receive: (JSONSelector.Event) throws -> Void) throws {
        if results.isEmpty { return }
        try bytes.withUnsafeBytes { bytes in
            var start = 0
            for (index, result) in results.enumerated() {
                if index > 0 || !isFirstDelivered { try receive(.begin(steps: result.steps)) }
                if result.end > start {
                    try receive(.bytes(UnsafeRawBufferPointer(rebasing: bytes[start..<result.end])))
                }
                if index < results.count - 1 || !isOpen { try receive(.end(origin)) }
                start = result.end
            }
        }
        bytes.removeAll(keepingCapacity: true)
        results.removeFirst(isOpen ? results.count - 1 : results.count)
        if isOpen { results[0].end = 0 }
        isFirstDelivered = isOpen
    }
}
