internal import Foundation
internal import NeatlineSystem

// What an exchange knows: behind its lock, and of each hop.

extension Exchange {
    /// State behind the lock.
    struct State {
        var machine: ExchangeMachine
        /// The task of the running hop, when `Transport.start` has returned it.
        private var task: (any TransportTask)?
        /// The hop that starts when the running one has ended.
        private var next: Hop?
        /// The bytes that were received while the receiver decides about a redirect.
        var stored: [UInt8] = []
        /// The deadline of the whole exchange; `nil` for none.
        var resourceDue: UInt64?
        /// The deadline for discarding a body, while the machine is draining.
        var drainDue: UInt64 = .max
        /// The deadline for the end of a hop that was cancelled.
        var endDue: UInt64 = .max
        /// Whether a WebSocket was opened, which has no idle timeout.
        var isUpgraded = false

        init(machine: ExchangeMachine) { self.machine = machine }

        /// Handles an event, and returns what is to be done without the lock. What the exchange no longer needs is
        /// returned, too, so that users' objects are not released while the lock is held.
        ///
        /// - Parameter next: The hop that follows the event.
        mutating func handle(_ event: ExchangeEvent, next: Hop? = nil) -> Step {
            let actions = machine.handle(event)
            var step = Step(machine: machine, actions: actions)
            if !actions.isDisjoint(with: .ofTask) { step.task = task }
            if actions.contains(.storeHop) { self.next = next }
            if !actions.isDisjoint(with: [.prepare, .complete]) {
                step.next = self.next.take()
                stored = []
            }
            if !machine.isHopRunning { step.task = task.take() }
            return step
        }

        /// Stores the task of a hop, unless it has completed.
        mutating func started(_ task: any TransportTask, hop: Int) -> Step {
            if machine.isStarting(hop) { self.task = task }
            var step = handle(.taskStarted(hop: hop))
            if machine.isAbandoned { step.task = task }
            return step
        }
    }

    /// The actions that follow an event, and what is needed for them.
    struct Step {
        /// The machine after the event.
        let machine: ExchangeMachine
        var actions: ExchangeActions = []
        var task: (any TransportTask)?
        var next: Hop?
    }

    /// One request to a server.
    struct Hop {
        var request: URLRequest
        var body: TransportBody
        /// Whether the body was sent before.
        var isRepeated = false
        /// Whether a redirect has left the first origin: then credentials for it are no longer sent.
        var hasLeftOrigin = false
        var head: ResponseHead?
        /// The number of bytes of the body that were sent.
        var sentBytes: Int64 = 0
        var receivedBytes: Int64 = 0
        /// Whether a stored response is delivered.
        var isFromCache = false
        /// The error of the hop.
        var failure: TransportError?
        /// The evaluation of the hop's server.
        var serverTrust: ServerTrustCheck?
        /// The error because of which the hop is not sent.
        var serverTrustFailure: AFError?

        /// The body, if it is to be told of its end.
        var failingBody: (any FailingBody)? {
            guard case .stream(let stream, _) = body else { return nil }
            return stream as? any FailingBody
        }

        init(request: URLRequest, body: TransportBody) {
            self.request = request
            self.body = body
        }
    }
}
