import Foundation
import Neatline
import NeatlineFoundation
import NeatlineJSON
import NeatlineMapping
import NeatlineTestSupport
import Testing

/// Lines that are read by several tasks, against those that are read by one.
@Suite struct ConcurrentLinesTests {
    private static let texts = [
        "", "\n", "1", "1\n", "1\n2\n\n{\"a\":[3]}\n\"é\"\n", "1\r\n2\r\n\r\n3", "1\n2\nx\n4\n5\n",
        "\u{FEFF}1\n2\n\u{FEFF}3\n4",
        "[1,\n2]\n3\n",
        "1\n\"aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa\"\n2\n\"bbbbbbbbbbbbbbbbbbbbbbbbbbbbbbb\n3",
        "{\"id\":1,\"name\":\"a\"}\n{\"id\":\"x\"}\n{\"id\":3,\"name\":\"\u{2028}\"}\n7\n{\"id\":4,\"name\":null}\n",
        (0..<50).map { "{\"id\":\($0),\"name\":\"\(String(repeating: "n", count: $0))\"}" }.joined(separator: "\n"),
    ]

    private struct Item: ImmutableMappable, Hashable, Sendable {
        let id: Int
        let name: String?
        init(map: Map) throws {
            id = try map.value("id")
            name = try? map.value("name")
        }
    }

    private static func withFile<Result>(
        _ text: String, _ body: (URL) async throws -> Result
    ) async throws -> Result {
        let file = FileManager.default.temporaryDirectory.appendingPathComponent("lines-\(UUID()).ndjson")
        try Data(text.utf8).write(to: file)
        defer { try? FileManager.default.removeItem(at: file) }
        return try await body(file)
    }

    private static func shown(_ line: Result<JSON, JSONFileError>) -> String {
        switch line {
        case .success(let value): "\(value)"
        case .failure(let error): "\(error) \((error.cause as? JSONError)?.byteOffset ?? -1)"
        }
    }

    @Test("Lines, errors, positions and order are those of one reader, for all sizes of blocks", arguments: [1, 3])
    func linesAreThoseOfOneReader(_ tasks: Int) async throws {
        for text in Self.texts {
            try await Self.withFile(text) { file in
                for limit in [1 << 30, 20, 0] {
                    for goesOn in [false, true] {
                        var options = JSONStreamOptions()
                        options.continuesAfterErrors = goesOn
                        options.maximumRecordSize = limit
                        let expected = JSON.lines(contentsOf: file, options: options).map(Self.shown)
                        for blockSize in [1, 2, 3, 5, 8, 13, 40, 1000] {
                            var found: [String] = []
                            try await JSONLines.concurrentMap(
                                contentsOf: file, options: options, tasks: tasks, blockSize: blockSize,
                                reading: { line, _ in Self.shown(line) }, receive: { found.append($0) })
                            expectEqual(found, expected, "\(text), blocks of \(blockSize), lines of \(limit)")
                        }
                    }
                }
            }
        }
    }

    @Test("Models and their errors are those of one mapper")
    func modelsAreThoseOfOneMapper() async throws {
        for omits in [false, true] {
            let mapper = Mapper<Item>()
            mapper.options.omitsBrokenElements = omits
            for text in Self.texts {
                try await Self.withFile(text) { file in
                    let expected = mapper.mapLines(contentsOf: file).map { "\($0)" }
                    var found: [String] = []
                    try await mapper.concurrentMapLines(contentsOf: file, tasks: 3) { found.append("\($0)") }
                    expectEqual(found, expected)
                }
            }
        }
    }

    @Test("A file that cannot be read is an error that is received")
    func aFileThatCannotBeReadIsReceived() async throws {
        for url in [URL(fileURLWithPath: "/does/not/exist"), URL(fileURLWithPath: "/"), URL(string: "http://a/b")!] {
            var found: [String] = []
            try await JSONLines.concurrent(contentsOf: url) { found.append(Self.shown($0)) }
            expectEqual(found, JSON.lines(contentsOf: url).map(Self.shown))
            expectEqual(found.count, 1)
        }
    }

    private struct Stop: Error {}

    @Test("An error of a closure ends the call, after the lines before it")
    func anErrorOfAClosureEndsTheCall() async throws {
        try await Self.withFile((0..<500).map { "\($0)\n" }.joined()) { file in
            for throwsInReceive in [false, true] {
                var found: [Int] = []
                await #expect(throws: Stop.self) {
                    try await JSONLines.concurrentMap(
                        contentsOf: file, options: JSONStreamOptions(), tasks: 3, blockSize: 16,
                        reading: { line, _ in
                            let number = try line.get().int ?? -1
                            if number == 321, !throwsInReceive { throw Stop() }
                            return number
                        },
                        receive: { number in
                            if number == 321 { throw Stop() }
                            found.append(number)
                        })
                }
                expectEqual(found, Array(0..<321))
            }
        }
    }

    @Test("Whoever receives slowly has few blocks in memory, and after a cancellation no more lines")
    func whoeverReceivesSlowlyHasFewBlocksInMemory() async throws {
        let count = 2_000
        try await Self.withFile((0..<count).map { "\(10_000 + $0)\n" }.joined()) { file in
            let transformed = Counter()
            var received = 0
            let task = Task {
                var received = 0
                try await JSONLines.concurrentMap(
                    contentsOf: file, options: JSONStreamOptions(), tasks: 2, blockSize: 60,
                    reading: { _, _ in transformed.add() },
                    receive: { number in
                        received += 1
                        // 10 lines a block, of which 4 are in memory, and one is being received.
                        expect(transformed.count <= received + 50)
                        if received == 1_000 { withUnsafeCurrentTask { $0?.cancel() } }
                    })
                return received
            }
            await #expect(throws: CancellationError.self) { received = try await task.value }
            expectEqual(received, 0)
            expect((1_000...1_050).contains(transformed.count))
        }
    }

    /// Counts calls on several threads.
    private final class Counter: @unchecked Sendable {
        private let lock = NSLock()
        private var value = 0
        var count: Int { lock.withLock { value } }
        func add() { lock.withLock { value += 1 } }
    }
}
