import Foundation
import Neatline
import NeatlineTestSupport
import Testing

@testable import NeatlineMapping

/// A valid text in which one value after another is replaced or left out. Each failure has to name that place, by its path, byte
/// offset, line and column, whatever the names and the whitespace are.
@Suite("The place of a failure") struct FailurePlaceTests {
    // MARK: Paths to missing members

    /// The failure of a missing field, from a text and from Swift values.
    private func missing(_ name: String, _ text: String, delimiter: String = ".") throws -> [String] {
        let property = Property(0) { value, map in value <- map[name, delimiter: delimiter] }
        let dictionary = try #require(try JSON(parsing: text).dictionaryObject)
        return property.reading(text).messages + property.reading(dictionary).messages
    }

    @Test("A number on a path to a missing member is a name in an object, and an index in an array")
    func numbers() throws {
        let expected = ": expected a 64-bit integer, found nothing"
        func expect(_ name: String, _ text: String, _ path: String, column: Int) throws {
            let messages = try missing(name, text)
            expectEqual(messages, ["\(path)\(expected) (line 1, column \(column))", path + expected])
        }
        try expect("years.2020", #"{"years": {"2019": 5}}"#, #"$.years["2020"]"#, column: 11)
        try expect("years.2020.sum", #"{"years": {"2020": {}}}"#, #"$.years["2020"].sum"#, column: 20)
        try expect("list.2", #"{"list": [1, 2]}"#, "$.list[2]", column: 10)
        try expect("list.1.sum", #"{"list": [1, {"n": 2}]}"#, "$.list[1].sum", column: 14)
        try expect("list.007", #"{"list": {"7": 5}}"#, #"$.list["007"]"#, column: 10)
        try expect("0.1", #"{"0": {}}"#, #"$["0"]["1"]"#, column: 7)
        // Where there is neither, it is taken for an index; but these are none.
        try expect("list.2", "{}", "$.list[2]", column: 1)
        try expect("list.+2.-1.02", #"{"list": 5}"#, #"$.list["+2"]["-1"]["02"]"#, column: 10)
    }

    @Test("The path of a field that is absent has the names of the objects that are there")
    func fieldPaths() throws {
        var paths: [String] = []
        let property = Property(0) { _, map in
            paths = ["years.2019", "years.2020", "list.0", "list.5", "no.5", "years"].map { map[$0].path }
        }
        let text = #"{"years": {"2019": 5}, "list": [1]}"#
        let expected = [#"$.years["2019"]"#, #"$.years["2020"]"#, "$.list[0]", "$.list[5]", "$.no[5]", "$.years"]
        _ = property.reading(text)
        expectEqual(paths, expected)
        _ = property.reading(try #require(try JSON(parsing: text).dictionaryObject))
        expectEqual(paths, expected)
    }

    @Test("A value that cannot be written is named with its path, as it was given to the map")
    func writtenPaths() {
        struct Odd {}
        struct Part: Mappable {
            var number = Double.nan
            init() {}
            init?(map: Map) {}
            mutating func mapping(map: Map) { number <- map["x.0.y"] }
        }
        struct Whole: Mappable {
            var number = Double.nan
            var numbers = [1, Double.nan]
            var parts = [Part(), Part()]
            var odd: Any = Odd()
            init() {}
            init?(map: Map) {}
            mutating func mapping(map: Map) {
                number <- map["a.b"]
                number <- map["p->q", delimiter: "->"]
                numbers <- map["in.list"]
                odd <- map["k.0.odd"]
                odd <- map["k.007.odd"]
                odd <- map["k.odd", nested: false]
                odd <- map["odd"]
                parts <- map["some.parts"]
            }
        }
        let mapper = Mapper<Whole>()
        expect(mapper.toJSONString(Whole()) == nil)
        expectEqual(
            mapper.failures.map(\.path),
            [
                "$.a.b", "$.p.q", "$.in.list[1]", "$.k[0].odd", #"$.k["007"].odd"#, #"$["k.odd"]"#, "$.odd",
                "$.some.parts[0].x[0].y", "$.some.parts[1].x[0].y",
            ])
        _ = mapper.toJSON(Whole())
        expectEqual(mapper.failures.map(\.path), ["$.k[0].odd", #"$.k["007"].odd"#, #"$["k.odd"]"#, "$.odd"])
    }

    // MARK: Every place of a document

    @Test("A wrong value at any place is named there, whatever the names are")
    func everyPlace() throws {
        try verify(PlainNames.self)
        try verify(StrangeNames.self)
        try verify(NumberNames.self)
    }

    private func verify<Names: NameTable>(_ names: Names.Type) throws {
        let document = Node.document(Names.names)
        let mutable = Mapper<Tour<Names>>()
        let constant = Mapper<FixedTour<Names>>()
        for layout in Layout.all {
            let bytes = Written(document, layout).bytes
            expect(mutable.map(bytes: bytes) != nil && mutable.failures.isEmpty)
            expect(constant.map(bytes: bytes) != nil && constant.failures.isEmpty)
        }
        let wrong: [Node?] = [
            .scalar("null"), .scalar("true"), .scalar("300.5"), .scalar(#""é😀""#), .array([]), .object([]),
            .array([.scalar("null")]), nil,
        ]
        for (number, place) in document.places.enumerated() {
            for (index, value) in wrong.enumerated() {
                let isFarOff = number % 10 == index
                let layout = isFarOff ? Layout.farOff : Layout.all[(number + index) % Layout.all.count]
                guard let changed = document.replacing(place[...], with: value) else { continue }
                let text = Written(changed, layout)
                _ = mutable.map(bytes: text.bytes)
                _ = constant.map(bytes: text.bytes)
                // The elements behind one that is left out have its place.
                let around = value == nil && place.last?.isIndex == true ? Array(place.dropLast()) : place
                for failure in mutable.failures + constant.failures {
                    expect(failure.steps.starts(with: around), "\(place): \(failure)")
                    var steps = failure.steps
                    if failure.reason == .missing {
                        repeat { steps.removeLast() } while text.offsets[steps] == nil
                    }
                    let offset = try #require(text.offsets[steps], "\(place): \(failure)")
                    expectEqual(failure.byteOffset, offset, "\(place): \(failure)")
                    let (line, column) = text.lineAndColumn(offset)
                    expect(failure.line == line && failure.column == column, "\(place): \(failure)")
                }
                // Both kinds of models find the same values wrong; one stops at the first one of an object.
                let paths = Set(mutable.failures.map(\.path))
                expect(constant.failures.allSatisfy { paths.contains($0.path) }, "\(place): \(constant.failures)")
                expectEqual(mutable.failures.isEmpty, constant.failures.isEmpty, "\(place): \(mutable.failures)")
                // A Swift dictionary has the same failures, without positions.
                guard case .object = changed else { continue }
                let dictionary = try #require(try JSON(parsing: text.bytes).dictionaryObject)
                let messages = mutable.failures.map { "\($0)".replacing(#/ \(line \d+, column \d+\)$/#, with: "") }
                _ = mutable.map(JSON: dictionary)
                expectEqual(Set(mutable.failures.map(\.description)), Set(messages), "\(place)")
            }
        }
    }
}

// MARK: Documents

/// A JSON value that keeps the order of its members, independently of `JSON`.
private indirect enum Node {
    case scalar(String)
    case array([Node])
    case object([(name: String, value: Node)])

    /// A valid text of the models below.
    static func document(_ names: [String]) -> Node {
        let stop = Node.object([(names[0], .scalar("1.5")), (names[1], .scalar("true"))])
        return .object([
            ("first é😀", .scalar(#""…é😀""#)), (names[0], .scalar(#""s😀""#)), (names[1], .scalar("-5")),
            (names[2], .array([.scalar("1"), .scalar("2")])), (names[3], stop), (names[4], .array([stop, stop])),
            (names[5], .object([(names[4], stop), (names[6], stop)])),
            (names[6], .array([.array([stop]), .array([stop])])),
            (names[7], .object([(names[8], .array([.scalar("0"), .scalar("7")]))])),
            (names[9], .scalar(#""2020-01-01T00:00:00Z""#)), (names[10], .scalar(#""a""#)),
            (names[11], .array([.scalar(#""a""#), .scalar(#""b""#)])),
            (names[12], .object([(names[2], .array([.scalar("1")])), (names[3], .array([.scalar("2")]))])),
            (names[13], .array([.scalar("3"), .scalar("4")])),
        ])
    }

    /// The paths to all values, and to those in them.
    var places: [[JSONKey]] {
        switch self {
        case .scalar: [[]]
        case .array(let elements):
            [[]] + elements.enumerated().flatMap { index, element in element.places.map { [.index(index)] + $0 } }
        case .object(let members):
            [[]] + members.flatMap { name, value in value.places.map { [.key(name)] + $0 } }
        }
    }

    /// The same with another value at a place, or without the one that is there; nil if there is no such document.
    func replacing(_ place: ArraySlice<JSONKey>, with value: Node?) -> Node? {
        guard let step = place.first else { return value }
        let rest = place.dropFirst()
        switch (self, step) {
        case (.array(var elements), .index(let index)):
            let changed = elements[index].replacing(rest, with: value)
            elements.replaceSubrange(index...index, with: changed.map { [$0] } ?? [])
            return .array(elements)
        case (.object(var members), .key(let name)):
            guard let index = members.firstIndex(where: { $0.name == name }) else { return nil }
            let changed = members[index].value.replacing(rest, with: value)
            members.replaceSubrange(index...index, with: changed.map { [(name, $0)] } ?? [])
            return .object(members)
        default: return nil
        }
    }
}

extension JSONKey {
    fileprivate var isIndex: Bool { if case .index = self { true } else { false } }
}

/// The whitespace of a text, and what is before it.
private struct Layout {
    var start = ""
    var open = ""
    var comma = ","
    var colon = ":"
    var escapesNames = false

    static let all = [
        Layout(), Layout(open: "\n  ", comma: ",\n  ", colon: ": "),
        Layout(open: "\r\n\t", comma: ",\r\n\t", colon: ":\t"),
        Layout(open: "\r", comma: "\r,", colon: "\r:\r"), Layout(start: "\u{FEFF}", comma: " ,\n", colon: " : "),
        Layout(start: "\n\r\n ", escapesNames: true),
    ]

    /// The values are behind the first 64 KB of the text.
    static let farOff = Layout(start: String(repeating: "\r\n \t", count: 20_000))
}

/// A text, and the byte offset of each value in it.
private struct Written {
    private(set) var bytes: [UInt8] = []
    private(set) var offsets: [[JSONKey]: Int] = [:]
    private let layout: Layout

    init(_ node: Node, _ layout: Layout) {
        self.layout = layout
        write(layout.start)
        write(node, at: [])
    }

    private mutating func write(_ text: String) { bytes += Array(text.utf8) }

    private mutating func write(_ node: Node, at path: [JSONKey]) {
        offsets[path] = bytes.count
        switch node {
        case .scalar(let text): write(text)
        case .array(let elements):
            write("[" + layout.open)
            for (index, element) in elements.enumerated() {
                if index > 0 { write(layout.comma) }
                write(element, at: path + [.index(index)])
            }
            write("]")
        case .object(let members):
            write("{" + layout.open)
            for (index, member) in members.enumerated() {
                if index > 0 { write(layout.comma) }
                write(quoted(member.name) + layout.colon)
                write(member.value, at: path + [.key(member.name)])
            }
            write("}")
        }
    }

    private func quoted(_ name: String) -> String {
        let units = name.utf16.map { unit -> String in
            let isPlain = !layout.escapesNames && unit < 0x7F && unit > 0x1F && unit != 0x22 && unit != 0x5C
            if isPlain { return String(UnicodeScalar(UInt8(unit))) }
            return "\\u" + String(Int(unit) + 0x10000, radix: 16).suffix(4)
        }
        return "\"" + units.joined() + "\""
    }

    /// The line and the column of an offset: lines end with LF, CR or both, and columns are Unicode scalars.
    func lineAndColumn(_ offset: Int) -> (line: Int, column: Int) {
        var start = 0
        var line = 1
        for index in 0..<offset where bytes[index] == 0x0A || bytes[index] == 0x0D && bytes[index + 1] != 0x0A {
            line += 1
            start = index + 1
        }
        if start == 0, bytes.starts(with: [0xEF, 0xBB, 0xBF]) { start = 3 }
        return (line, bytes[start..<offset].count { $0 & 0xC0 != 0x80 } + 1)
    }
}

// MARK: Models

/// The names of the members of a model.
private protocol NameTable {
    static var names: [String] { get }
}

private enum PlainNames: NameTable {
    static let names = (0..<14).map { "k\($0)" }
}

private enum StrangeNames: NameTable {
    static let names = ["a.b", "a/b", "~1", "q\"q", "é😀", "", "0", "1", "$", "[0]", "\u{0}", "x\ny", "'", "\\"]
}

private enum NumberNames: NameTable {
    static let names = [
        "0", "1", "2", "3", "-1", "+1", "00", "007", "9999999999999999999", "9223372036854775807", " 1", "1.5", "1e3",
        "-0",
    ]
}

private enum Kind: String { case a, b }

extension NameTable {
    /// A path to an element of an array in an object.
    fileprivate static var path: String { "\(names[7])->\(names[8])->1" }
}

private struct Stop<Names: NameTable>: Mappable {
    var height = 0.0
    var isOpen = false

    init() {}
    init?(map: Map) {}
    mutating func mapping(map: Map) {
        height <- map[Names.names[0], nested: false]
        isOpen <- map[Names.names[1], nested: false]
    }
}

private struct Tour<Names: NameTable>: Mappable {
    var name = ""
    var grade: Int8 = 0
    var numbers: [Int] = []
    var start = Stop<Names>()
    var stops: [Stop<Names>] = []
    var byName: [String: Stop<Names>] = [:]
    var rows: [[Stop<Names>]] = []
    var nested = 0
    var date = Date.distantPast
    var kind = Kind.a
    var kinds: [Kind] = []
    var lists: [String: [Int]] = [:]
    var set: Set<Int> = []

    init?(map: Map) {}
    mutating func mapping(map: Map) {
        name <- map[Names.names[0], nested: false]
        grade <- map[Names.names[1], nested: false]
        numbers <- map[Names.names[2], nested: false]
        start <- map[Names.names[3], nested: false]
        stops <- map[Names.names[4], nested: false]
        byName <- map[Names.names[5], nested: false]
        rows <- map[Names.names[6], nested: false]
        nested <- map[Names.path, delimiter: "->"]
        date <- (map[Names.names[9], nested: false], ISO8601DateTransform())
        kind <- map[Names.names[10], nested: false]
        kinds <- map[Names.names[11], nested: false]
        lists <- map[Names.names[12], nested: false]
        set <- map[Names.names[13], nested: false]
    }
}

private struct FixedStop<Names: NameTable>: ImmutableMappable {
    let height: Double
    let isOpen: Bool

    init(map: Map) throws {
        height = try map.value(Names.names[0], nested: false)
        isOpen = try map.value(Names.names[1], nested: false)
    }
}

private struct FixedTour<Names: NameTable>: ImmutableMappable {
    let name: String
    let grade: Int8
    let numbers: [Int]
    let start: FixedStop<Names>
    let stops: [FixedStop<Names>]
    let byName: [String: FixedStop<Names>]
    let rows: [[FixedStop<Names>]]
    let nested: Int
    let date: Date
    let kind: Kind
    let kinds: [Kind]
    let lists: [String: [Int]]
    let set: Set<Int>

    init(map: Map) throws {
        name = try map.value(Names.names[0], nested: false)
        grade = try map.value(Names.names[1], nested: false)
        numbers = try map.value(Names.names[2], nested: false)
        start = try map.value(Names.names[3], nested: false)
        stops = try map.value(Names.names[4], nested: false)
        byName = try map.value(Names.names[5], nested: false)
        rows = try map.value(Names.names[6], nested: false)
        nested = try map.value(Names.path, delimiter: "->")
        date = try map.value(Names.names[9], nested: false, using: ISO8601DateTransform())
        kind = try map.value(Names.names[10], nested: false)
        kinds = try map.value(Names.names[11], nested: false)
        lists = try map.value(Names.names[12], nested: false)
        set = try map.value(Names.names[13], nested: false)
    }
}
