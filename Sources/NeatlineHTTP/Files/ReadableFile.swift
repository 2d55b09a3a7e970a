internal import Foundation

/// A regular file that is open for reading, by offsets, so that several may read it at once.
final class ReadableFile: Sendable {
    let path: String
    private let descriptor: Int32

    /// - Throws: ``UploadBodyError`` if there is no regular file that may be read.
    init(_ url: URL) throws(UploadBodyError) {
        guard url.isFileURL else { throw .fileURLInvalid(url) }
        path = url.path
        // A pipe that nobody writes to must not keep anybody waiting.
        descriptor = SystemCall.repeated { open(url.path, O_RDONLY | O_CLOEXEC | O_NONBLOCK) }
        guard descriptor >= 0 else { throw .fileUnreadable(path: path, code: errno) }
        let kind = try status().st_mode & S_IFMT
        // What is thrown here lets the object go, which closes the file.
        if kind == S_IFDIR { throw .fileIsDirectory(path: path) }
        if kind != S_IFREG { throw .fileNotRegular(path: path) }
    }

    deinit {
        if descriptor >= 0 { close(descriptor) }
    }

    /// How many bytes it has now.
    ///
    /// - Throws: ``UploadBodyError/fileUnreadable(path:code:)``
    func length() throws(UploadBodyError) -> Int64 { Int64(try status().st_size) }

    /// The bytes from an offset on: at most `count`, and none at the end.
    ///
    /// - Throws: ``UploadBodyError/fileUnreadable(path:code:)``
    func read(_ count: Int, at offset: Int64) throws(UploadBodyError) -> Data {
        var data = Data(count: count)
        let read = data.withUnsafeMutableBytes { memory in
            // SAFETY: the system writes at most the memory's length.
            SystemCall.repeated { pread(descriptor, memory.baseAddress, memory.count, off_t(offset)) }
        }
        guard read >= 0 else { throw .fileUnreadable(path: path, code: errno) }
        return read == count ? data : data.prefix(read)
    }

    private func status() throws(UploadBodyError) -> stat {
        var status = stat()
        guard SystemCall.repeated({ fstat(descriptor, &status) }) == 0 else {
            throw .fileUnreadable(path: path, code: errno)
        }
        return status
    }
}
