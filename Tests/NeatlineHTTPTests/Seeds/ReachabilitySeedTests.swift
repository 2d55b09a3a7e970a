import Foundation
import NeatlineHTTP
import NeatlineTesting
import NeatlineTestSupport
import Testing

/// Whoever made a class of their own.
private final class OwnReachability: NetworkReachabilityManager, @unchecked Sendable {
    override var status: NetworkReachabilityStatus { .reachable(.cellular) }
}

@Suite("Alamofire's Usage: network reachability", .ownThreads, .hangLimit)
struct ReachabilitySeedTests: SeedExamples {
    let server: LoopbackServer
    let printout = Printout()

    init() throws { server = try .httpbin() }

    @Test("Version 4: a listener that is set, then listening")
    func version4() async {
        let manager = NetworkReachabilityManager(host: "127.0.0.1")

        manager?.listener = { status in
            print("Network Status Changed: \(status)")
        }

        manager?.startListening()

        await printout.wait(for: 1)
        expectEqual(printout.text, "Network Status Changed: reachable(\(nested).ethernetOrWiFi)")
        manager?.stopListening()
    }

    @Test("Version 4: queue, statuses and names")
    func version4Names() async throws {
        let manager = try #require(Alamofire.NetworkReachabilityManager(host: "127.0.0.1"))
        let queue = DispatchQueue(label: "listener")
        expectEqual(manager.listenerQueue.label, DispatchQueue.main.label)
        expect(manager.listener == nil)
        manager.listenerQueue = queue
        manager.listener = { status in
            dispatchPrecondition(condition: .onQueue(queue))
            switch status {
            case .notReachable: print("The network is not reachable")
            case .unknown: print("It is unknown whether the network is reachable")
            case .reachable(.ethernetOrWiFi): print("The network is reachable over the WiFi connection")
            case .reachable(.wwan): print("The network is reachable over the WWAN connection")
            default: print("not there in version 4")
            }
        }
        expect(manager.startListening())
        await printout.wait(for: 1)
        expectEqual(printout.texts, ["The network is reachable over the WiFi connection"])
        expect(manager.listener != nil)
        expectEqual(manager.networkReachabilityStatus, .reachable(.ethernetOrWiFi))
        expect(!manager.isReachableOnWWAN)
        let type: NetworkReachabilityManager.ConnectionType = .wwan
        expectEqual(type, .cellular)
        manager.listener = nil
        manager.stopListening()
    }

    @Test("Version 5: listening with a closure")
    func version5() async {
        let manager = NetworkReachabilityManager(host: "127.0.0.1")

        manager?.startListening { status in
            print("Network Status Changed: \(status)")
        }

        await printout.wait(for: 1)
        expectEqual(printout.text, "Network Status Changed: reachable(\(nested).ethernetOrWiFi)")
        manager?.stopListening()
        _ = NetworkReachabilityManager.default?.isReachable
    }

    @Test("A class of its own decides what the status is")
    func subclass() throws {
        let manager = try #require(OwnReachability(host: "127.0.0.1"))
        expect(manager.isReachable && manager.isReachableOnCellular && !manager.isReachableOnEthernetOrWiFi)
    }

    private var nested: String { "NeatlineHTTP.NetworkReachabilityManager.NetworkReachabilityStatus.ConnectionType" }
}
