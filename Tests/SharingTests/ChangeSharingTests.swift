import NeatlineJSON
import NeatlineTestSupport
import Testing

/// Values are changed while other threads have copies of them.
@Suite("Values changed on many threads", .longRunning)
struct ChangeSharingTests {
    @Test("Copies of one value are changed on many threads at once, without seeing one another")
    func copies() async throws {
        var generator = DocumentGenerator(seed: 80)
        for round in 0..<max(4, TestScale.rounds(30)) {
            let text = generator.document(.mixture, items: 40)
            var json = try JSON(parsing: text)
            if !round.isMultiple(of: 2) {
                // A value that was changed already: its storage is shared by the copies.
                try json.append(["k": [1, 2, 3]])
                try json.insert([[0]], at: 0)
                for step in 0..<40 { json[0]["m\(step)"] = JSON(step) }
            }
            let before = try json.serialized()
            let shared = json
            let texts = await withTaskGroup(of: [UInt8].self) { group in
                for worker in 0..<8 {
                    group.addTask {
                        var own = shared
                        for step in 0..<20 {
                            try? own.set(JSON(step), at: step, "by", creatingMissing: true)
                            own[step]["by \(worker)"] = JSON(worker)
                            own[step, 0] = JSON(step)
                            own[step].elements?.append(JSON(worker))
                            try? own.insert(["w": [JSON(worker)] as JSON], at: 1)
                            let copy = own
                            own[1]["w"][0].int? += step
                            if copy[1, "w", 0].int != worker { return [] }
                            _ = try? own.remove(at: 2)
                            _ = shared[step]["m\(step)"].intValue
                        }
                        return (try? own.detached().serialized()) == (try? own.serialized())
                            ? (try? own.serialized()) ?? [] : []
                    }
                }
                return await group.reduce(into: []) { $0.append($1) }
            }
            expect(texts.allSatisfy { !$0.isEmpty })
            expectEqual(Set(texts).count, 8)
            try expectEqual(shared.serialized(), before)
        }
    }

    @Test("A value handed from thread to thread is changed in place by the last one that has it")
    func handedOver() async throws {
        var json: JSON = ["counts": [0], "log": []]
        for round in 0..<max(20, TestScale.rounds(200)) {
            let current = json
            // Whoever is last to let go of the copies, the others' reads come before the changes.
            async let reader = current["log"].count + current["counts", 0].intValue
            async let writer: JSON = {
                var own = current
                own["counts"][0].int? += 1
                own["log"].elements?.append(JSON(round))
                return own
            }()
            let (read, written) = await (reader, writer)
            expectEqual(read, 2 * round)
            json = written
        }
        expectEqual(json["log"].count, json["counts", 0].intValue)
    }
}
