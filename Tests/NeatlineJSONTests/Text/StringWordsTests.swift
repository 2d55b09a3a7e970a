import NeatlineTestSupport
import Testing

@testable import NeatlineJSON

/// The layout of `String`, and what is done where it is not known.
@Suite("Words of strings")
struct StringWordsTests {
    /// Literals of every kind that is told apart: small, small and not ASCII, large, to be escaped, with a dot.
    fileprivate static let names = [
        "", "id", "fifteen chars !", "sixteen chars !!", "a rather long name, more than sixteen bytes", "\u{E9}",
        "\u{65E5}\u{672C}", "quote\"d", "a rather long name with a \"quote\" in it", "a.b",
        "a rather long name.with a dot",
    ]

    @Test("words tell small strings and literals from strings in memory of their own")
    func kinds() {
        expect(SmallString.isKnown)
        for name in StringWordsTests.names {
            let words = StringWords(name)
            expectEqual(words.isSmall, name.utf8.count <= 15)
            expectEqual(words.isLiteral, name.utf8.count > 15)
            expect(words.identifiesContents)
            expectEqual(words, StringWords(name))
            if words.isSmall { expectEqual(words.smallCount, UInt64(name.utf8.count)) }
            let copy = String(decoding: Array(name.utf8), as: UTF8.self)
            expectEqual(StringWords(copy) == words, words.isSmall)
            expect(!StringWords(copy).isLiteral)
            expectEqual(StringWords(copy).identifiesContents, words.isSmall)
        }
        // A short string in memory of its own.
        var spacious = ""
        spacious.reserveCapacity(100)
        spacious += "id"
        expect(!StringWords(spacious).isSmall && !StringWords(spacious).identifiesContents)
    }

    @Test("members are found and written by the layout of strings")
    func known() throws {
        expect(SmallString.isKnown)
        try checkStrings()
    }

    @Test("members are found and written in a process whose strings are not laid out as expected")
    func unknown() async {
        await #expect(processExitsWith: .success) {
            SmallString.isAssumedUnknown = true
            expect(!SmallString.isKnown)
            try checkStrings()
        }
    }
}

/// Reads and writes names and values of all kinds, in objects with and without a table.
private func checkStrings() throws {
    for size in [0, 5, 30, 100] {
        let names = StringWordsTests.names + (0..<size).map { $0 % 2 == 0 ? "n\($0)" : "a name of some length, \($0)" }
        let members = names.map { (key: $0, value: JSON.string("value of \($0)")) }
        let text = try JSON.object(JSONObject(members)).serialized()
        let json = try JSON(parsing: text)
        expectEqual(json.map(\.0), names)
        let reader = try DocumentReader(parsing: text, options: JSONParsingOptions())
        var tables = MemberTables()
        for name in names {
            expectEqual(json[name].string, "value of \(name)")
            expect(!json["no" + name].exists())
            let position = tables.member(name, ofObjectAt: 0, depth: 0, in: reader)
            expect(position != 0 && reader.string(position) == "value of \(name)")
            let plain = tables.member(plain: name, ofObjectAt: 0, depth: 0, in: reader)
            let isKnown = SmallString.isKnown && !name.utf8.contains(Byte.dot)
            expectEqual(plain, isKnown ? position : -1)
            expectEqual(tables.member("no" + name, ofObjectAt: 0, depth: 0, in: reader), 0)
        }
        try checkWriting(names, expecting: text)
    }
}

/// Writes each name with its value, twice, as models and as encodable types are written.
private func checkWriting(_ names: [String], expecting text: [UInt8]) throws {
    var writer = MemberWriter()
    var known = WrittenNames()
    var encoded = TextWriter(style: .foundation)
    expectEqual(known.keepsNames, SmallString.isKnown)
    for _ in 0..<2 {
        writer.restart()
        writer.beginObject()
        encoded.reset()
        encoded.beginObject()
        var object = WrittenMembers()
        for name in names {
            let value: String = "value of \(name)"
            if !writer.beginMember(plain: name) { writer.beginMember(name) }
            writer.text.append(value)
            var count = encoded.beginMember(name, of: known, in: &object)
            if count == 0 { count = encoded.beginNewMember(name, named: name, keptIn: &known, in: &object) }
            if count == 0 { encoded.beginMember(name) }
            encoded.append(value)
        }
        writer.endObject()
        encoded.endObject()
        expectEqual(writer.text.bytes(), text)
        expectEqual(encoded.bytes(), text)
    }
}
