internal import NeatlineSystem

/// The observers of a store, and the changes that they have not received yet.
final class ChangeHub: Sendable {
    private struct State {
        var observers: [UInt64: Observer] = [:]
        var nextIdentifier: UInt64 = 0
        var pending: [DefaultsChange] = []
        var isDelivering = false
    }

    private struct Observer {
        let key: String?
        let registration: ChangeRegistration
    }

    private let state = Locked(State())

    /// Adds an observer. `owner` lives as long as the registration.
    func observe(
        _ key: String?, owner: any DefaultsStore, _ handler: @escaping @Sendable (DefaultsChange) -> Void
    ) -> any DefaultsDisposable {
        let registration = ChangeRegistration(handler)
        let identifier = state.withLock { state in
            state.nextIdentifier += 1
            state.observers[state.nextIdentifier] = Observer(key: key, registration: registration)
            return state.nextIdentifier
        }
        return ChangeObservation(registration: registration, owner: owner) { [weak self] in self?.remove(identifier) }
    }

    /// Whether there are observers.
    var isObserved: Bool { state.withLock { !$0.observers.isEmpty } }

    /// Adds a change to those that `deliver` reports. Called while the store is in its exclusive section, so that the
    /// order is that of the changes.
    func append(_ change: DefaultsChange) {
        state.withLock { state in
            if !state.observers.isEmpty { state.pending.append(change) }
        }
    }

    /// Reports all changes in their order, unless another call does so already. Called without any lock.
    func deliver() {
        while true {
            let changes = state.withLock { state -> [DefaultsChange] in
                if state.isDelivering || state.pending.isEmpty { return [] }
                state.isDelivering = true
                defer { state.pending = [] }
                return state.pending
            }
            if changes.isEmpty { return }
            for change in changes {
                for registration in registrations(for: change.key) { registration.call(change) }
            }
            state.withLock { $0.isDelivering = false }
        }
    }

    /// The observers of a key, in the order in which they were added.
    private func registrations(for key: String) -> [ChangeRegistration] {
        state.withLock { state in
            let observers = state.observers.filter { $0.value.key == nil || $0.value.key == key }
            return observers.sorted { $0.key < $1.key }.map(\.value.registration)
        }
    }

    private func remove(_ identifier: UInt64) {
        // The closure is released after the lock.
        let removed = state.withLock { $0.observers.removeValue(forKey: identifier) }
        withExtendedLifetime(removed) {}
    }
}

/// The closure of an observer, until it is disposed of.
private final class ChangeRegistration: Sendable {
    private let handler: Locked<(@Sendable (DefaultsChange) -> Void)?>

    init(_ handler: @escaping @Sendable (DefaultsChange) -> Void) { self.handler = Locked(handler) }

    func call(_ change: DefaultsChange) {
        let handler = handler.withLock { $0 }
        handler?(change)
    }

    func dispose() {
        // The closure is released after the lock.
        let old = handler.withLock { handler in
            defer { handler = nil }
            return handler
        }
        withExtendedLifetime(old) {}
    }
}

/// The handle of an observer: ends the registration when it is released, and retains the store until then.
private final class ChangeObservation: DefaultsDisposable, Sendable {
    private let registration: ChangeRegistration
    private let owner: Locked<(any DefaultsStore)?>
    private let remove: @Sendable () -> Void

    init(registration: ChangeRegistration, owner: any DefaultsStore, remove: @escaping @Sendable () -> Void) {
        self.registration = registration
        self.owner = Locked(owner)
        self.remove = remove
    }

    deinit { dispose() }

    func dispose() {
        registration.dispose()
        remove()
        // The store is released after the lock.
        let old = owner.withLock { owner in
            defer { owner = nil }
            return owner
        }
        withExtendedLifetime(old) {}
    }
}
