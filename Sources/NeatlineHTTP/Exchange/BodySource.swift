internal import Foundation

/// A type that provides the bytes of a body. It is used by one thread at a time, and may block.
protocol BodySource: AnyObject {
    /// Whether bytes can be read again. If not, each call continues where the one before ended.
    var isRepeatable: Bool { get }

    /// Reads bytes from an offset: at least one and at most `count`, or none at the end.
    ///
    /// - Throws: ``UploadBodyError``.
    func read(_ count: Int, at offset: Int64) throws -> Data
}

/// The bytes of an `InputStream`, which can be read once.
///
/// `streamError` is not accessed: on Linux it terminates the process if there is no error.
final class InputStreamSource: BodySource {
    private let stream: InputStream

    init(_ stream: InputStream) { self.stream = stream }

    deinit { stream.close() }

    var isRepeatable: Bool { false }

    func read(_ count: Int, at offset: Int64) throws -> Data {
        switch stream.streamStatus {
        case .notOpen: stream.open()
        case .closed: throw UploadBodyError.streamAlreadyRead
        default: break
        }
        var data = Data(count: count)
        let read = data.withUnsafeMutableBytes { memory in
            guard let start = memory.bindMemory(to: UInt8.self).baseAddress else { return 0 }
            // SAFETY: the stream writes at most as many bytes as the buffer has.
            return stream.read(start, maxLength: memory.count)
        }
        guard read >= 0 else { throw UploadBodyError.streamUnreadable }
        return data.prefix(read)
    }
}
