// What the formatter's loop does seldom; out of line, so that the loop stays small enough for the optimiser.
extension JSONStreamFormatter {
    /// Formats what stands between arrays and objects: scalars that are values of their own.
    ///
    /// The window's cursor ends at an opening bracket, at the window's end, or, with a reason, at a token that was not
    /// finished.
    @inline(never)
    mutating func betweenValues(_ start: Cursor, end: Cursor, numberEnd: Cursor) -> Stop {
        var p = start
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
            if p >= end { return Stop(reason: .none, at: p) }
            if p[0] == Byte.openBrace || p[0] == Byte.openBracket {
                return Stop(reason: maximumDepth == 0 ? .tooDeep : .none, at: p)
            }
            let comment = skipSpaceSlowPath(p)
            if comment.reason == .none {
                p = comment.at
                continue
            }
            if comment.isComment { return comment }
            if !parsing.allowsTopLevelScalars { return Stop(reason: .topLevelScalar, at: p) }
            let scalar = writeScalar(p, comment, numberEnd: numberEnd)
            if scalar.reason != .none { return scalar }
            p = scalar.at
            if layout != .none { output.append(Byte.lineFeed) }
            valueCount += 1
        }
    }

    /// A number or literal must be kept apart from another one; and a byte order mark may stand at the very start.
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

    /// Writes the string, number or literal at `p`, a value of its own.
    private mutating func writeScalar(_ p: Cursor, _ comment: Stop, numberEnd: Cursor) -> Stop {
        switch p[0] {
        case Byte.quote:
            let string = StringKernel.scanValue(p + 1, limit: window.end, keepsLoneSurrogates: keepsLoneSurrogates)
            if string.failure != .none {
                let string = stringSlowPath(p, string, isTopLevel: true, at: output.cursor)
                return Stop(reason: string.failure, at: string.failure == .none ? string.stop + 1 : string.stop)
            }
            writeTopLevelString(UnsafeBufferPointer(start: p + 1, count: string.stop - p - 1), flags: string.flags)
            return Stop(reason: .none, at: string.stop + 1)
        case Byte.minus, Byte.zero...Byte.nine:
            let number = NumberKernel.scan(p, limit: window.end)
            if number.failure != .none || number.end >= numberEnd {
                return numberSlowPath(p, number, separator: nil, indent: 0, isTopLevel: true, at: output.cursor)
            }
            return writeScalarSource(p..<number.end)
        default:
            if p[0] == Byte.apostrophe, parsing.allowsSingleQuotes {
                return writeSingleQuoted(p, separator: nil, indent: 0, isTopLevel: true)
            }
            // SAFETY: zeroes follow the window's end.
            let length = Literal.length(p, p.load32())
            if length > 0 { return writeScalarSource(p..<p + length) }
            return valueSlowPath(p, comment, separator: nil, indent: 0, isTopLevel: true, at: output.cursor)
        }
    }

    /// Writes the number or literal in `source`, a top-level value, unless it may be truncated.
    private mutating func writeScalarSource(_ source: Range<Cursor>) -> Stop {
        if let cut = endScalar(at: source.upperBound) { return cut }
        if layout != .none {
            output.append(UnsafeBufferPointer(start: source.lowerBound, count: source.count))
        }
        return Stop(reason: .none, at: source.upperBound)
    }

    /// Takes note that a number or literal, a value of its own, ends at `p`; what is wrong with it if it may have been
    /// cut off there.
    ///
    /// Asked before the scalar is written: the loop scans one that is not known to be whole again.
    private mutating func endScalar(at p: Cursor) -> Stop? {
        if let cut = truncatedScalar(endingAt: p) { return cut }
        adjacency = .scalar
        return nil
    }

    /// Writes a string, a value of its own, from its content in source form.
    mutating func writeTopLevelString(_ source: UnsafeBufferPointer<UInt8>, flags: UInt64) {
        if layout == .none { return }
        if !writesRawStrings {
            // SAFETY: nothing is read beyond the source.
            writeContent(source, flags: flags, readableEnd: source.baseAddress.map { $0 + source.count })
            return
        }
        if let painter {
            output.flush()
            painter.isPaused = true
        }
        output.reserve(source.count + StringDecoder.slack)
        output.cursor += StringDecoder.decode(source, to: output.cursor)
        if let painter {
            output.flush()
            painter.isPaused = false
        }
    }

    /// Writes a string from its content in source form.
    private mutating func writeContent(_ source: UnsafeBufferPointer<UInt8>, flags: UInt64, readableEnd: Cursor?) {
        output.append(Byte.quote)
        if let start = source.baseAddress, let readableEnd {
            writer.writeSource(start, count: source.count, flags: flags, readableEnd: readableEnd, into: &output)
        }
        output.append(Byte.quote)
    }

    /// Writes the string from the quote at `p` to the quote at `stop`, normalising what is in it.
    @inline(never)
    mutating func writeString(_ p: Cursor, to stop: Cursor, flags: UInt64, at out: OutputCursor) -> OutputCursor {
        output.cursor = out
        // SAFETY: `readAhead` zeroes follow the window's end.
        writeContent(
            UnsafeBufferPointer(start: p + 1, count: stop - p - 1), flags: flags, readableEnd: window.end + readAhead)
        return output.cursor
    }

    /// Goes on with a string, from the quote at `p`, whose bytes before `q` are plain ASCII, and writes it as a whole.
    ///
    /// When it does not end in the window, nothing is written.
    @inline(never)
    mutating func writeRest(_ p: Cursor, from q: Cursor, at out: OutputCursor) -> StringKernel.Result {
        let string = StringKernel.scanRest(q, limit: window.end, keepsLoneSurrogates: keepsLoneSurrogates)
        if string.failure != .none { return stringSlowPath(p, string, at: out) }
        _ = writeString(p, to: string.stop, flags: string.flags, at: out)
        return string
    }

    /// Whether a failure of the kernel for strings may be none with these options.
    func needsSlowPath(_ string: StringKernel.Result) -> Bool {
        // At the window's end it is the zeroes that are wrong.
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
    @inline(never)
    mutating func stringSlowPath(
        _ p: Cursor, _ string: StringKernel.Result, isTopLevel: Bool = false, at out: OutputCursor
    ) -> StringKernel.Result {
        output.cursor = out
        if !needsSlowPath(string) { return string }
        var json: [UInt8] = []
        let string = ExtendedToken.string(p, end: window.end, options: parsing, into: &json)
        if let failure = failure(of: string, at: p) {
            return StringKernel.Result(failure.at, failure: failure.reason)
        }
        json.withUnsafeBufferPointer { writeRewritten($0, flags: string.flags, isTopLevel: isTopLevel) }
        return StringKernel.Result(string.end - 1)
    }

    /// Writes the content of a string that is no JSON, as JSON.
    private mutating func writeRewritten(_ json: UnsafeBufferPointer<UInt8>, flags: UInt64, isTopLevel: Bool) {
        if layout == .none { return }
        if isTopLevel {
            writeTopLevelString(json, flags: flags)
        } else {
            writeContent(json, flags: flags, readableEnd: json.baseAddress.map { $0 + json.count })
        }
    }

    /// Why `token`, which begins at `p`, cannot be written; nil if it can. One that the window cuts off waits for more.
    private func failure(of token: ExtendedToken, at p: Cursor) -> Stop? {
        if let separator = separator(in: p..<Swift.min(token.end, window.end)) { return separator }
        let isTruncated = token.failure == .unexpectedEnd || token.failure == .needsMore
        if isTruncated, !isFinal { return Stop(reason: .needsMore, at: p) }
        return token.failure == .none ? nil : Stop(reason: token.failure, at: token.end)
    }

    /// As `nonStandardKey(_:_:commas:indent:at:)`, for a key in double quotes that the kernel has rejected.
    @inline(never)
    mutating func nonStandardKey(
        _ p: Cursor, _ key: StringKernel.Result, commas: Int, indent: Int, at out: OutputCursor
    ) -> Stop {
        output.cursor = out
        if !needsSlowPath(key) { return Stop(reason: key.failure, at: key.stop) }
        return writeNonStandardKey(p, commas: commas, indent: indent)
    }

    /// Writes the key at `p` that only the options make one, after `commas`; otherwise says what is wrong there.
    ///
    /// - Parameter comment: what a look for a comment at `p` gave.
    @inline(never)
    mutating func nonStandardKey(_ p: Cursor, _ comment: Stop, commas: Int, indent: Int, at out: OutputCursor) -> Stop {
        output.cursor = out
        if comment.isComment { return Stop(reason: comment.reason, at: p) }
        if p[0] == Byte.closeBrace { return Stop(reason: .trailingComma, at: p) }
        if p >= window.end { return Stop(reason: .expectedKey, at: p) }
        return writeNonStandardKey(p, commas: commas, indent: indent)
    }

    private mutating func writeNonStandardKey(_ p: Cursor, commas: Int, indent: Int) -> Stop {
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
            writeSeparator(commas, indent: indent)
            json.withUnsafeBufferPointer { json in
                writeContent(json, flags: key.flags, readableEnd: json.baseAddress.map { $0 + json.count })
            }
        }
        return Stop(reason: .none, at: key.end)
    }

    /// A number that the kernel rejects or that reaches the window's end.
    @inline(never)
    mutating func numberSlowPath(
        _ p: Cursor, _ number: NumberKernel.Result, separator: Int?, indent: Int, isTopLevel: Bool = false,
        at out: OutputCursor
    ) -> Stop {
        output.cursor = out
        if number.failure == .none || number.failure == .needsMore { return Stop(reason: .needsMore, at: number.end) }
        if number.failure == .hexadecimal, !parsing.allowsExtendedNumbers {
            // The zero is the number; what follows is for others to reject.
            if isTopLevel { return writeScalarSource(p..<number.end) }
            if layout != .none {
                if let separator { writeSeparator(separator, indent: indent) }
                output.append(UnsafeBufferPointer(start: p, count: number.end - p))
            }
            return Stop(reason: .none, at: number.end)
        }
        let rare = writeExtendedNumber(p, separator: separator, indent: indent, isTopLevel: isTopLevel)
        return rare.reason == .expectedValue ? Stop(reason: number.failure, at: number.end) : rare
    }

    /// Something that is no JSON value: a string or number that only the options allow, a comment that goes on beyond
    /// the window, or an error.
    @inline(never)
    mutating func valueSlowPath(
        _ p: Cursor, _ comment: Stop, separator: Int?, indent: Int, isTopLevel: Bool = false, at out: OutputCursor
    ) -> Stop {
        output.cursor = out
        if comment.isComment { return comment }
        switch p[0] {
        case Byte.apostrophe where parsing.allowsSingleQuotes:
            return writeSingleQuoted(p, separator: separator, indent: indent)
        case Byte.plus where parsing.allowsExtendedNumbers, Byte.dot where parsing.allowsExtendedNumbers,
            UInt8(ascii: "N"), UInt8(ascii: "I"):
            return writeExtendedNumber(p, separator: separator, indent: indent, isTopLevel: isTopLevel)
        default: break
        }
        let names: [StaticString] = ["null", "true", "false"]
        for name in names where name.utf8Start[0] == p[0] {
            var index = 0
            // SAFETY: a static string of ASCII has a pointer; zeroes after the window's end differ from all letters.
            while index < name.utf8CodeUnitCount, p[index] == name.utf8Start[index] { index += 1 }
            return Stop(reason: .invalidLiteral, at: p + index)
        }
        return Stop(reason: .expectedValue, at: p)
    }

    private mutating func writeSingleQuoted(
        _ p: Cursor, separator: Int?, indent: Int, isTopLevel: Bool = false
    ) -> Stop {
        var json: [UInt8] = []
        let string = ExtendedToken.string(p, end: window.end, options: parsing, into: &json)
        if let failure = failure(of: string, at: p) { return failure }
        if layout != .none {
            if let separator { writeSeparator(separator, indent: indent) }
            json.withUnsafeBufferPointer { writeRewritten($0, flags: string.flags, isTopLevel: isTopLevel) }
        }
        return Stop(reason: .none, at: string.end)
    }

    /// Writes a number that is none of RFC 8259, as JSON or, if it is not finite, as the options want.
    ///
    /// - Parameter separator: nil in a member, otherwise how many commas stand before the element.
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
        if let separator { writeSeparator(separator, indent: indent) }
        if !isFinite, nonFiniteNumbers == .null {
            output.append("null" as StaticString)
        } else {
            json.withUnsafeBufferPointer { output.append($0) }
        }
        return after
    }

    private mutating func refuse(_ name: String, at p: Cursor) -> JSONError {
        let context = window.context(of: p)
        let position = SourcePosition(at: context.offset, in: context.text, after: context.before)
        return JSONError(
            details: JSONError.Details(.nonFiniteNumber, expected: "a finite number", found: name, position: position))
    }

    mutating func writeSeparator(_ commas: Int, indent: Int) {
        if commas > 0 { output.append(Byte.comma) }
        if layout == .indented {
            output.reserve(indent + 1)
            output.cursor = margins.breakLine(output.cursor, indent)
        }
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
        let unfinished = Stop(reason: isFinal ? .unterminatedComment : .needsMore, at: p)
        var q = p + 1
        if q >= end { return isFinal ? none : unfinished }
        if q[0] == Byte.slash {
            while q < end, q[0] != Byte.lineFeed, q[0] != Byte.carriageReturn {
                if parsing.allowsExtendedWhitespace, ExtendedToken.isSeparator(q, end: end) { break }
                if isSequence, q[0] == Byte.recordSeparator { break }
                q += 1
            }
            return q < end || isFinal ? Stop(reason: .none, at: q) : unfinished
        }
        guard q[0] == UInt8(ascii: "*") else { return none }
        q += 1
        while q + 1 < end {
            if q[0] == UInt8(ascii: "*"), q[1] == Byte.slash { return Stop(reason: .none, at: q + 2) }
            if isSequence, q[0] == Byte.recordSeparator { return Stop(reason: .unterminatedComment, at: p) }
            q += 1
        }
        return unfinished
    }

    mutating func pushNesting(_ nesting: UInt64) {
        nestingWords.append(nesting)
    }

    mutating func popNesting() -> UInt64 {
        nestingWords.removeLast()
    }
}
