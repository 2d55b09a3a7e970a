import NeatlineTestSupport
import Testing

@testable import NeatlineJSON

@Suite("Positions and excerpts of errors")
struct ErrorPositionTests {
    private func error(_ text: String) throws -> JSONError {
        try #require(throws: JSONError.self) { try JSON(parsing: text) }
    }

    @Test("Empty and blank texts lack a value", arguments: ["", " ", " \t ", "\u{FEFF}", "\u{FEFF} "])
    func blank(text: String) throws {
        let error = try error(text)
        expectEqual(error.code, .unexpectedEnd)
        expectEqual(error.message, "expected a value, found the end of the text")
        expectEqual(error.byteOffset, text.utf8.count)
    }

    @Test("There is no caret below nothing", arguments: ["", " ", "\t \n  "])
    func nothing(text: String) throws {
        let error = try error(text)
        let position = text.contains("\n") ? "line 2, column 3" : "line 1, column \(text.count + 1)"
        expectEqual(error.description, "\(position): expected a value, found the end of the text")
        expect(error.excerpt == nil)
    }

    @Test(
        "The end of the input is the position of everything that is missing there",
        arguments: [
            "[", "[1", "[1,", "{", #"{"a""#, #"{"a":"#, #"{"a":1"#, #"{"a":1,"#, #""abc"#, #""abc\"#, #""\u"#,
            #""\u12"#, #""\ud83d"#, #""\ud83d\"#, #""\ud83d\ude0"#,
            "tru", "-", "1.",
            "1e", "1e+", "[nul", "[[",
        ])
    func endOfInput(text: String) throws {
        let error = try error(text)
        expectEqual(error.code, .unexpectedEnd)
        expectEqual(error.message, "unexpected end of the text")
        expectEqual(error.byteOffset, text.utf8.count)
        expectEqual(error.column, text.count + 1)
        expectEqual(error.found, "the end of the text")
        expectEqual(error.excerpt, text + "\n" + String(repeating: " ", count: text.count) + "^")
    }

    @Test("An end after a line feed is on the next line")
    func endAfterLineFeed() throws {
        let error = try error("[1,\n")
        expectEqual(error.line, 2)
        expectEqual(error.column, 1)
        expect(error.excerpt == nil)
    }

    @Test("A long line is clipped to 50 characters before and 25 after the error")
    func longLine() throws {
        let before = "[" + String(repeating: "1,", count: 100)
        let error = try error(before + "x" + String(repeating: ",2", count: 100) + "]")
        expectEqual(error.byteOffset, 201)
        expectEqual(error.column, 202)
        let excerpt = String(before.suffix(50)) + "x" + String(repeating: ",2", count: 12) + ","
        expectEqual(excerpt.count, 76)
        expectEqual(error.excerpt, excerpt + "\n" + String(repeating: " ", count: 50) + "^")
        expectEqual(error.excerpt?.split(separator: "\n").first?.count, 76)
    }

    @Test("Clipping never cuts a character")
    func clippedCharacters() throws {
        let error = try error("[\"" + String(repeating: "é", count: 80) + "\" " + String(repeating: "🙂", count: 80))
        expectEqual(
            error.excerpt,
            String(repeating: "é", count: 48) + "\" " + String(repeating: "🙂", count: 26) + "\n"
                + String(repeating: " ", count: 50) + "^")
        expectEqual(error.column, 85)
        expectEqual(error.byteOffset, 164)
    }

    @Test("Columns and carets count characters, offsets bytes")
    func multiByte() throws {
        let error = try error(#"{"ключ": "日本🙂" x}"#)
        expectEqual(error.byteOffset, 26)
        expectEqual(error.line, 1)
        expectEqual(error.column, 16)
        expectEqual(
            error.description,
            """
            line 1, column 16: expected ',' or '}' after a member, found 'x'
                {"ключ": "日本🙂" x}
                               ^
            """)
    }

    @Test("A line ends at LF, CR or CRLF", arguments: ["\n", "\r", "\r\n"])
    func lineEnds(end: String) throws {
        let error = try error("{\(end)\"a\": 1,\(end)\(end)  \"b\": x\(end)}")
        expectEqual(error.line, 4)
        expectEqual(error.column, 8)
        expectEqual(error.byteOffset, 18 + 3 * (end.utf8.count - 1))
        expectEqual(error.excerpt, "  \"b\": x\n       ^")
    }

    @Test("A tab is one column, and one space in the excerpt")
    func tabs() throws {
        let error = try error("[\n\t\t1\t2]")
        expectEqual(error.line, 2)
        expectEqual(error.column, 5)
        expectEqual(error.excerpt, "  1 2]\n    ^")
    }

    @Test("A byte order mark counts as bytes, not as a column")
    func byteOrderMark() throws {
        let error = try error("\u{FEFF}[x]")
        expectEqual(error.byteOffset, 4)
        expectEqual(error.line, 1)
        expectEqual(error.column, 2)
        expectEqual(error.excerpt, "[x]\n ^")
        let second = try self.error("\u{FEFF}[\nx]")
        expectEqual(second.line, 2)
        expectEqual(second.column, 1)
    }

    @Test("Control characters do not reach the terminal")
    func controlCharacters() throws {
        let error = try error("[\"\u{7F}\u{85}\", \u{1B}]")
        expectEqual(error.found, "U+001B")
        expectEqual(error.excerpt, "[\"\u{FFFD}\u{FFFD}\", \u{FFFD}]\n       ^")
    }

    @Test("A position far into a text is exact")
    func farAway() throws {
        let line = "  {\"id\": 12345, \"name\": \"é\"},\n"
        let error = try error("[\n" + String(repeating: line, count: 10_000) + "  ?")
        expectEqual(error.line, 10_002)
        expectEqual(error.column, 3)
        expectEqual(error.byteOffset, 2 + line.utf8.count * 10_000 + 2)
        expectEqual(error.excerpt, "  ?\n  ^")
    }

    @Test("Positions go on from the parts of a text that were read before")
    func parts() throws {
        let text = Array("\u{FEFF}[1,\r\n2, é, x]".utf8)
        let offset = try #require(text.firstIndex(of: UInt8(ascii: "x")))
        let whole = text.withUnsafeBufferPointer { SourcePosition(at: offset, in: $0) }
        expectEqual(whole.line, 2)
        expectEqual(whole.column, 7)
        for cut in 3...offset {
            var consumed = SourcePosition.Consumed()
            text[..<cut].withUnsafeBufferPointer { consumed.add($0) }
            let position = text[cut...].withUnsafeBufferPointer {
                SourcePosition(at: offset - cut, in: $0, after: consumed)
            }
            expectEqual(position.byteOffset, whole.byteOffset)
            expectEqual(position.line, whole.line)
            expectEqual(position.column, whole.column, "cut at \(cut)")
        }
    }
}
