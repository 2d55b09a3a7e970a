// The loop of the scanner: scans a value with all its children.
extension Scanner {
    /// Scans the value at `first` and stores its tape from `next` on.
    ///
    /// The loop is one function, so that cursor, tape and counters stay in registers. It has two halves, for members and for
    /// elements, each with a copy of the code for what follows a value, so that their branches are predicted separately. It
    /// is specialized for the whitespace that may be inside the value.
    ///
    /// `_fastPath` marks the branches of compact text where that made the loop faster. Elsewhere it makes the compiler keep
    /// other variables in registers, and the loop slower.
    ///
    /// - Returns: the number of words on the tape, with `stop` after the value; nil after a failure, which is in `failure`.
    @inline(never)
    mutating func run<Whitespace: WhitespaceSkipping>(
        _ first: Cursor, classes: Cursor, _ whitespace: Whitespace.Type
    ) -> Int? {
        var p = first
        var limit = limit
        var origin = origin
        var words = tape.words
        var next = next
        // SAFETY: a member takes at most a key and a value with an extension each, and a closing bracket an extension: five
        // words. `hasRoom` checks each append in debug builds.
        var room = words + (tape.capacity - 8)

        if p > limit || !Scanner.opensContainer(p[0]) {
            p = findFirst(p, Whitespace.self)
            if failure.reason != .none { return nil }
            limit = self.limit
            origin = self.origin
            guard Scanner.opensContainer(p[0]) else { return runScalar(p, classes: classes) }
        }
        if maximumDepth == 0 { return fail(.tooDeep, p) }
        assert(hasRoom(at: next))
        var open = OpenContainer(at: next - words, isObject: p[0] == Byte.openBrace)
        var depth = 1
        next[0] = 0
        next += 1
        p += 1

        // Each round enters a container: after its opening bracket, or, when a child has been completed and a comma
        // followed, at its next element or member. It ends with the container, or at a child's opening
        // bracket.
        containers: while true {
            if open.isEmpty {
                while true {
                    p = Whitespace.skip(p, limit: limit)
                    if p > limit { p = switchToTail(p); limit = self.limit; origin = self.origin; continue }
                    break
                }
            }
            inside: do {
                if open.isObject {
                    if open.isEmpty, p[0] == Byte.closeBrace { break inside }
                    members: while true {
                        // The key.
                        key: while true {
                            if p[0] != Byte.quote || p > limit {
                                p = Whitespace.skip(p, limit: limit)
                                if p > limit {
                                    p = switchToTail(p)
                                    limit = self.limit
                                    origin = self.origin
                                    continue key
                                }
                                if p[0] != Byte.quote {
                                    if let after = skipSpaceSlowPath(p) {
                                        p = after
                                        if p > limit { p = switchToTail(p); limit = self.limit; origin = self.origin }
                                        continue key
                                    }
                                    if p[0] == Byte.closeBrace {
                                        if open.isEmpty || options.allowsTrailingCommas { break inside }
                                        return fail(.trailingComma, p)
                                    }
                                    if next >= room {
                                        next = grow(next); words = tape.words; room = words + (tape.capacity - 8)
                                    }
                                    if let after = appendNonStandardKey(p, next) {
                                        next = self.next
                                        p = after
                                        limit = self.limit
                                        origin = self.origin
                                        break key
                                    }
                                    return fail(.expectedKey, p)
                                }
                            }
                            let key = StringKernel.scanKey(
                                p + 1, limit: limit, classes: classes, keepsLoneSurrogates: keepsLoneSurrogates)
                            if key.failure != .none {
                                if key.failure == .needsMore {
                                    p = switchToTail(p)
                                    limit = self.limit
                                    origin = self.origin
                                    continue key
                                }
                                if next >= room {
                                    next = grow(next); words = tape.words; room = words + (tape.capacity - 8)
                                }
                                if let after = appendNonStandardKey(p, next) {
                                    next = self.next
                                    p = after
                                    limit = self.limit
                                    origin = self.origin
                                    break key
                                }
                                return fail(key.failure, key.stop)
                            }
                            if next >= room {
                                next = grow(next); words = tape.words; room = words + (tape.capacity - 8)
                            }
                            next = append(next, TapeWord.Kind.string | key.flags, p + 1, key.stop, origin)
                            p = key.stop + 1
                            break key
                        }
                        // The colon.
                        if _fastPath(p[0] == Byte.colon) {
                            p += 1
                        } else {
                            while true {
                                p = Whitespace.skip(p, limit: limit)
                                if p > limit {
                                    p = switchToTail(p)
                                    limit = self.limit
                                    origin = self.origin
                                    continue
                                }
                                if p[0] == Byte.colon { p += 1; break }
                                if let after = skipSpaceSlowPath(p) {
                                    p = after
                                    if p > limit { p = switchToTail(p); limit = self.limit; origin = self.origin }
                                    continue
                                }
                                return fail(.expectedColon, p)
                            }
                        }
                        // The value.
                        open.addEntry()
                        value: while true {
                            // A branch, which is predicted; the next token would have to wait for an addition of 0 or 1.
                            if _slowPath(p[0] == Byte.space) { p += 1 }
                            let byte = p[0]
                            if byte == Byte.quote {
                                let string = StringKernel.scanValue(
                                    p + 1, limit: limit, keepsLoneSurrogates: keepsLoneSurrogates)
                                if string.failure != .none {
                                    if string.failure == .needsMore {
                                        p = switchToTail(p)
                                        limit = self.limit
                                        origin = self.origin
                                        continue value
                                    }
                                    if let after = appendValueSlowPath(p, next) {
                                        next = self.next
                                        p = after
                                        limit = self.limit
                                        origin = self.origin
                                        break value
                                    }
                                    return fail(string.failure, string.stop)
                                }
                                next = append(next, TapeWord.Kind.string | string.flags, p + 1, string.stop, origin)
                                p = string.stop + 1
                                break value
                            }
                            if byte &- Byte.zero <= 9 || byte == Byte.minus {
                                let number = NumberKernel.scan(p, limit: limit)
                                if number.failure != .none {
                                    if number.failure == .needsMore {
                                        p = switchToTail(p)
                                        limit = self.limit
                                        origin = self.origin
                                        continue value
                                    }
                                    if let after = appendNumberSlowPath(p, number, next) {
                                        next = self.next
                                        p = after
                                        limit = self.limit
                                        origin = self.origin
                                        break value
                                    }
                                    return fail(number.failure, number.end)
                                }
                                next = append(next, TapeWord.Kind.number | number.flags, p, number.end, origin)
                                p = number.end
                                break value
                            }
                            if byte == Byte.openBrace || byte == Byte.openBracket {
                                if depth >= maximumDepth { return fail(.tooDeep, p) }
                                depth &+= 1
                                assert(hasRoom(at: next))
                                next[0] = open.bits
                                open = OpenContainer(
                                    at: Scanner.distance(words, next), isObject: byte == Byte.openBrace)
                                next += 1
                                p += 1
                                continue containers
                            }
                            let literal = scanLiteral(p, origin: origin)
                            if literal.length != 0 {
                                assert(hasRoom(at: next))
                                next[0] = literal.word
                                next += 1
                                p += literal.length
                                break value
                            }
                            // Whitespace, comments and errors.
                            let q = Whitespace.skip(p, limit: limit)
                            if q > limit {
                                p = switchToTail(q)
                                limit = self.limit
                                origin = self.origin
                                continue value
                            }
                            if q != p { p = q; continue value }
                            if let after = skipSpaceSlowPath(p) {
                                p = after
                                if p > limit { p = switchToTail(p); limit = self.limit; origin = self.origin }
                                continue value
                            }
                            if let after = appendValueSlowPath(p, next) {
                                next = self.next
                                p = after
                                limit = self.limit
                                origin = self.origin
                                break value
                            }
                            return failLiteral(p)
                        }
                        // The comma or brace after a member.
                        while true {
                            if _fastPath(p[0] == Byte.comma) { p += 1; continue members }
                            if p[0] == Byte.closeBrace { break inside }
                            let q = Whitespace.skip(p, limit: limit)
                            if q > limit { p = switchToTail(q); limit = self.limit; origin = self.origin; continue }
                            if q != p { p = q; continue }
                            if let after = skipSpaceSlowPath(p) {
                                p = after
                                if p > limit { p = switchToTail(p); limit = self.limit; origin = self.origin }
                                continue
                            }
                            return fail(.expectedCommaOrBrace, p)
                        }
                    }
                } else {
                    if open.isEmpty, p[0] == Byte.closeBracket { break inside }
                    elements: while true {
                        if next >= room { next = grow(next); words = tape.words; room = words + (tape.capacity - 8) }
                        // The value.
                        open.addEntry()
                        value: while true {
                            if p > limit { p = switchToTail(p); limit = self.limit; origin = self.origin }
                            let byte = p[0]
                            if byte &- Byte.zero <= 9 || byte == Byte.minus {
                                let number = NumberKernel.scan(p, limit: limit)
                                if number.failure != .none {
                                    if number.failure == .needsMore {
                                        p = switchToTail(p)
                                        limit = self.limit
                                        origin = self.origin
                                        continue value
                                    }
                                    if let after = appendNumberSlowPath(p, number, next) {
                                        next = self.next
                                        p = after
                                        limit = self.limit
                                        origin = self.origin
                                        break value
                                    }
                                    return fail(number.failure, number.end)
                                }
                                next = append(next, TapeWord.Kind.number | number.flags, p, number.end, origin)
                                p = number.end
                                break value
                            }
                            if byte == Byte.openBrace || byte == Byte.openBracket {
                                if depth >= maximumDepth { return fail(.tooDeep, p) }
                                depth &+= 1
                                assert(hasRoom(at: next))
                                next[0] = open.bits
                                open = OpenContainer(
                                    at: Scanner.distance(words, next), isObject: byte == Byte.openBrace)
                                next += 1
                                p += 1
                                continue containers
                            }
                            if byte == Byte.quote {
                                let string = StringKernel.scanValue(
                                    p + 1, limit: limit, keepsLoneSurrogates: keepsLoneSurrogates)
                                if string.failure != .none {
                                    if string.failure == .needsMore {
                                        p = switchToTail(p)
                                        limit = self.limit
                                        origin = self.origin
                                        continue value
                                    }
                                    if let after = appendValueSlowPath(p, next) {
                                        next = self.next
                                        p = after
                                        limit = self.limit
                                        origin = self.origin
                                        break value
                                    }
                                    return fail(string.failure, string.stop)
                                }
                                next = append(next, TapeWord.Kind.string | string.flags, p + 1, string.stop, origin)
                                p = string.stop + 1
                                break value
                            }
                            let literal = scanLiteral(p, origin: origin)
                            if literal.length != 0 {
                                assert(hasRoom(at: next))
                                next[0] = literal.word
                                next += 1
                                p += literal.length
                                break value
                            }
                            // Whitespace, comments and errors.
                            let q = Whitespace.skip(p, limit: limit)
                            if q != p { p = q; continue value }
                            if let after = skipSpaceSlowPath(p) {
                                p = after
                                if p > limit { p = switchToTail(p); limit = self.limit; origin = self.origin }
                                continue value
                            }
                            if byte == Byte.closeBracket {
                                if open.count == 1 || options.allowsTrailingCommas { open.removeEntry(); break inside }
                                return fail(.trailingComma, p)
                            }
                            if let after = appendValueSlowPath(p, next) {
                                next = self.next
                                p = after
                                limit = self.limit
                                origin = self.origin
                                break value
                            }
                            return failLiteral(p)
                        }
                        // The comma or bracket after an element.
                        while true {
                            if _fastPath(p[0] == Byte.comma) { p += 1; continue elements }
                            if p[0] == Byte.closeBracket { break inside }
                            let q = Whitespace.skip(p, limit: limit)
                            if q > limit { p = switchToTail(q); limit = self.limit; origin = self.origin; continue }
                            if q != p { p = q; continue }
                            if let after = skipSpaceSlowPath(p) {
                                p = after
                                if p > limit { p = switchToTail(p); limit = self.limit; origin = self.origin }
                                continue
                            }
                            return fail(.expectedCommaOrBracket, p)
                        }
                    }
                }
            }

            // The container is complete, `p` at its closing bracket; so may be those around it.
            closing: while true {
                p += 1
                var count = open.count
                var word = open.kind
                if count >= Int(TapeWord.slotThreshold) {
                    if next >= room { next = grow(next); words = tape.words; room = words + (tape.capacity - 8) }
                    next = appendSlot(next, count: count)
                    word |= TapeWord.extendedFlag
                    count = Swift.min(count, Int(TapeWord.lengthMask))
                }
                // SAFETY: the container's word is where it was opened, before `next`; the tape only grows.
                assert(words == tape.words && open.index < next - words)
                let container = words + open.index
                let outer = OpenContainer(bits: container[0])
                container[0] =
                    word | UInt64(truncatingIfNeeded: count) &<< 8
                    | UInt64(truncatingIfNeeded: Scanner.distance(container, next)) &<< 32
                depth &-= 1
                if depth == 0 { break containers }
                open = outer
                let bracket = open.isObject ? Byte.closeBrace : Byte.closeBracket
                if p > limit { p = switchToTail(p); limit = self.limit; origin = self.origin }
                while true {
                    if p[0] == Byte.comma { p += 1; continue containers }
                    if p[0] == bracket { continue closing }
                    let q = Whitespace.skip(p, limit: limit)
                    if q > limit { p = switchToTail(q); limit = self.limit; origin = self.origin; continue }
                    if q != p { p = q; continue }
                    if let after = skipSpaceSlowPath(p) {
                        p = after
                        if p > limit { p = switchToTail(p); limit = self.limit; origin = self.origin }
                        continue
                    }
                    return fail(open.isObject ? .expectedCommaOrBrace : .expectedCommaOrBracket, p)
                }
            }
        }
        stop = p
        return next - words
    }

    /// The number of words from `first` to `second`, which must not be before it.
    ///
    /// The difference of two pointers is a signed division, which must round; this is one shift.
    @inline(__always)
    private static func distance(_ first: UnsafeMutablePointer<UInt64>, _ second: UnsafeMutablePointer<UInt64>) -> Int {
        Int(bitPattern: (UInt(bitPattern: second) &- UInt(bitPattern: first)) &>> 3)
    }

    /// Whether a word and its extension can be appended at `next`; for assertions.
    func hasRoom(at next: UnsafeMutablePointer<UInt64>) -> Bool {
        next >= tape.words && tape.capacity - (next - tape.words) >= 2
    }

    /// Appends the word of a string or number.
    @inline(__always)
    func append(
        _ next: UnsafeMutablePointer<UInt64>, _ tag: UInt64, _ start: Cursor, _ stop: Cursor, _ origin: Int
    ) -> UnsafeMutablePointer<UInt64> {
        // SAFETY: the callers have checked that there is room for two words.
        assert(hasRoom(at: next) && start <= stop && stop <= end)
        let offset = Int(bitPattern: start) &- origin
        let length = stop - start
        if length >= Int(TapeWord.lengthMask) { return appendLong(next, tag, offset: offset, length: length) }
        next[0] = TapeWord.scalar(tag, offset: offset, length: length)
        return next + 1
    }
}
