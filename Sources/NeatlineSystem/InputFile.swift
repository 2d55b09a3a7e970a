#if canImport(Glibc)
internal import Glibc
#elseif canImport(Musl)
internal import Musl
#else
internal import Darwin
#endif

/// A file that is open for reading.
package final class InputFile: Sendable {
    private let descriptor: Descriptor

    /// Opens a file.
    ///
    /// - Parameters:
    ///   - path: the path of the file.
    ///   - requiresRegularFile: whether directories (`EISDIR`), pipes and devices (`EINVAL`) are errors; the latter are
    ///     otherwise read until they end.
    ///   - followsLinks: whether the path may be that of a symbolic link, which is otherwise an error (`ELOOP`).
    /// - Throws: the error of the system.
    package init(
        _ path: String, requiresRegularFile: Bool = false, followsLinks: Bool = true
    ) throws(SystemError) {
        // Opening a pipe without a writer blocks, unless `O_NONBLOCK` is set.
        let flags = O_RDONLY | (requiresRegularFile ? O_NONBLOCK : 0) | (followsLinks ? 0 : O_NOFOLLOW)
        descriptor = try Descriptor(opening: SystemPath(path), flags)
        // An error releases this object, which closes the file.
        if requiresRegularFile {
            let status = try status()
            if !status.isRegular { throw SystemError(code: status.isDirectory ? EISDIR : EINVAL) }
        }
    }

    deinit { try? descriptor.closeFile() }

    /// Returns what the system knows of the file.
    ///
    /// - Throws: the error of the system.
    package func status() throws(SystemError) -> FileStatus { try FileStatus(descriptor) }

    /// Reads the next bytes: `count`, or fewer at the end of the file.
    ///
    /// - Throws: the error of the system.
    package func read(_ count: Int) throws(SystemError) -> [UInt8] { try descriptor.nextBytes(count) }

    /// Reads bytes from an offset into `space`, also while other threads do so; returns their number, which is 0 at the
    /// end.
    ///
    /// - Throws: the error of the system.
    package func read(into space: UnsafeMutableRawBufferPointer, at offset: Int64) throws(SystemError) -> Int {
        try descriptor.readAvailable(into: space, at: offset)
    }

    /// Reads the next bytes that are available, at most `count`; none at the end of the file.
    ///
    /// Of a pipe or a terminal it does not wait for more than it has.
    ///
    /// - Throws: the error of the system.
    package func readAvailable(_ count: Int) throws(SystemError) -> [UInt8] {
        try descriptor.nextBytes(count, endsEarly: true)
    }

    /// Reads all bytes up to the end.
    ///
    /// - Parameter maximumSize: the number of bytes from which on the file is an error (`EFBIG`).
    /// - Throws: the error of the system.
    package func contents(maximumSize: Int) throws(SystemError) -> [UInt8] {
        let size = Int(clamping: try status().size)
        if size >= maximumSize { throw SystemError(code: EFBIG) }
        // One byte more, so that the end is seen without another array. A file may grow, and a pipe has no size.
        var capacity = Swift.max(size, 0) + 1
        var bytes = try read(capacity)
        while bytes.count == capacity {
            if bytes.count >= maximumSize { throw SystemError(code: EFBIG) }
            let next = try read(Swift.max(65_536, bytes.count))
            if next.isEmpty { break }
            bytes += next
            capacity = bytes.count
        }
        return bytes
    }

    /// Sets the time of the last change to now.
    package func touch() { futimens(descriptor.number, nil) }
}
