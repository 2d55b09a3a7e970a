internal import Foundation
internal import Synchronization

/// A reference to an object, or none, that several threads read and replace.
///
/// Threads do not wait, except for one that reads at the same moment: it counts its reference first.
package struct SharedReference<Object: AnyObject>: ~Copyable, @unchecked Sendable {
    /// The address of the object, which has a reference for it; 0 for none.
    private let address = Atomic<UInt>(0)

    /// Stands in the object's place while a thread counts its reference; no object is there.
    private static var beingRead: UInt { 1 }

    /// No object.
    package init() {}

    deinit { exchange(nil) }

    /// Whether there is no object at this moment.
    package var isEmpty: Bool { address.load(ordering: .relaxed) == 0 }

    /// Replaces the object.
    ///
    /// - Returns: the one that was there; it now belongs to the caller.
    @discardableResult
    package func exchange(_ object: Object?) -> Object? {
        let new = object.map { UInt(bitPattern: Unmanaged.passRetained($0).toOpaque()) } ?? 0
        return SharedReference.object(at: replace(with: new))?.takeRetainedValue()
    }

    /// Stores an object, unless there is one.
    ///
    /// - Returns: whether it was stored.
    package func fill(_ object: Object) -> Bool {
        let new = Unmanaged.passRetained(object)
        let (isStored, _) = address.compareExchange(
            expected: 0, desired: UInt(bitPattern: new.toOpaque()), ordering: .releasing)
        if !isStored { new.release() }
        return isStored
    }

    /// The object, which stays.
    package func load() -> Object? {
        if isEmpty { return nil }
        let old = replace(with: SharedReference.beingRead)
        let object = SharedReference.object(at: old)?.takeUnretainedValue()
        address.store(old, ordering: .releasing)
        return object
    }

    /// Replaces the address, as soon as nobody reads it.
    private func replace(with new: UInt) -> UInt {
        var old = address.load(ordering: .relaxed)
        while true {
            if old == SharedReference.beingRead {
                sched_yield()
                old = address.load(ordering: .relaxed)
                continue
            }
            let (isReplaced, found) = address.compareExchange(
                expected: old, desired: new, ordering: .acquiringAndReleasing)
            if isReplaced { return old }
            old = found
        }
    }

    private static func object(at address: UInt) -> Unmanaged<Object>? {
        // SAFETY: the address is that of an object for which a reference was counted.
        UnsafeRawPointer(bitPattern: address).map { Unmanaged.fromOpaque($0) }
    }
}
