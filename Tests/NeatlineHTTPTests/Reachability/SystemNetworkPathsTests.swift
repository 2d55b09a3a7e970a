import Dispatch
import Foundation
import NeatlineTestSupport
import Testing

@testable import NeatlineHTTP

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#endif

@Suite("Reachability: the system", .ownThreads, .hangLimit)
struct SystemNetworkPathsTests {
    func address(_ text: String) throws -> NetworkAddress { try #require(NetworkAddress(numeric: text), "\(text)") }

    /// A machine with these routes and interfaces.
    func paths(
        _ routes: [String: NetworkRoute], _ interfaces: [(name: String, address: String, isRunning: Bool)] = []
    ) throws -> SystemNetworkPaths {
        let routes = Dictionary(uniqueKeysWithValues: try routes.map { (try address($0).bytes, $1) })
        let interfaces = try interfaces.map {
            NetworkInterface(name: $0.name, address: try address($0.address), isRunning: $0.isRunning)
        }
        var paths = SystemNetworkPaths()
        paths.route = { routes[$0.bytes] ?? .none }
        paths.interfaces = { interfaces }
        return paths
    }

    @Test("The internet is there if a route leaves this machine")
    func internet() throws {
        let local = NetworkRoute.from(try address("10.0.0.7"))
        try expectEqual(paths([:]).status(of: .internet), .notReachable)
        try expectEqual(paths(["192.0.2.1": local]).status(of: .internet), .reachable(.ethernetOrWiFi))
        let other = NetworkRoute.from(try address("2001:db8:1::7"))
        try expectEqual(paths(["2001:db8::1": other]).status(of: .internet), .reachable(.ethernetOrWiFi))
        for loopback in ["127.0.0.1", "127.3.2.1", "::1"] {
            let route = NetworkRoute.from(try address(loopback))
            try expectEqual(paths(["192.0.2.1": route]).status(of: .internet), .notReachable)
        }
    }

    @Test("What could not be asked is unknown, unless there is another way")
    func unknown() throws {
        try expectEqual(paths(["192.0.2.1": .unknown]).status(of: .internet), .unknown)
        let local = NetworkRoute.from(try address("2001:db8:1::7"))
        let both = try paths(["192.0.2.1": .unknown, "2001:db8::1": local])
        expectEqual(both.status(of: .internet), .reachable(.ethernetOrWiFi))
    }

    @Test("The interface of the local address says what it connects to, and whether it has a carrier")
    func interfaces() throws {
        let routes = ["192.0.2.1": NetworkRoute.from(try address("10.0.0.7"))]
        func status(_ interfaces: [(String, String, Bool)]) throws -> Status {
            try paths(routes, interfaces.map { (name: $0.0, address: $0.1, isRunning: $0.2) }).status(of: .internet)
        }
        try expectEqual(status([("wwan0", "10.0.0.7", true)]), .reachable(.cellular))
        try expectEqual(status([("eth0", "10.0.0.7", true), ("wwan0", "10.0.0.8", true)]), .reachable(.ethernetOrWiFi))
        try expectEqual(status([("eth0", "10.0.0.7", false)]), .notReachable)
        try expectEqual(status([("eth0", "10.0.0.8", false)]), .reachable(.ethernetOrWiFi))
        try expectEqual(status([("a", "10.0.0.7", false), ("b", "10.0.0.7", true)]), .reachable(.ethernetOrWiFi))
    }

    @Test("A host is reachable if one of its addresses is; addresses of this machine count, too")
    func hosts() throws {
        let paths = try paths([
            "198.51.100.7": .from(try address("10.0.0.7")), "127.0.0.1": .from(try address("127.0.0.1")),
        ])
        let unreachable = try address("198.51.100.9")
        expectEqual(paths.status(of: .addresses([])), .notReachable)
        expectEqual(paths.status(of: .addresses([unreachable])), .notReachable)
        let both = [unreachable, try address("198.51.100.7")]
        expectEqual(paths.status(of: .addresses(both)), .reachable(.ethernetOrWiFi))
        expectEqual(paths.status(of: .addresses([try address("127.0.0.1")])), .reachable(.ethernetOrWiFi))
    }

    @Test("Modems are known by their names, or by what their drivers say")
    func cellular() {
        for name in ["wwan0", "ppp0", "rmnet_data0", "ccmni1", "pdp_ip0"] {
            expect(NetworkInterface.isCellular(name) { _ in nil })
        }
        for name in ["eth0", "wlan0", "lo", "wlp2s0", "enp3s0", "tun0"] {
            expect(!NetworkInterface.isCellular(name) { _ in "INTERFACE=\(name)\nIFINDEX=2\n" })
        }
        expect(NetworkInterface.isCellular("mhi0") { _ in "DEVTYPE=wwan\nINTERFACE=mhi0\n" })
        expect(!NetworkInterface.isCellular("mhi0") { _ in "DEVTYPE=wwan2\n" })
        expect(!NetworkInterface.isCellular("no such interface"))
    }

    @Test("Addresses are read from texts; names are not")
    func numeric() throws {
        expectEqual(Array(try address("127.0.0.1").host), [127, 0, 0, 1])
        expectEqual(
            Array(try address("2001:db8::1").host), [0x20, 0x01, 0x0D, 0xB8] + Array(repeating: 0, count: 11) + [1])
        expect(try address("127.1.2.3").isLoopback && address("::1").isLoopback)
        expect(try !address("10.0.0.1").isLoopback && !address("::2").isLoopback && !address("1::1").isLoopback)
        expect(NetworkAddress(numeric: "localhost") == nil)
        expect(NetworkAddress(numeric: "") == nil)
    }

    @Test("This machine reaches itself, by its name and by its address")
    func loopback() async throws {
        let route = NetworkRoute(to: try address("127.0.0.1"))
        expect(route.isFromLoopback)
        expect(NetworkInterface.all().contains { $0.address.host.elementsEqual([127, 0, 0, 1]) && $0.isRunning })
        let manager = try #require(NetworkReachabilityManager(host: "127.0.0.1"))
        expectEqual(manager.status, .reachable(.ethernetOrWiFi))
        expect(manager.isReachable && manager.isReachableOnEthernetOrWiFi && !manager.isReachableOnCellular)

        let named = try #require(NetworkReachabilityManager(host: "localhost"))
        expect(named.isReachable)
        expectEqual(named.status, .reachable(.ethernetOrWiFi))
        expectEqual(named.flags, [.reachable, .isLocalAddress])
    }

    @Test("A host that was not looked up is as reachable as the internet, and unknown in a network without it")
    func unresolvedHost() throws {
        let local = NetworkRoute.from(try address("10.0.0.7"))
        let modem = [(name: "wwan0", address: "10.0.0.7", isRunning: true)]
        let ethernet = [(name: "eth0", address: "10.0.0.7", isRunning: true)]
        let unplugged = [(name: "eth0", address: "10.0.0.7", isRunning: false)]
        let loopback = [(name: "lo", address: "127.0.0.1", isRunning: true)]
        let target = NetworkTarget.unresolvedHost
        try expectEqual(paths(["192.0.2.1": local], ethernet).status(of: target), .reachable(.ethernetOrWiFi))
        try expectEqual(paths(["192.0.2.1": local], modem).status(of: target), .reachable(.cellular))
        try expectEqual(paths(["192.0.2.1": .unknown], ethernet).status(of: target), .unknown)
        try expectEqual(paths([:], ethernet).status(of: target), .unknown)
        try expectEqual(paths([:], loopback + unplugged).status(of: target), .notReachable)
    }

    @Test("Flags tell this machine from others, and modems from the rest")
    func flags() throws {
        let own = try address("10.0.0.7")
        let other = try address("10.0.0.9")
        let paths = try paths(
            ["10.0.0.7": .from(own), "10.0.0.9": .from(own), "127.0.0.1": .from(try address("127.0.0.1"))],
            [("ppp0", "10.0.0.7", true)])
        expectEqual(paths.flags(of: .addresses([own])), [.reachable, .isLocalAddress, .isWWAN])
        expectEqual(paths.flags(of: .addresses([other])), [.reachable, .isWWAN])
        expectEqual(paths.flags(of: .addresses([try address("127.0.0.1")])), [.reachable, .isLocalAddress])
        expectEqual(paths.flags(of: .addresses([])), [])
        expectEqual(paths.flags(of: .internet), [])
        expectEqual("\(NetworkReachabilityFlags([.reachable, .isWWAN]))", "[reachable, isWWAN]")
    }

    @Test("A name that cannot exist is not reachable")
    func noSuchName() async throws {
        // RFC 6761 keeps this domain for names that do not exist.
        let manager = try #require(NetworkReachabilityManager(host: "nothing.invalid"))
        // What comes first is the state of the network that the test runs in.
        var statuses = manager.statuses().makeAsyncIterator()
        while let status = await statuses.next(), status != .notReachable {}
        expect(await eventually { manager.state.withLock { $0.target == .addresses([]) } })
        expect(!manager.isReachable && manager.flags == [])
    }

    @Test("The default manager says what a manager of its own says")
    func defaultManager() async throws {
        let manager = try #require(NetworkReachabilityManager.default)
        expect(manager === NetworkReachabilityManager.default)
        let own = try #require(NetworkReachabilityManager())
        var statuses = own.statuses().makeAsyncIterator()
        await expectEqual(statuses.next(), manager.status)
    }

    @Test("Where nothing tells of changes, it is looked every few seconds")
    func ticking() {
        var paths = SystemNetworkPaths()
        let watch = ScriptedWatch {}
        paths.makeChangeWatch = { _, _ in nil }
        paths.makePollingWatch = { _, _ in watch }
        expect(paths.watch(on: .main) {} as? ScriptedWatch === watch)
        expectEqual(SystemNetworkPaths.pollingInterval, 5)
    }

    @Test("The fallback ticks again and again until it is cancelled")
    func ticks() {
        let queue = DispatchQueue(label: "ticks")
        let ticks = DispatchSemaphore(value: 0)
        let watch = PollingMonitor(seconds: 0.001, on: queue) { ticks.signal() }
        for _ in 0..<3 { ticks.wait() }
        watch.cancel()
        watch.cancel()
        queue.sync {}
    }

    #if os(Linux)
    /// A socket on which a test tells of changes, and its other end.
    func pair() throws -> (reading: Int32, telling: Int32) {
        var descriptors: [Int32] = [0, 0]
        #if canImport(Glibc)
        let kind = Int32(SOCK_DGRAM.rawValue | SOCK_NONBLOCK.rawValue)
        #else
        let kind = SOCK_DGRAM | SOCK_NONBLOCK
        #endif
        try #require(socketpair(AF_UNIX, kind, 0, &descriptors) == 0)
        return (descriptors[0], descriptors[1])
    }

    @Test("The kernel's socket opens, and is drained at once")
    func netlink() throws {
        let descriptor = try #require(NetlinkSocket.open())
        expectEqual(NetlinkSocket.drain(descriptor), .done)
        expect(fcntl(descriptor, F_GETFD) & FD_CLOEXEC != 0)
        close(descriptor)
    }

    @Test("Each message leads to a look, until the watch is cancelled, which closes the socket")
    func messages() async throws {
        let (reading, telling) = try pair()
        defer { close(telling) }
        let queue = DispatchQueue(label: "changes")
        let changes = DispatchSemaphore(value: 0)
        let watch = NetlinkWatch(descriptor: reading, on: queue, changed: { changes.signal() }) {
            Issue.record("the socket is whole")
            return ScriptedWatch {}
        }
        for _ in 0..<3 {
            expectEqual(send(telling, "change", 6, 0), 6)
            changes.wait()
        }
        watch.cancel()
        expect(await eventually { send(telling, "change", 6, Int32(MSG_NOSIGNAL)) == -1 })
    }

    @Test("Messages that came together are one look")
    func manyMessages() throws {
        let (reading, telling) = try pair()
        for _ in 0..<5 { expectEqual(send(telling, "change", 6, 0), 6) }
        expectEqual(NetlinkSocket.drain(reading), .done)
        var byte: UInt8 = 0
        expectEqual(recv(reading, &byte, 1, 0), -1)
        close(reading)
        close(telling)
    }

    @Test("A socket that breaks is replaced, once, and the substitute goes with the watch")
    func broken() throws {
        // A pipe is readable, and is no socket.
        var descriptors: [Int32] = [0, 0]
        try #require(pipe(&descriptors) == 0)
        defer { close(descriptors[1]) }
        expectEqual(write(descriptors[1], "a", 1), 1)
        expectEqual(NetlinkSocket.drain(descriptors[0]), .failed)
        let queue = DispatchQueue(label: "changes")
        let changes = DispatchSemaphore(value: 0)
        let substitute = ScriptedWatch {}
        let watch = NetlinkWatch(descriptor: descriptors[0], on: queue, changed: { changes.signal() }) { substitute }
        changes.wait()
        queue.sync {}
        expect(!substitute.isCancelled)
        watch.cancel()
        expect(substitute.isCancelled)
    }
    #endif
}

extension NetworkRoute {
    fileprivate var isFromLoopback: Bool {
        if case .from(let address) = self { address.isLoopback } else { false }
    }
}
