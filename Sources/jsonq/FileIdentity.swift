#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#else
import Darwin
#endif

/// The identity of a file, and its properties that show whether it was changed.
struct FileIdentity: Equatable {
    private let device: UInt64
    private let inode: UInt64
    let size: Int64
    private let modified: [Int]
    private let changed: [Int]
    /// The type and the permissions.
    let mode: mode_t
    let owner: uid_t
    let group: gid_t
    /// The number of names that the file has.
    let links: UInt

    /// Reads the identity of the file with a name.
    ///
    /// - Throws: the error of the system.
    init(_ path: CommandWord) throws(SystemError) {
        var status = stat()
        if path.withCString({ stat($0, &status) }) != 0 { throw .last }
        self.init(status)
    }

    /// Reads the identity of an open file.
    ///
    /// - Throws: the error of the system.
    init(_ descriptor: Descriptor) throws(SystemError) {
        var status = stat()
        if fstat(descriptor.number, &status) != 0 { throw .last }
        self.init(status)
    }

    private init(_ status: stat) {
        device = UInt64(truncatingIfNeeded: status.st_dev)
        inode = UInt64(status.st_ino)
        size = Int64(status.st_size)
        mode = status.st_mode
        owner = status.st_uid
        group = status.st_gid
        links = UInt(status.st_nlink)
        #if canImport(Darwin)
        let (modification, change) = (status.st_mtimespec, status.st_ctimespec)
        #else
        let (modification, change) = (status.st_mtim, status.st_ctim)
        #endif
        modified = [modification.tv_sec, modification.tv_nsec]
        changed = [change.tv_sec, change.tv_nsec]
    }

    var isRegular: Bool { mode & S_IFMT == S_IFREG }
}
