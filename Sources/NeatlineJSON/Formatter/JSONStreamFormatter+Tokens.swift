// The values of a stream: what may be between them, those that are strings, numbers or literals, and the rare cases of the loop.
extension JSONStreamFormatter {
    /// Formats the scalars between arrays and objects.
    ///
    /// The window's cursor ends at an opening bracket, at the window's end, or, with a reason, at a token that is not
    /// complete.
    @inline(never)
    mutating func betweenValues(_ start: Cursor, end: Cursor) -> Stop {
        var p = start
        while true {
            let found = findValue(p)
            p = found.at
            if found.reason != .none || p >= end { return found }
            if notesValues { noteValue(at: p) }
            if Scanner.opensContainer(p[0]) { return Stop(reason: maximumDepth == 0 ? .tooDeep : .none, at: p) }
            if !parsing.allowsTopLevelScalars { return Stop(reason: .topLevelScalar, at: p) }
            let scalar = writeScalar(p, isTopLevel: true)
            if scalar.reason != .none { return scalar }
            p = scalar.at
            if layout != .none {
                output.append(Byte.lineFeed)
                output.complete(at: output.cursor)
            }
            valueCount += 1
        }
    }

    /// Finds the start of the next value of the stream, from `start` on, and moves the window's cursor to it.
    ///
    /// - Returns: without a reason the first byte of the value, or the window's end.
    @inline(__always)
    mutating func findValue(_ start: Cursor) -> Stop {
        var p = start
        let end = window.end
        while true {
            if adjacency != .none, p < end {
                if let stop = checkAdjacency(p) {
                    window.advance(to: p)
                    return stop
                }
                if adjacency == .byteOrderMark {
                    p += 3
                    adjacency = .none
                    continue
                }
                adjacency = .none
            }
            p = WhitespaceKernel.skip(p, limit: end)
            while isSequence, p[0] == Byte.recordSeparator { p = WhitespaceKernel.skip(p + 1, limit: end) }
            window.advance(to: p)
            if p >= end || Scanner.opensContainer(p[0]) { return Stop(reason: .none, at: p) }
            let comment = skipSpaceSlowPath(p)
            if comment.isComment { return comment }
            if comment.reason != .none { return Stop(reason: .none, at: p) }
            p = comment.at
        }
    }

    /// Checks that a number or literal does not directly follow another one, and that a byte order mark is only at the start
    /// of the stream.
    private mutating func checkAdjacency(_ p: Cursor) -> Stop? {
        switch p[0] {
        case 0xEF where adjacency == .start:
            // SAFETY: zeroes follow the window's end.
            if p[1] != 0xBB || p[2] != 0xBF { return Stop(reason: .expectedValue, at: p) }
            adjacency = .byteOrderMark
            return nil
        case Byte.openBrace, Byte.openBracket, Byte.quote, Byte.slash: return nil
        case Byte.apostrophe where parsing.allowsSingleQuotes: return nil
        case Byte.recordSeparator where isSequence: return nil
        case let byte where adjacency == .start || Byte.isWhitespace(byte): return nil
        default:
            if ExtendedToken.spaceLength(p, end: window.end, options: parsing) > 0 { return nil }
            return Stop(reason: .trailingContent, at: p)
        }
    }

    /// Writes the string, number or literal at `p`.
    ///
    /// - Parameter isTopLevel: whether it is a value of the stream.
    /// - Returns: without a reason the position after it.
    mutating func writeScalar(_ p: Cursor, isTopLevel: Bool) -> Stop {
        switch p[0] {
        case Byte.quote:
            let string = StringKernel.scanValue(p + 1, limit: window.end, keepsLoneSurrogates: keepsLoneSurrogates)
            if string.failure != .none {
                return stringSlowPath(p, string, separator: nil, isTopLevel: isTopLevel, at: output.cursor)
            }
            writeStringValue(
                UnsafeBufferPointer(start: p + 1, count: string.stop - p - 1), flags: string.flags,
                isTopLevel: isTopLevel)
            return Stop(reason: .none, at: string.stop + 1)
        case Byte.minus, Byte.zero...Byte.nine:
            let number = NumberKernel.scan(p, limit: window.end)
            if number.failure != .none || number.end >= numberEnd {
                return numberSlowPath(p, number, separator: nil, isTopLevel: isTopLevel, at: output.cursor)
            }
            return writeScalarSource(p..<number.end, isTopLevel: isTopLevel)
        default:
            // SAFETY: zeroes follow the window's end.
            let length = Literal.scan(p).length
            if length > 0 { return writeScalarSource(p..<p + length, isTopLevel: isTopLevel) }
            return valueSlowPath(p, separator: nil, isTopLevel: isTopLevel, at: output.cursor)
        }
    }

    /// Writes the number or literal in `source`, unless it is a value of the stream that may be truncated.
    mutating func writeScalarSource(_ source: Range<Cursor>, isTopLevel: Bool) -> Stop {
        if isTopLevel, let stop = endScalar(at: source.upperBound) { return stop }
        if layout != .none { writeSource(UnsafeBufferPointer(start: source.lowerBound, count: source.count)) }
        return Stop(reason: .none, at: source.upperBound)
    }

    /// Notes that a number or literal, a value of the stream, ends at `p`.
    ///
    /// Callers ask before they write the scalar: the loop scans one that is not known to be complete again.
    ///
    /// - Returns: the error, or the need for more input, if it may be truncated there.
    mutating func endScalar(at p: Cursor) -> Stop? {
        if let stop = truncatedScalar(endingAt: p) { return stop }
        adjacency = .scalar
        return nil
    }

    /// Writes the content of a string that is a value: decoded and without quotes if it is one of the stream and raw
    /// strings are wanted.
    mutating func writeStringValue(_ source: UnsafeBufferPointer<UInt8>, flags: UInt64, isTopLevel: Bool) {
        if layout == .none { return }
        if isTopLevel, writesRawStrings {
            output.reserve(source.count + StringDecoder.slack)
            output.cursor += StringDecoder.decode(source, to: output.cursor)
        } else {
            // SAFETY: no byte is read beyond the source.
            writeContent(source, flags: flags, readableEnd: source.baseAddress.map { $0 + source.count })
        }
    }

    /// Returns the end of the window as a limit for numbers: one that reaches it may go on in the next window.
    var numberEnd: Cursor { isFinal ? window.end + 1 : window.end }
}

// MARK: Sequences and recovery (RFC 7464)

extension JSONStreamFormatter {
    /// Continues after a `JSONError`: skips the invalid value up to the end of the line of the error, or in a sequence up to
    /// the next record separator.
    ///
    /// The part of the value that was written stays in the output, without a line feed after it.
    package mutating func recover() {
        state = State()
        nestingWords = []
        adjacency = .none
        refusal = nil
        isRecovering = true
    }

    /// Skips the rest of an invalid line or record; false if its end is not in the window.
    mutating func skipLine() -> Bool {
        isRecovering = !window.advance(toNext: isSequence ? Byte.recordSeparator : Byte.lineFeed)
        return !isRecovering
    }

    /// The error of a number or literal of a sequence that is not followed by whitespace or a comment: it may be truncated
    /// (RFC 7464, section 2.4).
    private func truncatedScalar(endingAt p: Cursor) -> Stop? {
        guard isSequence else { return nil }
        if p < window.end {
            let isWhole =
                Byte.isWhitespace(p[0]) || (p[0] == Byte.slash && parsing.allowsComments)
                || ExtendedToken.spaceLength(p, end: window.end, options: parsing) > 0
            if isWhole { return nil }
            return Stop(reason: p[0] == Byte.recordSeparator ? .missingLineFeed : .trailingContent, at: p)
        }
        return Stop(reason: isFinal ? .missingLineFeed : .needsMore, at: p)
    }

    /// The position of the first record separator, which ends a record in any state.
    func separator(in text: Range<Cursor>) -> Stop? {
        guard isSequence else { return nil }
        var p = text.lowerBound
        // SAFETY: the caller's range lies in the window.
        while p < text.upperBound {
            if p[0] == Byte.recordSeparator { return Stop(reason: .controlCharacter, at: p) }
            p += 1
        }
        return nil
    }
}

// MARK: Rare cases, in functions that are not inlined, so that the loop stays small enough for the optimizer

extension JSONStreamFormatter {
    /// Writes a string from its content in source form.
    ///
    /// - Parameter readableEnd: the end of the memory around the source.
    mutating func writeContent(
        _ source: UnsafeBufferPointer<UInt8>, flags: UInt64, readableEnd: Cursor?, isKey: Bool = false
    ) {
        beginColor(isKey ? .key : .string)
        output.append(Byte.quote)
        if let start = source.baseAddress, let readableEnd {
            writer.writeSource(start, count: source.count, flags: flags, readableEnd: readableEnd, into: &output)
        }
        output.append(Byte.quote)
        endColor()
    }

    /// Writes the string from the quote at `p` to the quote at `stop`, normalising what is in it.
    @inline(never)
    mutating func writeString(
        _ p: Cursor, to stop: Cursor, flags: UInt64, isKey: Bool = false, at out: OutputCursor
    ) -> OutputCursor {
        output.cursor = out
        // SAFETY: `readAhead` zeroes follow the window's end.
        writeContent(
            UnsafeBufferPointer(start: p + 1, count: stop - p - 1), flags: flags, readableEnd: window.end + readAhead,
            isKey: isKey)
        return output.cursor
    }

    /// Scans the rest of the string at `p`, whose bytes before `q` are plain ASCII, and writes the whole string.
    ///
    /// If it does not end in the window, nothing is written.
    @inline(never)
    mutating func writeRest(_ p: Cursor, from q: Cursor, at out: OutputCursor) -> Stop {
        let string = StringKernel.scanRest(q, limit: window.end, keepsLoneSurrogates: keepsLoneSurrogates)
        if string.failure != .none { return stringSlowPath(p, string, separator: nil, at: out) }
        _ = writeString(p, to: string.stop, flags: string.flags, at: out)
        return Stop(reason: .none, at: string.stop + 1)
    }

    /// Whether a string that the kernel has rejected may be valid under the options.
    func needsSlowPath(_ string: StringKernel.Result) -> Bool {
        // At the window's end the failure is due to the zeros after it.
        if string.stop >= window.end { return false }
        switch string.failure {
        case .invalidEscape, .controlCharacter, .loneSurrogate: return parsing.allowsExtendedStrings
        case .invalidUTF8: return parsing.invalidUTF8 == .replace
        default: return false
        }
    }

    /// Writes the string whose quote is at `p` and which the kernel has rejected, if the options make it one.
    ///
    /// Nothing is written on failure.
    ///
    /// - Parameter separator: the number of commas before an element; nil if there is none, or the caller has written it.
    @inline(never)
    mutating func stringSlowPath(
        _ p: Cursor, _ string: StringKernel.Result, separator: Int?, indent: Int = 0, isTopLevel: Bool = false,
        at out: OutputCursor
    ) -> Stop {
        output.cursor = out
        if !needsSlowPath(string) { return Stop(reason: string.failure, at: string.stop) }
        return writeExtendedString(p, separator: separator, indent: indent, isTopLevel: isTopLevel)
    }

    /// The stop for `token`, which begins at `p`, if it is invalid, or truncated at the window's end; nil if it can be written.
    private func failure(of token: ExtendedToken, at p: Cursor) -> Stop? {
        if let separator = separator(in: p..<Swift.min(token.end, window.end)) { return separator }
        let isTruncated = token.failure == .unexpectedEnd || token.failure == .needsMore
        if isTruncated, !isFinal { return Stop(reason: .needsMore, at: p) }
        return token.failure == .none ? nil : Stop(reason: token.failure, at: token.end)
    }

    /// Writes the key at `p` that only the options make one, after `commas`; otherwise says what is wrong there.
    ///
    /// - Parameter scanned: the result of the kernel for a key in double quotes.
    @inline(never)
    mutating func nonStandardKey(
        _ p: Cursor, _ scanned: StringKernel.Result?, commas: Int, indent: Int, at out: OutputCursor
    ) -> Stop {
        output.cursor = out
        if let scanned, !needsSlowPath(scanned) { return Stop(reason: scanned.failure, at: scanned.stop) }
        if p >= window.end { return Stop(reason: .expectedKey, at: p) }
        var json: [UInt8] = []
        let key: ExtendedToken
        if p[0] == Byte.quote || (p[0] == Byte.apostrophe && parsing.allowsSingleQuotes) {
            key = ExtendedToken.string(p, end: window.end, options: parsing, into: &json)
        } else if parsing.allowsUnquotedKeys {
            key = ExtendedToken.identifier(p, end: window.end, into: &json)
            if key.end >= window.end, !isFinal { return Stop(reason: .needsMore, at: p) }
        } else {
            return Stop(reason: .expectedKey, at: p)
        }
        if let failure = failure(of: key, at: p) { return failure }
        if layout != .none {
            writeSeparator(commas, isObject: true, indent: indent)
            json.withUnsafeBufferPointer { json in
                writeContent(
                    json, flags: key.flags, readableEnd: json.baseAddress.map { $0 + json.count }, isKey: true)
            }
        }
        return Stop(reason: .none, at: key.end)
    }

    /// A number that the kernel rejects or that reaches the window's end.
    @inline(never)
    mutating func numberSlowPath(
        _ p: Cursor, _ number: NumberKernel.Result, separator: Int?, indent: Int = 0, isTopLevel: Bool = false,
        at out: OutputCursor
    ) -> Stop {
        output.cursor = out
        if number.failure == .none || number.failure == .needsMore { return Stop(reason: .needsMore, at: number.end) }
        if number.failure == .hexadecimal, !parsing.allowsExtendedNumbers {
            // The zero is the number; the caller rejects what follows it.
            if layout != .none, let separator { writeSeparator(separator, isObject: false, indent: indent) }
            return writeScalarSource(p..<number.end, isTopLevel: isTopLevel)
        }
        let rare = writeExtendedNumber(p, separator: separator, indent: indent, isTopLevel: isTopLevel)
        return rare.reason == .expectedValue ? Stop(reason: number.failure, at: number.end) : rare
    }

    /// Handles what is not a value of RFC 8259: a string or number that the options allow, or an error.
    @inline(never)
    mutating func valueSlowPath(
        _ p: Cursor, separator: Int?, indent: Int = 0, isTopLevel: Bool = false, at out: OutputCursor
    ) -> Stop {
        output.cursor = out
        switch p[0] {
        case Byte.apostrophe where parsing.allowsSingleQuotes:
            return writeExtendedString(p, separator: separator, indent: indent, isTopLevel: isTopLevel)
        case Byte.plus where parsing.allowsExtendedNumbers, Byte.dot where parsing.allowsExtendedNumbers,
            UInt8(ascii: "N"), UInt8(ascii: "I"):
            return writeExtendedNumber(p, separator: separator, indent: indent, isTopLevel: isTopLevel)
        default: break
        }
        if let mismatch = Literal.mismatch(p, end: window.end) { return Stop(reason: .invalidLiteral, at: mismatch) }
        return Stop(reason: .expectedValue, at: p)
    }

    private mutating func writeExtendedString(
        _ p: Cursor, separator: Int?, indent: Int, isTopLevel: Bool
    ) -> Stop {
        var json: [UInt8] = []
        let string = ExtendedToken.string(p, end: window.end, options: parsing, into: &json)
        if let failure = failure(of: string, at: p) { return failure }
        if layout != .none {
            if let separator { writeSeparator(separator, isObject: false, indent: indent) }
            json.withUnsafeBufferPointer { writeStringValue($0, flags: string.flags, isTopLevel: isTopLevel) }
        }
        return Stop(reason: .none, at: string.end)
    }

    /// Writes a number that the options allow as JSON, or as the options say if it is not finite.
    ///
    /// - Parameter separator: nil in a member, otherwise the number of commas before the element.
    /// - Returns: the reason `expectedValue`, at `p`, where there is no such number and the caller knows better.
    private mutating func writeExtendedNumber(_ p: Cursor, separator: Int?, indent: Int, isTopLevel: Bool) -> Stop {
        var json: [UInt8] = []
        let number = ExtendedToken.number(
            p, end: window.end, options: parsing, mayGoOn: !isFinal, into: &json)
        if number.failure == .needsMore || number.failure == .expectedValue {
            return Stop(reason: number.failure == .needsMore && !isFinal ? .needsMore : .expectedValue, at: p)
        }
        if number.end >= window.end, !isFinal { return Stop(reason: .needsMore, at: p) }
        if number.failure != .none { return Stop(reason: number.failure, at: number.end) }
        let isFinite = number.flags & TapeWord.nonFiniteFlag == 0
        if !isFinite, layout != .none, nonFiniteNumbers == .reject {
            refusal = refuse(String(decoding: json, as: UTF8.self), at: p)
            return Stop(reason: .unexpectedCharacter, at: p)
        }
        if isTopLevel, let cut = endScalar(at: number.end) { return cut }
        let after = Stop(reason: .none, at: number.end)
        if layout == .none { return after }
        if let separator { writeSeparator(separator, isObject: false, indent: indent) }
        if !isFinite, nonFiniteNumbers == .null { json = Array("null".utf8) }
        json.withUnsafeBufferPointer { writeSource($0) }
        return after
    }

    private mutating func refuse(_ name: String, at p: Cursor) -> JSONError {
        let context = window.context(of: p)
        let position = SourcePosition(at: context.offset, in: context.text, after: context.before)
        return JSONError(
            details: JSONError.Details(.nonFiniteNumber, expected: "a finite number", found: name, position: position))
    }

    /// The position after the comment, or the whitespace that the options add, at `p`; with a reason if there is none, or
    /// if a comment does not end in the window.
    @inline(never)
    mutating func skipSpaceSlowPath(_ p: Cursor) -> Stop {
        let none = Stop(reason: .expectedValue, at: p)
        let end = window.end
        if p[0] != Byte.slash {
            let length = ExtendedToken.spaceLength(p, end: end, options: parsing)
            return length > 0 ? Stop(reason: .none, at: p + length) : none
        }
        guard parsing.allowsComments else { return none }
        if end - p < 2 { return isFinal ? none : Stop(reason: .needsMore, at: p) }
        let isLine = p[1] == Byte.slash
        guard isLine || p[1] == UInt8(ascii: "*") else { return none }
        let after = ExtendedToken.commentEnd(
            p, end: end, endsAtSeparators: parsing.allowsExtendedWhitespace, isSequence: isSequence)
        if let after, !isLine || after < end || isFinal { return Stop(reason: .none, at: after) }
        let isTruncated = !isFinal && (isLine || separator(in: p..<end) == nil)
        return Stop(reason: isTruncated ? .needsMore : .unterminatedComment, at: p)
    }

    mutating func pushNesting(_ nesting: UInt64) {
        nestingWords.append(nesting)
    }

    mutating func popNesting() -> UInt64 {
        nestingWords.removeLast()
    }
}
