// The tokens of the containers that the path leads through; the validator reads all others.
extension JSONSelector {
    typealias Stop = JSONStreamFormatter.Stop

    /// Goes on until the window has no more complete tokens.
    ///
    /// - Returns: no reason at the end between two values; otherwise the offending byte, or that more is needed. The
    ///   window's cursor is at the token that was not finished.
    mutating func scan() throws -> Stop {
        while true {
            let stop: Stop
            if validator.state.depth > 0 {
                stop = try skip()
            } else if levels.isEmpty {
                stop = validator.findValue(validator.window.cursor)
                if stop.reason != .none || stop.at >= validator.window.end { return stop }
                validator.window.mark(stop.at)
                let after = try enterValue(stop.at, steps: 0)
                if after.reason != .none { return after }
                validator.window.advance(to: after.at)
                continue
            } else if levels[levels.count - 1].isObject {
                stop = try stepMember()
            } else {
                stop = try stepElement()
            }
            if stop.reason != .none { return stop }
            validator.window.advance(to: stop.at)
        }
    }

    /// Skips the rest of the container that the validator is in, or as much of it as is in the window.
    private mutating func skip() throws -> Stop {
        let start = validator.window.cursor
        validator.maximumDepth = maximumDepth - levels.count
        let stop = validator.runLoop()
        if isCapturing {
            // SAFETY: the bytes from `start` to the cursor lie in the window, which is not filled while they are used.
            results.append(UnsafeBufferPointer(start: start, count: validator.window.cursor - start))
            try deliver()
        }
        if stop.reason == .none {
            if isCapturing { results.end() }
            isCapturing = false
            try endValue()
        }
        return stop
    }

    /// Goes on in an object on the path, by one token.
    private mutating func stepMember() throws -> Stop {
        let index = levels.count - 1
        let end = validator.window.end
        let p = WhitespaceKernel.skip(validator.window.cursor, limit: end)
        validator.window.advance(to: p)
        switch levels[index].entry {
        case .item:
            // SAFETY: zeroes follow the window's end, where all kernels stop.
            assert(p <= end)
            if p[0] == Byte.closeBrace, !levels[index].notFirst { return try endLevel(p) }
            guard p[0] == Byte.quote else {
                return Stop(reason: p[0] == Byte.closeBrace ? .trailingComma : .expectedKey, at: p)
            }
            let key = StringKernel.scanValue(
                p + 1, limit: end, keepsLoneSurrogates: validator.keepsLoneSurrogates)
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
        let p = WhitespaceKernel.skip(validator.window.cursor, limit: validator.window.end)
        validator.window.advance(to: p)
        if levels[index].entry == .after {
            if p[0] == Byte.closeBracket { return try endLevel(p) }
            if p[0] != Byte.comma { return Stop(reason: .expectedCommaOrBracket, at: p) }
            levels[index].entry = .item
            if levels[index].isFound, path[levels[index].step] != .elements {
                // The element has been found: the validator skips the rest.
                levels.removeLast()
                validator.state = JSONStreamFormatter.State(depth: 1, nesting: 0, entry: .item, notFirst: 1)
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
        guard Scanner.opensContainer(byte) else {
            let stop = validator.writeScalar(p, isTopLevel: levels.isEmpty)
            if stop.reason != .none { return stop }
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
        validator.state = JSONStreamFormatter.State(depth: 1, nesting: isObject ? 1 : 0)
        return Stop(reason: .none, at: p + 1)
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
            if !results.isEmpty { try deliver() }
            return
        }
        try deliver()
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

    /// Delivers the held results, unless a later member may replace them and they are within the limit.
    private mutating func deliver() throws {
        if results.isEmpty { return }
        if results.count <= heldLimit, !results.isPartlyDelivered, levels.contains(where: \.isObject) { return }
        try results.deliver(from: validator.window.markOrigin, to: receive)
    }
}

extension JSONSelector.Step {
    fileprivate var isInObject: Bool { if case .member = self { true } else { false } }
}
