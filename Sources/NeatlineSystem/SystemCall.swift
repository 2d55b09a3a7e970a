#if canImport(Glibc)
internal import Glibc
#elseif canImport(Musl)
internal import Musl
#else
internal import Darwin
#endif

/// System calls that a signal may interrupt, for what is not a call of ``Descriptor``.
package enum SystemCall {
    /// Repeats a system call as long as a signal interrupts it.
    package static func repeated<Result: SignedInteger>(_ call: () -> Result) -> Result {
        while true {
            let result = call()
            if result != -1 || errno != EINTR { return result }
        }
    }
}
