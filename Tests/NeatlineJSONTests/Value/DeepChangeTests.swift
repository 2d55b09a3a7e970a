import NeatlineTestSupport
import Testing

@testable import NeatlineJSON

@Suite("Changes of values nested deeper than any stack")
struct DeepChangeTests {
    /// Enough for any recursion to overflow a stack of 8 MiB; several such values are in memory at once.
    private static let depth = TestScale.isThorough ? 150_000 : 40_000

    /// Objects around `core`, each with a member before the nested one.
    private func nested(_ core: JSON, label: JSON = 0) -> JSON {
        var value = core
        for _ in 0..<DeepChangeTests.depth {
            value = .object(JSONObject([(key: "n", value: label), (key: "k", value: value)]))
        }
        return value
    }

    private func core(_ json: JSON) -> JSON {
        var value = json
        while let child = value.members?["k"] { value = child }
        return value
    }

    @Test("Merged")
    func merged() throws {
        let merged = try nested([1]).merged(with: nested([2], label: 5))
        expectEqual(core(merged), [1, 2])
        expectEqual(merged["n"], 5)
        expectEqual(merged["k"]["k"]["n"], 5)
    }

    @Test("Patched by a merge patch, and one made")
    func mergePatch() throws {
        let old = nested(1)
        let new = nested(2)
        let patch = try old.mergePatch(to: new)
        expectEqual(patch.count, 1)
        expectEqual(core(patch), 2)
        let isSame = old.applyingMergePatch(patch) == new
        expect(isSame)
    }

    @Test("Compared for a patch, which is applied")
    func patch() throws {
        let old = nested(1)
        let new = nested(2)
        let patch = old.patch(to: new)
        expectEqual(patch.operations.count, 1)
        expectEqual(patch.operations.first?.name, "replace")
        expectEqual(patch.operations.first?.pointer.tokens.count, DeepChangeTests.depth)
        let isSame = try old.applying(patch) == new
        expect(isSame)
    }

    @Test("Compared where every level differs only far inside")
    func nothing() {
        let patch = nested([1, 2]).patch(to: nested([1.0, 2.0]))
        expect(patch.operations.isEmpty)
    }

    @Test("Detached, changed at the core, and freed")
    func detached() throws {
        var options = JSONParsingOptions()
        options.maximumDepth = .max
        let parsed = try JSON(parsing: nested("core").serialized(), options: options)
        var json = parsed.detached()
        let isSame = json == parsed
        expect(isSame)
        let path = [any JSONSubscriptType](repeating: "k", count: DeepChangeTests.depth)
        json[path].string? += "!"
        expectEqual(core(json), "core!")
        expectEqual(core(parsed), "core")
        try json.set([1], at: path)
        try json.append(2, to: path)
        expectEqual(core(json), [1, 2])
    }
}
