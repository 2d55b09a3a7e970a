internal import Foundation

/// What a body is read from. One thread at a time uses it, which may be kept waiting.
protocol BodySource: AnyObject {
    /// Whether bytes can be read again. If not, each call goes on where the one before ended.
    var isRepeatable: Bool { get }

    /// The bytes from an offset on: at least one and at most `count`, or none at the end.
    ///
    /// - Throws: ``UploadBodyError``.
    func read(_ count: Int, at offset: Int64) throws -> Data
}

/// The bytes of an `InputStream`, which can be read once.
///
/// What went wrong is never asked for: on Linux `streamError` ends the process where there is none.
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
            // SAFETY: the stream writes at most the memory's length.
            return stream.read(start, maxLength: memory.count)
        }
        guard read >= 0 else { throw UploadBodyError.streamUnreadable }
        return data.prefix(read)
    }
}
