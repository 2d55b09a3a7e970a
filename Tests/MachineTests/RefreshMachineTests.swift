import NeatlineTestSupport
import Testing

@testable import NeatlineHTTP

/// Requests that share a credential, and the machine that decides about its refreshes.
private struct World: Hashable, ExploredWorld {
    enum Step: Hashable {
        /// The request will look at the credential, and has looked at this version.
        case begins, looked(Int)
        /// It waits for a refresh before it is sent.
        case held
        /// It is under way, authenticated with this version.
        case sent(Int)
        /// It was refused, and the interceptor has looked at this version.
        case refused(with: Int, looked: Int)
        /// It waits for a refresh after it was refused.
        case refusedAndHeld
        case ended
    }

    var machine: RefreshMachine
    var requests: [Step]
    /// The version that the server takes, from which on all others are refused.
    var valid: Int
    /// The refresh that is running, and those that were ended before their results came.
    var running: Int?
    var late: Set<Int> = []
    /// The versions whose refreshes have succeeded, or have begun and not ended.
    var refreshed: Set<Int> = []
    var failures = 0
    var replacements = 0
    var problems: [String] = []

    init(_ count: Int) {
        machine = RefreshMachine(hasCredential: true, window: nil)
        requests = Array(repeating: .begins, count: count)
        valid = 1
    }

    private mutating func take(_ answer: RefreshMachine.Answer, _ index: Int, held: Step, again: Step) {
        switch answer {
        case .apply: requests[index] = .sent(machine.version)
        case .wait:
            if running == nil { problems.append("waits in vain") }
            requests[index] = held
        case .refresh(let number):
            if running != nil { problems.append("two refreshes at once") }
            running = number
            if !refreshed.insert(machine.version).inserted {
                problems.append("version \(machine.version) refreshed twice")
            }
            requests[index] = held
        case .again: requests[index] = again
        case .missing, .excessive: problems.append("\(answer)")
        }
    }

    private mutating func endRefresh(_ number: Int, isSuccess: Bool) {
        let version = machine.version
        let counts = machine.ended(number, isSuccess: isSuccess)
        if counts != (number == running) { problems.append("a result of \(number) while \(running ?? 0) runs") }
        guard counts else { return }
        running = nil
        if isSuccess {
            if machine.version != version + 1 { problems.append("the version stays") }
            valid = max(valid, machine.version)
        } else {
            refreshed.remove(version)
        }
        for index in requests.indices {
            switch requests[index] {
            case .held, .refusedAndHeld: requests[index] = isSuccess ? .begins : .ended
            default: break
            }
        }
    }

    var next: [World] {
        var worlds: [World] = []
        func try_(_ change: (inout World) -> Void) { worlds.append(changed(change)) }
        for (index, request) in requests.enumerated() {
            switch request {
            case .begins: try_ { $0.requests[index] = .looked($0.machine.version) }
            case .looked(let seen):
                try_ {
                    $0.take($0.machine.begins(seen: seen, isDue: false, now: 0), index, held: .held, again: .begins)
                }
            case .sent(let version):
                try_ { world in
                    if version >= world.valid {
                        world.requests[index] = .ended
                    } else {
                        world.requests[index] = .refused(with: version, looked: world.machine.version)
                    }
                }
            case .refused(let version, let looked):
                // An older credential than the one that was looked at: the authenticator says so.
                if version != looked {
                    try_ { $0.requests[index] = .begins }
                } else {
                    try_ {
                        $0.take($0.machine.failed(seen: looked, now: 0), index, held: .refusedAndHeld, again: .begins)
                    }
                }
            case .held, .refusedAndHeld, .ended: break
            }
        }
        if let running {
            try_ { $0.endRefresh(running, isSuccess: true) }
            if failures < 1 {
                // It takes too long; its result comes later.
                try_ {
                    $0.failures += 1
                    $0.late.insert(running)
                    $0.endRefresh(running, isSuccess: false)
                }
            }
        }
        for number in late {
            try_ {
                $0.late.remove(number)
                $0.endRefresh(number, isSuccess: true)
            }
        }
        if replacements < 1 {
            // A login elsewhere.
            try_ {
                $0.replacements += 1
                $0.machine.replaced(hasCredential: true)
            }
        }
        return worlds
    }
}

@Suite("Refresh machine", .ownThreads)
struct RefreshMachineTests {
    @Test("In no order of events is a version refreshed twice, or a request waits for a refresh that does not run")
    func everyOrder() throws {
        var mostRefreshes = 0
        let count = try explore(from: World(3)) { world, next in
            let isStuck = next.isEmpty && !world.requests.allSatisfy { $0 == .ended }
            try #require(!isStuck, "\(world)")
            mostRefreshes = max(mostRefreshes, world.machine.running ?? 0)
        }
        // The first, the one after a failure, and that after a login with a credential that is not valid either.
        expect(mostRefreshes <= 3)
        expect(count > 1_000)
    }

    @Test("The window limits the refreshes that begin in it")
    func window() {
        var machine = RefreshMachine(hasCredential: true, window: (10, 2))
        expectEqual(machine.failed(seen: 0, now: 0), .refresh(1))
        expectEqual(machine.failed(seen: 0, now: 0), .wait)
        expectEqual(machine.ended(1, isSuccess: false), true)
        expectEqual(machine.begins(seen: 0, isDue: true, now: 5), .refresh(2))
        expectEqual(machine.ended(2, isSuccess: true), true)
        expectEqual(machine.failed(seen: 1, now: 9), .excessive)
        expectEqual(machine.begins(seen: 1, isDue: false, now: 9), .apply)
        expectEqual(machine.failed(seen: 0, now: 9), .again)
        expectEqual(machine.failed(seen: 1, now: 11), .refresh(3))
        machine.replaced(hasCredential: false)
        expectEqual(machine.ended(3, isSuccess: false), true)
        expectEqual(machine.begins(seen: 2, isDue: false, now: 11), .missing)
        expectEqual(machine.failed(seen: 2, now: 11), .missing)
    }
}
