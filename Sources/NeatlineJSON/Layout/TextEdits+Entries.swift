/// One entry of a container before or after it is changed.
enum EntryItem {
    /// The entry with this number stays; its value may be changed.
    case kept(Int)
    /// The entry with this number is removed.
    case removed(Int)
    /// A new member, or without a name a new element.
    case added(name: String?, JSON)

    var isWritten: Bool {
        if case .removed = self { return false }
        return true
    }

    var isKept: Bool {
        if case .kept = self { return true }
        return false
    }
}

// Adding and removing entries of a container: what is between the entries, and the commas.
//
// Each entry has a tail, the comma and the comments after it on its line, and a lead, what is between the tail before it and
// its first byte. The opening bracket has a tail, too; the foot is what is between the last tail and the closing bracket.
extension TextEdits {
    /// Removes and adds entries of a container.
    ///
    /// - Parameters:
    ///   - container: the container.
    ///   - items: all its entries in their order, and the new ones.
    /// - Throws: as `ValueLayout.text(_:)`.
    /// - Complexity: O(count), and the size of what is added.
    mutating func arrange(_ container: ContainerText, as items: [EntryItem]) throws(JSONError) {
        if items.allSatisfy(\.isKept) { return }
        if container.entries.isEmpty { return try fill(container, items) }
        var arrangement = Arrangement(container, source, count: items.count(where: \.isWritten))
        if arrangement.count == 0, !arrangement.hasOtherComments {
            return replace(container.open + 1..<container.close, with: [])
        }
        for item in items {
            switch item {
            case .kept(let entry): keep(entry, &arrangement)
            case .removed(let entry): remove(entry, &arrangement)
            case .added(let name, let value): try add(name, value, &arrangement)
            }
        }
        let foot = source.bytes[arrangement.endGap.lead]
        if arrangement.needsBreak(before: foot) {
            let start = arrangement.endGap.tailEnd
            replace(start..<start, with: lineBreak(arrangement) + source.margin(at: container.open))
        }
    }

    /// The state of writing the entries of a container.
    private struct Arrangement {
        let container: ContainerText
        let source: TextSource
        /// The number of entries that the container will have.
        let count: Int
        /// The gaps after the opening bracket, and before the closing one.
        let startGap: TextSource.Gap
        let endGap: TextSource.Gap
        /// The number of entries so far.
        var written = 0
        /// The last of the old entries so far, kept or removed.
        var last = -1
        /// Whether the text ends as the original one does after `last`.
        var isContinuous = true
        /// Whether the text ends in a comment that ends with its line.
        private var endsInLineComment = false
        /// Whether the comma after the last entry that is kept was removed.
        var hasRemovedComma = false
        /// Whether comments of removed entries are kept.
        var keepsComments = false
        /// The line start of the first of the entries that were just removed.
        var lineStart: [UInt8]?

        init(_ container: ContainerText, _ source: TextSource, count: Int) {
            self.container = container
            self.source = source
            self.count = count
            startGap = source.gap(container.gapRange(after: -1), isBeforeEnd: false)
            endGap = source.gap(container.gapRange(after: container.entries.count - 1), isBeforeEnd: true)
        }

        var endsWithComma: Bool { endGap.comma != nil }

        func gap(after entry: Int) -> TextSource.Gap {
            source.gap(container.gapRange(after: entry), isBeforeEnd: entry == container.entries.count - 1)
        }

        /// Whether there are comments that do not belong to entries.
        var hasOtherComments: Bool {
            if startGap.tailEnd > container.open + 1 || endGap.hasComments { return true }
            return container.entries.indices.contains { gap(after: $0 - 1).hasOwnComments }
        }

        /// Notes that what follows is not what follows in the original text.
        mutating func interrupt(after gap: TextSource.Gap) {
            guard isContinuous else { return }
            isContinuous = false
            endsInLineComment =
                gap.tailEndsInLineComment
                || hasRemovedComma && gap.commaFollowsLineComment && gap.tailEnd == gap.comma.map { $0 + 1 }
            lineStart = nil
        }

        /// Notes that the text ends in what was written, or in a comment that was kept.
        mutating func end(inLineComment: Bool = false) { endsInLineComment = inLineComment }

        func needsBreak(before bytes: some Collection<UInt8>) -> Bool {
            !isContinuous && endsInLineComment && !TextSource.beginsWithBreak(bytes)
        }
    }

    /// The line end of the container or of the text.
    private mutating func lineBreak(_ arrangement: Arrangement) -> [UInt8] {
        if let line = line(ofEntriesIn: arrangement.container) { return line.lineEnd }
        return sample().lineEnd ?? [Byte.lineFeed]
    }

    private mutating func keep(_ entry: Int, _ arrangement: inout Arrangement) {
        if !arrangement.isContinuous {
            let gap = arrangement.gap(after: entry - 1)
            let own = Array(source.bytes[gap.lead])
            var lead = own
            if !gap.hasComments {
                if arrangement.written == 0, !arrangement.keepsComments, !arrangement.startGap.hasComments {
                    lead = Array(source.bytes[arrangement.startGap.lead])
                } else if gap.lastBreak == nil {
                    if let line = arrangement.lineStart {
                        lead = line
                    } else if entry == 0 {
                        lead = self.lead(after: 0, arrangement)
                    }
                }
            }
            if arrangement.needsBreak(before: lead) { lead = lineBreak(arrangement) + lead }
            if lead != own { replace(gap.lead, with: lead) }
        }
        arrangement.written += 1
        arrangement.last = entry
        arrangement.isContinuous = true
        let isLast = arrangement.written == arrangement.count
        if arrangement.endsWithComma { return }
        if entry == arrangement.container.entries.count - 1 {
            guard !isLast else { return }
            let gap = arrangement.endGap
            // Before a comment that ends with the line, or else after the comments on the line.
            let end = arrangement.container.entries[entry].end
            let offset = gap.lastBreak != nil ? end : gap.tailEnd
            replace(offset..<offset, with: [Byte.comma])
        } else if isLast {
            removeComma(arrangement.gap(after: entry), &arrangement)
        }
    }

    /// Removes the comma after the last entry that is kept, with the whitespace before it.
    private mutating func removeComma(_ gap: TextSource.Gap, _ arrangement: inout Arrangement) {
        guard let comma = gap.comma else { return }
        // Comments after the comma would be in the line comment before it.
        let keepsLine = gap.commaFollowsLineComment && gap.tailEnd > comma + 1
        replace((keepsLine ? comma : gap.commaLead)..<comma + 1, with: [])
        arrangement.hasRemovedComma = true
    }

    private mutating func remove(_ entry: Int, _ arrangement: inout Arrangement) {
        let gap = arrangement.gap(after: entry - 1)
        arrangement.interrupt(after: gap)
        var kept: [UInt8] = []
        if gap.hasOwnComments, let lastBreak = gap.lastBreak {
            kept = Array(source.bytes[gap.tailEnd..<lastBreak])
            if arrangement.needsBreak(before: kept) { kept = lineBreak(arrangement) + kept }
            arrangement.end(inLineComment: gap.ownEndsInLineComment)
            arrangement.keepsComments = true
        }
        if arrangement.lineStart == nil, let line = source.lineStart(gap) {
            arrangement.lineStart = line.lineEnd + line.margin
        }
        arrangement.last = entry
        replace(gap.tailEnd..<arrangement.gap(after: entry).tailEnd, with: kept)
    }

    private mutating func add(_ name: String?, _ value: JSON, _ arrangement: inout Arrangement) throws(JSONError) {
        let gap = arrangement.gap(after: arrangement.last)
        arrangement.interrupt(after: gap)
        var text = arrangement.written == 0 ? firstLead(arrangement) : lead(after: arrangement.last, arrangement)
        if arrangement.needsBreak(before: text) { text = lineBreak(arrangement) + text }
        if let name {
            let near = arrangement.container.entries[Swift.max(arrangement.last, 0)].colon
            let colon = near.flatMap { source.colon($0) }
            text += ValueLayout().text(name: name) + (colon ?? sampledLayout(breaksLines: true).colon)
        }
        var layout = ValueLayout()
        if value.isContainer {
            layout = self.layout(ofEntryIn: arrangement.container.position, value.isObject, replacing: nil)
        }
        layout.nonFiniteNumbers = nonFiniteNumbers
        text += try layout.text(value)
        arrangement.written += 1
        arrangement.end()
        arrangement.lineStart = nil
        if arrangement.written != arrangement.count || arrangement.endsWithComma { text.append(Byte.comma) }
        replace(gap.tailEnd..<gap.tailEnd, with: text)
    }

    /// What is before a new first entry.
    private func firstLead(_ arrangement: Arrangement) -> [UInt8] {
        let gap = arrangement.startGap
        if let line = source.lineStart(gap) { return line.lineEnd + line.margin }
        return gap.hasComments ? [] : Array(source.bytes[gap.lead])
    }

    /// What is before a new entry after the old entry `last`: as before that one or the next one, on the same line or the next.
    private mutating func lead(after last: Int, _ arrangement: Arrangement) -> [UInt8] {
        let count = arrangement.container.entries.count
        for entry in [last, last + 1, 1] where entry >= 1 && entry < count {
            let gap = arrangement.gap(after: entry - 1)
            if let line = source.lineStart(gap) { return line.lineEnd + line.margin }
            if let separator = source.separator(gap) { return separator }
        }
        if let line = source.lineStart(arrangement.startGap) { return line.lineEnd + line.margin }
        return sampledLayout(breaksLines: false).separator
    }

    /// Adds entries to an empty container.
    private mutating func fill(_ container: ContainerText, _ items: [EntryItem]) throws(JSONError) {
        let gap = source.gap(container.gapRange(after: -1), isBeforeEnd: true)
        let hasComments = gap.hasComments || gap.tailEnd > container.open + 1
        let outer = layout(insideEmpty: container, breaksLines: gap.lastBreak != nil)
        var layout = outer
        layout.margin += layout.indentation
        var text: [UInt8] = []
        for case .added(let name, let value) in items {
            if !text.isEmpty { text.append(Byte.comma) }
            text +=
                layout.breaksLines
                ? layout.lineEnd + layout.margin
                : text.isEmpty ? layout.padding(container.isObject) : layout.separator
            if let name { text += layout.text(name: name) + layout.colon }
            text += try layout.text(value)
        }
        if layout.breaksLines, layout.endsWithComma { text.append(Byte.comma) }
        if !hasComments || gap.lastBreak == nil {
            text += outer.breaksLines ? outer.lineEnd + outer.margin : outer.padding(container.isObject)
        }
        replace(hasComments ? gap.tailEnd..<gap.tailEnd : container.open + 1..<container.close, with: text)
    }
}
