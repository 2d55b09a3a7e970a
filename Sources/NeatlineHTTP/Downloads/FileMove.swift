internal import Foundation
internal import NeatlineSystem

/// Moves a downloaded file to its destination atomically.
struct FileMove {
    let source: URL
    let destination: URL
    let options: DownloadRequest.Options

    /// Moves the file.
    ///
    /// On the same file system, the file is renamed. To another one, it is first copied to the directory of the
    /// destination, under a hidden name. If the destination exists, this throws unless the options allow to replace it;
    /// only a file is replaced, atomically.
    ///
    /// - Throws: `CocoaError`
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
            do {
                try FileManager.default.createDirectory(
                    at: destination.deletingLastPathComponent(), withIntermediateDirectories: true)
            } catch {
                throw explained(error)
            }
        }
        do {
            try renameFile(at: source.path)
        } catch {
            guard error.code == EXDEV else { throw advised(error).cocoaError }
            try copy()
        }
    }

    /// Renames a file on the destination's file system.
    private func renameFile(at path: String) throws(FileFailure) {
        let target = destination.path
        if isSpecial { throw FileFailure(operation: .move, path: target, code: EEXIST) }
        if !options.contains(.removePreviousFile) {
            // Creating a hard link fails if the destination exists, atomically; renaming would replace it.
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

    /// Returns the failure with the option that avoids it, or with the folder that is in the way.
    private func advised(_ failure: FileFailure) -> FileFailure {
        var failure = failure
        switch failure.code {
        case ENOENT where !options.contains(.createIntermediateDirectories):
            failure.advice = firstNonFolder.map {
                "the folder \($0) does not exist; the option .createIntermediateDirectories creates it"
            }
        case ENOTDIR, EEXIST, ENOTEMPTY, EISDIR:
            if let file = firstNonFolder {
                failure.advice = "\(file) is no folder"
            } else if failure.code != ENOTDIR {
                failure.advice = adviceForExisting
            }
        default: break
        }
        return failure
    }

    /// Returns an error of `FileManager`, whose own message may have neither the path nor the cause, with that of a failure.
    private func explained(_ error: any Error) -> any Error {
        guard let error = error as? CocoaError, let cause = error.underlying as? POSIXError else { return error }
        let failure = FileFailure(operation: .move, path: destination.path, code: cause.code.rawValue)
        var userInfo = error.userInfo
        userInfo[NSLocalizedDescriptionKey] = advised(failure).message
        return CocoaError(error.code, userInfo: userInfo)
    }

    /// The outermost folder of the destination that does not exist, or is no folder; `nil` if there is none.
    private var firstNonFolder: String? {
        var (folder, found) = (destination.deletingLastPathComponent(), String?.none)
        while !Self.isFolder(folder.path), folder.path.utf8.count < found?.utf8.count ?? .max {
            found = folder.path
            folder.deleteLastPathComponent()
        }
        return found
    }

    /// What can be done about a file at the destination.
    private var adviceForExisting: String {
        if isSpecial { return "it is no regular file, and nothing else is replaced" }
        if Self.isFolder(destination.path) { return "it is a folder, which is never replaced" }
        return "the option .removePreviousFile replaces the file"
    }

    /// Whether the destination is something like a device or a pipe, which renaming would replace.
    private var isSpecial: Bool {
        guard let status = try? FileStatus(SystemPath(destination.path), followsLinks: false) else { return false }
        return !status.isRegular && !status.isDirectory && !status.isLink
    }

    private static func isFolder(_ path: String) -> Bool {
        var status = stat()
        return stat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFDIR
    }

    private func copy() throws {
        let hidden = destination.deletingLastPathComponent()
            .appendingPathComponent(".Neatline_\(UUID.random().uuidString).part", isDirectory: false)
        do {
            try FileManager.default.copyItem(at: source, to: hidden)
            try renameFile(at: hidden.path)
        } catch {
            unlink(hidden.path)
            throw (error as? FileFailure).map(advised)?.cocoaError ?? explained(error)
        }
        unlink(source.path)
    }
}
