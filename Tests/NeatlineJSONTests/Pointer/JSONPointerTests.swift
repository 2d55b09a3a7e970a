import NeatlineTestSupport
import Testing

@testable import NeatlineJSON

@Suite("JSON Pointer")
struct JSONPointerTests {
    /// The document of RFC 6901, section 5.
    private static let document = #"""
        {"foo": ["bar", "baz"], "": 0, "a/b": 1, "c%d": 2, "e^f": 3, "g|h": 4, "i\\j": 5, "k\"l": 6, " ": 7, "m~n": 8}
        """#

    @Test(
        "The examples of RFC 6901",
        arguments: [
            ("/foo", #"["bar","baz"]"#, "#/foo"), ("/foo/0", #""bar""#, "#/foo/0"), ("/", "0", "#/"),
            ("/a~1b", "1", "#/a~1b"), ("/c%d", "2", "#/c%25d"), ("/e^f", "3", "#/e%5Ef"), ("/g|h", "4", "#/g%7Ch"),
            (#"/i\j"#, "5", "#/i%5Cj"), (#"/k"l"#, "6", "#/k%22l"), ("/ ", "7", "#/%20"), ("/m~0n", "8", "#/m~0n"),
        ])
    func examples(text: String, value: String, fragment: String) throws {
        let json = try JSON(parsing: Self.document)
        let pointer = try JSONPointer(parsing: text)
        try expectEqual(json[pointer].serializedString(), value)
        expectEqual(pointer.description, text)
        expectEqual(pointer.fragment, fragment)
        try expectEqual(JSONPointer(parsingFragment: fragment), pointer)
    }

    @Test("The empty pointer is the whole value")
    func whole() throws {
        let json = try JSON(parsing: Self.document)
        try expectEqual(json[JSONPointer(parsing: "")], json)
        try expectEqual(json[JSONPointer(parsingFragment: "#")], json)
        expectEqual(JSONPointer().fragment, "#")
    }

    @Test("Escapes are undone from left to right, and made again")
    func escapes() throws {
        try expectEqual(JSONPointer(parsing: "/~01/~10").tokens, ["~1", "/0"])
        expectEqual(JSONPointer(["~1", "/0", "é"]).description, "/~01/~10/é")
        expectEqual(JSONPointer(["é", "%"]).fragment, "#/%C3%A9/%25")
        try expectEqual(JSONPointer(parsingFragment: "#/%c3%A9/%7E0").tokens, ["é", "~"])
    }

    @Test("Pointers are made from tokens and from steps")
    func building() {
        expectEqual(JSONPointer(["a", 3, "b/c"] as [any JSONSubscriptType]).description, "/a/3/b~1c")
        expectEqual(JSONPointer(["a"]).appending("b").description, "/a/b")
        expect(JSONPointer(["a", "b"]).hasPrefix(JSONPointer(["a"])))
        expectEqual(JSONPointer(["ab"]).hasPrefix(JSONPointer(["a"])), false)
        expectEqual(
            Set([JSONPointer(["a"]), JSONPointer(["a"]), JSONPointer(["\u{E9}"]), JSONPointer(["e\u{301}"])]).count, 3
        )
    }

    @Test(
        "What is no pointer is refused",
        arguments: [
            ("a", "expected a pointer that is empty or begins with '/', found \"a\""),
            ("#/a", "expected a pointer that is empty or begins with '/', found \"#/a\""),
            ("/a~", "expected '0' or '1' after '~' in a pointer, found \"/a~\""),
            ("/~2", "expected '0' or '1' after '~' in a pointer, found \"/~2\""),
            ("/~/", "expected '0' or '1' after '~' in a pointer, found \"/~/\""),
        ])
    func invalid(text: String, message: String) throws {
        let error = try #require(throws: JSONError.self) { try JSONPointer(parsing: text) }
        expectEqual(error.code, .invalidPointer)
        expectEqual(error.description, message)
    }

    @Test(
        "What is no fragment of a pointer is refused",
        arguments: [
            ("/a", "expected a fragment that begins with '#', found \"/a\""),
            ("", "expected a fragment that begins with '#', found \"\""),
            ("#a", "expected a pointer that is empty or begins with '/', found \"#a\""),
            ("#/%2", "expected two hexadecimal digits after '%', found \"#/%2\""),
            ("#/%g0", "expected two hexadecimal digits after '%', found \"#/%g0\""),
            ("#/%ff", "expected UTF-8 in a fragment, found \"#/%ff\""),
            ("#/%7E", "expected '0' or '1' after '~' in a pointer, found \"#/%7E\""),
        ])
    func invalidFragment(text: String, message: String) throws {
        let error = try #require(throws: JSONError.self) { try JSONPointer(parsingFragment: text) }
        expectEqual(error.code, .invalidPointer)
        expectEqual(error.description, message)
    }

    @Test(
        "A pointer that leads nowhere says where it fails",
        arguments: [
            ("/foo/2", "$.foo[2]: expected an element 2, found 2 elements"),
            ("/foo/-", "$.foo[2]: expected an element 2, found 2 elements"),
            ("/foo/00", #"$.foo: expected an element's number, found "00""#),
            ("/foo/01", #"$.foo: expected an element's number, found "01""#),
            ("/foo/-1", #"$.foo: expected an element's number, found "-1""#),
            ("/foo/1e0", #"$.foo: expected an element's number, found "1e0""#),
            ("/foo/", #"$.foo: expected an element's number, found """#),
            ("/foo/bar", #"$.foo: expected an element's number, found "bar""#),
            ("/foo/٣", #"$.foo: expected an element's number, found "٣""#),
            ("/nope", #"$.nope: expected a member "nope", found none"#),
            ("/nope/x", #"$.nope: expected a member "nope", found none"#),
            ("/foo/0/0", "$.foo[0]: expected an object, found a string"),
            (
                "/foo/99999999999999999999",
                "$.foo[9223372036854775807]: expected an element 9223372036854775807, found 2 elements"
            ),
        ])
    func nowhere(text: String, message: String) throws {
        let json = try JSON(parsing: Self.document)
        let pointer = try JSONPointer(parsing: text)
        expectEqual(json[pointer].error?.description, message)
        let error = try #require(throws: JSONError.self) { try json.get(pointer, as: JSON.self) }
        expectEqual(error.description, message)
    }

    @Test("Digits are a name in an object and a number in an array")
    func digits() throws {
        let json: JSON = ["0": ["a", "b"], "-": 1]
        try expectEqual(json[JSONPointer(parsing: "/0/1")], "b")
        try expectEqual(json[JSONPointer(parsing: "/-")], 1)
    }

    private func pointer(_ text: String) -> JSONPointer { (try? JSONPointer(parsing: text)) ?? JSONPointer(["?"]) }

    @Test("Values are set, inserted and removed")
    func changes() throws {
        var json = try JSON(parsing: #"{"foo": ["bar", "baz"], "-": {}}"#)
        json[pointer("/foo/1")] = "qux"
        json[pointer("/foo/-")] = "end"
        json[pointer("/foo/3")] = "ignored"
        json[pointer("/nope/x")] = "ignored"
        json[pointer("/-/-")] = 1
        json[pointer("/foo/0")].string? += "!"
        json[pointer("/new")].int = 5
        try expectEqual(json.serializedString(), #"{"foo":["bar!","qux","end"],"-":{"-":1},"new":5}"#)
        try json.set(1, at: JSONPointer(parsing: "/foo/-"))
        try json.set(2, at: JSONPointer(parsing: "/foo/0"))
        try json.insert(0, at: JSONPointer(parsing: "/foo/0"))
        try json.insert(9, at: JSONPointer(parsing: "/foo/5"))
        try json.insert(6, at: JSONPointer(parsing: "/new"))
        try expectEqual(json.remove(at: JSONPointer(parsing: "/-")), ["-": 1])
        try expectEqual(json.serializedString(), #"{"foo":[0,2,"qux","end",1,9],"new":6}"#)
        let before = json
        #expect(throws: JSONError.self) { try json.set(1, at: JSONPointer(parsing: "/foo/6")) }
        #expect(throws: JSONError.self) { try json.insert(1, at: JSONPointer(parsing: "/foo/7")) }
        #expect(throws: JSONError.self) { try json.remove(at: JSONPointer(parsing: "/foo/-")) }
        #expect(throws: JSONError.self) { try json.remove(at: JSONPointer()) }
        #expect(throws: JSONError.self) { try json.set(json["no"], at: JSONPointer(parsing: "/new")) }
        expectEqual(json, before)
    }

    @Test("A pointer without tokens is the value itself, to read, to set and to change")
    func root() throws {
        var json: JSON = ["a": 1]
        json[JSONPointer()] = [1, 2]
        expectEqual(json, [1, 2])
        json[JSONPointer()][0] = 5
        expectEqual(json, [5, 2])
        json[JSONPointer()] = json["none"]
        expectEqual(json, [5, 2], "a missing value is not stored")
        try json.set("x", at: JSONPointer())
        expectEqual(json, "x")
    }
}
