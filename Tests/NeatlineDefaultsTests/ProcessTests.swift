import Foundation
import NeatlineDefaults
import NeatlineTestSupport
import Testing

/// Several processes with one file.
@Suite(.longRunning) struct ProcessTests {
    @Test func twoProcessesThatCountLoseNothing() throws {
        let folder = try TemporaryFolder()
        let count = TestScale.share(of: 0..<10_000).count
        let processes = try (0..<2).map { _ in try DefaultsProcess("count", folder.file.path, "\(count)") }
        for process in processes { expectEqual(process.finish(), 0) }
        expectEqual(DefaultsAdapter(store: try FileDefaultsStore(url: folder.file))["count"].int, 2 * count)
    }

    @Test func changesInPlaceOfSeveralProcessesLoseNothing() throws {
        let folder = try TemporaryFolder()
        let count = TestScale.share(of: 0..<1_000).count
        let processes = try (0..<4).map { _ in try DefaultsProcess("increment", folder.file.path, "\(count)") }
        for process in processes { expectEqual(process.finish(), 0) }
        expectEqual(DefaultsAdapter(store: try FileDefaultsStore(url: folder.file))["count"].int, 4 * count)
    }

    @Test func aChangeOfAnotherProcessIsObserved() async throws {
        let folder = try TemporaryFolder()
        let defaults = DefaultsAdapter(store: try FileDefaultsStore(url: folder.file))
        var values = defaults.values(of: .username).makeAsyncIterator()
        await expectEqual(values.next(), .some(nil))
        let process = try DefaultsProcess("set", folder.file.path, "username", "joe")
        await expectEqual(values.next(), "joe")
        expectEqual(process.finish(), 0)
        expectEqual(defaults[.username], "joe")
    }

    /// What a process had printed was stored, and the file is whole.
    @Test func aKilledProcessLeavesTheOldOrTheNewFile() throws {
        let folder = try TemporaryFolder()
        var generator = SeededGenerator(seed: 22)
        var previous = 0
        for round in TestScale.share(of: 0..<500) {
            let process = try DefaultsProcess("churn", folder.file.path)
            process.wait(forLines: Int.random(in: 1...4, using: &generator))
            // Some system calls later, so that it is killed at any moment between two lines.
            for _ in 0..<Int.random(in: 0...2000, using: &generator) { sched_yield() }
            process.kill()
            let printed = process.text.split(separator: "\n", omittingEmptySubsequences: false).dropLast()
            let acknowledged = try #require(printed.last.flatMap { Int($0) })
            let defaults = DefaultsAdapter(store: try FileDefaultsStore(url: folder.file))
            let (first, second) = (defaults["first"].intValue, defaults["second"].intValue)
            expect(acknowledged > previous, "round \(round)")
            expect(first == acknowledged || first == acknowledged + 1, "round \(round)")
            expect(second == first || second == first - 1, "round \(round)")
            expect(second >= acknowledged, "round \(round)")
            previous = acknowledged
        }
        let left = try FileManager.default.contentsOfDirectory(atPath: folder.file.deletingLastPathComponent().path)
        expect(Set(left).isSubset(of: ["defaults.json", "defaults.json.lock", "defaults.json.new"]))
    }
}
