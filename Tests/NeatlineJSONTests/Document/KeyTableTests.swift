import NeatlineTestSupport
import Testing

@testable import NeatlineJSON

/// Lookup in objects of so many members that they have an index.
@Suite("Tables of keys")
struct KeyTableTests {
    /// Names of every length up to 40 bytes, of which some are beyond ASCII, some have escapes, and many have one length.
    private static let names: [String] = {
        var names = (0...40).map { String(repeating: "n", count: $0) }
        names += (1...20).map { String(repeating: "\u{E9}", count: $0) }
        names += (0..<200).map { "name \($0)" }
        names += (0..<200).map { "a name that is longer than fifteen bytes, number \($0)" }
        names += ["a", "a\u{0}", "a\u{0}\u{0}", "\n", "\"quoted\"", "tab\tin a name that is longer than fifteen bytes"]
        return names
    }()

    private static func text(_ members: [(String, Int)]) throws -> [UInt8] {
        let object = JSONObject(members.map { (key: $0.0, value: JSON($0.1)) })
        return try JSON.object(object).serialized(.compact)
    }

    @Test("Every member is found by its name, and no other", arguments: [0, 1, 17, 200])
    func everyName(rotation: Int) throws {
        let names = Array(KeyTableTests.names[rotation...] + KeyTableTests.names[..<rotation])
        let json = try JSON(parsing: KeyTableTests.text(names.enumerated().map { ($1, $0) }))
        for (number, name) in names.enumerated() {
            expectEqual(json[name].int, number, "\(name)")
            expectEqual(json[name + "?"].exists(), false)
            // A string that does not hold its bytes in place, however short it is.
            var spacious = ""
            spacious.reserveCapacity(100)
            spacious += name
            expectEqual(json[spacious].int, number)
        }
        expectEqual(json["name 200"].error?.code, .missingKey)
    }

    @Test("A name that is written with escapes is found")
    func escapes() throws {
        let members = (0..<100).map { #""\u006eame \#($0)":\#($0)"# } + [#""\u006eame of more than fifteen bytes":100"#]
        let json = try JSON(parsing: "{\(members.joined(separator: ","))}")
        for number in 0..<100 { expectEqual(json["name \(number)"].int, number) }
        expectEqual(json["name of more than fifteen bytes"].int, 100)
        expect(!json["name of more than fifteen byte"].exists())
    }

    @Test("Of several members with one name the last counts, or the first if that was asked for")
    func repeated() throws {
        let members = (0..<300).map { #""\#($0 % 2 == 0 ? "k\($0 % 100)" : "a longer name \($0 % 100)")":\#($0)"# }
        let text = "{\(members.joined(separator: ","))}"
        let last = try JSON(parsing: text)
        var options = JSONParsingOptions()
        options.duplicateKeys = .firstWins
        let first = try JSON(parsing: text, options: options)
        for number in 0..<100 {
            let name = number % 2 == 0 ? "k\(number)" : "a longer name \(number)"
            expectEqual(last[name].int, number + 200)
            expectEqual(first[name].int, number)
        }
        options.duplicateKeys = .reject
        #expect(throws: JSONError.self) { try JSON(parsing: text, options: options) }
    }

    @Test("The last member is found at the very end of the text", arguments: 0...20)
    func end(length: Int) throws {
        let name = String(repeating: "z", count: length)
        let members = (0..<64).map { #""m\#($0)":\#($0)"# } + [#""\#(name)":7"#]
        let json = try JSON(parsing: "{\(members.joined(separator: ","))}")
        expectEqual(json[name].int, 7)
        expectEqual(json["m63"].int, 63)
    }

    @Test("Hashes of names depend on every byte and on the length")
    func hashes() {
        let hash = KeyHash.ofProcess
        var seen: Set<UInt64> = []
        var count = 0
        for length in 0...70 {
            var bytes = [UInt8](repeating: 0, count: length)
            seen.insert(bytes.withUnsafeBufferPointer { hash($0) })
            count += 1
            for position in 0..<length {
                bytes[position] = 1
                seen.insert(bytes.withUnsafeBufferPointer { hash($0) })
                count += 1
                bytes[position] = 0
            }
        }
        expectEqual(seen.count, count)
    }

    @Test("The hash of a short name is that of its bytes", arguments: 0...15)
    func shortNames(length: Int) throws {
        let text = String("abcdefghijklmno".prefix(length))
        let short = try #require(ShortName(text))
        var copy = text
        expectEqual(copy.withUTF8 { KeyHash.ofProcess($0) }, short.hash(KeyHash.ofProcess))
    }

    @Test("Entries are undone from the last to the first, and then entered again")
    func undoing() {
        // Few hashes, so that buckets overflow into one another.
        func hash(_ position: Int) -> UInt64 { UInt64(position % 7) &* 0x9E37_79B9_7F4A_7C15 }
        // Ten positions for each name, all of one hash.
        func isEqual(_ a: Int, _ b: Int) -> Bool { a % 21 == b % 21 }
        let table = KeyTable(count: 210)
        defer { table.release() }
        var replaced: [Int] = []
        for round in [210, 1, 100, 20] {
            while replaced.count < 210 {
                let position = replaced.count + 1
                replaced.append(
                    table.enter(position, hash: hash(position), replaces: true) { isEqual($0, position) })
                expectEqual(replaced[position - 1], Swift.max(position - 21, 0))
            }
            while replaced.count > 210 - round {
                let position = replaced.count
                table.undo(position, hash: hash(position), previous: replaced.removeLast())
            }
            for name in 1...21 {
                let last = stride(from: name, through: replaced.count, by: 21).max() ?? 0
                expectEqual(table.key(hash: hash(name)) { isEqual($0, name) }, last)
            }
        }
    }
}
