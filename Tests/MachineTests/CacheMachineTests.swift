import Foundation
import NeatlineTestSupport
import Testing

@testable import NeatlineHTTP

/// Hops that share a store and a server, and the operations that their actions have begun: each ends with an event,
/// early or late.
///
/// What the server has is a number, which unsafe requests increase; a response is made of its user and the number.
private struct World: ExploredWorld {
    /// An operation whose end is an event.
    enum Running {
        /// A look-up on disk, and what it has found in memory and, when it has read them, in files.
        case lookUp
        case lookUpFiles(CacheOrder.Moment, [StoredResponse])
        case copyFiles(CacheOrder.Moment, [StoredResponse])
        case starting(number: Int)
        case request(Request)
        case adjusting(number: Int)
        /// The receiver is being asked, or may decide.
        case asking, deciding(StoredResponse.Parts)
        case change(CacheChange, step: Int)
        case delivering
    }

    struct Request {
        let number: Int
        /// The numbers about whose responses the server was asked.
        let tags: [String]
        /// What the server has answered, when it has read the request.
        var answer: (status: Int, version: Int)?
        var isHeadSent = false
    }

    struct Hop {
        let user: String
        var machine: CacheMachine
        /// The last number that was confirmed when the hop began: it must not get an older one.
        var floor: Int?
        var running: [Running] = []
        var isPaused = false
        var isCancelled = false
        var completions = 0
        /// The number after an unsafe request, if the server has read it.
        var change: Int?

        var isUnsafe: Bool { machine.request.method == "POST" }
    }

    /// What happens besides the orderly course.
    struct Settings {
        var control: String
        var hasDisk = true
        var asks = false
        /// The number of pauses and resumptions; with any, the exchange may have the task later than it is started.
        var pauses = 0
        var cancels = 1
        var failures = 1
        var evictions = 1
        let isSingle: Bool
    }

    var settings: Settings
    var hops: [Hop] = []
    var memory: [StoredResponse] = []
    var disk: [StoredResponse] = []
    var order = CacheOrder()
    /// The hop that changes the files.
    var changing: Int?
    var version = 0
    var confirmed = 0
    var problems: [String] = []

    init(_ settings: Settings, _ hops: [(method: String, user: String)], stored: [String] = []) {
        self.settings = settings
        for hop in hops { add(hop.method, hop.user) }
        for user in stored {
            let hop = Hop(user: user, machine: CacheMachine(request: Self.request("GET", user), entryLimit: 100))
            guard let selection = CacheSelection(of: HeaderLines(lines(0)), to: hop.machine.request) else { continue }
            let response = StoredResponse(
                StoredResponse.Parts(
                    key: "k", selection: selection, status: 200, version: .http1_1, lines: lines(0),
                    body: Self.body(user, 0), requestTime: Self.now, responseTime: Self.now))
            memory.append(response)
            if settings.hasDisk { disk.append(response) }
        }
    }

    /// The time of `Date` in all responses.
    private static let now: TimeInterval = 784_111_777

    private static func request(_ method: String, _ user: String, isRevalidation: Bool = false) -> CacheRequest {
        let headers = HTTPHeaders(distinct: [HTTPHeader(name: "Cookie", value: user)])
        return CacheRequest(method: method, key: "k", headers: headers, isRevalidation: isRevalidation)
    }

    private static func body(_ user: String, _ version: Int) -> [UInt8] { Array("\(user) \(version)".utf8) }

    private func lines(_ version: Int) -> [UInt8] {
        Array(
            "Date: Sun, 06 Nov 1994 08:49:37 GMT\r\nETag: \"\(version)\"\r\nCache-Control: \(settings.control)\r\n".utf8
        )
    }

    private mutating func add(_ method: String, _ user: String, isRevalidation: Bool = false) {
        let request = Self.request(method, user, isRevalidation: isRevalidation)
        hops.append(Hop(user: user, machine: CacheMachine(request: request, entryLimit: 100)))
    }
}

// MARK: - Events and actions

extension World {
    private mutating func handle(_ index: Int, _ event: CacheEvent) {
        let before = hops[index].machine.phase
        let actions = hops[index].machine.handle(event, now: Self.now)
        if before == .ended, !actions.isEmpty || hops[index].machine.phase != .ended {
            problems.append("active after the end")
        }
        for action in actions { take(action, of: index) }
    }

    private mutating func take(_ action: CacheAction, of index: Int) {
        switch action {
        case .lookUp(false): handle(index, .found(memory, isAll: !settings.hasDisk))
        case .lookUp(true): hops[index].running.append(.lookUp)
        case .send(let fields, let number):
            let isRunning = hops[index].running.contains { if case .request = $0 { true } else { false } }
            if isRunning { problems.append("two requests") }
            let tags = fields.filter { $0.name == "If-None-Match" }.map(\.value)
            hops[index].running.append(.request(Request(number: number, tags: tags)))
            (hops[index].isPaused, hops[index].isCancelled) = (false, false)
            // Where hops meet, what touches nothing that they share happens at once.
            if settings.isSingle {
                hops[index].running.append(.starting(number: number))
            } else {
                handle(index, .taskStarted(number: number))
            }
        case .adjust(let change, let number):
            if hops[index].isStarting { problems.append("used a task that was not returned") }
            if change == .cancel {
                if hops[index].isCancelled { problems.append("cancelled twice") }
                hops[index].isCancelled = true
            } else {
                if hops[index].isPaused == (change == .pause) { problems.append("changed nothing") }
                hops[index].isPaused = change == .pause
                hops[index].running.append(.adjusting(number: number))
            }
        case .forget: invalidateMemory { _ in true }
        case .makeResponse(let parts): handle(index, .decided(response(parts, of: index)))
        case .ask(_, let parts): hops[index].running += [.asking, .deciding(parts)]
        case .change(let change): hops[index].running.append(.change(change, step: 0))
        case .revalidate:
            if !hops.contains(where: { $0.machine.request.isRevalidation }) {
                add("GET", hops[index].user, isRevalidation: true)
            }
        case .serveHead, .servePiece, .continueServing:
            if hops[index].isDelivering { problems.append("two threads deliver") }
            if case .serveHead = action { check(hops[index].machine.served?.response, to: index) }
            if settings.isSingle { hops[index].running.append(.delivering) } else { handle(index, .delivered) }
        case .complete(let completion):
            hops[index].completions += 1
            if let change = hops[index].change { confirmed = max(confirmed, change) }
            if completion.error == nil, hops[index].isDelivering { problems.append("completed while it delivers") }
        case .discard, .deliver, .keepBody, .keepBytes, .deliverBytes, .dropBody, .noteHop: break
        }
    }

    private func response(_ parts: StoredResponse.Parts, of index: Int) -> StoredResponse {
        StoredResponse(parts, body: Self.body(hops[index].user, parts.version(of: HeaderLines(parts.lines))))
    }

    /// Checks a response of the store that a hop delivers.
    private mutating func check(_ response: StoredResponse?, to index: Int) {
        guard let response else { return problems.append("nothing to deliver") }
        let text = String(decoding: response.parts.body, as: UTF8.self).split(separator: " ")
        if text.first.map(String.init) != hops[index].user { problems.append("\(hops[index].user) gets \(text)") }
        if let version = text.last.flatMap({ Int($0) }), version < hops[index].floor ?? 0 {
            problems.append("a hop gets \(version), which was replaced by \(hops[index].floor ?? 0) before it began")
        }
    }

    private mutating func invalidateMemory(where isRemoved: (StoredResponse) -> Bool) {
        order.invalidate("k")
        memory.removeAll(where: isRemoved)
    }

    private mutating func store(_ response: StoredResponse, since moment: CacheOrder.Moment) {
        guard order.isCurrent("k", since: moment) else { return }
        memory.removeAll(where: response.isVariant)
        memory.append(response)
    }
}

extension StoredResponse.Parts {
    fileprivate func version(of lines: HeaderLines) -> Int {
        lines.text(of: "etag").flatMap { Int($0.dropFirst().dropLast()) } ?? -1
    }
}

extension CacheChange {
    fileprivate var isStoring: Bool { if case .store = self { true } else { false } }
}

extension World.Hop {
    fileprivate var isStarting: Bool { running.contains { if case .starting = $0 { true } else { false } } }
    fileprivate var isDelivering: Bool { running.contains { if case .delivering = $0 { true } else { false } } }
}

// MARK: - All worlds after one more event

extension World {
    fileprivate var next: [World] {
        var worlds: [World] = []
        func after(_ change: (inout World) -> Void) { worlds.append(checked(change)) }
        for index in hops.indices {
            if hops[index].machine.phase == .idle {
                after {
                    $0.hops[index].floor = $0.confirmed
                    $0.handle(index, .start($0.order.now))
                    // A task is published in the course of the start, or with the end of a look-up.
                    if $0.settings.pauses == 0 { $0.handle(index, .begun) }
                }
                continue
            }
            if !hops[index].machine.hasBegun { after { $0.handle(index, .begun) } }
            if settings.pauses > 0 {
                after {
                    $0.settings.pauses -= 1
                    $0.handle(index, .pause(!$0.hops[index].machine.isPaused))
                }
            }
            if settings.cancels > 0 {
                after {
                    $0.settings.cancels -= 1
                    $0.handle(index, .cancel)
                }
            }
            for number in hops[index].running.indices { worlds += self.after(index, number) }
        }
        if settings.evictions > 0, !memory.isEmpty {
            after {
                $0.settings.evictions -= 1
                $0.memory = []
            }
        }
        return worlds
    }

    /// The world after an operation has ended with an event.
    private func ending(_ index: Int, _ event: CacheEvent) -> [World] {
        [checked { $0.handle(index, event) }]
    }

    private func goingOn(_ index: Int, _ operation: Running) -> [World] {
        [checked { $0.hops[index].running.append(operation) }]
    }

    /// The worlds after the next step of an operation.
    private func after(_ index: Int, _ number: Int) -> [World] {
        var world = self
        switch world.hops[index].running.remove(at: number) {
        case .starting(let number): return world.ending(index, .taskStarted(number: number))
        case .adjusting(let number): return world.ending(index, .flowChanged(number: number))
        case .asking: return world.ending(index, .asked)
        case .deciding(let parts):
            return world.ending(index, .decided(nil)) + world.ending(index, .decided(response(parts, of: index)))
        case .delivering: return world.ending(index, .delivered)
        case .request(let request): return after(index, number, request)
        // As `CacheStorage.responses(for:)`.
        case .lookUp: return world.goingOn(index, .lookUpFiles(order.now, memory))
        case .lookUpFiles(let moment, let found):
            let read = disk.filter { file in !found.contains { $0.isVariant(of: file) } }
            return world.goingOn(index, .copyFiles(moment, found + read))
        case .copyFiles(let moment, let all):
            for response in all where !memory.contains(where: response.isVariant) {
                world.store(response, since: moment)
            }
            return world.ending(index, .found(all, isAll: true))
        case .change(let change, let step): return world.after(index, change, step)
        }
    }

    /// The worlds after the next step of a change, as `CacheStorage` makes it.
    private func after(_ index: Int, _ change: CacheChange, _ step: Int) -> [World] {
        var world = self
        let isReplaced: (StoredResponse) -> Bool = { response in
            switch change {
            case .store(let new, _): new.isVariant(of: response)
            case .remove(let old): old.isVariant(of: response)
            case .invalidate: true
            }
        }
        // The files of a URL are changed by one thread at a time.
        if settings.hasDisk, step == 1 || step == 0 && change.isStoring, changing != nil, changing != index {
            return []
        }
        switch (change, step) {
        case (.store(let response, let moment), 0):
            world.store(response, since: moment)
            guard settings.hasDisk, order.isCurrent("k", since: moment) else { return world.ending(index, .changed) }
            world.changing = index
            return world.goingOn(index, .change(change, step: 1))
        case (.store(let response, _), _):
            world.disk.removeAll(where: isReplaced)
            world.disk.append(response)
            world.changing = nil
            return world.ending(index, .changed)
        case (_, 1):
            world.disk.removeAll(where: isReplaced)
            return world.goingOn(index, .change(change, step: 2))
        default:
            world.invalidateMemory(where: isReplaced)
            if settings.hasDisk, step == 0 { return world.goingOn(index, .change(change, step: 1)) }
            return world.ending(index, .changed)
        }
    }

    /// The server reads a request, answers and ends, or the connection breaks.
    private func after(_ index: Int, _ number: Int, _ request: Request) -> [World] {
        var worlds: [World] = []
        func after(_ change: (inout World) -> Void) { worlds.append(checked(change)) }
        func fail(_ code: TransportError.Code, _ world: inout World) {
            world.hops[index].running.remove(at: number)
            world.handle(index, .completed(TransportCompletion(error: TransportError(code, ""))))
        }
        if hops[index].isCancelled {
            after { fail(.cancelled, &$0) }
        } else if settings.failures > 0 {
            after {
                $0.settings.failures -= 1
                fail(.connectionLost, &$0)
            }
        }
        var request = request
        if let answer = request.answer {
            if request.isHeadSent {
                after {
                    $0.hops[index].running.remove(at: number)
                    $0.handle(index, .completed(TransportCompletion()))
                }
            } else {
                after {
                    request.isHeadSent = true
                    $0.hops[index].running[number] = .request(request)
                    let head = TransportResponseHead(status: answer.status, lines: $0.lines(answer.version))
                    guard let url = URL(string: "http://a/") else { return }
                    let caching: ResponseCaching = $0.settings.asks ? .asks : .always
                    $0.handle(index, .head(ResponseHead(url: url, head: head), caching))
                    $0.handle(index, .bytes(3))
                }
            }
        } else {
            after {
                if $0.hops[index].isUnsafe {
                    $0.version += 1
                    $0.hops[index].change = $0.version
                }
                let status = request.tags.contains("\"\($0.version)\"") ? 304 : 200
                request.answer = (status, $0.version)
                $0.hops[index].running[number] = .request(request)
            }
        }
        return worlds
    }
}

// MARK: - What must hold

extension World {
    private func checked(_ change: (inout World) -> Void) -> World {
        changed {
            change(&$0)
            $0.findProblems()
        }
    }

    private mutating func findProblems() {
        if settings.control.contains("no-store"), !(memory + disk).allSatisfy({ $0.parts.status == 200 && isOld($0) }) {
            problems.append("stored without permission")
        }
        for hop in hops {
            if hop.completions != (hop.machine.phase == .ended ? 1 : 0) {
                problems.append("\(hop.completions) completions in \(hop.machine.phase)")
            }
            if let lack = lack(of: hop) { problems.append("\(hop.machine.phase): \(lack)") }
        }
    }

    /// What was there at first.
    private func isOld(_ response: StoredResponse) -> Bool { response.parts.body.last == UInt8(ascii: "0") }

    /// What a machine waits for must be running, or else it waits forever; and its task must be as wanted.
    private func lack(of hop: Hop) -> String? {
        func has(_ isMeant: (Running) -> Bool) -> Bool { hop.running.contains(where: isMeant) }
        let machine = hop.machine
        switch machine.phase {
        case .idle, .ended: break
        case .lookingUp: if hop.running.isEmpty { return "no look-up" }
        case .asking: if !has({ if case .deciding = $0 { true } else { false } }) { return "no decision" }
        case .changing: if !has({ if case .change = $0 { true } else { false } }) { return "no change" }
        case .serving:
            let waits = !machine.isCancelled && machine.isPaused || !machine.hasBegun
            if !hop.isDelivering, !waits { return "nothing is delivered" }
        case .sending:
            if !has({ if case .request = $0 { true } else { false } }) { return "no request" }
            if hop.isStarting { return nil }
            if machine.isCancelled, !hop.isCancelled { return "not cancelled" }
            let isAdjusting = has { if case .adjusting = $0 { true } else { false } }
            if !hop.isCancelled, !isAdjusting, hop.isPaused != machine.isPaused { return "not paused or resumed" }
        }
        return nil
    }

    /// A number that is the same for worlds whose futures are.
    fileprivate var identity: Int {
        var hasher = Hasher()
        for number in [settings.cancels, settings.failures, settings.evictions, settings.pauses, version, confirmed] {
            hasher.combine(number)
        }
        hasher.combine(memory)
        hasher.combine(disk)
        hasher.combine(order)
        hasher.combine(changing)
        for hop in hops {
            // Operations have no order.
            hasher.combine(hop.running.map(\.signature).sorted())
            let machine = hop.machine
            let flags = [
                hop.isPaused, hop.isCancelled, machine.isCancelled, machine.isPaused, machine.hasBegun,
                machine.isDelivering, machine.isBeingAsked, machine.isConditional,
                machine.served?.isHeadDelivered ?? false,
            ]
            hasher.combine(flags)
            hasher.combine([hop.floor ?? -1, hop.change ?? -1, machine.keptLength ?? -1, machine.head?.status ?? -1])
            hasher.combine(machine.phase)
            hasher.combine(machine.task)
            hasher.combine(machine.sendCount)
            hasher.combine(machine.effect)
            hasher.combine(machine.moment)
            hasher.combine(machine.candidates)
            hasher.combine([machine.stored, machine.confirmed, machine.served?.response].map { $0.map { [$0] } ?? [] })
            hasher.combine(machine.served?.offset)
        }
        return hasher.finalize()
    }
}

extension Hasher {
    fileprivate mutating func combine(_ responses: [StoredResponse]) {
        combine(responses.count)
        for response in responses {
            combine(response.parts.body)
            combine(response.parts.lines)
        }
    }

    fileprivate mutating func combine(_ responses: [[StoredResponse]]) { for part in responses { combine(part) } }
}

extension World.Running {
    fileprivate var signature: Int {
        var hasher = Hasher()
        switch self {
        case .lookUp: hasher.combine(0)
        case .lookUpFiles(let moment, let found):
            hasher.combine(1)
            hasher.combine(moment)
            hasher.combine(found)
        case .copyFiles(let moment, let found):
            hasher.combine(2)
            hasher.combine(moment)
            hasher.combine(found)
        case .starting(let number): hasher.combine([3, number])
        case .request(let request):
            hasher.combine([4, request.number, request.answer?.status ?? 0, request.answer?.version ?? 0])
            hasher.combine(request.tags)
            hasher.combine(request.isHeadSent)
        case .adjusting(let number): hasher.combine([5, number])
        case .asking: hasher.combine(6)
        case .deciding: hasher.combine(7)
        case .change(.store(let response, let moment), let step):
            hasher.combine([8, step])
            hasher.combine([response])
            hasher.combine(moment)
        case .change(.remove(let response), let step):
            hasher.combine([9, step])
            hasher.combine([response])
        case .change(.invalidate(let keys), let step):
            hasher.combine([10, step])
            hasher.combine(keys)
        case .delivering: hasher.combine(11)
        }
        return hasher.finalize()
    }
}

@Suite("Cache machine", .longRunning)
struct CacheMachineTests {
    /// Tries every order of events, to the end.
    ///
    /// - Returns: The number of worlds, and the phases that they have seen.
    private func explore(_ world: World) throws -> (count: Int, phases: Set<CacheMachine.Phase>) {
        var phases: Set<CacheMachine.Phase> = []
        let count = try MachineTests.explore(from: world) { world, next in
            phases.formUnion(world.hops.map(\.machine.phase))
            let isWaiting = world.hops.contains { $0.machine.phase != .ended && !$0.machine.isPaused }
            if next.isEmpty, isWaiting { Issue.record("waits forever: \(world)") }
        }
        return (count, phases)
    }

    private static let controls = [
        "max-age=60", "max-age=0", "max-age=0, stale-while-revalidate=60", "max-age=0, stale-if-error=60", "no-store",
    ]

    @Test(
        "A hop ends once, whatever the order of what the receiver, the transport, the store and the pool do",
        arguments: TestScale.share(of: controls.flatMap { control in ["GET", "POST", "HEAD"].map { (control, $0) } }))
    func single(control: String, method: String) throws {
        for (asks, hasDisk) in [(false, true), (true, true), (true, false)] {
            let settings = World.Settings(
                control: control, hasDisk: hasDisk, asks: asks, pauses: 2, evictions: 0, isSingle: true)
            for stored in [[], ["a"]] {
                let (count, phases) = try explore(World(settings, [(method, "a")], stored: stored))
                expect(count > 8 && phases.contains(.ended))
            }
        }
    }

    struct Meeting: Sendable {
        var control: String
        var hasDisk: Bool
        var users: [String]
        var cancels = 0
        var failures = 0
        var evictions = 0

        static let all: [Meeting] = {
            var all: [Meeting] = []
            for control in ["max-age=60", "max-age=0", "max-age=0, stale-while-revalidate=60", "no-store"] {
                for users in [["a", "a", "a"], ["a", "b", "b"]] {
                    // One trouble at a time; with files, orders are so many that two of the troubles must do.
                    for hasDisk in [true, false] {
                        let meeting = Meeting(control: control, hasDisk: hasDisk, users: users)
                        for trouble in [\Meeting.evictions, \.failures, \.cancels].prefix(hasDisk ? 2 : 3) {
                            all.append(meeting)
                            all[all.count - 1][keyPath: trouble] = 1
                        }
                    }
                }
            }
            return all
        }()
    }

    @Test(
        "Of hops that meet, none gets another user's response, or one from before a change that was known when it began",
        arguments: TestScale.share(of: Meeting.all.filter { TestScale.isThorough || !$0.hasDisk }))
    func meeting(_ meeting: Meeting) throws {
        let hops = zip(["GET", "POST", "GET"], meeting.users).map { (method: $0, user: $1) }
        let settings = World.Settings(
            control: meeting.control, hasDisk: meeting.hasDisk, cancels: meeting.cancels, failures: meeting.failures,
            evictions: meeting.evictions, isSingle: false)
        let (count, _) = try explore(World(settings, hops, stored: ["a"]))
        expect(count > 500)
    }

    @Test("An order forgets what is old without taking anything old for current")
    func order() {
        var order = CacheOrder()
        let first = order.now
        order.invalidate("a")
        expect(!order.isCurrent("a", since: first) && order.isCurrent("b", since: first))
        expect(order.isCurrent("a", since: order.now))
        for number in 0...CacheOrder.limit { order.invalidate("\(number)") }
        expect(!order.isCurrent("a", since: first) && !order.isCurrent("b", since: first))
        expect(order.isCurrent("a", since: order.now))
        let second = order.now
        order.invalidateAll()
        expect(!order.isCurrent("b", since: second) && order.isCurrent("b", since: order.now))
    }
}
