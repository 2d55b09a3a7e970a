internal import Foundation
internal import NeatlineFoundation

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
    private var descriptor: Int32 = -1
    private var device: UInt64 = 0
    private var inode: UInt64 = 0
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
            if descriptor < 0 { try openFile() }
            try waitForLock()
            var named = stat()
            if lstat(path, &named) == 0, UInt64(named.st_ino) == inode, UInt64(named.st_dev) == device {
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
        _ = flock(descriptor, LOCK_UN)
    }

    /// The number of the last write, and the file that it is in; nil in a file without one, and before the lock was
    /// acquired.
    var lastWrite: WriteNumber? {
        (isHeld ? numberUnderLock : readNumber()).map { WriteNumber(number: $0, file: inode) }
    }

    /// Writes the number of the next write. The lock is held.
    ///
    /// It is written before the values: if the process ends in between, others read values again that have not changed.
    ///
    /// - Throws: ``DefaultsError/fileUnwritable(path:code:)``
    func beginWrite() throws(DefaultsError) {
        assert(isHeld)
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
        var number: UInt64 = 0
        let count = withUnsafeMutableBytes(of: &number) { bytes in
            // SAFETY: the system writes at most the eight bytes of the number.
            SystemCall.repeated { pread(descriptor, bytes.baseAddress, bytes.count, 0) }
        }
        return count == MemoryLayout<UInt64>.size ? number : nil
    }

    private func openFile() throws(DefaultsError) {
        // Opening a pipe must not wait for its other end.
        let flags = O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK
        descriptor = SystemCall.repeated { open(path, flags, 0o600) }
        var status = stat()
        guard descriptor >= 0, fstat(descriptor, &status) == 0 else {
            let code = errno
            closeFile()
            throw .fileUnwritable(path: path, code: code)
        }
        device = UInt64(status.st_dev)
        inode = UInt64(status.st_ino)
    }

    private func closeFile() {
        if descriptor >= 0 { close(descriptor) }
        descriptor = -1
    }

    /// Locks the file. The system has no call that waits for a limited time, so the lock is tried again and again.
    private func waitForLock() throws(DefaultsError) {
        if SystemCall.repeated({ flock(descriptor, LOCK_EX | LOCK_NB) }) == 0 { return }
        let deadline = ContinuousClock.now + timeout
        while errno == EWOULDBLOCK {
            guard ContinuousClock.now < deadline else { throw .fileUnwritable(path: path, code: ETIMEDOUT) }
            usleep(FileLock.pause)
            if SystemCall.repeated({ flock(descriptor, LOCK_EX | LOCK_NB) }) == 0 { return }
        }
        throw .fileUnwritable(path: path, code: errno)
    }

    /// The time between two tries, in microseconds: half of what a write takes, so that the time between two writes of
    /// another process is not missed for long.
    private static let pause: useconds_t = 50
}
