internal import NeatlineFoundation

extension ClosureEventMonitor {
    /// Stores a closure of a monitor, which can be read and set on any thread. Subclasses can use it for closures of
    /// their own.
    ///
    /// Unchecked Sendable, because a lock guards the closure, which is called on the monitor's queue.
    @propertyWrapper
    public struct Settable<Closure: ExpressibleByNilLiteral>: @unchecked Sendable {
        private let closure: Locked<Closure>

        /// Creates storage without a closure.
        public init() { closure = Locked(nil) }

        /// The closure; nil until set.
        public var wrappedValue: Closure {
            get { closure.withLock { $0 } }
            nonmutating set {
                // The earlier closure is released after the lock: its captures may run code when they are released.
                let earlier = closure.withLock { closure in
                    defer { closure = newValue }
                    return closure
                }
                withExtendedLifetime(earlier) {}
            }
        }
    }
}
