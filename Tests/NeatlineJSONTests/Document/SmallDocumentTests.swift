import NeatlineTestSupport
import Testing

@testable import NeatlineJSON

/// Documents of short texts are made in other ways than those of long ones, and short names are looked up in another way
/// than long ones; what they read is the same.
@Suite("Small documents")
struct SmallDocumentTests {
    /// Around the sizes at which a document is made in another way.
    static let sizes = [
        2, 16, 48, 64, 65, Document.smallCount - 1, Document.smallCount, Document.smallCount + 1,
        Document.mediumCount - 1,
        Document.mediumCount, Document.mediumCount + 1, 1024, 4096, 12_191, 12_192, 12_193,
    ]

    @Test("A text of any size reads as it was written", arguments: sizes)
    func string(size: Int) throws {
        let text = "\"" + String(repeating: "s", count: size - 2) + "\""
        let json = try JSON(parsing: text)
        expectEqual(json.string?.utf8.count, size - 2)
        try expectEqual(json.serializedString(), text)
    }

    @Test("An array with the most values for its size", arguments: sizes)
    func dense(size: Int) throws {
        let digits = (0..<(size - 1) / 2).map { String($0 % 10) }
        let text = "[" + digits.joined(separator: ",") + "]" + String(repeating: " ", count: (size + 1) % 2)
        let json = try JSON(parsing: text)
        expectEqual(json.map(\.1.intValue), digits.indices.map { $0 % 10 })
        expectEqual(json[digits.count - 1].int, digits.last.flatMap { Int($0) })
        try expectEqual(json.serializedString(), "[" + digits.joined(separator: ",") + "]")
    }

    @Test("Arrays inside one another up to the limit", arguments: sizes)
    func nested(size: Int) throws {
        var options = JSONParsingOptions()
        options.maximumDepth = size
        let text = String(repeating: "[", count: size / 2) + String(repeating: "]", count: size / 2)
        try expectEqual(JSON(parsing: text, options: options).serializedString(), text)
    }

    @Test("A text that ends early fails at its end", arguments: sizes)
    func early(size: Int) throws {
        for ending in ["", "\"", "\"\\", "1", "t", "-", "\u{0}"] where ending.utf8.count < size {
            let text = "[" + String(repeating: " ", count: size - 1 - ending.utf8.count) + ending
            let error = #expect(throws: JSONError.self) { try JSON(parsing: text) }
            let offset = ending == "\u{0}" ? size - 1 : size
            expectEqual(error?.byteOffset, offset, "\(ending.debugDescription)")
        }
    }

    @Test("The array that was parsed can change without the document", arguments: sizes)
    func independent(size: Int) throws {
        var bytes = Array(("[\"" + String(repeating: "a", count: size) + "\", 1.5e3]").utf8)
        let json = try JSON(parsing: bytes)
        for index in bytes.indices { bytes[index] = UInt8(ascii: "x") }
        expectEqual(json[0].string, String(repeating: "a", count: size))
        expectEqual(json[1].double, 1500)
        expectEqual(json[1].numberText, "1.5e3")
    }

    @Test("Tokens of JSON5 in a text of any size", arguments: sizes)
    func rewritten(size: Int) throws {
        let text = "{a: 0x1F, 'b\\'': [+1, .5," + String(repeating: " ", count: size) + "],}"
        let json = try JSON(parsing: text, options: .json5)
        expectEqual(json["a"].int, 31)
        expectEqual(json["b'"].arrayValue, [1, 0.5])
        try expectEqual(json.serializedString(), #"{"a":31,"b'":[1,0.5]}"#)
    }

    @Test("Ill-formed UTF-8 is replaced in a text of any size", arguments: sizes)
    func repaired(size: Int) throws {
        var options = JSONParsingOptions()
        let bytes = [UInt8]("[\"".utf8) + [0xFF] + Array(repeating: UInt8(ascii: "b"), count: size) + Array("\"]".utf8)
        #expect(throws: JSONError.self) { try JSON(parsing: bytes, options: options) }
        options.invalidUTF8 = .replace
        let repaired = try JSON(parsing: bytes, options: options)[0].string
        expectEqual(repaired, "\u{FFFD}" + String(repeating: "b", count: size))
    }

    @Test("Names of every length are found, and their neighbours are not", arguments: [0, 300, 5000])
    func names(padding: Int) throws {
        for count in 0...20 {
            let name = String("abcdefghijklmnopqrst".prefix(count))
            // Names with the same length, with the name as beginning, and with the name's bytes in an escape.
            let others = [
                String(name.reversed()) + (count < 2 ? "-" : ""), name + "u", name + "\\u0000", "é" + name,
                String(name.dropLast()) + "\\n", name.uppercased() + "_",
            ]
            let members = others.map { "\"\($0)\":[{\"\(name)\":-1}]" }
            let around = String(repeating: " ", count: padding)
            let text = "{\(around)" + (members + ["\"\(name)\":\(count)"]).joined(separator: ",") + "}"
            let json = try JSON(parsing: text)
            expectEqual(json[name].int, count, "\(text)")
            expectEqual(json[name + "v"].error?.code, .missingKey)
            let missing = try JSON(parsing: "{\(around)" + members.joined(separator: ",") + "}")
            expectEqual(missing[name].error?.code, .missingKey, "\(name)")
        }
    }

    @Test("Of several members with one short name the one that the options say is found")
    func duplicates() throws {
        let text = #"{"a":1,"b":{"a":2},"\u0061":3,"c":[4]}"#
        try expectEqual(JSON(parsing: text)["a"].int, 3)
        var options = JSONParsingOptions()
        options.duplicateKeys = .firstWins
        try expectEqual(JSON(parsing: text, options: options)["a"].int, 1)
        options.duplicateKeys = .reject
        #expect(throws: JSONError.self) { try JSON(parsing: text, options: options) }
        try expectEqual(JSON(parsing: #"{"a":1,"a":2}"#)["a"].int, 2)
    }

    @Test("Lookup by a short name agrees with lookup by its bytes", arguments: 0..<TestScale.rounds(500))
    func agreement(seed: Int) throws {
        var random = SeededGenerator(seed: UInt64(seed))
        let letters = ["a", "b", "\\u0061", "é", "_"]
        let names = (0..<12).map { _ in
            (0..<Int.random(in: 0...17, using: &random)).map { _ in letters.randomElement(using: &random)! }.joined()
        }
        let values = ["1", "\"s\"", "[1,[2]]", "{\"a\":1}", "null"]
        let members = names.map { "\"\($0)\":\(values.randomElement(using: &random)!)" }
        let json = try JSON(parsing: "{" + members.joined(separator: ",") + "}")
        guard case .object(let object) = json else {
            Issue.record("no object")
            return
        }
        for (name, _) in object {
            let found = Array(name.utf8).withUnsafeBufferPointer { object[utf8: $0] }
            expectEqual(json[name], found)
        }
    }
}
