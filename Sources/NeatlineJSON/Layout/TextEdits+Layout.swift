// The layout of values that are written anew, taken from what is around them.

extension TextEdits {
    /// The layout of a value that replaces the one at `position`.
    mutating func layout(ofRootOrEntryAt position: Int, _ new: JSON) -> ValueLayout {
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
    struct EntryLayout {
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
