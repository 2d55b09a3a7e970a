package import Foundation

/// A file that is open for reading, from its start to its end.
package final class InputFile {
    private let descriptor: Int32

    /// Opens a file.
    ///
    /// - Parameters:
    ///   - path: the path of the file.
    ///   - requiresRegularFile: whether directories (`EISDIR`), pipes and devices (`EINVAL`) are errors; the latter are
    ///     otherwise read until they end.
    /// - Throws: the error of the system.
    package init(_ path: String, requiresRegularFile: Bool = false) throws(SystemError) {
        // Opening a pipe without a writer blocks, unless `O_NONBLOCK` is set.
        let flags = O_RDONLY | O_CLOEXEC | (requiresRegularFile ? O_NONBLOCK : 0)
        descriptor = SystemCall.repeated { open(path, flags) }
        if descriptor < 0 { throw .last }
        // An error releases this object, which closes the file.
        if requiresRegularFile {
            let type = try status().st_mode & S_IFMT
            if type != S_IFREG { throw SystemError(code: type == S_IFDIR ? EISDIR : EINVAL) }
        }
    }

    deinit {
        if descriptor >= 0 { close(descriptor) }
    }

    /// Returns what the system knows of the file.
    ///
    /// - Throws: the error of the system.
    package func status() throws(SystemError) -> stat {
        var status = stat()
        if fstat(descriptor, &status) != 0 { throw .last }
        return status
    }

    /// Reads the next bytes: `count`, or fewer at the end of the file.
    ///
    /// - Throws: the error of the system.
    package func read(_ count: Int) throws(SystemError) -> [UInt8] {
        var code: Int32 = 0
        let bytes = [UInt8](unsafeUninitializedCapacity: count) { buffer, filled in
            while filled < count {
                let rest = UnsafeMutableRawBufferPointer(
                    rebasing: UnsafeMutableRawBufferPointer(buffer)[filled..<count])
                // SAFETY: the system writes at most as many bytes as the buffer has left.
                let result = SystemCall.repeated { Foundation.read(descriptor, rest.baseAddress, rest.count) }
                if result < 0 { code = errno }
                if result <= 0 { return }
                filled += result
            }
        }
        if code != 0 { throw SystemError(code: code) }
        return bytes
    }

    /// Reads the next bytes that are available, at most `count`; none at the end of the file.
    ///
    /// Of a pipe or a terminal it does not wait for more than it has.
    ///
    /// - Throws: the error of the system.
    package func readAvailable(_ count: Int) throws(SystemError) -> [UInt8] {
        var code: Int32 = 0
        let bytes = [UInt8](unsafeUninitializedCapacity: count) { buffer, filled in
            // SAFETY: the system writes at most as many bytes as the buffer has.
            let result = SystemCall.repeated { Foundation.read(descriptor, buffer.baseAddress, count) }
            if result < 0 { code = errno } else { filled = result }
        }
        if code != 0 { throw SystemError(code: code) }
        return bytes
    }

    /// Reads all bytes up to the end.
    ///
    /// - Parameter maximumSize: the number of bytes from which on the file is an error (`EFBIG`).
    /// - Throws: the error of the system.
    package func contents(maximumSize: Int) throws(SystemError) -> [UInt8] {
        let size = Int(clamping: try status().st_size)
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
}
