#if canImport(Glibc)
internal import Glibc
#elseif canImport(Musl)
internal import Musl
#else
internal import Darwin
#endif

/// An error of a system call: the value of `errno`.
package struct SystemError: Error, Hashable, CustomStringConvertible {
    /// The value of `errno`.
    package let code: Int32

    package init(code: Int32) { self.code = code }

    /// The error of the call of this thread that just failed.
    package static var last: SystemError { SystemError(code: errno) }
    /// The error of a name that no file has.
    package static let notFound = SystemError(code: ENOENT)

    /// Whether the process or the system has no free descriptor or memory, so that the call says nothing about its file.
    package var isExhaustion: Bool { [EMFILE, ENFILE, ENOMEM].contains(code) }

    /// The system's words for the error.
    package var description: String { String(cString: strerror(code)) }
}
