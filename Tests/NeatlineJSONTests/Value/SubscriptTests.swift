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
        #expect(json["statuses"][3]["user"]["name"] == "Ada")
        #expect(json["statuses", 3, "user", "name"] == "Ada")
        #expect(json["statuses"][3, "user"]["name"] == "Ada")
        let path: [any JSONSubscriptType] = ["statuses", 3, "user", "ids", 0, 1]
        #expect(json[path] == 2)
        #expect(json[["statuses", 3, "user", "ids", 1, 0]] == 3)
        let keys: [JSONKey] = [.key("statuses"), .index(3), .key("user"), .key("name")]
        #expect(json[keys] == "Ada")
        #expect(json[JSONKey.key("n"), ] == 1.5)
    }

    @Test("Built values are stepped into the same way")
    func built() {
        let json: JSON = [1, ["list": [2, ["name": "Ada"]]]]
        #expect(json[1]["list"][1]["name"] == "Ada")
        #expect(json[1, "list", 1, "name"] == "Ada")
        #expect(json[[1, "list", 0]] == 2)
    }

    @Test("An empty path is the value itself")
    func emptyPath() throws {
        let json = try JSON(parsing: text)
        #expect(json[] == json)
        #expect(json[[] as [any JSONSubscriptType]] == json)
        #expect(JSON(5)[] == 5)
        #expect(json["no"][].error?.code == .missingKey)
    }

    @Test("Indexes below 0 and beyond the end give an error", arguments: [-1, 4, 5, Int.max, Int.min])
    func outOfRange(index: Int) throws {
        let json = try JSON(parsing: text)["statuses"]
        #expect(json[index].error?.code == .indexOutOfBounds)
        #expect(json[index].error?.path == "$.statuses[\(index)]")
        #expect(json[[index]].error?.path == "$.statuses[\(index)]")
        #expect(JSON([json[0], 1, 2, 3])[index].error?.code == .indexOutOfBounds)
    }

    @Test("The first error of a chain is kept")
    func firstError() throws {
        let json = try JSON(parsing: text)
        #expect(json["statuses"][9][8].error?.code == .indexOutOfBounds)
        #expect(json["statuses"][9]["x"].error?.path == "$.statuses[9]")
        #expect(json["Type"]["Value"][0].error?.code == .missingKey)
        #expect(json["Type"]["Value"][0].error?.path == "$.Type")
        #expect(json["Type", "Value", 0].error?.path == "$.Type")
        #expect(json["n"]["x"][0]["y"].error?.code == .wrongType)
        #expect(json["no"][["a", 0]].error?.path == "$.no")
    }

    @Test("A step into a value of another type names both types")
    func wrongType() throws {
        let json = try JSON(parsing: text)
        let found = ["n": "a number", "s": "a string", "b": "a boolean", "z": "null", "statuses": "an array"]
        for (key, kind) in found {
            let error = try #require(json[key, "x"].error)
            #expect(error.code == .wrongType)
            #expect(error.expected == "an object")
            #expect(error.found == kind)
            #expect(error.path == "$.\(key)")
        }
        let error = try #require(json[0].error)
        #expect(error.description == "$: expected an array, found an object")
    }

    @Test("One call reports its whole path")
    func pathOfOneCall() throws {
        let json = try JSON(parsing: text)
        #expect(json["statuses", 3, "user", "mail"].error?.path == "$.statuses[3].user.mail")
        #expect(json["statuses", 3, "user", "name", "first"].error?.path == "$.statuses[3].user.name")
        let built: JSON = ["a": [1, ["b": "c"]]]
        #expect(built["a", 1, "x"].error?.path == "$.a[1].x")
        #expect(built["a", 1, "b", 0].error?.path == "$.a[1].b")
    }

    @Test("A chain through parsed containers reports from the root")
    func pathOfChain() throws {
        let json = try JSON(parsing: text)
        #expect(json["statuses"][3]["user"]["mail"].error?.path == "$.statuses[3].user.mail")
        #expect(json["statuses"][3]["user"]["ids"][0][2].error?.path == "$.statuses[3].user.ids[0][2]")
        let elements = try #require(json["statuses"].array)
        #expect(elements[3]["user"]["x"].error?.path == "$.statuses[3].user.x")
        for (_, user) in elements[3] {
            #expect(user["x"].error?.path == "$.statuses[3].user.x")
        }
    }

    @Test("A built value, and a scalar that was read, count as the root")
    func pathFromElsewhere() throws {
        let built: JSON = ["a": ["b": 1]]
        #expect(built["a"]["x"].error?.path == "$.x")
        #expect(try JSON(parsing: text)["s"]["x"].error?.path == "$")
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
        #expect(try JSON(parsing: "{}")[key].error?.path == path)
        let json: JSON = [key: [] as [JSON]]
        let parsed = try JSON(parsing: json.serialized())
        #expect(parsed[key][0].error?.path == path + "[0]")
        #expect(try JSON(parsing: "{}")[key].error?.expected == "a member " + JSONKey.quoted(key))
    }

    @Test("The path counts duplicates and large containers right")
    func pathInLargeContainers() throws {
        let elements = (0..<200).map { #"{"a": [\#($0), {"k": \#($0)}], "a": {"b": []}}"# }
        let json = try JSON(parsing: "[\(elements.joined(separator: ","))]")
        for index in [0, 1, 63, 64, 65, 199] {
            #expect(json[index]["a"]["b"][0].error?.path == "$[\(index)].a.b[0]")
        }
        let first = try #require(json[150].first?.1)
        #expect(first[1]["x"].error?.path == "$[150].a[1].x")
    }

    @Test("An error does not keep the built value alive that it is about, nor the other way round")
    func chainOfErrors() {
        // Each error is about an array that holds the error before it.
        var value: JSON = []
        for _ in 0..<200_000 { value = [value["x"]] }
        #expect(value[0].error?.code == .wrongType)
    }
}
