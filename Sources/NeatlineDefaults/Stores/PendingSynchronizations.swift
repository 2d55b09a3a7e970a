internal import Foundation
internal import NeatlineSystem

#if !canImport(Darwin)
/// Brings changes of `UserDefaults` to disk, which Foundation does by itself on Apple's platforms only: elsewhere changes are
/// in memory until `synchronize()` is called.
///
/// All changes within a period are written at once, because a file is written as a whole, with `fsync`, which takes some
/// milliseconds. What is left is written when the process exits normally.
final class PendingSynchronizations: Sendable {
    /// The pending ones of this process.
    static let shared = PendingSynchronizations()
    /// The time from the first change to the writing.
    private static let period = DispatchTimeInterval.milliseconds(100)

    private struct State {
        /// The stores with changes that are not written.
        var stores: [ObjectIdentifier: UserDefaultsStore] = [:]
        var isScheduled = false
        /// The thread that ends the process, when it does.
        var exitingThread: UInt?

        /// Whether the process does not end before the calling thread has written a file.
        var isWritingAllowed: Bool { exitingThread == nil || isExiting }
        /// Whether the calling thread ends the process.
        var isExiting: Bool { exitingThread == ExclusiveSection.currentThread }
    }

    private let queue = DispatchQueue(label: "neatline.defaults.synchronize", qos: .utility)
    private let state = Locked(State())
    /// Left only when the files are whole, so that the process does not exit while one is written.
    private let section = ExclusiveSection()

    private init() {
        atexit { PendingSynchronizations.shared.runAtExit() }
    }

    /// Has the values of a store written soon, which has been changed; at once by the thread that ends the process.
    func add(_ store: UserDefaultsStore) {
        let (isFirst, isExiting) = state.withLock { state in
            state.stores[ObjectIdentifier(store)] = store
            defer { state.isScheduled = true }
            return (!state.isScheduled, state.isExiting)
        }
        if isExiting {
            run()
        } else if isFirst {
            queue.asyncAfter(deadline: .now() + PendingSynchronizations.period) { [self] in run() }
        }
    }

    /// Writes the values of a store now, unless another thread ends the process.
    ///
    /// - Returns: `errno` if it failed; otherwise nil.
    func write(_ store: UserDefaultsStore) -> Int32? {
        section.enter {
            guard state.withLock({ $0.isWritingAllowed }) else { return nil }
            return store.defaults.synchronize() ? nil : errno
        }
    }

    /// Writes the values of all stores with changes, and has only the calling thread write from then on.
    ///
    /// Functions that were registered by `atexit` before run after this one, for any time, and then the process ends, whatever
    /// another thread writes.
    private func runAtExit() {
        section.enter { state.withLock { $0.exitingThread = ExclusiveSection.currentThread } }
        run()
    }

    /// Writes the values of all stores with changes.
    ///
    /// A store's own section is not entered, so it does not matter which thread exits, and what the other threads wait for.
    private func run() {
        // Stores are released, and failures reported, outside the section and the lock.
        let (stores, failed) = section.enter {
            let stores = state.withLock { state in
                guard state.isWritingAllowed else { return [ObjectIdentifier: UserDefaultsStore]() }
                defer { (state.stores, state.isScheduled) = ([:], false) }
                return state.stores
            }
            return (stores, stores.values.compactMap { store in write(store).map { (store: store, code: $0) } })
        }
        withExtendedLifetime(stores) {}
        for (store, code) in failed {
            // The next change tries again, or the exit.
            state.withLock { $0.stores[ObjectIdentifier(store)] = store }
            store.reportUnwritable(code)
        }
    }
}
#endif
