internal import Foundation

/// A file in the temporary directory that a body is written to, and that belongs to one download as long as it is open.
///
/// Others can neither read it nor open it for a second download, in this process or another: it is locked, until it has
/// another name or none. Nothing but a file that was made here is ever opened, whatever resume data may say.
///
/// Unchecked Sendable, because it is used by one thread at a time: who has it says which.
final class PartialFile: @unchecked Sendable {
    private static let prefix = "Neatline_"
    private static let suffix = ".part"

    let name: String
    private var descriptor: Int32
    /// Bytes that are in the file.
    private(set) var count: Int64

    /// Where the file is.
    var url: URL { Self.url(of: name) }
    private var path: String { url.path }

    init(name: String, descriptor: Int32, count: Int64 = 0) {
        self.name = name
        self.descriptor = descriptor
        self.count = count
    }

    deinit { close() }

    /// A new file without any bytes.
    static func create() throws(FileFailure) -> PartialFile {
        let name = prefix + UUID().uuidString + suffix
        let path = url(of: name).path
        let descriptor = SystemCall.repeated {
            Foundation.open(path, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0o600)
        }
        guard descriptor >= 0 else { throw .last(.create, path) }
        // Nobody can have locked it before; where the file system has no locks, names that are not given away must do.
        _ = flock(descriptor, LOCK_EX | LOCK_NB)
        return PartialFile(name: name, descriptor: descriptor, count: 0)
    }

    /// The file that was left behind with so many bytes; later ones are cut off. Nil if it is not there, has fewer, is
    /// somebody else's or in use.
    static func reopen(_ name: String, count: Int64) -> PartialFile? {
        guard isName(name) else { return nil }
        let path = url(of: name).path
        let descriptor = SystemCall.repeated { Foundation.open(path, O_WRONLY | O_NOFOLLOW | O_CLOEXEC) }
        guard descriptor >= 0 else { return nil }
        let file = PartialFile(name: name, descriptor: descriptor, count: count)
        var status = stat()
        var named = stat()
        // Who had the file until it could be locked may have moved it: then it is no partial file any more.
        guard flock(descriptor, LOCK_EX | LOCK_NB) == 0, fstat(descriptor, &status) == 0, lstat(path, &named) == 0,
            status.st_dev == named.st_dev, status.st_ino == named.st_ino, status.st_mode & S_IFMT == S_IFREG,
            status.st_uid == geteuid(), Int64(status.st_size) >= count,
            ftruncate(descriptor, off_t(count)) == 0, lseek(descriptor, off_t(count), SEEK_SET) == off_t(count)
        else { return nil }
        return file
    }

    /// Whether a file could have this name: one without any way out of the directory.
    static func isName(_ name: String) -> Bool {
        name.hasPrefix(prefix) && name.hasSuffix(suffix)
            && UUID(uuidString: String(name.dropFirst(prefix.count).dropLast(suffix.count))) != nil
    }

    static func url(of name: String) -> URL {
        FileManager.default.temporaryDirectory.appendingPathComponent(name, isDirectory: false)
    }

    /// Adds bytes at the end. O(n)
    func write(_ bytes: UnsafeRawBufferPointer) throws(FileFailure) {
        let (written, code) = SystemCall.write(bytes, to: descriptor)
        count += Int64(written)
        if let code { throw FileFailure(operation: .write, path: path, code: code) }
    }

    /// Has the system say whether it could write all of it: some file systems do so late, and only to who closes a file.
    /// The file stays locked.
    func check() throws(FileFailure) {
        let copy = dup(descriptor)
        guard copy >= 0 else { throw .last(.close, path) }
        // After an interruption the descriptor is closed all the same.
        if Foundation.close(copy) < 0 && errno != EINTR { throw .last(.close, path) }
    }

    /// Lets others have the file.
    func close() {
        if descriptor >= 0 { _ = Foundation.close(descriptor) }
        descriptor = -1
    }

    /// Takes the file away.
    func remove() {
        Self.remove(name)
        close()
    }

    /// Takes a file away that is not open.
    static func remove(_ name: String) {
        if isName(name) { unlink(url(of: name).path) }
    }
}
