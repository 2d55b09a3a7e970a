import NeatlineJSON
import NeatlineTestSupport
import Testing

@Suite("Random scripts of reads, changes, copies and merges", .longRunning)
struct ChangeScriptTests {
    @Test("do to a value what they do to a simple model of it", arguments: [true, false])
    func scripts(parsed: Bool) throws {
        for seed in 0..<UInt64(max(8, TestScale.rounds(400))) {
            var script = try ChangeScript(seed: seed, parsed: parsed)
            expect(script.run(60) == nil, "seed \(seed)")
        }
    }
}
