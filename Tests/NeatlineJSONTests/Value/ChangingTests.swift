import NeatlineTestSupport
import Testing

@testable import NeatlineJSON

@Suite("Changes that throw")
struct ChangingTests {
    private let text = #"{"user": {"name": "Ada", "tags": ["x", "y"], "none": null}, "n": 1}"#

    private func message(_ change: (inout JSON) throws -> Void, on text: String? = nil) throws -> String {
        var json = try JSON(parsing: text ?? self.text)
        let before = json
        let error = try #require(throws: JSONError.self) { try change(&json) }
        expectEqual(json, before)
        return error.description
    }

    private func result(_ change: (inout JSON) throws -> Void) throws -> String {
        var json = try JSON(parsing: text)
        try change(&json)
        return try json.serializedString()
    }

    @Test("set replaces, and adds members")
    func set() throws {
        try expectEqual(
            result {
                try $0.set("Grace", at: "user", "name")
                try $0.set(true, at: "user", "new")
                try $0.set(.null, at: "user", "tags", 1)
                try $0.set(2, at: ["n"] as [any JSONSubscriptType])
            }, #"{"user":{"name":"Grace","tags":["x",null],"none":null,"new":true},"n":2}"#)
        try expectEqual(result { try $0.set(5) }, "5")
        try expectEqual(result { try $0.set(5, at: []) }, "5")
    }

    @Test("set says why it cannot, and changes nothing")
    func setFails() throws {
        try expectEqual(
            message { try $0.set(1, at: "user", "mail", "x") }, #"$.user.mail: expected a member "mail", found none"#)
        try expectEqual(
            message { try $0.set(1, at: "user", "tags", 2) }, "$.user.tags[2]: expected an element 2, found 2 elements")
        try expectEqual(
            message { try $0.set(1, at: "user", "tags", -1) }, "$.user.tags[-1]: expected an index from 0 on, found -1")
        try expectEqual(message { try $0.set(1, at: "n", "x") }, "$.n: expected an object, found a number")
        try expectEqual(message { try $0.set(1, at: "n", 0) }, "$.n: expected an array, found a number")
        try expectEqual(
            message { try $0.set(1, at: "user", "none", "x") }, "$.user.none: expected an object, found null")
        try expectEqual(
            message { try $0.set($0["no"], at: "n") }, #"$.no: expected a member "no", found none"#)
    }

    @Test("set makes what is missing if asked to")
    func creating() throws {
        try expectEqual(
            result {
                try $0.set(1, at: "a", "b", 0, "c", creatingMissing: true)
                try $0.set(2, at: "a", "b", 0, "d", creatingMissing: true)
                try $0.set(3, at: "a", "b", 1, creatingMissing: true)
                try $0.set("z", at: "user", "tags", 2, creatingMissing: true)
                try $0.set([], at: "user", "tags", 3, 0, 0, creatingMissing: true)
                try $0.set(4, at: "user", "none", "x", creatingMissing: true)
                try $0.set("Grace", at: "user", "name", creatingMissing: true)
            },
            #"{"user":{"name":"Grace","tags":["x","y","z",[[[]]]],"none":{"x":4}},"n":1,"#
                + #""a":{"b":[{"c":1,"d":2},3]}}"#)
        var json: JSON = .null
        try json.set("core", at: 0, "a", creatingMissing: true)
        expectEqual(json, [["a": "core"]])
    }

    @Test("set does not make what cannot be")
    func creatingFails() throws {
        try expectEqual(
            message { try $0.set(1, at: "a", 1, creatingMissing: true) },
            "$.a[1]: expected an element 1, found an empty array")
        try expectEqual(
            message { try $0.set(1, at: "user", "tags", 3, creatingMissing: true) },
            "$.user.tags[3]: expected an element 3, found 2 elements")
        try expectEqual(
            message { try $0.set(1, at: "user", "none", -1, creatingMissing: true) },
            "$.user.none[-1]: expected an index from 0 on, found -1")
        try expectEqual(
            message { try $0.set(1, at: "n", "x", creatingMissing: true) }, "$.n: expected an object, found a number")
    }

    @Test("append adds at the end")
    func append() throws {
        try expectEqual(
            result {
                try $0.append("z", to: "user", "tags")
                try $0["user"]["tags"].append(.null)
            }, #"{"user":{"name":"Ada","tags":["x","y","z",null],"none":null},"n":1}"#)
        var array: JSON = []
        try array.append(1)
        try array.append([2], to: [])
        expectEqual(array, [1, [2]])
        try expectEqual(message { try $0.append(1) }, "$: expected an array, found an object")
        try expectEqual(message { try $0.append(1, to: "n") }, "$.n: expected an array, found a number")
        try expectEqual(message { try $0.append(1, to: "no") }, #"$.no: expected a member "no", found none"#)
        try expectEqual(message { try $0["user"]["no"].append(1) }, #"$.user.no: expected a member "no", found none"#)
        try expectEqual(
            message { try $0.append($0["no"], to: "user", "tags") }, #"$.no: expected a member "no", found none"#)
    }

    @Test("insert makes room")
    func insert() throws {
        try expectEqual(
            result {
                try $0.insert("w", at: "user", "tags", 0)
                try $0.insert("z", at: "user", "tags", 3)
                try $0["user"]["tags"].insert(1, at: 1)
            }, #"{"user":{"name":"Ada","tags":["w",1,"x","y","z"],"none":null},"n":1}"#)
        try expectEqual(
            message { try $0.insert(1, at: "user", "tags", 3) },
            "$.user.tags[3]: expected an element 3, found 2 elements")
        try expectEqual(
            message { try $0.insert(1, at: "user", "tags", -1) },
            "$.user.tags[-1]: expected an index from 0 on, found -1")
        try expectEqual(message { try $0.insert(1, at: "n", 0) }, "$.n: expected an array, found a number")
        try expectEqual(
            message { try $0.insert(1, at: "user", "name") },
            #"$.user: expected an index as the last step, found the name "name""#)
        try expectEqual(message { try $0.insert(1, at: []) }, "$: expected an index as the last step, found no step")
    }

    @Test("remove gives what was removed")
    func remove() throws {
        var json = try JSON(parsing: text)
        try expectEqual(json.remove(at: "user", "tags", 0), "x")
        try expectEqual(json["user"].remove(key: "none"), .null)
        try expectEqual(json.remove(at: ["n"] as [any JSONSubscriptType]), 1)
        try expectEqual(json["user"]["tags"].remove(at: 0), "y")
        try expectEqual(json.serializedString(), #"{"user":{"name":"Ada","tags":[]}}"#)
        try expectEqual(
            message { try $0.remove(at: "user", "tags", 2) }, "$.user.tags[2]: expected an element 2, found 2 elements")
        try expectEqual(message { try $0.remove(key: "no") }, #"$.no: expected a member "no", found none"#)
        try expectEqual(message { try $0["n"].remove(key: "no") }, "$: expected an object, found a number")
        try expectEqual(message { try $0.remove(at: "n", 0) }, "$.n: expected an array, found a number")
        try expectEqual(message { try $0.remove(at: []) }, "$: expected a step to what is removed, found none")
    }

    @Test("remove takes all members of a name")
    func removeDuplicates() throws {
        var json = try JSON(parsing: #"{"a": 1, "b": 2, "\u0061": 3, "c": 4, "a": 5}"#)
        try expectEqual(json.remove(key: "a"), 5)
        try expectEqual(json.serializedString(), #"{"b":2,"c":4}"#)
        expectEqual(json["a"].exists(), false)
    }

    @Test("removeAll empties arrays and objects")
    func removeAll() throws {
        try expectEqual(
            result {
                try $0["user"]["tags"].removeAll()
                try $0["user"].append(1, to: "tags")
            }, #"{"user":{"name":"Ada","tags":[1],"none":null},"n":1}"#)
        try expectEqual(result { try $0.removeAll() }, "{}")
        try expectEqual(message { try $0["n"].removeAll() }, "$: expected an array or object, found a number")
        try expectEqual(message { try $0["no"].removeAll() }, #"$.no: expected a member "no", found none"#)
    }
}

@Suite("Merging")
struct MergingTests {
    @Test("Scalars are replaced by scalars of the same type")
    func scalars() throws {
        try expectEqual(JSON(1).merged(with: 2), 2)
        try expectEqual(JSON("a").merged(with: "b"), "b")
        try expectEqual(JSON(true).merged(with: false), false)
        try expectEqual(JSON.null.merged(with: .null), .null)
    }

    @Test("Arrays are joined")
    func arrays() throws {
        try expectEqual(JSON([1, "b"]).merged(with: [2, ["x"]]), [1, "b", 2, ["x"]])
        try expectEqual(JSON(parsing: "[1, 2]").merged(with: JSON(parsing: "[3]")), [1, 2, 3])
        try expectEqual(JSON([] as [JSON]).merged(with: []), [])
    }

    @Test("Objects are merged member by member, recursively; where types differ the other's value is taken")
    func objects() throws {
        let a = #"{"size": 3, "tags": ["a"], "view": {"zoom": 1, "deep": {"x": [1]}}, "kind": {"k": 1}, "z": null}"#
        let b =
            #"{"size": 4, "tags": ["b"], "view": {"layer": "map", "deep": {"x": [2], "y": 0}}, "kind": [1], "z": 1, "w": null}"#
        var json = try JSON(parsing: a)
        try json.merge(with: JSON(parsing: b))
        try expectEqual(
            json.serializedString(),
            #"{"size":4,"tags":["a","b"],"view":{"zoom":1,"deep":{"x":[1,2],"y":0},"layer":"map"},"#
                + #""kind":[1],"z":1,"w":null}"#)
    }

    @Test("An empty object changes nothing, either way")
    func identity() throws {
        let json: JSON = ["a": [1, ["b": 2]], "c": "d"]
        try expectEqual(json.merged(with: [:]), json)
        try expectEqual(JSON([:] as [String: JSON]).merged(with: json), json)
    }

    @Test("Values of different types are not merged, and stay as they are")
    func differentTypes() throws {
        var json: JSON = ["a": 1]
        let error = try #require(throws: JSONError.self) { try json.merge(with: ["a"]) }
        expectEqual(error.code, .wrongType)
        expectEqual(error.description, "$: expected an object, as the value it is merged into, found an array")
        expectEqual(json, ["a": 1])
        #expect(throws: JSONError.self) { try JSON(1).merged(with: "1") }
    }

    @Test("Of several members with one name the one that lookup finds is merged")
    func duplicates() throws {
        let a = try JSON(parsing: #"{"a": 1, "a": {"x": 1}}"#)
        let b = try JSON(parsing: #"{"a": 7, "a": {"y": 2}}"#)
        try expectEqual(a.merged(with: b).serializedString(), #"{"a":1,"a":{"x":1,"y":2}}"#)
    }

    @Test("A merge leaves both originals alone")
    func copies() throws {
        let a = try JSON(parsing: #"{"a": {"b": [1]}}"#)
        let b: JSON = ["a": ["b": [2], "c": ["d": 1]]]
        var merged = try a.merged(with: b)
        merged["a"]["c"]["d"] = 9
        try merged.append(3, to: "a", "b")
        expectEqual(a, ["a": ["b": [1]]])
        expectEqual(b, ["a": ["b": [2], "c": ["d": 1]]])
        expectEqual(merged, ["a": ["b": [1, 2, 3], "c": ["d": 9]]])
    }
}
