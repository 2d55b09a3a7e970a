import Foundation
import Neatline
import NeatlineTestSupport
import Testing

@Suite("DictionaryTransform") struct DictionaryTransformTests {
    private enum Size: String { case small, large }

    private struct Image: Mappable, Equatable {
        var name = ""
        var bytes: Int?
        var unit: String?

        init?(map: Map) {
            guard map["name"].isKeyPresent else { return nil }
            unit = (map.context as? Unit)?.name
        }

        mutating func mapping(map: Map) {
            name <- map["name"]
            bytes <- map["bytes"]
        }
    }

    private struct Unit: MapContext { var name: String }

    private struct Gallery: Mappable {
        var images: [Size: Image] = [:]
        var others: [Size: Image]?

        init?(map: Map) {}

        mutating func mapping(map: Map) {
            images <- (map["images"], DictionaryTransform<Size, Image>())
            others <- (map["others"], DictionaryTransform<Size, Image>())
        }
    }

    /// Objects as deep as the text.
    private final class Node: Mappable {
        var children: [Size: Node]?
        init?(map: Map) {}
        func mapping(map: Map) {
            // `<-` has exclusive access to the property, so that a cycle would be an error of the program.
            children >>> (map["children"], DictionaryTransform<Size, Node>())
            if map.mappingType == .fromJSON { children <- (map["children"], DictionaryTransform<Size, Node>()) }
        }
    }

    private let transform = DictionaryTransform<Size, Image>()

    @Test("Names become keys, objects models")
    func reading() throws {
        let text = #"{"small": {"name": "a", "bytes": 5}, "large": {"name": "b"}}"#
        let images = try #require(try read(transform, text))
        expectEqual(images.count, 2)
        expectEqual(images[.small]?.name, "a")
        expectEqual(images[.small]?.bytes, 5)
        expectEqual(images[.large]?.name, "b")
        try expectEqual(read(transform, "{}"), [:])
    }

    @Test("Unknown names, and values that are refused, are passed over")
    func passedOver() throws {
        let text = #"{"small": {}, "huge": {"name": "x"}, "large": {"name": "b"}, "": 5}"#
        try expectEqual(read(transform, text)?.mapValues(\.name), [.large: "b"])
        for value in ["5", "null", "[]", #""a""#] {
            try expectEqual(read(transform, #"{"small": \#(value)}"#), [:])
        }
    }

    @Test("What is no object is nil", arguments: ["null", "5", "true", #""small""#, "[]", #"[{"name": "a"}]"#])
    func failures(text: String) throws {
        expect(try read(transform, text) == nil)
    }

    @Test("Other values are nil")
    func strangeValues() {
        for value in strangers { expect(transform.transformFromJSON(value)?.isEmpty ?? true) }
        expectEqual(transform.transformFromJSON(JSON(["small": ["name": "a"]]))?[.small]?.name, "a")
    }

    @Test("The last of several members with one name counts")
    func duplicates() throws {
        let text = #"{"small": {"name": "a"}, "small": {"name": "b"}}"#
        try expectEqual(read(transform, text)?[.small]?.name, "b")
        expectEqual(Gallery(JSONString: #"{"images": \#(text)}"#)?.images[.small]?.name, "b")
    }

    @Test("Models are written under the raw values of their keys")
    func writing() throws {
        let text = #"{"images":{"large":{"name":"b"},"small":{"bytes":5,"name":"a"}}}"#
        let gallery = try #require(Gallery(JSONString: text))
        try expectEqual(JSON(parsing: try #require(gallery.toJSONString())), JSON(parsing: text))
        expectEqual(JSON(gallery.toJSON()), try JSON(parsing: text))
        let written = transform.transformToJSON(gallery.images) as? [String: [String: Any]]
        expect(written?["small"]?["bytes"] as? Int == 5)
        expect(transform.transformToJSON(nil) == nil)
    }

    @Test("Models inside know the context, and failures their whole path", arguments: [true, false])
    func run(isText: Bool) throws {
        let text = #"{"images": {"small": {"name": 5}, "huge": {}, "large": {}}, "others": 7}"#
        let mapper = Mapper<Gallery>(context: Unit(name: "byte"))
        let object = try JSON(parsing: text).object
        let gallery = try #require(isText ? mapper.map(JSONString: text) : mapper.map(JSONObject: object))
        expectEqual(gallery.images.keys.map(\.rawValue), ["small"])
        expectEqual(gallery.images[.small]?.unit, "byte")
        expect(gallery.others == nil)
        expectEqual(
            Set(mapper.failures.map(\.path)), ["$.images.small.name", "$.images.huge", "$.images.large", "$.others"])
        expectEqual(mapper.failures.first { $0.path == "$.images.huge" }?.reason, .unknownKey)
        #expect(throws: MappingError.self) { try Mapper<Gallery>().tryMap(JSONString: text) }
        let newer = #"{"images": {"huge": {"name": "x"}}, "others": {}}"#
        try expectEqual(Mapper<Gallery>().tryMap(JSONString: newer).others?.isEmpty, true)
    }

    @Test("A model that contains itself is cut off, and no overflow")
    func cycle() throws {
        let node = try #require(Node(JSONString: "{}"))
        node.children = [.small: node]
        defer { node.children = nil }
        let mapper = Mapper<Node>()
        _ = mapper.toJSONString(node)
        expectEqual(mapper.failures.map(\.reason), [.tooDeep])
    }

    @Test("Nil is left out, or written as null if that is asked for")
    func nilValues() throws {
        let gallery = try #require(Gallery(JSONString: "{}"))
        expectEqual(gallery.toJSONString(), #"{"images":{}}"#)
        expectEqual(Mapper(shouldIncludeNilValues: true).toJSONString(gallery), #"{"images":{},"others":null}"#)
    }

    @Test("Models as deep as the text are refused, and no overflow")
    func depth() throws {
        let count = 20_000
        let text =
            String(repeating: #"{"children": {"small": "#, count: count) + "{}" + String(repeating: "}}", count: count)
        let mapper = Mapper<Node>()
        mapper.options.parsing.maximumDepth = 100_000
        let root = try #require(mapper.map(JSONString: text))
        var depth = 0
        var node = root.children?[.small]
        while let next = node {
            depth += 1
            node = next.children?[.small]
        }
        expect(depth > 100 && depth < 1_000)
        expectEqual(root.toJSONString()?.hasPrefix(#"{"children":{"small":{"#), true)
        expect(mapper.failures.contains { $0.reason == .tooDeep })
    }
}
