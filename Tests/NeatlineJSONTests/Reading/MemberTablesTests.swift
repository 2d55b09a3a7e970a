import NeatlineTestSupport
import Testing

@testable import NeatlineJSON

/// Lookup by tables, against a walk over a list of names.
@Suite("MemberTables") struct MemberTablesTests {
    /// An object as a list.
    private struct Members {
        var list: [(name: String, text: String)] = []

        /// The index of the member that counts.
        func position(_ name: String, firstWins: Bool) -> Int? {
            let isSame = { (member: (name: String, text: String)) in Array(member.name.utf8) == Array(name.utf8) }
            return firstWins ? list.firstIndex(where: isSame) : list.lastIndex(where: isSame)
        }
    }

    private static let names = [
        "", "a", "b", "id", "name", "a.b", "0", "fifteen chars !", "sixteen chars !!", "seventeen chars !", "é",
        "e\u{301}",
        "日本語", "日本語日本語", "😀", "\"", "\\", "/", "\u{0}", "\n", "\u{7F}", "exactly eight and eight",
        "exactly eight and Eight", "beginning-001-the-end", "beginning-002-the-end", "profile_background_image_url",
        "profile_background_image_url_https", "a rather long name with é in it", "\\u0061",
    ]

    private func name(_ random: inout NeatlineTestSupport.SeededGenerator) -> String {
        switch Int.random(in: 0..<4, using: &random) {
        case 0: Self.names.randomElement(using: &random) ?? ""
        case 1: "member\(Int.random(in: 0..<40, using: &random))"
        case 2: String(repeating: "x", count: Int.random(in: 0...40, using: &random))
        default: "a longer name, number \(Int.random(in: 0..<40, using: &random))"
        }
    }

    /// The name as a JSON string, with escapes here and there.
    private func quoted(_ name: String, _ random: inout NeatlineTestSupport.SeededGenerator) -> String {
        let escapes = random.oneIn(3)
        var text = "\""
        for scalar in name.unicodeScalars {
            let isPlain = scalar.value >= 0x20 && scalar != "\"" && scalar != "\\"
            if isPlain, !(escapes && random.oneIn(3)) {
                text.unicodeScalars.append(scalar)
            } else {
                for unit in String(scalar).utf16 {
                    let digits = String(unit, radix: 16)
                    text += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
                }
            }
        }
        return text + "\""
    }

    private func object(_ count: Int, _ random: inout NeatlineTestSupport.SeededGenerator) -> (
        members: Members, text: String
    ) {
        var members = Members()
        var texts: [String] = []
        for index in 0..<count {
            let name = name(&random)
            let value =
                ["\(index)", "[\(index), {}]", "{\"name\": \(index)}", "\"\(index)\""].randomElement(using: &random)
                ?? ""
            members.list.append((name, value))
            texts.append("\(quoted(name, &random)): \(value)")
        }
        return (members, "{" + texts.joined(separator: ", ") + "}")
    }

    @Test("every name is found where a walk finds it, in objects of all sizes", arguments: [true, false])
    func agreement(firstWins: Bool) throws {
        var options = JSONParsingOptions()
        options.duplicateKeys = firstWins ? .firstWins : .lastWins
        var random = NeatlineTestSupport.SeededGenerator(seed: 0x7461_626C)
        for round in 0..<TestScale.rounds(1500) {
            var objects: [(members: Members, text: String)] = []
            for _ in 0..<4 {
                let count =
                    random.oneIn(3) ? Int.random(in: 0...100, using: &random) : Int.random(in: 5...20, using: &random)
                objects.append(object(count, &random))
            }
            let text = "[" + objects.map(\.text).joined(separator: ",\n") + "]"
            let reader = try DocumentReader(parsing: Array(text.utf8), options: options)
            var positions: [Int] = []
            var position = reader.firstElement(reader.root)
            while position < reader.end(reader.root) {
                positions.append(position)
                position = reader.next(position)
            }
            expectEqual(positions.count, objects.count)
            var tables = MemberTables()
            for _ in 0..<200 {
                let object = Int.random(in: 0..<4, using: &random)
                // Objects of one depth share a table, depths that are 8 apart too.
                let depth = [0, 0, 1, 7, 8, 511].randomElement(using: &random) ?? 0
                let members = objects[object].members
                let name =
                    random.oneIn(3) ? self.name(&random) : members.list.randomElement(using: &random)?.name ?? ""
                let expected = members.position(name, firstWins: firstWins)
                let found = tables.member(name, ofObjectAt: positions[object], depth: depth, in: reader)
                expectEqual(found != 0, expected != nil, "\(name), round \(round)")
                if let expected, found != 0 {
                    expectEqual(reader.json(found), try JSON(parsing: members.list[expected].text), "round \(round)")
                }
                expectEqual(reader.member(name, ofObjectAt: positions[object]), found)
                let plain = tables.member(
                    plain: name, ofObjectAt: positions[object], depth: depth, in: reader)
                if name.utf8.contains(UInt8(ascii: ".")) {
                    expectEqual(plain, -1)
                } else {
                    expect(plain == found || plain == -1)
                }
            }
        }
    }

    @Test("names that look alike at both ends, and names that come twice, in objects of few members")
    func alike() throws {
        let names = [
            "", "a", "aa", "ab", "aaaaaaa", "aaaaaaaa", "aaaaaaaab", "aaaaaaaaaaaaaaaa", "aaaaaaaabaaaaaaaa",
            "aaaaaaaacaaaaaaaa", "aaaaaaaadaaaaaaaa", "\u{E9}", "a.b", "aaaaaaaaaaaaaaa",
        ]
        var random = NeatlineTestSupport.SeededGenerator(seed: 0x616C_696B)
        for round in 0..<TestScale.rounds(3000) {
            let chosen = (0..<Int.random(in: 1...14, using: &random)).map { _ in
                names.randomElement(using: &random) ?? ""
            }
            let text = "{" + chosen.indices.map { "\"\(chosen[$0])\":\($0)" }.joined(separator: ",") + "}"
            let reader = try DocumentReader(parsing: Array(text.utf8), options: JSONParsingOptions())
            var tables = MemberTables()
            for name in chosen + names {
                let expected = chosen.lastIndex(of: name).map { Int64($0) }
                let found = tables.member(plain: name, ofObjectAt: 0, depth: 0, in: reader)
                if name.contains(".") {
                    expectEqual(found, -1)
                } else {
                    expectEqual(found == 0 ? nil : reader.int64(found), expected, "\(name), round \(round)")
                }
            }
        }
    }

    @Test("tables that have forgotten one document find members in another, whose objects stand at the same positions")
    func forgotten() throws {
        let texts = [#"{"a":1,"b":{"c":2}}"#, #"{"b":{"d":3},"a":4}"#, #"{"c":5}"#]
        var tables = MemberTables()
        for text in texts + texts {
            let reader = try DocumentReader(parsing: Array(text.utf8), options: JSONParsingOptions())
            tables.forget()
            for name in ["a", "b", "c"] {
                let found = tables.member(plain: name, ofObjectAt: 0, depth: 0, in: reader)
                expectEqual(found, reader.member(name, ofObjectAt: 0))
                if name == "b", found != 0 {
                    for inner in ["c", "d"] {
                        let position = tables.member(plain: inner, ofObjectAt: found, depth: 1, in: reader)
                        expectEqual(position, reader.member(inner, ofObjectAt: found))
                    }
                }
            }
        }
    }

    @Test("an empty object has no members, however often it is asked, whatever stands behind it")
    func emptyObjects() throws {
        for text in [#"{"empty": {}, "name": 1}"#, #"{"empty": {}}"#, "{}"] {
            let reader = try DocumentReader(parsing: Array(text.utf8), options: JSONParsingOptions())
            var tables = MemberTables()
            let object = text == "{}" ? 0 : tables.member("empty", ofObjectAt: 0, depth: 0, in: reader)
            for name in ["name", "name", "other", "name"] {
                expectEqual(tables.member(name, ofObjectAt: object, depth: 1, in: reader), 0)
            }
        }
    }

    @Test("names that are asked for in the order of the text, and in any other", arguments: [9, 32, 33, 63, 64, 200])
    func orders(count: Int) throws {
        let names = (0..<count).map { $0 % 2 == 0 ? "n\($0)" : "a name of more than sixteen bytes \($0)" }
        let text = "{" + names.indices.map { "\"\(names[$0])\": \($0)" }.joined(separator: ",") + "}"
        let reader = try DocumentReader(parsing: Array(text.utf8), options: JSONParsingOptions())
        var tables = MemberTables()
        for order in [Array(0..<count), (0..<count).reversed(), (0..<count).map { $0 * 7 % count }] {
            for index in order {
                let found = tables.member(names[index], ofObjectAt: 0, depth: 0, in: reader)
                expect(found != 0 && reader.int64(found) == Int64(index))
                expectEqual(tables.member("no" + names[index], ofObjectAt: 0, depth: 0, in: reader), 0)
            }
        }
    }

    @Test(
        "an empty object has no member of the object around it",
        arguments: [#"{"a": {}, "n": 5}"#, #"{"n": 5, "a": {}}"#])
    func emptyObject(text: String) throws {
        let reader = try DocumentReader(parsing: Array(text.utf8), options: JSONParsingOptions())
        var tables = MemberTables()
        let inner = tables.member("a", ofObjectAt: 0, depth: 0, in: reader)
        for _ in 0..<2 {
            expectEqual(tables.member("n", ofObjectAt: inner, depth: 1, in: reader), 0)
            expectEqual(tables.member(plain: "n", ofObjectAt: inner, depth: 1, in: reader), 0)
            expect(tables.member("n", ofObjectAt: 0, depth: 0, in: reader) != 0)
        }
    }
}
