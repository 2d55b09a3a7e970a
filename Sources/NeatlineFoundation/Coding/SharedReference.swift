internal import Foundation
internal import Synchronization

/// A reference to an object, or none, that several threads read and replace.
///
/// Threads do not wait, except for one that reads at the same moment: it counts its reference first.
///
/// Unchecked Sendable, because the address is only changed atomically.
package struct SharedReference<Object: AnyObject>: ~Copyable, @unchecked Sendable {
    /// The address of the object, which has a reference counted for it; 0 for none.
    @usableFromInline let address = SharedAddress()

    /// No object.
    @inlinable
    package init() {}

    @inlinable
    deinit { exchange(nil) }

    /// Whether there is no object at this moment.
    @inlinable
    package var isEmpty: Bool { address.isZero }

    /// Replaces the object.
    ///
    /// - Returns: the one that was there; it now belongs to the caller.
    @inlinable
    @discardableResult
    package func exchange(_ object: Object?) -> Object? {
        var new: UInt = 0
        if let object { new = UInt(bitPattern: Unmanaged.passRetained(object).toOpaque()) }
        // SAFETY: the address that was there is that of an object for which a reference was counted.
        guard let old = UnsafeRawPointer(bitPattern: address.replace(with: new)) else { return nil }
        return Unmanaged<Object>.fromOpaque(old).takeRetainedValue()
    }

    /// Stores an object, unless there is one.
    ///
    /// - Returns: whether it was stored.
    @inlinable
    package func fill(_ object: Object) -> Bool {
        let new = Unmanaged.passRetained(object)
        let isStored = address.fill(UInt(bitPattern: new.toOpaque()))
        if !isStored { new.release() }
        return isStored
    }

    /// The object, which stays.
    @inlinable
    package func load() -> Object? {
        if address.isZero { return nil }
        let old = address.take()
        defer { address.putBack(old) }
        // SAFETY: the reference that was counted for the object is not given up before `putBack`.
        guard let pointer = UnsafeRawPointer(bitPattern: old) else { return nil }
        return Unmanaged<Object>.fromOpaque(pointer).takeUnretainedValue()
    }
}

/// The address of a `SharedReference`: what of it is the same for all objects, and compiled once.
@usableFromInline
package struct SharedAddress: ~Copyable {
    private let value = Atomic<UInt>(0)

    /// Marks an address that a thread has taken; it refers to no object.
    private static let taken: UInt = 1

    @usableFromInline
    package init() {}

    @usableFromInline
    package var isZero: Bool { value.load(ordering: .relaxed) == 0 }

    /// Replaces the address, as soon as no thread has taken it.
    @usableFromInline
    package func replace(with new: UInt) -> UInt {
        var old = value.load(ordering: .relaxed)
        while true {
            if old == SharedAddress.taken {
                sched_yield()
                old = value.load(ordering: .relaxed)
                continue
            }
            let (isReplaced, found) = value.compareExchange(
                expected: old, desired: new, ordering: .acquiringAndReleasing)
            if isReplaced { return old }
            old = found
        }
    }

    /// Stores an address, unless there is one.
    @usableFromInline
    package func fill(_ new: UInt) -> Bool {
        value.compareExchange(expected: 0, desired: new, ordering: .releasing).exchanged
    }

    /// Takes the address; others wait until `putBack`.
    @usableFromInline
    package func take() -> UInt { replace(with: SharedAddress.taken) }

    /// Puts the address back that was taken.
    @usableFromInline
    package func putBack(_ old: UInt) {
        assert(value.load(ordering: .relaxed) == SharedAddress.taken)
        value.store(old, ordering: .releasing)
    }
}
