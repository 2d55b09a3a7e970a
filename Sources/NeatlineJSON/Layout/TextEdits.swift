/// Edits of a text that change what it says, found on its tape.
///
/// They are collected as replacements of ranges of the original text that do not overlap, and made in one pass.
struct TextEdits {
    let document: Document
    let source: TextSource
    let nonFiniteNumbers: JSONWritingOptions.NonFiniteNumbers
    private var replacements: [Replacement] = []
    /// What only edits of containers need.
    private var found: (spans: ValueSpans?, sample: LayoutSample?, layouts: [Int: EntryLayout]) = (nil, nil, [:])

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

    private mutating func span(_ position: Int) -> Range<Int> {
        if !document[position].isContainer { return document.scalarSpan(position) }
        let span = spans()[position]
        return span.start..<span.end
    }

    // MARK: Differences

    /// Two values that are compared.
    private struct Pair {
        /// The position of the old value on the tape.
        var position: Int
        var old: JSON
        var new: JSON
        /// What is known of them inside arrays.
        var parts: Parts?
    }

    /// The parts of two values in the outlines of the outermost arrays around them.
    private struct Parts {
        var outlines: (old: ValueOutline, new: ValueOutline)
        var old = 0
        var new = 0

        /// The parts of the children of both values.
        var children: (old: [Int], new: [Int]) { (outlines.old.children(old), outlines.new.children(new)) }

        func child(_ old: Int, _ new: Int) -> Parts { Parts(outlines: outlines, old: old, new: new) }

        /// Whether the values have different hashes, so that they differ.
        var differ: Bool { outlines.old.parts[old].hash != outlines.new.parts[new].hash }
    }

    /// Whether two values may differ; if they are objects, this is found out by comparing their members.
    ///
    /// Values inside arrays are compared as a whole, so that these can be aligned: by their hashes, and those that are equal
    /// once more, without being descended into.
    private func mayDiffer(_ pair: Pair) -> Bool {
        // What `change(_:)` has not touched still is the view of the document.
        if let new = pair.new.location, new.index == pair.position, new.document.object === document.object {
            return false
        }
        if let parts = pair.parts { return parts.differ || pair.old != pair.new }
        return pair.old.isContainer || pair.old != pair.new
    }

    /// Changes a container where it differs from one of the same type.
    private mutating func change(_ position: Int, _ old: JSON, to new: JSON) throws(JSONError) {
        var pending = [Pair(position: position, old: old, new: new)].filter(mayDiffer)
        while let pair = pending.popLast() {
            let container = ContainerText(document, pair.position, spans())
            let items: [EntryItem]
            let children: [Pair]
            switch (pair.old, pair.new) {
            case (.array(let old), .array(let new)):
                (items, children) = elements(old, new, pair, container)
            case (.object(let old), .object(let new)):
                (items, children) = members(old, new, pair)
            default: return
            }
            for child in children where mayDiffer(child) {
                if child.old.isContainer, child.old.isContainer(like: child.new) {
                    pending.append(child)
                    continue
                }
                var layout = ValueLayout(nonFiniteNumbers: nonFiniteNumbers)
                if child.new.isContainer {
                    layout = self.layout(ofEntryIn: pair.position, child.new.isObject, replacing: child.position)
                }
                replace(span(child.position), with: try layout.text(child.new))
            }
            try arrange(container, as: items)
        }
    }

    /// Returns the entries of an array that is changed to another one, and the pairs of elements that may differ.
    private func elements(
        _ old: JSONArray, _ new: JSONArray, _ pair: Pair, _ container: ContainerText
    ) -> (items: [EntryItem], children: [Pair]) {
        let parts = pair.parts ?? Parts(outlines: (ValueOutline(pair.old), ValueOutline(pair.new)))
        let alignment = ArrayAlignment(
            (old, parts.outlines.old.hashesOfChildren(parts.old)), (new, parts.outlines.new.hashesOfChildren(parts.new))
        )
        var items: [EntryItem] = []
        var removed = alignment.removed[...]
        var added = alignment.added[...]
        var (i, j) = (0, 0)
        while i < old.count || j < new.count {
            if removed.first == i {
                removed.removeFirst()
                items.append(.removed(i))
                i += 1
            } else if added.first == j {
                added.removeFirst()
                items.append(.added(name: nil, new[j]))
                j += 1
            } else {
                items.append(.kept(i))
                i += 1
                j += 1
            }
        }
        let numbers = parts.children
        let children = alignment.changed.map {
            Pair(
                position: container.entries[$0.old].value, old: old[$0.old], new: new[$0.new],
                parts: parts.child(numbers.old[$0.old], numbers.new[$0.new]))
        }
        return (items, children)
    }

    /// Returns the entries of an object that is changed to another one, and the pairs of values that may differ.
    private func members(
        _ old: JSONObject, _ new: JSONObject, _ pair: Pair
    ) -> (items: [EntryItem], children: [Pair]) {
        let numbers = pair.parts?.children
        var others: [UTF8Key: (value: JSON, number: Int)] = [:]
        for (name, value) in new.effectiveMembers { others[UTF8Key(text: name)] = (value, others.count) }
        var items: [EntryItem] = []
        var children: [Pair] = []
        // The number of effective members so far, which are those in the outline.
        var number = 0
        var cursor = JSONCursor(document, entriesOf: pair.position)
        while let (key, value) = cursor.nextMember() {
            let other = others[UTF8Key(text: document.string(key))]
            items.append(other == nil ? .removed(items.count) : .kept(items.count))
            guard document.isEffective(key, ofObjectAt: pair.position) else { continue }
            defer { number += 1 }
            guard let other else { continue }
            let parts = numbers.flatMap { pair.parts?.child($0.old[number], $0.new[other.number]) }
            children.append(Pair(position: value, old: JSON(document, value), new: other.value, parts: parts))
        }
        for (name, value) in new.effectiveMembers where old[name] == nil as JSON? {
            items.append(.added(name: name, value))
        }
        return (items, children)
    }

    // MARK: Layout

    /// The layout of a value that replaces the one at `position`.
    private mutating func layout(ofRootOrEntryAt position: Int, _ new: JSON) -> ValueLayout {
        let spans = spans()
        if position == 0 {
            return layout(ofRoot: breaksLines(position) ?? source.hasLineEnds)
        }
        return layout(ofEntryIn: spans[position].container, new.isObject, replacing: position)
    }

    /// The layout of a value that is the whole text.
    private mutating func layout(ofRoot breaksLines: Bool) -> ValueLayout {
        var layout = sampledLayout(breaksLines: breaksLines)
        layout.margin = source.margin(at: spans()[0].start)
        return layout
    }

    /// The layout of values in a container.
    private struct EntryLayout {
        /// Nil if the entries are not on lines of their own.
        var layout: ValueLayout?
        /// Whether the first array, and the first object, with entries has these on lines of their own; true if there is none.
        var arraysBreakLines = true
        var objectsBreakLines = true
    }

    /// The layout of a value in a container.
    ///
    /// - Parameters:
    ///   - container: the position of the container.
    ///   - isObject: whether the value is an object; otherwise it is an array.
    ///   - old: the position of the value that is replaced, or of the empty container that is filled; nil for a new entry.
    mutating func layout(ofEntryIn container: Int, _ isObject: Bool, replacing old: Int?) -> ValueLayout {
        let entries = found.layouts[container] ?? entryLayout(container)
        found.layouts[container] = entries
        guard var layout = entries.layout else { return sampledLayout(breaksLines: false) }
        let breaksBeside = isObject ? entries.objectsBreakLines : entries.arraysBreakLines
        layout.breaksLines = old.flatMap { breaksLines($0) } ?? breaksBeside
        return layout
    }

    /// - Complexity: O(count), and the length of the line of the bracket.
    private mutating func entryLayout(_ position: Int) -> EntryLayout {
        let container = ContainerText(document, position, spans())
        guard let line = line(ofEntriesIn: container) else { return EntryLayout() }
        var layout = sampledLayout(breaksLines: true)
        layout.margin = line.margin
        layout.lineEnd = line.lineEnd
        let outer = source.margin(at: container.open)
        if line.margin.count > outer.count, line.margin.starts(with: outer) {
            layout.indentation = Array(line.margin.dropFirst(outer.count))
        } else if line.margin.first == Byte.tab {
            layout.indentation = [Byte.tab]
        }
        let last = container.entries.count - 1
        layout.endsWithComma = source.gap(container.gapRange(after: last), isBeforeEnd: true).comma != nil
        var result = EntryLayout(layout: layout)
        var known: (array: Bool?, object: Bool?)
        for entry in container.entries where document[entry.value].isContainer {
            if known.array != nil, known.object != nil { break }
            let breaks = breaksLines(entry.value)
            if document[entry.value].kind == TapeWord.Kind.object {
                known.object = known.object ?? breaks
            } else {
                known.array = known.array ?? breaks
            }
        }
        result.arraysBreakLines = known.array ?? true
        result.objectsBreakLines = known.object ?? true
        return result
    }

    /// The layout of a value where nothing around it is an example.
    mutating func sampledLayout(breaksLines: Bool) -> ValueLayout {
        let sample = sample()
        let isSpaced = sample.lineEnd != nil || !document[0].isContainer || !document[0].has(TapeWord.compactFlag)
        var layout = ValueLayout(breaksLines: breaksLines, nonFiniteNumbers: nonFiniteNumbers)
        let separatesBySpaces = sample.colon.map { $0 != [Byte.colon] } ?? isSpaced
        layout.separator = sample.separator ?? (separatesBySpaces ? [Byte.space] : [])
        layout.colon =
            sample.colon ?? (breaksLines || layout.separator != [] ? [Byte.colon, Byte.space] : [Byte.colon])
        layout.padding = (sample.padding.array ?? [], sample.padding.object ?? [])
        layout.lineEnd = sample.lineEnd ?? layout.lineEnd
        layout.indentation = sample.indentation ?? layout.indentation
        return layout
    }

    /// Whether the entries of the container at a position are on lines of their own; nil if it has none, or is none.
    private mutating func breaksLines(_ position: Int) -> Bool? {
        guard document[position].isContainer, document.count(position) > 0 else { return nil }
        let spans = spans()
        let first = spans[position + 1].start
        return source.gap(spans[position].start + 1..<first, isBeforeEnd: false).lastBreak != nil
    }

    /// The line end and the margin before entries of a container that are on lines of their own; nil if none is.
    func line(ofEntriesIn container: ContainerText) -> (lineEnd: [UInt8], margin: [UInt8])? {
        for entry in -1..<Swift.min(1, container.entries.count - 1) {
            let gap = source.gap(container.gapRange(after: entry), isBeforeEnd: false)
            if let line = source.lineStart(gap) { return line }
        }
        return nil
    }

    /// The layout inside an empty container that gets entries.
    mutating func layout(insideEmpty container: ContainerText, breaksLines isBroken: Bool) -> ValueLayout {
        var layout: ValueLayout
        if container.position == 0 {
            layout = self.layout(ofRoot: isBroken || source.hasLineEnds)
        } else {
            let outer = spans()[container.position].container
            layout = self.layout(ofEntryIn: outer, container.isObject, replacing: container.position)
            if isBroken, !layout.breaksLines {
                layout.breaksLines = true
                layout.margin = source.margin(at: container.open)
            }
        }
        return layout
    }
}

extension ValueOutline {
    /// The children of the part at `index`.
    func children(_ index: Int) -> [Int] {
        var children: [Int] = []
        var child = index + 1
        while child < index + parts[index].size {
            children.append(child)
            child += parts[child].size
        }
        return children
    }
}

extension JSON {
    /// Whether both are arrays, or both are objects.
    fileprivate func isContainer(like other: JSON) -> Bool {
        switch (self, other) {
        case (.array, .array), (.object, .object): true
        default: false
        }
    }
}
