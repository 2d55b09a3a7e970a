/// The values of records of a stream that were scanned together: the roots of one document.
struct RecordBatch: Sendable {
    private let document: Document?
    /// The position on the tape of the next value.
    private var root = 0
    /// The position after the last value.
    private let end: Int

    /// Creates an empty batch.
    init() {
        document = nil
        end = 0
    }

    /// Creates a batch of the roots of a document up to the position `end`.
    init(_ document: Document, end: Int) {
        self.document = document
        self.end = end
    }

    /// Returns the next value, or nil after the last.
    @inline(__always)
    mutating func next() -> JSON? {
        guard root < end, let document else { return nil }
        let value = root
        root = document.next(value)
        return .some(JSON(DocumentReference(document), value))
    }
}
