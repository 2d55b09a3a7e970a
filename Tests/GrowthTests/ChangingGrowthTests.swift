import Neatline
import NeatlineTestSupport
import Testing

/// Changing values, by names, pointers and patches.
@Suite("Work of changing values", .longRunning)
struct ChangingGrowthTests {
    /// An object of that many members, as it was parsed or as code has built it, and the names.
    private func object(_ kind: Int, _ size: Int, isParsed: Bool) throws -> (json: JSON, names: [String]) {
        let names = Names.kinds[kind].make(size)
        let built = GrowthTests.object(names)
        return (isParsed ? try JSON(parsing: built.serialized()) : built, names)
    }

    private func pointers(_ names: [String]) -> [JSONPointer] { names.map { JSONPointer([$0]) } }

    @Test("setting and adding members by subscript", arguments: Names.kinds.indices, [true, false])
    func settingMembers(_ kind: Int, isParsed: Bool) throws {
        try expectLinear {
            try object(kind, $0, isParsed: isParsed)
        } _: { (json, names) in
            var json = json
            for name in names {
                json[name] = 2
                json[name + " "] = 3
            }
        }
    }

    @Test("removing all members by name", arguments: Names.kinds.indices, [true, false])
    func removingMembers(_ kind: Int, isParsed: Bool) throws {
        try expectLinear {
            try object(kind, $0, isParsed: isParsed)
        } _: { (json, names) in
            var json = json
            for name in names { _ = try json.remove(key: name) }
            expectEqual(json.count, 0)
        }
    }

    @Test("removing all members from the last to the first", arguments: [true, false])
    func removingBackwards(isParsed: Bool) throws {
        try expectLinear {
            try object(0, $0, isParsed: isParsed)
        } _: { (json, names) in
            var json = json
            for name in names.reversed() { json.members?[name] = nil }
            expectEqual(json.count, 0)
        }
    }

    @Test("removing members at positions")
    func removingPositions() throws {
        try expectLinear {
            try object(0, $0, isParsed: true)
        } _: { (json, _) in
            guard var members = json.members else { return }
            while !members.isEmpty { members.remove(at: members.startIndex) }
        }
    }

    @Test("removing and adding the same member again and again", arguments: [true, false])
    func movingMembers(isParsed: Bool) throws {
        try expectLinear {
            try object(0, $0, isParsed: isParsed)
        } _: { (json, names) in
            var json = json
            for name in names {
                let value = try json.remove(key: name)
                json[name] = value
            }
        }
    }

    @Test("removing a name that all members have")
    func removingEqualNames() throws {
        try expectLinear {
            try JSON(parsing: HostileText.equalNames.text($0))
        } _: { json in
            var json = json
            _ = try json.remove(key: "a")
            expectEqual(json.count, 0)
        }
    }

    @Test("appending and replacing elements")
    func elements() throws {
        try expectLinear {
            try JSON(parsing: HostileText.smallObjects.text($0))
        } _: { json in
            var json = json
            for index in 0..<json.count {
                json[index] = 1
                try json.append(2)
            }
        }
    }

    @Test("merging objects", arguments: Names.kinds.indices)
    func merging(_ kind: Int) throws {
        try expectLinear { size -> (JSON, JSON) in
            (try object(kind, size, isParsed: true).json, try object(0, size, isParsed: true).json)
        } _: { (a, b) in
            var a = a
            try a.merge(with: b)
        }
    }

    // MARK: Pointers

    @Test("parsing and writing pointers", arguments: ["/a", "/~1~0", "/0"])
    func parsingPointers(_ part: String) throws {
        try expectLinear {
            String(decoding: repeated(part, $0), as: UTF8.self)
        } _: { text in
            let pointer = try JSONPointer(parsing: text)
            expectEqual(pointer.description, text)
            _ = try JSONPointer(parsingFragment: pointer.fragment)
        }
    }

    @Test("reading by pointers", arguments: Names.kinds.indices, [true, false])
    func readingPointers(_ kind: Int, isParsed: Bool) throws {
        try expectLinear {
            let (json, names) = try object(kind, $0, isParsed: isParsed)
            return (json, pointers(names))
        } _: { (json, pointers) in
            for pointer in pointers { _ = json[pointer].intValue }
            _ = json[JSONPointer(["absent"])].error
        }
    }

    @Test("changing by pointers", arguments: Names.kinds.indices, [true, false])
    func changingPointers(_ kind: Int, isParsed: Bool) throws {
        try expectLinear {
            let (json, names) = try object(kind, $0, isParsed: isParsed)
            return (json, pointers(names))
        } _: { (json, pointers) in
            var json = json
            for pointer in pointers {
                json[pointer] = 2
                try json.set(3, at: pointer)
            }
            for pointer in pointers { _ = try json.remove(at: pointer) }
        }
    }

    @Test("a pointer as deep as the value")
    func deepPointer() throws {
        try expectLinear { size -> (JSON, JSONPointer) in
            let json = try JSON(parsing: HostileText.nestedObjects.text(size), options: HostileText.options)
            return (json, JSONPointer(Array(repeating: "a", count: size)))
        } _: { (json, pointer) in
            var json = json
            expectEqual(json[pointer], 1)
            json[pointer] = 2
            expectEqual(json[pointer], 2)
            _ = json[pointer.appending("x")].error?.description
        }
    }

    // MARK: Patches

    @Test(
        "patches of as many operations as there are members",
        arguments: ["test", "add", "replace", "remove", "move", "copy"], [true, false])
    func patches(_ operation: String, isParsed: Bool) throws {
        try expectLinear { size -> (JSON, JSONPatch) in
            let (json, names) = try object(1, size, isParsed: isParsed)
            let operations = names.map { name -> JSONPatch.Operation in
                let (pointer, other) = (JSONPointer([name]), JSONPointer([name + " "]))
                return switch operation {
                case "test": .test(pointer, 1)
                case "add": .add(other, 2)
                case "replace": .replace(pointer, 2)
                case "remove": .remove(pointer)
                case "move": .move(from: pointer, to: other)
                default: .copy(from: pointer, to: other)
                }
            }
            return (json, try JSONPatch(JSONPatch(operations).json))
        } _: { (json, patch) in
            var json = json
            try json.apply(patch)
        }
    }

    @Test("a patch that copies the whole value into itself ends at a limit")
    func copyingPatch() {
        expectLinear { size in
            JSONPatch((0..<size).map { .copy(from: JSONPointer(), to: JSONPointer(["m\($0)"])) })
        } _: { patch in
            var json: JSON = ["a": 1]
            try? json.apply(patch, copyLimit: 1 << 13)
        }
    }

    /// A value, and another one with other, fewer, more or changed parts.
    enum Difference: CaseIterable {
        case removed, added, changed, renamed, removedElements, addedElements, changedElements, reversed

        func values(_ size: Int) throws -> (JSON, JSON) {
            let names = (0..<size).map(Names.alike)
            let (object, numbers) = (GrowthTests.object(names), JSON((0..<size).map { JSON($0) }))
            switch self {
            case .removed: return (object, [:])
            case .added: return ([:], object)
            case .changed: return (object, .object(JSONObject(names.map { (key: $0, value: 2) })))
            case .renamed: return (object, GrowthTests.object(names.map { $0 + " " }))
            case .removedElements: return (numbers, [])
            case .addedElements: return ([], numbers)
            case .changedElements: return (numbers, JSON((0..<size).map { JSON(-$0) }))
            case .reversed: return (numbers, JSON((0..<size).reversed().map { JSON($0) }))
            }
        }
    }

    @Test("the difference of two values, which patches one into the other", arguments: Difference.allCases)
    func differences(_ difference: Difference) throws {
        try expectLinear { size -> (JSON, JSON) in
            let (a, b) = try difference.values(size)
            return (try JSON(parsing: a.serialized()), try JSON(parsing: b.serialized()))
        } _: { (a, b) in
            var a = a
            try a.apply(a.patch(to: b))
            expectEqual(a, b)
        }
    }

    @Test(
        "the difference of two texts of each kind and nothing",
        arguments: TestScale.share(of: HostileText.allCases, offset: 0))
    func differencesOfHostileTexts(_ shape: HostileText) throws {
        try expectLinear {
            try JSON(parsing: shape.text($0), options: HostileText.options)
        } _: { json in
            _ = json.patch(to: [])
            _ = JSON.null.patch(to: json)
        }
    }

    @Test("merge patches", arguments: [true, false])
    func mergePatches(isParsed: Bool) throws {
        try expectLinear { size -> (JSON, JSON, JSON) in
            let (json, names) = try object(1, size, isParsed: isParsed)
            let nulls = JSON.object(JSONObject(names.map { (key: $0, value: JSON.null) }))
            let values = JSON.object(JSONObject(names.map { (key: $0, value: 2) }))
            return (json, nulls, try JSON(parsing: values.serialized()))
        } _: { (json, nulls, values) in
            var json = json
            json.applyMergePatch(values)
            let patch = try json.mergePatch(to: [:])
            expectEqual(patch, nulls)
            json.applyMergePatch(nulls)
            expectEqual(json.count, 0)
        }
    }
}
