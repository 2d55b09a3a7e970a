import CPeers
import Foundation

/// Where an input comes from. It is copied straight into the place where a peer wants it, so that the input is held once
/// and no freed second copy is left for a peer's allocations to reuse.
enum InputSource {
    case bytes([UInt8])
    case file(FileHandle, count: Int)

    /// The input is a whole file.
    init(path: String) throws {
        let file = try FileHandle(forReadingFrom: URL(fileURLWithPath: path))
        let count = Int(try file.seekToEnd())
        try file.seek(toOffset: 0)
        self = .file(file, count: count)
    }

    var count: Int {
        switch self {
        case .bytes(let bytes): bytes.count
        case .file(_, let count): count
        }
    }

    /// Fills a buffer of `count` bytes.
    func copy(to buffer: UnsafeMutableRawBufferPointer) throws {
        switch self {
        case .bytes(let bytes):
            buffer.copyBytes(from: bytes)
        case .file(let file, let count):
            var done = 0
            while done < count, let start = buffer.baseAddress {
                let length = read(file.fileDescriptor, start + done, count - done)
                guard length > 0 else {
                    throw PeerFailure.rejectedInput
                }
                done += length
            }
        }
    }

    func array() throws -> [UInt8] {
        try [UInt8](unsafeUninitializedCapacity: count) { buffer, initializedCount in
            try copy(to: UnsafeMutableRawBufferPointer(buffer))
            initializedCount = count
        }
    }
}

/// Bytes at a fixed address, followed by padding.
final class InputBuffer {
    let start: UnsafeMutableRawPointer
    /// Without the `PEER_PADDING` zeros that follow.
    let count: Int

    init(_ source: InputSource) throws {
        count = source.count
        start = .allocate(byteCount: count + Int(PEER_PADDING), alignment: 16)
        start.advanced(by: count).initializeMemory(as: UInt8.self, repeating: 0, count: Int(PEER_PADDING))
        try source.copy(to: UnsafeMutableRawBufferPointer(start: start, count: count))
    }

    deinit {
        start.deallocate()
    }
}
