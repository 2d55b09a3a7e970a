import NeatlineJSON
import NeatlineTestSupport
import Testing

/// What reads a stream must not depend on where the stream is cut: whole, in every two parts, in random parts and byte by
/// byte it gives the same values, errors and positions.
@Suite("Streams cut anywhere", .longRunning)
struct CutStreamTests {
    /// Pieces of which random streams are put together: what begins and ends tokens, and parts of characters.
    private static let pieces: [[UInt8]] =
        [
            "%", "\u{1C}", "/", "*", "\n", "\r", "[", "]", "{", "}", "\"", "'", ",", ":", "1", "a", "\u{1E}",
            "\u{2028}",
            " ", "\\", "//", "/*", "*/", "null", "0x", "-", ".", "é", "\u{FEFF}", "true", "\u{A0}", "u00e9", "\\u",
            "\\ud83d\\ude00", "\u{0B}", "e", "+", "Infinity", "[1]", "\"a\"", "{\"a\":1}",
        ].map { Array($0.utf8) } + [[0xE2], [0x80], [0xFF], [0xEF], [0xC2], [0x00]]
    /// Tokens, or parts of them, that are too long to be scanned from their start with each read.
    private static let longPieces: [[UInt8]] = ["x", "é", "\\n", "1", " ", "*", "0", "\\\n"].map {
        [[UInt8]](repeating: Array($0.utf8), count: 300).flatMap { $0 }
    }

    private static let parsings: [JSONParsingOptions] = {
        var replacing = JSONParsingOptions()
        replacing.invalidUTF8 = .replace
        var replacing5 = JSONParsingOptions.json5
        replacing5.invalidUTF8 = .replace
        var keeping = JSONParsingOptions.json5
        keeping.loneSurrogates = .keep
        var shallow = JSONParsingOptions.json5
        shallow.maximumDepth = 2
        var withoutScalars = JSONParsingOptions()
        withoutScalars.allowsTopLevelScalars = false
        var withoutDuplicates = JSONParsingOptions.json5
        withoutDuplicates.duplicateKeys = .reject
        return [
            .init(), .jsonc, .json5, replacing, replacing5, keeping, shallow, withoutScalars, withoutDuplicates,
        ]
    }()

    private var random = NeatlineTestSupport.SeededGenerator(seed: 190)

    private mutating func stream() -> [UInt8] {
        let count = [4, 8, 12, 22, 60, 300].randomElement(using: &random) ?? 8
        // Few kinds of pieces meet more often in the ways that matter.
        var pieces = Self.pieces
        if Bool.random(using: &random) {
            pieces = (0..<Int.random(in: 2...7, using: &random)).compactMap { _ in
                Self.pieces.randomElement(using: &random)
            }
        }
        if Int.random(in: 0..<8, using: &random) == 0 {
            pieces += [Self.longPieces.randomElement(using: &random) ?? []]
        }
        var bytes: [UInt8] = Int.random(in: 0..<10, using: &random) == 0 ? [0xEF, 0xBB, 0xBF] : []
        while bytes.count < count { bytes += pieces.randomElement(using: &random) ?? [] }
        return bytes
    }

    private mutating func cuts(_ bytes: [UInt8]) -> [[[UInt8]]] {
        var cuts = [bytes.map { [$0] }]
        if bytes.count < 14 {
            for end in bytes.indices.dropFirst() { cuts.append([Array(bytes[..<end]), Array(bytes[end...])]) }
        }
        for _ in 0..<4 {
            let largest = [2, 3, 8, 30, 300].randomElement(using: &random) ?? 1
            var parts: [[UInt8]] = []
            var offset = 0
            while offset < bytes.count {
                let end = min(offset + Int.random(in: 1...largest, using: &random), bytes.count)
                parts.append(Array(bytes[offset..<end]))
                offset = end
            }
            cuts.append(parts)
        }
        return cuts
    }

    private mutating func check(rounds: Int, _ outcome: (inout Self) -> ([[UInt8]]) -> [String]) {
        for round in 0..<TestScale.rounds(rounds) {
            let bytes = stream()
            let outcome = outcome(&self)
            let whole = outcome([bytes])
            for parts in cuts(bytes) where outcome(parts) != whole {
                Issue.record("round \(round): \(parts) gives \(outcome(parts)), and in one part \(whole)")
                return
            }
        }
    }

    @Test("JSONStreamParser")
    mutating func parser() {
        check(rounds: 40_000) { test in
            let framings: [JSONStreamOptions.Framing] = [.lines, .concatenated, .sequence]
            var options = JSONStreamOptions(framing: framings.randomElement(using: &test.random) ?? .lines)
            options.parsing = Self.parsings.randomElement(using: &test.random) ?? .init()
            options.continuesAfterErrors = Int.random(in: 0..<4, using: &test.random) > 0
            options.maximumRecordSize =
                [1 << 30, 0, 1, 2, 3, 4, 5, 6, 8, 10, 16, 40, 300].randomElement(using: &test.random) ?? 0
            return { parts in
                JSONStream(parts, options: options).map { result in
                    switch result {
                    case .success(let json): (try? json.serializedString(.compact)) ?? "not written"
                    case .failure(let error): "byte \(error.byteOffset ?? -1), \(error)"
                    }
                }
            }
        }
    }

    @Test("JSONStreamFormatter")
    mutating func formatter() {
        check(rounds: 30_000) { test in
            let parsing = Self.parsings.randomElement(using: &test.random) ?? .init()
            let writing: JSONWritingOptions = Bool.random(using: &test.random) ? .compact : .pretty
            let rawStrings = Int.random(in: 0..<4, using: &test.random) == 0
            let style = Int.random(in: 0..<4, using: &test.random) == 0 ? JSONStyle.standard : nil
            let validatesOnly = Int.random(in: 0..<4, using: &test.random) == 0
            let isSequence = Bool.random(using: &test.random)
            let recovers = Bool.random(using: &test.random)
            return { parts in
                final class Output { var bytes: [UInt8] = [] }
                let output = Output()
                var events: [String] = []
                var formatter = JSONStreamFormatter(
                    options: writing, parsing: parsing, style: style, rawStrings: rawStrings,
                    validatesOnly: validatesOnly, isSequence: isSequence, heldLimit: 0
                ) { output.bytes += $0 }
                /// False if the formatter is of no further use.
                func run(_ step: (inout JSONStreamFormatter) throws -> Void) -> Bool {
                    while true {
                        do {
                            try step(&formatter)
                            return true
                        } catch {
                            try? formatter.flush()
                            events.append("\(error), after \(output.bytes)")
                            if !recovers { return false }
                            formatter.recover()
                        }
                    }
                }
                var goesOn = true
                for part in parts where goesOn {
                    _ = formatter.withInputSpace { space in
                        space.copyBytes(from: part)
                        return part.count
                    }
                    goesOn = run { try $0.process() }
                }
                if goesOn { _ = run { try $0.finish() } }
                return events + ["\(output.bytes)", "\(formatter.valueCount)"]
            }
        }
    }

    @Test("JSONSelector")
    mutating func selector() {
        let paths: [[JSONSelector.Step]] = [
            [], [.member("a")], [.elements], [.element(1)], [.element(0), .member("a")], [.elements, .elements],
        ]
        check(rounds: 20_000) { test in
            let parsing = Self.parsings.randomElement(using: &test.random) ?? .init()
            let path = paths.randomElement(using: &test.random) ?? []
            let heldLimit = [0, 4, 1000].randomElement(using: &test.random) ?? 0
            let isSequence = Bool.random(using: &test.random)
            let recovers = Bool.random(using: &test.random)
            return { parts in
                final class Receiver {
                    var events: [String] = []
                    var source: [UInt8] = []
                    func receive(_ event: JSONSelector.Event) {
                        switch event {
                        case .begin(let steps): source = Array("\(steps):".utf8)
                        case .bytes(let bytes): source += bytes
                        case .end(let origin): events.append("\(source) \(origin.position())")
                        case .endOfValue: events.append("end")
                        }
                    }
                }
                let receiver = Receiver()
                var errors: [String] = []
                var selector = JSONSelector(
                    path: path, parsing: parsing, heldLimit: heldLimit, isSequence: isSequence,
                    receive: receiver.receive)
                /// False if the selector is of no further use.
                func run(_ step: (inout JSONSelector) throws -> Void) -> Bool {
                    while true {
                        do {
                            try step(&selector)
                            return true
                        } catch {
                            errors.append("\(error)")
                            if !recovers { return false }
                            selector.recover()
                        }
                    }
                }
                var goesOn = true
                for part in parts where goesOn {
                    _ = selector.withInputSpace { space in
                        space.copyBytes(from: part)
                        return part.count
                    }
                    goesOn = run { try $0.process() }
                }
                if goesOn { _ = run { try $0.finish() } }
                return errors + receiver.events
            }
        }
    }
}
