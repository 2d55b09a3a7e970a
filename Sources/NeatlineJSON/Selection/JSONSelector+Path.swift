// The tokens between and around the values that the path leads through; all others are `skipContainer`'s.
extension JSONSelector {
    typealias Stop = JSONStreamFormatter.Stop

    /// Goes on until the window has no more complete tokens.
    ///
    /// - Returns: no reason at the end between two values; otherwise the offending byte, or that more is needed. The
    ///   window's cursor is at the token that was not finished.
    mutating func scan(classes: Cursor) throws -> Stop {
        while true {
            let stop: Stop
            if skipping.depth > 0 {
                stop = try skip(classes: classes)
            } else if levels.isEmpty {
                stop = try beginValue()
                if stop.reason == .none, stop.at >= window.end, levels.isEmpty, skipping.depth == 0 {
                    window.advance(to: window.end)
                    return stop
                }
            } else if levels[levels.count - 1].isObject {
                stop = try stepMember(classes: classes)
            } else {
                stop = try stepElement()
            }
            if stop.reason != .none { return stop }
            window.advance(to: stop.at)
        }
    }

    private mutating func skip(classes: Cursor) throws -> Stop {
        // SAFETY: the bytes from `start` to the cursor lie in the window, which is not filled while they are used.
        let start = window.cursor
        let stop = skipContainer(from: start, maximumDepth: maximumDepth - levels.count, classes: classes)
        if isCapturing {
            results.append(UnsafeBufferPointer(start: start, count: window.cursor - start))
            try handOn()
        }
        if stop.reason == .none {
            if isCapturing { results.end() }
            isCapturing = false
            skipsRest = false
            try endValue()
        }
        return stop
    }

    /// Begins the next value of the stream.
    private mutating func beginValue() throws -> Stop {
        var p = window.cursor
        let end = window.end
        if adjacency != .none, p < end {
            switch p[0] {
            case 0xEF where adjacency == .start:
                // SAFETY: zeroes follow the window's end.
                if p[1] != 0xBB || p[2] != 0xBF { return Stop(reason: .expectedValue, at: p) }
                p += 3
            case Byte.openBrace, Byte.openBracket, Byte.quote, Byte.slash: break
            case let byte where adjacency == .start || Byte.isWhitespace(byte): break
            case Byte.recordSeparator where isSequence: break
            default: return Stop(reason: .trailingContent, at: p)
            }
            adjacency = .none
        }
        p = WhitespaceKernel.skip(p, limit: end)
        while isSequence, p[0] == Byte.recordSeparator {
            p = WhitespaceKernel.skip(p + 1, limit: end)
        }
        window.advance(to: p)
        if p >= end { return Stop(reason: .none, at: end) }
        noteValue(at: p)
        return try enterValue(p, steps: 0)
    }

    /// Goes on in an object on the path, by one token.
    private mutating func stepMember(classes: Cursor) throws -> Stop {
        let index = levels.count - 1
        let end = window.end
        let p = WhitespaceKernel.skip(window.cursor, limit: end)
        window.advance(to: p)
        switch levels[index].entry {
        case .item:
            // SAFETY: zeroes follow the window's end, where all kernels stop.
            assert(p <= end)
            if p[0] == Byte.closeBrace, !levels[index].notFirst { return try endLevel(p) }
            guard p[0] == Byte.quote else {
                return Stop(reason: p[0] == Byte.closeBrace ? .trailingComma : .expectedKey, at: p)
            }
            let key = StringKernel.scanKey(
                p + 1, limit: end, classes: classes, keepsLoneSurrogates: keepsLoneSurrogates)
            if key.failure != .none { return Stop(reason: key.failure, at: key.stop) }
            let isMatch = names[levels[index].step].withUnsafeBufferPointer { name in
                StringDecoder.equals(
                    UnsafeBufferPointer(start: p + 1, count: key.stop - p - 1), flags: key.flags, utf8: name)
            }
            if isMatch {
                if levels[index].isFound, !results.forget(from: levels[index].mark) {
                    return Stop(reason: .duplicateKey, at: p)
                }
                levels[index].mark = results.mark
                levels[index].isFound = true
            }
            levels[index].isMatch = isMatch
            levels[index].notFirst = true
            levels[index].entry = .colon
            return Stop(reason: .none, at: key.stop + 1)
        case .colon:
            if p[0] != Byte.colon { return Stop(reason: .expectedColon, at: p) }
            levels[index].entry = .value
            return Stop(reason: .none, at: p + 1)
        case .value:
            return try enterValue(p, steps: levels[index].isMatch ? levels[index].step + 1 : nil)
        case .after:
            if p[0] == Byte.closeBrace { return try endLevel(p) }
            if p[0] != Byte.comma { return Stop(reason: .expectedCommaOrBrace, at: p) }
            levels[index].entry = .item
            return Stop(reason: .none, at: p + 1)
        }
    }

    /// Goes on in an array on the path, by one token.
    private mutating func stepElement() throws -> Stop {
        let index = levels.count - 1
        let p = WhitespaceKernel.skip(window.cursor, limit: window.end)
        window.advance(to: p)
        if levels[index].entry == .after {
            if p[0] == Byte.closeBracket { return try endLevel(p) }
            if p[0] != Byte.comma { return Stop(reason: .expectedCommaOrBracket, at: p) }
            levels[index].entry = .item
            if levels[index].isFound, path[levels[index].step] != .elements {
                // Nothing else is looked for here: what is left is skipped in one go.
                levels.removeLast()
                skipsRest = true
                skipping = SkippingState(depth: 1, nesting: 0, entry: .item, notFirst: true)
            }
            return Stop(reason: .none, at: p + 1)
        }
        if p[0] == Byte.closeBracket {
            return levels[index].notFirst ? Stop(reason: .trailingComma, at: p) : try endLevel(p)
        }
        let step = levels[index].step
        let isMatch = path[step] == .elements || path[step] == .element(levels[index].count)
        let stop = try enterValue(p, steps: isMatch ? step + 1 : nil)
        if stop.reason == .none {
            levels[index].notFirst = true
            levels[index].count += 1
            if isMatch { levels[index].isFound = true }
        }
        return stop
    }

    /// Begins the value at `p`, for which so many steps have been taken; nil if it is not wanted.
    ///
    /// A scalar is complete afterwards.
    private mutating func enterValue(_ p: Cursor, steps: Int?) throws -> Stop {
        let byte = p[0]
        guard byte == Byte.openBrace || byte == Byte.openBracket else {
            let stop = scanScalar(p)
            if stop.reason != .none { return stop }
            if levels.isEmpty, byte != Byte.quote {
                if isSequence, let cut = truncatedScalar(endingAt: stop.at) { return cut }
                adjacency = .scalar
            }
            if let steps { add(UnsafeBufferPointer(start: p, count: stop.at - p), steps: steps) }
            try endValue()
            return stop
        }
        if levels.count >= maximumDepth { return Stop(reason: .tooDeep, at: p) }
        let isObject = byte == Byte.openBrace
        if let steps {
            if steps == path.count || (path[steps] == .elements && isObject) {
                results.begin(steps: steps)
                results.append(UnsafeBufferPointer(start: p, count: 1))
                isCapturing = true
            } else if path[steps].isInObject == isObject {
                levels.append(Level(step: steps, isObject: isObject))
                return Stop(reason: .none, at: p + 1)
            } else {
                // The next step fails whatever is inside.
                addShort(isObject ? "{}" : "[]", steps: steps)
            }
        }
        skipping = SkippingState(depth: 1, nesting: isObject ? 1 : 0)
        return Stop(reason: .none, at: p + 1)
    }

    /// The end of the string, number or literal at `p`.
    private func scanScalar(_ p: Cursor) -> Stop {
        switch p[0] {
        case Byte.quote:
            let string = StringKernel.scanValue(p + 1, limit: window.end, keepsLoneSurrogates: keepsLoneSurrogates)
            if string.failure != .none { return Stop(reason: string.failure, at: string.stop) }
            return Stop(reason: .none, at: string.stop + 1)
        case Byte.minus, Byte.zero...Byte.nine:
            let number = NumberKernel.scan(p, limit: window.end)
            if number.failure != .none { return Stop(reason: number.failure, at: number.end) }
            // A number that reaches the end may go on in the next window.
            return Stop(reason: number.end < window.end || isFinal ? .none : .needsMore, at: number.end)
        default:
            // SAFETY: zeroes follow the window's end.
            let length = Literal.length(p, p.load32())
            return length > 0 ? Stop(reason: .none, at: p + length) : wrongValue(p)
        }
    }

    /// What is wrong with a number or literal of a sequence that no whitespace follows: it may have been cut off there
    /// (RFC 7464, section 2.4).
    private func truncatedScalar(endingAt p: Cursor) -> Stop? {
        if p < window.end { return Byte.isWhitespace(p[0]) ? nil : Stop(reason: .trailingContent, at: p) }
        return Stop(reason: isFinal ? .unexpectedEnd : .needsMore, at: p)
    }

    /// Ends the innermost level at its closing bracket.
    private mutating func endLevel(_ p: Cursor) throws -> Stop {
        let level = levels.removeLast()
        // A missing member or element is null.
        if !level.isFound, path[level.step] != .elements { addShort("null", steps: level.step + 1) }
        try endValue()
        return Stop(reason: .none, at: p + 1)
    }

    /// A value is complete, in the innermost level or in the stream.
    private mutating func endValue() throws {
        if !levels.isEmpty {
            levels[levels.count - 1].entry = .after
            if !results.isEmpty { try handOn() }
            return
        }
        try handOn()
        valueCount += 1
        try receive(.endOfValue)
    }

    private mutating func add(_ source: UnsafeBufferPointer<UInt8>, steps: Int) {
        results.begin(steps: steps)
        results.append(source)
        results.end()
    }

    private mutating func addShort(_ source: StaticString, steps: Int) {
        // SAFETY: a static string of several ASCII characters has a pointer.
        add(UnsafeBufferPointer(start: source.utf8Start, count: source.utf8CodeUnitCount), steps: steps)
    }

    /// Hands on what no later member can replace, and what is more than is held back.
    private mutating func handOn() throws {
        if results.count <= heldLimit, !results.isPartlyHandedOn, levels.contains(where: \.isObject) { return }
        try results.handOn(to: receive)
    }
}

extension JSONSelector.Step {
    fileprivate var isInObject: Bool { if case .member = self { true } else { false } }
}
