import NeatlineTestSupport
import Testing

@testable import NeatlineJSON

/// What is provoked, and the whole message that must come of it.
private struct Provocation: Sendable {
    let code: JSONError.Code
    let message: String
    let provoke: @Sendable () throws -> Void

    init(_ code: JSONError.Code, _ message: String, _ provoke: @escaping @Sendable () throws -> Void) {
        self.code = code
        self.message = message
        self.provoke = provoke
    }

    static func parsing(
        _ code: JSONError.Code, _ text: String, _ message: String, _ set: (inout JSONParsingOptions) -> Void = { _ in }
    ) -> Provocation {
        var options = JSONParsingOptions()
        set(&options)
        return Provocation(code, message) { [options] in _ = try JSON(parsing: text, options: options) }
    }

    static func step(_ code: JSONError.Code, _ message: String, _ read: @escaping @Sendable () throws -> JSON)
        -> Provocation
    {
        Provocation(code, message) {
            if let error = try read().error { throw error }
        }
    }
}

@Suite("Error messages")
struct ErrorMessageTests {
    private static let provocations: [Provocation] = [
        .parsing(
            .unexpectedEnd, #"{"a": [1, 2"#,
            """
            line 1, column 12: unexpected end of the text
                {"a": [1, 2
                           ^
            """),
        .parsing(
            .expectedValue, #"{"a": }"#,
            """
            line 1, column 7: expected a value, found '}'
                {"a": }
                      ^
            """),
        .parsing(
            .expectedKey, "{'a': 1}",
            """
            line 1, column 2: expected a key in double quotes, found "'"
                {'a': 1}
                 ^
            """),
        .parsing(
            .expectedColon, #"{"a" 1}"#,
            """
            line 1, column 6: expected ':' after a key, found '1'
                {"a" 1}
                     ^
            """),
        .parsing(
            .expectedComma, #"{"name": "Ada" "born": 1815}"#,
            """
            line 1, column 16: expected ',' or '}' after a member, found '"'
                {"name": "Ada" "born": 1815}
                               ^
            """),
        .parsing(
            .expectedComma, "[1 2]",
            """
            line 1, column 4: expected ',' or ']' after an element, found '2'
                [1 2]
                   ^
            """),
        .parsing(
            .trailingComma, "[1,]",
            """
            line 1, column 4: expected another element after ',', found ']'
                [1,]
                   ^
            """),
        .parsing(
            .trailingComma, #"{"a": 1, }"#,
            """
            line 1, column 10: expected another member after ',', found '}'
                {"a": 1, }
                         ^
            """),
        .parsing(
            .trailingContent, "{} x",
            """
            line 1, column 4: expected nothing after the value, found 'x'
                {} x
                   ^
            """),
        .parsing(
            .invalidLiteral, "[nul]",
            """
            line 1, column 5: expected null, true or false, found ']'
                [nul]
                    ^
            """),
        .parsing(
            .invalidNumber, "[-x]",
            """
            line 1, column 3: expected a digit, found 'x'
                [-x]
                  ^
            """),
        .parsing(
            .invalidNumber, "[012]",
            """
            line 1, column 3: expected no digit after a leading zero, found '1'
                [012]
                  ^
            """),
        .parsing(
            .controlCharacter, "[\"a\u{1}b\"]",
            """
            line 1, column 4: expected control characters to be escaped, found U+0001
                ["a\u{FFFD}b"]
                   ^
            """),
        .parsing(
            .invalidEscape, #"["a\q"]"#,
            #"""
            line 1, column 4: expected an escape sequence, found a backslash before 'q'
                ["a\q"]
                   ^
            """#),
        .parsing(
            .invalidEscape, #"["\u12G4"]"#,
            #"""
            line 1, column 3: expected four hexadecimal digits after \u, found 'G'
                ["\u12G4"]
                  ^
            """#),
        .parsing(
            .loneSurrogate, #"["\ud83d!"]"#,
            #"""
            line 1, column 3: expected a surrogate pair, found half of one
                ["\ud83d!"]
                  ^
            """#),
        Provocation(
            .invalidUTF8,
            """
            line 1, column 3: expected UTF-8, found byte 0xFF
                ["\u{FFFD}"]
                  ^
            """
        ) { _ = try JSON(parsing: [0x5B, 0x22, 0xFF, 0x22, 0x5D]) },
        Provocation(
            .invalidUTF8,
            """
            line 1, column 3: expected UTF-8, found byte 0xEF
                ["\u{FFFD}A"]
                  ^
            """
        ) { _ = try JSON(parsing: [0x5B, 0x22, 0xEF, 0x41, 0x22, 0x5D]) },
        .parsing(
            .unterminatedComment, "[1] /* one",
            """
            line 1, column 5: expected '*/' after a comment, found the end of the text
                [1] /* one
                    ^
            """
        ) { $0.allowsComments = true },
        .parsing(
            .tooDeep, "[[[]]]",
            """
            line 1, column 3: expected at most 2 levels of nesting, found '['
                [[[]]]
                  ^
            """
        ) { $0.maximumDepth = 2 },
        .parsing(
            .tooDeep, "[[]]",
            """
            line 1, column 2: expected at most 1 level of nesting, found '['
                [[]]
                 ^
            """
        ) { $0.maximumDepth = 1 },
        .parsing(
            .duplicateKey, #"{"a": 1, "\u0061": 2}"#,
            #"""
            line 1, column 10: expected a name not used before, found "\u0061" again
                {"a": 1, "\u0061": 2}
                         ^
            """#
        ) { $0.duplicateKeys = .reject },
        .parsing(
            .topLevelScalar, " 12",
            """
            line 1, column 2: expected an array or an object, found '1'
                 12
                 ^
            """
        ) { $0.allowsTopLevelScalars = false },
        Provocation(
            .tooLarge,
            """
            line 1, column 1: expected less than 4 GiB of text, found 4294967295 bytes
                [1]
                ^
            """,
            scanFourGigabytes),
        Provocation(.nonFiniteNumber, "$.a[1]: expected a finite number, found NaN") {
            _ = try JSON(["a": [1, Double.nan]] as [String: Any]).serialized()
        },
        .step(.missingKey, #"$.user.email: expected a member "email", found none"#) {
            try JSON(parsing: #"{"user": {"name": "Ada"}}"#)["user"]["email"]
        },
        .step(
            .missingKey,
            #"$["user.name"]: expected a member "user.name", "#
                + #"found none; a path has a step for each name: ["user", "name"]"#
        ) {
            try JSON(parsing: #"{"user": {"name": "Ada"}}"#)["user.name"]
        },
        .step(.missingKey, #"$["users.name"]: expected a member "users.name", found none"#) {
            try JSON(parsing: #"{"user": {"name": "Ada"}}"#)["users.name"]
        },
        .step(.indexOutOfBounds, "$.a[3]: expected an element 3, found 2 elements") {
            try JSON(parsing: #"{"a": [1, 2]}"#)["a"][3]
        },
        .step(.indexOutOfBounds, "$.a[1]: expected an element 1, found 1 element") {
            try JSON(parsing: #"{"a": [1]}"#)["a"][1]
        },
        .step(.indexOutOfBounds, "$[0]: expected an element 0, found an empty array") { try JSON(parsing: "[]")[0] },
        .step(.indexOutOfBounds, "$[-1]: expected an index from 0 on, found -1") { try JSON(parsing: "[1, 2]")[-1] },
        .step(.wrongType, "$.a: expected an object, found an array") { try JSON(parsing: #"{"a": [1]}"#)["a"]["b"] },
        .step(.wrongType, "$.a[0]: expected an array, found a string") {
            try JSON(parsing: #"{"a": ["x"]}"#)["a", 0, 1]
        },
        .step(.unsupportedType, "$: expected a type that JSON can hold, found Dictionary<Int, Int>") {
            JSON([1: 2] as [Int: Int])
        },
        Provocation(.invalidPointer, #"expected a pointer that is empty or begins with '/', found "a/b""#) {
            _ = try JSONPointer(parsing: "a/b")
        },
        Provocation(
            .invalidPatch, "$.a.b: expected a value other than null, which a merge patch cannot set, found null"
        ) {
            _ = try (["a": [:] as JSON] as JSON).mergePatch(to: ["a": ["b": nil] as JSON])
        },
        Provocation(.testFailed, "$.a[0]: expected 2, found 1") {
            var json: JSON = ["a": [1]]
            do {
                try json.apply(JSONPatch([.test(JSONPointer(["a", "0"]), 2)]))
            } catch let error as JSONPatchError {
                throw error.reason
            }
        },
        // Thrown by the modules above this one, which have their own tests.
        Provocation(.invalidJSON, "$.a[0]: expected an array or an object, found a string") {
            throw JSONError(
                .invalidJSON, path: [.key("a"), .index(0)], expected: "an array or an object", found: "a string")
        },
    ]

    /// The kernel sees the size before it reads anything, so the memory need not hold anything.
    private static func scanFourGigabytes() throws {
        let start: [UInt8] = Array("[1]\n".utf8)
        try start.withUnsafeBufferPointer { bytes in
            let huge = UnsafeBufferPointer(start: bytes.baseAddress, count: Int(UInt32.max))
            do throws(NeatlineJSON.Scanner.Failure) {
                try NeatlineJSON.Scanner.scan(huge, options: JSONParsingOptions()) { $0.buffer.release() }
            } catch {
                throw JSONError(error.reason, at: error.offset, in: huge, options: JSONParsingOptions())
            }
        }
    }

    @Test("Each code has its message", arguments: JSONError.Code.allCases)
    func messages(of code: JSONError.Code) throws {
        let provocations = ErrorMessageTests.provocations.filter { $0.code == code }
        try #require(!provocations.isEmpty, "no test provokes \(code)")
        for provocation in provocations {
            let error = try #require(throws: JSONError.self) { try provocation.provoke() }
            expectEqual(error.code, code)
            expectEqual(error.description, provocation.message)
            expect(error.description.contains(error.message))
        }
    }

    @Test("Codes are stable text")
    func rawValues() {
        let names = JSONError.Code.allCases.map(\.rawValue)
        expectEqual(
            names,
            [
                "unexpectedEnd", "expectedValue", "expectedKey", "expectedColon", "expectedComma", "trailingComma",
                "trailingContent", "invalidLiteral", "invalidNumber", "controlCharacter", "invalidEscape",
                "loneSurrogate", "invalidUTF8", "unterminatedComment", "tooDeep", "duplicateKey", "topLevelScalar",
                "tooLarge", "nonFiniteNumber", "missingKey", "indexOutOfBounds", "wrongType", "unsupportedType",
                "invalidJSON", "invalidPointer", "invalidPatch", "testFailed",
            ])
    }

    @Test(
        "What was found is named: invisible characters by their code points",
        arguments: [
            ("[\u{A0}1]", "U+00A0"), ("[\u{FEFF}1]", "U+FEFF"), ("[\u{7F}]", "U+007F"), ("[\u{0}]", "U+0000"),
            ("[é]", "'é'"), ("[中]", "'中'"), ("[🙂]", "'🙂'"), ("[\u{E000}]", "U+E000"), ("[\u{2028}]", "U+2028"),
            ("[\u{1F3F4}\u{E0067}]", "'\u{1F3F4}'"), ("[\u{E0067}]", "U+E0067"), ("[\u{FFFD}]", "'\u{FFFD}'"),
        ])
    func found(text: String, found: String) throws {
        let error = try #require(throws: JSONError.self) { try JSON(parsing: text) }
        expectEqual(error.code, .expectedValue)
        expectEqual(error.expected, "a value")
        expectEqual(error.found, found)
        expectEqual(error.message, "expected a value, found \(found)")
    }

    @Test("A long duplicate name is cut")
    func longName() throws {
        let name = String(repeating: "n", count: 100)
        var options = JSONParsingOptions()
        options.duplicateKeys = .reject
        let error = try #require(throws: JSONError.self) {
            try JSON(parsing: #"{"\#(name)": 1, "\#(name)": 2}"#, options: options)
        }
        expectEqual(error.found, "\"\(String(repeating: "n", count: 39))…\" again")
    }

    @Test("The first duplicate of the text is reported, not the first of the outermost object")
    func firstDuplicate() throws {
        var options = JSONParsingOptions()
        options.duplicateKeys = .reject
        let error = try #require(throws: JSONError.self) {
            try JSON(parsing: #"{"a": {"x": 1, "x": 2}, "a": 3}"#, options: options)
        }
        expectEqual(error.byteOffset, 15)
    }

    @Test("Equal errors have one code and, in a text, one position; and hash alike")
    func equality() throws {
        let json = try JSON(parsing: #"{"a": [1], "b": {}}"#)
        let error = try #require(json["a"][1].error)
        let same = try #require(json["a", 1].error)
        expectEqual(error, same)
        expectEqual(error.hashValue, same.hashValue)
        expectEqual(error, json["a"][2].error)
        expectEqual(error.hashValue, json["a"][2].error?.hashValue)
        expectEqual(json["b"]["x"].error, json["b"]["y"].error)
        expect(json["b"]["x"].error != json["a"]["x"].error)
        let first = #expect(throws: JSONError.self) { try JSON(parsing: "[1") }
        let second = #expect(throws: JSONError.self) { try JSON(parsing: "[1") }
        let third = #expect(throws: JSONError.self) { try JSON(parsing: "[12") }
        expectEqual(first, second)
        expectEqual(first?.hashValue, second?.hashValue)
        expect(first != third)
    }

    @Test("An error from parsing has a position and no path, an error from a value a path and no position")
    func positions() throws {
        let parsing = try #require(throws: JSONError.self) { try JSON(parsing: "[1,\n  x]") }
        expectEqual(parsing.byteOffset, 6)
        expectEqual(parsing.line, 2)
        expectEqual(parsing.column, 3)
        expectEqual(parsing.excerpt, "  x]\n  ^")
        expect(parsing.path == nil)
        let access = try #require(try JSON(parsing: "[1]")[4].error)
        expect(access.byteOffset == nil)
        expect(access.line == nil)
        expect(access.column == nil)
        expect(access.excerpt == nil)
        expectEqual(access.path, "$[4]")
    }
}
