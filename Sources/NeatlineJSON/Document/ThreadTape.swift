#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#elseif canImport(Darwin)
import Darwin
#endif

/// The tape that a thread has freed last, kept for its next document of about that size.
///
/// A server parses one message of a kilobyte or so after the other, and frees it on the thread that has parsed it. glibc keeps
/// blocks of up to 1,032 bytes for each thread, and looks for larger ones in lists, where what is freed is joined with its
/// neighbours and cut off again.
enum ThreadTape {
    /// In words; shorter ones are kept by the allocator itself.
    static let smallest = 96

    /// Where a thread's tape is kept: its address, with the capacity in its first word, or nil.
    private typealias Place = UnsafeMutablePointer<UnsafeMutableRawPointer?>

    /// Under it each thread has its place. Nil where the process has no key left.
    private static let key: pthread_key_t? = {
        var key = pthread_key_t()
        let code = pthread_key_create(&key) { value in
            // SAFETY: what stands under the key was allocated by `makePlace()`, and the thread that ends has no other use for it.
            let value: UnsafeMutableRawPointer? = value
            guard let place = value?.assumingMemoryBound(to: UnsafeMutableRawPointer?.self) else { return }
            if let tape = place.pointee { TapeBuffer(recycled: tape).deallocate() }
            place.deallocate()
        }
        return code == 0 ? key : nil
    }()

    /// The thread's place, if it has one.
    @inline(__always)
    private static func knownPlace() -> Place? {
        // SAFETY: what stands under the key is a place.
        key.flatMap { pthread_getspecific($0) }?.assumingMemoryBound(to: UnsafeMutableRawPointer?.self)
    }

    /// The thread's tape, if it is large enough for `estimate` words, and not more than twice as large.
    @inline(__always)
    static func take(_ estimate: Int) -> TapeBuffer? {
        guard estimate >= smallest, let place = knownPlace(), let tape = place.pointee else { return nil }
        // SAFETY: only `put` stores references here, and no other code owns them.
        let buffer = TapeBuffer(recycled: tape)
        assert(buffer.capacity >= smallest)
        guard buffer.capacity >= estimate, buffer.capacity &>> 1 <= estimate else { return nil }
        place.pointee = nil
        return buffer
    }

    /// Keeps a tape in place of the one before, so that sizes no longer used do not stay for ever; but the larger one of two
    /// that are about the same, so that it will do for both.
    @inline(__always)
    static func put(_ buffer: TapeBuffer) {
        assert(buffer.capacity >= smallest)
        guard let place = knownPlace() ?? makePlace() else { return buffer.deallocate() }
        guard let kept = place.pointee.map(TapeBuffer.init(recycled:)) else {
            place.pointee = buffer.recycle()
            return
        }
        if kept.capacity >= buffer.capacity, kept.capacity &>> 1 <= buffer.capacity { return buffer.deallocate() }
        place.pointee = buffer.recycle()
        kept.deallocate()
    }

    @inline(never)
    private static func makePlace() -> Place? {
        guard let key else { return nil }
        let place = Place.allocate(capacity: 1)
        place.initialize(to: nil)
        if pthread_setspecific(key, place) == 0 { return place }
        place.deallocate()
        return nil
    }
}
