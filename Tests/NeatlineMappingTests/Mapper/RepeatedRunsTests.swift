import Foundation
import Neatline
import NeatlineTestSupport
import Testing

/// A mapper that is used again keeps memory and tables of the run before, and nothing else of it.
@Suite("Repeated runs of a mapper") struct RepeatedRunsTests {
    struct Place: Mappable, Equatable {
        var name = ""
        var count: Int?
        var inner: [Place] = []

        init() {}
        init?(map: Map) {}
        mutating func mapping(map: Map) {
            name <- map["name"]
            count <- map["count"]
            inner <- map["inner"]
        }
    }

    struct Note: MapContext {
        let text: String
    }

    /// Keeps the map that it was made from, and the context that it saw.
    final class Keeper: Mappable {
        var map: Map?
        var context: String?
        var name = ""

        required init?(map: Map) { self.map = map }
        func mapping(map: Map) {
            name <- map["name"]
            context = (map.context as? Note)?.text
            if map.mappingType == .toJSON { self.map = map }
        }
    }

    @Test("objects at the same position in other texts are read anew")
    func texts() {
        let mapper = Mapper<Place>()
        let texts = [
            #"{"name":"a","count":1,"inner":[]}"#, #"{"inner":[{"count":2,"name":"c"}],"name":"b"}"#, #"{"count":3}"#,
        ]
        for text in texts + texts {
            expectEqual(mapper.map(JSONString: text), Mapper<Place>().map(JSONString: text))
        }
    }

    @Test("what was found wrong in one run is not told of the next")
    func failures() throws {
        let mapper = Mapper<Place>()
        for _ in 0..<2 {
            _ = mapper.map(JSONString: #"{"name":5,"inner":[]}"#)
            expectEqual(mapper.failures.map(\.path), ["$.name"])
            _ = mapper.map(JSONString: #"{"name":"a","inner":[]}"#)
            expect(mapper.failures.isEmpty)
            _ = mapper.map(JSONString: "[")
            expectEqual(mapper.failures.map(\.reason), [.invalidJSON])
            #expect(throws: MappingError.self) {
                _ = try mapper.tryMap(JSONString: #"{"name":5,"inner":4}"#, stoppingAtFirst: true)
            }
            try expectEqual(mapper.tryMap(JSONString: #"{"name":"b","inner":[]}"#, stoppingAtFirst: true).name, "b")
        }
    }

    @Test("context and options are those of the call")
    func settings() throws {
        let mapper = Mapper<Keeper>()
        for text in ["first", "second"] {
            mapper.context = Note(text: text)
            let keeper = try #require(mapper.map(JSONString: #"{"name":"a","more":1}"#))
            expectEqual(keeper.context, text)
            _ = mapper.toJSONString(keeper)
            expectEqual(keeper.context, text)
            mapper.options.reportsUnknownKeys = text == "second"
            _ = mapper.map(JSONString: #"{"name":"a","more":1}"#)
            expectEqual(mapper.failures.map(\.path), text == "second" ? ["$.more"] : [])
        }
        let places = Mapper<Place>()
        for includesNil in [false, true, false] {
            places.shouldIncludeNilValues = includesNil
            expectEqual(
                places.toJSONString(Place()),
                includesNil ? #"{"name":"","count":null,"inner":[]}"# : #"{"name":"","inner":[]}"#)
        }
    }

    @Test("a map that was kept goes on with the text that it was made for")
    func keptMaps() throws {
        let mapper = Mapper<Keeper>()
        let first = try #require(mapper.map(JSONString: #"{"name":"first","x":1}"#))
        let second = try #require(mapper.map(JSONString: #"{"x":2,"name":"second"}"#))
        expect(first.map?["name"].currentValue as? String == "first")
        expect(second.map?["name"].currentValue as? String == "second")
        expect(first.map?["x"].currentValue as? Int == 1)
        expect(second.map?["x"].currentValue as? Int == 2)
    }

    @Test("a text is not changed by what is written to a map that was kept")
    func keptWriters() throws {
        let mapper = Mapper<Keeper>()
        let keeper = try #require(Keeper(JSONString: #"{"name":"a"}"#))
        expectEqual(mapper.toJSONString(keeper), #"{"name":"a"}"#)
        let map = try #require(keeper.map)
        keeper.map = nil
        expectEqual(mapper.toJSONString(keeper), #"{"name":"a"}"#)
        "late" >>> map["late"]
        expectEqual(mapper.toJSONString(keeper), #"{"name":"a"}"#)
    }

    @Test("a value without a form in JSON spoils one run only")
    func unwritable() {
        struct Measure: Mappable {
            var value = 0.0
            init(_ value: Double) { self.value = value }
            init?(map: Map) {}
            mutating func mapping(map: Map) { value <- map["value"] }
        }
        let mapper = Mapper<Measure>()
        for _ in 0..<2 {
            expect(mapper.toJSONString(Measure(.nan)) == nil)
            expectEqual(mapper.failures.count, 1)
            expectEqual(mapper.toJSONString(Measure(0.5)), #"{"value":0.5}"#)
            expect(mapper.failures.isEmpty)
        }
    }

    @Test("a model may use the mapper that is mapping it")
    func withinARun() throws {
        final class Nested: Mappable {
            static let shared = Mapper<Nested>()
            var before = ""
            var text = ""
            var inner: Nested?
            var after = ""

            init() {}
            required init?(map: Map) {}
            func mapping(map: Map) {
                before <- map["before"]
                text <- map["text"]
                if map.mappingType == .fromJSON {
                    inner = text.isEmpty ? nil : Nested.shared.map(JSONString: text)
                } else if let inner {
                    text = Nested.shared.toJSONString(inner) ?? ""
                }
                after <- map["after"]
            }
        }
        let text = #"{"before":"1","text":"{\"after\":\"3\",\"before\":\"2\",\"text\":\"\"}","after":"4"}"#
        for _ in 0..<2 {
            let model = try #require(Nested.shared.map(JSONString: text))
            expectEqual([model.before, model.after], ["1", "4"])
            expectEqual([model.inner?.before, model.inner?.after], ["2", "3"])
            model.text = ""
            let written = try #require(Nested.shared.toJSONString(model))
            expectEqual(written, #"{"before":"1","text":"","after":"4"}"#)
            expectEqual(model.text, #"{"before":"2","text":"","after":"3"}"#)
        }
    }
}
