internal import Foundation
internal import NeatlineSystem

/// A lock between processes: a file next to the values that the system locks, and in it the number of the last write.
///
/// A process that is killed loses the lock at once.
///
/// Unchecked Sendable because it is used by the thread in the exclusive section of its store only.
final class FileLock: @unchecked Sendable {
    /// The number of a write, in one lock file.
    struct WriteNumber: Equatable {
        var number: UInt64
        var file: UInt64
    }

    let path: String
    /// How long `acquire` waits for other processes.
    let timeout: Duration
    /// Whether this object has the lock.
    private(set) var isHeld = false
    /// The open file, and which one it is.
    private var file: (descriptor: Descriptor, status: FileStatus)?
    /// The number of the last write as it was read or written while the lock is held.
    private var numberUnderLock: UInt64?

    init(_ path: String, timeout: Duration) {
        self.path = path
        self.timeout = timeout
    }

    deinit { closeFile() }

    /// Waits for the lock.
    ///
    /// The file stays open from the first call on. It is opened again if it has been removed, because other processes then
    /// lock another one.
    ///
    /// - Throws: ``DefaultsError/fileUnwritable(path:code:)``, with `ETIMEDOUT` if another process has had the lock for
    ///   longer than `timeout`.
    func acquire() throws(DefaultsError) {
        while true {
            let file = if let file { file } else { try openFile() }
            try waitForLock(file.descriptor)
            let named = try? FileStatus(SystemPath(path), followsLinks: false)
            if let named, named.isSameFile(as: file.status) {
                isHeld = true
                numberUnderLock = readNumber()
                return
            }
            closeFile()
        }
    }

    /// Releases the lock.
    func release() {
        isHeld = false
        file?.descriptor.unlock()
    }

    /// The number of the last write, and the file that it is in; nil in a file without one, and before the lock was
    /// acquired.
    var lastWrite: WriteNumber? {
        guard let file, let number = isHeld ? numberUnderLock : readNumber() else { return nil }
        return WriteNumber(number: number, file: file.status.inode)
    }

    /// Writes the number of the next write. The lock is held.
    ///
    /// It is written before the values: if the process ends in between, others read values again that have not changed.
    ///
    /// - Throws: ``DefaultsError/fileUnwritable(path:code:)``
    func beginWrite() throws(DefaultsError) {
        assert(isHeld)
        guard let descriptor = file?.descriptor.number else { return }
        var number = (numberUnderLock ?? 0) &+ 1
        let count = withUnsafeBytes(of: &number) { bytes in
            // SAFETY: the system reads exactly the eight bytes of the number.
            SystemCall.repeated { pwrite(descriptor, bytes.baseAddress, bytes.count, 0) }
        }
        guard count == MemoryLayout<UInt64>.size else {
            throw .fileUnwritable(path: path, code: count < 0 ? errno : ENOSPC)
        }
        numberUnderLock = number
    }

    private func readNumber() -> UInt64? {
        guard let file else { return nil }
        var number: UInt64 = 0
        let count = withUnsafeMutableBytes(of: &number) { try? file.descriptor.readAvailable(into: $0, at: 0) }
        return count == MemoryLayout<UInt64>.size ? number : nil
    }

    private func openFile() throws(DefaultsError) -> (descriptor: Descriptor, status: FileStatus) {
        do throws(SystemError) {
            // Opening a pipe must not wait for its other end.
            let flags = O_RDWR | O_CREAT | O_NOFOLLOW | O_NONBLOCK
            let descriptor = try Descriptor(opening: SystemPath(path), flags, permissions: 0o600)
            do throws(SystemError) {
                let file = (descriptor: descriptor, status: try FileStatus(descriptor))
                self.file = file
                return file
            } catch {
                try? descriptor.closeFile()
                throw error
            }
        } catch {
            throw .fileUnwritable(path: path, code: error.code)
        }
    }

    private func closeFile() {
        try? file?.descriptor.closeFile()
        file = nil
    }

    /// Locks the file. The system has no call that waits for a limited time, so the lock is tried again and again.
    private func waitForLock(_ descriptor: Descriptor) throws(DefaultsError) {
        do throws(SystemError) {
            if try descriptor.tryLock() { return }
            let deadline = ContinuousClock.now + timeout
            repeat {
                guard ContinuousClock.now < deadline else { throw SystemError(code: ETIMEDOUT) }
                usleep(FileLock.pause)
            } while try !descriptor.tryLock()
        } catch {
            throw .fileUnwritable(path: path, code: error.code)
        }
    }

    /// The time between two tries, in microseconds: half of what a write takes, so that the time between two writes of
    /// another process is not missed for long.
    private static let pause: useconds_t = 50
}
