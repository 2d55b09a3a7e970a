import NeatlineTestSupport
import Testing

@testable import NeatlineJSON

@Suite("JSON Patch from two arrays")
struct ArrayDifferenceTests {
    /// The operations that turn one value into the other, which is tried.
    private func operations(_ old: JSON, _ new: JSON) throws -> [JSONPatch.Operation] {
        let patch = old.patch(to: new)
        let isSame = try old.applying(patch) == new
        expect(isSame)
        return patch.operations
    }

    /// The most elements that two arrays have in common in their order, by the textbook's table.
    private func mostCommon(_ a: [Int], _ b: [Int]) -> Int {
        var row = [Int](repeating: 0, count: b.count + 1)
        for x in a {
            var diagonal = 0
            for (j, y) in b.enumerated() {
                let above = row[j + 1]
                row[j + 1] = x == y ? diagonal + 1 : max(above, row[j])
                diagonal = above
            }
        }
        return row[b.count]
    }

    @Test("An insertion into 1,000 elements is one operation, wherever it is", arguments: [0, 1, 500, 999, 1_000])
    func insertion(index: Int) throws {
        let numbers = (0..<1_000).map { JSON($0) }
        var longer = numbers
        longer.insert("new", at: index)
        let pointer = JSONPointer(["\(index)"])
        try expectEqual(operations(.array(JSONArray(numbers)), .array(JSONArray(longer))), [.add(pointer, "new")])
        try expectEqual(operations(.array(JSONArray(longer)), .array(JSONArray(numbers))), [.remove(pointer)])
    }

    @Test("Changes at several indices are as many operations, however far apart they are")
    func severalPositions() throws {
        let old = (0..<1_000).map { JSON(["id": JSON($0), "tags": [JSON($0 % 7), "x"]]) }
        var new = old
        new[700]["tags"][0] = "changed"
        new.remove(at: 400)
        new.insert(["id": -1], at: 2)
        new.insert("first", at: 0)
        try expectEqual(
            operations(.array(JSONArray(old)), .array(JSONArray(new))),
            [
                .remove(JSONPointer(["400"])), .add(JSONPointer(["0"]), "first"),
                .add(JSONPointer(["3"]), ["id": -1]), .replace(JSONPointer(["701", "tags", "0"]), "changed"),
            ])
    }

    @Test("An element that moves is removed and added")
    func moved() throws {
        let numbers = Array(0..<100)
        let rotated = numbers[1...] + [0]
        try expectEqual(
            operations(JSON(numbers), JSON(Array(rotated))),
            [
                .remove(JSONPointer(["0"])), .add(JSONPointer(["99"]), 0),
            ])
    }

    @Test("Elements are changed by their numbers if that is less to do")
    func byNumber() throws {
        try expectEqual(
            operations([1, 2, 1, 2], [2, 9, 9, 9]).map(\.name), ["replace", "replace", "replace", "replace"])
    }

    @Test("Arrays inside arrays are compared in the same way")
    func nested() throws {
        let old: JSON = [[["a", "b", "c"], 1], 2]
        let new: JSON = ["first", [["x", "a", "b", "c"], 1], 2]
        try expectEqual(operations(old, new).count, 2)
    }

    @Test("As many elements are paired as can be", arguments: 0..<20)
    func longest(seed: UInt64) {
        var random = SeededGenerator(seed: seed)
        for _ in 0..<100 {
            let letters = Int.random(in: 1...6, using: &random)
            func some() -> [Int] {
                (0..<Int.random(in: 0...30, using: &random)).map { _ in Int.random(in: 0..<letters, using: &random) }
            }
            let (a, b) = (some(), some())
            guard let pairs = LongestSubsequence.pairs(a, b) else {
                Issue.record("no pairs of \(a) and \(b)")
                return
            }
            expect(pairs.allSatisfy { a[$0.old] == b[$0.new] })
            expect(zip(pairs, pairs.dropFirst()).allSatisfy { $0.old < $1.old && $0.new < $1.new })
            expectEqual(pairs.count, mostCommon(a, b), "\(a) and \(b)")
        }
    }

    @Test("The difference of random arrays leads from one to the other", arguments: 0..<20)
    func random(seed: UInt64) throws {
        var random = SeededGenerator(seed: seed)
        func element(_ depth: Int) -> JSON {
            switch Int.random(in: 0..<(depth < 3 ? 6 : 4), using: &random) {
            case 0: JSON(Int.random(in: 0...3, using: &random))
            case 1: .null
            case 2: "x"
            case 3: 1.0
            case 4: ["k": element(depth + 1), "l": 1]
            default: array(depth + 1)
            }
        }
        func array(_ depth: Int) -> JSON {
            .array(JSONArray((0..<Int.random(in: 0...9, using: &random)).map { _ in element(depth) }))
        }
        for _ in 0..<100 {
            let (old, new) = (array(0), array(0))
            _ = try operations(old, new)
        }
    }

    @Test("What takes too long to find out about is compared by its numbers")
    func bounded() throws {
        let numbers = Array(0..<20_000)
        expect(LongestSubsequence.pairs(numbers, numbers.reversed()) == nil)
        let zeroes = [Int](repeating: 0, count: 20_000)
        expectEqual(LongestSubsequence.pairs(zeroes + [1], [1] + zeroes)?.count, 20_000)
        let (old, new) = (JSON(numbers), JSON(Array(numbers.reversed())))
        try expectEqual(operations(old, new).count, 20_000)
    }
}
