public import Foundation
internal import NeatlineSystem

/// The options of an observer, in the terms of key-value observing.
public struct DefaultsObservingOptions: OptionSet, Sendable {
    /// The bits of the options.
    public let rawValue: UInt

    /// Creates options from their bits.
    ///
    /// - Parameter rawValue: The bits.
    public init(rawValue: UInt) { self.rawValue = rawValue }

    /// Updates contain the new value.
    public static let new = DefaultsObservingOptions(rawValue: 1)
    /// Updates contain the old value.
    public static let old = DefaultsObservingOptions(rawValue: 2)
    /// An update with the current value is sent immediately.
    public static let initial = DefaultsObservingOptions(rawValue: 4)
}

/// The registration of an observer of one key, which ends when it is released.
public final class DefaultsObserver<ValueType>: DefaultsDisposable {
    /// A change of the key.
    public struct Update {
        /// The kind of the change, which is always that the value was set.
        public let kind: DefaultsChangeKind
        /// nil: changes of single elements are not distinguished.
        public let indexes: IndexSet?
        /// false: updates are sent after the change.
        public let isPrior: Bool
        /// The value after the change. It is the key's default if there is none, or without the option `.new`; nil if the
        /// key has no default.
        public let newValue: ValueType?
        /// The value before the change. It is the key's default if there was none, without the option `.old`, and in the
        /// initial update; nil if the key has no default.
        public let oldValue: ValueType?

        init(_ key: DefaultsKey<ValueType>, old: DefaultsValue?, new: DefaultsValue?) {
            func value(_ stored: DefaultsValue?) -> ValueType? {
                let value = stored.flatMap { key.bridge.decode($0) } ?? key.defaultValue
                // Nil, not an optional that contains nil.
                return (value as? any OptionalType)?.isNil == true ? nil : value
            }
            kind = .setting
            indexes = nil
            isPrior = false
            oldValue = value(old)
            newValue = value(new)
        }
    }

    private let observation: any DefaultsDisposable

    init(_ observation: any DefaultsDisposable) { self.observation = observation }

    /// Ends the registration; later changes are not reported.
    public func dispose() { observation.dispose() }
}

extension DefaultsObserver.Update: Sendable where ValueType: Sendable {}

/// The kind of a change, in the terms of key-value observing.
public enum DefaultsChangeKind: UInt, Sendable {
    /// The value was set or removed.
    case setting = 1
}

/// The closure of an observer, which need not be `@Sendable`, as in key-value observing.
///
/// Unchecked Sendable because a store calls its observers one at a time. The caller answers for what else uses the
/// variables of the closure.
private struct ObserverClosure<Update>: @unchecked Sendable {
    let call: (Update) -> Void
}

extension DefaultsContainer {
    /// Calls a closure after each change of a key, until the returned object is disposed of or released.
    ///
    /// ```swift
    /// let observer = Defaults.observe(.theme) { update in show(update.newValue) }
    /// ```
    ///
    /// - Parameters:
    ///   - key: The key.
    ///   - options: What the updates contain, and whether one is sent immediately.
    ///   - handler: Receives the updates, one at a time, in the order of the changes: by the thread that makes the change or
    ///     another one that does so at that moment, or by a queue of the store if it was another process.
    /// - Returns: The registration.
    public func observe<Value>(
        _ key: DefaultsKey<Value>, options: DefaultsObservingOptions = [.old, .new],
        handler: @escaping (DefaultsObserver<Value>.Update) -> Void
    ) -> any DefaultsDisposable {
        let closure = ObserverClosure<DefaultsChange> { change in
            handler(
                DefaultsObserver<Value>.Update(
                    key, old: options.contains(.old) ? change.oldValue : nil,
                    new: options.contains(.new) ? change.newValue : nil))
        }
        // The changes during the initial update, which follow it; nil afterwards.
        let postponed = Locked<[DefaultsChange]?>(options.contains(.initial) ? [] : nil)
        let observation = backingStore.observe(key._key) { change in
            let isPostponed = postponed.withLock { changes in
                changes?.append(change)
                return changes != nil
            }
            if !isPostponed { closure.call(change) }
        }
        if options.contains(.initial) {
            let current = backingStore.value(forKey: key._key)
            closure.call(DefaultsChange(key: key._key, oldValue: nil, newValue: current))
            while let change = postponed.withLock({ changes in
                if changes?.isEmpty == true { changes = nil }
                return changes?.removeFirst()
            }) { closure.call(change) }
        }
        return DefaultsObserver<Value>(observation)
    }

    /// Calls a closure after each change of a key, with the label of SwiftyUserDefaults 4.
    ///
    /// - Parameters:
    ///   - key: The key.
    ///   - options: What the updates contain, and whether one is sent immediately.
    ///   - handler: Receives the updates, as that of ``observe(_:options:handler:)``.
    /// - Returns: The registration.
    public func observe<Value>(
        key: DefaultsKey<Value>, options: DefaultsObservingOptions = [.old, .new],
        handler: @escaping (DefaultsObserver<Value>.Update) -> Void
    ) -> any DefaultsDisposable {
        observe(key, options: options, handler: handler)
    }

    /// Returns the values of a key: the current one, and each that follows a change.
    ///
    /// ```swift
    /// for await theme in Defaults.values(of: .theme) { show(theme) }
    /// ```
    ///
    /// - Parameter key: The key.
    /// - Returns: The sequence, which has no end. If updates arrive faster than they are read, only the newest is kept.
    public func values<Value: Sendable>(of key: DefaultsKey<Value>) -> AsyncStream<Value> {
        let store = backingStore
        return AsyncStream(bufferingPolicy: .bufferingNewest(1)) { continuation in
            let yield = { @Sendable in _ = continuation.yield(key.value(of: store.value(forKey: key._key))) }
            let isChanged = Locked(false)
            let observation = SharedObservation(
                store.observe(key._key) { _ in
                    isChanged.withLock { $0 = true }
                    yield()
                })
            // An initial value that was read before a change must not be the last one.
            repeat {
                isChanged.withLock { $0 = false }
                yield()
            } while isChanged.withLock(\.self)
            continuation.onTermination = { _ in observation.dispose() }
        }
    }

    /// Returns the changes of a key.
    ///
    /// - Parameter key: The key.
    /// - Returns: The sequence, which has no end and no gaps.
    public func changes<Value: Sendable>(
        of key: DefaultsKey<Value>
    ) -> AsyncStream<DefaultsObserver<Value>.Update> {
        AsyncStream { continuation in
            let observation = SharedObservation(observe(key) { continuation.yield($0) })
            continuation.onTermination = { _ in observation.dispose() }
        }
    }
}

/// A registration that any thread may end.
private final class SharedObservation: Sendable {
    private let observation: Locked<(any DefaultsDisposable)?>

    init(_ observation: any DefaultsDisposable) { self.observation = Locked(observation) }

    func dispose() {
        // The registration is released after the lock.
        let old = observation.withLock { observation in
            defer { observation = nil }
            return observation
        }
        old?.dispose()
    }
}
