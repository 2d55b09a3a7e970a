import Neatline
import NeatlineTestSupport
import Testing

@Suite("<- and >>> of models") struct ObjectShapeTests {
    /// A model that refuses objects without `n`.
    struct Point: Mappable, Hashable {
        var n = 0

        init(_ n: Int) { self.n = n }
        init?(map: Map) { if !map["n"].isKeyPresent { return nil } }
        mutating func mapping(map: Map) { n <- map["n"] }
    }

    @Test("A model")
    func model() throws {
        try ShapeCheck<Point>(
            old: Point(1), new: Point(2), text: #"{"n": 2}"#, wrong: "{}",
            failure: "$.k: expected an object that Point accepts, found one that it rejects", reason: .refused,
            expected: "an object",
            plain: { (x: inout Point, map: Map) in x <- map["k"] },
            optional: { (x: inout Point?, map: Map) in x <- map["k"] },
            write: { (x: Point, map: Map) in x >>> map["k"] },
            writeOptional: { (x: Point?, map: Map) in x >>> map["k"] }
        ).verify()
        try ShapeCheck<Point>(
            old: Point(1), new: Point(2), text: #"{"n": 2}"#, wrong: "[]",
            failure: "$.k: expected an object, found an empty array", expected: "an object",
            plain: { (x: inout Point, map: Map) in x <- map["k"] },
            optional: { (x: inout Point!, map: Map) in x <- map["k"] },
            write: { (x: Point, map: Map) in x >>> map["k"] },
            writeOptional: { (x: Point!, map: Map) in x >>> map["k"] }
        ).verify()
    }

    @Test("An array of models drops those that refuse; nil is never written")
    func array() throws {
        try ShapeCheck<[Point]>(
            old: [Point(1)], new: [Point(2), Point(3)], text: #"[{"n": 2}, {"n": 3}]"#, wrong: #"[{"n": 2}, {}]"#,
            failure: "$.k[1]: expected an object that Point accepts, found one that it rejects", reason: .refused,
            expected: "an array", remainder: [Point(2)], writesNil: false,
            plain: { (x: inout [Point], map: Map) in x <- map["k"] },
            optional: { (x: inout [Point]?, map: Map) in x <- map["k"] },
            write: { (x: [Point], map: Map) in x >>> map["k"] },
            writeOptional: { (x: [Point]?, map: Map) in x >>> map["k"] }
        ).verify()
    }

    @Test("An array with an element that is no object does not fit")
    func arrayOfOthers() throws {
        try ShapeCheck<[Point]>(
            old: [Point(1)], new: [], text: "[]", wrong: #"[{"n": 2}, 5]"#,
            failure: "$.k[1]: expected an object, found the number 5", expected: "an array",
            writesNil: false,
            plain: { (x: inout [Point], map: Map) in x <- map["k"] },
            optional: { (x: inout [Point]!, map: Map) in x <- map["k"] },
            write: { (x: [Point], map: Map) in x >>> map["k"] },
            writeOptional: { (x: [Point]!, map: Map) in x >>> map["k"] }
        ).verify()
    }

    @Test("An array of arrays of models")
    func arrays() throws {
        try ShapeCheck<[[Point]]>(
            old: [[Point(1)]], new: [[Point(2)], []], text: #"[[{"n": 2}], []]"#, wrong: #"[[{"n": 2}], [{}]]"#,
            failure: "$.k[1][0]: expected an object that Point accepts, found one that it rejects", reason: .refused,
            expected: "an array", remainder: [[Point(2)], []], writesNil: false,
            plain: { (x: inout [[Point]], map: Map) in x <- map["k"] },
            optional: { (x: inout [[Point]]?, map: Map) in x <- map["k"] },
            write: { (x: [[Point]], map: Map) in x >>> map["k"] },
            writeOptional: { (x: [[Point]]?, map: Map) in x >>> map["k"] }
        ).verify()
    }

    @Test("A set of models")
    func set() throws {
        try ShapeCheck<Set<Point>>(
            old: [Point(1)], new: [Point(2)], text: #"[{"n": 2}]"#, wrong: #"{"n": 2}"#,
            failure: "$.k: expected an array, found an object", expected: "an array", writesNil: false,
            plain: { (x: inout Set<Point>, map: Map) in x <- map["k"] },
            optional: { (x: inout Set<Point>?, map: Map) in x <- map["k"] },
            write: { (x: Set<Point>, map: Map) in x >>> map["k"] },
            writeOptional: { (x: Set<Point>?, map: Map) in x >>> map["k"] }
        ).verify()
    }

    @Test("A dictionary of models")
    func dictionary() throws {
        try ShapeCheck<[String: Point]>(
            old: ["z": Point(1)], new: ["a": Point(2), "b": Point(3)], text: #"{"a": {"n": 2}, "b": {"n": 3}}"#,
            wrong: #"{"a": {"n": 2}, "b": {}}"#,
            failure: "$.k.b: expected an object that Point accepts, found one that it rejects", reason: .refused,
            expected: "an object", remainder: ["a": Point(2)], writesNil: false,
            plain: { (x: inout [String: Point], map: Map) in x <- map["k"] },
            optional: { (x: inout [String: Point]?, map: Map) in x <- map["k"] },
            write: { (x: [String: Point], map: Map) in x >>> map["k"] },
            writeOptional: { (x: [String: Point]?, map: Map) in x >>> map["k"] }
        ).verify()
    }

    @Test("A dictionary of arrays of models")
    func dictionaryOfArrays() throws {
        try ShapeCheck<[String: [Point]]>(
            old: ["z": [Point(1)]], new: ["a": [Point(2)], "b": []], text: #"{"a": [{"n": 2}], "b": []}"#,
            wrong: #"{"a": [{"n": 2}, {}], "b": []}"#,
            failure: "$.k.a[1]: expected an object that Point accepts, found one that it rejects", reason: .refused,
            expected: "an object", remainder: ["a": [Point(2)], "b": []],
            writesNil: false,
            plain: { (x: inout [String: [Point]], map: Map) in x <- map["k"] },
            optional: { (x: inout [String: [Point]]?, map: Map) in x <- map["k"] },
            write: { (x: [String: [Point]], map: Map) in x >>> map["k"] },
            writeOptional: { (x: [String: [Point]]?, map: Map) in x >>> map["k"] }
        ).verify()
    }

    @Test("An emptied collection of models is empty, of every shape")
    func emptied() {
        var array: [Point]? = [Point(1)]
        var arrays = [[Point(1)]]
        var dictionary = ["a": Point(1)]
        var lists: [String: [Point]]? = ["a": [Point(1)]]
        let nothing = [String: [String: Int]]()
        let map = Map(mappingType: .fromJSON, JSON: ["a": [Any](), "d": nothing])
        array <- map["a"]
        arrays <- map["a"]
        dictionary <- map["d"]
        lists <- map["d"]
        expectEqual(array, [])
        expectEqual(arrays, [])
        expectEqual(dictionary, [:])
        expectEqual(lists, [:])
    }
}
