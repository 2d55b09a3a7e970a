internal import NeatlineJSON

/// The output of a container to which a type writes after the text has continued after it.
///
/// It is collected here and inserted into the text at the end of the value whose type asked for the container.
final class DeferredOutput {
    /// The insertion of a level's deferred output into the text.
    struct Insertion {
        /// The range that it replaces: empty, or that of the `{}` of an encoder that had encoded nothing.
        let range: Range<Int>
        let level: EncodingLevel
    }

    /// Whether it is the whole text of its level, without the brackets.
    let isWhole: Bool
    fileprivate(set) var bytes: [UInt8] = []
    /// The insertions of other levels' output into this one, in order.
    fileprivate(set) var insertions: [Insertion] = []
    /// The nested levels by their names; the last of several with the same name.
    fileprivate var levels: [String: EncodingLevel] = [:]

    init(isWhole: Bool) { self.isWhole = isWhole }

    /// Whether it has no element or member; an element that is a level leaves no bytes.
    private var isEmpty: Bool { bytes.isEmpty && insertions.isEmpty }

    /// Adds an element or member.
    func append(_ item: [UInt8]) {
        if !isEmpty { bytes.append(UInt8(ascii: ",")) }
        bytes += item
    }

    /// Adds a level at the end of the text, as the value of a member if it has a name.
    func append(_ level: EncodingLevel, named name: String?) {
        insertions.append(Insertion(range: bytes.count..<bytes.count, level: level))
        if let name { levels[name] = level }
    }

    /// The last nested level that was added with this name.
    func level(named name: String) -> EncodingLevel? { levels[name] }

    /// Removes the brackets from a whole text that is an object or array, so that entries can be added.
    ///
    /// - Returns: the number of elements or members; nil, without an effect, if the text is not a container of this kind.
    func openValue(as kind: EncodingLevel.Kind) -> Int? {
        let opener = UInt8(ascii: kind == .object ? "{" : "[")
        guard isWhole, insertions.isEmpty, bytes.first == opener else { return nil }
        let count = bytes.withUnsafeBytes { TextWriter.entryCount(of: $0) }
        bytes.removeFirst()
        bytes.removeLast()
        return count
    }

    /// Returns a text with all its insertions, whose levels are finished.
    ///
    /// - Parameters:
    ///   - bytes: the text.
    ///   - start: the offset of `bytes` in the text to which the ranges of the insertions refer.
    ///   - insertions: the insertions, in any order.
    static func assemble(_ bytes: [UInt8], from start: Int, _ insertions: [Insertion]) -> [UInt8] {
        struct Source {
            let bytes: [UInt8]
            let insertions: [Insertion]
            let closer: UInt8?
            var position = 0
            var inserted = 0
        }
        var text: [UInt8] = []
        let moved = insertions.map {
            Insertion(
                range: ($0.range.lowerBound - start)..<($0.range.upperBound - start), level: $0.level)
        }
        var sources = [Source(bytes: bytes, insertions: inOrder(moved), closer: nil)]
        while var source = sources.popLast() {
            guard source.inserted < source.insertions.count else {
                text += source.bytes[source.position...]
                if let closer = source.closer { text.append(closer) }
                continue
            }
            let insertion = source.insertions[source.inserted]
            text += source.bytes[source.position..<insertion.range.lowerBound]
            source.position = insertion.range.upperBound
            source.inserted += 1
            sources.append(source)
            guard let late = insertion.level.slowPath?.late else { continue }
            var closer: UInt8?
            if late.isWhole {
                switch insertion.level.kind {
                case .object, .nothing:
                    text.append(UInt8(ascii: "{"))
                    closer = UInt8(ascii: "}")
                case .array:
                    text.append(UInt8(ascii: "["))
                    closer = UInt8(ascii: "]")
                case .value: break
                }
            } else if !late.isEmpty, let last = text.last, last != UInt8(ascii: "{"), last != UInt8(ascii: "[") {
                text.append(UInt8(ascii: ","))
            }
            sources.append(Source(bytes: late.bytes, insertions: late.insertions, closer: closer))
        }
        finish(insertions)
        return text
    }

    /// Sorts insertions by their offsets; those with the same offset keep their order.
    private static func inOrder(_ insertions: [Insertion]) -> [Insertion] {
        insertions.enumerated().sorted {
            ($0.element.range.lowerBound, $0.offset) < ($1.element.range.lowerBound, $1.offset)
        }.map(\.element)
    }

    /// Finishes the levels of insertions, and the levels inside them, without recursion.
    static func finish(_ insertions: [Insertion]) {
        var levels = insertions.map(\.level)
        var next = 0
        while next < levels.count {
            let level = levels[next]
            next += 1
            if let late = level.slowPath?.late {
                levels += late.insertions.map(\.level)
                late.insertions = []
                late.levels = [:]
            }
            level.state = .finished
        }
        for level in levels where level.slowPath?.scope != nil { level.slowPath = nil }
    }
}

extension EncodingLevel {
    /// The insertion of this level's deferred output.
    var insertion: DeferredOutput.Insertion {
        let isWhole = slowPath?.late?.isWhole == true
        return DeferredOutput.Insertion(range: (isWhole ? start : end)..<end, level: self)
    }

    /// The level's deferred output; the first call creates it and notes its insertion. Levels of the same container share it.
    func lateText() -> DeferredOutput {
        if let late = slowPath?.late { return late }
        if kind != .nothing, let otherLevel {
            let late = otherLevel.lateText()
            withSlowPathState { $0.late = late }
            return late
        }
        let late = DeferredOutput(isWhole: state == .closed && kind == .nothing)
        withSlowPathState { $0.late = late }
        if state == .closed {
            let insertion = insertion
            scope.withSlowPathState {
                $0.insert(insertion)
                $0.note(self)
            }
        }
        return late
    }

    /// Encodes a value at this level although it is not the innermost one.
    ///
    /// - Parameters:
    ///   - value: the value, for errors.
    ///   - key: its key, for errors.
    ///   - body: encodes the value while this level is treated as the innermost one; its text becomes deferred output.
    /// - Throws: the error of `body`; `EncodingError` if the level is finished.
    @inline(never)
    func outOfTurn(_ value: Any, at key: (any CodingKey)?, _ body: () throws -> Void) throws {
        guard isUsable else {
            throw EncodingError.invalidValue(
                value,
                EncodingError.Context(
                    codingPath: path + (key.map { [$0] } ?? []),
                    debugDescription: """
                        Unable to encode \(Swift.type(of: value)) here, because the value that this encoder or container \
                        was for has been encoded, or because it was refused.
                        """))
        }
        if settle() { return try body() }
        let late = lateText()
        count = entryCount
        let start = output.count
        let top = progress.pointee.top
        defer { progress.pointee.top = top }
        self.top = self
        if kind == .object {
            output.beginObject()
            progress.pointee.mayRepeatNames = true
        } else if kind == .array {
            output.beginArray()
        }
        let content = output.count
        do {
            try body()
        } catch {
            output.removeNames(fromPosition: start)
            output.remove(from: start)
            throw error
        }
        entryCount = count
        late.append(output.bytes(from: content))
        output.removeNames(fromPosition: start)
        output.remove(from: start)
    }

    /// The range of the value of a member that was written before the level was closed.
    private func value(ofClosedMember name: String) -> Range<Int>? {
        guard kind == .object, state == .closed, slowPath?.late?.isWhole != true else { return nil }
        return output.value(ofMember: name, inObjectAt: start..<end)
    }

    /// Creates a nested container, or a superclass encoder, while this level is not the innermost one.
    func lateNested(_ kind: Kind, at key: any CodingKey, name: String?) -> EncodingLevel {
        let late = lateText()
        if let name, let level = late.level(named: name), level.kind == kind { return level }
        if let name, kind != .nothing, let range = value(ofClosedMember: name) { return reopened(kind, range, key) }
        let level = EncodingLevel(run)
        level.kind = kind
        level.state = .closed
        level.slowPath = SlowPathState(container: self, scope: scope, key: key, late: DeferredOutput(isWhole: true))
        var item: [UInt8] = []
        if let name {
            let start = output.count
            output.beginObject()
            output.beginMember(untracked: name)
            item = output.bytes(from: start + 1)
            output.remove(from: start)
            progress.pointee.mayRepeatNames = true
        }
        late.append(item)
        late.append(level, named: name)
        entryCount += 1
        return level
    }
}
