/// The containers of a partial text that have not ended, and the positions of their entries, from which snapshots are made.
///
/// It follows the tape: each word is visited once, in their order, by `synchronize`.
struct PartialLevels: Sendable {
    /// A container that has not ended, or whose entries are still to be visited.
    struct Level: Sendable {
        let index: Int
        let isObject: Bool
        /// The number of entries that are final.
        var count = 0
        /// The positions of the elements that are final, or of the keys and the values of members in turn.
        var positions: SharedBuffer<UInt32>?
        /// The position of the key whose value is not final.
        var key: Int?
        /// The position after the last entry; nil if it has not ended.
        var end: Int?
        /// The last step of the path of the entry that is not final, if it was asked for.
        var step: JSONKey?

        /// The number of positions of entries that are final.
        private var used: Int { isObject ? 2 * count : count }

        /// Adds the key of the next entry.
        mutating func add(key: Int) {
            self.key = key
            if end != nil { return }
            // SAFETY: there is room for two more, and snapshots read no position from `used` on.
            room().start[used] = UInt32(truncatingIfNeeded: key)
        }

        /// Adds an entry that is final.
        mutating func add(_ value: Int) {
            if end == nil {
                // SAFETY: as above; of an entry that was not final, snapshots read the position of the key.
                room().start[isObject ? used + 1 : used] = UInt32(truncatingIfNeeded: value)
            }
            count += 1
            key = nil
            step = nil
        }

        mutating func separate() {
            let initialized = used + (key != nil && end == nil ? 1 : 0)
            positions = positions.map { SharedBuffer(capacity: $0.capacity, copying: initialized, of: $0) }
        }

        private mutating func room() -> SharedBuffer<UInt32> {
            if let positions, positions.capacity >= used + 2 { return positions }
            let initialized = used + (isObject && key != nil ? 1 : 0)
            let larger =
                positions.map {
                    SharedBuffer(capacity: $0.capacity * 2, copying: Swift.min(initialized, $0.capacity), of: $0)
                }
                ?? SharedBuffer(capacity: 8)
            positions = larger
            return larger
        }

        /// The positions of the values that are final.
        var values: EntryOffsets { offsets(first: isObject ? 1 : 0, count: count) }

        /// The positions of the names of members that are final, and of one that grows.
        func names(isGrowing: Bool) -> EntryOffsets { offsets(first: 0, count: isGrowing ? count + 1 : count) }

        private func offsets(first: Int, count: Int) -> EntryOffsets {
            guard let positions else { return EntryOffsets([]) }
            return EntryOffsets(list: positions, first: first, stride: isObject ? 2 : 1, count: count)
        }
    }

    private var levels: [Level] = []
    /// The number of words that were visited.
    private var visited = 0
    /// The offset in the text up to which strings were reported.
    private var reported = 0
    private var events: [JSONPartialParser.Event] = []

    /// The number of containers that have not ended.
    var count: Int { levels.count }

    /// Gives it memory that nothing else appends to.
    mutating func separate() {
        for level in levels.indices { levels[level].separate() }
    }

    mutating func takeEvents() -> [JSONPartialParser.Event] {
        defer { events = [] }
        return events
    }

    // MARK: Following the tape

    /// Visits the words that are new.
    ///
    /// - Complexity: O(words), and O(depth) for each event.
    mutating func synchronize(
        _ memory: PartialMemory, _ state: JSONPartialParser.State, string: PartialString?, reportsEvents: Bool
    ) {
        let words = UnsafePointer(memory.words.start)
        // SAFETY: the tape has `wordCount` words, and those that are read below are of values that have ended.
        for level in Swift.min(state.lowestDepth, levels.count)..<levels.count where levels[level].end == nil {
            let word = TapeWord(bits: words[levels[level].index])
            levels[level].end = levels[level].index + word.skip - (word.isExtended ? 1 : 0)
        }
        var newlyOpen = newlyOpen(state, words)
        while true {
            if let top = levels.last, top.end == visited {
                levels.removeLast()
                visited = top.index + TapeWord(bits: words[top.index]).skip
                complete(top.index, reportsEvents, memory)
                continue
            }
            guard visited < state.wordCount else { break }
            let word = TapeWord(bits: words[visited])
            if let last = levels.indices.last, levels[last].isObject, levels[last].key == nil {
                levels[last].add(key: visited)
                visited += word.isExtended ? 2 : 1
            } else if newlyOpen.last?.index == visited {
                levels.append(Level(index: visited, isObject: newlyOpen.removeLast().isObject))
                visited += 1
            } else if word.isContainer, reportsEvents {
                let end = visited + word.skip - (word.isExtended ? 1 : 0)
                levels.append(Level(index: visited, isObject: word.kind == TapeWord.Kind.object, end: end))
                visited += 1
            } else {
                let position = visited
                visited += word.isContainer ? word.skip : word.isExtended ? 2 : 1
                if reportsEvents, word.kind == TapeWord.Kind.string {
                    let length =
                        word.isExtended ? TapeWord(bits: words[position + 1]).extensionLength : word.shortLength
                    report(word.textOffset..<word.textOffset + length, memory)
                }
                complete(position, reportsEvents, memory)
            }
        }
        if reportsEvents, let string { report(string.content, memory) }
    }

    /// The containers that have been opened and not been visited, the innermost first.
    private func newlyOpen(_ state: JSONPartialParser.State, _ words: UnsafePointer<UInt64>) -> [OpenContainer] {
        var result: [OpenContainer] = []
        var container = state.container
        var depth = state.depth
        let known = levels.prefix { $0.end == nil }.count
        while depth > known {
            result.append(container)
            depth -= 1
            // SAFETY: the word of a container that has not ended contains the one around it.
            if depth > 0 { container = OpenContainer(bits: words[container.index]) }
        }
        return result
    }

    /// Notes that a value has ended.
    private mutating func complete(_ position: Int, _ reportsEvents: Bool, _ memory: PartialMemory) {
        if reportsEvents { events.append(.final(path: path(memory))) }
        if let last = levels.indices.last { levels[last].add(position) }
    }

    /// Reports the part of a string's content that is new.
    private mutating func report(_ content: Range<Int>, _ memory: PartialMemory) {
        let start = Swift.max(content.lowerBound, reported)
        if start >= content.upperBound { return }
        reported = content.upperBound
        let source = UnsafeBufferPointer(rebasing: memory.text[start..<content.upperBound])
        // The flags only save time where it is known that there are no escapes.
        let flags = TapeWord.escapedFlag | TapeWord.nonASCIIFlag
        events.append(.grew(path: path(memory), by: StringDecoder.string(source, flags: flags)))
    }

    /// The path of the entry that is not final of the innermost container.
    private mutating func path(_ memory: PartialMemory) -> [JSONKey] {
        levels.indices.map { level in
            if let step = levels[level].step { return step }
            let step = levels[level].key.map { .key(name($0, memory)) } ?? JSONKey.index(levels[level].count)
            levels[level].step = step
            return step
        }
    }

    private func name(_ key: Int, _ memory: PartialMemory) -> String {
        let word = TapeWord(bits: memory.words.start[key])
        let length = word.isExtended ? TapeWord(bits: memory.words.start[key + 1]).extensionLength : word.shortLength
        let content = word.textOffset..<word.textOffset + length
        return StringDecoder.string(UnsafeBufferPointer(rebasing: memory.text[content]), flags: word.bits)
    }

    // MARK: Snapshots

    /// Makes `root` the value of what has come in the outermost `count` containers; all levels must be up to date.
    ///
    /// - Parameters:
    ///   - root: one that shows nothing, or that of an earlier snapshot to which nothing else refers.
    ///   - string: the string that has not ended, if it is in the innermost of them.
    func show(
        in root: inout PartialRoot, _ memory: inout PartialMemory, _ string: PartialString?, wordCount: Int,
        _ options: JSONParsingOptions, count: Int
    ) {
        let levels = levels.prefix(count)
        if root.isIn(memory) { root.releaseDraft(in: &memory) }
        let draft = string.map { memory.addDraft($0.content, flags: $0.flags, wordCount: wordCount) }
        // A key without its value is left out.
        let inner = count < self.levels.count ? self.levels[count].index : wordCount
        let end = draft == nil ? levels.last?.key ?? inner : wordCount
        if root.isIn(memory) {
            root.become(memory, wordCount: end, levels: levels, draft: draft)
        } else {
            root = PartialRoot(PartialTape(memory: memory, wordCount: end, levels: levels, draft: draft), options)
        }
    }

    /// How much has come of the value at a path of the snapshot `root`.
    func completeness(
        at path: [JSONKey], of root: JSON, growsString: Bool
    ) -> JSONPartialParser.Completeness {
        var value = root
        for (depth, key) in path.enumerated() {
            // Up to here the value is that of a level, which has not ended.
            let level = levels[depth]
            let growing = depth < levels.count - 1 || growsString ? level.count : -1
            let entry: Int?
            switch (value, key) {
            case (.array(let array), .index(let index)): entry = array.indices.contains(index) ? index : nil
            case (.object(let object), .key(let name)): entry = object.slot(of: name)
            default: entry = nil
            }
            guard let entry else { return .missing }
            let isLast = depth == path.count - 1
            // Strings are not read.
            if entry != growing { return isLast || value[Array(path[depth...])].exists() ? .final : .missing }
            if depth == levels.count - 1 { return isLast ? .growing : .missing }
            value = value[key]
        }
        return .growing
    }
}
