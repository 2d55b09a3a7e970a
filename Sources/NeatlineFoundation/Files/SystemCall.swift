internal import Foundation

/// System calls that a signal may interrupt.
package enum SystemCall {
    /// Repeats a system call as long as a signal interrupts it.
    package static func repeated<Result: SignedInteger>(_ call: () -> Result) -> Result {
        while true {
            let result = call()
            if result != -1 || errno != EINTR { return result }
        }
    }

    /// Writes bytes at the current offset of a descriptor.
    ///
    /// - Returns: The number of bytes that were written, and the value of `errno` if those are not all.
    package static func write(_ bytes: UnsafeRawBufferPointer, to descriptor: Int32) -> (count: Int, code: Int32?) {
        var count = 0
        while count < bytes.count {
            let rest = UnsafeRawBufferPointer(rebasing: bytes[count...])
            // SAFETY: the system reads exactly the bytes of the buffer.
            let written = repeated { Foundation.write(descriptor, rest.baseAddress, rest.count) }
            if written < 0 { return (count, errno) }
            // Regular files never write 0 bytes; this avoids an endless loop.
            if written == 0 { return (count, EIO) }
            count += written
        }
        return (count, nil)
    }
}
