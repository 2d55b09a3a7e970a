import Foundation
import Neatline
import NeatlineTestSupport
import Testing

@Suite("MapError") struct MapErrorTests {
    enum Kind: String { case a }

    struct Inner: ImmutableMappable {
        let n: Int
        init(map: Map) throws { n = try map.value("n") }
    }

    struct Refusing: Mappable {
        init?(map: Map) { nil }
        mutating func mapping(map: Map) {}
    }

    /// What reading throws.
    private func error(
        _ text: String, options: MappingOptions = MappingOptions(), _ read: @escaping (Map) throws -> Void
    ) throws -> MapError {
        var caught: (any Error)?
        let property = Property(0) { _, map in
            do { try read(map) } catch { caught = error }
        }
        let outcome = property.reading(text, options: options)
        expect(outcome.messages.isEmpty)
        return try #require(caught as? MapError)
    }

    @Test("The whole description, with the position in the source and in the text")
    func description() throws {
        let error = try error("{\n  \"a\": {\"b\": \"five\"}\n}") { map in
            let _: Int = try map.value("a.b", file: "Folder/Model.swift", function: "init(map:)", line: 7)
        }
        expectEqual(
            error.description,
            """
            Got an error while mapping.
            - reason: Cannot cast to 'Int'
            - location: Model.init(map:):7
            - key: a.b
            - currentValue: five
            - failure: $.a.b: expected a 64-bit integer, \
            found the string "five" (line 2, column 14)
            """)
        expectEqual(error.key, "a.b")
        expect(error.currentValue as? String == "five")
        expectEqual(error.line, 7)
        expectEqual(error.failure?.byteOffset, 15)
    }

    @Test("Without a position it names the caller's source line")
    func callLocation() throws {
        let line = #line + 1
        let error = try error("{}") { map in let _: Int = try map.value("x") }
        expect(
            error.description.contains(
                "- location: MapErrorTests.callLocation():\(line)\n- key: x\n- currentValue: nil"))
        expectEqual(error.failure?.description.hasPrefix("$.x: expected a 64-bit integer"), true)
        expectEqual(error.failure?.found, "nothing")
        expectEqual(error.failure?.reason, .missing)
    }

    @Test("An error of one's own has no failure, and shows what it was given")
    func own() {
        let error = MapError(key: "k", currentValue: [1], reason: "no good")
        expectEqual(
            error.description,
            """
            Got an error while mapping.
            - reason: no good
            - location: nil
            - key: k
            - currentValue: [1]
            """)
        expect(error.failure == nil)
        var changed = error
        changed.currentValue = 5
        expect(changed.currentValue as? Int == 5)
        let empty = MapError(key: nil, currentValue: nil, reason: nil, file: nil, function: nil, line: nil)
        expectEqual(
            empty.description,
            """
            Got an error while mapping.
            - reason: nil
            - location: nil
            - key: nil
            - currentValue: nil
            """)
    }

    @Test("The reason of each kind of value")
    func reasons() throws {
        let text = """
            {"kind": "z", "kinds": ["a", 1], "object": {}, "list": [{"n": 1}, {}], "named": {"x": 5}, "rows": [[5]],
             "text": "x", "texts": ["1", "x"], "string": "s"}
            """
        let cases: [(reason: String, failure: String, read: (Map) throws -> Void)] = [
            (
                "Cannot transform to 'Kind' using EnumTransform",
                #"$.kind: expected a case of Kind, found the string "z" (line 1, column 10)"#,
                { let _: Kind = try $0.value("kind") }
            ),
            (
                "Cannot cast to '[Any]'", "$.kinds[1]: expected a string, found the number 1 (line 1, column 30)",
                { let _: [Kind] = try $0.value("kinds") }
            ),
            (
                "Cannot map to 'Refusing'",
                "$.object: expected an object that Refusing accepts, found one that it rejects (line 1, column 44)",
                { let _: Refusing = try $0.value("object") }
            ),
            (
                "Cannot map to 'Refusing'", #"$.string: expected an object, found the string "s" (line 2, column 46)"#,
                { let _: Refusing = try $0.value("string") }
            ),
            (
                "Cannot cast to 'Int'",
                """
                $.list[1].n: expected a 64-bit integer, found nothing \
                (line 1, column 67)
                """,
                { let _: [Inner] = try $0.value("list") }
            ),
            (
                "Cannot cast to '[String: Any]'",
                "$.named.x: expected an object, found the number 5 (line 1, column 87)",
                { let _: [String: Inner] = try $0.value("named") }
            ),
            (
                "Cannot cast to '[[Any]]'", "$.rows[0][0]: expected an object, found the number 5 (line 1, column 101)",
                { let _: [[Inner]] = try $0.value("rows") }
            ),
            (
                "Cannot transform to 'Int' using NumberText()",
                #"$.text: expected a value that NumberText converts to Int, found the string "x" (line 2, column 10)"#,
                { let _: Int = try $0.value("text", using: NumberText()) }
            ),
            (
                "Cannot cast to '[Any]'",
                #"$.texts[1]: expected a value that NumberText converts to Int, found the string "x" (line 2, column 30)"#,
                { let _: [Int] = try $0.value("texts", using: NumberText()) }
            ),
            (
                "Cannot cast to '[String: Any]'",
                #"$.string: expected an object, found the string "s" (line 2, column 46)"#,
                { let _: [String: Int] = try $0.value("string", using: NumberText()) }
            ),
            (
                "Cannot cast to '[[Any]]'", #"$.string: expected an array, found the string "s" (line 2, column 46)"#,
                { let _: [[Int]] = try $0.value("string", using: NumberText()) }
            ),
            (
                "Cannot cast to 'Array<Any>'",
                #"$.string: expected an array, found the string "s" (line 2, column 46)"#,
                { let _: [Any] = try $0.value("string") }
            ),
        ]
        for (reason, failure, read) in cases {
            let error = try error(text, read)
            expectEqual(error.reason, reason)
            expectEqual(error.failure?.description, failure)
        }
    }

    @Test("The reason of a model that is absent or null", arguments: ["{}", #"{"k": null}"#])
    func absentModels(text: String) throws {
        let nilValue = "Found unexpected nil value"
        try expectEqual(error(text) { let _: Inner = try $0.value("k") }.reason, nilValue)
        try expectEqual(error(text) { let _: Inner? = try $0.value("k") }.reason, nilValue)
        try expectEqual(error(text) { let _: [Inner] = try $0.value("k") }.reason, "Cannot cast to '[Any]'")
        try expectEqual(error(text) { let _: [[Inner]]? = try $0.value("k") }.reason, "Cannot cast to '[[Any]]'")
        let byName = try error(text) { let _: [String: Inner] = try $0.value("k") }
        expectEqual(byName.reason, "Cannot cast to '[String: Any]'")
    }

    @Test("The reason of a model of another type, also if the first failure ends the run")
    func otherTypes() throws {
        var options = MappingOptions()
        for isStrict in [false, true] {
            options.isStrict = isStrict
            let error = try error(#"{"k": 5}"#, options: options) { let _: Inner = try $0.value("k") }
            expectEqual(error.reason, "Cannot map to 'Inner'")
        }
    }

    @Test("A failure after a coercion is the error, and the coercion stays reported")
    func afterCoercion() throws {
        var options = MappingOptions()
        options.coercesScalars = true
        var caught: (any Error)?
        let outcome = Property(0) { _, map in
            do { let _: [Int] = try map.value("k") } catch { caught = error }
        }.reading(#"{"k": ["1", "x"]}"#, options: options)
        let error = try #require(caught as? MapError)
        expectEqual(error.failure?.reason, .mismatch)
        expectEqual(error.failure?.path, "$.k[1]")
        expectEqual(outcome.reasons, [.coerced])
    }

    @Test("The error of a date that is NaN can be printed")
    func notADate() {
        let date = Date(timeIntervalSinceReferenceDate: .nan)
        let texts = ([date, [date], ["b": [1, date]]] as [Any]).map { value in
            // Not by `#expect(throws:)`, which describes the values in the error, too.
            do {
                return "\(try Map(mappingType: .fromJSON, JSON: ["a": value]).value("a") as Int)"
            } catch {
                return "\(error)"
            }
        }
        expect(texts.allSatisfy { $0.contains("- key: a\n- currentValue: ") })
    }

    @Test("A value of a type that JSON does not have is described by its type")
    func foundType() {
        let mapper = Mapper<Inner>()
        let inner: Inner? = mapper.map(JSON: ["n": Date(timeIntervalSinceReferenceDate: 0)])
        expect(inner == nil && mapper.failures.first?.found == "a value of type Date")
    }

    @Test("What try? reads in vain is not reported")
    func inVain() {
        let outcome = Property(0) { _, map in
            let _: Int? = try? map.value("absent")
            let _: Int? = try? map.value("s")
            let _: Inner? = try? map.value("o")
            let _: [Kind]? = try? map.value("list")
            let _: Int? = map["s"].value()
        }.reading(#"{"s": "x", "o": {}, "list": [1]}"#)
        expect(outcome.messages.isEmpty)
    }

    @Test("A default for what is there and does not fit is reported")
    func defaults() throws {
        let outcome = Property(0) { _, map in
            _ = try? map.value("absent", default: 5)
            _ = try? map.value("s", default: 5)
            _ = try? map.value("s", default: Kind.a)
            _ = try? map.value("s", default: 5, using: NumberText())
            _ = try? map.value("s", default: [1] as [Any])
        }.reading(#"{"s": "x"}"#)
        expectEqual(outcome.reasons, [.mismatch, .unknownCase, .notTransformed, .mismatch])
    }
}
