import NeatlineJSON
import NeatlineTestSupport
import Testing

@Suite("Changing large levels that were parsed")
struct LargeLevelTests {
    private static let elements = ["7", "[1,2]", "{\"a\":1}"]

    @Test("entries of one size are changed, added and removed as any others", arguments: elements)
    func arrays(_ element: String) throws {
        var random = NeatlineTestSupport.SeededGenerator(seed: 65)
        for count in [1, 127, 128, 129, 1000] {
            let text = "[" + repeatElement(element, count: count).joined(separator: ",") + "]"
            var json = try JSON(parsing: text)
            var model = try (0..<count).map { _ in try JSON(parsing: element) }
            for step in 0..<200 {
                let position = Int.random(in: 0..<max(model.count, 1), using: &random)
                switch Int.random(in: 0..<10, using: &random) {
                case 0 where step > 100 && !model.isEmpty:
                    try json.remove(at: position)
                    model.remove(at: position)
                case 1, 2:
                    try json.append(JSON(step))
                    model.append(JSON(step))
                case _ where !model.isEmpty:
                    json[position] = JSON(step)
                    model[position] = JSON(step)
                default: break
                }
            }
            expectEqual(json, .array(JSONArray(model)))
            try expectEqual(json.serializedString(), JSON.array(JSONArray(model)).serializedString())
        }
    }

    @Test("members of one size are changed, added and removed as any others", arguments: elements)
    func objects(_ element: String) throws {
        for count in [1, 128, 300] {
            let text = "{" + (0..<count).map { "\"k\($0)\":\(element)" }.joined(separator: ",") + "}"
            var json = try JSON(parsing: text)
            json["k0"] = 5
            json["new"] = 6
            if count > 200 {
                json["k200"] = 7
                try json.remove(key: "k100")
                expectEqual(json["k200"], 7)
                expect(!json["k100"].exists())
                try expectEqual(json["k101"], JSON(parsing: element))
            }
            expectEqual(json["k0"], 5)
            expectEqual(json["new"], 6)
            expectEqual(json.count, count > 200 ? count : count + 1)
        }
    }

    @Test("the first change finds the member that lookup finds", arguments: [2, 3, 64, 500])
    func firstChange(count: Int) throws {
        let names = (0..<count).map { $0 % 3 == 0 ? #"k\u0061\#($0 / 2)"# : "ka\($0 / 2)" }
        for value in ["7", "[1,2]"] {
            let text = "{" + names.map { "\"\($0)\":\(value)" }.joined(separator: ",") + "}"
            for rule in [JSONParsingOptions.DuplicateKeys.lastWins, .firstWins] {
                var options = JSONParsingOptions()
                options.duplicateKeys = rule
                let json = try JSON(parsing: text, options: options)
                for number in 0..<min((count + 1) / 2, 40) {
                    let name = "ka\(number)"
                    var changed = json
                    changed[name] = "new"
                    let indexes = (0..<count).filter { $0 / 2 == number }
                    let index = rule == .lastWins ? indexes.last : indexes.first
                    let members = try #require(changed.members)
                    expectEqual(members.count, count)
                    let values = Array(members.values)
                    expectEqual(values.indices.filter { values[$0] == "new" }, [index])
                    expectEqual(changed[name], "new")
                }
                var added = json
                added["kb"] = 1
                expectEqual(added.members?.count, count + 1)
            }
        }
    }
}
