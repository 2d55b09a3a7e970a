internal import Foundation
internal import Synchronization

/// An optional reference to an object that several threads read and replace.
///
/// It is not a lock: only a thread that loads the reference makes others wait, until it has retained the object.
///
/// Unchecked Sendable because the address is changed only atomically.
package struct SharedReference<Object: AnyObject>: ~Copyable, @unchecked Sendable {
    /// The address of the object, for which a reference is counted; 0 for none.
    @usableFromInline let address = SharedAddress()

    /// Creates an empty reference.
    @inlinable
    package init() {}

    @inlinable
    deinit { exchange(nil) }

    /// Whether there is no object at this moment.
    @inlinable
    package var isEmpty: Bool { address.isZero }

    /// Replaces the object.
    ///
    /// - Returns: the previous object, which the caller owns.
    @inlinable
    @discardableResult
    package func exchange(_ object: Object?) -> Object? {
        var new: UInt = 0
        if let object { new = UInt(bitPattern: Unmanaged.passRetained(object).toOpaque()) }
        // SAFETY: the previous address is that of an object for which a reference was counted.
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

    /// Returns the object, which remains stored.
    @inlinable
    package func load() -> Object? {
        if address.isZero { return nil }
        let old = address.take()
        defer { address.putBack(old) }
        // SAFETY: the reference that was counted for the object is not released before `putBack`.
        guard let pointer = UnsafeRawPointer(bitPattern: old) else { return nil }
        return Unmanaged<Object>.fromOpaque(pointer).takeUnretainedValue()
    }
}

/// The address of a `SharedReference`: the part that is the same for all types, and compiled once.
@usableFromInline
package struct SharedAddress: ~Copyable {
    private let value = Atomic<UInt>(0)

    /// Marks an address that a thread has taken; it refers to no object.
    private static let taken: UInt = 1

    @usableFromInline
    package init() {}

    @usableFromInline
    package var isZero: Bool { value.load(ordering: .relaxed) == 0 }

    /// Replaces the address, after waiting until no thread has taken it.
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

    /// Takes the address; other threads wait until `putBack`.
    @usableFromInline
    package func take() -> UInt { replace(with: SharedAddress.taken) }

    /// Stores the address that was taken.
    @usableFromInline
    package func putBack(_ old: UInt) {
        assert(value.load(ordering: .relaxed) == SharedAddress.taken)
        value.store(old, ordering: .releasing)
    }
}
