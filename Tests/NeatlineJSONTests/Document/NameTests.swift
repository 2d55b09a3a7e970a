import NeatlineTestSupport
import Testing

@testable import NeatlineJSON

/// The names of members are those of the text, however long and wherever.
@Suite("Names of members")
struct NameTests {
    /// An array of objects, each with one member under each of the names.
    private func text(_ names: [String], objects: Int) -> String {
        let object = "{" + names.map { "\"\($0)\":1" }.joined(separator: ",") + "}"
        return "[" + Array(repeating: object, count: objects).joined(separator: ",") + "]"
    }

    @Test("names that repeat are read right each time, however many there are")
    func repeatedNames() throws {
        let names = (0..<400).map { "a rather long name, number \($0)" } + ["short", "exactly sixteen!"]
        let json = try JSON(parsing: text(names, objects: 4))
        for object in json.arrayValue {
            guard case .object(let members) = object else {
                Issue.record("no object")
                continue
            }
            expectEqual(members.map(\.key), names)
            expectEqual(members.indices.map { members[$0].key }, names)
        }
    }

    @Test("names that share both ends and their length stay apart")
    func similarNames() throws {
        let names = (0..<50).map { "beginning-\(100 + $0)-the-end" }
        let json = try JSON(parsing: text(names, objects: 20))
        for object in json.arrayValue { expectEqual(object.map(\.0), names) }
    }

    @Test("escapes and text beyond ASCII in names")
    func unusualNames() throws {
        let names = [
            #"with \"quotes\" and \u00e9 and \n"#, "überlanger Name mit Umlauten", "日本語のとても長い名前です",
            #"\ud83d\ude00 sixteen bytes"#,
        ]
        let decoded = [
            "with \"quotes\" and é and \n", "überlanger Name mit Umlauten", "日本語のとても長い名前です", "😀 sixteen bytes",
        ]
        let json = try JSON(parsing: text(names, objects: 200))
        for object in json.arrayValue { expectEqual(object.map(\.0), decoded) }
    }

    @Test("a name outlives its document")
    func lifetime() throws {
        let names = (0..<20).map { "a rather long name, number \($0)" }
        var kept: [String] = []
        do {
            let json = try JSON(parsing: text(names, objects: 50))
            kept = json[49].map(\.0)
        }
        expectEqual(kept, names)
    }
}
