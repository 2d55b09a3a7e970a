/// Edits of a text that change what it says, found on its tape.
///
/// They are collected as replacements of ranges of the original text that do not overlap, and made in one pass.
struct TextEdits {
    let document: Document
    let source: TextSource
    let nonFiniteNumbers: JSONWritingOptions.NonFiniteNumbers
    private var replacements: [Replacement] = []
    /// What only edits of containers need.
    var found: (spans: ValueSpans?, sample: LayoutSample?, layouts: [Int: EntryLayout]) = (nil, nil, [:])

    private struct Replacement {
        let range: Range<Int>
        let bytes: [UInt8]
        /// The number of replacements before it, which orders those at one offset.
        let number: Int
    }

    init(_ text: JSONText) {
        document = text.document
        source = TextSource(text.bytes, text.document)
        nonFiniteNumbers = text.options.allowsNonFiniteNumbers ? .literal : .reject
    }

    /// Returns the text after all edits; nil if there are none.
    ///
    /// - Complexity: O(*n*), and O(*k* log *k*) for *k* edits.
    func editedBytes() -> [UInt8]? {
        if replacements.isEmpty { return nil }
        let ordered = replacements.sorted {
            ($0.range.lowerBound, $0.number) < ($1.range.lowerBound, $1.number)
        }
        var bytes: [UInt8] = []
        bytes.reserveCapacity(source.bytes.count + ordered.reduce(0) { $0 + $1.bytes.count })
        var offset = 0
        for replacement in ordered {
            assert(offset <= replacement.range.lowerBound)
            bytes += source.bytes[offset..<replacement.range.lowerBound]
            bytes += replacement.bytes
            offset = replacement.range.upperBound
        }
        return bytes + source.bytes[offset...]
    }

    mutating func replace(_ range: Range<Int>, with bytes: [UInt8]) {
        if range.isEmpty, bytes.isEmpty { return }
        replacements.append(Replacement(range: range, bytes: bytes, number: replacements.count))
    }

    /// The extents of all values; found once.
    mutating func spans() -> ValueSpans {
        if let spans = found.spans { return spans }
        let spans = ValueSpans(document, source)
        found.spans = spans
        return spans
    }

    /// Examples of the layout; found once.
    mutating func sample() -> LayoutSample {
        if let sample = found.sample { return sample }
        let sample = LayoutSample(document, source, spans())
        found.sample = sample
        return sample
    }

    /// The position on the tape of the value at the end of a path; nil if there is none.
    private func position(_ steps: [JSONKey]) -> Int? {
        var position = 0
        for step in steps {
            let kind = document[position].kind
            switch step {
            case .key(let name):
                guard kind == TapeWord.Kind.object else { return nil }
                position = name.withName { document.member($0, ofObjectAt: position) }
                if position == 0 { return nil }
            case .index(let index):
                guard kind == TapeWord.Kind.array, index >= 0, index < document.count(position) else { return nil }
                position = document.element(index, ofArrayAt: position)
            }
        }
        return position
    }

    // MARK: Edits at a path

    /// Adds an entry to the container at a path.
    ///
    /// - Parameters:
    ///   - value: the element, or the value of the member.
    ///   - name: the member's name; nil in an array.
    ///   - index: the number of the entry before which it is added; nil at the end.
    ///   - steps: the steps to the container.
    mutating func insert(
        _ value: JSON, name: String?, before index: Int?, in steps: [JSONKey]
    ) throws(JSONError) {
        guard let position = position(steps), document[position].isContainer else { return }
        let container = ContainerText(document, position, spans())
        let count = container.entries.count
        let index = index ?? count
        var items = (0..<index).map { EntryItem.kept($0) }
        items.append(.added(name: name, value))
        items += (index..<count).map { .kept($0) }
        try arrange(container, as: items)
    }

    /// Removes the element, or all members with the name, from the container at a path.
    mutating func remove(_ step: JSONKey, in steps: [JSONKey]) throws(JSONError) {
        guard let position = position(steps), document[position].isContainer else { return }
        let container = ContainerText(document, position, spans())
        var items: [EntryItem] = []
        switch step {
        case .index(let index):
            items = container.entries.indices.map { $0 == index ? .removed($0) : .kept($0) }
        case .key(let name):
            name.withName { name in
                var members = JSONCursor(document, entriesOf: position)
                while let (key, _) = members.nextMember() {
                    items.append(document.key(key, equals: name) ? .removed(items.count) : .kept(items.count))
                }
            }
        }
        try arrange(container, as: items)
    }

    /// Changes the value at a path, where it differs from `new`.
    mutating func change(_ steps: [JSONKey], to new: JSON) throws(JSONError) {
        guard let position = position(steps) else { return }
        let old = JSON(document, position)
        if old.isContainer, old.isContainer(like: new) { return try change(position, old, to: new) }
        if old == new { return }
        var layout = ValueLayout(nonFiniteNumbers: nonFiniteNumbers)
        if new.isContainer { layout = self.layout(ofRootOrEntryAt: position, new) }
        replace(span(position), with: try layout.text(new))
    }

    mutating func span(_ position: Int) -> Range<Int> {
        if !document[position].isContainer { return document.scalarSpan(position) }
        let span = spans()[position]
        return span.start..<span.end
    }
}
