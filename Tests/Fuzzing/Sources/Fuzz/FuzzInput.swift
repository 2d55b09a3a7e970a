import NeatlineJSON

/// What libFuzzer gives, read from its start: choices in a few bytes, and then a text.
struct FuzzInput {
    private var bytes: [UInt8]
    private var position = 0

    init(_ bytes: UnsafeBufferPointer<UInt8>) { self.bytes = Array(bytes) }

    /// The next byte; 0 behind the end.
    mutating func byte() -> UInt8 {
        guard position < bytes.count else { return 0 }
        position += 1
        return bytes[position - 1]
    }

    /// A number below `count`, which is at most 256.
    mutating func number(below count: Int) -> Int { Int(byte()) % count }

    /// One of the choices.
    mutating func choice<Choice>(_ choices: [Choice]) -> Choice { choices[number(below: choices.count)] }

    /// The flags in a byte, the lowest bit first.
    mutating func flags() -> Flags { Flags(bits: byte()) }

    /// What is left up to the next NUL, which is passed over, or to the end.
    mutating func piece() -> [UInt8] {
        let rest = bytes[position...]
        let piece = rest.prefix { $0 != 0 }
        position = Swift.min(piece.endIndex + 1, bytes.count)
        return Array(piece)
    }

    /// What is left.
    mutating func rest() -> [UInt8] {
        defer { position = bytes.count }
        return Array(bytes[position...])
    }

    struct Flags {
        private var bits: UInt8

        init(bits: UInt8) { self.bits = bits }

        /// The next flag.
        mutating func next() -> Bool {
            defer { bits >>= 1 }
            return bits & 1 != 0
        }
    }
}

extension FuzzInput {
    /// Any parsing options, from three bytes; zeroes are the default.
    mutating func parsingOptions() -> JSONParsingOptions {
        var options = JSONParsingOptions()
        var grammar = flags()
        options.allowsComments = grammar.next()
        options.allowsTrailingCommas = grammar.next()
        options.allowsNonFiniteNumbers = grammar.next()
        options.allowsSingleQuotes = grammar.next()
        options.allowsUnquotedKeys = grammar.next()
        options.allowsExtendedStrings = grammar.next()
        options.allowsExtendedNumbers = grammar.next()
        options.allowsExtendedWhitespace = grammar.next()
        options.maximumDepth = choice([512, 0, 1, 2, 3, 64, 65, 200])
        let rest = byte()
        options.duplicateKeys = [.lastWins, .firstWins, .reject][Int(rest & 3) % 3]
        options.invalidUTF8 = rest & 4 == 0 ? .reject : .replace
        options.loneSurrogates = [.reject, .keep, .replace][Int(rest >> 3 & 3) % 3]
        options.allowsTopLevelScalars = rest & 32 == 0
        return options
    }

    /// Any writing options, from two bytes; zeroes are the default.
    mutating func writingOptions() -> JSONWritingOptions {
        var flags = flags()
        return JSONWritingOptions(
            indentation: choice([.none, .spaces(0), .spaces(2), .tabs(1), .spaces(9)]), sortsKeys: flags.next(),
            escapesNonASCII: flags.next(), escapesSlashes: flags.next(), endsWithNewline: flags.next(),
            nonFiniteNumbers: flags.next() ? .null : .literal)
    }
}
