import NeatlineTestSupport
import Testing

@testable import NeatlineJSON

/// Names that a writer knows from before, against a writer that knows none.
@Suite("WrittenNames") struct WrittenNamesTests {
    /// Literals, of which the writer keeps those of 16 bytes and more too, if they are plain.
    private static let literals = [
        "id", "name", "fifteen chars !", "sixteen chars !!", "a rather long name, more than sixteen bytes",
        "profile_background_image_url", "profile_background_image_url_https", "", "\u{E9}", "\u{65E5}\u{672C}",
        "quote\"d", "a rather long name with a \"quote\" in it", "tab\tinside", "\u{7F}",
    ]

    /// The text of objects whose members have these names, in numbers that count on; `nil` begins an object inside.
    private func write(_ names: [String?], to writer: inout MemberWriter, knowing isKnowing: Bool) -> String {
        var depth = 0
        func begin(_ name: String) {
            if !isKnowing || !writer.beginMember(plain: name) { writer.beginMember(name) }
        }
        writer.beginObject()
        for (index, name) in names.enumerated() {
            if let name {
                begin(name)
                writer.text.append(Int64(index))
            } else if index % 3 == 0, depth > 0 {
                writer.endObject()
                depth -= 1
            } else {
                begin(index % 2 == 0 ? "id" : "inner")
                writer.beginObject()
                depth += 1
            }
        }
        for _ in 0...depth { writer.endObject() }
        return String(decoding: writer.text.bytes(), as: UTF8.self)
    }

    private func name(_ random: inout NeatlineTestSupport.SeededGenerator) -> String? {
        switch Int.random(in: 0..<8, using: &random) {
        case 0: nil
        // In memory of its own, with the text of a literal.
        case 1: String(decoding: Array((Self.literals.randomElement(using: &random) ?? "").utf8), as: UTF8.self)
        case 2: "member\(Int.random(in: 0..<200, using: &random))"
        case 3: "a name in memory of its own, number \(Int.random(in: 0..<20, using: &random))"
        default: Self.literals.randomElement(using: &random) ?? ""
        }
    }

    @Test("a writer that knows names writes what one writes that knows none, over and over")
    func agreement() {
        var random = NeatlineTestSupport.SeededGenerator(seed: 0x6E61_6D65)
        var knowing = MemberWriter()
        for round in 0..<TestScale.rounds(3000) {
            let names = (0..<Int.random(in: 0...20, using: &random)).map { _ in name(&random) }
            var fresh = MemberWriter()
            let expected = write(names, to: &fresh, knowing: false)
            // The second time all that can be known is known.
            for _ in 0..<2 {
                knowing.restart()
                expectEqual(write(names, to: &knowing, knowing: true), expected, "round \(round)")
            }
        }
    }

    @Test("the same names in the same order, and with some left out")
    func order() {
        var writer = MemberWriter()
        let names = (0..<40).map { "n\($0)" } + Self.literals
        for step in [1, 1, 2, 3, 1, 7] {
            let chosen = stride(from: 0, to: names.count, by: step).map { names[$0] }
            var fresh = MemberWriter()
            writer.restart()
            expectEqual(write(chosen, to: &writer, knowing: true), write(chosen, to: &fresh, knowing: false))
        }
    }

    @Test("more names than can be kept are written all the same, and those named twice are put in order")
    func full() {
        var writer = MemberWriter()
        let names = (0..<(3 * WrittenNames.capacity)).map { "n\($0)" }
        let expected = "{" + names.indices.map { "\"n\($0)\":\($0)" }.joined(separator: ",") + "}"
        for _ in 0..<2 {
            writer.restart()
            expectEqual(write(names, to: &writer, knowing: true), expected)
        }
        // Kept and kept, not kept and not kept.
        for (name, text) in [("n0", #"{"n0":1}"#), ("n383", #"{"n383":1}"#)] {
            writer.restart()
            expectEqual(write([name, name], to: &writer, knowing: true), text)
        }
    }

    @Test("numbers are given once, and to plain names only where they can be told by their words")
    func numbers() {
        var names = WrittenNames()
        func add(_ name: String) {
            let isKept = Array(",\"\(name)\":".utf8).withUnsafeBytes { names.add(name, writtenAs: $0) }
            expectEqual(isKept, names.number(of: StringWords(name), at: 0) != 0)
        }
        let literal = "a literal of more than sixteen bytes"
        let copy = String(decoding: Array(literal.utf8), as: UTF8.self)
        for name in ["id", literal, copy] {
            expectEqual(names.number(of: StringWords(name), at: 0), 0)
            add(name)
        }
        expectEqual(names.number(of: StringWords("id"), at: 0), 1)
        expectEqual(names.number(of: StringWords("i" + "d"), at: 5), 1)
        expectEqual(names.number(of: StringWords(literal), at: 0), 2)
        expectEqual(names.number(of: StringWords(copy), at: 0), 0)
        expectEqual(names.number(of: StringWords("it"), at: 0), 0)
        expectEqual(names.number(of: StringWords(""), at: 0), 0)
        for index in 0..<500 { add("m\(index)") }
        expectEqual(names.number(of: StringWords("m124"), at: 0), 127)
        expectEqual(names.number(of: StringWords("m125"), at: 0), 0)
        for index in 0..<(2 * WrittenNames.capacity) {
            expectEqual(names.number(of: StringWords("id"), at: index), 1)
        }
    }

    @Test("paths stand beside names that are known")
    func paths() {
        var writer = MemberWriter()
        for _ in 0..<3 {
            writer.restart()
            writer.beginObject()
            for (index, name) in ["id", "place.city", "name", "place.zip", "place", "id"].enumerated() {
                if !writer.beginMember(plain: name) {
                    writer.beginMember(at: name.split(separator: ".").map { String($0) })
                }
                if name == "place" {
                    writer.beginObject()
                    let hasBegun = writer.beginMember(plain: "id")
                    expect(hasBegun)
                }
                writer.text.append(Int64(index))
                if name == "place" { writer.endObject() }
            }
            expectEqual(writer.openObject(0)["name"], 2)
            writer.endObject()
            expectEqual(String(decoding: writer.text.bytes(), as: UTF8.self), #"{"id":5,"place":{"id":4},"name":2}"#)
        }
    }

    @Test("strings of every length are written as any other writer does")
    func strings() throws {
        var writer = MemberWriter()
        writer.text.beginArray()
        var values: [String] = []
        for count in 0...40 {
            for character in ["a", "\"", "\u{E9}", "\u{1}", "\u{7F}"] {
                for index in Set([0, count / 2, max(count - 1, 0)]) {
                    var text = Array(repeating: Character("x"), count: count)
                    if count > 0 { text[index] = Character(character) }
                    values.append(String(text))
                    writer.text.beginElement()
                    writer.text.append(String(text))
                }
            }
        }
        for value in [true, false] {
            writer.text.beginElement()
            writer.text.append(value)
        }
        writer.text.beginElement()
        writer.text.appendNull()
        writer.text.endArray()
        let elements = values.map { JSON($0) } + [true, false, .null]
        try expectEqual(String(decoding: writer.text.bytes(), as: UTF8.self), JSON(elements).serializedString())
    }
}
