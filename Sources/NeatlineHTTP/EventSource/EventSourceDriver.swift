internal import Dispatch
internal import NeatlineSystem

/// Takes an ``EventSourceMachine``'s actions. The reader's task takes those that it must take itself from ``decisions``.
///
/// Any thread passes events. Their decisions are appended under the lock, so they are in the order of the events.
final class EventSourceDriver: Sendable {
    /// What the reader does next.
    enum Decision: PullGroup {
        case connect(Int)
        case read
        case report(seconds: Double)
    }

    private struct State {
        var machine: EventSourceMachine
        var stream: DataStreamRequest?
    }

    let decisions = PullBuffer<Decision, EventSourceMachine.Outcome>()
    private let state: Locked<State>
    private let deadlines: Deadlines

    init(_ machine: EventSourceMachine, deadlines: Deadlines) {
        state = Locked(State(machine: machine))
        self.deadlines = deadlines
    }

    var isReading: Bool { state.withLock { $0.machine.isReading } }

    func handle(_ event: EventSourceMachine.Event) {
        let (actions, ended): ([EventSourceMachine.Action], DataStreamRequest?) = state.withLock { state in
            let actions = state.machine.handle(event)
            for decision in actions.compactMap(Self.decision) { decisions.append(decision) }
            guard state.machine.phase == .over else { return (actions, nil) }
            defer { state.stream = nil }
            return (actions, state.stream)
        }
        for action in actions {
            switch action {
            case .wait(let connection, let seconds):
                deadlines.call(after: seconds, on: .global()) { [weak self] in self?.handle(.waitEnded(connection)) }
            case .settleFlow: settleFlow()
            case .finish(let outcome): decisions.finish(outcome)
            case .connect, .read, .report: break
            }
        }
        decisions.serve()
        ended?.cancel()
    }

    private static func decision(_ action: EventSourceMachine.Action) -> Decision? {
        switch action {
        case .connect(let number): .connect(number)
        case .read: .read
        case .report(let seconds): .report(seconds: seconds)
        case .wait, .settleFlow, .finish: nil
        }
    }

    /// Sets the request of the connection; cancels it if the source is over.
    func open(_ stream: DataStreamRequest) {
        // The earlier request is released after the lock.
        let (isOver, _) = state.withLock { state in
            defer { state.stream = stream }
            return (state.machine.phase == .over, state.stream)
        }
        if isOver { stream.cancel() }
    }

    /// Suspends or resumes the connection, until that is what the machine wants: another thread may have changed it.
    func settleFlow() {
        var applied: Bool?
        while true {
            let (stream, wanted) = state.withLock { ($0.stream, $0.machine.isSuspended) }
            guard let stream, wanted != applied else { return }
            if wanted { stream.suspend() } else { stream.resume() }
            applied = wanted
        }
    }
}
