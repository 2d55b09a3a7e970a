import Foundation
import NeatlineFoundation
import NeatlineJSON
import NeatlineMacros
import NeatlineTestSupport
import Testing

// Enums that are declared with the macro.

@Mappable
enum Colour: String {
    @Key("red", "rouge") case red
    case green = "GREEN"
    @Unknown case other
}

@Mappable
enum Status: Int {
    @Key(200...299) case fine = 200
    @Key(404, 410) @Key("gone") case gone = 404
    case teapot = 418
}

@Mappable(naming: .kebabCase)
enum Kind: Equatable {
    case plainText
    @Key("html", "xhtml") case html
    @Unknown case other(String)
}

@Mappable
enum Shape: Equatable, Sendable {
    case empty
    case circle(Double)
    case rectangle(width: Int, height: Int?)
    case pair(Int, Int)
    @Key("part", "piece") case part(Size)
    indirect case twice(Shape)
}

@Mappable(tag: "type")
enum Event {
    case login(user: String, at: Int)
    @Key("log-out") case logout
    case resize(Size)
    @Unknown case other(JSON)
}

@Mappable(tag: "meta.kind", content: "body")
enum Message {
    case text(String)
    case point(x: Int, y: Int)
    case nothing
}

@Mappable(untagged: true)
enum Identifier: Equatable, Sendable {
    case number(Int)
    case text(String)
    case size(Size)
    case range(from: Int, to: Int)
    case list([Identifier])
}

@Mappable(untagged: true)
indirect enum Operand: Equatable, Sendable {
    case expression(Expression)
    case number(Int)
    case other(Expression)
}

@Mappable(untagged: true)
enum Expression: Equatable, Sendable {
    case operand(Operand)
    case sum([Operand])
    case name(String)
    case again(Operand)
}

@Mappable
struct Operands { var operand = Operand.number(0) }

@Mappable(untagged: true)
enum Bounds: Equatable {
    case numbers(from: Int, to: Int)
    case names(from: String, to: String)
}

@Mappable
struct Alternatives { var range = Bounds.numbers(from: 0, to: 0) }

@Mappable
enum Rank: Int { @Key("first") case first = 1 }

@Mappable(untagged: true)
enum Choice: Equatable {
    case none
    case number(Int)
}

@Mappable
enum Sevens: Int { @Key(7, 8) case seven = 70 }

@Mappable
struct Spellings {
    var rank = Rank.first
    var choice = Choice.none
    var range = Sevens.seven
}

@Mappable(untagged: true)
enum LevelChoice: Equatable {
    case list([Levels.Level])
    case names([String: Levels.Level])
    case one(Levels.Level)
}

@Mappable(untagged: true)
enum OptionalLevelChoice: Equatable {
    case list([Levels.Level]?)
    case one(Levels.Level?)
}

@Mappable
enum LevelsOrNone: Equatable {
    case none
    @Unknown case others(Set<Levels.Level>)
}

@Mappable
enum LevelOrNone: Equatable {
    case none
    @Unknown case other(Levels.Level?)
}

@Mappable
struct OptionalLevels {
    let choices: [OptionalLevelChoice]
    let others: [LevelOrNone]
}

@Mappable
struct LevelContainers {
    var choices: [LevelChoice] = []
    var others = LevelsOrNone.none
    @Lossy var lists: [[Levels.Level]] = []
    @Lossy var named: [String: [Levels.Level]] = [:]
}

@Mappable
struct Levels {
    enum Level: Int { case low = 1 }
    var level = Level.low
    var other: Level? = .low
    var all: [Level] = []
    @Lossy var some: [Level] = []
}

@Mappable
enum Gaps: Equatable {
    case alone(Int?)
    case named(x: Int?, y: Size?)
    case keyword(`in`: Int, `inout`: Int)
    case nothing
}

@Mappable(tag: "type")
enum GapsBeside: Equatable {
    case size(Size?)
    case named(x: Int?)
}

@Mappable
enum Sign: Character {
    case plus = "+"
    @Key("minus") case accent = "é"
}

typealias Code = Int

@Mappable
enum Level: Code {
    case low = 1
    case high
}

@Mappable
struct MoreEnums {
    var gaps: [Gaps] = []
    var beside: [GapsBeside] = []
    var signs: [Sign] = []
    var levels: [Level] = []
}

@Mappable
struct Enums {
    var colour = Colour.green
    var colours: [Colour] = []
    var status: Status?
    var kind = Kind.plainText
    var shape: Shape?
    var shapes: [String: Shape] = [:]
    var event: Event?
    var message: Message?
    var id = Identifier.number(0)
}

@Mappable(untagged: true)
enum Scalar: Equatable {
    case flag(Bool)
    case number(Int)
    case real(Double)
    case text(String)
}

@Mappable(untagged: true)
enum OneOrMore: Equatable {
    case one(Scalar)
    case list([Scalar])
}

@Mappable(untagged: true)
enum Answer: Equatable {
    case flag(Bool)
    case text(String)
    case name(first: String)
}

@Mappable
struct Flag: Equatable { var on = false }

@Mappable(untagged: true)
enum Flags: Equatable {
    case on(Flag)
    case other(JSON)
}

@Mappable
struct Scalars {
    @Default var scalars: [Scalar] = []
    @Default var nested: [OneOrMore] = []
    @Default var flags: [Flags] = []
    @Default var answers: [Answer] = []
}

@Mappable
enum PresentValues: Equatable {
    case alone(Presence<Int>)
    case pair(x: Presence<Int>, y: Int?)
}

@Mappable
struct PresentLists {
    var lists: [PresentValues] = []
}

@Suite("Enums")
struct EnumTests {
    private func read(_ text: String) -> (model: Enums, failures: [String]) {
        let mapper = Mapper<Enums>()
        mapper.options.reportsMissingKeys = false
        let model = mapper.map(JSONString: text)
        return (model ?? Enums(), mapper.failures.map(\.path))
    }

    private func written(_ model: Enums, _ name: String) -> String? {
        // As text and as a dictionary.
        let json = model.toJSONValue()[name]
        expectEqual(JSON(model.toJSON())[name], json)
        return JSON([json]).rawString(options: []).map { String($0.dropFirst().dropLast()) }
    }

    @Test("Raw values, several spellings, and a case for all others")
    func raw() {
        let (model, failures) = read(#"{"colour": "rouge", "colours": ["red", "GREEN", "blue", 5], "status": 250}"#)
        expect(model.colour == .red && model.colours == [.red, .green, .other, .other] && model.status == .fine)
        expectEqual(failures, [])
        expect(
            written(model, "colour") == #""red""# && written(model, "colours") == #"["red","GREEN","other","other"]"#)
        expectEqual(written(model, "status"), "200")
        expect(read(#"{"status": 410}"#).model.status == .gone && read(#"{"status": "gone"}"#).model.status == .gone)
        expectEqual(read(#"{"status": 418}"#).model.status, .teapot)
        let wrong = read(#"{"colour": null, "status": 300}"#)
        expect(
            wrong.model.colour == .green && wrong.model.status == nil && wrong.failures == ["$.colour", "$.status"])
    }

    @Test("A case whose values are nil is read as it is written")
    func gaps() throws {
        let gaps: [Gaps] = [.alone(nil), .alone(1), .named(x: nil, y: nil), .named(x: 1, y: nil), .nothing]
        let beside: [GapsBeside] = [.size(nil), .size(Size(width: 1)), .named(x: nil), .named(x: 2)]
        let text =
            #"{"gaps":[{"alone":null},{"alone":1},{"named":{}},{"named":{"x":1}},"nothing"],"#
            + #""beside":[{"type":"size"},{"type":"size","width":1,"height":1},{"type":"named"},{"type":"named","x":2}],"#
            + #""signs":[],"levels":[]}"#
        let model = MoreEnums(gaps: gaps, beside: beside)
        expect(model.toJSONString() == text && JSON(model.toJSON()) == model.toJSONValue())
        let read = mapped(MoreEnums.self, text)
        expect(read.model?.gaps == gaps && read.model?.beside == beside && read.failures == [])
        // Nil is written as null.
        let mapper = Mapper<MoreEnums>(shouldIncludeNilValues: true)
        let whole = try #require(mapper.toJSONString(model))
        expectEqual(mapper.map(JSONString: whole)?.gaps, gaps)
    }

    @Test("A case whose values are absent keeps its name")
    func absentValues() throws {
        let cases: [PresentValues] = [
            .alone(.null), .alone(.value(1)), .pair(x: .absent, y: nil), .pair(x: .null, y: nil),
            .pair(x: .absent, y: 2),
        ]
        let texts = [
            #"{"alone":null}"#, #"{"alone":1}"#, #"{"pair":{}}"#, #"{"pair":{"x":null}}"#, #"{"pair":{"y":2}}"#,
        ]
        let lists = PresentLists(lists: cases)
        let text = #"{"lists":["# + texts.joined(separator: ",") + "]}"
        expect(lists.toJSONString() == text && JSON(lists.toJSON()) == lists.toJSONValue())
        expectEqual(mapped(PresentLists.self, text).model?.lists, cases)
        // It cannot be told from null there.
        expectEqual(PresentLists(lists: [.alone(.absent)]).toJSONString(), #"{"lists":[{"alone":null}]}"#)
    }

    @Test("Labels in backticks")
    func keywords() {
        let text = #"{"gaps":[{"keyword":{"in":1,"inout":2}}],"beside":[],"signs":[],"levels":[]}"#
        expectEqual(mapped(MoreEnums.self, text).model?.gaps, [.keyword(in: 1, `inout`: 2)])
        expectEqual(mapped(MoreEnums.self, text).model?.toJSONString(), text)
    }

    @Test("Raw values that are characters, or whose type has another name")
    func rawTypes() {
        let text = #"{"gaps":[],"beside":[],"signs":["+","minus","é","é"],"levels":[1,2]}"#
        let model = mapped(MoreEnums.self, text).model
        expect(model?.signs == [.plus, .accent, .accent, .accent] && model?.levels == [.low, .high])
        expectEqual(
            model?.toJSONString(), #"{"gaps":[],"beside":[],"signs":["+","é","é","é"],"levels":[1,2]}"#)
        expectEqual(
            mapped(MoreEnums.self, #"{"gaps":[],"beside":[],"signs":["++"],"levels":["low"]}"#).failures,
            ["$.signs[0]", "$.levels[0]"])
    }

    @Test("Cases without values, and one that keeps what it is not")
    func plain() {
        expectEqual(read(#"{"kind": "plain-text"}"#).model.kind, .plainText)
        expectEqual(read(#"{"kind": "xhtml"}"#).model.kind, .html)
        let (model, failures) = read(#"{"kind": "pdf"}"#)
        expect(model.kind == .other("pdf") && failures == [])
        expectEqual(written(model, "kind"), #""pdf""#)
        expectEqual(read(#"{"kind": 5}"#).failures, ["$.kind"])
    }

    @Test(
        "Values in a member with the name of the case",
        arguments: [
            (#""empty""#, Shape.empty), (#"{"circle":1.5}"#, .circle(1.5)),
            (#"{"rectangle":{"width":1,"height":2}}"#, .rectangle(width: 1, height: 2)),
            (#"{"rectangle":{"width":1}}"#, .rectangle(width: 1, height: nil)),
            (#"{"pair":{"_0":1,"_1":2}}"#, .pair(1, 2)),
            (#"{"part":{"width":1,"height":2}}"#, .part(Size(width: 1, height: 2))),
            (#"{"twice":{"twice":"empty"}}"#, .twice(.twice(.empty))),
        ])
    func external(_ text: String, _ shape: Shape) {
        let (model, failures) = read(#"{"shape": \#(text), "shapes": {"a": \#(text)}}"#)
        expect(model.shape == shape && model.shapes == ["a": shape] && failures == [])
        expect(written(model, "shape") == text && written(model, "shapes") == #"{"a":\#(text)}"#)
    }

    @Test("Places of what does not fit in the values of a case")
    func externalFailures() {
        expectEqual(read(#"{"shape": {"piece": {"width": 1, "height": 2}}}"#).failures, [])
        expectEqual(read(#"{"shape": {"circle": "a"}}"#).failures, ["$.shape.circle"])
        expectEqual(read(#"{"shape": {"rectangle": {"width": "a"}}}"#).failures, ["$.shape.rectangle.width"])
        expectEqual(read(#"{"shape": {"twice": {"circle": null}}}"#).failures.first, "$.shape.twice.circle")
        expectEqual(read(#"{"shape": {"square": 1}}"#).failures, ["$.shape"])
        expectEqual(read(#"{"shape": 5}"#).failures, ["$.shape"])
        let deep = String(repeating: #"{"twice":"#, count: 5_000) + #""empty""# + String(repeating: "}", count: 5_000)
        expectEqual(read(#"{"shape": \#(deep)}"#).failures.isEmpty, false)
    }

    @Test("A tag beside the values")
    func tagged() throws {
        let login = try Event(JSONString: #"{"type": "login", "user": "ada", "at": 5}"#)
        expectEqual(login.toJSONString(), #"{"type":"login","user":"ada","at":5}"#)
        try expectEqual(Event(JSONString: #"{"type": "log-out"}"#).toJSONString(), #"{"type":"log-out"}"#)
        let resize = try Event(JSONString: #"{"type": "resize", "width": 1, "height": 2}"#)
        expectEqual(resize.toJSONString(), #"{"type":"resize","width":1,"height":2}"#)
        let other = try Event(JSONString: #"{"b": 1.0, "type": "new", "a": 2}"#)
        expectEqual(other.toJSONString(), #"{"b":1.0,"type":"new","a":2}"#)
        let mapper = Mapper<Event>()
        mapper.options.reportsUnknownKeys = true
        for text in [#"{"b": 1.0, "type": "new"}"#, #"{"type": "log-out", "b": 1.0}"#] {
            let object = try #require(JSON(parsing: text).dictionaryObject)
            let isKept = text.contains("new")
            expect(mapper.map(JSONString: text) != nil && mapper.failures.map(\.path) == (isKept ? [] : ["$.b"]))
            expect(mapper.map(JSON: object) != nil && mapper.failures.map(\.path) == (isKept ? [] : ["$.b"]))
        }
        expectEqual(read(#"{"event": {"type": "login", "user": 5}}"#).failures, ["$.event.user"])
        expectEqual(read(#"{"event": {}}"#).failures, ["$.event.type"])
        expectEqual(read(#"{"event": {"type": "resize"}}"#).failures, ["$.event.width"])
    }

    @Test("A tag, and a member with the values")
    func adjacent() throws {
        let text = #"{"meta":{"kind":"text"},"body":"hello"}"#
        try expectEqual(Message(JSONString: text).toJSONString(), text)
        let point = #"{"meta":{"kind":"point"},"body":{"x":1,"y":2}}"#
        try expectEqual(Message(JSONString: point).toJSONString(), point)
        try expectEqual(
            Message(JSONString: #"{"meta": {"kind": "nothing"}}"#).toJSONString(), #"{"meta":{"kind":"nothing"}}"#
        )
        expectEqual(read(#"{"message": {"meta": {"kind": "point"}, "body": {"x": 1}}}"#).failures, ["$.message.body.y"])
        expectEqual(read(#"{"message": {"meta": {"kind": "new"}}}"#).failures, ["$.message.meta.kind"])
    }

    @Test(
        "The first case that fits",
        arguments: [
            ("5", Identifier.number(5)), (#""a""#, .text("a")),
            (#"{"width":1,"height":2}"#, .size(Size(width: 1, height: 2))),
            (#"{"from":1,"to":2}"#, .range(from: 1, to: 2)),
            (#"[1,"a",[]]"#, .list([.number(1), .text("a"), .list([])])),
        ])
    func untagged(_ text: String, _ value: Identifier) {
        let (model, failures) = read(#"{"id": \#(text)}"#)
        expect(model.id == value && failures == [])
        expectEqual(written(model, "id"), text)
        expectEqual(read(#"{"id": {"from": 1}}"#).failures, ["$.id"])
    }

    @Test(
        "Untagged enums that are values of one another: what fits none of them is a failure, and is read in finite time",
        arguments: [
            ("1", Operand.number(1)), (#""a""#, .expression(.name("a"))),
            ("[1,[2]]", .expression(.sum([.number(1), .expression(.sum([.number(2)]))]))),
        ])
    func untaggedInOneAnother(_ text: String, _ value: Operand) {
        expectEqual(Mapper<Operands>().map(JSONString: #"{"operand": \#(text)}"#)?.operand, value)
        let mapper = Mapper<Operands>()
        for wrong in ["true", "{}", #"{"a": \#(text)}"#] {
            let model = mapper.map(JSONString: #"{"operand": \#(wrong)}"#) as Operands?
            expect(model?.operand == .number(0) && mapper.failures.map(\.path) == ["$.operand"])
            expectEqual(
                (mapper.map(JSON: ["operand": JSON(parseJSON: wrong).object]) as Operands?)?.operand, .number(0))
        }
    }

    @Test("An alternative that fits as it is comes before one that fits after a conversion")
    func exactAlternatives() throws {
        let text = #"{"scalars":[1,0,true,"5",2.5],"nested":[1,[1]],"flags":[{"on":1}]}"#
        let mapper = Mapper<Scalars>()
        mapper.options.coercesScalars = true
        let model = try #require(mapper.map(JSONString: text) as Scalars?)
        expectEqual(model.scalars, [.number(1), .number(0), .flag(true), .text("5"), .real(2.5)])
        expectEqual(model.nested, [.one(.number(1)), .list([.number(1)])])
        // A member of an object is no reason to take another case.
        expectEqual(model.flags, [.on(Flag(on: true))])
        expect(mapper.failures.map(\.path) == ["$.flags[0].on"] && mapper.failures[0].reason == .coerced)
        expectEqual(model.toJSONString(), text.replacing(#""on":1}]"#, with: #""on":true}],"answers":[]"#))
        // Without such an alternative, the first that fits is taken, and the conversion is reported once.
        let converted = try #require(mapper.map(JSONString: #"{"answers": [1, "x", 0]}"#) as Scalars?)
        expectEqual(converted.answers, [.flag(true), .text("x"), .flag(false)])
        let reports = mapper.failures.filter { $0.reason == .coerced }
        expectEqual(reports.map(\.path), ["$.answers[0]", "$.answers[2]"])
        expectEqual((mapper.map(JSON: ["scalars": [1], "answers": [1]]) as Scalars?)?.scalars, [.number(1)])
    }

    @Test("A case that does not fit leaves no reports of conversions in it")
    func untaggedConversions() throws {
        let mapper = Mapper<Alternatives>()
        mapper.options.coercesScalars = true
        let model = try #require(mapper.map(JSONString: #"{"range": {"from": "1", "to": "x"}}"#) as Alternatives?)
        expect(model.range == .names(from: "1", to: "x") && mapper.failures.map(\.description) == [])
    }

    @Test("A value that needs no conversion is not reported as converted, whatever was tried before")
    func conversionsOfOtherSpellings() throws {
        let mapper = Mapper<Spellings>()
        mapper.options.coercesScalars = true
        let model = try #require(
            mapper.map(JSONString: #"{"rank": 1, "choice": 5, "range": 7}"#) as Spellings?)
        expect(model.rank == .first && model.choice == .number(5) && model.range == .seven)
        expectEqual(mapper.failures.map(\.description), [])
        _ = mapper.map(JSONString: #"{"rank": 3, "choice": false, "range": 9}"#) as Spellings?
        expectEqual(mapper.failures.map(\.reason), [.mismatch, .coerced, .mismatch])
    }

    @Test("Containers of raw values as the values of cases, and as elements that can be left out")
    func rawContainers() throws {
        let text = #"{"choices":[[1,1],{"a":1},1],"others":[1],"lists":[[1],[]],"named":{"a":[1]}}"#
        let mapper = Mapper<LevelContainers>()
        let model = try #require(mapper.map(JSONString: text) as LevelContainers?)
        expect(
            model.choices == [.list([.low, .low]), .names(["a": .low]), .one(.low)] && model.others == .others([.low]))
        expect(model.lists == [[.low], []] && model.named == ["a": [.low]] && mapper.failures.isEmpty)
        expect(model.toJSONString() == text && JSON(model.toJSON()) == JSON(parseJSON: text))
        let part = try #require(mapper.map(JSONString: #"{"lists": [[1], 5, [1, 2], 3]}"#) as LevelContainers?)
        expectEqual(part.lists, [[.low]])
        expectEqual(
            mapper.failures.filter(\.isInOmittedElement).map(\.path), ["$.lists[1]", "$.lists[2][1]", "$.lists[3]"])
    }

    @Test("Optional raw values, and optional containers of them, as the values of cases")
    func optionalRawValues() throws {
        let text = #"{"choices":[[1],null,1],"others":["none",1,null]}"#
        let model = try OptionalLevels(JSONString: text)
        expectEqual(model.choices, [.list([.low]), .list(nil), .one(.low)])
        expectEqual(model.others, [LevelOrNone.none, .other(.low), .other(nil)])
        expect(model.toJSONString() == text && JSON(model.toJSON()) == JSON(parseJSON: text))
    }

    @Test("A converted raw value that no case has is one failure")
    func convertedRawValue() throws {
        let mapper = Mapper<Levels>()
        mapper.options.coercesScalars = true
        let text = #"{"level": "7", "other": "7", "all": ["7", "1"], "some": ["7", "1"]}"#
        let model = try #require(mapper.map(JSONString: text) as Levels?)
        expect(model.level == .low && model.other == nil && model.all == [.low] && model.some == [.low])
        let found = mapper.failures.map { ($0.path, $0.reason) }
        expect(
            found.map(\.0) == ["$.level", "$.other", "$.all[0]", "$.all[1]", "$.some[0]", "$.some[1]"]
                && found.map(\.1) == [.unknownCase, .unknownCase, .unknownCase, .coerced, .unknownCase, .coerced])
        let object = try #require(JSON(parsing: text).dictionaryObject)
        _ = mapper.map(JSON: object) as Levels?
        expectEqual(mapper.failures.map(\.reason), found.map(\.1))
    }
}
