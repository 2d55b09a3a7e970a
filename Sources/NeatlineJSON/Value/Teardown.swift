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
/// When a storage is freed, it passes its children to this type. The first call on a thread runs a loop that frees
/// them; nested calls append their children to that loop's list instead. This is independent of other references to a
/// child, and of the copies that a build without optimization makes. If the system has no thread-specific key left, all
/// threads share one loop.
enum Teardown {
    private typealias Pending = [ContiguousArray<JSON>]

    /// The key under which a thread stores the address of its loop's list; nil if the system has none left.
    private static let key: pthread_key_t? = {
        var key = pthread_key_t()
        return pthread_key_create(&key, nil) == 0 ? key : nil
    }()

    /// The list of the loop that threads share if there is no key; nil while none is running.
    private static let shared = Mutex<Pending?>(nil)

    /// Releases `values`, and all that only they refer to; afterwards `values` is empty, or has nothing nested.
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
            // The list is not accessed while the values removed from it are freed, which may append to it.
            while let values = pending.pointee.popLast() { withExtendedLifetime(values) {} }
            pthread_setspecific(key, nil)
        }
    }

    /// Releases values by the shared loop.
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

    /// Removes values from the shared list; ends the shared loop if it is empty.
    private static func nextShared() -> ContiguousArray<JSON>? {
        shared.withLock { pending in
            let next = pending?.popLast()
            if next == nil { pending = nil }
            return next
        }
    }
}

extension JSON {
    /// Whether the value is an array or object with a storage; a view has no children to free.
    fileprivate var ownsStorage: Bool {
        switch self {
        case .array(let array): if case .owned = array.storage { true } else { false }
        case .object(let object): if case .owned = object.storage { true } else { false }
        default: false
        }
    }
}
