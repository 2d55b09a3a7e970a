// Memory for output, and the line breaks and margins written to it.

/// A position in the bytes being written.
typealias OutputCursor = UnsafeMutablePointer<UInt8>

/// A buffer for output: in memory that grows, or with a sink that receives it in chunks, so that memory stays constant.
///
/// ```
///  start            cursor                end        + slack
///  |  written       |  room               |  stores may overrun  |
/// ```
///
/// After `reserve(n)`, `n` bytes may be written from `cursor` on and stores may touch `slack` bytes more, so that code
/// can store whole vectors. Hot loops keep `cursor` and `end` in local variables:
///
/// ```swift
/// var out = buffer.cursor
/// if buffer.end - out < count { out = buffer.makeRoom(count, at: out) }
/// ```
///
/// The functions do not throw: an error of the sink is stored in `sinkError`, and later output is discarded. The owner of the
/// buffer throws the error from its public functions.
struct OutputBuffer: ~Copyable {
    typealias Sink = (UnsafeRawBufferPointer) throws -> Void

    /// The number of bytes after the reserved ones that stores may change.
    static let slack = 64
    /// The number of bytes that a sink receives at once.
    static let chunkSize = 128 << 10

    private(set) var start: OutputCursor
    var cursor: OutputCursor
    /// The end of the room, after which the memory has `slack` more bytes.
    private(set) var end: OutputCursor
    /// False while the bytes are in memory borrowed by `bytes(estimatedCount:_:)`.
    private var ownsMemory: Bool
    /// The memory, if it is to be recycled.
    private var recycled: TapeBuffer?
    /// The capacity for recycled memory that is more than the first: the number of bytes that were in the buffer before.
    private var preferredCapacity = 0
    private let sink: Sink?
    /// The first error that the sink threw.
    private(set) var sinkError: (any Error)?
    /// The number of bytes that the sink has received.
    private(set) var flushedCount = 0
    /// The end of the last complete value; nil if a part of the next one went to the sink.
    private var completed: OutputCursor?
    /// The size up to which an incomplete value is kept from the sink; 0 if values are not told apart.
    private let heldLimit: Int

    /// Creates a buffer that grows.
    init(capacity: Int) {
        start = .allocate(capacity: Swift.max(capacity, 0) + OutputBuffer.slack)
        cursor = start
        end = start + Swift.max(capacity, 0)
        ownsMemory = true
        sink = nil
        heldLimit = 0
    }

    /// Creates a buffer that grows, in recycled memory: page faults of new memory cost more than writing.
    init(recyclingCapacity capacity: Int) {
        let memory = TapeBuffer(estimatedWords: Swift.max(capacity, OutputBuffer.slack) / 4)
        start = OutputBuffer.bytes(of: memory)
        cursor = start
        end = start + (memory.capacity * 8 - OutputBuffer.slack)
        recycled = memory
        ownsMemory = false
        sink = nil
        heldLimit = 0
    }

    /// The memory of a tape, as bytes.
    private static func bytes(of memory: TapeBuffer) -> OutputCursor {
        // SAFETY: nothing is stored in the words while the buffer has them, so the memory can be bound to bytes.
        UnsafeMutableRawPointer(memory.words).bindMemory(to: UInt8.self, capacity: memory.capacity * 8)
    }

    /// Creates a buffer that passes its bytes to a sink when it is full.
    ///
    /// - Parameters:
    ///   - chunkSize: how many bytes go to the sink at once, unless less than a value would.
    ///   - heldLimit: the size up to which a value goes to the sink only when `complete(at:)` has been called for it. Up to
    ///     `chunkSize` that costs nothing; larger values need memory that the process has not touched yet, which costs more
    ///     than the writing.
    ///   - sink: takes the bytes.
    init(chunkSize: Int = OutputBuffer.chunkSize, heldLimit: Int = 0, sink: @escaping Sink) {
        start = .allocate(capacity: chunkSize + OutputBuffer.slack)
        cursor = start
        end = start + chunkSize
        ownsMemory = true
        self.heldLimit = heldLimit
        self.sink = sink
        completed = start
    }

    private init(borrowed: UnsafeMutableBufferPointer<UInt8>) {
        // SAFETY: `bytes(estimatedCount:_:)` lends `slack` bytes at least, so the buffer has an address.
        assert(borrowed.count >= OutputBuffer.slack)
        start = borrowed.baseAddress!
        cursor = start
        end = start + (borrowed.count - OutputBuffer.slack)
        ownsMemory = false
        sink = nil
        heldLimit = 0
    }

    /// Removes all bytes. Recycled memory of more than `kept` bytes is given back; when the buffer grows next, it has
    /// room for as many bytes as now.
    mutating func removeAll(keeping kept: Int, initialCapacity: Int) {
        if end - start > kept, recycled != nil {
            // Not the capacity, which would grow each time, because memory may be larger than what was asked for.
            let count = count
            self = OutputBuffer(recyclingCapacity: initialCapacity)
            preferredCapacity = count
        } else {
            cursor = start
        }
    }

    deinit {
        if ownsMemory { start.deallocate() }
        recycled?.release()
    }

    /// The number of bytes in the buffer, without those that the sink has received.
    var count: Int { cursor - start }

    @inline(__always)
    mutating func reserve(_ count: Int) {
        assert(count >= 0 && isInside(cursor))
        if end - cursor < count { cursor = makeRoom(count, at: cursor) }
    }

    /// Makes room for `count` bytes after `out`, the end of the caller's output.
    ///
    /// - Returns: the position at which to continue. `end` has changed, too.
    @inline(never)
    mutating func makeRoom(_ count: Int, at out: OutputCursor) -> OutputCursor {
        assert(count >= 0 && isInside(out))
        cursor = out
        if sink != nil {
            if heldLimit == 0 || !holdBack(count) { flush() }
            if end - cursor < count { move(toCapacity: count) }
        } else {
            let capacity = end - start
            move(toCapacity: Swift.max(capacity + capacity / 2, out - start + count) + 256)
        }
        assert(end - cursor >= count)
        return cursor
    }

    /// Makes room while the incomplete value stays in the buffer; false if it is too large for that.
    private mutating func holdBack(_ count: Int) -> Bool {
        flushCompleted()
        if end - cursor >= count { return true }
        let needed = self.count + count
        if needed > heldLimit { return false }
        move(toCapacity: Swift.min(Swift.max(2 * (end - start), needed), heldLimit))
        return true
    }

    /// Notes that the value that ends at `out`, where the caller has come to, is complete.
    @inline(__always)
    mutating func complete(at out: OutputCursor) { completed = out }

    /// Hands the complete values to the sink.
    mutating func flushCompleted() {
        guard let completed, completed > start else { return }
        let rest = cursor - completed
        // SAFETY: the bytes up to `completed` and the `rest` after it are initialized; `update` allows the ranges to overlap.
        cursor = completed
        flush()
        start.update(from: completed, count: rest)
        cursor = start + rest
    }

    /// Gives up what was written of an incomplete value, if values are told apart and no part of it went to the sink yet.
    mutating func dropIncomplete() {
        if heldLimit > 0, let completed { cursor = completed }
    }

    /// Whether an incomplete value is kept from the sink.
    var holdsIncomplete: Bool { heldLimit > 0 && completed != nil }

    /// Gives up all output and errors so far.
    ///
    /// - Parameter isInside: whether what comes belongs to a value that has begun before, and need not be kept from the sink.
    mutating func restart(isInside: Bool) {
        cursor = start
        completed = isInside ? nil : start
        sinkError = nil
    }

    /// Whether output may end at `out`, which may be in the slack; for assertions.
    func isInside(_ out: OutputCursor) -> Bool { out >= start && out <= end + OutputBuffer.slack }

    private mutating func move(toCapacity capacity: Int) {
        if let old = recycled {
            let capacity = Swift.max(capacity, preferredCapacity)
            let memory = TapeBuffer(estimatedWords: (capacity + OutputBuffer.slack) / 4)
            let used = count
            // SAFETY: `used` bytes from `start` on are initialized; the new memory has at least half of the words that
            // were asked for, which is room for `capacity` bytes and the slack.
            start = OutputBuffer.bytes(of: memory)
            start.update(from: OutputBuffer.bytes(of: old), count: used)
            old.release()
            recycled = memory
            cursor = start + used
            end = start + (memory.capacity * 8 - OutputBuffer.slack)
            return
        }
        let memory = OutputCursor.allocate(capacity: capacity + OutputBuffer.slack)
        let used = count
        // SAFETY: `used` bytes from `start` on are initialized, and fit in the larger memory.
        memory.update(from: start, count: used)
        completed = completed.map { memory + ($0 - start) }
        if ownsMemory { start.deallocate() }
        ownsMemory = true
        start = memory
        cursor = memory + used
        end = memory + capacity
    }

    /// Passes all bytes to the sink, if there is one.
    mutating func flush() {
        assert(isInside(cursor))
        guard let sink, cursor > start else { return }
        if sinkError == nil {
            do {
                try sink(UnsafeRawBufferPointer(start: start, count: count))
                flushedCount += count
            } catch {
                sinkError = error
            }
        }
        completed = completed == cursor ? start : nil
        cursor = start
    }

    @inline(__always)
    mutating func append(_ byte: UInt8) {
        reserve(1)
        // SAFETY: room has been made for it.
        cursor[0] = byte
        cursor += 1
    }

    mutating func append(_ bytes: UnsafeBufferPointer<UInt8>) {
        guard let first = bytes.baseAddress else { return }
        reserve(bytes.count)
        // SAFETY: room has been made for all of them.
        cursor.update(from: first, count: bytes.count)
        cursor += bytes.count
    }

    mutating func append(_ text: StaticString) {
        // SAFETY: only literals of several ASCII characters are passed, which have a pointer.
        append(UnsafeBufferPointer(start: text.utf8Start, count: text.utf8CodeUnitCount))
    }

    mutating func append(_ text: String) {
        var text = text
        text.withUTF8 { append($0) }
    }

    /// The largest estimated size in bytes of a text that is written to 1 KB of the stack first: allocating an array that is
    /// filled later takes more instructions than copying that many bytes.
    private static let shortCount = 1024 - slack

    /// Returns the output of `body` as an array.
    ///
    /// The bytes of a long text are written into the array itself, and copied only if they are more than `estimatedCount`.
    static func bytes<E: Error>(
        estimatedCount: Int, _ body: (inout OutputBuffer) throws(E) -> Void
    ) throws(E) -> [UInt8] {
        if estimatedCount <= shortCount { return try onStack({ Array($0) }, body) }
        var failure: E?
        var moved: [UInt8]?
        let array = [UInt8](unsafeUninitializedCapacity: estimatedCount + slack) { memory, count in
            var buffer = OutputBuffer(borrowed: memory)
            do throws(E) {
                try body(&buffer)
            } catch {
                failure = error
                return
            }
            if buffer.ownsMemory {
                moved = [UInt8](buffer.written)
            } else {
                count = buffer.count
            }
        }
        if let failure { throw failure }
        return moved ?? array
    }

    /// Returns the output of `body`, which is UTF-8, as a string.
    static func string<E: Error>(
        estimatedCount: Int, _ body: (inout OutputBuffer) throws(E) -> Void
    ) throws(E) -> String {
        if estimatedCount <= shortCount { return try onStack(StringDecoder.validString, body) }
        var buffer = OutputBuffer(recyclingCapacity: estimatedCount)
        try body(&buffer)
        return StringDecoder.validString(buffer.written)
    }

    /// Calls `use` with the output of `body`, which is written on the stack, unless it is long.
    @inline(__always)
    private static func onStack<Value, E: Error>(
        _ use: (UnsafeBufferPointer<UInt8>) -> Value, _ body: (inout OutputBuffer) throws(E) -> Void
    ) throws(E) -> Value {
        try withUnsafeTemporaryAllocation(of: UInt8.self, capacity: shortCount + slack) { memory throws(E) in
            var buffer = OutputBuffer(borrowed: memory)
            try body(&buffer)
            return use(buffer.written)
        }
    }

    /// The bytes in the buffer, valid until it changes.
    private var written: UnsafeBufferPointer<UInt8> {
        // SAFETY: `count` bytes have been written.
        UnsafeBufferPointer(start: start, count: count)
    }
}

extension OutputCursor {
    // SAFETY (all stores): the caller has reserved the bytes, or they lie in the buffer's slack.
    @inline(__always)
    func store(_ bytes: SIMD16<Int8>) {
        UnsafeMutableRawPointer(self).storeBytes(of: bytes, as: SIMD16<Int8>.self)
    }

    @inline(__always)
    func store(_ bytes: UInt64) {
        UnsafeMutableRawPointer(self).storeBytes(of: bytes.littleEndian, as: UInt64.self)
    }

    @inline(__always)
    func store(_ bytes: UInt32) {
        UnsafeMutableRawPointer(self).storeBytes(of: bytes.littleEndian, as: UInt32.self)
    }

    @inline(__always)
    func store(_ bytes: UInt16) {
        UnsafeMutableRawPointer(self).storeBytes(of: bytes.littleEndian, as: UInt16.self)
    }
}

/// Writes the line breaks and margins of indented output.
struct Indentation {
    /// The number of bytes for each level.
    let width: Int
    /// The byte that margins consist of: a space or a tab.
    private let fill: UInt8
    /// Whether the output has no line breaks.
    let isNone: Bool

    init(_ style: JSONWritingOptions.Indentation) {
        (fill, width) = style.unit
        isNone = !style.breaksLines
    }

    /// Writes a line feed and a margin of `margin` bytes, for which the caller has reserved room.
    @inline(__always)
    func breakLine(_ out: OutputCursor, _ margin: Int) -> OutputCursor {
        assert(margin >= 0)
        out[0] = Byte.lineFeed
        let start = out + 1
        let fills = SIMD16<Int8>(repeating: Int8(bitPattern: fill))
        // SAFETY: stores may overrun the room by `OutputBuffer.slack` bytes.
        start.store(fills)
        var offset = 16
        while offset < margin {
            (start + offset).store(fills)
            offset &+= 16
        }
        return start + margin
    }

    /// Writes a line feed and the margin of `level`, unless the output has no line breaks.
    func breakLine(_ buffer: inout OutputBuffer, level: Int) {
        breakLine(&buffer, margin: level * width)
    }

    /// Writes a line feed and a margin of `margin` bytes, unless the output has no line breaks.
    func breakLine(_ buffer: inout OutputBuffer, margin: Int) {
        if isNone { return }
        buffer.reserve(margin + 1)
        buffer.cursor = breakLine(buffer.cursor, margin)
    }
}
