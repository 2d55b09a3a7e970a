internal import Foundation

/// An error of a system call: the value of `errno`.
package struct SystemError: Error, Hashable {
    /// The value of `errno`.
    package let code: Int32

    package init(code: Int32) { self.code = code }

    /// The error of the last system call of this thread.
    static var last: SystemError { SystemError(code: errno) }

    /// The system's words for the error.
    package var message: String { String(cString: strerror(code)) }
}
