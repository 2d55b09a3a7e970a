import NeatlineTestSupport
import Testing

@testable import NeatlineHTTP

/// A machine, and the operations that its actions have begun: each ends with an event, early or late.
private struct World: Hashable, ExploredWorld {
    /// An operation whose end is an event.
    enum Running: Hashable {
        case preparing, delivering, starting(Int), hop(Int), deciding(Int), changingFlow(Int)
    }

    var machine = ExchangeMachine(redirectLimit: 2)
    var running: Set<Running> = []
    /// The hops about whose redirect the receiver has decided; it may do so again.
    var decided: Set<Int> = []
    /// Whether the task of the running hop is paused, and whether it was cancelled.
    var isPaused = false
    var isCancelled = false
    /// Whether the running hop has a response.
    var hasHead = false
    var storedHops = 0
    var repetitions = 0
    var completions = 0
    var problems: [String] = []

    mutating func handle(_ event: ExchangeEvent) {
        let before = machine
        let actions = machine.handle(event)
        if before.phase == .done {
            let cancelsLate = before.isAbandoned && event == .taskStarted(hop: before.hop) && actions == .cancelTask
            if machine.phase != .done || machine.ending != before.ending || !actions.isEmpty && !cancelsLate {
                problems.append("active after the end")
            }
        }
        if case .decided(let hop, _) = event, !actions.isEmpty, hop != before.hop || before.ending != nil {
            problems.append("took a late decision")
        }
        if actions.contains(.prepare) {
            if machine.ending != nil { problems.append("prepared a hop after the end") }
            if !running.insert(.preparing).inserted { problems.append("prepared twice") }
            storedHops = 0
        }
        if actions.contains(.storeHop) {
            storedHops += 1
            if storedHops > 1 || machine.phase == .preparing && before.isHopRunning { problems.append("lost a hop") }
            if actions.contains(.prepare) { storedHops = 0 }
        }
        if actions.contains(.startTask) {
            if running.contains(where: { if case .hop = $0 { true } else { false } }) { problems.append("two hops") }
            running.formUnion([.starting(machine.hop), .hop(machine.hop)])
            (isPaused, isCancelled, hasHead) = (false, false, false)
        }
        if machine.isDrainLimited != before.isDrainLimited, machine.isDrainLimited != actions.contains(.limitDraining) {
            problems.append("drains without limit")
        }
        if actions.contains(.askReceiver) { running.insert(.deciding(machine.hop)) }
        if actions.contains(.deliverStored) { running.insert(.delivering) }
        if actions.contains(.deliver), running.contains(.delivering) { problems.append("bytes out of order") }
        if actions.contains(.store), machine.phase != .deciding, machine.phase != .delivering {
            problems.append("stored bytes that nobody takes")
        }
        if machine.isEndLimited != before.isEndLimited, machine.isEndLimited != actions.contains(.limitEnd) {
            problems.append("ends without limit")
        }
        if event == .endTimeout, machine.isAbandoned {
            // The transport may never say that the hop has ended, and nobody hears it.
            running.remove(.hop(machine.hop))
        }
        if !actions.isDisjoint(with: .ofTask), running.contains(.starting(machine.hop)) {
            problems.append("used a task that was not returned")
        }
        if actions.contains(.cancelTask) {
            if isCancelled { problems.append("cancelled twice") }
            isCancelled = true
        }
        if !actions.isDisjoint(with: [.pauseTask, .resumeTask]) {
            if !running.insert(.changingFlow(machine.hop)).inserted { problems.append("two threads change the flow") }
            if isPaused == actions.contains(.pauseTask) { problems.append("changed nothing") }
            isPaused = actions.contains(.pauseTask)
        }
        if actions.contains(.complete) {
            completions += 1
            if actions != .complete { problems.append("completed and went on") }
            if machine.isHopRunning { problems.append("completed before its hop") }
            if running.contains(.delivering) { problems.append("completed before everything was delivered") }
        }
        if let lack { problems.append("\(machine.phase) with \(machine.task): \(lack)") }
    }

    /// What the machine waits for must be running, or else it waits forever; and its task must be as wanted.
    private var lack: String? {
        let hop = machine.hop
        if machine.isHopRunning != running.contains(.hop(hop)) { return "the machine does not know of the hop" }
        if (machine.phase == .done) != (completions == 1) { return "\(completions) completions" }
        switch machine.phase {
        case .preparing: if !running.contains(.preparing) { return "nothing is prepared" }
        case .receiving, .draining, .discarding: if !machine.isHopRunning { return "no hop" }
        case .deciding where machine.ending == nil:
            if !running.contains(.deciding(hop)) || decided.contains(hop) { return "no decision" }
        case .deciding: if !machine.isHopRunning { return "no hop" }
        case .delivering: if !running.contains(.delivering) { return "nothing is delivered" }
        case .idle, .done: break
        }
        if machine.phase == .draining, storedHops != 1 { return "no hop follows" }
        guard machine.isHopRunning, !running.contains(.starting(hop)) else { return nil }
        if machine.ending != nil, !isCancelled { return "not cancelled" }
        if !isCancelled, !running.contains(.changingFlow(hop)), isPaused != machine.isPauseWanted {
            return "not paused or resumed"
        }
        return nil
    }

    /// All worlds after one more event.
    var next: [World] {
        var worlds: [World] = []
        func after(_ event: ExchangeEvent, _ change: (inout World) -> Void = { _ in }) {
            worlds.append(
                changed {
                    change(&$0)
                    $0.handle(event)
                })
        }
        for event in [ExchangeEvent.start, .pause, .resume, .end(.cancelled), .drainTimeout, .endTimeout] {
            after(event)
        }
        for operation in running {
            func end(_ event: ExchangeEvent) { after(event) { $0.running.remove(operation) } }
            switch operation {
            case .preparing:
                end(.prepared(isFailure: false))
                end(.prepared(isFailure: true))
            case .delivering:
                end(.delivered)
                end(.storedTooLarge)
            case .starting(let hop):
                end(.taskStarted(hop: hop))
            case .changingFlow(let hop):
                end(.flowChanged(hop: hop))
            case .deciding(let hop):
                after(.decided(hop: hop, isFollowed: true)) { $0.decided.insert(hop) }
                after(.decided(hop: hop, isFollowed: false)) { $0.decided.insert(hop) }
            case .hop:
                end(.completed(isFailure: false))
                end(.completed(isFailure: true))
                for isLong in [false, true] {
                    if hasHead {
                        after(.bytes(isLong: isLong, isTooLarge: false))
                        after(.bytes(isLong: isLong, isTooLarge: true))
                        continue
                    }
                    after(.redirect(isLong: isLong)) { $0.hasHead = true }
                    if repetitions < 1 {
                        after(.repetition(isLong: isLong)) { ($0.hasHead, $0.repetitions) = (true, 1) }
                    }
                }
                if !hasHead {
                    worlds.append(changed { $0.hasHead = true })
                }
            }
        }
        return worlds
    }
}

@Suite("Exchange machine", .ownThreads)
struct ExchangeMachineTests {
    private static let allEvents: [ExchangeEvent] = {
        var events: [ExchangeEvent] = [
            .start, .pause, .resume, .delivered, .storedTooLarge, .drainTimeout, .endTimeout,
        ]
        events.append(.taskStarted(hop: 1))
        events.append(.flowChanged(hop: 1))
        for ending in ExchangeMachine.Ending.allCases { events.append(.end(ending)) }
        for flag in [false, true] {
            events.append(.prepared(isFailure: flag))
            events.append(.completed(isFailure: flag))
            events.append(.decided(hop: 1, isFollowed: flag))
            events.append(.redirect(isLong: flag))
            events.append(.repetition(isLong: flag))
            events.append(.bytes(isLong: flag, isTooLarge: false))
            events.append(.bytes(isLong: flag, isTooLarge: true))
        }
        return events
    }()

    /// Every order of events, and in each state every event, expected or not.
    @Test("No order of events starts two hops, loses one, waits forever, or completes twice")
    func everyOrder() throws {
        var phases: Set<ExchangeMachine.Phase> = []
        let count = try explore(from: World()) { world, _ in
            phases.insert(world.machine.phase)
            for event in Self.allEvents {
                var machine = world.machine
                let actions = machine.handle(event)
                let cancelsLate = machine.isAbandoned && actions == .cancelTask
                if !actions.isEmpty, !cancelsLate, world.machine.phase == .done {
                    Issue.record("\(event) after the end: \(world)")
                }
            }
        }
        expectEqual(phases, Set(ExchangeMachine.Phase.allCases))
        expect(count > 10_000)
    }

    private func machine(redirectLimit: Int = 20, _ events: ExchangeEvent...) -> ExchangeMachine {
        var machine = ExchangeMachine(redirectLimit: redirectLimit)
        for event in events { _ = machine.handle(event) }
        return machine
    }

    /// A machine whose first hop runs.
    private func running(redirectLimit: Int = 20, _ events: ExchangeEvent...) -> ExchangeMachine {
        var machine = machine(redirectLimit: redirectLimit, .start, .prepared(isFailure: false), .taskStarted(hop: 1))
        for event in events { _ = machine.handle(event) }
        return machine
    }

    @Test("A response is delivered, and completes the exchange")
    func response() {
        var machine = machine()
        expectEqual(machine.handle(.start), .prepare)
        expectEqual(machine.handle(.prepared(isFailure: false)), .startTask)
        expectEqual(machine.handle(.taskStarted(hop: 1)), [])
        expectEqual(machine.handle(.bytes(isLong: true, isTooLarge: false)), .deliver)
        expectEqual(machine.handle(.completed(isFailure: false)), .complete)
        expect(machine.phase == .done && machine.ending == nil && machine.redirectCount == 0)
        expectEqual(machine.handle(.start), [])
    }

    @Test("A transport that completes before it returns the task")
    func completeBeforeReturn() {
        var machine = machine(.start, .prepared(isFailure: false))
        expectEqual(machine.handle(.completed(isFailure: true)), .complete)
        expectEqual(machine.handle(.taskStarted(hop: 1)), [])
    }

    @Test("A request that cannot be sent completes the exchange")
    func notPrepared() {
        var machine = machine(.start)
        expectEqual(machine.handle(.prepared(isFailure: true)), .complete)
        expectEqual(machine.hop, 0)
    }

    @Test("Each ending completes the exchange at each point, once", arguments: ExchangeMachine.Ending.allCases)
    func endings(_ ending: ExchangeMachine.Ending) {
        // The events before, the actions, and the event that completes the exchange, if the end does not.
        let started: [ExchangeEvent] = [.start, .prepared(isFailure: false)]
        let asked: [ExchangeEvent] = started + [.taskStarted(hop: 1), .redirect(isLong: false)]
        let completion = ExchangeEvent.completed(isFailure: true)
        var table: [(events: [ExchangeEvent], actions: ExchangeActions, last: ExchangeEvent?)] = []
        table.append(([], [], .start))
        table.append(([.start], [], .prepared(isFailure: false)))
        table.append((started, .limitEnd, completion))
        table.append((started + [.taskStarted(hop: 1)], [.cancelTask, .limitEnd], completion))
        table.append((asked, [.cancelTask, .limitEnd], completion))
        table.append((asked + [completion], .complete, nil))
        table.append((asked + [.decided(hop: 1, isFollowed: true)], [.cancelTask, .limitEnd], completion))
        table.append((asked + [.decided(hop: 1, isFollowed: false)], [.cancelTask, .limitEnd], .delivered))
        table.append((asked + [completion, .decided(hop: 1, isFollowed: false)], [], .delivered))
        for (events, actions, last) in table {
            var machine = machine()
            for event in events { _ = machine.handle(event) }
            expectEqual(machine.handle(.end(ending)), actions, "\(events)")
            expectEqual(machine.handle(.end(.cancelled)), [], "\(events)")
            if let last {
                let completed = machine.handle(last)
                if machine.phase == .receiving {
                    expectEqual(machine.handle(.completed(isFailure: true)), .complete, "\(events)")
                } else {
                    expectEqual(completed, .complete, "\(events)")
                }
            }
            expect(machine.phase == .done && machine.ending == ending, "\(events)")
            for event in Self.allEvents { expectEqual(machine.handle(event), [], "\(event) after \(events)") }
        }
    }

    @Test("A hop that does not end is abandoned, and its task is cancelled if it is returned later")
    func abandoned() {
        for ending in ExchangeMachine.Ending.allCases {
            var machine = running(.end(ending))
            expectEqual(machine.handle(.endTimeout), .complete)
            expect(machine.ending == ending && machine.isAbandoned)
            for event in Self.allEvents where event != .taskStarted(hop: 1) { expectEqual(machine.handle(event), []) }
            var starting = self.machine(.start, .prepared(isFailure: false), .end(ending))
            expectEqual(starting.handle(.endTimeout), .complete)
            expectEqual(starting.handle(.completed(isFailure: false)), [])
            expectEqual(starting.handle(.taskStarted(hop: 1)), .cancelTask)
        }
        var alive = running()
        expectEqual(alive.handle(.endTimeout), [])
        expect(!alive.isAbandoned)
    }

    @Test("A task that is not wanted when it is returned is cancelled")
    func unwanted() {
        var machine = machine(.start, .prepared(isFailure: false), .pause, .end(.cancelled))
        expectEqual(machine.handle(.taskStarted(hop: 1)), .cancelTask)
        expectEqual(machine.handle(.resume), [])
    }

    @Test("A response that is complete before the cancellation takes effect is valid")
    func completeDespiteEnding() {
        var machine = running(.end(.cancelled))
        expectEqual(machine.handle(.bytes(isLong: false, isTooLarge: false)), .deliver)
        expectEqual(machine.handle(.completed(isFailure: false)), .complete)
        expect(machine.ending == nil)
    }

    @Test("A redirect is followed when the rest of the body was discarded")
    func redirect() {
        var machine = running()
        expectEqual(machine.handle(.redirect(isLong: false)), .askReceiver)
        expectEqual(machine.handle(.bytes(isLong: false, isTooLarge: false)), .store)
        expectEqual(machine.handle(.decided(hop: 1, isFollowed: true)), [.storeHop, .limitDraining])
        expect(machine.isDrainLimited)
        expectEqual(machine.handle(.bytes(isLong: false, isTooLarge: true)), [])
        // The body may break off.
        expectEqual(machine.handle(.completed(isFailure: true)), .prepare)
        expectEqual(machine.handle(.prepared(isFailure: false)), .startTask)
        expect(machine.hop == 2 && machine.redirectCount == 1)
        expectEqual(machine.handle(.decided(hop: 1, isFollowed: false)), [])
        expectEqual(machine.handle(.taskStarted(hop: 1)), [])
    }

    @Test("A redirect whose body has ended is followed at once")
    func decidedLate() {
        var machine = running(.redirect(isLong: false), .completed(isFailure: false))
        expect(!machine.expectsBytes)
        expectEqual(machine.handle(.decided(hop: 1, isFollowed: true)), [.storeHop, .prepare])
        expectEqual(machine.handle(.decided(hop: 1, isFollowed: true)), [])
    }

    @Test("The rest of a body that is long, or takes long, is cancelled, once")
    func longRedirect() {
        var announced = running(.redirect(isLong: true))
        expectEqual(announced.handle(.decided(hop: 1, isFollowed: true)), [.storeHop, .cancelTask])
        expectEqual(announced.handle(.drainTimeout), [])
        var received = running(.redirect(isLong: false), .decided(hop: 1, isFollowed: true))
        expectEqual(received.handle(.bytes(isLong: true, isTooLarge: false)), .cancelTask)
        expectEqual(received.handle(.bytes(isLong: true, isTooLarge: false)), [])
        expectEqual(received.handle(.completed(isFailure: true)), .prepare)
        var slow = running(.redirect(isLong: false), .decided(hop: 1, isFollowed: true))
        expectEqual(slow.handle(.drainTimeout), .cancelTask)
        expect(!slow.isDrainLimited)
        var other = running()
        expectEqual(other.handle(.drainTimeout), [])
    }

    @Test("A refused redirect is delivered: what is stored, then what is received")
    func refused() {
        var machine = running(.redirect(isLong: false), .bytes(isLong: true, isTooLarge: false))
        expectEqual(machine.task, .pausing)
        expectEqual(machine.handle(.flowChanged(hop: 1)), [])
        expectEqual(machine.handle(.decided(hop: 1, isFollowed: false)), .deliverStored)
        expectEqual(machine.handle(.bytes(isLong: true, isTooLarge: false)), .store)
        expectEqual(machine.handle(.delivered), .resumeTask)
        expectEqual(machine.handle(.bytes(isLong: true, isTooLarge: false)), .deliver)
        expectEqual(machine.handle(.completed(isFailure: false)), .complete)
        expectEqual(machine.redirectCount, 0)
    }

    @Test("One redirect more than allowed ends the exchange")
    func redirectLimit() {
        var machine = running(redirectLimit: 0)
        expectEqual(machine.handle(.redirect(isLong: false)), [.cancelTask, .limitEnd])
        expectEqual(machine.handle(.bytes(isLong: false, isTooLarge: false)), [])
        expectEqual(machine.handle(.completed(isFailure: false)), .complete)
        expectEqual(machine.ending, .tooManyRedirects)
    }

    @Test("A body that is too large is not delivered, and ends the exchange even if it is complete")
    func tooLarge() {
        var machine = running()
        expectEqual(machine.handle(.bytes(isLong: true, isTooLarge: true)), [.cancelTask, .limitEnd])
        expectEqual(machine.handle(.bytes(isLong: true, isTooLarge: false)), [])
        expectEqual(machine.handle(.completed(isFailure: false)), .complete)
        expectEqual(machine.ending, .bodyTooLarge)
    }

    @Test("A refused redirect whose body is too large ends the exchange, before and after its end")
    func refusedTooLarge() {
        var machine = running(.redirect(isLong: false), .decided(hop: 1, isFollowed: false))
        expectEqual(machine.handle(.storedTooLarge), [.cancelTask, .limitEnd])
        expectEqual(machine.handle(.completed(isFailure: true)), .complete)
        expectEqual(machine.ending, .bodyTooLarge)
        var ended = running(
            .redirect(isLong: false), .completed(isFailure: false), .decided(hop: 1, isFollowed: false))
        expectEqual(ended.handle(.storedTooLarge), .complete)
        expectEqual(ended.ending, .bodyTooLarge)
    }

    @Test("A request is sent again after a challenge, on the same connection or a fresh one", arguments: [false, true])
    func repetition(isLong: Bool) {
        var machine = running()
        expectEqual(
            machine.handle(.repetition(isLong: isLong)), [.storeHop, isLong ? .cancelTask : .limitDraining])
        expectEqual(machine.handle(.completed(isFailure: isLong)), .prepare)
        // A body that cannot be sent again.
        expectEqual(machine.handle(.prepared(isFailure: true)), .complete)
        expect(machine.redirectCount == 0 && machine.ending == nil)
    }

    @Test("A pause before the start holds for each hop")
    func pausedBeforeStart() {
        var machine = machine(.pause, .start, .prepared(isFailure: false))
        expectEqual(machine.handle(.taskStarted(hop: 1)), .pauseTask)
        expect(!machine.expectsBytes)
        _ = machine.handle(.repetition(isLong: false))
        _ = machine.handle(.completed(isFailure: false))
        _ = machine.handle(.prepared(isFailure: false))
        // The thread that has paused the first task is late.
        expectEqual(machine.handle(.flowChanged(hop: 1)), [])
        expectEqual(machine.handle(.taskStarted(hop: 2)), .pauseTask)
        expectEqual(machine.handle(.flowChanged(hop: 2)), [])
        expectEqual(machine.handle(.resume), .resumeTask)
    }

    @Test("One thread at a time pauses and resumes the task, until it is as wanted last")
    func flow() {
        var machine = running()
        expectEqual(machine.handle(.resume), [])
        expectEqual(machine.handle(.pause), .pauseTask)
        expectEqual(machine.handle(.resume), [])
        expectEqual(machine.handle(.pause), [])
        expectEqual(machine.handle(.resume), [])
        expectEqual(machine.handle(.flowChanged(hop: 1)), .resumeTask)
        expectEqual(machine.handle(.flowChanged(hop: 1)), [])
        expectEqual(machine.handle(.flowChanged(hop: 1)), [])
    }
}
