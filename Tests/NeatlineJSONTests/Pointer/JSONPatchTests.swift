import NeatlineTestSupport
import Testing

@testable import NeatlineJSON

struct PatchExample: Sendable, CustomStringConvertible {
    let name: String
    let document: String
    let patch: String
    /// The document afterwards, or the whole message.
    let outcome: String

    var description: String { name }
}

@Suite("JSON Patch")
struct JSONPatchTests {
    /// RFC 6902, appendix A.
    private static let examples: [PatchExample] = [
        PatchExample(
            name: "A.1 Adding an object member", document: #"{"foo": "bar"}"#,
            patch: #"[{"op": "add", "path": "/baz", "value": "qux"}]"#, outcome: #"{"foo":"bar","baz":"qux"}"#),
        PatchExample(
            name: "A.2 Adding an array element", document: #"{"foo": ["bar", "baz"]}"#,
            patch: #"[{"op": "add", "path": "/foo/1", "value": "qux"}]"#, outcome: #"{"foo":["bar","qux","baz"]}"#),
        PatchExample(
            name: "A.3 Removing an object member", document: #"{"baz": "qux", "foo": "bar"}"#,
            patch: #"[{"op": "remove", "path": "/baz"}]"#, outcome: #"{"foo":"bar"}"#),
        PatchExample(
            name: "A.4 Removing an array element", document: #"{"foo": ["bar", "qux", "baz"]}"#,
            patch: #"[{"op": "remove", "path": "/foo/1"}]"#, outcome: #"{"foo":["bar","baz"]}"#),
        PatchExample(
            name: "A.5 Replacing a value", document: #"{"baz": "qux", "foo": "bar"}"#,
            patch: #"[{"op": "replace", "path": "/baz", "value": "boo"}]"#, outcome: #"{"baz":"boo","foo":"bar"}"#),
        PatchExample(
            name: "A.6 Moving a value",
            document: #"{"foo": {"bar": "baz", "waldo": "fred"}, "qux": {"corge": "grault"}}"#,
            patch: #"[{"op": "move", "from": "/foo/waldo", "path": "/qux/thud"}]"#,
            outcome: #"{"foo":{"bar":"baz"},"qux":{"corge":"grault","thud":"fred"}}"#),
        PatchExample(
            name: "A.7 Moving an array element", document: #"{"foo": ["all", "grass", "cows", "eat"]}"#,
            patch: #"[{"op": "move", "from": "/foo/1", "path": "/foo/3"}]"#,
            outcome: #"{"foo":["all","cows","eat","grass"]}"#),
        PatchExample(
            name: "A.8 Testing a value: success", document: #"{"baz": "qux", "foo": ["a", 2, "c"]}"#,
            patch:
                #"[{"op": "test", "path": "/baz", "value": "qux"}, {"op": "test", "path": "/foo/1", "value": 2}]"#,
            outcome: #"{"baz":"qux","foo":["a",2,"c"]}"#),
        PatchExample(
            name: "A.9 Testing a value: error", document: #"{"baz": "qux"}"#,
            patch: #"[{"op": "test", "path": "/baz", "value": "bar"}]"#,
            outcome: #"operation 0 (test "/baz"): $.baz: expected "bar", found "qux""#),
        PatchExample(
            name: "A.10 Adding a nested member object", document: #"{"foo": "bar"}"#,
            patch: #"[{"op": "add", "path": "/child", "value": {"grandchild": {}}}]"#,
            outcome: #"{"foo":"bar","child":{"grandchild":{}}}"#),
        PatchExample(
            name: "A.11 Ignoring unrecognized elements", document: #"{"foo": "bar"}"#,
            patch: #"[{"op": "add", "path": "/baz", "value": "qux", "xyz": 123}]"#,
            outcome: #"{"foo":"bar","baz":"qux"}"#),
        PatchExample(
            name: "A.12 Adding to a nonexistent target", document: #"{"foo": "bar"}"#,
            patch: #"[{"op": "add", "path": "/baz/bat", "value": "qux"}]"#,
            outcome: #"operation 0 (add "/baz/bat"): $.baz: expected a member "baz", found none"#),
        PatchExample(
            name: "A.13 Invalid JSON Patch document", document: #"{"foo": "bar"}"#,
            patch: #"[{"op": "add", "path": "/baz", "value": "qux", "op": "remove"}]"#,
            outcome: #"operation 0 (remove "/baz"): $: expected each name once, found "op" again"#),
        PatchExample(
            name: "A.14 Escape ordering", document: #"{"/": 9, "~1": 10}"#,
            patch: #"[{"op": "test", "path": "/~01", "value": 10}]"#, outcome: #"{"/":9,"~1":10}"#),
        PatchExample(
            name: "A.15 Comparing strings and numbers", document: #"{"/": 9, "~1": 10}"#,
            patch: #"[{"op": "test", "path": "/~01", "value": "10"}]"#,
            outcome: #"operation 0 (test "/~01"): $["~1"]: expected "10", found 10"#),
        PatchExample(
            name: "A.16 Adding an array value", document: #"{"foo": ["bar"]}"#,
            patch: #"[{"op": "add", "path": "/foo/-", "value": ["abc", "def"]}]"#,
            outcome: #"{"foo":["bar",["abc","def"]]}"#),
    ]

    /// What section 4 says beyond the examples.
    private static let details: [PatchExample] = [
        PatchExample(
            name: "add replaces a member and the whole", document: #"{"a": 1, "b": 2}"#,
            patch: #"[{"op": "add", "path": "/a", "value": null}, {"op": "test", "path": "/a", "value": null}]"#,
            outcome: #"{"a":null,"b":2}"#),
        PatchExample(
            name: "the root is replaced", document: "[1]",
            patch: #"[{"op": "add", "path": "", "value": {"a": 1}}, {"op": "replace", "path": "", "value": 5}]"#,
            outcome: "5"),
        PatchExample(
            name: "add at the count appends", document: "[1]",
            patch: #"[{"op": "add", "path": "/1", "value": 2}, {"op": "add", "path": "/0", "value": 0}]"#,
            outcome: "[0,1,2]"),
        PatchExample(
            name: "add beyond the count", document: "[1]", patch: #"[{"op": "add", "path": "/2", "value": 2}]"#,
            outcome: #"operation 0 (add "/2"): $[2]: expected an element 2, found 1 element"#),
        PatchExample(
            name: "add under a name of an array", document: "[1]", patch: #"[{"op": "add", "path": "/x", "value": 2}]"#,
            outcome: #"operation 0 (add "/x"): $: expected an element's number, found "x""#),
        PatchExample(
            name: "add into a scalar", document: #"{"a": "s"}"#,
            patch: #"[{"op": "add", "path": "/a/b", "value": 2}]"#,
            outcome: #"operation 0 (add "/a/b"): $.a: expected an object, found a string"#),
        PatchExample(
            name: "remove what is not there", document: "{}", patch: #"[{"op": "remove", "path": "/a"}]"#,
            outcome: #"operation 0 (remove "/a"): $.a: expected a member "a", found none"#),
        PatchExample(
            name: "remove after the last", document: "[1]", patch: #"[{"op": "remove", "path": "/-"}]"#,
            outcome: #"operation 0 (remove "/-"): $[1]: expected an element 1, found 1 element"#),
        PatchExample(
            name: "remove the root", document: "[1]", patch: #"[{"op": "remove", "path": ""}]"#,
            outcome: #"operation 0 (remove ""): $: expected a step to what is removed, found none"#),
        PatchExample(
            name: "replace what is not there", document: #"{"a": 1}"#,
            patch: #"[{"op": "replace", "path": "/a", "value": 2}, {"op": "replace", "path": "/b", "value": 2}]"#,
            outcome: #"operation 1 (replace "/b"): $.b: expected a member "b", found none"#),
        PatchExample(
            name: "move to itself", document: #"{"a": 1}"#, patch: #"[{"op": "move", "from": "/a", "path": "/a"}]"#,
            outcome: #"{"a":1}"#),
        PatchExample(
            name: "move into itself", document: #"{"a": {"b": 1}}"#,
            patch: #"[{"op": "move", "from": "/a", "path": "/a/b"}]"#,
            outcome: #"operation 0 (move "/a/b"): $.a: expected a path outside the moved value, found "/a/b""#),
        PatchExample(
            name: "move over a member", document: #"{"a": 1, "ab": {"c": 2}}"#,
            patch: #"[{"op": "move", "from": "/a", "path": "/ab/c"}, {"op": "move", "from": "/ab", "path": ""}]"#,
            outcome: #"{"c":1}"#),
        PatchExample(
            name: "copy", document: #"{"a": [1], "b": {}}"#,
            patch: #"[{"op": "copy", "from": "/a", "path": "/b/x"}, {"op": "add", "path": "/b/x/-", "value": 2}]"#,
            outcome: #"{"a":[1],"b":{"x":[1,2]}}"#),
        PatchExample(
            name: "copy into itself", document: #"{"a": {"b": 1}}"#,
            patch: #"[{"op": "copy", "from": "", "path": "/a/b"}]"#, outcome: #"{"a":{"b":{"a":{"b":1}}}}"#),
        PatchExample(
            name: "copy of nothing", document: "{}", patch: #"[{"op": "copy", "from": "/x", "path": "/y"}]"#,
            outcome: #"operation 0 (copy "/y"): $.x: expected a member "x", found none"#),
        PatchExample(
            name: "test of objects regardless of order, of numbers by value", document: #"{"a": {"x": 1, "y": [1e1]}}"#,
            patch: #"[{"op": "test", "path": "/a", "value": {"y": [10.0], "x": 1}}]"#,
            outcome: #"{"a":{"x":1,"y":[1e1]}}"#),
        PatchExample(
            name: "test of what is not there", document: "{}",
            patch: #"[{"op": "test", "path": "/a", "value": null}]"#,
            outcome: #"operation 0 (test "/a"): $.a: expected a member "a", found none"#),
        PatchExample(
            name: "test that fails shows the beginnings",
            document: #"{"a": [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17]}"#,
            patch: #"[{"op": "test", "path": "/a", "value": {}}]"#,
            outcome: #"operation 0 (test "/a"): $.a: expected {}, found [1,2,3,4,5,6,7,8,9,10,11,12,13,14,15,16…"#),
        PatchExample(name: "nothing to do", document: "[1]", patch: "[]", outcome: "[1]"),
        PatchExample(
            name: "no patch", document: "{}", patch: #"{"op": "add"}"#,
            outcome: "patch: expected an array of operations, found an object"),
        PatchExample(
            name: "no operation", document: "{}", patch: "[1]",
            outcome: "operation 0: $: expected an operation, an object, found the number 1"),
        PatchExample(
            name: "no op", document: "{}", patch: #"[{"path": "/a"}]"#,
            outcome: #"operation 0 ("/a"): $[0].op: expected a member "op", found none"#),
        PatchExample(
            name: "unknown op", document: "{}", patch: #"[{"op": "spam", "path": "/a"}]"#,
            outcome:
                #"operation 0 (spam "/a"): $.op: expected add, remove, replace, move, copy or test, found "spam""#),
        PatchExample(
            name: "op that is no string", document: "{}", patch: #"[{"op": 1, "path": "/a"}]"#,
            outcome: #"operation 0 ("/a"): $[0].op: expected a string, found the number 1"#),
        PatchExample(
            name: "no path", document: "{}", patch: #"[{"op": "add", "value": 1}]"#,
            outcome: #"operation 0 (add): $[0].path: expected a member "path", found none"#),
        PatchExample(
            name: "no value", document: "{}", patch: #"[{"op": "add", "path": "/a"}]"#,
            outcome: #"operation 0 (add "/a"): $[0].value: expected a member "value", found none"#),
        PatchExample(
            name: "no from", document: "{}", patch: #"[{"op": "copy", "path": "/a"}]"#,
            outcome: #"operation 0 (copy "/a"): $[0].from: expected a member "from", found none"#),
        PatchExample(
            name: "path that is no pointer", document: "{}", patch: #"[{"op": "remove", "path": "a"}]"#,
            outcome:
                #"operation 0 (remove "a"): expected a pointer that is empty or begins with '/', found "a""#),
    ]

    @Test("The RFC's examples, and what it says beyond them", arguments: examples + details)
    func outcome(example: PatchExample) throws {
        let document = try JSON(parsing: example.document)
        for original in [document, document.detached()] {
            var json = original
            do {
                try json.apply(JSONPatch(parsing: example.patch))
                try expectEqual(json.serializedString(), example.outcome)
            } catch let error as JSONPatchError {
                expectEqual(error.description, example.outcome)
                expectEqual(json, original)
            }
            try expectEqual(original.serialized(), document.serialized())
        }
    }

    @Test("A patch that fails late leaves the value as it was, and names the operation")
    func atomic() throws {
        let text = #"{"a": [1, 2, {"b": 3}], "c": {"d": 4}}"#
        var json = try JSON(parsing: text)
        json["a"][0] = 10
        let before = try json.serialized()
        let patch = try JSONPatch(
            parsing: """
                [{"op": "remove", "path": "/a/0"}, {"op": "add", "path": "/c/x", "value": 1},
                 {"op": "replace", "path": "/a/1/b", "value": []}, {"op": "move", "from": "/c", "path": "/a/-"},
                 {"op": "remove", "path": "/c/d"}]
                """)
        let error = try #require(throws: JSONPatchError.self) { try json.apply(patch) }
        expectEqual(error.index, 4)
        expectEqual(error.operation, "remove")
        expectEqual(error.pointer, "/c/d")
        expectEqual(error.reason.code, .missingKey)
        expectEqual(error.description, #"operation 4 (remove "/c/d"): $.c: expected a member "c", found none"#)
        try expectEqual(json.serialized(), before)
    }

    @Test("Copies that double a value are refused at the limit, and nothing is changed")
    func copyLimit() throws {
        let original = try JSON(parsing: #"{"a": ["0123456789"]}"#)
        let patch = JSONPatch((0..<200).map { _ in .copy(from: JSONPointer(["a"]), to: JSONPointer(["a", "-"])) })
        let error = try #require(throws: JSONPatchError.self) { try original.applying(patch) }
        expect(error.operation == "copy" && error.pointer == "/a/-")
        expectEqual(error.reason.code, .tooLarge)
        // The n-th copy adds the array of 14 bytes that has been doubled, with a comma each time, n - 1 times.
        expectEqual(error.index, 20)
        for limit in [-1, 0, 13] {
            var json = original
            let error = try #require(throws: JSONPatchError.self) { try json.apply(patch, copyLimit: limit) }
            expectEqual(error.index, 0)
            expectEqual(json, original)
        }
        let few = JSONPatch(Array(patch.operations.prefix(3)))
        #expect(throws: JSONPatchError.self) { try original.applying(few, copyLimit: 14 + 29 + 58) }
        let copied = try original.applying(few, copyLimit: 14 + 29 + 59)
        try expectEqual(copied.serialized(.compact).count, original.serialized(.compact).count + 3 + 14 + 29 + 59)
        try expectEqual(original.applying(few, copyLimit: .max), copied)
    }

    @Test(
        "What is copied counts with the bytes of its text",
        arguments: ["null", "true", "-12.50", "\"é\"", "[]", "{}", "[1,[],{}]", #"{"a":1,"bc":{"d":[null,2]}}"#])
    func copySize(text: String) throws {
        for json in [try JSON(parsing: "[\(text)]"), try JSON(parsing: "[\(text)]").detached()] {
            let patch = JSONPatch([.copy(from: JSONPointer(["0"]), to: JSONPointer(["-"]))])
            #expect(throws: JSONPatchError.self) { try json.applying(patch, copyLimit: text.utf8.count - 1) }
            try expectEqual(json.applying(patch, copyLimit: text.utf8.count).count, 2)
        }
    }

    @Test("A value that is an error is not stored")
    func errorValue() {
        var json: JSON = ["a": 1]
        let patch = JSONPatch([.add(JSONPointer(["b"]), json["no"])])
        #expect(throws: JSONPatchError.self) { try json.apply(patch) }
        expectEqual(json, ["a": 1])
    }

    @Test("Patches are built by code, written as JSON and read again")
    func json() throws {
        let patch = JSONPatch([
            .add(JSONPointer(["a", "b/c"]), [1]), .remove(JSONPointer()), .replace(JSONPointer(["0"]), .null),
            .move(from: JSONPointer(["x"]), to: JSONPointer(["y"])),
            .copy(from: JSONPointer(["x"]), to: JSONPointer(["~"])), .test(JSONPointer(["é"]), "é"),
        ])
        try expectEqual(
            patch.json.serializedString(),
            #"[{"op":"add","path":"/a/b~1c","value":[1]},{"op":"remove","path":""},"#
                + #"{"op":"replace","path":"/0","value":null},{"op":"move","from":"/x","path":"/y"},"#
                + #"{"op":"copy","from":"/x","path":"/~0"},{"op":"test","path":"/é","value":"é"}]"#)
        try expectEqual(JSONPatch(patch.json), patch)
        expectEqual(JSON(patch), patch.json)
    }
}

@Suite("JSON Patch from two values")
struct DiffTests {
    private func patch(_ a: String, _ b: String) throws -> String {
        let (old, new) = (try JSON(parsing: a), try JSON(parsing: b))
        let patch = old.patch(to: new)
        try expectEqual(old.applying(patch), new)
        try expectEqual(old.detached().applying(JSONPatch(patch.json)), new)
        return try patch.json.serializedString()
    }

    @Test("Equal values make no operation")
    func equal() throws {
        try expectEqual(patch(#"{"a": [1, {"b": null}], "c": 1}"#, #"{"c": 1.0, "a": [1e0, {"b": null}]}"#), "[]")
    }

    @Test("Members are added, removed and replaced")
    func members() throws {
        try expectEqual(
            patch(#"{"a": 1, "b": {"x": 1, "y": 2}, "c/~": 3}"#, #"{"b": {"x": 1, "y": 3, "z": 4}, "d": null}"#),
            #"[{"op":"remove","path":"/a"},{"op":"remove","path":"/c~1~0"},"#
                + #"{"op":"add","path":"/d","value":null},{"op":"add","path":"/b/z","value":4},"#
                + #"{"op":"replace","path":"/b/y","value":3}]"#)
    }

    @Test("Elements that are inserted or removed leave those around them alone")
    func elements() throws {
        try expectEqual(patch("[1,2,3,4]", "[1,2,9,3,4]"), #"[{"op":"add","path":"/2","value":9}]"#)
        try expectEqual(
            patch("[1,2,3,4]", "[1,4]"), #"[{"op":"remove","path":"/2"},{"op":"remove","path":"/1"}]"#)
        try expectEqual(
            patch("[]", "[1,2]"), #"[{"op":"add","path":"/0","value":1},{"op":"add","path":"/1","value":2}]"#)
        try expectEqual(patch("[1,1,1]", "[1,1]"), #"[{"op":"remove","path":"/2"}]"#)
        try expectEqual(
            patch(#"[0,{"a":[1,2]},5]"#, #"[0,{"a":[1,3]},6,5]"#),
            #"[{"op":"add","path":"/2","value":6},{"op":"replace","path":"/1/a/1","value":3}]"#)
    }

    @Test("Where much differs at a great depth whole containers are replaced", arguments: [1, 10, 100, 400])
    func deep(depth: Int) throws {
        for isObject in [false, true] {
            func value(_ element: Int, changed: ClosedRange<Int>) throws -> JSON {
                let leaves = (0..<100).map { leaf in
                    (isObject ? "\"k\(leaf)\":" : "") + String(changed.contains(leaf) ? element : 0)
                }
                let inner = leaves.joined(separator: ",")
                return try JSON(
                    parsing: String(repeating: "[1,", count: depth) + (isObject ? "{\(inner)}" : "[\(inner)]")
                        + String(repeating: "]", count: depth))
            }
            let old = try value(1, changed: 0...0)
            let one = try value(2, changed: 0...0)
            expectEqual(old.patch(to: one).operations.count, 1)
            expectEqual(old.patch(to: one).operations[0].pointer.tokens.count, depth + 1)
            let all = try value(2, changed: 0...99)
            let patch = old.patch(to: all)
            let parts = 2 * (2 * depth + 101)
            expect(patch.operations.reduce(0) { $0 + $1.pointer.tokens.count } <= 16 * parts)
            expectEqual(patch.operations.count, 100 * (depth + 1) > 16 * parts ? 1 : 100)
            try expectEqual(old.applying(patch), all)
        }
    }

    @Test("Objects with any members in any order become each other, by a patch and by a merge patch", arguments: 1...20)
    func randomObjects(seed: UInt64) throws {
        var random = SeededGenerator(seed: seed)
        let count = Int(seed) * 3
        func object() throws -> JSON {
            let numbers = (0..<count).filter { _ in Int.random(in: 0..<4, using: &random) > 0 }
            // Names of which some come twice, and values of which some are objects.
            let members = (seed % 2 == 0 ? numbers.shuffled(using: &random) : numbers).flatMap { number in
                (0...Int.random(in: 0..<8, using: &random) / 7).map { _ in
                    let value = Int.random(in: 0..<3, using: &random)
                    return #""k\#(number)":"#
                        + (number % 3 == 0 ? #"{"a":\#(value),"k":[\#(value)]}"# : "\(value)")
                }
            }
            let json = try JSON(parsing: "{" + members.joined(separator: ",") + "}")
            return Bool.random(using: &random) ? json : json.detached()
        }
        let (old, new) = (try object(), try object())
        let patch = old.patch(to: new)
        try expectEqual(old.applying(patch), new)
        // No operation for what is the same.
        for operation in patch.operations { expect(old[operation.pointer] != new[operation.pointer]) }
        try expectEqual(old.applyingMergePatch(old.mergePatch(to: new)), new)
    }

    @Test("Values of different types are replaced, the root too")
    func types() throws {
        try expectEqual(patch("[1]", #"{"a":1}"#), #"[{"op":"replace","path":"","value":{"a":1}}]"#)
        try expectEqual(patch(#"{"a":[1]}"#, #"{"a":{"0":1}}"#), #"[{"op":"replace","path":"/a","value":{"0":1}}]"#)
    }

    @Test("Names are told apart by their bytes, and of duplicates the winners are compared")
    func names() throws {
        try expectEqual(
            patch("{\"\u{E9}\": 1}", "{\"e\u{301}\": 1}"),
            "[{\"op\":\"remove\",\"path\":\"/\u{E9}\"},{\"op\":\"add\",\"path\":\"/e\u{301}\",\"value\":1}]")
        try expectEqual(
            patch(#"{"a": 1, "a": 2}"#, #"{"a": 3, "a": 2, "b": 1, "b": 4}"#), #"[{"op":"add","path":"/b","value":4}]"#)
    }

    @Test("What is missing counts as null")
    func missing() throws {
        let old: JSON = ["a": 1]
        let patch = old.patch(to: ["a": old["no"], "b": old["no"]])
        try expectEqual(old.applying(patch).serializedString(), #"{"a":null,"b":null}"#)
    }
}
