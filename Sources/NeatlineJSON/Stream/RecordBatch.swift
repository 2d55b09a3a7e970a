/// Values of a stream that were scanned together: the roots of one document, one after another.
struct RecordBatch: Sendable {
    private let document: Document?
    /// The position on the tape of the next value, and the one behind the last.
    private var root = 0
    private let end: Int

    /// No values.
    init() {
        document = nil
        end = 0
    }

    init(_ document: Document, end: Int) {
        self.document = document
        self.end = end
    }

    /// The next value, or nil.
    @inline(__always)
    mutating func next() -> JSON? {
        guard root < end, let document else { return nil }
        let value = root
        root = document.next(value)
        return .some(JSON(DocumentReference(document), value))
    }
}
