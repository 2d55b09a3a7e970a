import Foundation
import Neatline
import NeatlineTestSupport
import Testing

/// Models that contain themselves, and texts that go as deep as one likes.
@Suite("Models nested deeply") struct DeepModelTests {
    static let levels = 10_000

    final class Node: Mappable {
        var depth = 0
        var next: Node?
        var list: [Node]?
        var named: [String: Node] = [:]
        var rows: [[Node]]?
        var groups: [String: [Node]]?
        var presence = Presence<Node>.absent
        var json: JSON?

        init() {}
        required init?(map: Map) {}
        func mapping(map: Map) {
            depth <- map["depth"]
            next <- map["next"]
            list <- map["list"]
            named <- map["named"]
            rows <- map["rows"]
            groups <- map["groups"]
            presence <- map["presence"]
            json <- map["json"]
        }

        /// How many models there are, one inside the other.
        var count: Int {
            var (count, node) = (1, self)
            while let inner = node.inner { (count, node) = (count + 1, inner) }
            return count
        }

        private var inner: Node? {
            next ?? list?.first ?? named["n"] ?? rows?.first?.first ?? groups?["n"]?.first ?? presence.value
        }

        /// Lets go of what is inside, one by one.
        func unlink() {
            var node = self
            while let inner = node.inner {
                (node.next, node.list, node.named, node.rows, node.groups) = (nil, nil, [:], nil, nil)
                node.presence = .absent
                node = inner
            }
        }
    }

    private static let openings = [
        #"{"next":"#, #"{"list":["#, #"{"named":{"n":"#, #"{"rows":[["#, #"{"groups":{"n":["#, #"{"presence":"#,
    ]
    private static let closings = ["}", "]}", "}}", "]]}", "]}}", "}"]

    private func text(_ shape: Int, levels: Int) -> String {
        String(repeating: Self.openings[shape], count: levels) + "{}"
            + String(repeating: Self.closings[shape], count: levels)
    }

    private func mapper() -> Mapper<Node> {
        let mapper = Mapper<Node>()
        mapper.options.parsing.maximumDepth = .max
        mapper.options.reportsMissingKeys = false
        return mapper
    }

    @Test("A text: models down to the limit, and what is below is reported", arguments: 0..<6)
    func fromText(shape: Int) throws {
        let mapper = mapper()
        let node = try #require(mapper.map(JSONString: text(shape, levels: Self.levels)))
        expect(node.count == 513 || node.count == 512)
        expectEqual(mapper.failures.map(\.reason), [.tooDeep])
        let failure = try #require(mapper.failures.first)
        expectEqual(failure.expected, "at most 512 objects inside one another")
        expect(failure.steps.count >= 512)
        expectEqual(failure.line, 1)
        #expect(throws: MappingError.self) { try mapper.tryMap(JSONString: text(shape, levels: Self.levels)) }
        node.unlink()
    }

    @Test("Unless more is asked for, such a text is no JSON")
    func parserLimit() {
        let mapper = Mapper<Node>()
        expect(mapper.map(JSONString: text(0, levels: Self.levels)) == nil)
        expectEqual(mapper.failures.map(\.reason), [.invalidJSON])
    }

    @Test("All levels that the parser takes unless more is asked for are mapped")
    func upToTheLimit() throws {
        let mapper = Mapper<Node>()
        mapper.options.reportsMissingKeys = false
        let node = try #require(mapper.map(JSONString: text(0, levels: 511)))
        expect(mapper.failures.isEmpty)
        expectEqual(node.count, 512)
        expectEqual(node.toJSONValue()["next", "next"].type, .dictionary)
        node.unlink()
    }

    @Test("A value that code has built")
    func fromJSON() throws {
        var json = JSON(["depth": 1])
        for _ in 0..<Self.levels { json = JSON.object(["next": json]) }
        let mapper = mapper()
        let node = try #require(mapper.map(json: json))
        expect(node.count == 512 || node.count == 513)
        expectEqual(mapper.failures.map(\.reason), [.tooDeep])
        node.unlink()
        let holder = try #require(mapper.map(json: ["json": json] as JSON))
        expectEqual(holder.json, json)
        expect(holder.toJSONString()?.utf8.count ?? 0 > Self.levels * 8)
    }

    @Test("A dictionary")
    func fromDictionary() throws {
        var dictionary: [String: Any] = ["depth": 1]
        for _ in 0..<Self.levels { dictionary = ["next": dictionary] }
        let mapper = mapper()
        let node = try #require(mapper.map(JSON: dictionary))
        expect(node.count == 512 || node.count == 513)
        expectEqual(mapper.failures.map(\.reason), [.tooDeep])
        node.unlink()
    }

    @Test("Models that are written: levels down to the limit, and a failure", arguments: 0..<6)
    func writing(shape: Int) throws {
        let root = Node()
        var node = root
        for _ in 0..<Self.levels {
            let inner = Node()
            switch shape {
            case 0: node.next = inner
            case 1: node.list = [inner]
            case 2: node.named = ["n": inner]
            case 3: node.rows = [[inner]]
            case 4: node.groups = ["n": [inner]]
            default: node.presence = .value(inner)
            }
            node = inner
        }
        let mapper = mapper()
        let text = try #require(mapper.toJSONString(root))
        expectEqual(Set(mapper.failures.map(\.reason)), [.tooDeep])
        let last = [JSONKey.key("next"), .key("list"), .key("named"), .key("rows"), .key("groups"), .key("presence")]
        expect(mapper.failures.contains { $0.steps.last == last[shape] })
        #expect(throws: MappingError.self) { try mapper.tryToJSONBytes(root) }
        var options = JSONParsingOptions()
        options.maximumDepth = .max
        #expect(throws: Never.self) { try JSON(parsing: text, options: options) }
        expectEqual(mapper.toJSON(root).isEmpty, false)
        expectEqual(Set(mapper.failures.map(\.reason)), [.tooDeep])
        root.unlink()
    }

    @Test("On a small stack: models as deep as there is room for, and a failure", arguments: [128 << 10, 256 << 10])
    func smallStack(size: Int) throws {
        final class Answers: @unchecked Sendable {
            var read: [MappingFailure.Reason] = []
            var written: [MappingFailure.Reason] = []
            var isThrown = false
        }
        let root = Node()
        var node = root
        for _ in 0..<511 {
            let inner = Node()
            node.list = [inner]
            node = inner
        }
        nonisolated(unsafe) let model = root
        let answers = Answers()
        let thread = Thread {
            let mapper = self.mapper()
            mapper.map(JSONString: self.text(1, levels: 511))?.unlink()
            answers.read = mapper.failures.map(\.reason)
            answers.isThrown = (try? mapper.tryMap(JSONString: self.text(1, levels: 511))) == nil
            _ = mapper.toJSONString(model)
            answers.written = mapper.failures.map(\.reason)
        }
        thread.stackSize = size
        thread.start()
        while !thread.isFinished { sched_yield() }
        root.unlink()
        // A stack may be larger than was asked for: that it is not run over is what counts.
        expect(answers.read.isEmpty || answers.read == [.tooDeep])
        expectEqual(answers.isThrown, !answers.read.isEmpty)
        expect(answers.written.isEmpty || Set(answers.written) == [.tooDeep])
    }

    final class Ring: BaseMappable {
        var next: Ring?
        var n = 1
        func mapping(map: Map) {
            // With `<-` the object would be read while it is being changed.
            next >>> map["next"]
            n >>> map["n"]
        }
    }

    @Test("A model that contains itself")
    func cycle() throws {
        let ring = Ring()
        ring.next = ring
        let mapper = Mapper<Ring>()
        expect(mapper.toJSONString(ring) != nil)
        expectEqual(mapper.failures.map(\.reason), [.tooDeep])
        ring.next = nil
    }

    /// A model whose initialiser refuses at a depth.
    struct Refusing: Mappable {
        final class Depth: MapContext {
            let refused: Int
            init(_ refused: Int) { self.refused = refused }
        }
        var inner: [Refusing] = []
        init?(map: Map) { if map["depth"].value() == (map.context as? Depth)?.refused { return nil } }
        mutating func mapping(map: Map) { inner <- map["inner"] }
        var levels: Int { 1 + (inner.first?.levels ?? 0) }
    }

    @Test("A model refused at any depth is missing there, and reported", arguments: [0, 1, 7, 100])
    func refused(depth: Int) {
        var text = #"{"depth": 100}"#
        for level in (0..<100).reversed() { text = #"{"depth": \#(level), "inner": [\#(text)]}"# }
        let mapper = Mapper<Refusing>(context: Refusing.Depth(depth))
        mapper.options.reportsMissingKeys = false
        let model = mapper.map(JSONString: text)
        expectEqual(model?.levels ?? 0, depth)
        expectEqual(mapper.failures.map(\.reason), [.refused])
        expectEqual(mapper.failures.first?.steps.count, 2 * depth)
    }
}
