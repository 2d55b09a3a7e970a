import NeatlineTestSupport
import Testing

@testable import NeatlineJSON

/// Each test runs on a parsed value and on the same value built by code.
@Suite("Assigning through subscripts")
struct AssigningTests {
    private static let text = """
        {"name": "Jack", "age": 25, "list": ["a", "b", "c", {"what": "this", "deep": [[1, 2], [3]]}], "none": null}
        """

    private static let forms: [JSON] = {
        guard let parsed = try? JSON(parsing: text) else { return [] }
        return [parsed, built(parsed)]
    }()

    /// The same value without a document.
    private static func built(_ value: JSON) -> JSON {
        switch value {
        case .array(let array): .array(JSONArray(array.map(built)))
        case .object(let object): .object(JSONObject(object.map { (key: $0.key, value: built($0.value)) }))
        case .number(let number): .number(JSONNumber(text: number.text) ?? 0)
        default: value
        }
    }

    private func parsed(_ text: String) throws -> JSON { try JSON(parsing: text) }

    @Test("A member is replaced at its position, a new one is added at the end", arguments: forms)
    func member(json: JSON) throws {
        var json = json
        json["name"] = JSON("new-name")
        json["address"] = "L.A."
        json["list"] = [1]
        try expectEqual(
            json.serializedString(), #"{"name":"new-name","age":25,"list":[1],"none":null,"address":"L.A."}"#)
    }

    @Test("An element is replaced; an index out of range is ignored", arguments: forms)
    func element(json: JSON) throws {
        var list = json["list"]
        list[0] = JSON(1)
        list[3] = .null
        let before = list
        for index in [-1, 4, 999, Int.max, Int.min] {
            list[index] = 300
            list[index].string = "x"
            list[[index]] = 300
            list[index]["a"] = 300
        }
        expectEqual(list, before)
        try expectEqual(list.serializedString(), #"[1,"b","c",null]"#)
        expectEqual(json["list", 0], "a")
    }

    @Test("A value of another type ignores assignments to its parts", arguments: forms)
    func wrongType(json: JSON) {
        var json = json
        json[0] = 1
        json["list"]["key"] = 1
        json["name"]["first"] = 1
        json["name"][0] = 1
        json["none"]["key"] = 1
        json["none", 0] = 1
        json["age", "x", "y"] = 1
        json["age"]["x"].string = "1"
        expectEqual(json, Self.forms[0])
        var scalar: JSON = 5
        scalar["a"] = 1
        scalar[0].int = 1
        expectEqual(scalar, 5)
    }

    @Test("An assigned error is ignored", arguments: forms)
    func assignedError(json: JSON) {
        var json = json
        json["name"] = json["missing"]
        json["new"] = json["missing"]
        json["list"][1] = json["list"][9]
        json["list", 1] = json["age"]["x"]
        json[["list", 3, "what"]] = JSON(Never.self)
        expectEqual(json, Self.forms[0])
        expectEqual(json.count, 4)
    }

    @Test("Null is stored and does not remove", arguments: forms)
    func null(json: JSON) throws {
        var json = json
        json["name"] = JSON.null
        json["age"] = .null
        json["list"][2] = JSON.null
        json["list", 3, "what"] = .null
        expectEqual(json.count, 4)
        expect(json["name"].exists() && json["name"] == .null)
        expectEqual(json["list"].count, 4)
        expectEqual(json["list", 3].count, 2)
    }

    @Test("Nested values are assigned through chains, steps and paths alike", arguments: forms)
    func nested(json: JSON) throws {
        var chain = json
        var steps = json
        var path = json
        chain["list"][3]["what"] = "that"
        chain["list"][3]["deep"][0][1] = 7
        steps["list", 3, "what"] = "that"
        steps["list", 3, "deep", 0, 1] = 7
        let keys: [any JSONSubscriptType] = ["list", 3, "what"]
        path[keys] = "that"
        path[["list", 3, "deep", 0, 1]] = 7
        let expected =
            #"{"name":"Jack","age":25,"list":["a","b","c",{"what":"that","deep":[[1,7],[3]]}],"none":null}"#
        for changed in [chain, steps, path] { try expectEqual(changed.serializedString(), expected) }
        expectEqual(json, Self.forms[0])
    }

    @Test("Nothing is created on the way to what is assigned", arguments: forms)
    func missingOnTheWay(json: JSON) {
        var json = json
        json["no"]["b"] = 1
        json["no", "b"] = 1
        json["no", "b", "c"].string = "1"
        json["list"][9]["b"] = 1
        json["list", 9, "b"] = 1
        expectEqual(json, Self.forms[0])
        expectEqual(json["no"].exists(), false)
    }

    @Test("A path without steps reads this value and changes nothing", arguments: forms)
    func emptyPath(json: JSON) {
        var json = json
        json[] = 5
        json[[] as [any JSONSubscriptType]] = 5
        json[[] as [any JSONSubscriptType]].string = "x"
        expectEqual(json, Self.forms[0])
    }

    @Test("A typed setter behind a path changes, adds, or is ignored", arguments: forms)
    func typedSetters(json: JSON) throws {
        var json = json
        json["name"].string = "Jim"
        json["new"].double = 8766.766
        json[["list", 0]].int = 3
        json["list", 3, "more"].bool = true
        json["list"][3]["what"].string = nil
        try expectEqual(
            json.serializedString(),
            #"{"name":"Jim","age":25,"list":[3,"b","c",{"what":null,"deep":[[1,2],[3]],"more":true}],"#
                + #""none":null,"new":8766.766}"#)
    }

    @Test("What an in-place access leaves as an error is null")
    func errorInPlace() {
        func spoil(_ json: inout JSON) { json = json["no"]["no"] }
        var json: JSON = ["a": [1, ["b": 2]]]
        spoil(&json["a"][1])
        spoil(&json["a", 0])
        spoil(&json["new"])
        expectEqual(json, ["a": [nil, nil]])
        expect(json["a", 1].exists())
        expectEqual(json["new"].exists(), false)
    }

    @Test("Of several members with one name the one that lookup finds is changed")
    func duplicates() throws {
        let text = #"{"a": 1, "b": 2, "a": 3, "b": {"x": 4}}"#
        var last = try parsed(text)
        last["a"] = 30
        last["b"]["x"] = 40
        try expectEqual(last.serializedString(), #"{"a":1,"b":2,"a":30,"b":{"x":40}}"#)
        expectEqual(last["a"], 30)
        var options = JSONParsingOptions()
        options.duplicateKeys = .firstWins
        var first = try JSON(parsing: text, options: options)
        first["a"] = 10
        first["b"].int? += 1
        try expectEqual(first.serializedString(), #"{"a":10,"b":3,"a":3,"b":{"x":4}}"#)
        expectEqual(first["a"], 10)
        expectEqual(first.dictionaryValue["b"], 3)
        try expectEqual(first.remove(key: "a"), 10)
        try expectEqual(first.serializedString(), #"{"b":3,"b":{"x":4}}"#)
    }

    @Test("Copies are values", arguments: forms)
    func copies(json: JSON) {
        var a = json
        let b = a
        a["list"][3]["deep"][1][0] = "changed"
        var c = a
        c["list"][3]["deep"][1][0] = "changed again"
        let part = c["list"]
        c["list"][0] = "x"
        expectEqual(b, Self.forms[0])
        expectEqual(a["list", 3, "deep", 1, 0], "changed")
        expectEqual(c["list", 3, "deep", 1, 0], "changed again")
        expectEqual(part[0], "a")
        expectEqual(c["list", 0], "x")
    }

    @Test("An exchange, and a value put into itself, work on copies")
    func aliasing() {
        var json: JSON = ["a": [1], "b": [2]]
        var other = json["a"]
        swap(&json["b"], &other)
        expectEqual(json, ["a": [1], "b": [1]])
        json["a"][0] = json
        expectEqual(json, ["a": [["a": [1], "b": [1]]], "b": [1]])
    }

    @Test("A throw inside an access leaves the value whole")
    func throwing() throws {
        struct Stop: Error {}
        func change(_ json: inout JSON) throws {
            json["b"] = 3
            throw Stop()
        }
        var json = try parsed(#"{"a": [{"b": 1}, 2]}"#)
        #expect(throws: Stop.self) { try change(&json["a"][0]) }
        #expect(throws: Stop.self) { try change(&json["a", 0]) }
        expectEqual(json, ["a": [["b": 3], 2]])
    }

    @Test("Later changes happen in place: nothing on the way is copied, nor are siblings", arguments: forms)
    func inPlace(json: JSON) throws {
        func storages(_ json: JSON) -> [ObjectIdentifier] {
            var found: [ObjectIdentifier] = []
            for value in [json, json["list"], json["list"][3], json["list"][3]["deep"]] {
                if case .array(let array) = value, case .owned(let storage) = array.storage {
                    found.append(ObjectIdentifier(storage))
                }
                if case .object(let object) = value, case .owned(let storage) = object.storage {
                    found.append(ObjectIdentifier(storage))
                }
            }
            return found
        }
        var json = json
        json["list"][3]["deep"][0] = 0
        var first = storages(json)
        expectEqual(first.count, 4)
        for step in 0..<3 {
            let changes: [(inout JSON) throws -> Void] = [
                { $0["list"][3]["deep"][0] = JSON(step) },
                { $0["list", 3, "deep", 1] = JSON(step) },
                { $0["list"][3]["new \(step)"] = 1 },
                { $0["list", 3, "newer \(step)"] = 1 },
                { $0["list"][3]["deep"].elements?.append(1) },
                { $0["list"].elements?[3]["x"] = 1 },
                { $0.members?["list"]?[3]["y"].int = step },
                { try $0.append(1, to: "list", 3, "deep") },
                { try $0.append(1, to: "list") },
                { try $0.set(JSON(step), at: "list", 3, "deep", 0) },
                { try $0.set(JSON(step), at: "list", 3, "made \(step)", 0, creatingMissing: true) },
                { try $0.remove(at: "list", 3, "made \(step)") },
                { try $0["list"].insert(9, at: 4) },
                { try $0.merge(with: ["list": [1], "name": "x"]) },
            ]
            for (number, change) in changes.enumerated() {
                try change(&json)
                expectEqual(storages(json), first, "change \(number), round \(step)")
                first = storages(json)
            }
        }
    }

    @Test("A path of very many steps is followed without recursion")
    func longPath() throws {
        let depth = 100_000
        let text = String(repeating: "[", count: depth) + "1" + String(repeating: "]", count: depth)
        var options = JSONParsingOptions()
        options.maximumDepth = .max
        var json = try JSON(parsing: text, options: options)
        let path = [any JSONSubscriptType](repeating: 0, count: depth)
        json[path] = "core"
        let isChanged = json[path] == "core"
        expect(isChanged)
        try json.set(2, at: path)
        expectEqual(json[path].int, 2)
        var created: JSON = .null
        try created.set("core", at: path, creatingMissing: true)
        expectEqual(created[path].string, "core")
    }
}

@Suite("Typed setters")
struct TypedSetterTests {
    @Test("Each stores its type, whatever was there")
    func store() throws {
        for old: JSON in [.null, true, 1, "x", [1], ["a": 1], JSON(5)["no"]] {
            var json = old
            json.string = "text"
            expectEqual(json, "text")
            json = old
            json.stringValue = "text"
            expectEqual(json, "text")
            json = old
            json.bool = true
            expectEqual(json, true)
            json = old
            json.boolValue = false
            expectEqual(json, false)
            json = old
            json.double = 1.5
            expectEqual(json, 1.5)
            json = old
            json.doubleValue = -0.25
            expectEqual(json, -0.25)
            json = old
            json.array = [1, "b"]
            expectEqual(json, [1, "b"])
            json = old
            json.dictionary = ["name": "Jack", "age": 25]
            try expectEqual(json.serializedString(), #"{"age":25,"name":"Jack"}"#)
            json = old
            json.elements = [1, 2]
            expectEqual(json, [1, 2])
            json = old
            json.members = ["b": 1, "a": 2]
            try expectEqual(json.serializedString(), #"{"b":1,"a":2}"#)
        }
    }

    @Test("nil stores null")
    func null() {
        func check(_ set: (inout JSON) -> Void) {
            var json: JSON = [1]
            set(&json)
            expect(json.exists())
            expectEqual(json, .null)
        }
        check { $0.string = nil }
        check { $0.bool = nil }
        check { $0.double = nil }
        check { $0.float = nil }
        check { $0.int = nil }
        check { $0.uInt = nil }
        check { $0.int8 = nil }
        check { $0.uInt8 = nil }
        check { $0.int16 = nil }
        check { $0.uInt16 = nil }
        check { $0.int32 = nil }
        check { $0.uInt32 = nil }
        check { $0.int64 = nil }
        check { $0.uInt64 = nil }
        check { $0.array = nil }
        check { $0.dictionary = nil }
        check { $0.elements = nil }
        check { $0.members = nil }
    }

    private func check<Value: FixedWidthInteger>(
        _ optional: WritableKeyPath<JSON, Value?>, _ value: WritableKeyPath<JSON, Value>
    ) {
        for number in [Value.min, Value.max, 0, 1] {
            var json: JSON = "old"
            json[keyPath: optional] = number
            expectEqual(json[keyPath: optional], number)
            expectEqual(json.stringValue, String(number))
            json = ["old"]
            json[keyPath: value] = number
            expectEqual(json[keyPath: value], number)
            expectEqual(json.type, .number)
        }
    }

    @Test("Integers of every size keep their value")
    func integers() {
        check(\.int, \.intValue)
        check(\.uInt, \.uIntValue)
        check(\.int8, \.int8Value)
        check(\.uInt8, \.uInt8Value)
        check(\.int16, \.int16Value)
        check(\.uInt16, \.uInt16Value)
        check(\.int32, \.int32Value)
        check(\.uInt32, \.uInt32Value)
        check(\.int64, \.int64Value)
        check(\.uInt64, \.uInt64Value)
    }

    @Test("A float is stored with the shortest digits that read back as it")
    func float() {
        var json: JSON = .null
        json.float = 0.1
        expectEqual(json.stringValue, "0.1")
        json.floatValue = 16_777_216
        expectEqual(json.floatValue, 16_777_216)
        json.float = .infinity
        expectEqual(json.double, .infinity)
    }

    @Test("A change through an optional that is nil changes nothing")
    func optionalChains() throws {
        let text = #"{"n":1.5,"s":"x","b":true,"a":[1],"o":{"k":1},"z":null}"#
        var json = try JSON(parsing: text)
        for key in ["s", "a", "o", "z", "missing"] {
            json[key].int? += 1
            json[key].uInt8? += 1
            json[key].double? += 1
            json[key].float? += 1
        }
        for key in ["n", "s", "a", "o", "z", "missing"] { json[key].bool?.toggle() }
        for key in ["n", "b", "a", "o", "z", "missing"] { json[key].string?.append("!") }
        for key in ["n", "s", "b", "o", "z", "missing"] {
            json[key].array?.append(1)
            json[key].elements?.append(1)
        }
        for key in ["n", "s", "b", "a", "z", "missing"] {
            json[key].dictionary?["k"] = 2
            json[key].members?["k"] = 2
        }
        // Nor does one that ends where it began.
        json["n"].int? += 0
        try expectEqual(json.serializedString(), text)
        json["n"].int? += 1
        json["s"].string? += "y"
        json["b"].bool?.toggle()
        json["a"].array?.append(2)
        json["o"].dictionary?["a"] = 0
        try expectEqual(json.serializedString(), #"{"n":2,"s":"xy","b":false,"a":[1,2],"o":{"a":0,"k":1},"z":null}"#)
    }

    @Test("Containers are changed in place through their collections")
    func collections() throws {
        var json = try JSON(parsing: #"{"list": [3, 1, 2], "user": {"name": "Ada", "password": "x"}, "n": 1}"#)
        json["list"].elements?.append(5)
        json["list"].elements?.sort()
        json["list"].elements?.removeAll { $0 == 3 }
        json["user"].members?.removeValue(forKey: "password")
        json["n"].elements?.append(1)
        json["no"].members?["x"] = 1
        try expectEqual(json.serializedString(), #"{"list":[1,2,5],"user":{"name":"Ada"},"n":1}"#)
    }
}
