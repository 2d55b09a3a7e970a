internal import Foundation

/// Calls of the system that a signal may interrupt.
enum SystemCall {
    /// Calls a function of the system again as long as a signal interrupts it.
    static func repeated<Result: SignedInteger>(_ call: () -> Result) -> Result {
        while true {
            let result = call()
            if result != -1 || errno != EINTR { return result }
        }
    }

    /// Writes bytes at the place where a descriptor stands.
    ///
    /// - Returns: How many were written, and the number of `errno` if those are not all.
    static func write(_ bytes: UnsafeRawBufferPointer, to descriptor: Int32) -> (count: Int, code: Int32?) {
        var count = 0
        while count < bytes.count {
            let rest = UnsafeRawBufferPointer(rebasing: bytes[count...])
            // SAFETY: the system reads as many bytes as there are.
            let written = repeated { Foundation.write(descriptor, rest.baseAddress, rest.count) }
            if written < 0 { return (count, errno) }
            // No file does so, but who goes on would do so for ever.
            if written == 0 { return (count, EIO) }
            count += written
        }
        return (count, nil)
    }
}
