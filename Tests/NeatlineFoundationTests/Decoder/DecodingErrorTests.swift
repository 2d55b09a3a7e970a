import Foundation
import Neatline
import NeatlineTestSupport
import Testing

@Suite("NeatlineJSONDecoder: errors") struct DecodingErrorTests {
    struct Order: Decodable {
        struct Line: Decodable {
            let price: Double
        }
        let lines: [Line]
    }

    @Test("A value of another type is reported with type, position and excerpt")
    func mismatch() {
        let text = "{\n  \"lines\": [{\"price\": 1}, {\"price\": \"2\"}]\n}"
        let error = decodingError { try NeatlineJSONDecoder().decode(Order.self, from: text) }
        expectEqual(error?.kind, "typeMismatch Double")
        expectEqual(error?.context.codingPath.map(\.stringValue), ["lines", "Index 1", "price"])
        expectEqual(
            error?.context.debugDescription,
            """
            Expected to decode Double but found a string instead. At line 2, column 37:
                  "lines": [{"price": 1}, {"price": "2"}]
                                                    ^
            """)
    }

    @Test("An absent member is reported with its object's position")
    func missing() {
        let error = decodingError { try NeatlineJSONDecoder().decode(Order.self, from: "{\"lines\":[{}]}") }
        expectEqual(error?.kind, "keyNotFound price")
        expectEqual(error?.context.codingPath.map(\.stringValue), ["lines", "Index 0"])
        expectEqual(
            error?.context.debugDescription,
            """
            No value associated with key CodingKeys(stringValue: "price", intValue: nil) ("price"). \
            At line 1, column 11:
                {"lines":[{}]}
                          ^
            """)
    }

    @Test("Null where a value is needed is told as such")
    func null() {
        let error = decodingError { try NeatlineJSONDecoder().decode([Int].self, from: "[null]") }
        expectEqual(error?.kind, "valueNotFound Int")
        expectEqual(
            error?.context.debugDescription,
            "Cannot get value of type Int -- found null value instead. At line 1, column 2:\n    [null]\n     ^")
    }

    @Test("A text that is no JSON is corrupted data, with the parser's error")
    func syntax() throws {
        let error = try #require(decodingError { try NeatlineJSONDecoder().decode([Int].self, from: "[1,]") })
        expect(error.kind == "dataCorrupted" && error.context.codingPath.isEmpty)
        expectEqual(error.context.debugDescription, "The given data was not valid JSON.")
        let underlying = try #require(error.context.underlyingError as? JSONError)
        let message = "line 1, column 4: expected another element after ',', found ']'"
        expect(underlying.description.hasPrefix(message))
        expectEqual("\(error)".components(separatedBy: message).count, 2, "\(error)")
        expect(underlying.code == .trailingComma && underlying.column == 4)
    }

    enum Status: String, Decodable { case open, paid }

    @Test("Errors that types throw themselves get their positions as well")
    func thrownByTypes() throws {
        let error = decodingError { try NeatlineJSONDecoder().decode([Status].self, from: #"["open", "lost"]"#) }
        expectEqual(error?.kind, "dataCorrupted")
        expectEqual(error?.context.debugDescription.contains("invalid String value lost. At line 1, column 10:"), true)

        struct Refusal: Error {}
        struct Refusing: Decodable {
            init(from decoder: any Decoder) throws { throw Refusal() }
        }
        #expect(throws: Refusal.self) {
            try NeatlineJSONDecoder().decode([Wrapped<Refusing>].self, from: #"[{"a":1}]"#)
        }
    }

    @Test(
        "Cases and paths are Foundation's, whatever is wrong",
        arguments: [
            "", " ", "[", "{", "[1", "{\"a\"}", "nul", "\"a", "[1] 2", "{\"a\":1,}x",
            "null", "1", "true", "\"s\"", "[]", "{}", "{\"a\":null}", "{\"a\":{}}", "{\"a\":[]}", "{\"a\":[{}]}",
            "{\"a\":[{\"a\":null}]}", "{\"a\":[{\"a\":{\"b\":1}}]}", "{\"a\":[{\"a\":{\"b\":\"x\"}},3]}",
            "{\"a\":[{\"a\":{\"b\":[1]}}]}",
        ])
    func sameAsFoundation(text: String) {
        typealias Model = Wrapped<[Wrapped<[String: String]>]>
        let own = Outcome { try NeatlineJSONDecoder().decode(Model.self, from: text).a.map(\.a) }
        let other = Outcome { try JSONDecoder().decode(Model.self, from: Data(text.utf8)).a.map(\.a) }
        expectEqual(own, other)
    }

    @Test(
        "Types for which there are strategies are refused as Foundation refuses them",
        arguments: [
            "null", "1", "\"\"", "\"http://[::1\"", "[]", "{}", "true", "\"AQ=\"",
        ])
    func strategies(text: String) {
        func compare<T: Decodable>(_ type: T.Type) {
            let text = "{\"a\":\(text)}"
            let own = Outcome { try NeatlineJSONDecoder().decode(Wrapped<T>.self, from: text).a }
            let other = Outcome { try JSONDecoder().decode(Wrapped<T>.self, from: Data(text.utf8)).a }
            expectEqual(own, other, "\(T.self)")
        }
        compare(URL.self)
        compare(Data.self)
        compare(Date.self)
        compare(Decimal.self)
        compare(UUID.self)
    }

    @Test(
        "More levels than the parser accepts are an error, and so are more values inside one another than the decoder does"
    )
    func depth() throws {
        struct Nested: Decodable {
            init(from decoder: any Decoder) throws {
                var container = try decoder.unkeyedContainer()
                if !container.isAtEnd { _ = try container.decode(Nested.self) }
            }
        }
        struct Stepping: Decodable {
            init(from decoder: any Decoder) throws {
                var container = try decoder.unkeyedContainer()
                while !container.isAtEnd { container = try container.nestedUnkeyedContainer() }
            }
        }
        let decoder = NeatlineJSONDecoder()
        func text(_ depth: Int) -> String {
            String(repeating: "[", count: depth) + String(repeating: "]", count: depth)
        }
        #expect(throws: Never.self) { try decoder.decode(Nested.self, from: text(512)) }
        expectEqual(decodingError { try decoder.decode(Nested.self, from: text(10_000)) }?.kind, "dataCorrupted")
        decoder.parsingOptions.maximumDepth = 20_000
        for count in [600, 10_000] {
            let error = try #require(decodingError { try decoder.decode(Nested.self, from: text(count)) })
            expectEqual(error.kind, "dataCorrupted")
            expect(
                error.context.debugDescription.hasPrefix(
                    "Expected at most 512 values inside one another, found more. At line 1, column 514:"))
            expectEqual(decodingError { try decoder.decode(Stepping.self, from: text(count)) }?.kind, "dataCorrupted")
        }
    }

    @Test("What the stack has no room for is an error on any thread", arguments: [128 << 10, 8 << 20])
    func smallStacks(size: Int) throws {
        struct Stepping: Decodable {
            init(from decoder: any Decoder) throws {
                let container = try decoder.container(keyedBy: AnyName.self)
                if container.contains(AnyName("a")) {
                    _ = try Stepping(from: container.superDecoder(forKey: AnyName("a")))
                }
            }
        }
        indirect enum Tree: Decodable {
            case node([Tree]), members([String: Tree])

            init(from decoder: any Decoder) throws {
                if (try? decoder.unkeyedContainer()) != nil {
                    self = .node(try [Tree](from: decoder))
                } else {
                    self = .members(try decoder.singleValueContainer().decode([String: Tree].self))
                }
            }
        }
        final class Answer: @unchecked Sendable { var failures: [String?] = [] }
        let answer = Answer()
        let thread = Thread {
            for text in [
                String(repeating: "[", count: 512) + String(repeating: "]", count: 512),
                String(repeating: #"{"a":"#, count: 511) + "{}" + String(repeating: "}", count: 511),
            ] {
                let tree = decodingError { try NeatlineJSONDecoder().decode(Tree.self, from: text) }
                answer.failures.append(tree?.context.debugDescription)
            }
            let text = String(repeating: #"{"a":"#, count: 511) + "{}" + String(repeating: "}", count: 511)
            let stepping = decodingError { try NeatlineJSONDecoder().decode(Stepping.self, from: text) }
            answer.failures.append(stepping?.context.debugDescription)
        }
        thread.stackSize = size
        thread.start()
        while !thread.isFinished { sched_yield() }
        try #require(answer.failures.count == 3)
        if size >= 1 << 20 {
            expectEqual(answer.failures, [nil, nil, nil])
        } else {
            // Stepping takes so little of the stack that there may be room for all.
            for failure in answer.failures.prefix(2) {
                expectEqual(failure?.contains("others, and the stack has no room for more."), true)
            }
        }
    }

    /// A wrapper that catches the errors of what it wraps.
    @propertyWrapper struct Lenient<Value: Decodable>: Decodable {
        var wrappedValue: Value?
        var projectedValue: DecodingPosition?

        init(from decoder: any Decoder) throws {
            do {
                wrappedValue = try Value(from: decoder)
            } catch let error as DecodingError {
                projectedValue = error.context.underlyingError as? DecodingPosition
            }
        }
    }

    @Test("A wrapper that catches an error gets line and column of the value")
    func caughtErrors() throws {
        struct Inner: Decodable {
            var date: Date
            var url: URL?
        }
        struct Model: Decodable {
            @Lenient var int: Int?
            @Lenient var list: [Int]?
            @Lenient var inner: Inner?
            @Lenient var missing: Inner?
            @Lenient var container: [String: Int]?
        }
        let text = """
            {"int": "a",
             "list": [1,
              2, null],
             "inner": {"date": "x"},
             "missing": {}, "container": []}
            """
        let decoder = NeatlineJSONDecoder()
        decoder.dateDecodingStrategy = .iso8601
        let model = try decoder.decode(Model.self, from: text)
        let positions = [
            model.$int, model.$list, model.$inner, model.$missing, model.$container,
        ].map { $0.map { "\($0)" } ?? "none" }
        expectEqual(
            positions,
            [
                "line 1, column 9", "line 3, column 6", "line 4, column 20", "line 5, column 13", "line 5, column 30",
            ])
        let error = decodingError { try decoder.decode([Int].self, from: "[\n\"a\"]") }
        expect(error?.context.underlyingError == nil)
        expectEqual(error?.context.debugDescription.contains("At line 2, column 1:"), true)
        // A value that is in no text has none.
        let built = try decoder.decode(Model.self, from: Self.built)
        expect(built.$int == nil)
    }

    private static let built: JSON = ["int": "a", "list": [], "inner": ["date": "x"], "missing": [:], "container": [:]]
}
