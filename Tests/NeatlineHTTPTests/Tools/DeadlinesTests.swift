import Foundation
import NeatlineTestSupport
import Testing

@testable import NeatlineHTTP

@Suite("Deadlines", .ownThreads)
struct DeadlinesTests {
    @Test(
        "one is told once, at most a tick late and never early",
        arguments: [
            0, 0.0001, 0.001, 0.0015, 0.063, 0.064, 0.065, 0.5, 1, 4.095, 4.096, 4.097, 60, 262.144, 3600, 86_400,
            604_800, 3e7,
            3e9 / 3,
        ])
    func precision(_ seconds: Double) {
        let time = ManualTime()
        let deadlines = time.makeDeadlines()
        time.pass(0.0123)
        let node = RecordedDeadline(time)
        let due = time.now + UInt64((seconds * 1e9).rounded())
        deadlines.set(node, at: due, now: time.now)
        time.pass(seconds - 0.0001 > 0 ? seconds - 0.0001 : 0)
        expect(node.reached.isEmpty)
        time.pass(0.002)
        expectEqual(node.reached.count, 1)
        expect(node.reached.allSatisfy { $0 >= due && $0 <= due + Deadlines.tickLength })
        time.pass(1e6)
        expectEqual(node.reached.count, 1)
        expectEqual(deadlines.count, 0)
    }

    @Test("a removed one is not told, and nothing holds it")
    func removing() {
        let time = ManualTime()
        let deadlines = time.makeDeadlines()
        weak var released: RecordedDeadline?
        do {
            let node = RecordedDeadline(time)
            released = node
            deadlines.set(node, at: time.now + 1_000_000_000, now: time.now)
            deadlines.remove(node)
            deadlines.remove(node)
            time.pass(2)
            expect(node.reached.isEmpty)
        }
        expect(released == nil)
        expectEqual(deadlines.count, 0)
    }

    @Test("a new deadline stands in place of the old one")
    func moving() {
        let time = ManualTime()
        let deadlines = time.makeDeadlines()
        let node = RecordedDeadline(time)
        let start = time.now
        deadlines.set(node, at: start + 1_000_000_000, now: start)
        deadlines.set(node, at: start + 3_000_000_000, now: start)
        expectEqual(deadlines.count, 1)
        time.pass(2)
        expect(node.reached.isEmpty)
        time.pass(2)
        expectEqual(node.reached.count, 1)
    }

    @Test("the alarm is set for the first of many with one time limit, not for each")
    func alarms() {
        let time = ManualTime()
        let deadlines = time.makeDeadlines()
        for _ in 0..<10_000 {
            let node = RecordedDeadline(time)
            deadlines.set(node, at: time.now + 60_000_000_000, now: time.now)
            deadlines.remove(node)
            time.pass(0.0001)
        }
        expectEqual(time.alarmSets, 1)
        time.pass(100)
        expect(!time.isAlarmSet)
    }

    @Test("many of any length come in the order they are due, whatever is added and removed meanwhile")
    func random() {
        var generator = SeededGenerator(seed: 9110)
        for _ in 0..<TestScale.rounds(300) {
            let time = ManualTime()
            let deadlines = time.makeDeadlines()
            var due: [ObjectIdentifier: UInt64] = [:]
            var nodes: [RecordedDeadline] = []
            for _ in 0..<300 {
                switch Int.random(in: 0..<10, using: &generator) {
                case 0..<6:
                    let node = RecordedDeadline(time)
                    let length = UInt64(exp(Double.random(in: 0...30, using: &generator)))
                    nodes.append(node)
                    due[ObjectIdentifier(node)] = time.now + length
                    deadlines.set(node, at: time.now + length, now: time.now)
                case 6, 7:
                    guard let node = nodes.randomElement(using: &generator), node.reached.isEmpty else { continue }
                    deadlines.remove(node)
                    due[ObjectIdentifier(node)] = nil
                default:
                    time.pass(exp(Double.random(in: -10...4, using: &generator)))
                }
                let open = nodes.filter { due[ObjectIdentifier($0)] != nil && $0.reached.isEmpty }
                expectEqual(deadlines.count, open.count)
                expect(open.allSatisfy { due[ObjectIdentifier($0)]! + Deadlines.tickLength > time.now })
            }
            time.pass(20_000)
            for node in nodes {
                guard let due = due[ObjectIdentifier(node)] else {
                    expect(node.reached.isEmpty)
                    continue
                }
                expectEqual(node.reached.count, 1)
                expect(node.reached.allSatisfy { $0 >= due && $0 <= due + Deadlines.tickLength })
            }
        }
    }

    @Test("very many at one time are released without deep recursion")
    func release() {
        let time = ManualTime()
        var deadlines: Deadlines? = time.makeDeadlines()
        for _ in 0..<200_000 {
            deadlines?.set(RecordedDeadline(time), at: time.now + 60_000_000_000, now: time.now)
        }
        expectEqual(deadlines?.count, 200_000)
        deadlines = nil
        expect(!time.isAlarmSet || time.alarmSets == 1)
    }

    @Test("the shared ones tell by the system's clock")
    func shared() async {
        final class Waking: DeadlineNode, @unchecked Sendable {
            let wake: CheckedContinuation<Void, Never>
            init(_ wake: CheckedContinuation<Void, Never>) { self.wake = wake }
            override func deadlineReached() { wake.resume() }
        }
        await withCheckedContinuation { wake in
            let now = Deadlines.shared.now
            Deadlines.shared.set(Waking(wake), at: now + 2_000_000, now: now)
        }
    }
}
