import NeatlineTestSupport
import Testing
@testable import NeatlineJSON

/// One reader of a text, with others that read blocks ahead, and the same result as one alone; in all orders.
@Suite struct BlockPlanTests {
    private static let lines = [
        "1\n2\n3\n", "{\"a\":1}\n{\"a\":\"\\\"x\\n\"}\n\n[1,\"]\",2]\n", "[1,\n2]\n[3]\n{\"a\":\n4}\n5\n6\n7\n8\n9\n",
        "1 2\n3\n\"a\n\"\n4\n5\n", "\u{FEFF}1\n2\n3\n", "1\n\u{FEFF}2\n3\n", "1\r\n2\r\n[3\r\n]\r\n4",
        "1\n2\n{\"a\":1,}\n3\n4\n",
        "1\n22\n333", "1\n2\n[3", "1\n2\n]\n3\n", "\n\n\n", "", " ", "\"é\"\n\"😀\"\n\"\u{2028}\"\n", "1\n2\n3x\n4\n",
        "1\n2\n\"\\u",
    ]
    private static let arrays = [
        #"[{"a":1},{"a":2},{"a":3},{"a":4},{"a":5},{"a":6}]"#,
        "[\n  {\n    \"a\": 1\n  },\n  {\n    \"a\": 2\n  },\n  {\n    \"a\": 3\n  },\n  {\n    \"a\": 4\n  }\n]\n",
        #"[{"a":[{"a":1},{"a":2}]},{"a":[{"a":3},{"a":4}]},{"a":[{"a":5},{"a":6}]},{"a":[]}] 7 [{"a":8},{"a":9}]"#,
        #"[{"a":"},{\"a\":1},{"},{"a":"},{\\\"a\\\":2},{"},{"a":3},{"a":"\\"},{"a":4}]"#,
        "[[1],[2],[[3],[4]],[\"],[\"],[5],[6],[7]]\n[[8],[9],[10],[11]]\n",
        #"[{"a":1},{"a":2},{"a":3},{"a":},{"a":4}]"#,
        #"[{"a":1},{"a":2},{"a":3},{"a":4},]"#, #"[{"a":1},{"a":2},{"a":3},{"a":4}"#,
        #"[{"a":1},{"a":2},{"a":3},]{"a":4}"#,
        #"[{"a":1},{"a":2},{"a":3},{"a":4}]]"#, #"[{"a":"é"},{"a":"ü"},{"a":"😀"},{"a":x}]"#, "[{},{},{},{},{}]",
        "[[],[],[],[],[1,],[]]", #"{"a":[{"a":1},{"a":2},{"a":3},{"a":4}]}"#,
        #"[ {"a":1} , {"a":2} , {"a":3} , {"a":4} ]"#,
    ]
    private static let relaxed = [
        "1 // [\n/* {\n\n*/ 2\n[3, // ,\n/*\n*/ 4,\n]\n5\n6\n", "[{a:1},/* },{a:2} */{a:3},{a:4},{a:5},]",
        "'a\\\nb'\n'c'\n/* \n 1 \n */\n2", "\u{FEFF}1\n\u{FEFF}2\n\u{FEFF}3\n4 x",
    ]

    /// What a reader of a whole text has found.
    struct Found: Equatable {
        var output = ""
        var errors: [String] = []
        var valueCount = 0
    }

    /// A formatter, or a selector that goes on after errors.
    class Reader {
        var output: [UInt8] = []
        var errors: [String] = []
        var place: StreamPlace { .inside }
        var valueCount: Int { 0 }
        var goesOn: Bool { false }
        func feed(_ text: UnsafeRawBufferPointer) throws {}
        func finish() throws {}
        func recover() throws {}
        func readAhead(_ block: TextBlock<Outcome>) throws -> StreamPart? { nil }
        func skip(_ part: StreamPart) throws {}

        /// Reads a part, or the end; returns whether it goes on.
        func read(_ text: UnsafeRawBufferPointer?) throws -> Bool {
            var step = { if let text { try self.feed(text) } else { try self.finish() } }
            while true {
                do {
                    try step()
                    return true
                } catch let error as JSONError {
                    errors.append("\(error) \(error.byteOffset ?? -1) \(error.excerpt ?? "")")
                    if !goesOn { return false }
                    step = { try self.recover() }
                }
            }
        }

        var found: Found {
            Found(output: String(decoding: output, as: UTF8.self), errors: errors, valueCount: valueCount)
        }
    }

    /// What a reader's closure writes to.
    private final class Box { var bytes: [UInt8] = [] }

    private final class FormattingReader: Reader {
        private let box = Box()
        private var formatter: JSONStreamFormatter

        init(_ options: JSONWritingOptions, _ parsing: JSONParsingOptions, validatesOnly: Bool = false) {
            let box = box
            formatter = JSONStreamFormatter(
                options: options, parsing: parsing, validatesOnly: validatesOnly, heldLimit: 0
            ) { box.bytes += $0 }
        }

        override var output: [UInt8] {
            get { box.bytes }
            set { box.bytes = newValue }
        }
        override var place: StreamPlace { formatter.place }
        override var valueCount: Int { formatter.valueCount }
        override func feed(_ text: UnsafeRawBufferPointer) throws {
            _ = formatter.withInputSpace {
                $0.copyMemory(from: text); return text.count
            }
            try formatter.process()
        }
        override func finish() throws { try formatter.finish() }
        override func readAhead(_ block: TextBlock<Outcome>) throws -> StreamPart? {
            box.bytes = []
            return try formatter.read(block)
        }
        override func skip(_ part: StreamPart) throws {
            try formatter.flush()
            formatter.skip(part)
        }
    }

    private final class SelectingReader: Reader {
        private let box = Box()
        private var selector: JSONSelector
        private var isAtEnd = false

        init(_ path: [JSONSelector.Step]) {
            let box = box
            selector = JSONSelector(path: path) { event in
                switch event {
                case .bytes(let bytes): box.bytes += bytes
                // The place is in the result.
                case .end: box.bytes += ";\n".utf8
                case .begin(let steps): box.bytes += "\(steps):".utf8
                case .endOfValue: box.bytes += "|".utf8
                }
            }
        }

        override var goesOn: Bool { true }
        override var output: [UInt8] {
            get { box.bytes }
            set { box.bytes = newValue }
        }
        override var place: StreamPlace { selector.place }
        override var valueCount: Int { selector.valueCount }
        override func feed(_ text: UnsafeRawBufferPointer) throws {
            _ = selector.withInputSpace {
                $0.copyMemory(from: text); return text.count
            }
            try selector.process()
        }
        override func finish() throws {
            isAtEnd = true
            try selector.finish()
        }
        override func recover() throws {
            selector.recover()
            if isAtEnd { try selector.finish() } else { try selector.process() }
        }
        override func readAhead(_ block: TextBlock<Outcome>) throws -> StreamPart? {
            box.bytes = []
            return try selector.read(block)
        }
        override func skip(_ part: StreamPart) throws { selector.skip(part) }
    }

    /// Decides what happens next: any of all choices, one after another.
    private struct Choices {
        private var chosen: [Int] = []
        private var counts: [Int] = []
        private var position = 0

        mutating func choose(_ count: Int) -> Int {
            if position == chosen.count {
                chosen.append(0)
                counts.append(count)
            }
            defer { position += 1 }
            return chosen[position]
        }

        /// Goes to the next choices; false after the last.
        mutating func advance() -> Bool {
            position = 0
            while let last = chosen.last, last + 1 == counts[chosen.count - 1] {
                chosen.removeLast()
                counts.removeLast()
            }
            if chosen.isEmpty { return false }
            chosen[chosen.count - 1] += 1
            return true
        }
    }

    struct Outcome {
        var part: StreamPart
        var output: [UInt8]
    }

    /// Reads a text by a plan.
    ///
    /// - Parameters:
    ///   - reader: the reader of the text.
    ///   - ahead: reads the blocks ahead.
    ///   - mayHandOver: whether the input may be idle.
    ///   - choose: chooses one of so many steps.
    /// - Returns: the number of blocks that were taken over, and the maximum number in memory.
    private static func run(
        _ text: [UInt8], _ blockSize: Int, limit: Int, headCount: Int = 0, reader: Reader, ahead: Reader,
        mayHandOver: Bool = false, choose: (Int) -> Int
    ) throws -> (adopted: Int, most: Int) {
        enum Step { case fill, idle, take, finish(Int), next }
        var plan = BlockPlan<Outcome>(blockSize: blockSize, limit: limit, headCount: headCount)
        var rest = text[...]
        var working: [TextBlock<Outcome>] = []
        var adopted = 0
        var inMemory = 0
        var most = 0
        var waits = false
        while true {
            var steps: [Step] = []
            if plan.wantsInput { steps.append(.fill) }
            if mayHandOver, !plan.isAtEnd, waits, !plan.isIdle { steps.append(.idle) }
            if plan.hasWork, working.count < 2 { steps.append(.take) }
            for index in working.indices { steps.append(.finish(index)) }
            if !waits { steps.append(.next) }
            guard !steps.isEmpty else {
                Issue.record("nobody goes on")
                return (adopted, most)
            }
            switch steps[choose(steps.count)] {
            case .fill:
                let block = plan.space()
                let part = rest.prefix(Swift.max(mayHandOver ? choose(2) * block.space.count : block.space.count, 1))
                block.space.copyBytes(from: part)
                rest = rest.dropFirst(part.count)
                plan.fill(block, count: part.count)
                waits = false
            case .idle:
                plan.handOver()
                waits = false
            case .take:
                if let block = plan.work() { working.append(block) }
            case .finish(let index):
                let block = working.remove(at: index)
                let part = try? ahead.readAhead(block)
                let isWhole = part?.isWhole(from: block.start) ?? false
                plan.finish(block, isWhole ? part.map { Outcome(part: $0, output: ahead.output) } : nil)
                waits = false
            case .next:
                switch plan.next(at: reader.place) {
                case .adopt(let block):
                    if let outcome = block.outcome {
                        try reader.skip(outcome.part)
                        reader.output += outcome.output
                        adopted += 1
                    }
                    plan.recycle(block)
                case .read(let block):
                    let goesOn = try reader.read(block.text)
                    plan.recycle(block)
                    if !goesOn { return (adopted, most) }
                case .wait: waits = true
                case .none:
                    if plan.isAtEnd {
                        expect(rest.isEmpty)
                        _ = try reader.read(nil)
                        return (adopted, most)
                    }
                    waits = true
                }
            }
            inMemory = (text.count - rest.count)
            most = Swift.max(most, inMemory)
        }
    }

    private static func serial(_ text: [UInt8], _ reader: Reader) throws -> Found {
        if try text.withUnsafeBytes({ try reader.read($0) }) { _ = try reader.read(nil) }
        return reader.found
    }

    /// Makes the readers of a kind.
    private static let kinds: [(name: String, make: @Sendable (Bool) -> Reader)] = [
        ("compact", { FormattingReader(.compact, $0 ? .json5 : .init()) }),
        ("pretty", { FormattingReader(.pretty, $0 ? .json5 : .init()) }),
        ("checked", { FormattingReader(.pretty, $0 ? .json5 : .init(), validatesOnly: true) }),
        ("values", { _ in SelectingReader([]) }), ("elements", { _ in SelectingReader([.elements]) }),
        ("members", { _ in SelectingReader([.elements, .member("a")]) }),
    ]

    @Test("Blocks of any size have the result of the whole text", arguments: [1, 2, 4])
    func blocksOfAnySizeHaveTheResultOfTheWholeText(_ limit: Int) throws {
        var adopted: [String: Int] = [:]
        var random = SystemRandomNumberGenerator()
        for (group, texts) in [("lines", Self.lines), ("arrays", Self.arrays), ("relaxed", Self.relaxed)] {
            for text in texts.map({ Array($0.utf8) }) {
                for (name, make) in Self.kinds
                where group != "relaxed" || ["compact", "pretty", "checked"].contains(name) {
                    let expected = try Self.serial(text, make(group == "relaxed"))
                    let ahead = make(group == "relaxed")
                    for blockSize in 1...text.count + 1 {
                        let reader = make(group == "relaxed")
                        let counts = try Self.run(
                            text, blockSize, limit: limit, headCount: blockSize % 3, reader: reader, ahead: ahead,
                            mayHandOver: blockSize % 2 == 0
                        ) { Int.random(in: 0..<$0, using: &random) }
                        adopted["\(group) \(name)", default: 0] += counts.adopted
                        if reader.found != expected {
                            Issue.record(
                                "\(name), blocks of \(blockSize), \(String(decoding: text, as: UTF8.self)): \(reader.found), not \(expected)"
                            )
                        }
                    }
                }
            }
        }
        // Otherwise nothing was tested. The selector without a path delivers arrays as a whole.
        for kind in [
            "lines compact", "lines checked", "lines values", "lines members", "arrays compact", "arrays pretty",
            "arrays elements", "arrays members", "relaxed compact",
        ] {
            expect(adopted[kind, default: 0] > 0, "\(kind)")
        }
    }

    /// With tens of thousands of orders each.
    private static let fourLines = [("1\n2\n3\n4\n", 2), ("1\n2\n{\n}\n", 2), ("1\n2\nx\n4\n", 2)]

    @Test(
        "Blocks have the result of the whole text in every order",
        arguments: [
            ("[{\"a\":1},\n{\"a\":2},{\"a\":3},{\"a\":4}]", 12), ("1\n2\n3\n", 2), ("1\n2\n{\n", 2), ("1\n2\nx\n", 2),
        ] + (TestScale.isThorough ? fourLines : []))
    func blocksHaveTheResultOfTheWholeTextInEveryOrder(_ text: String, _ blockSize: Int) throws {
        let text = Array(text.utf8)
        for (_, make) in [Self.kinds[0], Self.kinds[4]] {
            let expected = try Self.serial(text, make(false))
            let ahead = make(false)
            var choices = Choices()
            var orders = 0
            var adopted = 0
            repeat {
                let reader = make(false)
                adopted += try Self.run(text, blockSize, limit: 2, reader: reader, ahead: ahead) {
                    choices.choose($0)
                }.adopted
                expectEqual(reader.found, expected)
                orders += 1
            } while choices.advance() && orders < 200_000
            expect((10..<200_000).contains(orders))
            expect(adopted > 0)
        }
    }

    @Test("No more than the blocks of the limit is in memory before the reader of the text comes to them")
    func noMoreThanTheBlocksOfTheLimitIsInMemory() {
        var plan = BlockPlan<Int>(blockSize: 8, limit: 3)
        func fill() {
            let block = plan.space()
            block.space.copyBytes(from: Array("1\n".utf8))
            plan.fill(block, count: 2)
        }
        var read = 0
        while case .none = plan.next(at: .values) { fill() }
        // The first block is with the reader of the text, which knows now where it is.
        while case .read(let block) = plan.next(at: .values) { plan.recycle(block) }
        while plan.wantsInput {
            fill()
            read += 2
        }
        expect(read <= 4 * 8)
        expect(plan.hasWork)
    }

    @Test("After wrong guesses ever fewer blocks are read ahead, and after right ones all")
    func afterWrongGuessesFewerBlocksAreReadAhead() {
        var plan = BlockPlan<Int>(blockSize: 2, limit: 1)
        /// Fills and reads a block; returns whether it could have been read ahead.
        func step(at place: StreamPlace, finds outcome: Int?) -> Bool {
            let block = plan.space()
            block.space.copyBytes(from: Array("1\n".utf8))
            plan.fill(block, count: 2)
            let work = plan.work()
            if let work { plan.finish(work, outcome) }
            switch plan.next(at: work?.start ?? place) {
            case .adopt(let block), .read(let block): plan.recycle(block)
            default: Issue.record("no block")
            }
            _ = plan.next(at: place)
            return work != nil
        }
        var isAhead: [Bool] = []
        for index in 0..<40 {
            isAhead.append(step(at: isAhead.last == true ? .inside : .values, finds: nil))
            if index == 0 { expectEqual(isAhead, [false]) }
        }
        let distances = isAhead.split(separator: true).map(\.count)
        expect(distances.count >= 3)
        expectEqual(distances, distances.sorted())
        while !step(at: .values, finds: 1) {}
        for _ in 0..<5 { expect(step(at: .values, finds: 1)) }
    }
}
