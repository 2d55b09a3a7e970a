internal import NeatlineFoundation

extension ClosureEventMonitor {
    /// A closure of a monitor, nil at first, which may be read and set on any thread. Subclasses can have more of them.
    ///
    /// Unchecked Sendable, because the closure is behind a lock. It is called on the monitor's queue.
    @propertyWrapper
    public struct Settable<Closure: ExpressibleByNilLiteral>: @unchecked Sendable {
        private let closure: Locked<Closure>

        /// No closure.
        public init() { closure = Locked(nil) }

        /// The closure.
        public var wrappedValue: Closure {
            get { closure.withLock { $0 } }
            nonmutating set {
                // What was there before goes when the lock is free again: its end may run anything.
                let earlier = closure.withLock { closure in
                    defer { closure = newValue }
                    return closure
                }
                withExtendedLifetime(earlier) {}
            }
        }
    }
}
