#if canImport(Glibc)
import Glibc

/// Swift Testing takes a backtrace of each error that is thrown while tests run, in case that a test fails by it. It prints
/// none here, and to find them takes most of the time of tests that read millions of invalid texts.
enum ErrorBacktraces {
    /// Takes no more backtraces, in no test, until the process ends.
    static func stop() {
        // What Swift Testing hands to Swift's runtime; nothing happens where a version of it has other functions.
        typealias SetHandler = @convention(c) (UnsafeRawPointer?) -> UnsafeRawPointer?
        for name in ["swt_setWillThrowHandler", "swt_setWillThrowTypedHandler"] {
            // SAFETY: Both take a pointer to a function, nil for none, and return the one before, as the type says.
            guard let function = dlsym(nil, name) else { continue }
            _ = unsafeBitCast(function, to: SetHandler.self)(nil)
        }
    }
}
#else
enum ErrorBacktraces {
    static func stop() {}
}
#endif
