/// The content so far of a string that has not ended.
struct PartialString: Equatable {
    private let start: Int
    private var end: Int
    /// The `TapeWord` flags of the content.
    private(set) var flags: UInt64 = 0

    init(contentAt offset: Int) { (start, end) = (offset, offset) }

    /// The offsets in the text of what is certain: no escape sequence, surrogate pair or scalar is cut off.
    var content: Range<Int> { start..<end }

    /// Goes on to the end of the text; true if the string ends there, or cannot go on.
    mutating func advance(in memory: PartialMemory, keepsLoneSurrogates: Bool) -> Bool {
        // SAFETY: zeros follow the text, and `end` is at the beginning of a scalar or an escape sequence.
        let text = UnsafePointer(memory.bytes.start)
        let limit = text + memory.byteCount
        while end < memory.byteCount {
            // A surrogate that seems to be alone may be followed by its other half.
            let found = StringKernel.scanRest(text + end, limit: limit, keepsLoneSurrogates: false)
            let stop = JSONPartialParser.Stop(reason: found.failure, at: Swift.min(found.stop - text, memory.byteCount))
            for byte in memory.text[end..<stop.at] {
                if byte >= 0x80 { flags |= TapeWord.nonASCIIFlag }
                if byte == Byte.backslash { flags |= TapeWord.escapedFlag }
            }
            end = stop.at
            if stop.reason == .none { return true }
            if PartialString.mayGoOn(stop, in: memory) { return false }
            if stop.reason != .loneSurrogate || !keepsLoneSurrogates { return true }
            flags |= TapeWord.escapedFlag
            end += 6
        }
        return false
    }

    /// Whether more text can make a token valid that failed.
    static func mayGoOn(_ stop: JSONPartialParser.Stop, in memory: PartialMemory) -> Bool {
        if stop.at >= memory.byteCount || stop.reason == .needsMore { return true }
        switch stop.reason {
        case .invalidUTF8:
            // SAFETY: the stop is before the end.
            let start = UnsafePointer(memory.bytes.start)
            if case .incomplete = UTF8Sequence(start + stop.at, end: start + memory.byteCount) { return true }
            return false
        case .invalidEscape, .invalidUnicodeEscape, .loneSurrogate:
            return JSONError.isTruncatedEscape(stop.reason, at: stop.at, in: memory.text)
        default: return false
        }
    }
}
