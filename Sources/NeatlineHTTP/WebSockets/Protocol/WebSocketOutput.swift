/// The bytes that a connection is to send: frames are appended at the end, and sent bytes removed from the beginning.
///
/// A class that owns its memory, so that frames are written and masked where they are sent from.
final class WebSocketOutput {
    private var memory: UnsafeMutableRawBufferPointer
    private var start = 0
    private var end = 0

    init() { memory = .allocate(byteCount: 4096, alignment: 16) }

    deinit { memory.deallocate() }

    /// The number of bytes that wait.
    var count: Int { end - start }

    var isEmpty: Bool { start == end }

    /// The bytes that wait, valid until the buffer is changed.
    var bytes: UnsafeRawBufferPointer { UnsafeRawBufferPointer(rebasing: memory[start..<end]) }

    /// Removes bytes from the beginning.
    func removeFirst(_ count: Int) {
        precondition(count <= self.count)
        start += count
        if start < end { return }
        (start, end) = (0, 0)
        // Memory for a large message is not kept for the small ones that follow.
        if memory.count > Self.keptCapacity { replaceMemory(byteCount: Self.keptCapacity) }
    }

    private static let keptCapacity = 1 << 18

    func append(_ bytes: UnsafeRawBufferPointer) {
        reserve(bytes.count)
        UnsafeMutableRawBufferPointer(rebasing: memory[end...]).copyMemory(from: bytes)
        end += bytes.count
    }

    func append(_ bytes: [UInt8]) { bytes.withUnsafeBytes { append($0) } }

    /// Appends a frame, whose payload is masked if the head has a key.
    func append(_ head: WebSocketFrameHead, _ payload: UnsafeRawBufferPointer) {
        reserve(WebSocketFrameHead.maximumSize + payload.count)
        end += head.write(to: UnsafeMutableRawBufferPointer(rebasing: memory[end...]))
        let target = UnsafeMutableRawBufferPointer(rebasing: memory[end..<end + payload.count])
        if let mask = head.mask {
            WebSocketMasking.copy(payload, to: target, key: mask, offset: 0)
        } else {
            target.copyMemory(from: payload)
        }
        end += payload.count
    }

    private func reserve(_ room: Int) {
        if memory.count - end >= room { return }
        if memory.count - count >= room, start >= memory.count / 2 {
            // Copying within the memory allows the ranges to overlap.
            memory.copyMemory(from: bytes)
            (start, end) = (0, count)
            return
        }
        replaceMemory(byteCount: max(memory.count * 2, count + room))
    }

    private func replaceMemory(byteCount: Int) {
        let new = UnsafeMutableRawBufferPointer.allocate(byteCount: byteCount, alignment: 16)
        new.copyMemory(from: bytes)
        memory.deallocate()
        memory = new
        (start, end) = (0, count)
    }
}
