public import Foundation
public import NeatlineFoundation
internal import NeatlineSystem

/// A body source that reads a file whose length must not change.
///
/// The file is open only while it is read, so that many uploads may be queued.
final class FileSource: BodySource {
    private let url: URL
    private var file: ReadableFile?
    /// The length of the file in bytes.
    let length: Int64

    /// Creates a source with the current length of a file.
    ///
    /// - Throws: ``UploadBodyError`` if the URL is not that of a readable regular file.
    convenience init(_ url: URL) throws(UploadBodyError) {
        self.init(url, length: try ReadableFile(url).length())
    }

    /// Creates a source.
    ///
    /// - Parameter length: The length that was announced.
    init(_ url: URL, length: Int64) {
        self.url = url
        self.length = length
    }

    var isRepeatable: Bool { true }

    /// Reads bytes. The last bytes are returned only if the file still has the announced length.
    func read(_ count: Int, at offset: Int64) throws -> Data {
        guard offset < length else {
            file = nil
            return Data()
        }
        let file = try opened()
        let data = try file.read(Int(min(Int64(count), length - offset)), at: offset)
        if data.isEmpty || offset + Int64(data.count) == length { try check(file) }
        return data
    }

    private func opened() throws(UploadBodyError) -> ReadableFile {
        if let file { return file }
        let file = try ReadableFile(url)
        try check(file)
        self.file = file
        return file
    }

    private func check(_ file: ReadableFile) throws(UploadBodyError) {
        let found = try file.length()
        if found != length { throw .fileLengthChanged(path: file.path, expected: length, found: found) }
    }
}

/// The error of an upload's body that cannot be read, or not be written to a temporary file.
///
/// It is the underlying error of an ``AFError``. Before sending begins, that is `.createUploadableFailed`, or a reason
/// of `.multipartEncodingFailed`. During sending, it is a `URLError` with the code `.requestBodyStreamExhausted`, whose
/// `userInfo` contains this error under `NSUnderlyingErrorKey`.
public enum UploadBodyError: Error, Sendable, Hashable {
    /// The URL is not a file URL.
    case fileURLInvalid(URL)
    /// The file could not be opened or read; `code` is the value of `errno`.
    case fileUnreadable(path: String, code: Int32)
    /// The file could not be created or written; `code` is the value of `errno`.
    case fileUnwritable(path: String, code: Int32)
    /// The path is that of a directory.
    case fileIsDirectory(path: String)
    /// The path is that of a device, a socket or a pipe.
    case fileNotRegular(path: String)
    /// The length of the file, in bytes, has changed after it was sent to the server.
    case fileLengthChanged(path: String, expected: Int64, found: Int64)
    /// The stream could not be read.
    case streamUnreadable
    /// The stream has already been read and would have to be sent again.
    case streamAlreadyRead
    /// The sequence does not have the announced length in bytes: it has ended before, or has provided `found` bytes, and
    /// perhaps more.
    case sequenceLengthMismatch(expected: Int64, found: Int64)
    /// The sequence has already been read and would have to be sent again. Create an ``AsyncUploadBody`` from a closure
    /// that returns a new sequence.
    case sequenceAlreadyRead
}

extension UploadBodyError: NSErrorBridgeable, CustomStringConvertible {
    /// A description of the error with the path, in English.
    public var description: String {
        switch self {
        case .fileURLInvalid(let url): "\(url.absoluteString) is not the URL of a file."
        case .fileUnreadable(let path, let code): "\(path) could not be read: \(SystemError(code: code))."
        case .fileUnwritable(let path, let code): "\(path) could not be written: \(SystemError(code: code))."
        case .fileIsDirectory(let path): "\(path) is a directory."
        case .fileNotRegular(let path): "\(path) is not a regular file, so its length is unknown."
        case .fileLengthChanged(let path, let expected, let found):
            "\(path) has changed: it had \(expected) bytes, and now has \(found)."
        case .streamUnreadable: "The stream could not be read."
        case .streamAlreadyRead: "The stream was read before, and a stream can be read only once."
        case .sequenceLengthMismatch(let expected, let found):
            "The sequence has \(found < expected ? "only" : "at least") \(found) bytes, and \(expected) were announced."
        case .sequenceAlreadyRead:
            "The sequence was read before. A body that is created from a closure can be sent again."
        }
    }

    /// A description of the error with the path, in English.
    public var errorDescription: String? { description }
}
