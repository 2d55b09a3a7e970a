import NeatlineTestSupport
import Testing

@testable import NeatlineJSON

/// Objects that are changed in every way, beside a plain list of members that is changed in the same way.
@Suite("Objects against a model")
struct ObjectStorageTests {
    /// The members of an object, looked up by reading all of them.
    private struct Model {
        var members: [(key: String, value: Int)]
        var firstWins = false

        func winner(_ key: String) -> Int? {
            firstWins ? members.firstIndex { $0.key == key } : members.lastIndex { $0.key == key }
        }

        var text: String { "{" + members.map { "\"\($0.key)\":\($0.value)" }.joined(separator: ",") + "}" }

        var sortedText: String {
            // Equal names keep their order.
            let sorted = members.enumerated().sorted { ($0.element.key, $0.offset) < ($1.element.key, $1.offset) }
            return Model(members: sorted.map(\.element)).text
        }
    }

    /// How a name is chosen: among how many, and whether most are the same.
    private static let shapes: [(count: Int, names: Int, isSame: Bool)] = [
        (0, 6, false), (5, 8, false), (15, 20, false), (16, 20, true), (17, 10, false), (70, 100, false),
        (70, 20, false), (300, 250, true), (300, 400, false),
    ]

    private func name(_ shape: (count: Int, names: Int, isSame: Bool), _ random: inout SeededGenerator) -> String {
        if shape.isSame, Int.random(in: 0..<4, using: &random) > 0 { return "same" }
        let number = Int.random(in: 0..<shape.names, using: &random)
        return number % 2 == 0 ? "k\(number)" : "a name of more than fifteen bytes, number \(number)"
    }

    private func check(_ object: JSONObject, _ model: Model, _ names: [String]) throws {
        expectEqual(object.count, model.members.count)
        expectEqual(Array(object.keys), model.members.map(\.key))
        expectEqual(object.values.map(\.int), model.members.map(\.value))
        expectEqual(object.indices.map { object[$0].value.int }, model.members.map(\.value))
        for name in names {
            expectEqual(object[name]?.int, model.winner(name).map { model.members[$0].value }, "\(name)")
        }
        let json = JSON.object(object)
        expectEqual(json.map(\.0), model.members.map(\.key))
        try expectEqual(json.serializedString(), model.text)
        var sorted = JSONWritingOptions.compact
        sorted.sortsKeys = true
        try expectEqual(json.serializedString(sorted), model.sortedText)
        var options = JSONParsingOptions()
        options.duplicateKeys = model.firstWins ? .firstWins : .lastWins
        try expectEqual(json, JSON(parsing: model.text, options: options))
        expectEqual(json.detached(), json)
    }

    @Test(
        "Members are set, added and removed by name and by position",
        arguments: [false, true], [0, 1, 2, 3, 4, 5, 6, 7, 8])
    func changes(firstWins: Bool, shape: Int) throws {
        let shape = ObjectStorageTests.shapes[shape]
        var random = SeededGenerator(seed: UInt64(shape.count * 2 + shape.names))
        var model = Model(members: [], firstWins: firstWins)
        for number in 0..<shape.count { model.members.append((name(shape, &random), number)) }
        var options = JSONParsingOptions()
        options.duplicateKeys = firstWins ? .firstWins : .lastWins
        var object = try #require(try JSON(parsing: model.text, options: options).members)
        if Bool.random(using: &random) { object = try #require(JSON.object(object).detached().members) }
        var copies: [(JSONObject, Model)] = []
        let names = Set((0..<400).map { _ in name(shape, &random) }) + ["", "missing"]
        for step in 0..<700 {
            let name = name(shape, &random)
            // More are removed than added in the second half.
            switch Int.random(in: 0..<(step < 350 ? 14 : 20), using: &random) {
            case 0...4:
                let winner = model.winner(name)
                expectEqual(object.updateValue(JSON(step), forKey: name)?.int, winner.map { model.members[$0].value })
                if let winner { model.members[winner].value = step } else { model.members.append((name, step)) }
            case 5:
                object[name]?.int? += 1
                if let winner = model.winner(name) { model.members[winner].value += 1 }
            case 6:
                let winner = model.winner(name)
                object[name] = .none
                if winner != nil { model.members.removeAll { $0.key == name } }
            case 7 where !model.members.isEmpty:
                copies.append((object, model))
            case 8 where step % 50 == 0:
                object = JSONObject(object)
                object.removeAll()
                model = Model(members: [])
            case 9...11 where !model.members.isEmpty:
                let ordinal = Int.random(in: model.members.indices, using: &random)
                let position = object.index(object.startIndex, offsetBy: ordinal)
                let removed = object.remove(at: position)
                let expected = model.members.remove(at: ordinal)
                expect(removed.key == expected.key && removed.value.int == expected.value)
            default:
                let winner = model.winner(name)
                let removed = object.removeValue(forKey: name)
                expectEqual(removed?.int, winner.map { model.members[$0].value })
                model.members.removeAll { $0.key == name }
            }
            expectEqual(object[name]?.int, model.winner(name).map { model.members[$0].value })
            if step % 60 == 0 || model.members.count < 3 { try check(object, model, names) }
        }
        try check(object, model, names)
        for (copy, model) in copies.suffix(5) { try check(copy, model, names) }
    }

    @Test("All members are removed one by one, from any end", arguments: [0, 1, 2], [1, 15, 16, 100, 1_000])
    func removal(order: Int, count: Int) throws {
        let text = "{" + (0..<count).map { "\"k\($0)\":[\($0)]" }.joined(separator: ",") + "}"
        for json in [try JSON(parsing: text), try JSON(parsing: text).detached()] {
            var json = json
            var object = try #require(json.members)
            for step in 0..<count {
                let number = order == 0 ? step : order == 1 ? count - 1 - step : step * 7 % count
                try expectEqual(json.remove(key: "k\(number)"), [number])
                #expect(throws: JSONError.self) { try json.remove(key: "k\(number)") }
                let ordinal = order == 0 ? 0 : order == 1 ? object.count - 1 : object.count / 2
                _ = object.remove(at: object.index(object.startIndex, offsetBy: ordinal))
                expect(json.count == count - 1 - step && object.count == json.count)
            }
            expect(json == [:] as JSON)
            json["k0"] = 1
            try expectEqual(json.serializedString(), #"{"k0":1}"#)
        }
    }

    @Test("Positions are those of the members that are left, as in an array")
    func positions() throws {
        let text = "{" + (0..<40).map { "\"k\($0)\":\($0)" }.joined(separator: ",") + "}"
        var object = try #require(try JSON(parsing: text).members)
        var position = object.startIndex
        while position < object.endIndex {
            if object[position].value.intValue % 3 == 0 {
                _ = object.remove(at: position)
            } else {
                position = object.index(after: position)
            }
        }
        expectEqual(object.values.map(\.int), (0..<40).filter { $0 % 3 != 0 })
        for position in object.indices.reversed() where object[position].value.intValue % 2 == 0 {
            _ = object.remove(at: position)
        }
        expectEqual(object.values.map(\.int), (0..<40).filter { $0 % 3 != 0 && $0 % 2 != 0 })
    }

    @Test("Values that are removed are released at once")
    func release() throws {
        weak var document: AnyObject?
        var object = JSONObject((0..<100).map { (key: "k\($0)", value: JSON($0)) })
        do {
            let json = try JSON(parsing: "[1, 2, 3]")
            if case .array(let array) = json, case .view(let view, _) = array.storage { document = view.object }
            object["k7"] = json
        }
        expect(document != nil)
        object.removeValue(forKey: "k7")
        expect(document == nil)
        expectEqual(object.count, 99)
    }

    @Test("A member that is missing in a large parsed object is not added by what fails")
    func missing() throws {
        let text = "{" + (0..<100).map { "\"k\($0)\":\($0)" }.joined(separator: ",") + "}"
        var json = try JSON(parsing: text)
        for _ in 0..<3 {
            json["x"]["y"] = 1
            json["x", "y"] = 1
            json[JSONPointer(["x", "y"])] = 1
            json[JSONPointer(["k3", "y"])] = 1
            #expect(throws: JSONError.self) { try json.remove(key: "x") }
            #expect(throws: JSONError.self) { try json.set(1, at: "x", "y") }
            #expect(throws: JSONError.self) { try json.set(1, at: JSONPointer(["x", "y"])) }
            expectEqual(json.members?.removeValue(forKey: "x"), .none)
            json.applyMergePatch(["x": nil] as JSON)
            try expectEqual(json.serializedString(), text)
        }
        json[JSONPointer(["x"])] = 1
        json["y"].int = 2
        try expectEqual(json.serializedString(), text.dropLast() + #","x":1,"y":2}"#)
    }
}
