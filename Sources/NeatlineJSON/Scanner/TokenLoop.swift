/// Receives the tokens of JSON text from the loop over them, `runLoop`, and holds the loop's state.
///
/// There is one loop for all sinks: a tape (`TapeSink`), and text, formatted or only validated (`TextSink`). A sink is a local
/// variable of the function that runs the loop, and all methods that the loop calls are inlined, so that its properties
/// are registers. They must not be passed `inout` to a function that is not inlined: that forces them into memory.
protocol TokenSink {
    associatedtype Whitespace: WhitespaceSkipping

    /// Whether the text is a window of a stream of values, at whose end the loop stops, to go on in the next one.
    ///
    /// Zeros follow a window, where every token fails, so that the loop does not compare positions with `limit`. Other
    /// sinks have a single value and make more bytes readable in `refill`.
    static var isStream: Bool { get }

    /// The position of the loop: at a stop, at the beginning of the token that is not complete.
    var p: Cursor { get set }
    /// The last position from which the kernels may read ahead.
    var limit: Cursor { get }
    /// The address of `stringStops`.
    var classes: Cursor { get }
    var keepsLoneSurrogates: Bool { get }
    var maximumDepth: Int { get }
    var allowsTrailingCommas: Bool { get }

    /// What is expected next; not used unless `isStream` is true.
    var entry: TokenEntry { get set }
    /// The number of open containers; 0 between values.
    var depth: Int { get }
    /// Whether the innermost container is an object.
    var isObject: Bool { get }
    /// Whether the innermost container has no elements or members yet.
    var isEmpty: Bool { get }

    /// Notes why the loop stops, and returns `.stopped`.
    mutating func stop(_ reason: ScanFailure, at position: Cursor) -> TokenStep
    /// Makes more bytes readable at `p`.
    mutating func refill()
    /// Notes that the text has more than compact text: whitespace, or a trailing comma.
    func noteSpace()

    /// Finds the next value of a stream that is a container, and opens it; false if there is none in the window.
    mutating func beginRoot() -> Bool
    mutating func endRoot()
    /// Takes the bracket at `p` as the first byte of a value.
    mutating func open(_ bracket: UInt8, inObject: Bool)
    /// Takes the bracket at `p`, which ends the innermost container.
    mutating func close()
    /// An element, or the closing bracket, is expected.
    mutating func beginElement()
    mutating func take(key: StringKernel.Result)
    mutating func takeColon()
    /// Takes the string value at `p`; `takeScannedString` does it with `take(string:inObject:)`.
    mutating func takeString(inObject: Bool) -> TokenStep
    mutating func take(string: StringKernel.Result, inObject: Bool)
    mutating func take(number: NumberKernel.Result, inObject: Bool)
    mutating func take(literal kind: UInt64, length: Int, inObject: Bool)

    /// Skips the comment, or the whitespace that the options add, at `p`.
    mutating func skipRareSpace() -> TokenStep
    /// Takes a key that is not one of RFC 8259, or stops; `key` is the failure of a key in double quotes.
    mutating func takeRareKey(_ key: StringKernel.Result?) -> TokenStep
    mutating func takeRareString(_ string: StringKernel.Result, inObject: Bool) -> TokenStep
    mutating func takeRareNumber(_ number: NumberKernel.Result, inObject: Bool) -> TokenStep
    mutating func takeRareValue(inObject: Bool) -> TokenStep
    /// Whether a number may go on in the next window.
    func isCut(_ number: NumberKernel.Result) -> Bool
}

/// What is expected next in an element or member; an array has no keys and colons.
enum TokenEntry: UInt8 {
    /// A key or an element.
    case item = 0
    case colon
    case value
    /// A comma or the closing bracket.
    case after
}

/// What a step of the loop has led to.
enum TokenStep {
    /// The token has been taken, and `p` is after it.
    case taken
    /// `p` has moved over what is no token, and the step is to be repeated.
    case again
    /// The token is the opening bracket of a container, which has been opened.
    case opened
    /// The token is the closing bracket of the container, which has not been closed.
    case closed
    /// There is an error, or more bytes are needed.
    case stopped
    /// There is no such token.
    case none
}

extension TokenSink {
    /// Passes on the tokens of the container that is open, and, in a stream, of those after it.
    ///
    /// Members and elements have a half of the loop each, and each half a copy of the code for what follows a value, so that
    /// their branches are predicted separately: one half for both takes 13 % more instructions for `jsonq -c` over
    /// citm_catalog and 29 % more over canada.
    ///
    /// `_fastPath` marks the branches of compact text where that made the loop faster. Elsewhere it makes the compiler keep
    /// other variables in registers, and the loop slower. `p = p + 1` instead of `p += 1` avoids a coroutine.
    @inline(__always)
    mutating func runLoop() {
        // Each round enters a container: after its opening bracket, or, when a child has been completed and a comma
        // followed, at its next element or member. It ends with the container, or at a child's opening bracket.
        containers: while true {
            if Self.isStream, depth == 0, !beginRoot() { return }
            if isEmpty { skipToFirst() }
            inside: do {
                if isObject {
                    if isEmpty, p[0] == Byte.closeBrace { break inside }
                    members: while true {
                        key: while expects(.item) {
                            switch takeKey() {
                            case .again: continue key
                            case .closed: break inside
                            case .stopped: return
                            default: entry = .colon; break key
                            }
                        }
                        colon: while expects(.colon) {
                            switch takeColonAfterSpace() {
                            case .again: continue colon
                            case .stopped: return
                            default: entry = .value; break colon
                            }
                        }
                        value: while expects(.value) {
                            switch takeValue(inObject: true) {
                            case .again: continue value
                            case .opened: entry = .item; continue containers
                            case .stopped: return
                            default: entry = .after; break value
                            }
                        }
                        after: while true {
                            if _fastPath(p[0] == Byte.comma) { p = p + 1; entry = .item; continue members }
                            switch endOrSpace(Byte.closeBrace) {
                            case .again: continue after
                            case .closed: break inside
                            default: return
                            }
                        }
                    }
                } else {
                    if isEmpty, p[0] == Byte.closeBracket { break inside }
                    elements: while true {
                        beginElement()
                        value: while expects(.item) {
                            switch takeValue(inObject: false) {
                            case .again: continue value
                            case .opened: entry = .item; continue containers
                            case .closed: break inside
                            case .stopped: return
                            default: entry = .after; break value
                            }
                        }
                        after: while true {
                            if _fastPath(p[0] == Byte.comma) { p = p + 1; entry = .item; continue elements }
                            switch endOrSpace(Byte.closeBracket) {
                            case .again: continue after
                            case .closed: break inside
                            default: return
                            }
                        }
                    }
                }
            }

            // The container is complete, `p` at its closing bracket; so may be those around it.
            closing: while true {
                close()
                if depth == 0 {
                    endRoot()
                    if Self.isStream { continue containers }
                    return
                }
                entry = .after
                if isBeyondLimit { refill() }
                let bracket = isObject ? Byte.closeBrace : Byte.closeBracket
                after: while true {
                    if p[0] == Byte.comma { p = p + 1; entry = .item; continue containers }
                    switch endOrSpace(bracket) {
                    case .again: continue after
                    case .closed: continue closing
                    default: return
                    }
                }
            }
        }
    }

    @inline(__always)
    private func expects(_ entry: TokenEntry) -> Bool { !Self.isStream || self.entry == entry }

    @inline(__always)
    private var isBeyondLimit: Bool { !Self.isStream && p > limit }

    @inline(__always)
    private mutating func skipToFirst() {
        if p[0] <= Byte.space { noteSpace() }
        while true {
            p = Whitespace.skip(p, limit: limit)
            if !isBeyondLimit { return }
            refill()
        }
    }

    /// Skips what may be between two tokens; `.none` if `p` is at anything else.
    @inline(__always)
    private mutating func skipSpace() -> TokenStep {
        let q = Whitespace.skip(p, limit: limit)
        if !Self.isStream, q > limit { noteSpace(); p = q; refill(); return .again }
        if q != p { noteSpace(); p = q; return .again }
        return skipRareSpace()
    }

    /// Takes the key at `p`, or the closing bracket in its place.
    ///
    /// Transparent, as `takeValue`: with `@inline(__always)` the compiler did not inline it in any of the six loops, and scanning
    /// objects with short members took 20 % longer.
    @_transparent
    private mutating func takeKey() -> TokenStep {
        if p[0] != Byte.quote || isBeyondLimit {
            let q = Whitespace.skip(p, limit: limit)
            if q != p { noteSpace() }
            p = q
            if isBeyondLimit { refill(); return .again }
            if p[0] != Byte.quote {
                noteSpace()
                let space = skipRareSpace()
                if space != .none { return space }
                if p[0] != Byte.closeBrace { return takeRareKey(nil) }
                return isEmpty || allowsTrailingCommas ? .closed : stop(.trailingComma, at: p)
            }
        }
        let key = StringKernel.scanKey(
            p + 1, limit: limit, classes: classes, keepsLoneSurrogates: keepsLoneSurrogates)
        if key.failure != .none {
            if !Self.isStream, key.failure == .needsMore { refill(); return .again }
            return takeRareKey(key)
        }
        take(key: key)
        p = key.stop + 1
        return .taken
    }

    @inline(__always)
    private mutating func takeColonAfterSpace() -> TokenStep {
        if _fastPath(p[0] == Byte.colon) {
            p = p + 1
            takeColon()
            return .taken
        }
        let space = skipSpace()
        return space == .none ? stop(.expectedColon, at: p) : space
    }

    /// Takes the value at `p`; in an array, the closing bracket may be in its place.
    ///
    /// Transparent, because the compiler does not inline it twice otherwise: canada then takes 43 % more instructions.
    @_transparent
    private mutating func takeValue(inObject: Bool) -> TokenStep {
        if inObject {
            // A branch, which is predicted; the next token would have to wait for an addition of 0 or 1.
            if _slowPath(p[0] == Byte.space) { p = p + 1; noteSpace() }
        } else if isBeyondLimit {
            refill()
        }
        let byte = p[0]
        if inObject, byte == Byte.quote { return takeString(inObject: inObject) }
        if _fastPath(byte &- Byte.zero <= 9) || byte == Byte.minus {
            if !inObject, let end = NumberKernel.endOfShortInteger(p) {
                take(number: NumberKernel.Result(end, flags: TapeWord.integerFlag), inObject: inObject)
                p = end
                return .taken
            }
            let number = NumberKernel.scan(p, limit: limit)
            if number.failure != .none || isCut(number) {
                if !Self.isStream, number.failure == .needsMore { refill(); return .again }
                return takeRareNumber(number, inObject: inObject)
            }
            take(number: number, inObject: inObject)
            p = number.end
            return .taken
        }
        if byte == Byte.openBrace || byte == Byte.openBracket {
            if depth >= maximumDepth { return stop(.tooDeep, at: p) }
            open(byte, inObject: inObject)
            p = p + 1
            return .opened
        }
        if !inObject, byte == Byte.quote { return takeString(inObject: inObject) }
        let literal = Literal.scan(p)
        if literal.length != 0 {
            take(literal: literal.kind, length: literal.length, inObject: inObject)
            p = p + literal.length
            return .taken
        }
        let space = skipSpace()
        if space != .none { return space }
        if !inObject, byte == Byte.closeBracket {
            noteSpace()
            return isEmpty || allowsTrailingCommas ? .closed : stop(.trailingComma, at: p)
        }
        return takeRareValue(inObject: inObject)
    }

    @inline(__always)
    mutating func takeScannedString(inObject: Bool) -> TokenStep {
        let string = StringKernel.scanValue(p + 1, limit: limit, keepsLoneSurrogates: keepsLoneSurrogates)
        if string.failure != .none {
            if !Self.isStream, string.failure == .needsMore { refill(); return .again }
            return takeRareString(string, inObject: inObject)
        }
        take(string: string, inObject: inObject)
        p = string.stop + 1
        return .taken
    }

    /// Handles what follows a value if it is no comma.
    @inline(__always)
    private mutating func endOrSpace(_ bracket: UInt8) -> TokenStep {
        if p[0] == bracket { return .closed }
        let space = skipSpace()
        if space != .none { return space }
        return stop(bracket == Byte.closeBrace ? .expectedCommaOrBrace : .expectedCommaOrBracket, at: p)
    }
}
