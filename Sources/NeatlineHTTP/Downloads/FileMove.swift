internal import Foundation

/// Moves a file that was downloaded to its destination, where it appears whole or not at all.
struct FileMove {
    let source: URL
    let destination: URL
    let options: DownloadRequest.Options

    /// Moves it.
    ///
    /// On one file system it is renamed. To another it is copied under a hidden name first, into the directory of the
    /// destination. Where there is something already, it is a failure unless the options say otherwise; only a file is
    /// replaced, and in one step.
    ///
    /// - Throws: `CocoaError`.
    func run() throws {
        guard destination.isFileURL else {
            throw CocoaError(
                .fileWriteUnsupportedScheme,
                userInfo: [NSLocalizedDescriptionKey: "the destination is no file's URL: \(destination)"])
        }
        guard !destination.path.utf8.contains(0) else {
            throw FileFailure(operation: .move, path: destination.path, code: EINVAL).cocoaError
        }
        if destination.standardizedFileURL == source.standardizedFileURL { return }
        if options.contains(.createIntermediateDirectories) {
            try FileManager.default.createDirectory(
                at: destination.deletingLastPathComponent(), withIntermediateDirectories: true)
        }
        do {
            try place(source.path)
        } catch {
            guard error.code == EXDEV else { throw error.cocoaError }
            try copy()
        }
    }

    /// Gives a file on the destination's file system its name.
    private func place(_ path: String) throws(FileFailure) {
        let target = destination.path
        if !options.contains(.removePreviousFile) {
            // A second name is refused where there is something, at once and for certain; renaming would replace it.
            if link(path, target) == 0 {
                unlink(path)
                return
            }
            let code = errno
            let isWithoutLinks = [EPERM, ENOTSUP, EOPNOTSUPP, ENOSYS, EMLINK].contains(code)
            guard isWithoutLinks else { throw FileFailure(operation: .move, path: target, code: code) }
            var status = stat()
            guard lstat(target, &status) != 0 else {
                throw FileFailure(operation: .move, path: target, code: EEXIST)
            }
        }
        if rename(path, target) != 0 { throw .last(.move, target) }
    }

    private func copy() throws {
        let hidden = destination.deletingLastPathComponent()
            .appendingPathComponent(".Neatline_\(UUID().uuidString).part", isDirectory: false)
        do {
            try FileManager.default.copyItem(at: source, to: hidden)
            try place(hidden.path)
        } catch {
            unlink(hidden.path)
            throw (error as? FileFailure)?.cocoaError ?? error
        }
        unlink(source.path)
    }
}
