// What a partial parser shows of the text so far.

extension JSONPartialParser {
    /// The value of what has come so far; nil before the value has begun, or if it is a number or literal that has not
    /// ended.
    ///
    /// - Complexity: O(depth) for the arrays and objects that have not ended, however much they contain. A text that is a
    ///   single string is copied.
    public var snapshot: JSON? {
        mutating get {
            let json = currentValue()
            latest.root.keep()
            return json
        }
    }

    /// Calls `body` with `snapshot`, the value of what has come so far.
    ///
    /// ```swift
    /// let text = parser.withSnapshot { $0?["text"].string }
    /// ```
    ///
    /// If `body` keeps nothing of the snapshot, the next one uses its memory, which takes a third of the time.
    ///
    /// - Parameter body: Reads the snapshot.
    /// - Returns: what `body` returns.
    /// - Throws: what `body` throws.
    /// - Complexity: as `snapshot`.
    public mutating func withSnapshot<Result>(_ body: (JSON?) throws -> Result) rethrows -> Result {
        defer { latest.root.keepIfReferenced() }
        return try body(currentValue())
    }

    /// Whether the text ended too early; no later value is shown.
    private var isCutOff: Bool { isFinal && failure != nil }

    private mutating func currentValue() -> JSON? {
        if isCutOff { return cutOff }
        update()
        return latest.json
    }

    /// Makes the value of what has come so far, unless it is that of the last call.
    private mutating func update() {
        if isCutOff { return }
        let string = openString
        let key = LatestSnapshot.Key(
            wordCount: state.wordCount, depth: state.depth, isObject: state.container.isObject, string: string,
            isEnd: stage == .end)
        if latest.key == key { return }
        separate()
        let before = latest.key
        latest.key = key
        latest.value = nil
        if stage != .inside || !latest.root.isUnused() { latest.root = PartialRoot() }
        switch stage {
        case .start: latest.value = string.map { .string(text($0)) }
        case .inside:
            // While a string arrives, only its end changes.
            if let string, let before, key.isGrown(from: before), latest.root.grow(to: string, in: &memory) { return }
            latest.root.releaseLevels()
            synchronize()
            levels.show(in: &latest.root, &memory, string, wordCount: state.wordCount, options, count: levels.count)
        case .end: latest.value = JSON(rootOf: finalDocument)
        }
    }

    /// The text of the value so far with its quotes, if it is a string; of one that has not ended, with a closing quote.
    ///
    /// It has the escapes of unpaired surrogates, which are U+FFFD in a `String`.
    package var stringSource: [UInt8]? {
        let content: Range<Int>
        if stage == .start, let openString {
            content = openString.content
        } else if stage == .end, finalDocument[0].kind == TapeWord.Kind.string {
            content = finalDocument.source(0)
        } else {
            return nil
        }
        return [Byte.quote] + memory.text[content] + [Byte.quote]
    }

    /// Returns what `read` makes of the value so far, or, where it throws, of the value without the innermost entry that
    /// grows, and so on outwards; nil if it makes nothing of any. Once the value has ended, it throws what `read` throws.
    ///
    /// - Parameter read: Reads a value that is not complete. `growingCount` is the number of incomplete values on the path to its end:
    ///   the root, the last entry of the root, the last entry of that, and so on. The closure returns the model, and whether each of
    ///   these values could be read. A model for which one could not is returned only if no later call reads all.
    /// - Complexity: O(depth) calls.
    package mutating func model<Model>(
        _ read: (JSON, _ growingCount: Int) throws -> (model: Model, isWhole: Bool)
    ) throws -> Model? {
        if stage == .end { return try withSnapshot { try $0.map { try read($0, 0).model } } }
        update()
        let growingCount = stage == .start ? 0 : levels.count + (openString == nil ? 0 : 1)
        let all = try? withSnapshot { try $0.map { try read($0, growingCount) } }
        if let all, all.isWhole { return all.model }
        var first = all?.model
        if stage == .start { return first }
        for count in stride(from: levels.count, to: 0, by: -1) where count < levels.count || openString != nil {
            var rest = PartialRoot()
            levels.show(in: &rest, &memory, nil, wordCount: state.wordCount, options, count: count)
            guard let json = rest.json, let draft = try? read(json, count) else { continue }
            if draft.isWhole { return draft.model }
            first = first ?? draft.model
        }
        return first
    }

    /// How much of a value has come.
    public enum Completeness: Sendable, Hashable {
        /// There is no value: none has come, or none will, because what is around it is final.
        case missing
        /// The value has begun, and the text of the value may go on.
        case growing
        /// The value is as in the final one.
        case final
    }

    /// Returns how much has come of the value at a path.
    ///
    /// - Parameter path: the steps from the root to the value; none for the root.
    /// - Complexity: O(depth), and a lookup for each step.
    public mutating func completeness(at path: [JSONKey]) -> Completeness {
        guard let root = currentValue() else { return .missing }
        if stage == .end { return root[path].exists() ? .final : .missing }
        if stage == .start { return path.isEmpty ? .growing : .missing }
        return levels.completeness(at: path, of: root, growsString: openString != nil)
    }
}
