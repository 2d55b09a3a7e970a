import NeatlineTestSupport
import Testing

@testable import NeatlineJSON

/// What members come to that are written one after the other, against a tree of plain lists.
@Suite("MemberWriter") struct MemberWriterTests {
    private indirect enum Tree {
        case leaf(String)
        case array([Tree])
        case object([(name: String, tree: Tree)])

        var text: String {
            switch self {
            case .leaf(let text): text
            case .array(let elements): "[" + elements.map(\.text).joined(separator: ",") + "]"
            case .object(let members):
                "{" + members.map { "\(Tree.quoted($0.name)):\($0.tree.text)" }.joined(separator: ",") + "}"
            }
        }

        static func quoted(_ text: String) -> String { (try? JSON(text).serializedString()) ?? "" }

        /// The tree with a leaf at the end of a path.
        func setting(_ leaf: String, _ path: ArraySlice<String>) -> Tree {
            guard let name = path.first else { return .leaf(leaf) }
            let rest = path.dropFirst()
            if case .array(var elements) = self, let index = Int(name), index >= 0, index <= elements.count {
                let old = index < elements.count ? elements.remove(at: index) : .leaf("null")
                elements.insert(old.setting(leaf, below: rest), at: index)
                return .array(elements)
            }
            var members: [(name: String, tree: Tree)] = []
            if case .object(let old) = self { members = old }
            if let index = members.firstIndex(where: { Array($0.name.utf8) == Array(name.utf8) }) {
                members[index].tree = members[index].tree.setting(leaf, below: rest)
            } else {
                members.append((name, Tree.leaf("null").setting(leaf, below: rest)))
            }
            return .object(members)
        }

        /// As `setting`, where `0` may begin an array.
        private func setting(_ leaf: String, below path: ArraySlice<String>) -> Tree {
            if case .leaf("null") = self, path.first == "0" { return Tree.array([]).setting(leaf, path) }
            return setting(leaf, path)
        }
    }

    private static let names = [
        "a", "b", "id", "name", "0", "1", "", "fifteen chars !", "sixteen chars !!",
        "a rather long name, more than sixteen",
        "é", "日本語", "😀", "\"", "\\", "/", "\u{0}", "\n", "\u{7F}", "tab\tinside",
    ]

    private func name(_ random: inout NeatlineTestSupport.SeededGenerator) -> String {
        random.oneIn(3) ? "m\(Int.random(in: 0..<30, using: &random))" : Self.names.randomElement(using: &random) ?? ""
    }

    @Test("members in any order, named twice, and along paths, come to the same tree")
    func agreement() throws {
        var random = NeatlineTestSupport.SeededGenerator(seed: 0x7772_6974)
        for round in 0..<TestScale.rounds(5000) {
            var writer = MemberWriter()
            var tree = Tree.object([])
            writer.beginObject()
            let hasPaths = random.oneIn(2)
            for value in 0..<Int.random(in: 0...24, using: &random) {
                let path = (0..<(hasPaths && random.oneIn(2) ? Int.random(in: 1...4, using: &random) : 1)).map { _ in
                    random.oneIn(3) ? ["0", "1", "2"].randomElement(using: &random) ?? "" : name(&random)
                }
                if path.count > 1 {
                    writer.beginMember(at: path)
                } else if random.oneIn(2) || !writer.beginMember(plain: path[0]) {
                    writer.beginMember(path[0])
                }
                writer.text.append(Int64(value))
                tree = tree.setting("\(value)", path[...])
            }
            writer.endObject()
            let text = String(decoding: writer.text.bytes(), as: UTF8.self)
            expectEqual(text, tree.text, "round \(round)")
        }
    }

    @Test("objects and arrays inside, some of which have to be put in order")
    func nested() throws {
        var random = NeatlineTestSupport.SeededGenerator(seed: 0x6E65_7374)
        func value(_ writer: inout MemberWriter, depth: Int) -> String {
            switch Int.random(in: 0..<(depth > 0 ? 8 : 6), using: &random) {
            case 0:
                writer.text.appendNull()
                return "null"
            case 1:
                writer.text.append(true)
                return "true"
            case 2:
                writer.text.append(UInt64.max)
                return "18446744073709551615"
            case 3:
                writer.text.append(-0.25)
                return "-0.25"
            case 4:
                let text = name(&random) + name(&random)
                writer.text.append(text)
                return Tree.quoted(text)
            case 5:
                let json = JSON(["k": [1, nil as Int?, "é"] as [Any?]])
                do { try writer.text.append(json) } catch { Issue.record(error) }
                return #"{"k":[1,null,"é"]}"#
            case 6:
                writer.text.beginArray()
                let elements = (0..<Int.random(in: 0...4, using: &random)).map { _ in
                    writer.text.beginElement()
                    return value(&writer, depth: depth - 1)
                }
                writer.text.endArray()
                return "[" + elements.joined(separator: ",") + "]"
            default:
                writer.beginObject()
                var tree = Tree.object([])
                for _ in 0..<Int.random(in: 0...12, using: &random) {
                    let path = random.oneIn(6) ? ["p", name(&random)] : [name(&random)]
                    if path.count > 1 { writer.beginMember(at: path) } else { writer.beginMember(path[0]) }
                    tree = tree.setting(value(&writer, depth: depth - 1), path[...])
                }
                writer.endObject()
                return tree.text
            }
        }
        for round in 0..<TestScale.rounds(3000) {
            var writer = MemberWriter()
            writer.text.beginArray()
            writer.text.beginElement()
            let expected = value(&writer, depth: 4)
            writer.text.endArray()
            expectEqual(String(decoding: writer.text.bytes(), as: UTF8.self), "[\(expected)]", "round \(round)")
        }
    }

    @Test("a name with a dot is left to the caller")
    func dots() {
        var writer = MemberWriter()
        writer.beginObject()
        for name in ["a.b", ".", "a rather long name with a dot. in it", "exactly15chars.", "é.é"] {
            let hasBegun = writer.beginMember(plain: name)
            expect(!hasBegun)
        }
        expectEqual(writer.text.bytes(), Array("{".utf8))
    }

    @Test("what is open can be asked for")
    func open() throws {
        var writer = MemberWriter()
        expectEqual(writer.openObjects, 0)
        writer.beginObject()
        writer.beginMember("a")
        writer.text.append(Int64(1))
        writer.beginMember(at: ["p", "q"])
        writer.text.append("x]\\\"{,")
        writer.beginMember("list é")
        writer.text.beginArray()
        writer.text.beginElement()
        writer.text.append(true)
        writer.text.beginElement()
        writer.beginObject()
        writer.beginMember("inner")
        expectEqual(writer.openObjects, 2)
        expectEqual(writer.openPath, [.key("list é"), .index(1), .key("inner")])
        expect(writer.openObject(0) == ["a": 1, "p": ["q": "x]\\\"{,"]] as JSON)
        expectEqual(writer.openObject(1), JSON([String: Any]()))
        writer.text.appendNull()
        expectEqual(writer.openObject(1)["inner"], JSON.null)
        expectEqual(writer.openObject(2), JSON.null)
        expectEqual(writer.openObject(-1), JSON.null)
        writer.endObject()
        writer.text.endArray()
        writer.endObject()
        expectEqual(
            String(decoding: writer.text.bytes(), as: UTF8.self),
            #"{"a":1,"p":{"q":"x]\\\"{,"},"list é":[true,{"inner":null}]}"#)
    }

    @Test("a value that has no form in JSON is taken back")
    func takenBack() {
        var writer = MemberWriter()
        writer.text.beginArray()
        #expect(throws: JSONError.self) { try writer.text.append(JSON([1, [Double.nan]] as [Any])) }
        writer.text.appendNull()
        writer.text.endArray()
        expectEqual(writer.text.bytes(), Array("[null]".utf8))
    }

    @Test("ends without beginnings do nothing")
    func unbalanced() {
        var writer = MemberWriter()
        writer.endObject()
        writer.beginMember(at: ["a"])
        expect(writer.text.bytes().isEmpty)
    }
}
