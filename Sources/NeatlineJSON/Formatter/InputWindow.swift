/// The part of a stream that is in memory, for the streaming formatter.
///
/// ```
///  memory         cursor              end         capacity      + padding
///  |  kept        |  to be formatted  |  zeroes, free space     |
/// ```
///
/// A token that is truncated at `end` waits there for its rest; see `awaitRest(of:)`.
///
/// Some of the formatted text stays in memory, so that an error can show the text before its position. At least `readAhead`
/// zeros follow `end`, so `end` is a valid `limit` for every kernel, and no kernel reads beyond the zeros.
struct InputWindow: ~Copyable {
    /// The number of zeros after `end`.
    static let padding = readAhead * 2
    /// The least number of bytes before `cursor` that are kept; an excerpt shows fewer.
    private static let keptCount = 256
    /// The least number of bytes of space for a read.
    static let chunkSize = 128 << 10
    /// An error less than this number of bytes before `end` waits for more input, which its excerpt shows.
    private static let uncertainCount = 128
    /// A token that is truncated at `end` may fail up to this number of bytes before it: `\ud83d\ude0` has 11 bytes.
    private static let cutCount = 16
    /// The size in bytes from which on a truncated token is not scanned again for each read.
    private static let longToken = 256

    private var memory: UnsafeMutablePointer<UInt8>
    private var capacity: Int
    /// The window's own memory while it is that of a block.
    private var own: (memory: UnsafeMutablePointer<UInt8>, capacity: Int)?
    private(set) var endOffset = 0
    private(set) var cursorOffset = 0
    /// The extent of the stream before `countedOffset`.
    private var counted = SourcePosition.Consumed()
    private var countedOffset = 0
    /// The offset of the mark while its text is in memory.
    private var markOffset = 0
    /// The extent of the stream before the mark; nil while the lines before it have not been counted.
    private var beforeMark: SourcePosition.Consumed?
    /// The number of bytes after the cursor that must be in memory before the token there is scanned again.
    private var awaitedCount = 0
    /// The number of bytes of the string or number at the cursor that are known to be valid; 0 if that is not known.
    private var scannedCount = 0

    init() {
        capacity = InputWindow.chunkSize * 2
        memory = .allocate(capacity: capacity + InputWindow.padding)
        memory.initialize(repeating: 0, count: InputWindow.padding)
    }

    deinit {
        (own?.memory ?? memory).deallocate()
    }

    @inline(__always)
    var cursor: Cursor { UnsafePointer(memory + cursorOffset) }
    @inline(__always)
    var end: Cursor { UnsafePointer(memory + endOffset) }
    /// All text in memory, including the text that has been formatted.
    var text: UnsafeBufferPointer<UInt8> { UnsafeBufferPointer(start: memory, count: endOffset) }
    /// The number of bytes that have not been formatted.
    var remainingCount: Int { endOffset - cursorOffset }

    /// Notes that the bytes before `cursor` have been formatted.
    @inline(__always)
    mutating func advance(to cursor: Cursor) {
        cursorOffset = cursor - UnsafePointer(memory)
        assert((0...endOffset).contains(cursorOffset))
    }

    /// Skips the text up to the next `byte`; false, after skipping all text, if there is none.
    mutating func advance(toNext byte: UInt8) -> Bool {
        let found = text[cursorOffset...].firstIndex(of: byte)
        cursorOffset = found ?? endOffset
        return found != nil
    }

    func offset(of cursor: Cursor) -> Int {
        assert(cursor >= UnsafePointer(memory) && cursor <= end + readAhead)
        return cursor - UnsafePointer(memory)
    }

    /// Text around a position, and the extent of the stream before that text.
    struct Context {
        var text: UnsafeBufferPointer<UInt8>
        /// The position in `text`.
        var offset: Int
        var before: SourcePosition.Consumed
    }

    /// The text around `position` for the excerpt of an error; valid until the window is filled.
    ///
    /// - Complexity: O(*n*) in the bytes after the position of the last call.
    mutating func context(of position: Cursor) -> Context {
        let offset = offset(of: position)
        countLines(upTo: offset - InputWindow.keptCount)
        return Context(
            text: UnsafeBufferPointer(rebasing: text[countedOffset...]), offset: offset - countedOffset,
            before: counted)
    }

    private mutating func countLines(upTo offset: Int) {
        assert(offset <= endOffset)
        if offset <= countedOffset { return }
        if beforeMark == nil, markOffset < offset {
            count(upTo: markOffset)
            beforeMark = counted
        }
        count(upTo: offset)
    }

    private mutating func count(upTo offset: Int) {
        counted.add(UnsafeBufferPointer(rebasing: text[countedOffset..<offset]))
        countedOffset = offset
    }

    /// Remembers a position, at or after the cursor, until another one is marked.
    @inline(__always)
    mutating func mark(_ position: Cursor) {
        markOffset = offset(of: position)
        beforeMark = nil
        assert(countedOffset <= markOffset)
    }

    /// The place of the mark; valid until the window is filled.
    var markOrigin: ValueOrigin {
        if let beforeMark { return ValueOrigin(before: beforeMark, text: UnsafeBufferPointer(rebasing: text[..<0])) }
        return ValueOrigin(before: counted, text: UnsafeBufferPointer(rebasing: text[countedOffset..<markOffset]))
    }

    /// Whether zeros follow the end, which all kernels rely on; for assertions.
    var isPadded: Bool { UnsafeBufferPointer(start: end, count: InputWindow.padding).allSatisfy { $0 == 0 } }

    /// Lets `body` write at `end`; it returns how many bytes it wrote.
    mutating func fill<E: Error>(_ body: (UnsafeMutableRawBufferPointer) throws(E) -> Int) throws(E) -> Int {
        makeRoom(Swift.max(awaitedCount - remainingCount, InputWindow.chunkSize))
        let space = UnsafeMutableRawBufferPointer(start: memory + endOffset, count: capacity - endOffset)
        // SAFETY: the space lies in `memory`; whatever `body` wrote, `padding` zeroes follow the count it returned.
        let count: Int
        do throws(E) {
            count = try body(space)
        } catch {
            (memory + endOffset).update(repeating: 0, count: InputWindow.padding)
            throw error
        }
        precondition((0...space.count).contains(count), "more bytes than there was space for")
        endOffset += count
        (memory + endOffset).update(repeating: 0, count: InputWindow.padding)
        return count
    }

    private mutating func makeRoom(_ count: Int) {
        assert(own == nil, "the memory of a block is not filled")
        if capacity - endOffset >= count { return }
        let kept = Swift.min(cursorOffset, InputWindow.keptCount)
        let dropped = cursorOffset - kept
        countLines(upTo: dropped)
        countedOffset -= dropped
        markOffset -= dropped
        let used = endOffset - dropped
        if capacity - used >= count {
            // SAFETY: both ranges lie in `memory`; `update` allows them to overlap.
            memory.update(from: memory + dropped, count: used)
        } else {
            let larger = Swift.max(capacity * 2, used + count)
            let copy = UnsafeMutablePointer<UInt8>.allocate(capacity: larger + InputWindow.padding)
            copy.initialize(from: memory + dropped, count: used)
            memory.deallocate()
            memory = copy
            capacity = larger
        }
        endOffset = used
        cursorOffset = kept
        assert(cursorOffset <= endOffset && capacity - endOffset >= count)
    }
}

// Parts of a stream that other windows have contained.
extension InputWindow {
    /// Begins with a part from the middle of a stream.
    ///
    /// The window only reads it; the memory must be there until the window is used for something else.
    ///
    /// - Parameters:
    ///   - text: the text, after which there are `padding` zeros.
    ///   - count: the number of its bytes.
    mutating func restart(over text: UnsafeMutablePointer<UInt8>, count: Int) {
        own = own ?? (memory, capacity)
        memory = text
        capacity = count
        endOffset = count
        cursorOffset = 0
        counted = .inside
        countedOffset = 0
        markOffset = 0
        beforeMark = nil
        awaitedCount = 0
        scannedCount = 0
        assert(isPadded)
    }

    /// The extent of all text since `restart(over:count:)`.
    mutating func readExtent() -> StreamPart.Extent {
        countLines(upTo: endOffset - InputWindow.keptCount)
        return StreamPart.Extent(beforeTail: counted, tail: Array(text[countedOffset...]))
    }

    /// Goes on after a part of the stream that another window has contained. All text in memory has been formatted.
    mutating func skip(_ extent: StreamPart.Extent) {
        assert(remainingCount == 0)
        if extent.beforeTail == .inside {
            // An error shows text before a part that is this short, too.
            _ = fill { space in
                space.copyBytes(from: extent.tail)
                return extent.tail.count
            }
            cursorOffset = endOffset
            return
        }
        if beforeMark == nil {
            count(upTo: markOffset)
            beforeMark = counted
        }
        count(upTo: endOffset)
        counted.append(extent.beforeTail)
        // SAFETY: the tail has at most `keptCount` bytes, which fit in `memory` with the zeros after them.
        assert(extent.tail.count <= InputWindow.keptCount)
        extent.tail.withUnsafeBufferPointer { tail in
            if let first = tail.baseAddress { memory.update(from: first, count: tail.count) }
        }
        endOffset = extent.tail.count
        cursorOffset = endOffset
        countedOffset = 0
        markOffset = 0
        (memory + endOffset).update(repeating: 0, count: InputWindow.padding)
    }
}

// Tokens that are truncated at the end of the window: each byte is scanned a bounded number of times for any split of the
// stream.
extension InputWindow {
    /// Makes the window wait for the rest of the token at the cursor; false if the stop is an error that more input cannot
    /// change.
    ///
    /// The token is scanned again when a quarter more of it has arrived, so the scans add up to about five times its size. A
    /// string is not scanned again, but from the last byte known to be valid, and a number when more than digits have come.
    mutating func awaitRest(of stop: JSONStreamFormatter.Stop) -> Bool {
        let certain = end - stop.at
        let remaining = remainingCount
        if stop.reason != .needsMore {
            if certain >= InputWindow.uncertainCount { return false }
            if certain >= InputWindow.cutCount {
                awaitedCount = remaining - certain + InputWindow.uncertainCount
                return true
            }
        }
        if remaining < InputWindow.longToken { return true }
        if cursor[0] == Byte.quote, stop.at > cursor, certain < InputWindow.cutCount {
            scannedCount = stop.at - cursor - 1
        } else if InputWindow.isNumber(cursor[0]) {
            scannedCount = remaining
        } else {
            awaitedCount = remaining + remaining / 4
        }
        return true
    }

    private static func isNumber(_ first: UInt8) -> Bool {
        Byte.isDigit(first) || first == Byte.minus || first == UInt8(ascii: "+") || first == UInt8(ascii: ".")
    }

    /// Whether the token at the cursor may be complete and must be scanned again.
    mutating func mayGoOn(keepsLoneSurrogates: Bool) -> Bool {
        if remainingCount < awaitedCount { return false }
        awaitedCount = 0
        if scannedCount == 0 { return true }
        if InputWindow.isNumber(cursor[0]) {
            // Hexadecimal digits, too, may go on with it.
            // SAFETY: `awaitRest` saw that many bytes, as below.
            let rest = UnsafeBufferPointer(start: cursor + scannedCount, count: remainingCount - scannedCount)
            let goesOn = rest.allSatisfy { Byte.hexValue($0) != nil }
            scannedCount = goesOn ? remainingCount : 0
            return !goesOn
        }
        assert(scannedCount < remainingCount)
        // SAFETY: `awaitRest` saw that many valid bytes after the quote; the window only grows until the cursor advances.
        let string = StringKernel.scanRest(
            cursor + 1 + scannedCount, limit: end, keepsLoneSurrogates: keepsLoneSurrogates)
        if string.failure == .none || end - string.stop >= InputWindow.cutCount {
            scannedCount = 0
            return true
        }
        scannedCount = string.stop - cursor - 1
        return false
    }
}
