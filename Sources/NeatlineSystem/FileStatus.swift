#if canImport(Glibc)
package import Glibc
#elseif canImport(Musl)
package import Musl
#else
package import Darwin
#endif

/// What the system knows of a file: which one it is, and by which properties a change of it is seen.
package struct FileStatus: Equatable, Sendable {
    private let device: UInt64
    /// The number of the file on its device.
    package let inode: UInt64
    package let size: Int64
    /// When the contents were changed last, since 1970.
    package let modified: Duration
    /// When the contents, or anything here but the size, were changed last, since 1970.
    private let changed: Duration
    /// The type and the permissions.
    package let mode: mode_t
    package let owner: uid_t
    package let group: gid_t
    /// The number of names that the file has.
    package let links: UInt

    /// Reads the status of the file with a path.
    ///
    /// - Parameters:
    ///   - path: the path.
    ///   - followsLinks: whether it is the status of the file that a symbolic link leads to.
    /// - Throws: the error of the system.
    package init(_ path: SystemPath, followsLinks: Bool = true) throws(SystemError) {
        var status = stat()
        let result = followsLinks ? stat(path.characters, &status) : lstat(path.characters, &status)
        if result != 0 { throw .last }
        self.init(status)
    }

    /// Reads the status of an open file.
    ///
    /// - Throws: the error of the system.
    package init(_ descriptor: Descriptor) throws(SystemError) {
        var status = stat()
        if fstat(descriptor.number, &status) != 0 { throw .last }
        self.init(status)
    }

    package init(_ status: stat) {
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
        modified = FileStatus.duration(modification)
        changed = FileStatus.duration(change)
    }

    private static func duration(_ time: timespec) -> Duration {
        .seconds(Int64(time.tv_sec)) + .nanoseconds(Int64(time.tv_nsec))
    }

    package var isRegular: Bool { mode & S_IFMT == S_IFREG }
    package var isDirectory: Bool { mode & S_IFMT == S_IFDIR }
    package var isLink: Bool { mode & S_IFMT == S_IFLNK }

    /// Whether a user may rename or remove the file, if the user may write to its folder: in a sticky one only owners may.
    package func isRemovable(from folder: FileStatus, by user: uid_t) -> Bool {
        folder.mode & S_ISVTX == 0 || [0, owner, folder.owner].contains(user)
    }

    /// Whether the file is the other one, unchanged, or a copy with the same contents, permissions and owner, as far as that is
    /// seen.
    package func isCopy(of other: FileStatus) -> Bool {
        size == other.size && modified == other.modified && mode == other.mode && owner == other.owner
            && group == other.group
    }

    /// Whether both are of one file, which may have been changed.
    package func isSameFile(as other: FileStatus) -> Bool { device == other.device && inode == other.inode }
}
