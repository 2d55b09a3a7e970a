/// The part of a stream that is in memory.
///
/// ```
///  memory         cursor              end         capacity      + padding
///  |  kept        |  to be formatted  |  zeroes, free space     |
/// ```
///
/// What was formatted stays for a while, so that an error can show the text before its place. At least `readAhead`
/// zeroes stand after `end`, so `end` is a valid `limit` for every kernel and no kernel goes beyond it.
struct InputWindow: ~Copyable {
    private static let padding = readAhead * 2
    /// How much of the text before `cursor` is kept at least: more than an excerpt shows.
    private static let keptCount = 256
    /// How much space a read is given at least.
    static let chunkSize = 128 << 10

    private var memory: UnsafeMutablePointer<UInt8>
    private var capacity: Int
    private(set) var endOffset = 0
    private(set) var cursorOffset = 0
    /// How much of the stream was there before `memory`.
    private(set) var consumed = SourcePosition.Consumed()

    init() {
        capacity = InputWindow.chunkSize * 2
        memory = .allocate(capacity: capacity + InputWindow.padding)
        memory.initialize(repeating: 0, count: InputWindow.padding)
    }

    deinit {
        memory.deallocate()
    }

    @inline(__always)
    var cursor: Cursor { UnsafePointer(memory + cursorOffset) }
    @inline(__always)
    var end: Cursor { UnsafePointer(memory + endOffset) }
    /// Everything in memory, including what was formatted.
    var text: UnsafeBufferPointer<UInt8> { UnsafeBufferPointer(start: memory, count: endOffset) }
    /// How many bytes are still to be formatted.
    var remainingCount: Int { endOffset - cursorOffset }

    /// The bytes before `cursor` have been formatted.
    @inline(__always)
    mutating func advance(to cursor: Cursor) {
        cursorOffset = cursor - UnsafePointer(memory)
        assert(cursorOffset <= endOffset)
    }

    /// Passes over everything up to the next `byte`; false, and all is passed over, if it is not there.
    mutating func advance(toNext byte: UInt8) -> Bool {
        let found = text[cursorOffset...].firstIndex(of: byte)
        cursorOffset = found ?? endOffset
        return found != nil
    }

    func offset(of cursor: Cursor) -> Int { cursor - UnsafePointer(memory) }

    /// Lets `body` write at `end`; it returns how many bytes it wrote.
    mutating func fill<E: Error>(
        minimumCapacity: Int, _ body: (UnsafeMutableRawBufferPointer) throws(E) -> Int
    ) throws(E) -> Int {
        makeRoom(Swift.max(minimumCapacity, InputWindow.chunkSize))
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
        if capacity - endOffset >= count { return }
        let kept = Swift.min(cursorOffset, InputWindow.keptCount)
        let dropped = cursorOffset - kept
        consumed.add(UnsafeBufferPointer(start: memory, count: dropped))
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
    }
}
