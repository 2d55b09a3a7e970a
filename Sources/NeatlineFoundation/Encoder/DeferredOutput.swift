internal import NeatlineJSON

/// What is written in a container after the text has gone on behind it.
///
/// Texts are not shifted: what comes late is collected here and put in its place when the value ends from whose type the
/// container came.
final class DeferredOutput {
    /// Where a level's late text belongs.
    struct Insertion {
        /// What it replaces: nothing, or the `{}` of an encoder that had encoded nothing.
        let range: Range<Int>
        let level: EncodingLevel
    }

    /// Whether this is all the text of its level, whose brackets are still to be written.
    let isWhole: Bool
    fileprivate(set) var bytes: [UInt8] = []
    /// Where texts of other levels belong in this one, in order.
    fileprivate(set) var insertions: [Insertion] = []
    /// The nested levels by their names, of several with one name the last.
    fileprivate var levels: [String: EncodingLevel] = [:]

    init(isWhole: Bool) { self.isWhole = isWhole }

    /// Whether it has no element or member; an element that is a level leaves no bytes.
    private var isEmpty: Bool { bytes.isEmpty && insertions.isEmpty }

    /// Adds an element or member.
    func append(_ item: [UInt8]) {
        if !isEmpty { bytes.append(UInt8(ascii: ",")) }
        bytes += item
    }

    /// Adds a level where the text ends, as the value of a member if it has a name.
    func append(_ level: EncodingLevel, named name: String?) {
        insertions.append(Insertion(range: bytes.count..<bytes.count, level: level))
        if let name { levels[name] = level }
    }

    /// The last nested level that was added with this name.
    func level(named name: String) -> EncodingLevel? { levels[name] }

    /// Takes the brackets from a whole text that is an object or array, so that more can be added to it.
    ///
    /// - Returns: how many elements or members it has; nil, if it is no container of this kind.
    func openValue(as kind: EncodingLevel.Kind) -> Int? {
        let opener = UInt8(ascii: kind == .object ? "{" : "[")
        guard isWhole, insertions.isEmpty, bytes.first == opener else { return nil }
        let count = bytes.withUnsafeBytes { TextWriter.entryCount(of: $0) }
        bytes.removeFirst()
        bytes.removeLast()
        return count
    }

    /// A text with all that belongs in it; the levels it came from are finished.
    ///
    /// - Parameters:
    ///   - start: the position of `bytes` in which the insertions are given.
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

    /// In the order of their places; of those in one place, in their own.
    private static func inOrder(_ insertions: [Insertion]) -> [Insertion] {
        insertions.enumerated().sorted {
            ($0.element.range.lowerBound, $0.offset) < ($1.element.range.lowerBound, $1.offset)
        }.map(\.element)
    }

    /// Finishes the levels that are to be put somewhere, and those in them, without recursion.
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
    /// Where this level's late text belongs.
    var insertion: DeferredOutput.Insertion {
        let isWhole = slowPath?.late?.isWhole == true
        return DeferredOutput.Insertion(range: (isWhole ? start : end)..<end, level: self)
    }

    /// What has been written late, made and put in its place if there is nothing yet.
    func lateText() -> DeferredOutput {
        if let late = slowPath?.late { return late }
        let late = DeferredOutput(isWhole: state == .closed && kind == .nothing)
        withSlowPathState { $0.late = late }
        if state == .closed {
            let insertion = insertion
            scope.withSlowPathState { $0.insert(insertion) }
        }
        return late
    }

    /// Does what could not be done at once, because this level is not the innermost.
    ///
    /// - Parameters:
    ///   - value: what is encoded, and `key` where, for errors.
    ///   - body: what is done while this level is the innermost.
    /// - Throws: what `body` throws; an error if the level is finished.
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
        late.append(output.bytes(from: content))
        output.removeNames(fromPosition: start)
        output.remove(from: start)
    }

    /// Where the value stands that the member had before the level was closed.
    private func value(ofClosedMember name: String) -> Range<Int>? {
        guard kind == .object, state == .closed, slowPath?.late?.isWhole != true else { return nil }
        return output.value(ofMember: name, inObjectAt: start..<end)
    }

    /// A nested container, or an encoder of a superclass, that is made when this level is not the innermost.
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
        count += 1
        return level
    }
}
