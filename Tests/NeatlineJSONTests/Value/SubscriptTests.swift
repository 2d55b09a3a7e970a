import NeatlineTestSupport
import Testing

@testable import NeatlineJSON

@Suite("Subscripts and paths")
struct SubscriptTests {
    private let text = """
        {"statuses": [{}, {}, {}, {"user": {"name": "Ada", "ids": [[1, 2], [3]]}}], "n": 1.5, "s": "x", "b": true, "z": null}
        """

    @Test("Keys and indexes lead to the value, in one call or in many")
    func steps() throws {
        let json = try JSON(parsing: text)
        expectEqual(json["statuses"][3]["user"]["name"], "Ada")
        expectEqual(json["statuses", 3, "user", "name"], "Ada")
        expectEqual(json["statuses"][3, "user"]["name"], "Ada")
        let path: [any JSONSubscriptType] = ["statuses", 3, "user", "ids", 0, 1]
        expectEqual(json[path], 2)
        expectEqual(json[["statuses", 3, "user", "ids", 1, 0]], 3)
        let keys: [JSONKey] = [.key("statuses"), .index(3), .key("user"), .key("name")]
        expectEqual(json[keys], "Ada")
        expectEqual(json[JSONKey.key("n"), ], 1.5)
    }

    @Test("Built values are stepped into the same way")
    func built() {
        let json: JSON = [1, ["list": [2, ["name": "Ada"]]]]
        expectEqual(json[1]["list"][1]["name"], "Ada")
        expectEqual(json[1, "list", 1, "name"], "Ada")
        expectEqual(json[[1, "list", 0]], 2)
    }

    @Test("An empty path is the value itself")
    func emptyPath() throws {
        let json = try JSON(parsing: text)
        expectEqual(json[], json)
        expectEqual(json[[] as [any JSONSubscriptType]], json)
        expectEqual(JSON(5)[], 5)
        expectEqual(json["no"][].error?.code, .missingKey)
    }

    @Test("Indexes below 0 and beyond the end give an error", arguments: [-1, 4, 5, Int.max, Int.min])
    func outOfRange(index: Int) throws {
        let json = try JSON(parsing: text)["statuses"]
        expectEqual(json[index].error?.code, .indexOutOfBounds)
        expectEqual(json[index].error?.path, "$.statuses[\(index)]")
        expectEqual(json[[index]].error?.path, "$.statuses[\(index)]")
        expectEqual(JSON([json[0], 1, 2, 3])[index].error?.code, .indexOutOfBounds)
    }

    @Test("The first error of a chain is kept")
    func firstError() throws {
        let json = try JSON(parsing: text)
        expectEqual(json["statuses"][9][8].error?.code, .indexOutOfBounds)
        expectEqual(json["statuses"][9]["x"].error?.path, "$.statuses[9]")
        expectEqual(json["Type"]["Value"][0].error?.code, .missingKey)
        expectEqual(json["Type"]["Value"][0].error?.path, "$.Type")
        expectEqual(json["Type", "Value", 0].error?.path, "$.Type")
        expectEqual(json["n"]["x"][0]["y"].error?.code, .wrongType)
        expectEqual(json["no"][["a", 0]].error?.path, "$.no")
    }

    @Test("A step into a value of another type names both types")
    func wrongType() throws {
        let json = try JSON(parsing: text)
        let found = ["n": "a number", "s": "a string", "b": "a boolean", "z": "null", "statuses": "an array"]
        for (key, kind) in found {
            let error = try #require(json[key, "x"].error)
            expectEqual(error.code, .wrongType)
            expectEqual(error.expected, "an object")
            expectEqual(error.found, kind)
            expectEqual(error.path, "$.\(key)")
        }
        let error = try #require(json[0].error)
        expectEqual(error.description, "$: expected an array, found an object")
    }

    @Test("One call reports its whole path")
    func pathOfOneCall() throws {
        let json = try JSON(parsing: text)
        expectEqual(json["statuses", 3, "user", "mail"].error?.path, "$.statuses[3].user.mail")
        expectEqual(json["statuses", 3, "user", "name", "first"].error?.path, "$.statuses[3].user.name")
        let built: JSON = ["a": [1, ["b": "c"]]]
        expectEqual(built["a", 1, "x"].error?.path, "$.a[1].x")
        expectEqual(built["a", 1, "b", 0].error?.path, "$.a[1].b")
    }

    @Test("A chain through parsed containers reports from the root")
    func pathOfChain() throws {
        let json = try JSON(parsing: text)
        expectEqual(json["statuses"][3]["user"]["mail"].error?.path, "$.statuses[3].user.mail")
        expectEqual(json["statuses"][3]["user"]["ids"][0][2].error?.path, "$.statuses[3].user.ids[0][2]")
        let elements = try #require(json["statuses"].array)
        expectEqual(elements[3]["user"]["x"].error?.path, "$.statuses[3].user.x")
        for (_, user) in elements[3] {
            expectEqual(user["x"].error?.path, "$.statuses[3].user.x")
        }
    }

    @Test("A built value, and a scalar that was read, count as the root")
    func pathFromElsewhere() throws {
        let built: JSON = ["a": ["b": 1]]
        expectEqual(built["a"]["x"].error?.path, "$.x")
        try expectEqual(JSON(parsing: text)["s"]["x"].error?.path, "$")
    }

    @Test(
        "Names are shown plain if they read well, and quoted otherwise",
        arguments: [
            ("name", "$.name"), ("_id", "$._id"), ("a1", "$.a1"), ("x-y", "$.x-y"), ("ключ", "$.ключ"), ("名", "$.名"),
            ("", #"$[""]"#), ("a b", #"$["a b"]"#), ("a.b", #"$["a.b"]"#), ("1a", #"$["1a"]"#), ("-", #"$["-"]"#),
            ("\"", #"$["\""]"#), ("\\", #"$["\\"]"#), ("\n\r\t", #"$["\n\r\t"]"#),
            ("\u{1}\u{1F}", #"$["\u0001\u001f"]"#),
            ("[0]", #"$["[0]"]"#), ("🙂", #"$["🙂"]"#), ("$", #"$["$"]"#), ("a'b", #"$["a'b"]"#),
        ])
    func names(key: String, path: String) throws {
        try expectEqual(JSON(parsing: "{}")[key].error?.path, path)
        let json: JSON = [key: [] as [JSON]]
        let parsed = try JSON(parsing: json.serialized())
        expectEqual(parsed[key][0].error?.path, path + "[0]")
        try expectEqual(JSON(parsing: "{}")[key].error?.expected, "a member " + JSONKey.quoted(key))
    }

    @Test("The path counts duplicates and large containers right")
    func pathInLargeContainers() throws {
        let elements = (0..<200).map { #"{"a": [\#($0), {"k": \#($0)}], "a": {"b": []}}"# }
        let json = try JSON(parsing: "[\(elements.joined(separator: ","))]")
        for index in [0, 1, 63, 64, 65, 199] {
            expectEqual(json[index]["a"]["b"][0].error?.path, "$[\(index)].a.b[0]")
        }
        let first = try #require(json[150].first?.1)
        expectEqual(first[1]["x"].error?.path, "$[150].a[1].x")
    }

    @Test("An error does not keep the built value alive that it is about, nor the other way round")
    func chainOfErrors() {
        // Each error is about an array that holds the error before it.
        var value: JSON = []
        for _ in 0..<200_000 { value = [value["x"]] }
        expectEqual(value[0].error?.code, .wrongType)
    }
}
