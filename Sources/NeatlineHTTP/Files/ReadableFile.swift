internal import Foundation

/// A regular file that is open for reading at any offset, by several threads.
final class ReadableFile: Sendable {
    let path: String
    private let descriptor: Int32

    /// Opens a file.
    ///
    /// - Throws: ``UploadBodyError`` if the URL is not that of a readable regular file.
    init(_ url: URL) throws(UploadBodyError) {
        guard url.isFileURL else { throw .fileURLInvalid(url) }
        path = url.path
        // Opening a pipe without a writer must not block.
        descriptor = SystemCall.repeated { open(url.path, O_RDONLY | O_CLOEXEC | O_NONBLOCK) }
        guard descriptor >= 0 else { throw .fileUnreadable(path: path, code: errno) }
        let kind = try status().st_mode & S_IFMT
        // An error releases this object, which closes the file.
        if kind == S_IFDIR { throw .fileIsDirectory(path: path) }
        if kind != S_IFREG { throw .fileNotRegular(path: path) }
    }

    deinit {
        if descriptor >= 0 { close(descriptor) }
    }

    /// Returns the current length of the file in bytes.
    ///
    /// - Throws: ``UploadBodyError/fileUnreadable(path:code:)``
    func length() throws(UploadBodyError) -> Int64 { Int64(try status().st_size) }

    /// Reads at most `count` bytes from an offset; returns no bytes at the end.
    ///
    /// - Throws: ``UploadBodyError/fileUnreadable(path:code:)``
    func read(_ count: Int, at offset: Int64) throws(UploadBodyError) -> Data {
        var data = Data(count: count)
        let read = data.withUnsafeMutableBytes { memory in
            // SAFETY: the system writes at most as many bytes as the buffer has.
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
