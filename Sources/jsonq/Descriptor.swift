#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#else
import Darwin
#endif

/// The error of a system call: the value of `errno`.
struct SystemError: Error, Equatable, CustomStringConvertible {
    let code: Int32

    /// The error of the call that just failed.
    static var last: SystemError { SystemError(code: errno) }
    /// The error of a name that no file has.
    static let notFound = SystemError(code: ENOENT)

    /// The system's description of the error.
    var description: String { String(cString: strerror(code)) }
}

/// A file descriptor, whose calls continue if a signal interrupts them or the descriptor is not ready.
struct Descriptor: Equatable {
    let number: Int32

    static let standardInput = Descriptor(number: STDIN_FILENO)
    static let standardOutput = Descriptor(number: STDOUT_FILENO)
    static let standardError = Descriptor(number: STDERR_FILENO)

    var isTerminal: Bool { isatty(number) == 1 }

    /// Opens a file for reading.
    ///
    /// - Throws: the error of the system.
    static func open(_ path: CommandWord) throws(SystemError) -> Descriptor {
        let number = path.withCString { path in
            retrying { systemOpen(path, O_RDONLY | O_CLOEXEC) }
        }
        if number < 0 { throw .last }
        return try Descriptor(number: number).movedFromStandard()
    }

    /// Creates a file for reading and writing, whose name is `path` with its last six letters replaced.
    ///
    /// - Throws: the error of the system.
    static func createTemporary(_ path: CommandWord) throws(SystemError) -> (Descriptor, CommandWord) {
        var name = path.bytes.map { CChar(bitPattern: $0) } + [0]
        let number = name.withUnsafeMutableBufferPointer { mkstemp($0.baseAddress!) }
        if number < 0 { throw .last }
        _ = fcntl(number, F_SETFD, FD_CLOEXEC)
        return (
            try Descriptor(number: number).movedFromStandard(),
            CommandWord(bytes: name.dropLast().map { UInt8(bitPattern: $0) })
        )
    }

    /// Returns the same open file, with a number other than those of the standard streams.
    ///
    /// - Throws: the error of the system.
    private func movedFromStandard() throws(SystemError) -> Descriptor {
        if number > STDERR_FILENO { return self }
        // A standard descriptor was closed: the file must not replace it.
        defer { try? Descriptor(number: number).close() }
        let other = fcntl(number, F_DUPFD_CLOEXEC, STDERR_FILENO + 1)
        if other < 0 { throw .last }
        return Descriptor(number: other)
    }

    /// Reads available bytes into `space`, waiting for at least one; returns 0 at the end.
    ///
    /// - Throws: the error of the system.
    func read(into space: UnsafeMutableRawBufferPointer) throws(SystemError) -> Int {
        while true {
            let count = systemRead(number, space.baseAddress, space.count)
            if count >= 0 { return count }
            try wait(for: Int16(POLLIN))
        }
    }

    /// Writes all of `bytes`.
    ///
    /// - Throws: the error of the system.
    func write(_ bytes: UnsafeRawBufferPointer) throws(SystemError) {
        var remaining = bytes
        while !remaining.isEmpty {
            let count = systemWrite(number, remaining.baseAddress, remaining.count)
            if count >= 0 {
                remaining = UnsafeRawBufferPointer(rebasing: remaining[count...])
            } else {
                try wait(for: Int16(POLLOUT))
            }
        }
    }

    /// Whether reading returns immediately, with bytes or at the end.
    var isReadable: Bool {
        var request = pollfd(fd: number, events: Int16(POLLIN), revents: 0)
        return poll(&request, 1, 0) != 0
    }

    /// Waits until the written bytes are on the disk.
    ///
    /// - Throws: the error of the system.
    func synchronize() throws(SystemError) {
        while fsync(number) != 0 {
            // Pipes and some file systems do not support it.
            if errno == EINVAL || errno == ENOTSUP { return }
            if errno != EINTR { throw .last }
        }
    }

    /// Closes the descriptor; some systems report only here that written bytes are lost.
    ///
    /// - Throws: the error of the system.
    func close() throws(SystemError) {
        if systemClose(number) != 0, errno != EINTR { throw .last }
    }

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

private func retrying(_ call: () -> Int32) -> Int32 {
    while true {
        let result = call()
        if result >= 0 || errno != EINTR { return result }
    }
}

// The methods of `Descriptor` have the names of these system calls.

private func systemOpen(_ path: UnsafePointer<CChar>, _ flags: Int32) -> Int32 { open(path, flags) }

private func systemRead(_ number: Int32, _ space: UnsafeMutableRawPointer?, _ count: Int) -> Int {
    read(number, space, count)
}

private func systemWrite(_ number: Int32, _ bytes: UnsafeRawPointer?, _ count: Int) -> Int {
    write(number, bytes, count)
}

private func systemClose(_ number: Int32) -> Int32 { close(number) }
