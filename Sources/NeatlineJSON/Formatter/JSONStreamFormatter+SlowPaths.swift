// The rare cases of the formatter's loop, in functions that are not inlined, so that the loop stays small enough for the
// optimizer.
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

    @inline(never)
    mutating func pushNesting(_ nesting: UInt64) {
        nestingWords.append(nesting)
    }

    @inline(never)
    mutating func popNesting() -> UInt64 {
        nestingWords.removeLast()
    }
}
