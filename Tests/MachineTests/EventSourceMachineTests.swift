import NeatlineTestSupport
import Testing

@testable import NeatlineHTTP

/// A machine, and the connections and waits that its actions have begun: each ends with an event, early, late or never.
private struct World: Hashable, ExploredWorld {
    var machine: EventSourceMachine
    let settings: Settings
    /// The connections that have not ended, and the waits that are not over.
    var connections: Set<Int> = []
    var waits: Set<Int> = []
    /// The connections that had an event stream.
    var opened: Set<Int> = []
    /// The failures in a row without an event stream.
    var failures = 0
    var outcome: EventSourceMachine.Outcome?
    var problems: [String] = []

    /// What a request's owner and its method say.
    struct Settings: Hashable {
        let reconnects: Bool?
        let isSafe: Bool
        let maximumFailures: Int?
    }

    init(_ settings: Settings) {
        self.settings = settings
        machine = EventSourceMachine(
            EventSourceSettings(
                reconnects: settings.reconnects, reconnectionTime: .seconds(1),
                maximumFailures: settings.maximumFailures))
    }

    mutating func handle(_ event: EventSourceMachine.Event) {
        let before = machine
        let actions = machine.handle(event)
        if before.phase == .over && (!actions.isEmpty || machine != before) { problems.append("active after the end") }
        for action in actions {
            switch action {
            case .connect(let number):
                if !connections.isEmpty { problems.append("two connections") }
                if machine.isSuspended { problems.append("connects while suspended") }
                if number > 1, !(settings.reconnects ?? settings.isSafe) { problems.append("sent again unasked") }
                if let maximum = settings.maximumFailures, failures > maximum { problems.append("too many failures") }
                connections.insert(number)
            case .wait(let number, let seconds):
                if !(1...EventSourceSettings.longestBackoff.inSeconds).contains(seconds) {
                    problems.append("\(seconds)")
                }
                if !waits.insert(number).inserted { problems.append("waits twice") }
            case .report(let seconds):
                if !actions.contains(.wait(after: machine.connection, seconds: seconds)) { problems.append("no wait") }
            case .read, .settleFlow: if connections.isEmpty { problems.append("reads without a connection") }
            case .finish(let outcome):
                if self.outcome != nil { problems.append("ends twice") }
                self.outcome = outcome
            }
        }
        if let lack { problems.append(lack) }
    }

    /// What the machine waits for must be under way, else it waits for ever.
    private var lack: String? {
        switch machine.phase {
        case .idle: nil
        case .connecting, .open: connections.contains(machine.connection) ? nil : "no connection"
        case .waiting: waits.contains(machine.connection) ? nil : "no wait"
        case .due: machine.isSuspended ? nil : "due and not connected"
        case .over: outcome == nil ? "no outcome" : nil
        }
    }

    /// All that can happen next.
    var next: [World] {
        var worlds: [World] = []
        func add(_ change: (inout World) -> Void) { worlds.append(changed(change)) }
        for event in [EventSourceMachine.Event.start, .suspend, .resume, .cancel] { add { $0.handle(event) } }
        for number in connections {
            add { world in
                world.opened.insert(number)
                if machine.phase == .connecting { world.failures = 0 }
                world.handle(.opened(number))
            }
            if opened.contains(number) { add { $0.handle(.delivered(number)) } }
            for ending in EventSourceMachine.Ending.allCases {
                add { world in
                    world.connections.remove(number)
                    if ending == .broken, !opened.contains(number) { world.failures += 1 }
                    world.handle(.ended(number, ending, isSafe: settings.isSafe))
                    world.judge(ending, wasOver: machine.phase == .over)
                }
            }
        }
        for number in waits {
            add { world in
                world.waits.remove(number)
                world.handle(.waitEnded(number))
            }
        }
        return worlds
    }

    /// Compares the outcome of a connection's end with the rules in words.
    private mutating func judge(_ ending: EventSourceMachine.Ending, wasOver: Bool) {
        if wasOver { return }
        let isTooMany = settings.maximumFailures.map { failures > $0 } ?? false
        let expected: EventSourceMachine.Outcome? =
            switch ending {
            case .noContent: .ended
            case .final: .failed
            case .regular: settings.isSafe && settings.reconnects != false ? nil : .ended
            case .broken: (settings.reconnects ?? settings.isSafe) && !isTooMany ? nil : .failed
            }
        if outcome != expected { problems.append("\(ending): \(String(describing: outcome))") }
    }
}

@Suite("Event source machine", .ownThreads)
struct EventSourceMachineTests {
    private typealias Settings = World.Settings

    private static let settings = [nil, true, false].flatMap { reconnects in
        [true, false].flatMap { isSafe in
            [nil, 0, 2].map { Settings(reconnects: reconnects, isSafe: isSafe, maximumFailures: $0) }
        }
    }

    @Test("In no order of events is a request sent again unasked, twice at a time, while suspended, or after the end")
    func everyOrder() throws {
        for settings in Self.settings {
            var phases: Set<EventSourceMachine.Phase> = []
            try explore(from: World(settings), depth: 11) { phases.formUnion($1.map(\.machine.phase)) }
            expect(phases.count >= 5)
        }
    }

    /// The waits after connections that end in a way.
    private func waits(
        _ count: Int, _ settings: EventSourceSettings = EventSourceSettings(maximumFailures: nil),
        ending: (Int) -> [EventSourceMachine.Event]
    ) -> [Double] {
        var machine = EventSourceMachine(settings)
        _ = machine.handle(.start)
        return (1...count).map { number in
            let actions = ending(number).flatMap { machine.handle($0) }
            _ = machine.handle(.waitEnded(number))
            for case .wait(_, let seconds) in actions { return seconds }
            return -1
        }
    }

    @Test("The interval grows after connections without an event, up to a minute, and an event ends that")
    func intervals() {
        let refused = waits(8) { [.ended($0, .broken, isSafe: true)] }
        expectEqual(refused, [3, 6, 12, 24, 48, 60, 60, 60])
        let silent = waits(3) { [.opened($0), .ended($0, .regular, isSafe: true)] }
        expectEqual(silent, [3, 6, 12])
        expectEqual(waits(3) { [.opened($0), .delivered($0), .ended($0, .broken, isSafe: true)] }, [3, 3, 3])
        let slow = EventSourceSettings(reconnectionTime: .seconds(600))
        expectEqual(waits(3, slow) { [.ended($0, .broken, isSafe: true)] }, [600, 600, 600])
        let set = waits(2) { [.retrySet(1e30), .opened($0), .delivered($0), .ended($0, .regular, isSafe: true)] }
        expectEqual(set, [86_400, 86_400])
    }

    @Test("The default number of failures is ten")
    func failures() {
        let waits = waits(11, EventSourceSettings()) { [.ended($0, .broken, isSafe: true)] }
        expectEqual(waits.firstIndex(of: -1), 10)
        // A server that answers and then breaks is not refusing.
        let broken = self.waits(40, EventSourceSettings()) { [.opened($0), .ended($0, .broken, isSafe: true)] }
        expect(!broken.contains(-1))
    }
}
