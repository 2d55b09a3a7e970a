import NeatlineTestSupport
import Testing

@testable import NeatlineHTTP

/// A machine, and what is under way because of it: whatever is not known to the machine any more may still be told to it.
private struct World: Hashable, ExploredWorld {
    /// Something whose end is an event.
    enum Running: Hashable {
        case preparing(Int), moving(Int), asking(Int), consulting(Int), waiting(Int), reading(Int, Int)
    }

    var machine: RequestMachine
    var running: Set<Running> = []
    var startedAttempts: Set<Int> = []
    var added = 0
    var served = 0
    var hasSession = true
    var problems: [String] = []

    init(startsAutomatically: Bool) { machine = RequestMachine(startsAutomatically: startsAutomatically) }

    mutating func handle(_ event: RequestEvent) {
        let before = machine
        if event == .handlerAdded { added += 1 }
        let actions = machine.handle(event)
        if actions.steps.contains(.startTask) {
            if !startedAttempts.insert(machine.attempt).inserted { problems.append("started twice") }
            if machine.state != .resumed { problems.append("started while \(machine.state)") }
            running.insert(.moving(machine.attempt))
        }
        if actions.steps.contains(.cancelTask) {
            // A task that was not started ends all the same.
            if before.phase == .prepared { running.insert(.moving(machine.attempt)) }
            if before.phase != .prepared && before.phase != .running { problems.append("cancelled what does not run") }
        }
        switch actions.work {
        case .prepare(let attempt): running.insert(.preparing(attempt))
        case .askRetrier(let attempt): running.insert(.asking(attempt))
        case .consultRetrier(let attempt, _): running.insert(.consulting(attempt))
        case .waitForRetry(let attempt): running.insert(.waiting(attempt))
        case .read(let attempt, let handler):
            if handler >= added - served { problems.append("no such handler") }
            running.insert(.reading(attempt, handler))
        case .deliver:
            served = added
            if machine.phase != .done { problems.append("delivered in \(machine.phase)") }
        case nil: break
        }
        if before.state == .cancelled && machine.state != .cancelled { problems.append("cancelled no more") }
        if let lack { problems.append(lack) }
    }

    /// What the machine waits for must be under way, else it waits for ever.
    private var lack: String? {
        let attempt = machine.attempt
        let needed: Running? =
            switch machine.phase {
            case .idle, .prepared, .done: nil
            case .preparing: .preparing(attempt)
            case .running: .moving(attempt)
            case .deciding: .asking(attempt)
            case .consulting: .consulting(attempt)
            case .waiting: .waiting(attempt)
            case .serializing: .reading(attempt, machine.read)
            }
        if let needed, !running.contains(needed) { return "\(machine.phase) without \(needed)" }
        if machine.phase == .done && served != added { return "\(added - served) handlers not served" }
        if machine.phase == .idle && added > 0 && machine.state != .cancelled {
            return "a handler, and nothing happens"
        }
        return nil
    }

    /// All that can happen next.
    var next: [World] {
        var worlds: [World] = []
        func try_(_ change: (inout World) -> Void) { worlds.append(changed(change)) }
        for event in [RequestEvent.resume, .suspend, .cancel, .close, .setUp] { try_ { $0.handle(event) } }
        if added < 3 { try_ { $0.handle(.handlerAdded) } }
        if hasSession {
            try_ {
                $0.hasSession = false
                $0.handle(.sessionEnded)
            }
        }
        if machine.phase == .prepared {
            // The task was cancelled, not the request.
            try_ {
                $0.handle(
                    .attemptEnded(
                        attempt: machine.attempt, isFailure: true, mayRetry: machine.retryCount < 2))
            }
        }
        for work in running {
            func end(_ event: RequestEvent) {
                try_ {
                    $0.running.remove(work)
                    $0.handle(event)
                }
            }
            let mayRetry = machine.retryCount < 2
            switch work {
            case .preparing(let attempt):
                end(.prepared(attempt: attempt))
                end(.attemptEnded(attempt: attempt, isFailure: true, mayRetry: mayRetry))
            case .moving(let attempt):
                end(.attemptEnded(attempt: attempt, isFailure: false, mayRetry: false))
                end(.attemptEnded(attempt: attempt, isFailure: true, mayRetry: mayRetry))
            case .asking(let attempt), .consulting(let attempt):
                end(.retryDecided(attempt: attempt, isWanted: true))
                end(.retryDecided(attempt: attempt, isWanted: false))
            case .waiting(let attempt):
                end(.retryDue(attempt: attempt))
                end(.retryRefused(attempt: attempt))
            case .reading(let attempt, let handler):
                end(.handlerRead(attempt: attempt, handler: handler, mayRetry: false))
                if mayRetry { end(.handlerRead(attempt: attempt, handler: handler, mayRetry: true)) }
            }
        }
        return worlds
    }
}

@Suite("Request machine", .ownThreads)
struct RequestMachineTests {
    /// Every order of events, up to a number of them that leaves no kind of situation out.
    @Test("In no order of events is anything started twice, lost, or waited for in vain", arguments: [true, false])
    func everyOrder(startsAutomatically: Bool) throws {
        var phases: Set<RequestMachine.Phase> = []
        let count = try explore(from: World(startsAutomatically: startsAutomatically), depth: 13) {
            phases.formUnion($1.map(\.machine.phase))
        }
        expectEqual(phases, Set(RequestMachine.Phase.allCases))
        expect(count > 10_000)
    }

    private func machine(startsAutomatically: Bool = true, _ events: RequestEvent...) -> RequestMachine {
        var machine = RequestMachine(startsAutomatically: startsAutomatically)
        for event in events { _ = machine.handle(event) }
        return machine
    }

    @Test("A handler makes the request ready, and starts it when it is")
    func handlerStarts() {
        var machine = machine()
        expectEqual(machine.handle(.handlerAdded), RequestActions(.announceResume, then: .prepare(attempt: 1)))
        expectEqual(machine.state, .resumed)
        expectEqual(machine.handle(.prepared(attempt: 1)), RequestActions([.startTask, .announceTaskResume]))
        expectEqual(
            machine.handle(.attemptEnded(attempt: 1, isFailure: false, mayRetry: false)),
            RequestActions(.announceFinish, then: .read(attempt: 2, handler: 0)))
        expectEqual(
            machine.handle(.handlerRead(attempt: 2, handler: 0, mayRetry: false)), RequestActions([], then: .deliver))
        expectEqual(machine.state, .finished)
    }

    @Test("Without automatic start a handler makes the request ready, and resume() starts it")
    func manualStart() {
        var machine = machine(startsAutomatically: false)
        expectEqual(machine.handle(.handlerAdded), RequestActions([], then: .prepare(attempt: 1)))
        expectEqual(machine.handle(.prepared(attempt: 1)), .none)
        expectEqual(machine.state, .initialized)
        expectEqual(machine.handle(.resume), RequestActions([.announceResume, .startTask, .announceTaskResume]))
    }

    @Test("Resuming twice announces and starts once")
    func resumeTwice() {
        var machine = machine()
        expectEqual(machine.handle(.resume), RequestActions(.announceResume, then: .prepare(attempt: 1)))
        expectEqual(machine.handle(.resume), .none)
        _ = machine.handle(.prepared(attempt: 1))
        expectEqual(machine.handle(.resume), .none)
    }

    @Test("A request cancelled before it is resumed is never made")
    func cancelBeforeResume() {
        var machine = machine()
        expectEqual(
            machine.handle(.cancel),
            RequestActions([.keepCancellation, .announceCancel, .announceFinish], then: .deliver))
        expectEqual(machine.handle(.resume), .none)
        expectEqual(machine.state, .cancelled)
        expectEqual(machine.handle(.handlerAdded), RequestActions([], then: .read(attempt: 1, handler: 0)))
        _ = machine.handle(.handlerRead(attempt: 1, handler: 0, mayRetry: true))
        expectEqual(machine.state, .cancelled)
        expectEqual(machine.phase, .done)
    }

    @Test("A request that is cancelled before its task was started ends with its task")
    func cancelBeforeStart() {
        var machine = machine(startsAutomatically: false, .handlerAdded, .prepared(attempt: 1))
        expectEqual(
            machine.handle(.cancel),
            RequestActions([.keepCancellation, .announceCancel, .cancelTask, .announceTaskCancel]))
        expectEqual(machine.handle(.resume), .none)
        expectEqual(
            machine.handle(.attemptEnded(attempt: 1, isFailure: true, mayRetry: true)),
            RequestActions(.announceFinish, then: .read(attempt: 2, handler: 0)))
    }

    @Test("A WebSocket that is closed is cancelled without an error, and ends with its task")
    func close() {
        var machine = machine(.handlerAdded, .prepared(attempt: 1))
        expectEqual(machine.handle(.close), RequestActions([.announceCancel, .resumeTask, .announceTaskCancel]))
        expectEqual(machine.state, .cancelled)
        expectEqual(machine.handle(.cancel), .none)
        expectEqual(
            machine.handle(.attemptEnded(attempt: 1, isFailure: true, mayRetry: true)),
            RequestActions(.announceFinish, then: .read(attempt: 2, handler: 0)))
        var ended = self.machine(.handlerAdded, .prepared(attempt: 1))
        _ = ended.handle(.attemptEnded(attempt: 1, isFailure: false, mayRetry: false))
        expectEqual(ended.handle(.close), RequestActions(.announceCancel))
        var waiting = self.machine(.handlerAdded)
        expect(waiting.handle(.close).steps.contains(.keepCancellation))
    }

    @Test("A running request that is cancelled ends when its task has ended, and is not retried")
    func cancelWhileRunning() {
        var machine = machine(.handlerAdded, .prepared(attempt: 1))
        expectEqual(
            machine.handle(.cancel),
            RequestActions([.keepCancellation, .announceCancel, .cancelTask, .announceTaskCancel]))
        expectEqual(machine.phase, .running)
        expectEqual(
            machine.handle(.attemptEnded(attempt: 1, isFailure: true, mayRetry: true)),
            RequestActions(.announceFinish, then: .read(attempt: 2, handler: 0)))
    }

    @Test("Cancelling ends the wait for a retrier, for a delay, and for a request to be made", arguments: 0..<4)
    func cancelWhileWaiting(situation: Int) {
        var machine = machine(.handlerAdded)
        if situation > 0 {
            _ = machine.handle(.attemptEnded(attempt: 1, isFailure: true, mayRetry: true))
            expectEqual(machine.phase, .deciding)
        }
        if situation > 1 {
            _ = machine.handle(.retryDecided(attempt: 1, isWanted: true))
            expectEqual(machine.phase, .waiting)
        }
        if situation > 2 {
            _ = machine.handle(.retryDue(attempt: 1))
            expect(machine.phase == .preparing && machine.retryCount == 1)
        }
        let attempt = machine.attempt
        let actions = machine.handle(.cancel)
        expectEqual(actions.work, .read(attempt: attempt + 1, handler: 0))
        for late: RequestEvent in [
            .prepared(attempt: attempt), .retryDecided(attempt: attempt, isWanted: true), .retryDue(attempt: attempt),
        ] {
            expectEqual(machine.handle(late), .none)
        }
    }

    @Test("A retry that a serializer's error brings about lets every handler read again")
    func retryFromSerializer() {
        var machine = machine(.handlerAdded, .handlerAdded, .prepared(attempt: 1))
        _ = machine.handle(.attemptEnded(attempt: 1, isFailure: false, mayRetry: false))
        expectEqual(
            machine.handle(.handlerRead(attempt: 2, handler: 0, mayRetry: false)).work, .read(attempt: 2, handler: 1))
        expectEqual(
            machine.handle(.handlerRead(attempt: 2, handler: 1, mayRetry: true)).work,
            .consultRetrier(attempt: 2, handler: 1))
        expectEqual(machine.handle(.retryDecided(attempt: 2, isWanted: true)).work, .waitForRetry(attempt: 2))
        let actions = machine.handle(.retryDue(attempt: 2))
        expectEqual(actions, RequestActions([.reset, .announceRetry], then: .prepare(attempt: 3)))
        expect(machine.read == 0 && machine.handlers == 2)
    }

    @Test("A handler added after the end resumes the request until it is served")
    func lateHandler() {
        var machine = machine(.handlerAdded, .prepared(attempt: 1))
        _ = machine.handle(.attemptEnded(attempt: 1, isFailure: false, mayRetry: false))
        _ = machine.handle(.handlerRead(attempt: 2, handler: 0, mayRetry: false))
        expectEqual(machine.state, .finished)
        expectEqual(machine.handle(.handlerAdded), RequestActions([], then: .read(attempt: 2, handler: 0)))
        expectEqual(machine.state, .resumed)
        expectEqual(machine.handle(.handlerRead(attempt: 2, handler: 0, mayRetry: false)).work, .deliver)
        expectEqual(machine.state, .finished)
    }

    @Test("The end of the session ends what runs at once, and does nothing to what is over")
    func endOfSession() {
        var running = machine(.handlerAdded, .prepared(attempt: 1))
        expectEqual(
            running.handle(.sessionEnded),
            RequestActions(
                [.keepEndOfSession, .cancelTask, .announceFinish], then: .read(attempt: 2, handler: 0)))
        expectEqual(running.handle(.attemptEnded(attempt: 1, isFailure: true, mayRetry: true)), .none)
        var over = machine(.cancel)
        expectEqual(over.handle(.sessionEnded), .none)
    }

    @Test("A suspended request stops its task, and resumes it; one that waits for its request is not started")
    func suspension() {
        var machine = machine(.handlerAdded, .suspend)
        expectEqual(machine.handle(.prepared(attempt: 1)), RequestActions(.announceTaskSuspend))
        expectEqual(machine.handle(.resume), RequestActions([.announceResume, .startTask, .announceTaskResume]))
        expectEqual(
            machine.handle(.suspend), RequestActions([.announceSuspend, .suspendTask, .announceTaskSuspend]))
        expectEqual(machine.handle(.suspend), .none)
        expectEqual(machine.handle(.resume), RequestActions([.announceResume, .resumeTask, .announceTaskResume]))
    }
}
