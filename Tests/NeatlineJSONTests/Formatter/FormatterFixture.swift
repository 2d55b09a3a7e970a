import NeatlineTestSupport

@testable import NeatlineJSON

/// What a formatter made of an input: its output, and the error that ended it.
struct Formatted: Equatable {
    var text: String
    var error: JSONError?
    var valueCount: Int
}

/// Runs a formatter over `input`, which it is given in parts of the sizes that `part` says.
func format(
    _ input: [UInt8], _ options: JSONWritingOptions = .compact, parsing: JSONParsingOptions = .lenientSurrogates,
    style: JSONStyle? = nil, rawStrings: Bool = false, validatesOnly: Bool = false, part: () -> Int = { .max }
) -> Formatted {
    final class Output { var bytes: [UInt8] = [] }
    let output = Output()
    var formatter = JSONStreamFormatter(
        options: options, parsing: parsing, style: style, rawStrings: rawStrings, validatesOnly: validatesOnly
    ) { output.bytes.append(contentsOf: $0) }
    var error: JSONError?
    var offset = 0
    do {
        while offset < input.count {
            offset += formatter.withInputSpace { space in
                let count = min(part(), space.count, input.count - offset)
                space.copyBytes(from: input[offset..<offset + count])
                return count
            }
            try formatter.process()
        }
        try formatter.finish()
    } catch let caught as JSONError {
        error = caught
    } catch {
        fatalError("the sink does not throw")
    }
    return Formatted(
        text: String(decoding: output.bytes, as: UTF8.self), error: error, valueCount: formatter.valueCount)
}

func format(
    _ input: String, _ options: JSONWritingOptions = .compact, parsing: JSONParsingOptions = .lenientSurrogates,
    rawStrings: Bool = false, part: () -> Int = { .max }
) -> Formatted {
    format(Array(input.utf8), options, parsing: parsing, rawStrings: rawStrings, part: part)
}

extension JSONParsingOptions {
    /// What `jsonq` uses: nothing is rejected that can be passed on.
    static var lenientSurrogates: JSONParsingOptions {
        var options = JSONParsingOptions()
        options.loneSurrogates = .keep
        return options
    }
}

/// Random JSON text with random whitespace; and the same text in its compact and its indented form.
///
/// The two forms come from the generator itself, not from the code under test.
struct RandomText {
    var source = ""
    var compact = ""
    var indented = ""
    private var generator: SeededGenerator

    init(seed: UInt64, values: Int) {
        generator = SeededGenerator(seed: seed)
        for _ in 0..<values {
            value(depth: 0)
            source += ["\n", " ", "\r\n", "\n\n\t"].randomElement(using: &generator)!
            compact += "\n"
            indented += "\n"
        }
    }

    private mutating func add(_ token: String, indented other: String? = nil) {
        if Bool.random(using: &generator) { space() }
        source += token
        compact += token
        indented += other ?? token
        if Bool.random(using: &generator) { space() }
    }

    private mutating func space() {
        source += [" ", "\n", "\n        ", "\t", "\r\n", String(repeating: " ", count: 40)]
            .randomElement(using: &generator)!
    }

    private mutating func breakLine(_ depth: Int) {
        indented += "\n" + String(repeating: "  ", count: depth)
    }

    private mutating func string() {
        let parts = [
            ("a", "a"), ("some longer plain text, ", "some longer plain text, "), ("é", "é"), ("日本語", "日本語"),
            ("😀", "😀"),
            (#"\n"#, #"\n"#), (#"\u00e9"#, "é"), (#"\/"#, "/"), (#"\""#, #"\""#), (#"\\"#, #"\\"#),
            (#"\ud83d\uDE00"#, "😀"), (#"\u001F"#, #"\u001f"#), ("\u{7F}", #"\u007f"#), (#"\uD800"#, #"\uD800"#),
            (#"\u0041"#, "A"), (#"\u0022"#, #"\""#),
        ]
        source += "\""
        compact += "\""
        indented += "\""
        for _ in 0..<Int.random(in: 0...6, using: &generator) {
            let part = parts.randomElement(using: &generator)!
            source += part.0
            compact += part.1
            indented += part.1
        }
        source += "\""
        compact += "\""
        indented += "\""
    }

    private mutating func value(depth: Int) {
        switch Int.random(in: 0...(depth > 5 ? 5 : 9), using: &generator) {
        case 0: add(["true", "false", "null"].randomElement(using: &generator)!)
        case 1, 2:
            add(
                ["0", "-0", "12", "-1.50", "1e5", "123456789012345678901234567890.5E-10", "-7.25e+003"]
                    .randomElement(using: &generator)!)
        case 3, 4, 5: string()
        case let kind:
            let isObject = kind < 8
            let count = Int.random(in: 0...4, using: &generator)
            add(isObject ? "{" : "[")
            for index in 0..<count {
                if index > 0 { add(",") }
                breakLine(depth + 1)
                if isObject {
                    string()
                    add(":", indented: ": ")
                }
                value(depth: depth + 1)
            }
            if count > 0 { breakLine(depth) }
            add(isObject ? "}" : "]")
        }
    }
}
