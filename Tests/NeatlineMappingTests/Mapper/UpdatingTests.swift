import Foundation
import Neatline
import NeatlineTestSupport
import Testing

@Suite("Mapping into what exists") struct UpdatingTests {
    final class Node: Mappable {
        var name = "old"
        var note: String? = "old"
        var child: Node?
        var twin: Leaf
        var list: [Leaf] = []
        var named: [String: Leaf] = [:]
        var namedOptional: [String: Leaf]?
        var forced: Leaf!
        var values: [String: Value] = [:]
        var value = Value()
        var sawToObject = false

        init() { twin = Leaf() }
        required init?(map: Map) { twin = Leaf() }
        func mapping(map: Map) {
            sawToObject = map.toObject
            name <- map["name"]
            note <- map["note"]
            child <- map["child"]
            twin <- map["twin"]
            list <- map["list"]
            named <- map["named"]
            namedOptional <- map["namedOptional"]
            forced <- map["deep.forced"]
            values <- map["values"]
            value <- map["value"]
        }
    }

    final class Leaf: Mappable {
        var n = 0
        var text: String? = "old"
        init() {}
        required init?(map: Map) { if map["refuse"].isKeyPresent { return nil } }
        func mapping(map: Map) {
            n <- map["n"]
            text <- map["text"]
        }
    }

    struct Value: Mappable, Equatable {
        var a = 1
        var b: Int? = 2
        init() {}
        init?(map: Map) {}
        mutating func mapping(map: Map) {
            a <- map["a"]
            b <- map["b"]
        }
    }

    private func quiet() -> Mapper<Node> {
        let mapper = Mapper<Node>()
        mapper.options.reportsMissingKeys = false
        return mapper
    }

    @Test("The same object comes back, with what is absent kept and what is null nil")
    func identity() {
        for way in 0..<5 {
            let node = Node()
            let text = #"{"name": "new", "note": null}"#
            let dictionary: [String: Any] = ["name": "new", "note": NSNull()]
            let mapper = quiet()
            let result =
                switch way {
                case 0: mapper.map(JSONString: text, toObject: node)
                case 1: mapper.map(data: Data(text.utf8), toObject: node)
                case 2: mapper.map(json: JSON(dictionary), toObject: node)
                case 3: mapper.map(JSON: dictionary, toObject: node)
                default: mapper.map(JSONObject: dictionary, toObject: node)
                }
            expect(result === node)
            expect(node.name == "new" && node.note == nil && node.sawToObject)
            expect(mapper.failures.isEmpty)
        }
    }

    @Test("Objects inside are updated in place")
    func inside() {
        let node = Node()
        let (child, twin, forced) = (Node(), node.twin, Leaf())
        node.child = child
        node.forced = forced
        forced.n = 7
        let text = #"""
            {"child": {"name": "c", "child": {"name": "made"}}, "twin": {"n": 2}, "deep": {"forced": {"text": null}}}
            """#
        _ = quiet().map(JSONString: text, toObject: node)
        expect(node.child === child && child.name == "c" && child.note == "old")
        expectEqual(child.child?.name, "made")
        expect(node.twin === twin && twin.n == 2 && twin.text == "old")
        expect(node.forced === forced && forced.n == 7 && forced.text == nil)
    }

    @Test("Null takes an optional object away, and keeps one that has to be there")
    func null() {
        let node = Node()
        let twin = node.twin
        node.child = Node()
        node.forced = Leaf()
        let mapper = quiet()
        _ = mapper.map(JSONString: #"{"child": null, "twin": null, "deep": {"forced": null}}"#, toObject: node)
        expect(node.child == nil && node.forced == nil && node.twin === twin)
        expectEqual(mapper.failures.map(\.description), ["$.twin: expected an object, found null (line 1, column 25)"])
    }

    @Test("A value that is no object keeps the object that is there")
    func wrong() {
        let node = Node()
        let (child, twin) = (Node(), node.twin)
        node.child = child
        let mapper = quiet()
        _ = mapper.map(JSONString: #"{"child": 5, "twin": []}"#, toObject: node)
        expect(node.child === child && node.twin === twin)
        expectEqual(mapper.failures.map(\.path), ["$.child", "$.twin"])
    }

    @Test("Dictionaries are merged, their objects updated in place")
    func dictionaries() {
        let node = Node()
        let (a, b, c) = (Leaf(), Leaf(), Leaf())
        node.named = ["a": a, "b": b]
        node.namedOptional = ["c": c]
        node.values = ["x": Value(), "y": Value()]
        let mapper = quiet()
        let text = #"""
            {"named": {"a": {"n": 1}, "new": {"n": 2}, "no": {"refuse": 1}}, "namedOptional": {"c": {"n": 3}},
             "values": {"x": {"a": 5, "b": null}, "z": {}}}
            """#
        _ = mapper.map(JSONString: text, toObject: node)
        expectEqual(node.named.count, 3)
        expect(node.named["a"] === a && a.n == 1 && node.named["b"] === b && node.named["new"]?.n == 2)
        expect(node.namedOptional?["c"] === c && c.n == 3)
        expect(node.values["x"]?.a == 5 && node.values["x"]?.b == nil)
        expect(node.values["y"] == Value() && node.values["z"] == Value())
        expectEqual(mapper.failures.map(\.path), ["$.named.no"])
        _ = mapper.map(JSONString: #"{"namedOptional": null}"#, toObject: node)
        expect(node.namedOptional == nil)
    }

    @Test("Arrays are replaced")
    func arrays() {
        let node = Node()
        let leaf = Leaf()
        node.list = [leaf, Leaf()]
        _ = quiet().map(JSONString: #"{"list": [{"n": 5}]}"#, toObject: node)
        expect(node.list.count == 1 && node.list[0] !== leaf && node.list[0].n == 5)
        _ = quiet().map(JSONString: #"{"list": []}"#, toObject: node)
        expect(node.list.isEmpty)
    }

    @Test("Bad input changes nothing", arguments: ["", "[]", "{", "null", #""name""#])
    func badInput(text: String) {
        let node = Node()
        let mapper = quiet()
        expect(mapper.map(JSONString: text, toObject: node) === node)
        expect(mapper.map(JSONObject: nil, toObject: node) === node)
        expect(node.name == "old" && node.note == "old")
        expectEqual(mapper.failures.count, 1)
    }

    @Test("A struct is what is returned")
    func structs() {
        var value = Value()
        value.a = 7
        let result = Mapper<Value>().map(JSONString: #"{"b": 9}"#, toObject: value)
        expect(result.a == 7 && result.b == 9 && value.b == 2)
    }

    @Test("mapDictionary(toDictionary:) updates what is there, structs too, and adds the rest")
    func mapDictionary() {
        let leaf = Leaf()
        let JSON: [String: [String: Any]] = ["a": ["n": 1], "b": ["n": 2], "no": ["refuse": true]]
        let leaves = Mapper<Leaf>().mapDictionary(JSON: JSON, toDictionary: ["a": leaf, "kept": Leaf()])
        expectEqual(leaves.keys.sorted(), ["a", "b", "kept"])
        expect(leaves["a"] === leaf && leaf.n == 1 && leaves["b"]?.n == 2)
        let values = Mapper<Value>().mapDictionary(
            JSONObject: ["x": ["a": 5]] as [String: Any], toDictionary: ["x": Value(), "y": Value()])
        expect(values["x"]?.a == 5 && values["x"]?.b == 2 && values["y"] == Value())
        expectEqual(Mapper<Value>().mapDictionary(JSONObject: 5, toDictionary: ["y": Value()]), ["y": Value()])
        expectEqual(Mapper<Value>().mapDictionary(JSONObject: ["y": 5], toDictionary: ["y": Value()]), ["y": Value()])
    }

    @Test("mapDictionary(toDictionary:) updates nothing if a member is no object, and reports all failures")
    func otherMember() throws {
        let leaf = Leaf()
        let mapper = Mapper<Leaf>()
        let text = #"{"a": {"n": "x"}, "b": 5, "c": {"n": 7}}"#
        let old = mapper.mapDictionary(JSONObject: try JSON(parsing: text), toDictionary: ["a": leaf, "c": leaf])
        expect(old.count == 2 && old["a"] === leaf && leaf.n == 0)
        expectEqual(mapper.failures.map(\.path), ["$.a.n", "$.b"])
        expectEqual(mapper.mapDictionary(JSONObject: 5, toDictionary: ["a": leaf]).count, 1)
        expectEqual(mapper.failures.map(\.description), ["$: expected an object, found the number 5"])
    }
}
