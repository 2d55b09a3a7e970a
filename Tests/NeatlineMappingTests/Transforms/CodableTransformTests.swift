import Foundation
import Neatline
import NeatlineTestSupport
import Testing

@Suite("CodableTransform") struct CodableTransformTests {
    private struct Point: Codable, Equatable {
        var x: Int
        var y: Double
        var label: String?
    }
    private struct Price: Codable, Equatable { var amount: Decimal }
    private struct Event: Codable, Equatable { var createdAt: Date }

    @Test("Objects and arrays of objects are decoded and encoded")
    func objects() throws {
        let point = Point(x: 1, y: 2.5, label: "a")
        try expectEqual(read(CodableTransform<Point>(), #"{"x": 1, "y": 2.5, "label": "a"}"#), point)
        try expectEqual(read(CodableTransform<[Point]>(), #"[{"x": 1, "y": 2.5, "label": "a"}]"#), [point])
        let encoded = try #require(CodableTransform<Point>().transformToJSON(point) as? [String: Any])
        expect(encoded["x"] as? Int == 1)
        expect(encoded["y"] as? Double == 2.5)
        expect(encoded["label"] as? String == "a")
        expectEqual((CodableTransform<[Point]>().transformToJSON([point]) as? [[String: Any]])?.count, 1)
    }

    @Test("Scalars, arrays of scalars and dictionaries are decoded and encoded")
    func scalars() throws {
        try expectEqual(read(CodableTransform<Int>(), "5"), 5)
        try expectEqual(read(CodableTransform<String>(), #""a\n""#), "a\n")
        try expectEqual(read(CodableTransform<Bool>(), "true"), true)
        try expectEqual(read(CodableTransform<[Int]>(), "[1, 2]"), [1, 2])
        try expectEqual(read(CodableTransform<[String: [Bool]]>(), #"{"a": [true]}"#), ["a": [true]])
        try expectEqual(read(CodableTransform<JSON>(), #"{"a": [1.5, null]}"#), ["a": [1.5, JSON.null]])
        expect(CodableTransform<Int>().transformToJSON(5) as? Int == 5)
        expect(CodableTransform<String>().transformToJSON("a") as? String == "a")
        expect(CodableTransform<[Int]>().transformToJSON([1, 2]) as? [Int] == [1, 2])
        expect(CodableTransform<Int>().transformToJSON(nil) == nil)
    }

    @Test("Decimals keep their digits")
    func decimals() throws {
        let price = Price(amount: try #require(Decimal(string: "1.66")))
        try expectEqual(read(CodableTransform<Price>(), #"{"amount": 1.66}"#), price)
    }

    @Test(
        "What the decoder refuses is nil",
        arguments: [
            "null", "true", "5", #""a""#, "[]", "{}", #"{"x": 1}"#, #"{"x": "1", "y": 2}"#, #"{"x": 1e400, "y": 2}"#,
        ])
    func failures(text: String) throws {
        expect(try read(CodableTransform<Point>(), text) == nil)
    }

    private struct Route: Codable, Equatable {
        var name: String
        var points: [Point]
    }

    @Test("The failure has the decoder's error, which says what does not fit inside the value")
    func decodingErrors() throws {
        let expected = "expected a value that can be decoded as Route, found an object"
        let text = """
            {"k": {"name": "é", "points": [{"x": 1, "y": 2},
             {"x": 1, "y": "2"}]}}
            """
        let property = Property<Route?>(nil) { value, map in value <- (map["k"], CodableTransform<Route>()) }
        let failure = try #require(property.reading(text).failures.first)
        expect(failure.reason == .notTransformed && failure.path == "$.k")
        let cause = "$.k.points[1].y: Expected to decode Double but found a string instead."
        expectEqual(failure.description, "$.k: \(expected): \(cause) At line 2, column 16 (line 1, column 7)")
        guard case .typeMismatch(_, let context) = failure.underlying as? DecodingError else {
            Issue.record("\(failure)")
            return
        }
        expectEqual(context.codingPath.map(\.stringValue), ["points", "Index 1", "y"])
        let values = property.reading(try #require(try JSON(parsing: text).dictionaryObject))
        expectEqual(values.messages, ["$.k: \(expected): \(cause)"])

        let missing = property.reading(#"{"k": {"points": []}}"#)
        expectEqual(missing.messages.first?.contains(": $.k.name: No value associated with key"), true)
        expectEqual(missing.messages.first?.contains("\n"), false)
        let list = Property<[Route]>([]) { value, map in value <- (map["k"], CodableTransform<Route>()) }
        let messages = list.reading(#"{"k": [{"name": "a", "points": []}, {"name": "a", "points": 5}]}"#).messages
        expectEqual(messages.count, 1)
        expect(messages[0].hasPrefix("$.k[1]: \(expected): $.k[1].points: Expected to decode Array"))
    }

    @Test("The error of a transform that another one replaced is not told of the next")
    func replacedErrors() throws {
        let none = TransformOf<Int, String>(fromJSON: { _ in nil }, toJSON: { _ in nil })
        let five = TransformOf<Int, String>(fromJSON: { _ in 5 }, toJSON: { _ in nil })
        let property = Property(0) { value, map in
            value <- (map["k"], CodableTransform<Int>().or(five))
            value <- (map["k"], none)
        }
        let outcome = property.reading(#"{"k": "a"}"#)
        expect(outcome.value == 5 && outcome.failures.count == 1)
        expect(outcome.failures.allSatisfy { $0.underlying == nil })
        let failing = Property(0) { value, map in value <- (map["k"], CodableTransform<Int>().or(none)) }
        expect(failing.reading(#"{"k": "a"}"#).failures.first?.underlying is DecodingError)
    }

    @Test("Overflow and values without a form in JSON are nil")
    func strangeValues() throws {
        expect(try read(CodableTransform<UInt8>(), "300") == nil)
        expect(try read(CodableTransform<Int>(), "1.5") == nil)
        expect(try read(CodableTransform<Int?>(), "null") == nil as Int??)
        for value in strangers { expect(CodableTransform<Point>().transformFromJSON(value) == nil) }
        expectEqual(CodableTransform<Double>().transformFromJSON(Double.nan)?.isNaN, true)
        expect(CodableTransform<Double>().transformToJSON(.infinity) == nil)
        expect(CodableTransform<Int>().transform(fromParsed: JSON.null["missing"]) == nil)
    }

    @Test("Deep nesting is nil, and no overflow")
    func depth() throws {
        let text = String(repeating: "[", count: 100_000) + String(repeating: "]", count: 100_000)
        var options = JSONParsingOptions()
        options.maximumDepth = 200_000
        let json = try JSON(parsing: text, options: options)
        expect(CodableTransform<[Int]>().transform(fromParsed: json) == nil)
        expect(CodableTransform<[Int]>().transformFromJSON(json.object) == nil)
    }

    @Test("Coders with strategies can be given")
    func coders() throws {
        let decoder = NeatlineJSONDecoder()
        decoder.keyDecodingStrategy = .convertFromSnakeCase
        decoder.dateDecodingStrategy = .secondsSince1970
        let encoder = NeatlineJSONEncoder()
        encoder.keyEncodingStrategy = .convertToSnakeCase
        encoder.dateEncodingStrategy = .secondsSince1970
        let transform = CodableTransform<Event>(decoder: decoder, encoder: encoder)
        let event = Event(createdAt: Date(timeIntervalSince1970: 5))
        try expectEqual(read(transform, #"{"created_at": 5}"#), event)
        expectEqual(transform.transformToJSON(event) as? [String: Int], ["created_at": 5])
    }

    private final class Wrapped: CodableTransform<Int> {
        override func transformFromJSON(_ value: Any?) -> Int? {
            super.transformFromJSON((value as? [String: Any])?["value"])
        }
    }

    @Test("A subclass's transformFromJSON is used for parsed values too")
    func subclass() throws {
        try expectEqual(read(Wrapped(), #"{"value": 5}"#), 5)
    }
}
