#if canImport(Glibc)
package import Glibc
#elseif canImport(Musl)
package import Musl
#else
package import Darwin
#endif

/// The replacement of a file: the new one is written under a temporary name and then given the name of the old one.
///
/// On Linux the new file has no name until it is complete, if the file system supports that. A process that is killed
/// while it writes then leaves only the old file; otherwise it leaves the temporary one, too. Without ``commit()`` the
/// temporary one is removed, and the old one remains.
package struct FileReplacement: ~Copyable {
    private let path: SystemPath
    /// The temporary path, in the same directory.
    package let temporaryPath: SystemPath
    private let isSynchronized: Bool
    /// The new file.
    package let descriptor: Descriptor
    private var isOpen = true
    private var isRenamed = false
    /// Whether the new file has the temporary name.
    private var isNamed: Bool

    /// Creates the new file.
    ///
    /// - Parameters:
    ///   - path: the path of the old file.
    ///   - temporaryPath: a path in the same directory, which no file has.
    ///   - permissions: those of the new file, from which the process's mask is subtracted.
    ///   - isSynchronized: whether the disk has the new file after ``commit()``, as far as the file system can say so.
    /// - Throws: the error of the system.
    package init(
        of path: SystemPath, temporaryPath: SystemPath, permissions: mode_t, isSynchronized: Bool
    ) throws(SystemError) {
        if let unnamed = Descriptor(unnamedFileIn: path.folder, permissions: permissions) {
            descriptor = unnamed
            isNamed = false
        } else {
            descriptor = try Descriptor(
                opening: temporaryPath, O_WRONLY | O_CREAT | O_EXCL, permissions: permissions)
            isNamed = true
        }
        self.path = path
        self.temporaryPath = temporaryPath
        self.isSynchronized = isSynchronized
    }

    deinit {
        if isOpen { try? descriptor.closeFile() }
        if isNamed, !isRenamed { temporaryPath.removeName() }
    }

    /// Replaces a file in one go.
    ///
    /// - Parameters:
    ///   - path: the path of the old file.
    ///   - temporaryPath: a path in the same directory, which no file has; a new one by default.
    ///   - permissions: those of the new file, from which the process's mask is subtracted.
    ///   - old: a file whose permissions and owner the new one gets.
    ///   - isSynchronized: whether the disk has the new file after the call, as far as the file system can say so.
    ///   - write: writes the new file's contents.
    /// - Returns: what the system knows of the new file.
    /// - Throws: ``SystemError``; what `write` throws. The old file is then unchanged.
    @discardableResult
    package static func perform(
        _ path: SystemPath, temporaryPath: SystemPath? = nil, permissions: mode_t, adopting old: FileStatus? = nil,
        isSynchronized: Bool, _ write: (Descriptor) throws -> Void
    ) throws -> FileStatus {
        var replacement = try FileReplacement(
            of: path, temporaryPath: temporaryPath ?? path.temporarySibling(), permissions: permissions,
            isSynchronized: isSynchronized)
        try write(replacement.descriptor)
        if let old { replacement.adopt(old) }
        let status = try replacement.finish()
        try replacement.commit()
        return status
    }

    /// Gives the new file the permissions of an old one, with its access control list, and its owner as far as permitted.
    package func adopt(_ old: FileStatus) {
        var permissions = old.mode & 0o7777
        // A new owner must not grant the rights that the old owner had granted.
        if !descriptor.adoptOwner(of: old) { permissions &= 0o777 }
        #if os(Linux)
        if let list = AccessControlList(of: path) {
            // Without the list, these bits would grant to the group what the list grants to some.
            if !list.assign(to: descriptor) { permissions &= ~0o070 }
        } else {
            AccessControlList.remove(from: descriptor)
        }
        #endif
        _ = fchmod(descriptor.number, permissions)
    }

    /// Ends writing: the new file is complete, under its temporary name.
    ///
    /// - Returns: what the system knows of the new file.
    /// - Throws: the error of the system.
    @discardableResult
    package mutating func finish() throws(SystemError) -> FileStatus {
        if isSynchronized { try descriptor.synchronize() }
        if !isNamed {
            try descriptor.addName(temporaryPath)
            isNamed = true
        }
        let status = try FileStatus(descriptor)
        isOpen = false
        try descriptor.closeFile()
        return status
    }

    /// Gives the new file the name of the old one, which is thereby gone.
    ///
    /// - Throws: the error of the system.
    package mutating func commit() throws(SystemError) {
        try temporaryPath.move(to: path)
        isRenamed = true
        // The new name is written to the disk too; not all file systems can do so.
        guard isSynchronized, let folder = try? Descriptor(opening: path.folder, O_RDONLY) else { return }
        try? folder.synchronize()
        try? folder.closeFile()
    }
}
