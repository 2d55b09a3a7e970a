import Dispatch
import Foundation
import NeatlineTestSupport
import Testing

@testable import NeatlineHTTP

@Suite("Reachability: listening", .ownThreads, .hangLimit)
struct ReachabilityListeningTests {
    let paths = ScriptedPaths()
    let queue = DispatchQueue(label: "listener")
    let log = StatusLog()

    @Test("The status is told at once, and then each time that it is another")
    func changes() {
        let manager = NetworkReachabilityManager(paths: paths)
        expect(manager.startListening(onQueue: queue, onUpdatePerforming: log.add))
        manager.settle(queue)
        expectEqual(log.statuses, [.reachable(.ethernetOrWiFi)])
        for status in [
            Status.reachable(.ethernetOrWiFi), .notReachable, .notReachable, .reachable(.cellular), .unknown,
        ] {
            paths.change(to: status)
            manager.settle(queue)
        }
        expectEqual(log.statuses, [.reachable(.ethernetOrWiFi), .notReachable, .reachable(.cellular), .unknown])
        expectEqual(paths.watches.count, 1)
    }

    @Test("The members say the status of now, with and without listening")
    func members() {
        let manager = NetworkReachabilityManager(paths: paths)
        expectEqual(manager.status, .reachable(.ethernetOrWiFi))
        expect(manager.isReachable && manager.isReachableOnEthernetOrWiFi && !manager.isReachableOnCellular)
        paths.become(.reachable(.cellular))
        expect(manager.isReachable && !manager.isReachableOnEthernetOrWiFi && manager.isReachableOnCellular)
        for status in [Status.notReachable, .unknown] {
            paths.become(status)
            expectEqual(manager.status, status)
            expect(!manager.isReachable && !manager.isReachableOnEthernetOrWiFi && !manager.isReachableOnCellular)
        }
        expect(paths.watches.isEmpty)
    }

    @Test("A second look follows a change, because the kernel tells too early")
    func secondLook() {
        let manager = NetworkReachabilityManager(paths: paths)
        manager.startListening(onQueue: queue, onUpdatePerforming: log.add)
        manager.settle(queue)
        paths.notify()
        manager.settle(queue)
        expectEqual(paths.planned, [0.25])
        // The routes go now, and nobody tells.
        paths.become(.notReachable)
        paths.fire(0.25)
        manager.settle(queue)
        expectEqual(log.statuses, [.reachable(.ethernetOrWiFi), .notReachable])
        expect(paths.planned.isEmpty)
    }

    @Test("A storm of changes is two looks, and one more behind its end")
    func storm() {
        let manager = NetworkReachabilityManager(paths: paths)
        manager.startListening(onQueue: queue, onUpdatePerforming: log.add)
        manager.settle(queue)
        let before = paths.lookCount
        for _ in 0..<100 { paths.notify() }
        manager.settle(queue)
        expectEqual(paths.lookCount, before + 1)
        paths.fire(0.25)
        manager.settle(queue)
        expectEqual(paths.lookCount, before + 2)
        expectEqual(paths.planned, [0.25])
        paths.fire(0.25)
        manager.settle(queue)
        expectEqual(paths.lookCount, before + 3)
        expect(paths.planned.isEmpty)
        expectEqual(log.statuses.count, 1)
    }

    @Test("Listening again replaces the listener, which gets the status, too")
    func replacing() {
        let manager = NetworkReachabilityManager(paths: paths)
        manager.startListening(onQueue: queue, onUpdatePerforming: log.add)
        manager.settle(queue)
        let second = StatusLog()
        expect(manager.startListening(onQueue: queue, onUpdatePerforming: second.add))
        paths.change(to: .notReachable)
        manager.settle(queue)
        expectEqual(log.statuses, [.reachable(.ethernetOrWiFi)])
        expectEqual(second.statuses.last, .notReachable)
        expectEqual(paths.watches.count, 1)
    }

    @Test("After the end nothing is told, not even what waits; listening can begin again")
    func stopping() {
        let manager = NetworkReachabilityManager(paths: paths)
        manager.stopListening()
        manager.startListening(onQueue: queue, onUpdatePerforming: log.add)
        manager.settle(queue)
        queue.suspend()
        paths.change(to: .notReachable)
        manager.reachabilityQueue.sync {}
        manager.stopListening()
        manager.stopListening()
        queue.resume()
        manager.settle(queue)
        expectEqual(log.statuses, [.reachable(.ethernetOrWiFi)])
        expectEqual(paths.openWatchCount, 0)
        // What a watch tells late does no harm.
        paths.watches[0].changed()
        paths.fire(0.25)
        manager.settle(queue)
        expectEqual(log.statuses.count, 1)

        manager.startListening(onQueue: queue, onUpdatePerforming: log.add)
        manager.settle(queue)
        expectEqual(log.statuses, [.reachable(.ethernetOrWiFi), .notReachable])
        expectEqual(paths.watches.count, 2)
    }

    @Test("A listener may stop, listen anew and read the status")
    func insideTheListener() {
        let manager = NetworkReachabilityManager(paths: paths)
        manager.startListening(onQueue: queue) { [log, queue, weak manager] status in
            log.add(status)
            manager?.stopListening()
            log.add(manager?.status ?? .unknown)
            manager?.startListening(onQueue: queue) { [log, weak manager] status in
                log.add(status)
                manager?.stopListening()
            }
        }
        manager.settle(queue)
        manager.settle(queue)
        expectEqual(log.statuses, Array(repeating: .reachable(.ethernetOrWiFi), count: 3))
        paths.change(to: .notReachable)
        manager.settle(queue)
        expectEqual(log.statuses.count, 3)
        expectEqual(paths.openWatchCount, 0)
    }

    @Test("Stopping waits for a call on another thread")
    func waiting() {
        let manager = NetworkReachabilityManager(paths: paths)
        let entered = DispatchSemaphore(value: 0)
        let leave = DispatchSemaphore(value: 0)
        manager.startListening(onQueue: queue) { [log] status in
            entered.signal()
            leave.wait()
            log.add(status)
        }
        entered.wait()
        leave.signal()
        manager.stopListening()
        expectEqual(log.statuses, [.reachable(.ethernetOrWiFi)])
    }

    @Test("On a concurrent queue calls do not overlap and keep their order")
    func concurrentQueue() {
        let concurrent = DispatchQueue(label: "listener", attributes: .concurrent)
        let manager = NetworkReachabilityManager(paths: paths)
        let isInside = NSLock()
        manager.startListening(onQueue: concurrent) { [log] status in
            expect(isInside.try())
            log.add(status)
            isInside.unlock()
        }
        manager.reachabilityQueue.sync {}
        let statuses: [Status] = [.notReachable, .reachable(.cellular), .unknown, .reachable(.ethernetOrWiFi)]
        for round in 0..<200 {
            paths.change(to: statuses[round % 4])
            manager.reachabilityQueue.sync {}
        }
        concurrent.sync(flags: .barrier) {}
        expectEqual(log.statuses, [.reachable(.ethernetOrWiFi)] + (0..<200).map { statuses[$0 % 4] })
    }

    @Test("A manager that goes takes its watch and its listener along")
    func deinitialization() {
        weak var gone: NetworkReachabilityManager?
        do {
            let manager = NetworkReachabilityManager(paths: paths)
            gone = manager
            manager.startListening(onQueue: queue, onUpdatePerforming: log.add)
            manager.settle(queue)
            queue.suspend()
            paths.change(to: .notReachable)
            manager.reachabilityQueue.sync {}
        }
        expect(gone == nil)
        expectEqual(paths.openWatchCount, 0)
        queue.resume()
        queue.sync {}
        expectEqual(log.statuses, [.reachable(.ethernetOrWiFi)])
        paths.watches[0].changed()
    }

    @Test("A manager that goes while changes come is told nothing more")
    func deinitializationDuringEvents() {
        for _ in 0..<50 {
            let paths = ScriptedPaths()
            let isGone = Flag()
            DispatchQueue.concurrentPerform(iterations: 3) { thread in
                if thread == 0 {
                    var manager: NetworkReachabilityManager? = NetworkReachabilityManager(paths: paths)
                    manager?.startListening(onQueue: queue) { [weak manager] _ in
                        expect(!isGone.isSet || manager != nil)
                    }
                    manager?.reachabilityQueue.sync {}
                    weak let kept = manager
                    manager = nil
                    if kept == nil { isGone.set() }
                } else {
                    for round in 0..<20 { paths.change(to: round.isMultiple(of: 2) ? .notReachable : .unknown) }
                }
            }
            queue.sync {}
        }
    }

    @Test("From many threads: changes, listeners, reads")
    func threads() {
        let manager = NetworkReachabilityManager(paths: paths)
        let statuses: [Status] = [.notReachable, .reachable(.cellular), .unknown, .reachable(.ethernetOrWiFi)]
        DispatchQueue.concurrentPerform(iterations: 8) { thread in
            for round in 0..<100 {
                switch thread % 4 {
                case 0: paths.change(to: statuses[round % 4])
                case 1: manager.startListening(onQueue: queue, onUpdatePerforming: log.add)
                case 2: _ = manager.isReachable
                default: if round.isMultiple(of: 10) { manager.stopListening() } else { paths.notify() }
                }
            }
        }
        manager.stopListening()
        let count = log.statuses.count
        paths.change(to: .notReachable)
        manager.settle(queue)
        expectEqual(log.statuses.count, count)
        expectEqual(paths.openWatchCount, 0)

        let last = StatusLog()
        manager.startListening(onQueue: queue, onUpdatePerforming: last.add)
        manager.settle(queue)
        paths.change(to: .reachable(.cellular))
        manager.settle(queue)
        expectEqual(last.statuses, [.notReachable, .reachable(.cellular)])
    }
}

/// Unchecked Sendable, because what changes is only reached while the lock is held.
private final class Flag: @unchecked Sendable {
    private let lock = NSLock()
    private var value = false

    var isSet: Bool { lock.withLock { value } }

    func set() { lock.withLock { value = true } }
}
