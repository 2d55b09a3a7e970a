internal import Foundation
internal import NeatlineSystem

/// A file in the temporary directory to which a body is written. While it is open, it belongs to one download.
///
/// Other users cannot read it, and no other download, in this process or another, can open it: it is locked until it is
/// renamed or removed. Only files that this class has created are ever opened, whatever resume data contains.
///
/// Unchecked Sendable because its owner uses it on one thread at a time.
final class PartialFile: @unchecked Sendable {
    private static let prefix = "Neatline_"
    private static let suffix = ".part"

    let name: String
    private let descriptor: Descriptor
    private var isOpen = true
    /// The number of bytes in the file.
    private(set) var count: Int64

    /// The URL of the file.
    var url: URL { Self.url(of: name) }
    private var path: String { url.path }

    init(name: String, descriptor: Descriptor, count: Int64 = 0) {
        self.name = name
        self.descriptor = descriptor
        self.count = count
    }

    deinit { close() }

    /// Creates an empty file.
    static func create() throws(FileFailure) -> PartialFile {
        let name = prefix + UUID.random().uuidString + suffix
        let path = url(of: name).path
        do throws(SystemError) {
            let flags = O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW
            let descriptor = try Descriptor(opening: SystemPath(path), flags, permissions: 0o600)
            // No other process knows the new file, so the lock succeeds. Where the file system has no locks, the unique name
            // must suffice.
            _ = try? descriptor.tryLock()
            return PartialFile(name: name, descriptor: descriptor, count: 0)
        } catch {
            throw FileFailure(operation: .create, path: path, code: error.code)
        }
    }

    /// Opens an existing file and truncates it to a length.
    ///
    /// - Returns: The file; `nil` if it does not exist, is shorter, belongs to another user or is in use.
    /// - Throws: ``FileFailure`` if the process has no free descriptor or memory, so that nothing is known of the file.
    static func reopen(_ name: String, count: Int64) throws(FileFailure) -> PartialFile? {
        guard isName(name) else { return nil }
        let path = SystemPath(url(of: name).path)
        let descriptor: Descriptor
        do throws(SystemError) {
            descriptor = try Descriptor(opening: path, O_WRONLY | O_NOFOLLOW)
        } catch {
            guard error.isExhaustion else { return nil }
            throw FileFailure(operation: .open, path: url(of: name).path, code: error.code)
        }
        let file = PartialFile(name: name, descriptor: descriptor, count: count)
        // The download that held the lock until now may have moved the file; then it is no longer a partial file.
        guard (try? descriptor.tryLock()) == true, let status = try? FileStatus(descriptor),
            let named = try? FileStatus(path, followsLinks: false), status.isSameFile(as: named), status.isRegular,
            status.owner == geteuid(), status.size >= count, ftruncate(descriptor.number, off_t(count)) == 0,
            lseek(descriptor.number, off_t(count), SEEK_SET) == off_t(count)
        else { return nil }
        return file
    }

    /// Returns whether a name could be that of a partial file, so that it cannot lead out of the directory.
    static func isName(_ name: String) -> Bool {
        name.hasPrefix(prefix) && name.hasSuffix(suffix)
            && UUID(uuidString: String(name.dropFirst(prefix.count).dropLast(suffix.count))) != nil
    }

    static func url(of name: String) -> URL {
        FileManager.default.temporaryDirectory.appendingPathComponent(name, isDirectory: false)
    }

    /// Appends bytes.
    ///
    /// - Complexity: O(*n*), where *n* is the number of bytes.
    func write(_ bytes: UnsafeRawBufferPointer) throws(FileFailure) {
        do throws(SystemError) {
            try descriptor.writeAll(bytes, countedBy: &count)
        } catch {
            throw FileFailure(operation: .write, path: path, code: error.code)
        }
    }

    /// Checks that the system could write all bytes: some file systems report errors only when a file is closed. The
    /// file remains locked.
    func check() throws(FileFailure) {
        let copy = fcntl(descriptor.number, F_DUPFD_CLOEXEC, 0)
        do throws(SystemError) {
            // Without a free descriptor, waiting for the disk reports the same errors.
            if copy >= 0 { try Descriptor(number: copy).closeFile() } else { try descriptor.synchronize() }
        } catch {
            throw FileFailure(operation: .close, path: path, code: error.code)
        }
    }

    /// Unlocks and closes the file.
    func close() {
        guard isOpen else { return }
        isOpen = false
        descriptor.unlock()
        try? descriptor.closeFile()
    }

    /// Removes the file.
    func remove() {
        Self.remove(name)
        close()
    }

    /// Removes a file that is not open.
    static func remove(_ name: String) {
        if isName(name) { unlink(url(of: name).path) }
    }
}

/// The error of a file operation.
struct FileFailure: Error, Sendable, Hashable {
    /// The operation that failed.
    enum Operation: String, Sendable, Hashable {
        case create, open, write, close, move
    }

    let operation: Operation
    let path: String
    /// `errno`
    let code: Int32
    /// What can be done about it.
    var advice: String?

    /// Returns the error of the system call that failed last on this thread.
    static func last(_ operation: Operation, _ path: String) -> FileFailure {
        FileFailure(operation: operation, path: path, code: errno)
    }

    /// For example `could not write /tmp/a: No space left on device (28)`.
    var message: String {
        "could not \(operation.rawValue) \(path): \(SystemError(code: code)) (\(code))"
            + (advice.map { "; \($0)" } ?? "")
    }

    private var userInfo: [String: Any] {
        var userInfo: [String: Any] = [NSLocalizedDescriptionKey: message, NSFilePathErrorKey: path]
        if let code = POSIXErrorCode(rawValue: code) { userInfo[NSUnderlyingErrorKey] = POSIXError(code) }
        return userInfo
    }

    /// The `URLError` that `URLSession` uses for files that it cannot write.
    var urlError: URLError {
        let code: URLError.Code =
            switch operation {
            case .create: .cannotCreateFile
            case .open: .cannotOpenFile
            case .write: .cannotWriteToFile
            case .close: .cannotCloseFile
            case .move: .cannotMoveFile
            }
        return URLError(code, userInfo: userInfo)
    }

    /// The `CocoaError` that `FileManager` uses for files that it cannot move.
    var cocoaError: CocoaError {
        let kind: CocoaError.Code =
            switch code {
            case ENOENT, ENOTDIR: .fileNoSuchFile
            case EEXIST, ENOTEMPTY, EISDIR: .fileWriteFileExists
            case EACCES, EPERM: .fileWriteNoPermission
            case ENOSPC, EDQUOT: .fileWriteOutOfSpace
            case EROFS: .fileWriteVolumeReadOnly
            case EINVAL, ENAMETOOLONG: .fileWriteInvalidFileName
            default: .fileWriteUnknown
            }
        return CocoaError(kind, userInfo: userInfo)
    }
}
