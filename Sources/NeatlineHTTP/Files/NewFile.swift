internal import Foundation

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
