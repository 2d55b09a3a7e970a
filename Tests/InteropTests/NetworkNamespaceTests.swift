import Foundation
import NeatlineHTTP
import NeatlineTestSupport
import Testing

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#endif

/// In a network of its own, which `.ci/interop` makes: an interface comes, loses its carrier, goes down and goes.
@Suite(
    "Reachability in a network namespace",
    .enabled(
        if: ProcessInfo.processInfo.environment["NEATLINE_INTEROP_NAMESPACE"] != nil,
        "needs the network namespace that .ci/interop makes"), .serialized)
struct NetworkNamespaceTests {
    /// Runs the system's `ip`. Foundation's `Process` needs the loopback interface, which is down at first.
    func ip(_ arguments: String) throws {
        try #require(system("ip \(arguments)") == 0, "ip \(arguments)")
    }

    /// Adds a cable whose other end is `wall`, with a route to everywhere.
    func plugIn(_ name: String) throws {
        try ip("link add \(name) type veth peer name wall")
        try ip("link set wall up")
        try ip("address add 10.9.8.7/24 dev \(name)")
        try goUp(name)
    }

    func goUp(_ name: String) throws {
        try ip("link set \(name) up")
        try ip("route add default via 10.9.8.1 dev \(name)")
    }

    @Test("Each change is told, the loss of the carrier, too", .timeLimit(.minutes(1)))
    func changes() async throws {
        let manager = try #require(NetworkReachabilityManager())
        var statuses = manager.statuses().makeAsyncIterator()
        await expectEqual(statuses.next(), .notReachable)
        try plugIn("cable0")
        await expectEqual(statuses.next(), .reachable(.ethernetOrWiFi))
        // The cable is pulled out: the route stays.
        try ip("link set wall down")
        await expectEqual(statuses.next(), .notReachable)
        try ip("link set wall up")
        await expectEqual(statuses.next(), .reachable(.ethernetOrWiFi))
        try ip("link set cable0 down")
        await expectEqual(statuses.next(), .notReachable)
        try goUp("cable0")
        await expectEqual(statuses.next(), .reachable(.ethernetOrWiFi))
        try ip("route del default")
        await expectEqual(statuses.next(), .notReachable)
        try ip("route add default via 10.9.8.1 dev cable0")
        await expectEqual(statuses.next(), .reachable(.ethernetOrWiFi))
        try ip("link del cable0")
        await expectEqual(statuses.next(), .notReachable)
        try plugIn("wwan7")
        await expectEqual(statuses.next(), .reachable(.cellular))
        expect(manager.isReachableOnCellular)
        try ip("link del wwan7")
        await expectEqual(statuses.next(), .notReachable)
    }

    @Test("This machine is reachable while its loopback interface is up", .timeLimit(.minutes(1)))
    func loopback() async throws {
        let manager = try #require(NetworkReachabilityManager(host: "127.0.0.1"))
        try ip("link set lo down")
        var statuses = manager.statuses().makeAsyncIterator()
        await expectEqual(statuses.next(), .notReachable)
        try ip("link set lo up")
        await expectEqual(statuses.next(), .reachable(.ethernetOrWiFi))
        try ip("link set lo down")
        await expectEqual(statuses.next(), .notReachable)
    }
}
