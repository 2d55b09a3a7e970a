#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#elseif canImport(Darwin)
import Darwin
#endif

import Synchronization

/// Frees nested values in a loop, so that no depth overflows the stack.
///
/// The storage of an array or object hands its children over when it is freed. The first one on a thread runs a loop
/// that frees them; what is freed in turn meanwhile adds its own children to that loop instead of freeing them itself.
/// So it does not matter who else refers to a child, or how many copies a build without optimisation makes. Where the
/// system has no room to remember a thread's loop, all such threads share one.
enum Teardown {
    private typealias Pending = [ContiguousArray<JSON>]

    /// Where the thread keeps the address of the list of its running loop; nil where the process has no key left.
    private static let key: pthread_key_t? = {
        var key = pthread_key_t()
        return pthread_key_create(&key, nil) == 0 ? key : nil
    }()

    /// The list of the loop that all threads without a place of their own share; nil while none is running.
    private static let shared = Mutex<Pending?>(nil)

    /// Releases `values`, and what only they refer to; `values` is empty afterwards, or has nothing nested.
    static func release(_ values: inout ContiguousArray<JSON>) {
        guard values.contains(where: { $0.ownsStorage }) else { return }
        var own = ContiguousArray<JSON>()
        swap(&own, &values)
        if let key, let running = pthread_getspecific(key) {
            // SAFETY: set by the loop below on this thread, which is still running: it clears the key when it ends.
            running.assumingMemoryBound(to: Pending.self).pointee.append(own)
            return
        }
        var pending: Pending = [own]
        own = []
        withUnsafeMutablePointer(to: &pending) { pending in
            guard let key, pthread_setspecific(key, pending) == 0 else { return releaseShared(&pending.pointee) }
            // The list is not being accessed while the values taken off it are freed, which may add to it.
            while let values = pending.pointee.popLast() { withExtendedLifetime(values) {} }
            pthread_setspecific(key, nil)
        }
    }

    /// Releases values where the thread has no place for a list: the loop is the one of all such threads.
    @inline(never)
    private static func releaseShared(_ values: inout Pending) {
        var own = Pending()
        swap(&own, &values)
        let isRunning = shared.withLock { pending in
            defer { pending = (pending ?? []) + own }
            return pending != nil
        }
        if isRunning { return }
        own = []
        while let values = nextShared() { withExtendedLifetime(values) {} }
    }

    /// Takes values off the shared list; ends the shared loop if it is empty.
    private static func nextShared() -> ContiguousArray<JSON>? {
        shared.withLock { pending in
            let next = pending?.popLast()
            if next == nil { pending = nil }
            return next
        }
    }
}

extension JSON {
    /// Whether the value is an array or object with storage of its own; a view has no children to free.
    fileprivate var ownsStorage: Bool {
        switch self {
        case .array(let array): if case .owned = array.storage { true } else { false }
        case .object(let object): if case .owned = object.storage { true } else { false }
        default: false
        }
    }
}
