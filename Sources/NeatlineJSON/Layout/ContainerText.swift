/// An array or object in a text, with the offsets of its entries.
struct ContainerText {
    struct Entry {
        /// The position of the value on the tape.
        let value: Int
        /// The offset of the first byte: of a member that of its key.
        let start: Int
        /// The offset after the last byte.
        let end: Int
        /// The offsets from the end of the key to the value; nil for an element.
        let colon: Range<Int>?
    }

    /// The position on the tape.
    let position: Int
    let isObject: Bool
    /// The offset of the opening bracket.
    let open: Int
    /// The offset of the closing bracket.
    let close: Int
    private(set) var entries: [Entry] = []

    /// - Complexity: O(count).
    init(_ document: Document, _ position: Int, _ spans: ValueSpans) {
        self.position = position
        isObject = document[position].kind == TapeWord.Kind.object
        open = spans[position].start
        close = spans[position].end - 1
        entries.reserveCapacity(document.count(position))
        var cursor = JSONCursor(document, entriesOf: position)
        while let first = cursor.next() {
            guard isObject else {
                let span = spans[first]
                entries.append(Entry(value: first, start: span.start, end: span.end, colon: nil))
                continue
            }
            guard let value = cursor.next() else { return }
            let (key, span) = (spans[first], spans[value])
            entries.append(Entry(value: value, start: key.start, end: span.end, colon: key.end..<span.start))
        }
    }

    /// The offsets from the end of an entry, or from the opening bracket for -1, to the next entry or the closing bracket.
    func gapRange(after entry: Int) -> Range<Int> {
        let start = entry < 0 ? open + 1 : entries[entry].end
        return start..<(entry + 1 < entries.count ? entries[entry + 1].start : close)
    }
}
