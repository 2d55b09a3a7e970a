import Dispatch
import Foundation
import NeatlineTestSupport
import Testing

@testable import NeatlineHTTP

@Suite("Reachability: hosts", .ownThreads, .hangLimit)
struct ReachabilityHostTests {
    /// A network without a way to the internet, as far as a name was not looked up.
    let paths = ScriptedPaths(unresolved: .unknown)
    let queue = DispatchQueue(label: "listener")
    let log = StatusLog()
    let found: NameLookup

    init() throws { found = .found([try #require(NetworkAddress(numeric: "198.51.100.7"))]) }

    func listen(to host: String) -> NetworkReachabilityManager {
        let manager = NetworkReachabilityManager(host, paths: paths)
        manager.startListening(onQueue: queue, onUpdatePerforming: log.add)
        manager.settle(queue)
        return manager
    }

    @Test("Before a name was looked up, the first answer is the one that the state of the network gives")
    func firstAnswer() {
        let paths = ScriptedPaths(.notReachable, unresolved: .reachable(.cellular))
        let manager = NetworkReachabilityManager("example.com", paths: paths)
        expect(manager.isReachable && manager.isReachableOnCellular)
        expectEqual(manager.flags, [.reachable, .isWWAN])
        expectEqual(paths.lookedUp, ["example.com"])
        paths.answer(found)
        expect(manager.status == .notReachable && manager.flags == [])
    }

    @Test("A host whose addresses the machine knows is known at the start, and looked up when somebody listens")
    func known() throws {
        let address = try #require(NetworkAddress(numeric: "198.51.100.7"))
        let paths = ScriptedPaths(unresolved: .unknown, known: ["example.com": [address]])
        let manager = NetworkReachabilityManager("example.com", paths: paths)
        expectEqual(manager.status, .reachable(.ethernetOrWiFi))
        expect(paths.lookedUp.isEmpty)
        manager.startListening(onQueue: queue, onUpdatePerforming: log.add)
        manager.settle(queue)
        expectEqual(log.statuses, [.reachable(.ethernetOrWiFi)])
        expectEqual(paths.lookedUp, ["example.com"])
        paths.answer(.failed)
        manager.settle(queue)
        expectEqual(log.statuses, [.reachable(.ethernetOrWiFi)])
    }

    @Test("The machine knows the names in its file of hosts")
    func hostsFile() throws {
        let folder = try TemporaryFolder()
        var paths = SystemNetworkPaths()
        paths.hostsFile = try folder.file(
            "hosts", Data("# x\n198.51.100.7 A.example b.example # c.example\n\n::1\tb.example\nx d.example".utf8)
        ).path
        let (four, six) = (NetworkAddress(numeric: "198.51.100.7"), NetworkAddress(numeric: "::1"))
        expectEqual(paths.knownAddresses(of: "a.Example"), [four])
        expectEqual(paths.knownAddresses(of: "b.example"), [four, six])
        for name in ["c.example", "d.example", "198.51.100.7", "x"] {
            expect(paths.knownAddresses(of: name).isEmpty)
        }
        paths.hostsFile = "/nowhere"
        expect(paths.knownAddresses(of: "b.example").isEmpty)
    }

    @Test("This machine's name is not looked up", arguments: ["localhost", "LOCALHOST", "a.localhost", "localhost."])
    func localhost(name: String) throws {
        let host = try #require(NetworkHost(name))
        expect(host.name == nil)
        guard case .addresses(let addresses) = host.target else {
            Issue.record("\(host)")
            return
        }
        expect(addresses.count == 2 && addresses.allSatisfy(\.isLoopback))
    }

    @Test("Names that look like this machine's are looked up", arguments: ["localhost.example", "alocalhost", "."])
    func noLocalhost(name: String) throws {
        try expectEqual(#require(NetworkHost(name)).target, .unresolvedHost)
    }

    @Test("Where the host may be in a network at hand, the status is unknown until it was looked up")
    func firstLookup() {
        let manager = listen(to: "example.com")
        expectEqual(log.statuses, [.unknown])
        expectEqual(manager.status, .unknown)
        expectEqual(paths.lookedUp, ["example.com"])
        paths.answer(found)
        manager.settle(queue)
        expectEqual(log.statuses, [.unknown, .reachable(.ethernetOrWiFi)])
        expect(paths.lookedUp.isEmpty && paths.planned.isEmpty)
    }

    @Test("Reading the status looks up the name, once at a time, and not again when it was found")
    func reading() {
        let manager = NetworkReachabilityManager("example.com", paths: paths)
        expect(paths.lookedUp.isEmpty)
        expect(manager.status == .unknown && !manager.isReachable)
        expectEqual(paths.lookedUp.count, 1)
        paths.answer(.noSuchName)
        expectEqual(manager.status, .notReachable)
        expectEqual(paths.lookedUp.count, 1)
        paths.answer(found)
        expect(manager.isReachable)
        expect(paths.lookedUp.isEmpty && paths.planned.isEmpty)
    }

    @Test(
        "A name that is not found is not reachable, and looked up again later",
        arguments: [NameLookup.noSuchName, .failed])
    func notFound(lookup: NameLookup) {
        let manager = listen(to: "nowhere.example")
        paths.answer(lookup)
        manager.settle(queue)
        expectEqual(log.statuses, [.unknown, .notReachable])
        expectEqual(paths.planned, [5])
        paths.fire(5)
        expectEqual(paths.lookedUp, ["nowhere.example"])
        paths.answer(lookup)
        expectEqual(paths.planned, [5])
        paths.fire(5)
        paths.answer(found)
        manager.settle(queue)
        expectEqual(log.statuses, [.unknown, .notReachable, .reachable(.ethernetOrWiFi)])
        expect(paths.planned.isEmpty)
    }

    @Test("Nobody looks again when nobody listens")
    func noRetry() {
        let manager = listen(to: "nowhere.example")
        paths.answer(.failed)
        expectEqual(paths.planned, [5])
        manager.stopListening()
        paths.fire(5)
        expect(paths.lookedUp.isEmpty)
    }

    @Test("After a change the known addresses count at once, and the name is looked up anew")
    func changes() {
        let manager = listen(to: "example.com")
        paths.answer(found)
        manager.settle(queue)
        paths.become(.notReachable)
        paths.notify()
        manager.settle(queue)
        expectEqual(log.statuses.last, .notReachable)
        expect(paths.lookedUp.isEmpty)
        paths.fire(0.25)
        expectEqual(paths.lookedUp, ["example.com"])
        // No server answers: the addresses stay, and the name is asked for again.
        paths.answer(.failed)
        expectEqual(paths.planned, [5])
        paths.change(to: .reachable(.cellular))
        manager.settle(queue)
        expectEqual(log.statuses.last, .reachable(.cellular))
        paths.answer(.noSuchName)
        manager.settle(queue)
        expectEqual(
            log.statuses,
            [
                .unknown, .reachable(.ethernetOrWiFi), .notReachable, .reachable(.cellular), .notReachable,
            ])
    }

    @Test("A change during a lookup leads to another one, and the failure of the first does not count")
    func changeDuringLookup() {
        let manager = listen(to: "example.com")
        paths.change(to: .reachable(.cellular))
        expectEqual(paths.lookedUp.count, 1)
        paths.answer(.failed)
        expectEqual(paths.lookedUp.count, 1)
        expect(paths.planned.isEmpty)
        manager.settle(queue)
        expectEqual(log.statuses, [.unknown])
        paths.answer(found)
        manager.settle(queue)
        expectEqual(log.statuses, [.unknown, .reachable(.cellular)])
        expect(paths.lookedUp.isEmpty)
    }

    @Test("A lookup may outlive its manager")
    func lateAnswer() {
        do { _ = listen(to: "example.com") }
        expectEqual(paths.openWatchCount, 0)
        paths.answer(found)
        queue.sync {}
        expectEqual(log.statuses, [.unknown])
    }

    @Test("An address needs no lookup", arguments: ["127.0.0.1", "::1", "[2001:db8::7]"])
    func addresses(host: String) {
        let manager = listen(to: host)
        expectEqual(log.statuses, [.reachable(.ethernetOrWiFi)])
        paths.change(to: .notReachable)
        manager.settle(queue)
        expectEqual(log.statuses, [.reachable(.ethernetOrWiFi), .notReachable])
        expect(paths.lookedUp.isEmpty)
    }

    @Test(
        "What is no host makes no manager",
        arguments: [
            "", " ", "[]", "https://example.com", "example.com/", "a b", "a\u{0}b", "a@b", "example.com:80", "::1::",
        ])
    func noHost(host: String) {
        expect(NetworkReachabilityManager(host: host) == nil)
    }
}

@Suite("Reachability: streams", .ownThreads, .hangLimit)
struct ReachabilityStreamTests {
    let paths = ScriptedPaths()

    @Test("A stream gives the status and those that follow, beside a listener")
    func stream() async {
        let manager = NetworkReachabilityManager(paths: paths)
        let queue = DispatchQueue(label: "listener")
        let log = StatusLog()
        var first = manager.statuses().makeAsyncIterator()
        var second = manager.statuses().makeAsyncIterator()
        manager.startListening(onQueue: queue, onUpdatePerforming: log.add)
        manager.settle(queue)
        await expectEqual(first.next(), .reachable(.ethernetOrWiFi))
        paths.change(to: .notReachable)
        await expectEqual(first.next(), .notReachable)
        manager.settle(queue)
        manager.stopListening()
        paths.change(to: .reachable(.cellular))
        await expectEqual(first.next(), .reachable(.cellular))
        await expectEqual(second.next(), .reachable(.ethernetOrWiFi))
        await expectEqual(second.next(), .notReachable)
        await expectEqual(second.next(), .reachable(.cellular))
        manager.settle(queue)
        expectEqual(log.statuses.last, .notReachable)
        expectEqual(paths.openWatchCount, 1)
    }

    @Test("A stream that nobody reads any more ends its watch and lets the manager go")
    func end() async {
        weak var gone: NetworkReachabilityManager?
        let started = Signal()
        let task = Task { [paths] in
            let manager = NetworkReachabilityManager(paths: paths)
            var count = 0
            for await _ in manager.statuses() {
                count += 1
                await started.set(manager)
            }
            return count
        }
        gone = await started.manager()
        task.cancel()
        await expectEqual(task.value, 1)
        await started.forget()
        expect(await eventually { gone == nil && paths.openWatchCount == 0 })
    }

    @Test("An iteration ends with its iterator, and another one begins anew")
    func iterator() async {
        let manager = NetworkReachabilityManager(paths: paths)
        let statuses = manager.statuses(bufferingPolicy: .bufferingNewest(1))
        for await status in statuses {
            expectEqual(status, .reachable(.ethernetOrWiFi))
            break
        }
        expect(await eventually { paths.openWatchCount == 0 })
        paths.become(.notReachable)
        for await status in statuses {
            expectEqual(status, .notReachable)
            break
        }
    }
}

/// Hands over a manager.
private actor Signal {
    private var held: NetworkReachabilityManager?
    private var waiting: [CheckedContinuation<Void, Never>] = []

    func set(_ manager: NetworkReachabilityManager) {
        held = manager
        for continuation in waiting { continuation.resume() }
        waiting = []
    }

    func manager() async -> NetworkReachabilityManager? {
        if held == nil { await withCheckedContinuation { waiting.append($0) } }
        return held
    }

    func forget() { held = nil }
}
