/// Writes tokens as text, or only validates them, in the streaming formatter.
///
/// A token that reaches the window's end fails at one of the zeros after it, which `settle` distinguishes from an error. Rare
/// cases are in functions of the formatter that are not inlined. `out` goes to them and back through the formatter's output.
struct TextSink<Mode: FormattingMode>: TokenSink {
    typealias Whitespace = WhitespaceKernel

    @inline(__always)
    static var isStream: Bool { true }

    // SAFETY: `JSONStreamFormatter.run`, whose local variable the sink is, has the only access to the formatter meanwhile.
    private let formatter: UnsafeMutablePointer<JSONStreamFormatter>
    let classes: Cursor
    let keepsLoneSurrogates: Bool
    private let copiesPlainSource: Bool
    private let margins: Indentation
    /// The window's end.
    let limit: Cursor
    private let numberEnd: Cursor

    var p: Cursor
    private var out: OutputCursor
    private var outEnd: OutputCursor
    /// The width of the margin in the innermost container.
    private var indent: Int
    private(set) var depth: Int
    private var nesting: UInt64
    /// 1 if the innermost container has an element or member already.
    private var notFirst: Int
    var entry: TokenEntry
    /// The reason of the stop, and the byte that caused it.
    private var stop: JSONStreamFormatter.Stop

    @inline(__always)
    init(_ formatter: UnsafeMutablePointer<JSONStreamFormatter>, classes: Cursor) {
        // SAFETY: zeros follow the window's end, and no token contains one. The output has room: the sink reserves the size
        // of the token, and some more for separators, margins and whole vectors.
        assert(formatter.pointee.window.isPadded)
        self.formatter = formatter
        self.classes = classes
        keepsLoneSurrogates = formatter.pointee.keepsLoneSurrogates
        copiesPlainSource = formatter.pointee.writer.copiesPlainSource
        margins = formatter.pointee.margins
        limit = formatter.pointee.window.end
        numberEnd = formatter.pointee.numberEnd
        p = formatter.pointee.window.cursor
        out = formatter.pointee.output.cursor
        outEnd = formatter.pointee.output.end
        indent = margins.width * formatter.pointee.state.depth
        depth = formatter.pointee.state.depth
        nesting = formatter.pointee.state.nesting
        notFirst = formatter.pointee.state.notFirst
        entry = formatter.pointee.state.entry
        stop = JSONStreamFormatter.Stop(reason: .none, at: p)
    }

    /// Stores the state in the formatter, and returns the stop.
    @inline(__always)
    func finish() -> JSONStreamFormatter.Stop {
        assert(formatter.pointee.output.isInside(out) && stop.at <= limit + readAhead)
        formatter.pointee.window.advance(to: p)
        formatter.pointee.output.cursor = out
        formatter.pointee.state = JSONStreamFormatter.State(
            depth: depth, nesting: nesting, entry: entry, notFirst: notFirst)
        return stop
    }

    @inline(__always)
    var maximumDepth: Int { formatter.pointee.maximumDepth }
    @inline(__always)
    var allowsTrailingCommas: Bool { formatter.pointee.parsing.allowsTrailingCommas }
    @inline(__always)
    var isObject: Bool { nesting & 1 != 0 }
    @inline(__always)
    var isEmpty: Bool { notFirst == 0 }

    @inline(__always)
    mutating func stop(_ reason: ScanFailure, at position: Cursor) -> TokenStep {
        stop = JSONStreamFormatter.Stop(reason: reason, at: position)
        return .stopped
    }

    @inline(__always)
    func refill() {}
    @inline(__always)
    func noteSpace() {}

    // MARK: Writing

    @inline(__always)
    private mutating func makeRoom(_ count: Int) {
        if outEnd - out >= count { return }
        out = formatter.pointee.output.makeRoom(count, at: out)
        outEnd = formatter.pointee.output.end
    }

    /// Makes room for a token of `count` bytes and the rest of a vector, and writes the separator before an element or key.
    ///
    /// - Returns: the position before the separator.
    @inline(__always)
    @discardableResult
    private mutating func beginToken(_ count: Int, separated: Bool) -> OutputCursor {
        makeRoom(count &+ (separated && Mode.breaksLines ? indent &+ 48 : 48))
        let before = out
        if separated {
            out[0] = Byte.comma
            out += notFirst
            if Mode.breaksLines { out = margins.breakLine(out, indent) }
        }
        return before
    }

    /// The number of commas before an element; nil in a member.
    @inline(__always)
    private func separator(inObject: Bool) -> Int? { inObject ? nil : notFirst }

    /// Goes on where a function of the formatter has written to.
    @inline(__always)
    private mutating func reload() {
        out = formatter.pointee.output.cursor
        outEnd = formatter.pointee.output.end
    }

    @inline(__always)
    private mutating func writeColored(
        to end: Cursor, flags: UInt64 = 0, separator: Int?, isKey: Bool = false
    ) {
        out = formatter.pointee.writeColored(
            p, to: end, flags: flags, separator: separator, isKey: isKey, indent: indent, at: out)
        outEnd = formatter.pointee.output.end
    }

    @inline(__always)
    mutating func beginRoot() -> Bool {
        if formatter.pointee.stopsAfterContainer {
            _ = stop(.none, at: p)
            return false
        }
        formatter.pointee.output.cursor = out
        stop = formatter.pointee.betweenValues(p, end: limit)
        reload()
        p = formatter.pointee.window.cursor
        if stop.reason != .none || p >= limit { return false }
        if Mode.writes {
            makeRoom(16)
            out[0] = p[0]
            out += 1
        } else if Mode.colors {
            writeColored(to: p + 1, separator: nil)
        }
        depth = 1
        indent = margins.width
        nesting = p[0] == Byte.openBrace ? 1 : 0
        notFirst = 0
        entry = .item
        p += 1
        return true
    }

    @inline(__always)
    mutating func endRoot() {
        if Mode.writes || Mode.colors {
            // The slack has room for it after any bracket.
            out[0] = Byte.lineFeed
            out += 1
            formatter.pointee.output.complete(at: out)
        }
        formatter.pointee.valueCount &+= 1
    }

    @inline(__always)
    mutating func open(_ bracket: UInt8, inObject: Bool) {
        if Mode.writes {
            beginToken(1, separated: !inObject)
            out[0] = bracket
            out += 1
        } else if Mode.colors {
            writeColored(to: p + 1, separator: separator(inObject: inObject))
        }
        if depth & 63 == 0 { formatter.pointee.pushNesting(nesting) }
        depth &+= 1
        indent &+= margins.width
        nesting = nesting &<< 1 | (bracket == Byte.openBrace ? 1 : 0)
        notFirst = 0
    }

    @inline(__always)
    mutating func close() {
        assert(p < limit && depth > 0 && formatter.pointee.output.isInside(out))
        indent &-= margins.width
        if Mode.writes {
            makeRoom(Mode.breaksLines ? indent &+ 48 : 16)
            if Mode.breaksLines, notFirst != 0 { out = margins.breakLine(out, indent) }
            out[0] = p[0]
            out += 1
        } else if Mode.colors {
            out = formatter.pointee.writeColoredEnd(p[0], isEmpty: notFirst == 0, indent: indent, at: out)
            outEnd = formatter.pointee.output.end
        }
        p += 1
        depth &-= 1
        nesting &>>= 1
        notFirst = 1
        if depth & 63 == 0, depth != 0 { nesting = formatter.pointee.popNesting() }
    }

    @inline(__always)
    func beginElement() {}

    @inline(__always)
    mutating func take(key: StringKernel.Result) {
        if Mode.writes {
            let length = key.stop - p + 1
            beginToken(length, separated: true)
            if copiesPlainSource && key.flags & TapeWord.escapedFlag == 0, copyString(length: length) {
                out += length
            } else {
                out = formatter.pointee.writeString(p, to: key.stop, flags: key.flags, at: out)
                outEnd = formatter.pointee.output.end
            }
        } else if Mode.colors {
            writeColored(to: key.stop + 1, flags: key.flags, separator: notFirst, isKey: true)
        }
        notFirst = 1
    }

    @inline(__always)
    mutating func takeColon() {
        if Mode.writes {
            // The slack has room for two bytes after any key.
            out[0] = Byte.colon
            out += 1
            if Mode.breaksLines {
                out[0] = Byte.space
                out += 1
            }
        } else if Mode.colors {
            out = formatter.pointee.writeColoredColon(at: out)
            outEnd = formatter.pointee.output.end
        }
    }

    @inline(__always)
    mutating func takeString(inObject: Bool) -> TokenStep {
        if !Mode.writes { return takeScannedString(inObject: inObject) }
        let before = beginToken(16, separated: !inObject)
        out[0] = Byte.quote
        let q = copiesPlainSource ? copyPlain() : p + 1
        if q[0] == Byte.quote {
            out += q - p
            out[0] = Byte.quote
            out += 1
            p = q + 1
            notFirst = 1
            return .taken
        }
        let string = formatter.pointee.writeRest(p, from: q, at: out)
        if string.reason == .none { return goOn(after: string) }
        out = before
        return stop(string.reason, at: string.at)
    }

    @inline(__always)
    mutating func take(string: StringKernel.Result, inObject: Bool) {
        if Mode.colors {
            writeColored(to: string.stop + 1, flags: string.flags, separator: separator(inObject: inObject))
        }
        notFirst = 1
    }

    @inline(__always)
    func isCut(_ number: NumberKernel.Result) -> Bool { number.end >= numberEnd }

    @inline(__always)
    mutating func take(number: NumberKernel.Result, inObject: Bool) {
        if Mode.writes {
            let length = number.end - p
            beginToken(length, separated: !inObject)
            copyNumber(length: length)
            out += length
        } else if Mode.colors {
            writeColored(to: number.end, separator: separator(inObject: inObject))
        }
        notFirst = 1
    }

    @inline(__always)
    mutating func take(literal kind: UInt64, length: Int, inObject: Bool) {
        if Mode.writes {
            beginToken(length, separated: !inObject)
            out.store(p.load64())
            out += length
        } else if Mode.colors {
            writeColored(to: p + length, separator: separator(inObject: inObject))
        }
        notFirst = 1
    }

    // MARK: Rare cases

    /// Goes on after a token that the formatter has written, or stops where it says.
    @inline(__always)
    private mutating func goOn(after token: JSONStreamFormatter.Stop) -> TokenStep {
        reload()
        if token.reason != .none {
            stop = token
            return .stopped
        }
        p = token.at
        notFirst = 1
        return .taken
    }

    @inline(__always)
    mutating func skipRareSpace() -> TokenStep {
        let after = formatter.pointee.skipSpaceSlowPath(p)
        if after.reason == .none {
            p = after.at
            return .again
        }
        return after.isComment ? stop(after.reason, at: p) : .none
    }

    @inline(__always)
    mutating func takeRareKey(_ key: StringKernel.Result?) -> TokenStep {
        goOn(after: formatter.pointee.nonStandardKey(p, key, commas: notFirst, indent: indent, at: out))
    }

    @inline(__always)
    mutating func takeRareString(_ string: StringKernel.Result, inObject: Bool) -> TokenStep {
        goOn(
            after: formatter.pointee.stringSlowPath(
                p, string, separator: separator(inObject: inObject), indent: indent, at: out))
    }

    @inline(__always)
    mutating func takeRareNumber(_ number: NumberKernel.Result, inObject: Bool) -> TokenStep {
        goOn(
            after: formatter.pointee.numberSlowPath(
                p, number, separator: separator(inObject: inObject), indent: indent, at: out))
    }

    @inline(__always)
    mutating func takeRareValue(inObject: Bool) -> TokenStep {
        goOn(
            after: formatter.pointee.valueSlowPath(
                p, separator: separator(inObject: inObject), indent: indent, at: out))
    }

    // MARK: Copying whole vectors, which may run into the buffer's slack

    /// Copies the plain ASCII after the quote at `p`, which has been written at `out`, until something else comes or room may run out.
    ///
    /// DEL, which is written as an escape, counts as something else.
    @inline(__always)
    private func copyPlain() -> Cursor {
        // SAFETY: vectors are loaded from positions up to `limit`, which zeroes follow, and stored at positions up to
        // `outEnd`, which slack follows.
        assert(p <= limit && outEnd == formatter.pointee.output.end && formatter.pointee.output.isInside(out + 1))
        var p = p + 1
        var out = out + 1
        repeat {
            let bytes = p.loadVector()
            out.store(bytes)
            let stops = LaneSet(StringKernel.stopMask(bytes) .| (bytes .== SIMD16<Int8>(repeating: 0x7F)))
            if !stops.isEmpty { return p + stops.first }
            p += 16
            out += 16
        } while p <= limit && out <= outEnd
        return p
    }

    /// Copies a string with its quotes; false if a DEL was seen, which may also lie in the 16 bytes after it.
    @inline(__always)
    private func copyString(length: Int) -> Bool {
        // SAFETY: `length + 16` bytes are readable, since zeroes follow the window, and reserved.
        assert(hasRoom(length) && p + length <= limit)
        let deletes = SIMD16<Int8>(repeating: 0x7F)
        let first = p.loadVector()
        out.store(first)
        if length <= 16 { return LaneSet(first .== deletes).isEmpty }
        var found = first .== deletes
        var offset = 16
        repeat {
            let bytes = (p + offset).loadVector()
            (out + offset).store(bytes)
            found = found .| (bytes .== deletes)
            offset &+= 16
        } while offset < length
        return LaneSet(found).isEmpty
    }

    /// Whether `length` bytes and the rest of a vector fit at `out`; for assertions.
    private func hasRoom(_ length: Int) -> Bool { formatter.pointee.output.isInside(out + length + 16) }

    @inline(__always)
    private func copyNumber(length: Int) {
        // SAFETY: as for strings.
        assert(hasRoom(length) && p + length <= limit)
        out.store(p.loadVector())
        if length > 16 {
            var offset = 16
            repeat {
                (out + offset).store((p + offset).loadVector())
                offset &+= 16
            } while offset < length
        }
    }
}

extension JSONStreamFormatter {
    /// Formats tokens until the window has no more complete ones.
    @inline(never)
    mutating func run<Mode: FormattingMode>(_ mode: Mode.Type, classes: Cursor) -> Stop {
        withUnsafeMutablePointer(to: &self) { formatter in
            var sink = TextSink<Mode>(formatter, classes: classes)
            sink.runLoop()
            return sink.finish()
        }
    }
}
