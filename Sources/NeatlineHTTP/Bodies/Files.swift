internal import Foundation
internal import NeatlineSystem

/// A regular file that is open for reading at any offset, by several threads.
final class ReadableFile: Sendable {
    let path: String
    private let file: InputFile

    /// Opens a file.
    ///
    /// - Throws: ``UploadBodyError`` if the URL is not that of a readable regular file.
    init(_ url: URL) throws(UploadBodyError) {
        guard url.isFileURL else { throw .fileURLInvalid(url) }
        path = url.path
        do throws(SystemError) {
            file = try InputFile(path, requiresRegularFile: true)
        } catch {
            switch error.code {
            case EISDIR: throw .fileIsDirectory(path: path)
            case EINVAL: throw .fileNotRegular(path: path)
            default: throw .fileUnreadable(path: path, code: error.code)
            }
        }
    }

    /// Returns the current length of the file in bytes.
    ///
    /// - Throws: ``UploadBodyError/fileUnreadable(path:code:)``
    func length() throws(UploadBodyError) -> Int64 {
        do throws(SystemError) {
            return try file.status().size
        } catch {
            throw .fileUnreadable(path: path, code: error.code)
        }
    }

    /// Reads at most `count` bytes from an offset; returns no bytes at the end.
    ///
    /// - Throws: ``UploadBodyError/fileUnreadable(path:code:)``
    func read(_ count: Int, at offset: Int64) throws(UploadBodyError) -> Data {
        var data = Data(count: count)
        do {
            let read = try data.withUnsafeMutableBytes { try file.read(into: $0, at: offset) }
            return read == count ? data : data.prefix(read)
        } catch {
            throw .fileUnreadable(path: path, code: (error as? SystemError)?.code ?? EIO)
        }
    }
}

/// A new file, which is written sequentially.
final class NewFile {
    /// The size of the write buffer in bytes.
    private static let bufferLength = 65_536

    private let path: String
    private let descriptor: Descriptor
    private var isOpen = true
    private var buffer = Data()

    /// Creates the file.
    ///
    /// - Throws: ``UploadBodyError/fileUnwritable(path:code:)``, with `EEXIST` if the path exists.
    init(_ path: String, permissions: mode_t) throws(UploadBodyError) {
        self.path = path
        do throws(SystemError) {
            descriptor = try Descriptor(
                opening: SystemPath(path), O_WRONLY | O_CREAT | O_EXCL, permissions: permissions)
        } catch {
            throw .fileUnwritable(path: path, code: error.code)
        }
    }

    deinit {
        if isOpen { try? descriptor.closeFile() }
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
        isOpen = false
        do throws(SystemError) {
            try descriptor.closeFile()
        } catch {
            throw .fileUnwritable(path: path, code: error.code)
        }
    }

    /// Removes the file.
    func discard() { unlink(path) }

    private func flush() throws(UploadBodyError) {
        try put(buffer)
        buffer.removeAll(keepingCapacity: true)
    }

    private func put(_ data: Data) throws(UploadBodyError) {
        do throws(SystemError) {
            try descriptor.writeAll(data)
        } catch {
            throw .fileUnwritable(path: path, code: error.code)
        }
    }
}
