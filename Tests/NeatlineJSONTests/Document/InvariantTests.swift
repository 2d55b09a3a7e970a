import NeatlineTestSupport
import Testing

@testable import NeatlineJSON

// What the checks find in a document that is right, and in one whose tape was damaged.
@Suite struct InvariantTests {
    private static let names = (0..<70).map { "\"n\($0 % 60)\":\($0)" }.joined(separator: ",")
    private static let texts = [
        "null", "[]", "{}", #"{"a":[1,{"b":"\u00e9é"}],"a":-0.5e3,"long name of a member":[true,false]}"#,
        "[" + (0..<100).map(String.init).joined(separator: ",") + "]", "{\(names)}", "[{\(names)},{\(names)}]",
    ]

    @Test("Parsed and changed documents are right", arguments: texts)
    func parsedAndChanged(text: String) throws {
        for keys in [JSONParsingOptions.DuplicateKeys.lastWins, .firstWins] {
            var options = JSONParsingOptions()
            options.duplicateKeys = keys
            var json = try JSON(parsing: text, options: options)
            expect(json._checkInvariants() == nil)
            json[0] = 5
            json["a"] = ["x": nil]
            json["a", "y"] = "z"
            json.members?.removeValue(forKey: "n3")
            let copy = json
            json.elements?.append(copy)
            expect(json._checkInvariants() == nil)
        }
    }

    /// The documents of a stream's records have several roots.
    @Test("Records are right")
    func records() throws {
        var parser = JSONStreamParser()
        var values: [JSON] = []
        parser.feed(Array("{\"a\":1}\n[2,[]]\n3\n".utf8))
        parser.finish()
        while let value = try parser.next() { values.append(value) }
        expectEqual(values.count, 3)
        for value in values { expect(value._checkInvariants() == nil) }
    }

    @Test("A change of any word's kind, length or skip is found", arguments: texts.dropFirst())
    func damage(text: String) throws {
        let bytes = Array(text.utf8)
        let count = try Document.parse(bytes, options: JSONParsingOptions()).tapeCount
        for index in 0..<count {
            // A kind, a bit of the length or count, and one of the offset or skip.
            for flipped: UInt64 in [0x01, 1 << 8, 1 << 32] {
                let document = try Document.parse(bytes, options: JSONParsingOptions())
                let word = document[index]
                // The offset of an extension's count is checked, its slot need only be another container's.
                if word.kind == TapeWord.Kind.extension, flipped == 1 << 8 { continue }
                // A string or number elsewhere in the text is as right as this one.
                let isText = word.kind == TapeWord.Kind.string || word.kind == TapeWord.Kind.number
                if isText, flipped != 0x01 { continue }
                // An empty array is as right as an empty object.
                if word.isContainer, word.shortLength == 0, flipped == 0x01 { continue }
                // SAFETY: the document is this test's own, and the word is on its tape.
                UnsafeMutablePointer(mutating: document.tape)[index] ^= flipped
                expect(document._checkInvariants() != nil, "word \(index) ^ \(flipped)")
            }
        }
    }
}
