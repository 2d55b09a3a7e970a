import Foundation
import Neatline
import NeatlineTestSupport
import Testing

@Suite("Mappable") struct MappableTests {
    struct User: Mappable, Equatable {
        var name = ""
        var age: Int?

        init?(map: Map) { if map.JSON["name"] == nil { return nil } }
        mutating func mapping(map: Map) {
            name <- map["name"]
            age <- map["profile.age"]
        }
    }

    @Test("A struct from everything, and back")
    func conveniences() throws {
        let text = #"{"name":"Ada","profile":{"age":36}}"#
        let dictionary: [String: Any] = ["name": "Ada", "profile": ["age": 36]]
        let users = [
            User(JSONString: text), User(JSON: dictionary), User(JSONObject: dictionary),
            User(json: try JSON(parsing: text)), User(data: Data(text.utf8)),
        ]
        for user in users {
            expect(user?.name == "Ada" && user?.age == 36)
            expectEqual(user?.toJSONString(), text)
            expectEqual(user.flatMap { User(JSON: $0.toJSON()) }, user)
            expectEqual(user.flatMap { User(json: $0.toJSONValue()) }, user)
            expectEqual(user.flatMap { User(data: $0.toJSONData() ?? Data()) }, user)
        }
        expect(User(JSONString: "{}") == nil)
        expect(User(JSON: [:]) == nil)
        expect(User(JSONObject: nil) == nil)
        expect(User(JSONObject: [1]) == nil)
        expect(User(json: JSON.null) == nil)
        expect(User(data: Data()) == nil)
    }

    @Test("Arrays and sets of models")
    func collections() throws {
        struct Tag: Mappable, Hashable {
            var id = 0
            init?(map: Map) { if !map["id"].isKeyPresent { return nil } }
            mutating func mapping(map: Map) { id <- map["id"] }
        }
        let array = try #require([Tag](JSONString: #"[{"id":1},{},{"id":2}]"#))
        expectEqual(array.map(\.id), [1, 2])
        expectEqual([Tag](JSONString: #"{"id":5}"#)?.map(\.id), [5])
        expect([Tag](JSONString: "5") == nil)
        expectEqual([Tag](JSONArray: [["id": 1], [:]]).map(\.id), [1])
        expectEqual(array.toJSONString(), #"[{"id":1},{"id":2}]"#)
        expectEqual([Tag](JSONArray: array.toJSON()), array)
        let set = try #require(Set<Tag>(JSONString: #"[{"id":1},{"id":1}]"#))
        expectEqual(set.count, 1)
        expect(Set<Tag>(JSONString: "") == nil)
        expectEqual(Set<Tag>(JSONArray: [["id": 3]])?.first?.id, 3)
        expectEqual(Set<Tag>(JSONArray: set.toJSON()), set)
        expectEqual(set.toJSONString(), #"[{"id":1}]"#)
    }

    class Base: Mappable {
        var base: String?
        init() {}
        required init?(map: Map) {}
        func mapping(map: Map) { base <- map["base"] }
    }

    final class Sub: Base {
        var sub: String?
        required init?(map: Map) { super.init(map: map) }
        override func mapping(map: Map) {
            super.mapping(map: map)
            sub <- map["sub"]
        }
    }

    @Test("A subclass maps its superclass's fields first")
    func subclass() throws {
        let text = #"{"base":"b","sub":"s"}"#
        let sub = try #require(Sub(JSONString: text))
        expect(sub.base == "b" && sub.sub == "s")
        expectEqual(sub.toJSONString(), text)
        let base: Base = sub
        expectEqual(base.toJSONString(), text)
        expectEqual(Mapper<Base>().toJSON(sub).count, 2)
    }

    class Page<Element: Mappable>: Mappable {
        var number = 0
        var elements: [Element] = []
        var first: Element?
        required init?(map: Map) {}
        func mapping(map: Map) {
            number <- map["number"]
            elements <- map["elements"]
            first <- map["first"]
        }
    }

    final class Users: Page<User> {
        var total: Int?
        override func mapping(map: Map) {
            super.mapping(map: map)
            total <- map["total"]
        }
    }

    @Test("Generic models, and subclasses of them")
    func generic() throws {
        let text = #"{"number":1,"elements":[{"name":"a"}],"first":{"name":"b"},"total":7}"#
        let page = try #require(Mapper<Page<User>>().map(JSONString: text))
        expect(page.elements.first?.name == "a" && page.first?.name == "b")
        let users = try #require(Users(JSONString: text))
        expect(users.total == 7 && users.elements.count == 1)
        expectEqual(users.toJSONString(), text)
        let nested = Mapper<Page<Page<User>>>().map(
            JSONString: #"{"number": 1, "elements": [\#(text)], "first": null}"#)
        expectEqual(nested?.elements.first?.first?.name, "b")
    }

    @Test("An initialiser that maps already does no harm")
    func mapsTwice() throws {
        struct Player: Mappable {
            var name = "", scores: [Int] = []
            init?(map: Map) { mapping(map: map) }
            mutating func mapping(map: Map) {
                name <- map["name"]
                scores <- map["scores"]
            }
        }
        let text = #"{"name":"p","scores":[1,2]}"#
        expectEqual(Player(JSONString: text)?.toJSONString(), text)
    }

    struct Units: MapContext { var metric: Bool }

    struct Measured: Mappable {
        var height = 0.0
        var parts: [Measured] = []
        var named: [String: Measured] = [:]
        var fixed: Fixed?
        init?(map: Map) {}
        mutating func mapping(map: Map) {
            height <- map["height"]
            parts <- map["parts"]
            named <- map["named"]
            fixed <- map["fixed"]
            if map.mappingType == .fromJSON, (map.context as? Units)?.metric == false { height *= 0.3048 }
        }

        struct Fixed: ImmutableMappable {
            let metric: Bool
            init(map: Map) throws {
                guard let units = map.context as? Units else { throw NoUnits() }
                metric = units.metric
            }
        }
        struct NoUnits: Error {}
    }

    @Test("The context reaches models at every depth")
    func context() throws {
        let text =
            #"{"height": 10, "parts": [{"height": 10, "fixed": {}}], "named": {"a": {"height": 10}}, "fixed": {}}"#
        let feet = try #require(Mapper<Measured>(context: Units(metric: false)).map(JSONString: text))
        expect(
            feet.height == 10 * 0.3048 && feet.parts[0].height == feet.height && feet.named["a"]?.height == feet.height)
        expect(feet.fixed?.metric == false && feet.parts[0].fixed?.metric == false)
        let metres = try #require(Measured(JSONString: text, context: Units(metric: true)))
        expect(metres.height == 10 && metres.fixed?.metric == true)
        let mapper = Mapper<Measured>()
        let without = try #require(mapper.map(JSONString: text))
        expect(without.height == 10 && without.fixed == nil)
        expect(mapper.failures.contains { $0.reason == .thrown && $0.underlying is Measured.NoUnits })
        expectEqual([Measured](JSONString: "[\(text)]", context: Units(metric: false))?[0].parts[0].height, feet.height)
        expectEqual(Measured(JSON: ["height": 10], context: Units(metric: false))?.height, feet.height)
        mapper.context = Units(metric: true)
        expectEqual(mapper.map(JSONString: text)?.fixed?.metric, true)
    }

    /// A folder tells its models its path by the context, and writes nil as null from its second field on.
    final class Folder: Mappable {
        struct Path: MapContext { var names: [String] }

        var path: [String] = []
        var first: String?
        var second: String?
        var folders: [Folder] = []
        var named: [String: Folder] = [:]
        var link: Link?
        var last: [String] = []

        /// The context that its initializer sets is that of the error's place only.
        struct Link: ImmutableMappable {
            let path: [String]
            init(map: Map) throws {
                path = (map.context as? Path)?.names ?? []
                map.context = Path(names: ["link"])
                let _: Int = try map.value("n")
            }
        }

        init?(map: Map) {
            path = ((map.context as? Path)?.names ?? []) + [map["name"].value() ?? "-"]
            map.context = Path(names: path)
            if map["refused"].isKeyPresent { return nil }
        }

        func mapping(map: Map) {
            first <- map["first"]
            map.shouldIncludeNilValues = !map.shouldIncludeNilValues
            second <- map["second"]
            folders <- map["folders"]
            named <- map["named"]
            link <- map["link"]
            last = (map.context as? Path)?.names ?? []
        }
    }

    @Test("What a model sets on its map is so for its fields and models that follow, not for others")
    func settingsOfMaps() throws {
        let text = """
            {"name": "a", "folders": [
                {"name": "b", "folders": [{"name": "c"}], "link": {}}, {"name": "r", "refused": 1}, {"name": "d", "link": {"n": 1}}],
             "named": {"x": {"name": "e"}}}
            """
        let dictionary = try #require(try JSON(parsing: text).dictionaryObject)
        for folder in [
            try #require(Folder(JSONString: text)), try #require(Folder(JSON: dictionary)),
            try #require([Folder](JSONString: "[\(text), \(text)]")?[1]),
        ] {
            expect(folder.path == ["a"] && folder.last == ["a"])
            expectEqual(folder.folders.map(\.path), [["a", "b"], ["a", "d"]])
            expectEqual(folder.folders.map(\.last), [["a", "b"], ["a", "d"]])
            expectEqual(folder.folders[0].folders[0].path, ["a", "b", "c"])
            expect(folder.folders[0].link == nil && folder.folders[1].link?.path == ["a", "d"])
            expectEqual(folder.named["x"]?.path, ["a", "e"])
        }
        let folder = try #require(Folder(JSON: ["folders": [["folders": [[:]]], [:]], "named": ["x": [:]]]))
        let inner = #"{"first":null,"folders":[],"named":{}}"#
        let written = """
            {"second":null,"folders":[{"first":null,"folders":[{"second":null,"folders":[],"named":{},"link":null}],"named":{}},\
            \(inner)],"named":{"x":\(inner)},"link":null}
            """
        let mapper = Mapper<Folder>()
        for _ in 0..<2 {
            expectEqual(mapper.toJSONString(folder), written)
            expectEqual(JSON(mapper.toJSON(folder)), JSON(parseJSON: written))
            expectEqual(mapper.toJSONString([folder, folder]), "[\(written),\(written)]")
        }
        expect(!mapper.shouldIncludeNilValues)
    }

    @Test("Settings of a map that code has made")
    func settingsOfOwnMaps() {
        let map = Map(mappingType: .toJSON, JSON: [:])
        map.shouldIncludeNilValues = true
        map.context = Units(metric: true)
        String?.none >>> map["a"]
        expect(map.JSON["a"] is NSNull)
        expectEqual((map["a"].context as? Units)?.metric, true)
    }

    @Test("A type that conforms to BaseMappable alone is written, and not read")
    func baseAlone() {
        struct Base: BaseMappable {
            var n = 1
            mutating func mapping(map: Map) { n <- map["n"] }
        }
        expectEqual(Base().toJSONString(), #"{"n":1}"#)
        let mapper = Mapper<Base>()
        expect(mapper.map(JSONString: #"{"n": 2}"#) == nil)
        expectEqual(mapper.failures.map(\.reason), [.refused])
        expectEqual(mapper.map(JSONString: #"{"n": 2}"#, toObject: Base()).n, 2)
    }

    @Test("A conformance in an extension of a struct with defaults")
    func conformanceInExtension() {
        expectEqual(Plain(JSONString: #"{"n": 3}"#)?.n, 3)
    }
}

struct Plain {
    var n = 0
}

extension Plain: Mappable {
    init?(map: Map) { self.init() }
    mutating func mapping(map: Map) { n <- map["n"] }
}
