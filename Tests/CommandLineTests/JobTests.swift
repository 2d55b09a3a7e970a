import NeatlineTestSupport
import Testing

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#else
import Darwin
#endif

/// `--jobs`: the same bytes, errors and exit status on several threads as on one.
@Suite struct JobTests {
    /// Records of about 1.8 MB, which are four blocks.
    private static let records: [String] = (0..<12_000).map { number in
        #"{"id": \#(number), "name": "Ærø \u00e9 \"},{\"id\":", "tags": [1.50e3, null, {"id": 1}, {"id": [2]}], "text": "\#(String(repeating: "x", count: number % 97))"}"#
    }
    private static let lines = records.joined(separator: "\n") + "\n"
    private static let array = "[\n  " + records.joined(separator: ",\n  ") + "\n]\n"
    private static let dense = "[" + records.joined(separator: ",") + "]"

    private static func broken(_ text: String, at share: Double, by wrong: String) -> String {
        var text = text
        let start = text.utf8.index(text.startIndex, offsetBy: Int(Double(text.utf8.count) * share))
        guard let place = text[start...].firstIndex(of: ":") else { return text }
        text.insert(contentsOf: wrong, at: text.index(after: place))
        return text
    }

    private static let inputs: [String: String] = [
        "lines": lines, "array": array, "dense": dense, "lines after an array": array + lines,
        "array in an object": "{\"a\": \(array)}", "no end": String(dense.dropLast()),
        "strings over lines": lines + "\"\n\"\n" + lines,
        "a wrong line": broken(lines, at: 0.7, by: "x"),
        "two wrong lines": broken(broken(lines, at: 0.9, by: "1,"), at: 0.4, by: "]"),
        "a wrong element": broken(array, at: 0.6, by: "\u{1}"),
        "another wrong element": broken(dense, at: 0.8, by: "}"),
        "a late comma": String(dense.dropLast()) + ",]", "too deep": lines + String(repeating: "[", count: 20_000),
    ]

    private static let options: [[String]] = [
        ["-c"], ["--tab"], ["--check"], ["-C", "-c"], ["-ca"], ["-cS"], ["-c", "--keep-going"], ["--stats"],
        ["-e", ".id?"],
        ["-c", "select(.id? < 700)"], ["-c", ".[] | .id?"], ["-r", ".[]? | .name?"], ["-c", ".id", "--keep-going"],
        ["-c", "--jsonc"],
        ["-c", "--dup", "error"], ["--check-first", "-c"], ["--check-format"],
    ]

    @Test(
        "Several jobs have the output, the errors and the exit status of one", arguments: TestScale.share(of: options))
    func severalJobsHaveTheResultOfOne(_ options: [String]) throws {
        let first = Self.options.firstIndex(of: options) ?? 0
        for (name, text) in TestScale.share(of: Self.inputs.sorted { $0.key < $1.key }, offset: first) {
            let one = try jsonq(options + ["--jobs", "1"], bytes: Array(text.utf8))
            let three = try jsonq(options + ["--jobs", "3"], bytes: Array(text.utf8))
            expectEqual(three.output, one.output, "\(name)")
            expectEqual(three.errors, one.errors, "\(name)")
            expectEqual(three.status, one.status, "\(name)")
        }
    }

    @Test("Several jobs read pipes and many files as one does")
    func severalJobsReadPipesAndManyFiles() throws {
        for options in TestScale.share(of: [["-c"], ["-c", ".id?"], ["--check"]]) {
            let files = ["a": Self.lines, "b": "", "c": Self.inputs["a wrong line"] ?? "", "d": "1", "e": Self.dense]
            let words = options + ["@a", "@b", "-", "@c", "@missing", "@d", "@e"]
            let runs = try ["1", "4"].map { jobs in
                try jsonq(
                    words + ["--jobs", jobs], bytes: Array(Self.array.utf8), files: files.mapValues { Array($0.utf8) })
            }
            expectEqual(runs[0].output, runs[1].output)
            expectEqual(runs[0].errors, runs[1].errors)
            expect(runs[0].status == runs[1].status && runs[0].status == 5)
        }
    }

    #if os(Linux)
    @Test(
        "What was read before an error of the system is not lost",
        arguments: ["1\n2\n{\"a\": [3, 4]}\n", "[1, 2]\n3\n[4, {\"a\": 56", "1\n2", ""])
    func whatWasReadBeforeAnErrorIsNotLost(_ end: String) throws {
        let text = Array((String(repeating: "{\"id\": 1234567}\n", count: 2000) + end).utf8)
        for options in [["-c"], ["-c", ".id?"], ["-s"], ["--check"]] {
            let runs = try ["1", "3"].map { jobs in
                let folder = try TemporaryFolder()
                let socket = try Self.failingInput(text)
                defer { close(socket) }
                var process = try Jsonq(options + ["--jobs", jobs], inputFrom: socket, in: folder)
                return process.finish()
            }
            expectEqual(runs[0].output, runs[1].output)
            expectEqual(runs[0].errors, "<stdin>: error: Connection reset by peer\n")
            expectEqual(runs[0].errors, runs[1].errors)
            expect(runs[0].status == runs[1].status && runs[0].status == 4)
        }
    }

    /// Returns a socket that is read up to the end of a text, after which reading is an error.
    private static func failingInput(_ text: [UInt8]) throws -> Int32 {
        var ends: [Int32] = [-1, -1]
        let kind = Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue)
        try #require(socketpair(AF_UNIX, kind, 0, &ends) == 0)
        try #require(write(ends[1], text, text.count) == text.count)
        // A side that is closed with bytes that it has not read resets the connection.
        try #require(write(ends[0], text, 1) == 1)
        close(ends[1])
        return ends[0]
    }
    #endif

    @Test("A result is written before more input comes")
    func aResultIsWrittenBeforeMoreInputComes() async throws {
        let folder = try TemporaryFolder()
        var process = try Jsonq(["-c", "--jobs", "2"], in: folder)
        let lines = try jsonq("-c", input: Self.lines).output.count
        let parts: [(String, Int?)] = [
            ("1\n", 2), ("[2", 2), ("]\n3", 6), ("\n", 8), (Self.lines, nil), ("4\n", 8 + lines + 2),
        ]
        for (text, count) in parts {
            process.write(Array(text.utf8))
            guard let count else { continue }
            let started = process
            let isWritten = await eventually { started.outputSoFar.count == count }
            expect(isWritten)
        }
        expectEqual(process.finish().status, 0)
    }

    @Test("A reader that goes away ends all jobs")
    func aReaderThatGoesAwayEndsAllJobs() throws {
        let folder = try TemporaryFolder()
        try folder.write(Array((Self.lines + Self.lines).utf8), to: "in")
        let pipe = try Jsonq.makePipe()
        var process = try Jsonq(["-c", "--jobs", "3", folder.path("in")], outputTo: pipe.writing, in: folder)
        close(pipe.writing)
        var byte: UInt8 = 0
        expectEqual(read(pipe.reading, &byte, 1), 1)
        close(pipe.reading)
        let run = process.finish()
        expectEqual(run.status, 0)
        expectEqual(run.errors, "")
    }

    @Test("The number of jobs is a number", arguments: ["0", "-1", "x", "1025", ""])
    func theNumberOfJobsIsANumber(_ value: String) throws {
        let run = try jsonq("--jobs", value, "-n")
        expectEqual(run.status, 2)
        expect(run.errors.contains("--jobs takes a number of threads from 1 to 1024, not '\(value)'"))
    }
}
