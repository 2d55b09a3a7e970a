#if canImport(Glibc)
package import Glibc
#elseif canImport(Musl)
package import Musl
#else
package import Darwin
#endif

/// A file descriptor, whose calls go on when a signal interrupts them or the descriptor is not ready.
///
/// A copy is the same descriptor. Who has opened it closes it, once.
package struct Descriptor: Equatable, Sendable {
    package let number: Int32

    package init(number: Int32) { self.number = number }

    package static let standardInput = Descriptor(number: STDIN_FILENO)
    package static let standardOutput = Descriptor(number: STDOUT_FILENO)
    package static let standardError = Descriptor(number: STDERR_FILENO)

    /// Opens a file, with a number other than those of the standard streams. Programs that the process starts do not
    /// get it.
    ///
    /// - Parameters:
    ///   - path: the path of the file.
    ///   - flags: how it is opened, for example `O_RDONLY`.
    ///   - permissions: those of a new file, from which the process's mask is subtracted.
    /// - Throws: the error of the system.
    package init(opening path: SystemPath, _ flags: Int32, permissions: mode_t = 0) throws(SystemError) {
        let number = SystemCall.repeated { open(path.characters, flags | O_CLOEXEC, permissions) }
        if number < 0 { throw .last }
        if number > STDERR_FILENO {
            self.init(number: number)
            return
        }
        // A standard descriptor was closed: the file must not replace it.
        defer { close(number) }
        let other = fcntl(number, F_DUPFD_CLOEXEC, STDERR_FILENO + 1)
        if other < 0 { throw .last }
        self.init(number: other)
    }

    /// Opens a new file for writing that has no name, and is gone when it is closed unless ``addName(_:)`` gives it one.
    ///
    /// - Parameters:
    ///   - folder: the directory in which it can get a name.
    ///   - permissions: those of the file, from which the process's mask is subtracted.
    /// - Returns: nil if the system or the file system does not support such files, or if there is another error.
    package init?(unnamedFileIn folder: SystemPath, permissions: mode_t) {
        #if os(Linux)
        // O_TMPFILE, whose definition is not imported. A kernel without it opens the directory, and fails.
        let flags = O_WRONLY | O_DIRECTORY | 0o20_000_000
        guard let file = try? Descriptor(opening: folder, flags, permissions: permissions) else { return nil }
        // Without /proc it could not get a name.
        guard file.entry.isUsed else {
            try? file.closeFile()
            return nil
        }
        self = file
        #else
        return nil
        #endif
    }

    #if os(Linux)
    /// The path under which the system lists an open descriptor.
    private var entry: SystemPath { SystemPath("/proc/self/fd/\(number)") }
    #endif

    /// Gives a file without a name its first one, which must be new. Only on Linux there are such files.
    ///
    /// - Throws: the error of the system.
    package func addName(_ path: SystemPath) throws(SystemError) {
        #if os(Linux)
        if linkat(AT_FDCWD, entry.characters, AT_FDCWD, path.characters, AT_SYMLINK_FOLLOW) != 0 { throw .last }
        #else
        throw SystemError(code: ENOTSUP)
        #endif
    }

    /// Closes the descriptor. Some file systems report only here that written bytes are lost, for example because the
    /// disk is full. After an interruption by a signal it is closed nevertheless.
    ///
    /// - Throws: the error of the system.
    package func closeFile() throws(SystemError) {
        if close(number) != 0, errno != EINTR { throw .last }
    }

    package var isTerminal: Bool { isatty(number) == 1 }

    // MARK: - Reading

    /// Reads available bytes into `space`, waiting for at least one; returns 0 at the end.
    ///
    /// - Throws: the error of the system.
    package func readAvailable(into space: UnsafeMutableRawBufferPointer) throws(SystemError) -> Int {
        while true {
            // SAFETY: the system writes at most as many bytes as the buffer has.
            let count = read(number, space.baseAddress, space.count)
            if count >= 0 { return count }
            try wait(for: Int16(POLLIN))
        }
    }

    /// Reads bytes from an offset of a regular file into `space`; returns their number, which is 0 at the end.
    ///
    /// - Throws: the error of the system.
    package func readAvailable(into space: UnsafeMutableRawBufferPointer, at offset: Int64) throws(SystemError) -> Int {
        // SAFETY: the system writes at most as many bytes as the buffer has.
        let count = SystemCall.repeated { pread(number, space.baseAddress, space.count, off_t(offset)) }
        if count < 0 { throw .last }
        return count
    }

    /// Reads the next bytes: `count`, or fewer at the end.
    ///
    /// - Parameters:
    ///   - count: the number of bytes.
    ///   - endsEarly: whether it does not wait for more bytes than are available.
    /// - Throws: the error of the system.
    package func nextBytes(_ count: Int, endsEarly: Bool = false) throws(SystemError) -> [UInt8] {
        var failure: SystemError?
        let bytes = [UInt8](unsafeUninitializedCapacity: count) { memory, filled in
            while filled < count {
                let rest = UnsafeMutableRawBufferPointer(
                    rebasing: UnsafeMutableRawBufferPointer(memory)[filled..<count])
                do throws(SystemError) {
                    let more = try readAvailable(into: rest)
                    filled += more
                    if more == 0 || endsEarly { return }
                } catch {
                    failure = error
                    return
                }
            }
        }
        if let failure { throw failure }
        return bytes
    }

    /// Whether reading returns immediately, with bytes or at the end.
    package var isReadable: Bool { isReadable(within: 0) }

    /// Whether reading returns immediately within so many milliseconds.
    package func isReadable(within milliseconds: Int32) -> Bool {
        var request = pollfd(fd: number, events: Int16(POLLIN), revents: 0)
        return poll(&request, 1, milliseconds) != 0
    }

    /// Whether it is a regular file that `output` makes longer, behind the offset at which it is read: then reading it while
    /// writing ends when the disk is full.
    package func isExtended(by output: Descriptor) -> Bool {
        guard let input = try? FileStatus(self), input.isRegular, let written = try? FileStatus(output),
            written.isSameFile(as: input)
        else { return false }
        let flags = fcntl(output.number, F_GETFL)
        let appends = flags >= 0 && flags & O_APPEND != 0
        let offset = appends ? written.size : Int64(lseek(output.number, 0, SEEK_CUR))
        return Int64(lseek(number, 0, SEEK_CUR)) < offset
    }

    // MARK: - Writing

    /// Writes all of `bytes`.
    ///
    /// - Throws: the error of the system.
    package func writeAll(_ bytes: UnsafeRawBufferPointer) throws(SystemError) {
        var count: Int64 = 0
        try writeAll(bytes, countedBy: &count)
    }

    /// Writes all of `bytes`.
    ///
    /// - Parameters:
    ///   - bytes: the bytes.
    ///   - count: is increased by the number of bytes that were written, also if not all were.
    /// - Throws: the error of the system.
    package func writeAll(_ bytes: UnsafeRawBufferPointer, countedBy count: inout Int64) throws(SystemError) {
        var rest = bytes
        while !rest.isEmpty {
            // SAFETY: the system reads exactly the bytes of the buffer.
            let written = write(number, rest.baseAddress, rest.count)
            if written > 0 {
                rest = UnsafeRawBufferPointer(rebasing: rest[written...])
                count += Int64(written)
            } else if written == 0 {
                // No file takes 0 bytes; this avoids an endless loop.
                throw SystemError(code: EIO)
            } else {
                try wait(for: Int16(POLLOUT))
            }
        }
    }

    /// Writes all bytes of an array or of `Data`.
    ///
    /// - Throws: the error of the system.
    package func writeAll(_ bytes: some Sequence<UInt8>) throws(SystemError) {
        var failure: SystemError?
        let isContiguous: Void? = bytes.withContiguousStorageIfAvailable { bytes in
            do throws(SystemError) { try writeAll(UnsafeRawBufferPointer(bytes)) } catch { failure = error }
        }
        if isContiguous == nil { try writeAll(Array(bytes)) }
        if let failure { throw failure }
    }

    /// Waits until the disk has the written bytes, as far as the file system can say so.
    ///
    /// - Throws: the error of the system.
    package func synchronize() throws(SystemError) {
        if SystemCall.repeated({ fsync(number) }) == 0 { return }
        // Pipes and some file systems do not support it.
        if errno != EINVAL, errno != ENOTSUP { throw .last }
    }

    /// Gives the file the owner and the group of another one, or the group only if no more is permitted. Returns `false` if not
    /// even that is.
    @discardableResult
    package func adoptOwner(of file: FileStatus) -> Bool {
        fchown(number, file.owner, file.group) == 0 || fchown(number, .max, file.group) == 0
    }

    // MARK: - Locks between processes

    /// Locks the file until ``unlock()``. Returns `false` if another descriptor has locked it.
    ///
    /// Closing the descriptor is not enough: a process that is being started has a copy of it until it executes its program,
    /// and the lock lasts as long as the copy.
    ///
    /// - Throws: the error of the system.
    package func tryLock() throws(SystemError) -> Bool {
        if SystemCall.repeated({ flock(number, LOCK_EX | LOCK_NB) }) == 0 { return true }
        if errno == EWOULDBLOCK { return false }
        throw .last
    }

    /// Locks all of a file that is open for writing, until the process closes a descriptor of it, whichever. Returns `false` if
    /// another process has locked it so. Where the file system has no locks, none is needed.
    ///
    /// It has nothing to do with the lock of ``tryLock()``, which the process's parent may have, as `flock FILE COMMAND` does.
    package func tryLockForProcess() -> Bool {
        var range = flock()
        range.l_type = Int16(F_WRLCK)
        range.l_whence = Int16(SEEK_SET)
        if SystemCall.repeated({ fcntl(number, F_SETLK, &range) }) == 0 { return true }
        return errno != EAGAIN && errno != EACCES
    }

    /// Ends the lock of ``tryLock()``.
    package func unlock() { _ = flock(number, LOCK_UN) }

    /// Waits after a failed call until it can be repeated.
    ///
    /// - Throws: the error of the call, if it must not be repeated.
    private func wait(for events: Int16) throws(SystemError) {
        let error = SystemError.last
        if error.code == EINTR { return }
        guard error.code == EAGAIN || error.code == EWOULDBLOCK else { throw error }
        var request = pollfd(fd: number, events: events, revents: 0)
        if poll(&request, 1, -1) < 0, errno != EINTR { throw .last }
    }
}
