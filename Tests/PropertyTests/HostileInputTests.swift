import NeatlineJSON
import NeatlineTestSupport
import Testing

/// Inputs made to overflow stacks, exhaust memory or take quadratic time. Each is a megabyte or more, so that one of
/// these faults shows as a crash or as a test that does not end. How the work grows is counted by GrowthTests.
@Suite("Hostile inputs", .longRunning)
struct HostileInputTests {
    private static let million = 1_000_000
    /// Enough to overflow a stack; making and comparing so many owned values is slow in a build for debugging.
    private static let deep = TestScale.factor < 0.5 ? 100_000 : million

    private func repeated(_ text: String, _ count: Int) -> [UInt8] {
        let once = Array(text.utf8)
        var bytes: [UInt8] = []
        bytes.reserveCapacity(once.count * count)
        for _ in 0..<count { bytes += once }
        return bytes
    }

    @Test("a million nested brackets are an error at the limit, at once", arguments: ["[", "{\"a\":", "[{\"a\":"])
    func deepTextIsRejected(_ opening: String) throws {
        let text = repeated(opening, Self.million)
        var errors: [JSONError] = []
        do throws(JSONError) {
            _ = try JSON(utf8: text, options: JSONParsingOptions())
        } catch {
            errors.append(error)
        }
        let error = try #require(errors.first)
        expectEqual(error.code, .tooDeep)
        expectEqual(error.byteOffset, opening == "[{\"a\":" ? 256 * opening.utf8.count : 512 * opening.utf8.count)
        expectEqual(Formatted(text).error, error)
    }

    @Test(
        "a million nested values (a tenth in debug), parsed without a limit, are compared, hashed, described, written and freed",
        arguments: [("[", "]"), ("{\"a\":", "}")])
    func deepValuesAreUsable(_ brackets: (String, String)) throws {
        var options = JSONParsingOptions()
        options.maximumDepth = .max
        let text =
            repeated(brackets.0, Self.deep) + Array("1".utf8) + repeated(brackets.1, Self.deep)
        let json = try JSON(parsing: text, options: options)
        let same = try JSON(parsing: text, options: options)
        expectEqual(json, same)
        expectEqual(json.hashValue, same.hashValue)
        try expectEqual(json.serialized(), text)
        // Pretty text indents each level: with so many of them that is gigabytes.
        try expectEqual(
            JSON(parsing: json.serialized(JSONWritingOptions(indentation: .spaces(0))), options: options), json)
        expectEqual(Formatted(text, parsing: options).output, text + [0x0A])
        let other = try JSON(
            parsing: repeated(brackets.0, Self.deep) + Array("2".utf8) + repeated(brackets.1, Self.deep),
            options: options)
        expect(json != other)
    }

    @Test("ten thousand nested values are described")
    func deepValuesAreDescribed() throws {
        var options = JSONParsingOptions()
        options.maximumDepth = .max
        let text = repeated("[", 10_000) + repeated("]", 10_000)
        let description = try JSON(parsing: text, options: options).description
        try expectEqual(JSON(parsing: description, options: options), JSON(parsing: text, options: options))
    }

    @Test("values nested very deep by code are compared, hashed, written and freed")
    func deepBuiltValues() throws {
        func nest(_ value: JSON) -> JSON {
            var value = value
            for level in 0..<Self.deep {
                value = level % 2 == 0 ? .array(JSONArray([value])) : .object(JSONObject([(key: "a", value: value)]))
            }
            return value
        }
        let value = nest(1)
        expectEqual(value, nest(1))
        expect(value != nest(2))
        expectEqual(value.hashValue, nest(1).hashValue)
        try expectEqual(value.serialized().count, Self.deep / 2 * 8 + 1)
    }

    @Test("errors that remember one another in a long chain are freed")
    func deepErrors() {
        var value = JSON([1])
        for _ in 0..<Self.deep { value = JSON([value["missing"]]) }
        expectEqual(value.count, 1)
    }

    @Test("a text of a million openings that never close is an error at its end")
    func unclosed() {
        var options = JSONParsingOptions()
        options.maximumDepth = .max
        let text = repeated("[", Self.million)
        let error = #expect(throws: JSONError.self) { try JSON(parsing: text, options: options) }
        expectEqual(error?.code, .unexpectedEnd)
        expectEqual(error?.byteOffset, Self.million)
    }

    @Test(
        "a key repeated a million times (a tenth in debug) is parsed, looked up, compared, hashed and written",
        arguments: [JSONParsingOptions.DuplicateKeys.lastWins, .firstWins])
    func repeatedKey(_ policy: JSONParsingOptions.DuplicateKeys) throws {
        var options = JSONParsingOptions()
        options.duplicateKeys = policy
        let count = Self.deep
        let members = (0..<count).map { "\"key\":\($0)" }.joined(separator: ",")
        let text = Array("{\(members)}".utf8)
        let json = try JSON(parsing: text, options: options)
        expectEqual(json["key"].int, policy == .firstWins ? 0 : count - 1)
        expectEqual(json.count, count)
        try expectEqual(json, JSON(parsing: text, options: options))
        expectEqual(json, JSON(["key": json["key"]]))
        expectEqual(json.hashValue, JSON(["key": json["key"]]).hashValue)
        try expectEqual(json.serialized(), text)
        expectEqual(json.dictionaryValue.count, 1)
        if policy == .lastWins {
            let owned = JSON.object(JSONObject(try #require(json.members).map { $0 }))
            expectEqual(owned["key"].int, count - 1)
            expectEqual(owned, json)
        }
    }

    @Test("a key repeated a million times is rejected at the second one, if so wished")
    func repeatedKeyRejected() {
        var options = JSONParsingOptions()
        options.duplicateKeys = .reject
        let text = Array("{\((0..<Self.million).map { "\"key\":\($0)" }.joined(separator: ","))}".utf8)
        let error = #expect(throws: JSONError.self) { try JSON(parsing: text, options: options) }
        expectEqual(error?.code, .duplicateKey)
        expectEqual(error?.byteOffset, 9)
    }

    @Test("200,000 distinct keys are looked up in linear time")
    func distinctKeys() throws {
        let text = Array("{\((0..<200_000).map { "\"k\($0)\":\($0)" }.joined(separator: ","))}".utf8)
        var options = JSONParsingOptions()
        options.duplicateKeys = .reject
        let json = try JSON(parsing: text, options: options)
        for key in stride(from: 0, to: 200_000, by: 7) { expectEqual(json["k\(key)"].int, key) }
        try expectEqual(json, JSON(parsing: text))
    }

    @Test(
        "a number of a megabyte is read, compared, hashed and written, digit for digit",
        arguments: ["1", "1.", "0.", "1e", "-1e-", "0.1e", "1e0000"])
    func longNumber(_ head: String) throws {
        let text = Array(head.utf8) + [UInt8](repeating: UInt8(ascii: "7"), count: 1 << 20)
        let json = try JSON(parsing: Array("[".utf8) + text + Array("]".utf8))
        guard case .number(let number) = json[0] else {
            Issue.record("no number")
            return
        }
        expectEqual(Array(number.text.utf8), text)
        expectEqual(json, try JSON(parsing: json.serialized()))
        expectEqual(json.hashValue, (try JSON(parsing: json.serialized())).hashValue)
        expectEqual(Formatted(text).output, text + [0x0A])
        let expected =
            head.hasPrefix("-")
            ? -0.0 : head.hasSuffix(".") ? Double(head + String(repeating: "7", count: 30)) : .infinity
        expectEqual(number.doubleValue, expected)
        expect(number.exactInt64 == nil)
        try expectEqual(JSON(parsing: text).serialized(), text)
    }

    @Test(
        "exponents beyond every integer type compare by value",
        arguments: ["1e99999999999999999999", "1e-99999999999999999999"])
    func hugeExponents(_ text: String) throws {
        let json = try JSON(parsing: text)
        expectEqual(json, try JSON(parsing: text.replacing("1e", with: "1.0e")))
        expect(json != 1)
        expectEqual(json.hashValue, (try JSON(parsing: text.replacing("1e", with: "1.000E"))).hashValue)
        try expectEqual(JSON(parsing: "0e99999999999999999999"), 0)
    }

    @Test("a string of many megabytes with every kind of content is read and written")
    func longString() throws {
        let content = repeated(#"plain \n é日😀 \ud83d\ude00 \u0000 "#, Self.deep / 2)
        let text = Array("\"".utf8) + content + Array("\"".utf8)
        let json = try JSON(parsing: Array("[".utf8) + text + Array("]".utf8))
        let string = try #require(json[0].string)
        expectEqual(string.utf8.count, Self.deep / 2 * "plain \n é日😀 😀 \0 ".utf8.count)
        expectEqual(Formatted(text).output, (try JSON(string).serialized()) + [0x0A])
        try expectEqual(JSON(parsing: json.serialized()), json)
    }

    @Test(
        "what an error shows of a text is short, whatever the text is", arguments: [0x80, 0xE2, 0x78, 0x09] as [UInt8])
    func shortExcerpts(_ byte: UInt8) {
        var options = JSONParsingOptions()
        options.allowsComments = true
        let run = [UInt8](repeating: byte, count: 100_000)
        for text in [run, Array("//".utf8) + run, Array("[\"".utf8) + run, Array("/*".utf8) + run + Array("*/?".utf8)] {
            let error = #expect(throws: JSONError.self) { try JSON(parsing: text, options: options) }
            // A blank line is not shown.
            expect(error?.excerpt?.unicodeScalars.count ?? 0 <= 76 + 1 + 77)
            expect((error?.description ?? run.description).unicodeScalars.count < 300)
        }
    }

    @Test("arrays of a million empty arrays, and objects of a million empty objects, are walked in linear time")
    func wide() throws {
        let arrays = Array("[".utf8) + repeated("[],", Self.million) + Array("[[1]]]".utf8)
        let json = try JSON(parsing: arrays)
        expectEqual(json.count, Self.million + 1)
        for index in stride(from: 0, to: Self.million, by: 1000) { expectEqual(json[index], []) }
        expectEqual(json[Self.million], [[1]])
        expectEqual(json, try JSON(parsing: json.serialized()))
    }
}
