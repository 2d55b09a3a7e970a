import NeatlineJSON
import NeatlineTestSupport
import Testing

/// Many tasks use one document, whose indexes are built by whoever asks first.
@Suite("One document read by many")
struct DocumentSharingTests {
    private static let readers = 8

    @Test("all see the same members and elements while the indexes are being built")
    func readers() async throws {
        for round in 0..<max(4, TestScale.rounds(40)) {
            let members = (0..<300).map { "\"k\($0)\": [\((0..<100).map { "[\($0)]" }.joined(separator: ","))]" }
            let json = try JSON(parsing: "{\(members.joined(separator: ","))}")
            let results = await withTaskGroup(of: Int.self) { group in
                for reader in 0..<Self.readers {
                    group.addTask {
                        var sum = 0
                        for step in 0..<300 {
                            let key = (step * 7 + reader * 31 + round) % 300
                            sum += json["k\(key)"][(key + 3) % 100][0].intValue
                        }
                        return sum
                    }
                }
                return await group.reduce(into: []) { $0.append($1) }
            }
            expectEqual(results, [Int](repeating: results[0], count: Self.readers))
            expectEqual(results[0], (0..<300).reduce(0) { $0 + ($1 + 3) % 100 })
        }
    }

    @Test("all compare, hash and write it at once, and one of them frees it last")
    func wholeValues() async throws {
        var generator = DocumentGenerator(seed: 70)
        for _ in 0..<max(4, TestScale.rounds(20)) {
            let text = generator.document(.mixture, items: 100)
            let results = await withTaskGroup(of: (Int, [UInt8]).self) { group in
                if let json = try? JSON(parsing: text) {
                    let built = JSON(json.dictionaryValue.isEmpty ? ["all": json] : json.dictionaryValue)
                    for _ in 0..<Self.readers {
                        group.addTask {
                            let isSame = json == json && built == built
                            return (isSame ? json.hashValue : 0, (try? json.serialized()) ?? [])
                        }
                    }
                }
                return await group.reduce(into: []) { $0.append($1) }
            }
            expectEqual(results.count, Self.readers)
            expectEqual(Set(results.map(\.0)).count, 1)
            expectEqual(Set(results.map(\.1)).count, 1)
        }
    }

    @Test("documents are parsed and freed on many threads, which share the pool of tapes")
    func parsing() async throws {
        var generator = DocumentGenerator(seed: 71)
        let texts = (1...6).map { generator.document(.catalogue, items: $0 * 40) }
        let hashes = try texts.map { try JSON(parsing: $0).hashValue }
        await withTaskGroup(of: Void.self) { group in
            for reader in 0..<Self.readers {
                group.addTask {
                    for step in 0..<max(10, TestScale.rounds(50)) {
                        let which = (step + reader) % texts.count
                        expectEqual((try? JSON(parsing: texts[which]))?.hashValue, hashes[which])
                    }
                }
            }
        }
    }

    @Test("an owned object with many members is indexed once, whoever asks")
    func ownedObject() async {
        let object = JSON((0..<500).reduce(into: [String: JSON]()) { $0["k\($1)"] = JSON($1) })
        let sums = await withTaskGroup(of: Int.self) { group in
            for _ in 0..<Self.readers {
                group.addTask { (0..<500).reduce(0) { $0 + object["k\($1)"].intValue } }
            }
            return await group.reduce(into: []) { $0.append($1) }
        }
        expectEqual(sums, [Int](repeating: 499 * 250, count: Self.readers))
    }

    @Test("all read its long names, which are made once")
    func names() async throws {
        let names = (0..<300).map { "a rather long name, number \($0)" }
        let object = "{" + names.map { "\"\($0)\":1" }.joined(separator: ",") + "}"
        let json = try JSON(parsing: "[" + Array(repeating: object, count: 8).joined(separator: ",") + "]")
        await withTaskGroup(of: Bool.self) { group in
            for _ in 0..<Self.readers {
                group.addTask { json.arrayValue.allSatisfy { $0.map(\.0) == names } }
            }
            for await isRight in group { expect(isRight) }
        }
    }
}
