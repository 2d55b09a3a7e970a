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
    }

    private let queue = DispatchQueue(label: "neatline.defaults.synchronize", qos: .utility)
    private let state = Locked(State())
    /// Left only when the files are whole, so that the process does not exit while one is written.
    private let section = ExclusiveSection()

    private init() {
        atexit { PendingSynchronizations.shared.run() }
    }

    /// Has the values of a store written soon, which has been changed.
    func add(_ store: UserDefaultsStore) {
        let isFirst = state.withLock { state in
            state.stores[ObjectIdentifier(store)] = store
            defer { state.isScheduled = true }
            return !state.isScheduled
        }
        if isFirst { queue.asyncAfter(deadline: .now() + PendingSynchronizations.period) { [self] in run() } }
    }

    /// Writes the values of all stores with changes.
    ///
    /// A store's own section is not entered, so it does not matter which thread exits, and what the other threads wait for.
    private func run() {
        // Stores are released, and failures reported, outside the section and the lock.
        let (stores, failed) = section.enter {
            let stores = state.withLock { state in
                defer { state = State() }
                return state.stores
            }
            return (stores, stores.values.compactMap { $0.defaults.synchronize() ? nil : (store: $0, code: errno) })
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
