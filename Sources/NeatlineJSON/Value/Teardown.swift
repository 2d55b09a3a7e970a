#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#elseif canImport(Darwin)
import Darwin
#endif

/// Frees nested values in a loop, so that no depth overflows the stack.
///
/// The storage of an array or object hands its children over when it is freed. The first one on a thread runs a loop
/// that frees them; what is freed in turn meanwhile adds its own children to that loop instead of freeing them itself.
/// So it does not matter who else refers to a child, or how many copies a build without optimisation makes.
enum Teardown {
    private typealias Pending = [ContiguousArray<JSON>]

    /// Where the thread keeps the address of the list of its running loop.
    private static let key: pthread_key_t = {
        var key = pthread_key_t()
        precondition(pthread_key_create(&key, nil) == 0, "no key for thread-local data is left")
        return key
    }()

    /// Releases `values`, and what only they refer to; `values` is empty afterwards, or has nothing nested.
    static func release(_ values: inout ContiguousArray<JSON>) {
        guard values.contains(where: { $0.ownsStorage }) else { return }
        var own = ContiguousArray<JSON>()
        swap(&own, &values)
        if let running = pthread_getspecific(key) {
            // SAFETY: set by the loop below on this thread, which is still running: it clears the key when it ends.
            running.assumingMemoryBound(to: Pending.self).pointee.append(own)
            return
        }
        var pending: Pending = [own]
        own = []
        withUnsafeMutablePointer(to: &pending) { pending in
            pthread_setspecific(key, pending)
            // The list is not being accessed while the values taken off it are freed, which may add to it.
            while let values = pending.pointee.popLast() { withExtendedLifetime(values) {} }
            pthread_setspecific(key, nil)
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
