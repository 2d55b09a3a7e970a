import Foundation
import Neatline
import NeatlineTestSupport
import Testing

/// The words for what was expected: cases of enums, values of transforms, and types.
struct ExpectedNamesTests {
    enum Status: String, CaseIterable { case draft, printed, sold }
    enum Single: String, CaseIterable { case only }
    enum Level: Int, CaseIterable { case low = 1, high = 9 }
    enum Closed: String { case a }
    enum Many: Int, CaseIterable { case a, b, c, d, e, f, g, h, i, j }
    enum Eight: Int, CaseIterable { case a, b, c, d, e, f, g, h }

    struct Field<Value: RawRepresentable>: ImmutableMappable where Value.RawValue: MappableValue {
        init(map: Map) throws { _ = try map.value("k") as Value }
    }

    private func failure<Value: RawRepresentable>(_ type: Value.Type, _ text: String) throws -> String
    where Value.RawValue: MappableValue {
        let error = try #require(throws: MapError.self) { try Field<Value>(JSONString: text) }
        return try #require(error.failure).description
    }

    @Test("A value that is none of an enum's cases is shown with the cases")
    func casesAreListed() throws {
        try expectEqual(
            failure(Status.self, #"{"k": "trial"}"#),
            #"$.k: expected "draft", "printed" or "sold", found the string "trial" (line 1, column 7)"#)
        expect(try failure(Single.self, #"{"k": ""}"#).hasPrefix(#"$.k: expected "only", found the string """#))
        expect(try failure(Level.self, #"{"k": 5}"#).hasPrefix("$.k: expected 1 or 9, found the number 5"))
        expect(try failure(Closed.self, #"{"k": "b"}"#).hasPrefix("$.k: expected a case of Closed, found"))
    }

    @Test("At most eight cases are listed")
    func casesAreBounded() throws {
        expect(try failure(Eight.self, #"{"k": 8}"#).hasPrefix("$.k: expected 0, 1, 2, 3, 4, 5, 6 or 7, found"))
        expect(
            try failure(Many.self, #"{"k": 10}"#)
                .hasPrefix("$.k: expected 0, 1, 2, 3, 4, 5, 6, 7 or another case of Many, found the number 10"))
    }

    @Test("A missing enum is shown with its cases, and a raw value of another type with its type")
    func missingCases() throws {
        expect(try failure(Status.self, "{}").hasPrefix(#"$.k: expected "draft", "printed" or "sold", found nothing"#))
        expect(try failure(Status.self, #"{"k": 5}"#).hasPrefix("$.k: expected a string, found the number 5"))
    }

    struct Metres: TransformType {
        func transformFromJSON(_ value: Any?) -> Double? { nil }
        func transformToJSON(_ value: Double?) -> String? { nil }
    }

    struct NamedMetres: TransformType {
        func transformFromJSON(_ value: Any?) -> Double? { nil }
        func transformToJSON(_ value: Double?) -> String? { nil }
        var expectedJSON: String { #"a length such as "2.5 m""# }
    }

    @Test("A transform says what it reads")
    func transforms() throws {
        let format = CustomDateFormatTransform(formatString: "yyyy-MM-dd", timeZone: .gmt)
        let expectations: [(any TransformType, String)] = [
            (ISO8601DateTransform(), "an ISO 8601 date with time and zone, such as 2026-01-31T12:00:00Z"),
            (DateTransform(), "the number of seconds since 1970"),
            (DateTransform(unit: .milliseconds), "the number of milliseconds since 1970"),
            (format, "a date in the format yyyy-MM-dd"),
            (
                ISO8601DateTransform().or(format),
                "an ISO 8601 date with time and zone, such as 2026-01-31T12:00:00Z or a date in the format yyyy-MM-dd"
            ),
            (URLTransform(), "a URL"), (DataTransform(), "a string in Base64"),
            (DataTransform(encoding: .hexadecimal), "a string of hexadecimal digits"),
            (NSDecimalNumberTransform(), "a decimal number"),
            (HexColorTransform(), "a hexadecimal color such as #FF8000"),
            (EnumTransform<Status>(), #""draft", "printed" or "sold""#),
            (CodableTransform<Int>(), "a value that can be decoded as Int"),
            (
                TransformOf<Int, String>(fromJSON: { _ in nil }, toJSON: { _ in nil }),
                "a string that can be converted to Int"
            ),
            (Metres(), "a value that Metres converts to Double"), (NamedMetres(), #"a length such as "2.5 m""#),
        ]
        for (transform, expected) in expectations {
            expectEqual(transform.expectedJSON, expected)
        }
    }

    struct Dated: ImmutableMappable {
        let length: Double
        let date: Date

        init(map: Map) throws {
            length = try map.value("length", using: NamedMetres())
            date = try map.value("date", using: ISO8601DateTransform())
        }
    }

    @Test("What a transform reads is said with what was found")
    func transformsInFailures() throws {
        let error = try #require(throws: MapError.self) { try Dated(JSONString: #"{"length": "long"}"#) }
        expectEqual(
            error.failure?.description,
            #"$.length: expected a length such as "2.5 m", found the string "long" (line 1, column 12)"#)
    }

    struct Point: Codable { var x = 0 }
    enum Shape { case round }
    enum Kind: String, CaseIterable { case free, paid, unknown }

    /// A model whose property has a type that needs a transform.
    struct Cast<Value>: Mappable {
        var value: Value?
        init?(map: Map) {}
        mutating func mapping(map: Map) { value <- map["k"] }
    }

    private func castFailure<Value>(_ type: Value.Type, _ text: String) -> String {
        let mapper = Mapper<Cast<Value>>()
        _ = mapper.map(JSONString: "{\"k\": \(text)}")
        return mapper.failures.map(\.description).joined().replacing(" (line 1, column 7)", with: "")
    }

    @Test("A property whose type needs a transform is told so, with its name")
    func missingTransforms() {
        let dates = "which needs a transform such as ISO8601DateTransform or DateTransform"
        expectEqual(castFailure(Date.self, "5"), "$.k: expected a value of type Date, \(dates), found the number 5")
        expectEqual(
            castFailure(URL.self, #""a""#),
            "$.k: expected a value of type URL, which needs a transform such as URLTransform, "
                + #"found the string "a""#
        )
        expect(castFailure(Data.self, "[]").contains("such as DataTransform, found an empty array"))
        expect(
            castFailure(Point.self, "{}").contains("Point, which needs a transform such as CodableTransform<Point>"))
        expect(castFailure(UUID.self, "1").contains("such as CodableTransform<UUID>"))
        expectEqual(
            castFailure(Shape.self, "1"),
            "$.k: expected a value of type Shape, which needs a transform, found the number 1")
        expectEqual(
            castFailure([Date].self, "[1]"),
            "$.k: expected an array of Date, for which a transform is needed such as ISO8601DateTransform or "
                + "DateTransform, found an array")
        expect(
            castFailure([[Point]].self, "[[{}]]").contains("an array of Point, for which a transform is needed such as")
        )
        expect(castFailure([String: URL].self, #"{"a": ""}"#).contains("an object of URL, for which a transform is"))
        expect(castFailure(Set<Date>.self, "[1]").contains("an array of Date"))
    }

    @Test("Elements that cannot be cast are told with their place")
    func elementsOfCasts() {
        expectEqual(
            castFailure([[String: Any]].self, "[{}, 1]"),
            "$.k[1]: expected an object, found the number 1 (line 1, column 12)")
        expectEqual(
            castFailure([String: [String: Any]].self, #"{"a": []}"#),
            "$.k.a: expected an object, found an empty array (line 1, column 13)")
        expectEqual(
            castFailure([[NSNumber]].self, #"[[1], ["x"]]"#),
            #"$.k[1][0]: expected a value of type NSNumber, found the string "x" (line 1, column 14)"#)
        expectEqual(
            castFailure([NSString].self, #"["x", null]"#),
            "$.k[1]: expected a value of type NSString, found null (line 1, column 13)")
        expectEqual(castFailure([[Any]].self, "{}"), "$.k: expected an array, found an object")
        expectEqual(
            castFailure([[Any]].self, "[5]"), "$.k[0]: expected an array, found the number 5 (line 1, column 8)")
    }

    @Test("Other types are told without one")
    func noTransforms() {
        expectEqual(castFailure([Any].self, "5"), "$.k: expected an array, found the number 5")
        expectEqual(castFailure([String: Any].self, "5"), "$.k: expected an object, found the number 5")
        expectEqual(
            castFailure(NSNumber.self, #""a""#), #"$.k: expected a value of type NSNumber, found the string "a""#)
        expect(castFailure(Date.self, "null").isEmpty && castFailure(Any.self, "5").isEmpty)
    }

    @Test("The case for unknown values is not expected")
    func unknownCase() {
        let transform = EnumTransform<Kind>(unknownCase: .unknown)
        expectEqual(transform.expectedJSON, #""free" or "paid""#)
        expectEqual(EnumTransform<Kind>().expectedJSON, #""free", "paid" or "unknown""#)
        expectEqual(EnumTransform<Single>(unknownCase: .only).expectedJSON, "a case of Single")
    }
}
