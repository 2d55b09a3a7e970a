import CPeers
import Foundation

/// The bytes of a file, read straight into place so that reading leaves no second copy behind.
final class InputBuffer {
    let start: UnsafeMutableRawPointer
    /// Without the padding of zeros that follows.
    let count: Int

    private init(count: Int) {
        self.count = count
        start = .allocate(byteCount: count + Int(PEER_PADDING), alignment: 16)
        start.advanced(by: count).initializeMemory(as: UInt8.self, repeating: 0, count: Int(PEER_PADDING))
    }

    deinit {
        start.deallocate()
    }

    convenience init(copying bytes: [UInt8]) {
        self.init(count: bytes.count)
        UnsafeMutableRawBufferPointer(start: start, count: count).copyBytes(from: bytes)
    }

    convenience init(path: String) throws {
        let file = try FileHandle(forReadingFrom: URL(fileURLWithPath: path))
        self.init(count: Int(try file.seekToEnd()))
        try file.seek(toOffset: 0)
        var done = 0
        while done < count {
            let length = read(file.fileDescriptor, start + done, count - done)
            guard length > 0 else {
                throw PeerFailure.rejectedInput
            }
            done += length
        }
    }
}
