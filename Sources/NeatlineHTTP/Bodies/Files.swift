internal import Foundation
internal import NeatlineFoundation

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

/// A new file, which is written sequentially.
final class NewFile {
    /// The size of the write buffer in bytes.
    private static let bufferLength = 65_536

    private let path: String
    private var descriptor: Int32
    private var buffer = Data()

    /// Creates the file.
    ///
    /// - Throws: ``UploadBodyError/fileUnwritable(path:code:)``, with `EEXIST` if the path exists.
    init(_ path: String, permissions: mode_t) throws(UploadBodyError) {
        self.path = path
        descriptor = SystemCall.repeated { open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, permissions) }
        guard descriptor >= 0 else { throw .fileUnwritable(path: path, code: errno) }
    }

    deinit {
        if descriptor >= 0 { close(descriptor) }
    }

    /// Appends data.
    ///
    /// - Throws: ``UploadBodyError/fileUnwritable(path:code:)``
    func append(_ data: Data) throws(UploadBodyError) {
        if buffer.count + data.count <= Self.bufferLength {
            buffer.append(data)
            return
        }
        try flush()
        if data.count < Self.bufferLength { buffer.append(data) } else { try put(data) }
    }

    /// Flushes the buffer and closes the file.
    ///
    /// - Throws: ``UploadBodyError/fileUnwritable(path:code:)``
    func finish() throws(UploadBodyError) {
        try flush()
        let code = close(descriptor)
        descriptor = -1
        // Some file systems report only now that the disk is full. After an interruption by a signal, the file is
        // closed nevertheless.
        guard code == 0 || errno == EINTR else { throw .fileUnwritable(path: path, code: errno) }
    }

    /// Removes the file.
    func discard() { unlink(path) }

    private func flush() throws(UploadBodyError) {
        try put(buffer)
        buffer.removeAll(keepingCapacity: true)
    }

    private func put(_ data: Data) throws(UploadBodyError) {
        let code = data.withUnsafeBytes { SystemCall.write($0, to: descriptor).code }
        if let code { throw .fileUnwritable(path: path, code: code) }
    }
}
