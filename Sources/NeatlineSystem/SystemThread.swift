#if canImport(Glibc)
internal import Glibc
#elseif canImport(Musl)
internal import Musl
#else
internal import Darwin
#endif

/// A thread that runs a closure. Either ``join()`` or ``detach()`` is called, once.
package struct SystemThread: Sendable {
    // As large as that of the first thread; some systems give others much less.
    private static let stackSize = 8 << 20

    /// The number of processors of the machine.
    package static var processorCount: Int { Swift.max(Int(sysconf(Int32(_SC_NPROCESSORS_ONLN))), 1) }

    #if canImport(Glibc)
    private let thread: pthread_t
    #else
    // SAFETY: an address that only the system's functions use, of which none changes it.
    nonisolated(unsafe) private let thread: pthread_t
    #endif

    /// Starts a thread; nil if the system has no more of them.
    package init?(_ body: @escaping @Sendable () -> Void) {
        let task = Unmanaged.passRetained(Task(body))
        var attributes = pthread_attr_t()
        pthread_attr_init(&attributes)
        pthread_attr_setstacksize(&attributes, SystemThread.stackSize)
        defer { pthread_attr_destroy(&attributes) }
        #if canImport(Darwin)
        var thread: pthread_t?
        let code = pthread_create(&thread, &attributes, { Task.run($0) }, task.toOpaque())
        guard code == 0, let thread else {
            task.release()
            return nil
        }
        self.thread = thread
        #else
        var thread = pthread_t()
        let code = pthread_create(&thread, &attributes, { $0.flatMap(Task.run) }, task.toOpaque())
        if code != 0 {
            task.release()
            return nil
        }
        self.thread = thread
        #endif
    }

    /// Waits for the end of the closure.
    package func join() { pthread_join(thread, nil) }

    /// Lets the system free the thread when the closure has ended.
    package func detach() { pthread_detach(thread) }

    private final class Task {
        private let body: @Sendable () -> Void

        init(_ body: @escaping @Sendable () -> Void) { self.body = body }

        static func run(_ address: UnsafeMutableRawPointer) -> UnsafeMutableRawPointer? {
            // SAFETY: the address is that of the retained object that the thread was started with, once.
            Unmanaged<Task>.fromOpaque(address).takeRetainedValue().body()
            return nil
        }
    }
}
