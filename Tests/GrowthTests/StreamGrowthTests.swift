import Neatline
import NeatlineTestSupport
import Testing

/// Streams that come in parts of a single byte, and streams of errors.
@Suite("Work of reading streams", .longRunning)
struct StreamGrowthTests {
    /// Single bytes, network packets, all at once.
    static let chunks = [1, 1_400, Int.max]

    /// The least size to begin with: whole texts of more than 64 KB are read in another way than smaller ones.
    private static func start(_ shape: HostileText, _ chunk: Int) -> Int {
        guard chunk == .max else { return 100 }
        // No more than that: in a debug build some texts take seconds.
        var size = 65_536 * 1_000 / shape.text(1_000).count
        while shape.text(size).count <= 65_536 { size += size / 64 }
        return size
    }

    private func feed(_ text: [UInt8], _ chunk: Int, _ body: (ArraySlice<UInt8>) throws -> Void) rethrows {
        var rest = text[...]
        while !rest.isEmpty {
            try body(rest.prefix(chunk))
            rest = rest.dropFirst(chunk)
        }
    }

    private func format(_ text: [UInt8], _ chunk: Int, _ options: JSONWritingOptions) throws {
        var formatter = JSONStreamFormatter(options: options, parsing: HostileText.options) { _ in }
        try feed(text, chunk) { part in
            var part = part
            while !part.isEmpty {
                let count = formatter.withInputSpace { space in
                    let count = Swift.min(space.count, part.count)
                    space.copyBytes(from: part.prefix(count))
                    return count
                }
                part = part.dropFirst(count)
                try formatter.process()
            }
        }
        try formatter.finish()
    }

    @Test("formatting", arguments: TestScale.share(of: HostileText.allCases, offset: 15), chunks)
    func formatting(_ shape: HostileText, _ chunk: Int) throws {
        try expectLinear(from: Self.start(shape, chunk)) {
            shape.text($0)
        } _: {
            try format($0, chunk, JSONWritingOptions(indentation: .spaces(shape.isDeep ? 0 : 2)))
        }
    }

    @Test(
        "a text with a snapshot for each part, and with events",
        arguments: TestScale.share(of: HostileText.allCases, offset: 16), chunks)
    func partial(_ shape: HostileText, _ chunk: Int) {
        // A snapshot, and the path of an event, take time for each container that is open.
        for reportsEvents in shape.isDeep ? [false] : [false, true] {
            expectLinear(from: Self.start(shape, chunk), "events: \(reportsEvents)") {
                Array("[".utf8) + shape.text($0) + Array("]".utf8)
            } _: { text in
                var parser = JSONPartialParser(options: HostileText.options, reportsEvents: reportsEvents)
                do {
                    try feed(text, chunk) { part in
                        try parser.feed(part)
                        if shape.isDeep { return }
                        _ = parser.completeness(at: [.index(0)])
                        _ = parser.withSnapshot { $0?.exists() }
                        _ = parser.takeEvents()
                    }
                    _ = try parser.finish()
                } catch {
                    // Tokens of JSON5 are refused.
                    _ = parser.snapshot
                }
            }
        }
    }

    @Test("a stream of one value", arguments: TestScale.share(of: HostileText.allCases, offset: 17), chunks)
    func parsing(_ shape: HostileText, _ chunk: Int) throws {
        var options = JSONStreamOptions(framing: .concatenated)
        options.parsing = HostileText.options
        try expectLinear(from: Self.start(shape, chunk)) {
            shape.text($0)
        } _: { text in
            var parser = JSONStreamParser(options: options)
            try feed(text, chunk) { part in
                parser.feed(Array(part))
                while try parser.next() != nil {}
            }
            parser.finish()
            while try parser.next() != nil {}
        }
    }

    /// Records of which some are wrong.
    static let smallRecords = [
        "{\"a\":1}", "1 ", "\"a\"", "[]", "", "{", "]", "[1,", "nul", "\"", "\u{1e}", "é", "//", "/*", "\u{1e}{\u{1e}",
    ]

    @Test("streams of small records, right and wrong", arguments: TestScale.share(of: smallRecords), chunks)
    func streamsOfRecords(_ record: String, _ chunk: Int) {
        for framing in [JSONStreamOptions.Framing.lines, .concatenated, .sequence] {
            var options = JSONStreamOptions(framing: framing)
            options.parsing = HostileText.options
            options.continuesAfterErrors = true
            options.maximumRecordSize = 1_000
            expectLinear(from: 100, "\(framing)") {
                repeated(record + "\n", 4 * $0)
            } _: { text in
                var parser = JSONStreamParser(options: options)
                func takeAll() {
                    while true {
                        do { if try parser.next() == nil { return } } catch { _ = "\(error)" }
                    }
                }
                feed(text, chunk) { part in
                    parser.feed(Array(part))
                    takeAll()
                }
                parser.finish()
                takeAll()
            }
        }
    }

    @Test("writing a stream")
    func writing() throws {
        try expectLinear {
            try JSON(parsing: HostileText.smallObjects.text($0))
        } _: { json in
            var writer = JSONStreamWriter { _ in }
            for element in json.arrayValue { try writer.write(element) }
            try writer.flush()
        }
    }
}
