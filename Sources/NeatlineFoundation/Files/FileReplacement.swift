package import Foundation

/// The replacement of a file: the new one is written under a temporary name and then given the name of the old one.
///
/// A process that ends meanwhile leaves the old file or the new one, and perhaps the temporary one.
package struct FileReplacement {
    /// The path of the file.
    package var path: String
    /// The temporary path, in the same directory. There must be no such file.
    package var temporaryPath: String
    /// The permissions of the new file, from which the process's mask is subtracted.
    package var permissions: mode_t
    /// Whether the disk has the new file when the call returns, as far as the file system can say so.
    package var isSynchronized: Bool

    package init(path: String, temporaryPath: String, permissions: mode_t, isSynchronized: Bool) {
        self.path = path
        self.temporaryPath = temporaryPath
        self.permissions = permissions
        self.isSynchronized = isSynchronized
    }

    /// Replaces the file.
    ///
    /// - Parameter write: writes the new file's contents to a descriptor.
    /// - Returns: what the system knows of the new file.
    /// - Throws: ``SystemError``; what `write` throws. The old file is then unchanged.
    package func perform(_ write: (Int32) throws -> Void) throws -> stat {
        let descriptor = SystemCall.repeated {
            open(temporaryPath, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, permissions)
        }
        if descriptor < 0 { throw SystemError.last }
        var isRenamed = false
        defer { if !isRenamed { unlink(temporaryPath) } }
        let status = try closing(descriptor) {
            try write(descriptor)
            if isSynchronized, SystemCall.repeated({ fsync(descriptor) }) != 0 { throw SystemError.last }
            var status = stat()
            if fstat(descriptor, &status) != 0 { throw SystemError.last }
            return status
        }
        if rename(temporaryPath, path) != 0 { throw SystemError.last }
        isRenamed = true
        if isSynchronized { synchronizeDirectory() }
        return status
    }

    /// Calls `body`, and closes the descriptor.
    private func closing<Result>(_ descriptor: Int32, _ body: () throws -> Result) throws -> Result {
        let result = Swift.Result { try body() }
        // Some file systems report only now that the disk is full. After an interruption by a signal, the file is
        // closed nevertheless.
        if close(descriptor) != 0, errno != EINTR, case .success = result { throw SystemError.last }
        return try result.get()
    }

    /// Has the system write the name of the file to the disk. Not all file systems can do so.
    private func synchronizeDirectory() {
        let directoryPath = (path as NSString).deletingLastPathComponent
        let directory = SystemCall.repeated {
            open(directoryPath.isEmpty ? "." : directoryPath, O_RDONLY | O_CLOEXEC)
        }
        guard directory >= 0 else { return }
        _ = SystemCall.repeated { fsync(directory) }
        close(directory)
    }
}
