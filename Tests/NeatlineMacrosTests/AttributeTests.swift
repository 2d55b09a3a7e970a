import Foundation
import NeatlineFoundation
import NeatlineJSON
import NeatlineMacros
import NeatlineTestSupport
import Testing

// Each attribute: what is read, what is written, and the place of what does not fit.

/// Maps a text, and returns the model with the paths of its failures.
func mapped<Model: BaseMappable>(_ type: Model.Type, _ text: String) -> (model: Model?, failures: [String]) {
    let mapper = Mapper<Model>()
    let model = mapper.map(JSONString: text)
    return (model, mapper.failures.map(\.path))
}

@Mappable
struct Defaults {
    @Default var any = 1
    @Default(.missing) var missing = 1
    @Default(.null) var null = 1
    @Default(.missing, .null) var absent: [Int] = [1]
    @Default(.missing, .wrong) var wrong = 1
    @Required var required = 1
    @Required @Key("required.optional", literal: true) var requiredOptional: Int?
}

@Mappable
struct OptionalDefaults {
    @Default var any: Int? = 1
    @Default(.missing, .wrong) var wrong: Int? = 1
    @Default @Validated<Int>("a positive number", { $0 > 0 }) var positive: Int? = 1
    @Default @Dates var date: Date? = Date(timeIntervalSince1970: 0)
    @Default var list: [Int]? = [1]
}

@Mappable
final class RequiredWrappers {
    @Required @Doubled var required = 4
    @Default(.null) @Doubled var null = 4
    @Required let optional: Int?
    let last: Int
}

@Mappable
struct Nameless {
    @Key("", literal: true) var empty = 1
}

@Mappable
struct Converted {
    @Dates var iso: Date?
    @Dates(.secondsSince1970) var seconds = Date(timeIntervalSince1970: 0)
    @Dates(.millisecondsSince1970) let milliseconds: [Date]
    @Dates(.microsoft) var microsoft: Date?
    @Dates(.format("yyyy-MM-dd")) let day: Date
    @Base64 var bytes = Data()
    @Transform(URLTransform()) var link: URL?
    @Transform(Trimmed(), NumberText()) var number = 0
}

struct Trimmed: TransformType {
    func transformFromJSON(_ value: Any?) -> String? {
        (value as? String)?.trimmingCharacters(in: .whitespaces)
    }
    func transformToJSON(_ value: String?) -> String? { value.map { " \($0) " } }
}

struct NumberText: TransformType {
    func transformFromJSON(_ value: Any?) -> Int? { (value as? String).flatMap { Int($0) } }
    func transformToJSON(_ value: Int?) -> String? { value.map { String($0) } }
}

@Mappable
struct Lists {
    @Lossy var numbers: [Int] = []
    @Lossy var places: [Place]? = nil
    @Lossy var letters: Set<Letter> = []
    @Lossy var byName: [String: Double] = [:]
}

enum Letter: String { case a, b }

@Mappable
struct Size: Equatable, Sendable {
    let width: Int
    var height = 1
}

@Mappable
struct Box {
    @Flat var size: Size
    @Flat var lid: Size?
    @Flat var person = Person()
}

@Mappable
struct Open {
    var name = ""
    @Key("a.b") var inner = 0
    @Rest var others: [String: Int] = [:]
}

enum Side: String, MemberKey { case left, right }

@Mappable
struct OpenModels {
    var name = ""
    @Rest var others: [String: Size] = [:]
}

@Mappable
struct OpenLists {
    @Rest var others: [Int: [Size]] = [:]
}

@Mappable
struct OpenCases {
    @Rest var others: [Side: Side] = [:]
}

@Mappable
struct OpenCaseLists {
    @Rest var others: [Side: [Side]] = [:]
}

@Mappable
struct OpenInOrder {
    @Rest var others = JSON([:])
    let name: String
    #if true
    #endif
}

@Mappable
struct Checked {
    @Validated("a positive number", { (age: Int) in age > 0 }) var age = 0
    @Validated<String>("a short text", { $0.count < 4 }) var code: String?
    @Validated<[Int]>("numbers", { !$0.isEmpty }) let list: [Int]
}

/// Conditions that do not tell the type of the value, or that are for nil, too.
@Mappable
struct CheckedOptionals {
    @Validated<Int>("anything", { _ in true }) var any: Int?
    @Validated<Int>("not 5", { $0 != 5 }) let other: Int?
    @Default(.missing) @Validated<Int>("not 5", { $0 != 5 }) var kept = 1
    @Validated("not 5", { (value: Int?) in value != 5 }) var nothing: Int?
}

/// Members that tell null from absent, of which each is written by itself, and is read by the initializer.
@Mappable
struct Present: Equatable {
    var count = Presence<Int>.absent
    @Key("inner.side") var side = Presence<Side>.absent
    var parts = Presence<[CheckedValue]>.absent
    let name: Presence<String>
    @Default(.missing) var size = Presence<Int>.absent
    @Required var other = Presence<Int>.absent

    func didWrite(map: Map) {}
}

/// The same with transforms, which do not receive null.
@Mappable
struct PresentDates: Equatable {
    @Dates(.iso8601) var begin = Presence<Date>.absent
    @Dates(.iso8601) var stops = Presence<[Date]>.absent
    @Dates(.secondsSince1970) @Key("inner.end") let end: Presence<Date>
    @Transform(URLTransform()) let links: Presence<[String: URL]>
    @Default(.missing) @Base64 var data = Presence<Data>.absent
    @Default(.missing) @Base64 var parts = Presence<[Data]>.absent
    @Required @Base64 var key = Presence<Data>.absent
}

/// Conditions on constants that can be converted.
@Mappable
struct CheckedValue: Equatable {
    @Validated<Int>("a positive number", { $0 > 0 }) let age: Int
    @Validated<Int>("a positive number", { $0 > 7 }) let code: Int?
}

/// Conditions on values that can be converted, and on containers whose elements can be left out.
@Mappable
struct CheckedParts {
    @Validated("a positive number", { (age: Int) in age > 0 }) var age = 1
    @Validated<Int>("a positive number", { $0 > 0 }) var count: Int?
    @Default @Validated<Int>("a positive number", { $0 > 0 }) var size: Int? = 1
    @Lossy @Validated<[Int]>("two numbers", { $0.count == 2 }) var pair = [1, 2]
    @Lossy @Validated<[Int]>("two numbers", { $0.count == 2 }) var others: [Int]? = []
    @Validated<[Side]>("two sides", { $0.count == 2 }) var sides = [Side.left, .right]
}

/// Objects with members of several properties.
@Mappable
struct Overlapping: Equatable {
    @Key("place.point.x") var x = 1
    @Key("place.point") var point = Point()
    @Key("name.first") var first = "a"
    var count = 2
    var place = Place()
    @Flat var names = Names()

    @Mappable
    struct Point: Equatable { var y = 3 }
    @Mappable
    struct Place: Equatable { var city = "c" }
    @Mappable
    struct Names: Equatable { var name = Name() }
    @Mappable
    struct Name: Equatable { var last = "l" }
}

@Mappable(naming: .snakeCase, in: "data.info", ignoresUnknown: false)
struct Contained {
    let userID: Int
    var homePageURL = ""
    @Key(naming: .kebabCase) var someName: String?
    @Key("other.dotted", literal: true) var dotted = 0
}

@Mappable(ignoresUnknown: false)
struct Closed { var name = "" }

@Mappable
struct OneWay {
    @Ignored(.reading) let kind = "one"
    @Ignored(.writing) var secret = ""
}

@Mappable
struct Hooked {
    var value = 0
    @Ignored var calls: [String] = []

    static func willRead(map: Map) throws {
        if map["refused"].isKeyPresent { throw Refusal() }
    }
    mutating func didRead(map: Map) throws {
        calls.append("didRead \(value)")
        if value < 0 { throw Refusal() }
    }
    mutating func willWrite(map: Map) { value += 1 }
    func didWrite(map: Map) { calls.count >>> map["calls"] }

    struct Refusal: Error {}
}

@Suite("Attributes")
struct AttributeTests {
    @Test("The name of a member may be empty, if it is no path")
    func emptyName() {
        let model = mapped(Nameless.self, #"{"": 5}"#).model
        expectEqual(model?.empty, 5)
        expectEqual(model?.toJSONString(), #"{"":5}"#)
        expectEqual(mapped(Nameless.self, #"{"": "x"}"#).failures, [#"$[""]"#])
    }

    @Test("@Default and @Required: what keeps the initial value, and what refuses the object")
    func defaults() throws {
        let fits =
            #"{"any": 2, "null": null, "required": 3, "required.optional": 4, "wrong": 5, "missing": 6, "absent": [7]}"#
        let model = try Defaults(JSONString: fits)
        expect(model.any == 2 && model.null == 1 && model.required == 3 && model.requiredOptional == 4)
        expect(model.wrong == 5 && model.missing == 6 && model.absent == [7])
        expectEqual(model.toJSONString()?.hasPrefix(#"{"any":2,"missing":6,"null":1,"absent":[7],"wrong":5"#), true)

        let rest = #""required": 3, "required.optional": 4"#
        // All that may be: nothing is a failure.
        let least = mapped(Defaults.self, #"{"null": null, "absent": null, "any": null, \#(rest)}"#)
        expect(least.model?.absent == [1] && least.failures == [])
        // A wrong value that is kept is a failure.
        let wrong = mapped(Defaults.self, #"{"null": 1, "wrong": "a", "any": "a", \#(rest)}"#)
        expect(wrong.model?.wrong == 1 && wrong.model?.any == 1 && wrong.failures == ["$.any", "$.wrong"])
        let refusals = [
            ("$.missing", #"{"null": 1, "missing": null, \#(rest)}"#),
            ("$.missing", #"{"null": 1, "missing": "", \#(rest)}"#),
            ("$.null", "{\(rest)}"), ("$.null", #"{"null": "", \#(rest)}"#),
            ("$.absent", #"{"null": 1, "absent": [""], \#(rest)}"#),
            ("$.wrong", #"{"null": 1, "wrong": null, \#(rest)}"#), ("$.required", #"{"null": 1}"#),
            ("$.required", #"{"null": 1, "required": ""}"#), ("$.required", #"{"null": 1, "required": null}"#),
            (#"$["required.optional"]"#, #"{"null": 1, "required": 1}"#),
            (#"$["required.optional"]"#, #"{"null": 1, "required": 1, "required.optional": null}"#),
        ]
        for (path, text) in refusals {
            let result = mapped(Defaults.self, text)
            expect(result.model == nil, "\(text)")
            expectEqual(result.failures.first.map { $0.hasPrefix(path) }, true, "\(text): \(result.failures)")
        }
    }

    @Test("@Default of an optional property keeps its value, too")
    func optionalDefaults() throws {
        let wrong = mapped(
            OptionalDefaults.self, #"{"any": "x", "wrong": "x", "positive": -1, "date": "x", "list": 5}"#)
        expectEqual(wrong.failures, ["$.any", "$.wrong", "$.positive", "$.date", "$.list"])
        let kept = try #require(wrong.model)
        expect(kept.any == 1 && kept.wrong == 1 && kept.positive == 1 && kept.list == [1])
        expectEqual(kept.date, Date(timeIntervalSince1970: 0))
        let fits = mapped(OptionalDefaults.self, #"{"any": 2, "wrong": 3, "positive": 4, "list": [5, "x"]}"#)
        expect(fits.model?.any == 2 && fits.model?.wrong == 3 && fits.model?.positive == 4)
        expect(fits.model?.list == [1] && fits.failures == ["$.list[1]"])
        let null = mapped(OptionalDefaults.self, #"{"any": null, "positive": null}"#)
        expect(null.model?.any == 1 && null.model?.positive == 1 && null.failures == [])
        expectEqual(mapped(OptionalDefaults.self, #"{"wrong": null}"#).failures, ["$.wrong"])
    }

    @Test("@Required and @Default of wrapped properties, and of a constant that is optional")
    func requiredWrappers() throws {
        let model = try RequiredWrappers(JSONString: #"{"required": 6, "null": null, "optional": 1, "last": 2}"#)
        expect(model.required == 6 && model.null == 4 && model.optional == 1 && model.last == 2)
        expectEqual(mapped(RequiredWrappers.self, #"{"required": 6, "null": 8, "last": 2}"#).failures, ["$.optional"])
        expectEqual(
            mapped(RequiredWrappers.self, #"{"required": "x", "null": 8, "optional": 1, "last": 2}"#).failures,
            ["$.required"])
        expectEqual(mapped(RequiredWrappers.self, #"{"required": 6, "optional": 1, "last": 2}"#).failures, ["$.null"])
        let null = #"{"required": 6, "null": 8, "optional": null, "last": 2}"#
        expectEqual(mapped(RequiredWrappers.self, null).failures, ["$.optional"])
    }

    @Test("@Dates, @Base64, @Transform with one and two transforms")
    func conversions() throws {
        let text = #"""
            {"iso": "2016-03-15T00:00:00Z", "seconds": 1.5, "milliseconds": [1500, "2000"], "microsoft": "/Date(1500+0100)/",
             "day": "1970-01-02", "bytes": "AQI=", "link": "https://a.b/", "number": " 12 "}
            """#
        let model = try Converted(JSONString: text)
        expectEqual(model.iso, Date(timeIntervalSince1970: 1_458_000_000))
        expect(model.seconds.timeIntervalSince1970 == 1.5 && model.microsoft?.timeIntervalSince1970 == 1.5)
        expect(
            model.milliseconds.map(\.timeIntervalSince1970) == [1.5, 2] && model.day.timeIntervalSince1970 == 86_400)
        expect(model.bytes == Data([1, 2]) && model.link?.host == "a.b" && model.number == 12)
        expectEqual(
            model.toJSONString(),
            #"{"iso":"2016-03-15T00:00:00Z","seconds":1.5,"milliseconds":[1500,2000],"microsoft":"/Date(1500)/","#
                + #""day":"1970-01-02","bytes":"AQI=","link":"https://a.b/","number":" 12 "}"#)
        expect(model.toJSON()["milliseconds"] as? [Int] == [1500, 2000])
        let wrong = mapped(
            Converted.self,
            #"{"milliseconds": [], "day": "1970-01-02", "iso": "x", "seconds": "x", "microsoft": "/Date(x)/", "bytes": "?", "number": 5}"#
        )
        expectEqual(wrong.failures, ["$.iso", "$.seconds", "$.microsoft", "$.bytes", "$.number"])
        expectEqual(mapped(Converted.self, #"{"milliseconds": []}"#).failures, ["$.day"])
        expectEqual(mapped(Converted.self, #"{"milliseconds": ["x"], "day": ""}"#).failures, ["$.milliseconds[0]"])
    }

    @Test("@Lossy: elements that do not fit are left out, and noted")
    func lossy() throws {
        let text = #"""
            {"numbers": [1, "a", 2], "places": [{"name": "A", "position": [1], "visits": 0}, 5, {"name": 1}],
             "letters": ["a", "c"], "byName": {"x": 1, "y": null}}
            """#
        let mapper = Mapper<Lists>()
        // Strict: failures in omitted elements are no failures of the whole.
        let lists = try mapper.tryMap(JSONString: text)
        expect(lists.numbers == [1, 2] && lists.places?.map(\.name) == ["A"])
        expect(lists.letters == [.a] && lists.byName == ["x": 1])
        expectEqual(
            mapper.failures.map(\.path),
            [
                "$.numbers[1]", "$.places[1]", "$.places[2].name", "$.places[2].visits", "$.letters[1]", "$.byName.y",
            ])
        expect(mapper.failures.allSatisfy { $0.isInOmittedElement })
        expectEqual(lists.toJSONString()?.hasPrefix(#"{"numbers":[1,2],"places":[{"name":"A","#), true)
        let wrong = mapped(Lists.self, #"{"numbers": 5, "places": 5, "letters": [], "byName": null}"#)
        expect(wrong.model?.numbers == [] && wrong.failures == ["$.numbers", "$.places", "$.byName"])
        expectEqual(mapped(Lists.self, #"{"numbers": [], "places": null, "letters": [], "byName": {}}"#).failures, [])
    }

    @Test("@Flat: members of a part beside those of its parent")
    func flat() throws {
        let box = try Box(JSONString: #"{"width": 2, "height": 3, "name": "Ada"}"#)
        expect(box.size == Size(width: 2, height: 3) && box.lid == box.size && box.person.name == "Ada")
        expectEqual(box.toJSONString()?.hasPrefix(#"{"width":2,"height":3"#), true)
        let error = #expect(throws: MapError.self) { try Box(JSONString: #"{"width": "2"}"#) }
        expectEqual(error?.failure?.path, "$.width")
    }

    @Test("@Rest: members without a property, in their order and with all digits")
    func rest() throws {
        let result = mapped(Open.self, #"{"x": 1, "name": "a", "y": "2", "a": {"b": 3, "c": 4}}"#)
        expect(result.model?.others == ["x": 1] && result.model?.inner == 3 && result.failures == ["$.y"])
        expectEqual(result.model?.toJSONString(), #"{"name":"a","a":{"b":3},"x":1}"#)
        // A member that is there twice, and two whose names are equal as text only.
        let twice = try OpenInOrder(JSONString: "{\"z\": 1, \"name\": \"a\", \"z\": 2, \"é\": 3, \"e\u{301}\": 4}")
        expect(twice.others.count == 3 && twice.others["z"] == 2)
        let ordered = try OpenInOrder(JSONString: #"{"z": 1.10, "name": "a", "a.b": [null]}"#)
        expectEqual(ordered.toJSONString(), #"{"z":1.10,"a.b":[null],"name":"a"}"#)
    }

    @Test("@Rest: models, raw values, containers of both, and keys of other types")
    func restOfModels() {
        let size = #"{"width":1,"height":2}"#
        let models = mapped(OpenModels.self, #"{"b": \#(size), "name": "a", "a": {}, "c": null, "d": 5}"#)
        expect(models.model?.others.keys.sorted() == ["b"] && models.failures == ["$.a.width", "$.a.height", "$.d"])
        expectEqual(models.model?.toJSONString(), #"{"name":"a","b":\#(size)}"#)
        let lists = mapped(OpenLists.self, #"{"5": [\#(size)], "3": [], "x": []}"#)
        expect(lists.model?.toJSONString() == #"{"3":[],"5":[\#(size)]}"# && lists.failures == ["$.x"])
        let cases = mapped(OpenCases.self, #"{"right": "left", "left": "up", "up": "left"}"#)
        expect(cases.model?.others == [.right: .left] && cases.failures == ["$.left", "$.up"])
        expectEqual(cases.model?.toJSONString(), #"{"right":"left"}"#)
        let caseLists = mapped(OpenCaseLists.self, #"{"right": ["left"], "left": 1}"#)
        expect(caseLists.model?.others == [.right: [.left]] && caseLists.failures == ["$.left"])
        expectEqual(caseLists.model?.toJSONString(), #"{"right":["left"]}"#)
    }

    @Test("@Validated: a value that does not meet the condition is a failure at its place")
    func validated() throws {
        let model = try Checked(JSONString: #"{"age": 3, "code": "abc", "list": [1]}"#)
        expect(model.age == 3 && model.code == "abc" && model.list == [1])
        expectEqual(model.toJSONString(), #"{"age":3,"code":"abc","list":[1]}"#)
        let mapper = Mapper<Checked>()
        let wrong = try #require(mapper.map(JSONString: #"{"age": -3, "code": "abcd", "list": [1]}"#) as Checked?)
        expect(wrong.age == 0 && wrong.code == nil)
        expectEqual(mapper.failures.map(\.path), ["$.age", "$.code"])
        expect(
            mapper.failures.first?.expected == "a positive number" && mapper.failures.first?.found == "the number -3")
        // One failure each: a value of another type is not checked.
        expectEqual(mapped(Checked.self, #"{"age": "x", "code": null, "list": [1]}"#).failures, ["$.age"])
        let error = #expect(throws: MapError.self) { try Checked(JSONString: #"{"list": []}"#) }
        expect(error?.failure?.path == "$.list" && error?.failure?.expected == "numbers")
    }

    @Test("@Validated: conditions of optional values that do not tell their type")
    func validatedOptionals() throws {
        let model = try CheckedOptionals(JSONString: #"{"any": 1, "other": 2, "kept": 3, "nothing": 4}"#)
        expect(model.any == 1 && model.other == 2 && model.kept == 3 && model.nothing == 4)
        let absent = try CheckedOptionals(JSONString: "{}")
        expect(absent.any == nil && absent.other == nil && absent.kept == 1 && absent.nothing == nil)
        expectEqual(mapped(CheckedOptionals.self, #"{"nothing": 5}"#).failures, ["$.nothing"])
        expectEqual(mapped(CheckedOptionals.self, #"{"other": 5}"#).failures, ["$.other"])
        expectEqual(mapped(CheckedOptionals.self, #"{"kept": 5}"#).failures, ["$.kept"])
    }

    @Test("Presence: in a model with hooks, as a constant, and where a value is required")
    func presences() throws {
        for text in [
            #"{"other":1}"#, #"{"count":null,"inner":{"side":null},"parts":null,"name":null,"other":1}"#,
            #"{"count":1,"inner":{"side":"left"},"parts":[{"age":3}],"name":"n","size":2,"other":1}"#,
        ] {
            let model = try Present(JSONString: text)
            expect(model.toJSONString() == text && JSON(model.toJSON()) == JSON(parseJSON: text))
        }
        expectEqual(mapped(Present.self, "{}").failures, ["$.other"])
        let text = #"{"count": "x", "name": 5, "other": null}"#
        // The failure at which the initializer stopped is the first.
        expectEqual(mapped(Present.self, text).failures, ["$.name", "$.count"])
        let required = mapped(Present.self, #"{"size": null, "other": 1}"#)
        expect(required.model == nil && required.failures == ["$.size"])
    }

    @Test("Presence with a transform")
    func transformedPresences() throws {
        for text in [
            #"{"key":"AA=="}"#,
            #"{"begin":null,"stops":null,"inner":{"end":null},"links":null,"key":"AA=="}"#,
            #"{"begin":"1970-01-01T00:00:01Z","stops":["1970-01-01T00:00:02Z"],"inner":{"end":3},"#
                + #""links":{"a":"https://b.c"},"data":"AQ==","parts":["Ag=="],"key":"AA=="}"#,
        ] {
            let model = try PresentDates(JSONString: text)
            expect(model.toJSONString() == text && JSON(model.toJSON()) == JSON(parseJSON: text))
        }
        let model = try PresentDates(
            JSONString: #"{"begin": "1970-01-01T00:00:01Z", "inner": {"end": null}, "key": "AA=="}"#)
        expect(model.begin == .value(Date(timeIntervalSince1970: 1)) && model.stops == .absent && model.end == .null)
        expect(model.links == .absent && model.data == .absent && model.key == .value(Data([0])))
        let wrong = [
            "begin": "5", "stops": "[1]", "inner": #"{"end": "x"}"#, "links": "[]", "data": "5", "parts": #"["?"]"#,
            "key": "{}",
        ]
        for (name, value) in wrong {
            let found = mapped(
                PresentDates.self, #"{"\#(name)": \#(value)\#(name == "key" ? "" : #", "key": "AA==""#)}"#)
            expectEqual(found.failures.count, 1, "\(name): \(found.failures)")
        }
        expectEqual(mapped(PresentDates.self, "{}").failures, ["$.key"])
        expectEqual(mapped(PresentDates.self, #"{"key": "AA==", "data": null}"#).failures, ["$.data"])
    }

    @Test("@Validated: converted values and what is left of a container are checked, too")
    func validatedParts() throws {
        let mapper = Mapper<CheckedParts>()
        mapper.options.coercesScalars = true
        let converted = try #require(
            mapper.map(
                JSONString: #"{"age": "-3", "count": "-3", "size": "-3", "pair": [1, 2], "sides": ["left", "left"]}"#)
                as CheckedParts?)
        expect(converted.age == 1 && converted.count == nil && converted.size == 1)
        expectEqual(
            mapper.failures.map(\.description),
            [("age", 9), ("count", 24), ("size", 38)].map {
                #"$.\#($0): expected a positive number, found the string "-3" (line 1, column \#($1))"#
            })
        let object: [String: Any] = ["age": "-3", "count": "-3", "size": "-3"]
        _ = mapper.map(JSON: object) as CheckedParts?
        expectEqual(mapper.failures.filter { $0.reason != .missing }.map(\.reason), [.mismatch, .mismatch, .mismatch])
        let list = Mapper<CheckedValue>()
        list.options.coercesScalars = true
        expectEqual(list.mapArray(JSONString: #"[{"age": "-3"}, {"age": "3", "code": "7"}]"#)?.count, 0)
        expectEqual(
            list.failures.map { "\($0.path) \($0.reason)" },
            ["$[0].age mismatch", "$[1].age coerced", "$[1].code mismatch"])
        let parts = mapped(
            CheckedParts.self, #"{"pair": [1, "x"], "others": [1, "x"], "sides": ["left", "up"]}"#)
        expect(parts.model?.pair == [1, 2] && parts.model?.others == nil)
        expectEqual(parts.model?.sides, [.left, .right])
        expectEqual(mapped(CheckedParts.self, #"{"pair": [3, "x", 4]}"#).model?.pair, [3, 4])
    }

    @Test("A member on a path is not lost if another property, or one with @Flat, writes an object on the path")
    func overlapping() throws {
        let model = Overlapping(
            x: 5, point: .init(y: 6), first: "d", count: 7, place: .init(city: "e"),
            names: .init(name: .init(last: "f")))
        let text = try #require(model.toJSONString())
        try expectEqual(
            JSON(parsing: text),
            [
                "count": 7, "place": ["city": "e", "point": ["y": 6, "x": 5]], "name": ["last": "f", "first": "d"],
            ])
        expectEqual(Overlapping(JSONString: text), model)
    }

    @Test("Naming styles, a container, and members that are refused")
    func options() throws {
        let text = #"{"data":{"info":{"user_id":1,"home_page_url":"h","some-name":"s","other.dotted":2}},"more":1}"#
        let model = try Contained(JSONString: text)
        expect(model.userID == 1 && model.homePageURL == "h" && model.someName == "s" && model.dotted == 2)
        expectEqual(model.toJSONString(), text.replacingOccurrences(of: #","more":1"#, with: ""))
        let unknown = mapped(Contained.self, #"{"data": {"info": {"user_id": 1, "x": 2}}}"#)
        expect(unknown.model == nil && unknown.failures == ["$.data.info.x"])
        expectEqual(mapped(Contained.self, #"{"data": {"user_id": 1}}"#).failures, ["$.data.info.user_id"])
        expectEqual(mapped(Closed.self, #"{"name": "a"}"#).failures, [])
        let closed = mapped(Closed.self, #"{"name": "a", "b": 1, "c.d": 2}"#)
        expect(closed.model == nil && closed.failures.prefix(2) == ["$.b", #"$["c.d"]"#])
    }

    @Test("@Ignored in one direction")
    func oneWay() throws {
        let model = try #require(OneWay(JSONString: #"{"kind": "two", "secret": "s"}"#))
        expect(model.kind == "one" && model.secret == "s")
        expectEqual(model.toJSONString(), #"{"kind":"one"}"#)
        expectEqual(mapped(OneWay.self, #"{"secret": 1}"#).failures, ["$.secret"])
    }

    @Test("Functions before and after reading and writing")
    func hooks() throws {
        let model = try Hooked(JSONString: #"{"value": 5}"#)
        expectEqual(model.calls, ["didRead 5"])
        expectEqual(model.toJSONString(), #"{"value":6,"calls":1}"#)
        #expect(throws: Hooked.Refusal.self) { try Hooked(JSONString: #"{"refused": 1}"#) }
        let result = mapped(Hooked.self, #"{"value": -1}"#)
        expect(result.model?.value == -1 && result.failures == ["$"])
    }
}
