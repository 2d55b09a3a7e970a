import NeatlineTestSupport
import Testing

@testable import NeatlineJSON

@Suite("JSON Merge Patch")
struct MergePatchTests {
    /// RFC 7396, section 3 and appendix A.
    private static let examples: [(original: String, patch: String, result: String)] = [
        (
            #"{"title":"Goodbye!","author":{"givenName":"John","familyName":"Doe"},"tags":["example","sample"],"content":"This will be unchanged"}"#,
            #"{"title":"Hello!","phoneNumber":"+01-123-456-7890","author":{"familyName":null},"tags":["example"]}"#,
            #"{"title":"Hello!","author":{"givenName":"John"},"tags":["example"],"content":"This will be unchanged","phoneNumber":"+01-123-456-7890"}"#
        ),
        (#"{"a":"b"}"#, #"{"a":"c"}"#, #"{"a":"c"}"#),
        (#"{"a":"b"}"#, #"{"b":"c"}"#, #"{"a":"b","b":"c"}"#),
        (#"{"a":"b"}"#, #"{"a":null}"#, "{}"),
        (#"{"a":"b","b":"c"}"#, #"{"a":null}"#, #"{"b":"c"}"#),
        (#"{"a":["b"]}"#, #"{"a":"c"}"#, #"{"a":"c"}"#),
        (#"{"a":"c"}"#, #"{"a":["b"]}"#, #"{"a":["b"]}"#),
        (#"{"a":{"b":"c"}}"#, #"{"a":{"b":"d","c":null}}"#, #"{"a":{"b":"d"}}"#),
        (#"{"a":[{"b":"c"}]}"#, #"{"a":[1]}"#, #"{"a":[1]}"#),
        (#"["a","b"]"#, #"["c","d"]"#, #"["c","d"]"#),
        (#"{"a":"b"}"#, #"["c"]"#, #"["c"]"#),
        (#"{"a":"foo"}"#, "null", "null"),
        (#"{"a":"foo"}"#, #""bar""#, #""bar""#),
        (#"{"e":null}"#, #"{"a":1}"#, #"{"e":null,"a":1}"#),
        ("[1,2]", #"{"a":"b","c":null}"#, #"{"a":"b"}"#),
        ("{}", #"{"a":{"bb":{"ccc":null}}}"#, #"{"a":{"bb":{}}}"#),
        // Not in the RFC.
        (#"{"a":1,"b":{"c":1}}"#, "{}", #"{"a":1,"b":{"c":1}}"#),
        (#"{"a":1,"a":2,"b":3}"#, #"{"a":null}"#, #"{"b":3}"#),
        (#"{"a":{"x":1},"b":5}"#, #"{"b":{"y":{"z":null,"w":[null]}}}"#, #"{"a":{"x":1},"b":{"y":{"w":[null]}}}"#),
        (#"{"a":0}"#, #"{"a":1,"b":2,"a":null}"#, #"{"b":2}"#),
    ]

    @Test("The examples of RFC 7396", arguments: examples)
    func apply(original: String, patch: String, result: String) throws {
        let (json, patch) = (try JSON(parsing: original), try JSON(parsing: patch))
        for (json, patch) in [(json, patch), (json.detached(), patch.detached())] {
            try expectEqual(json.applyingMergePatch(patch).serializedString(), result)
            try expectEqual(json.serializedString(), original)
        }
    }

    @Test("A merge patch is made of two values")
    func make() throws {
        let rows: [(String, String, String)] = [
            (#"{"a":1,"b":{"c":2,"d":3}}"#, #"{"b":{"c":2,"d":4,"e":[null]}}"#, #"{"a":null,"b":{"d":4,"e":[null]}}"#),
            (#"{"a":1}"#, #"{"a":1.0}"#, "{}"),
            (#"{"a":null,"b":1}"#, #"{"a":null}"#, #"{"b":null}"#),
            (#"{"a":{"b":1}}"#, #"{"a":{}}"#, #"{"a":{"b":null}}"#),
            (#"{"a":{"b":{"c":1}},"d":{"e":1}}"#, #"{"a":{"b":{"c":1}},"d":{"e":1},"f":{}}"#, #"{"f":{}}"#),
            (#"{"a":1}"#, "[1]", "[1]"), ("5", "null", "null"), ("5", #"{"a":1}"#, #"{"a":1}"#), ("{}", "{}", "{}"),
            (#"{"a":[1]}"#, #"{"a":[1,2]}"#, #"{"a":[1,2]}"#),
        ]
        for (old, new, expected) in rows {
            let (old, new) = (try JSON(parsing: old), try JSON(parsing: new))
            let patch = try old.mergePatch(to: new)
            try expectEqual(patch.serializedString(), expected)
            expectEqual(old.applyingMergePatch(patch), new)
        }
    }

    @Test("There is none where a member becomes null")
    func impossible() throws {
        let rows: [(String, String, String)] = [
            (#"{"a":1}"#, #"{"a":null}"#, "$.a"), (#"{"a":{}}"#, #"{"a":{"b":{"c":null}}}"#, "$.a.b.c"),
            ("[]", #"{"x":{"y":null}}"#, "$.x.y"), (#"{"a":{"b":[]}}"#, #"{"a":{"b":{"c":[],"d":null}}}"#, "$.a.b.d"),
        ]
        for (old, new, path) in rows {
            let error = try #require(throws: JSONError.self) {
                try JSON(parsing: old).mergePatch(to: JSON(parsing: new))
            }
            expectEqual(error.code, .invalidPatch)
            expectEqual(
                error.description,
                "\(path): expected a value other than null, which a merge patch cannot set, found null")
        }
    }
}
