import Foundation
import NeatlineSystem
import NeatlineTestSupport
import Testing
@testable import jsonq

/// The threads of `jsonq --jobs`, in blocks of all sizes.
@Suite struct JobSharingTests {
    private static let texts = [
        (0..<40).map { "{\"id\":\($0),\"text\":\"\\u00e9 },{\"}\n" }.joined(),
        "[" + (0..<40).map { "{\"id\":\($0),\"text\":\"},{\\\"id\\\":\"}" }.joined(separator: ",") + "]\n1\n2\n3\n",
        "[\n" + (0..<40).map { "  {\n    \"id\": \($0)\n  }" }.joined(separator: ",\n") + "\n]\n",
    ]
    private static let words: [[String]] = [["-c"], ["--check"], ["-c", ".[]? | .id?"], ["--stats"], ["-cS"]]

    /// Runs the command on a text; returns the output and the exit status.
    private static func run(_ words: [String], _ text: String, _ size: BlockReading.Size?) throws -> (String, Int32) {
        let name = FileManager.default.temporaryDirectory.appendingPathComponent("jobs-\(UUID())").path
        defer { for end in ["in", "out"] { try? FileManager.default.removeItem(atPath: "\(name).\(end)") } }
        try Data(text.utf8).write(to: URL(fileURLWithPath: name + ".in"))
        let arguments = try Arguments((words + ["--jobs", "1", name + ".in"]).map { CommandWord($0) })
        let file = try Descriptor(opening: SystemPath(name + ".out"), O_WRONLY | O_CREAT, permissions: 0o600)
        let output = Output(file, name: "", comparison: nil)
        var formatting = Formatting(arguments, filter: try FilterParser.parse(arguments.filter ?? ""), output: output)
        formatting.blockSize = size
        let status = formatting.run(arguments.sources).rawValue
        try file.closeFile()
        return (try String(contentsOfFile: name + ".out", encoding: .utf8), status)
    }

    @Test("Several threads have the result of one, for all sizes of blocks", arguments: words)
    func severalThreadsHaveTheResultOfOne(_ words: [String]) throws {
        for text in Self.texts {
            let expected = try Self.run(words, text, nil)
            expectEqual(expected.1, 0)
            for blockSize in [1, 7, 30, 64, 200, 1_000, 10_000] {
                let found = try Self.run(words, text, BlockReading.Size(jobs: 3, blockSize: blockSize))
                expect(found == expected, "blocks of \(blockSize)")
            }
        }
    }
}
