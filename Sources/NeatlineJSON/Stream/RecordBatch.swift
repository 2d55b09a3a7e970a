/// The values of records of a stream that were scanned together: the roots of one document.
struct RecordBatch: Sendable {
    private let document: Document?
    /// The position on the tape of the next value.
    private var root = 0
    /// The position on the tape of the value that was returned last.
    private var last = 0
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
        last = root
        root = document.next(last)
        return .some(JSON(TapeHandle(document), last))
    }

    /// A reader of the value that was returned last, which knows its position also if it is a scalar; nil if there is
    /// none.
    var lastReader: DocumentReader? {
        guard root > 0, let document else { return nil }
        return DocumentReader(document, root: last)
    }
}
