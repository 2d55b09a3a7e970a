import Foundation
import Neatline
import NeatlineTestSupport
import Testing

/// Mapping on many threads at once.
@Suite("Mapping on many threads") struct MappingSharingTests {
    /// Numbers as text; nil for text that is none.
    struct NumberText: TransformType {
        func transformFromJSON(_ value: Any?) -> Int? { (value as? String).flatMap { Int($0) } }
        func transformToJSON(_ value: Int?) -> String? { value.map { String($0) } }
    }

    struct Item: Mappable, Hashable {
        enum Kind: String { case a, b }
        var id = 0
        var name = ""
        var kind = Kind.a
        var tags: [String] = []
        var children: [Item] = []
        var place: Int?
        init?(map: Map) {}
        mutating func mapping(map: Map) {
            id <- map["id"]
            name <- map["name"]
            kind <- map["kind"]
            tags <- map["tags"]
            children <- map["children"]
            place <- (map["where.0.place"], NumberText())
        }
    }

    private static func text(_ count: Int) -> String {
        let items = (0..<count).map { index in
            """
            {"id":\(index),"name":"name \(index) of an item, \\u00e9","kind":"\(index % 2 == 0 ? "a" : "b")",\
            "tags":["x","\(index)"],"a1":1,"a2":2,"a3":3,"a4":4,"a5":5,"children":\
            [{"id":\(index),"name":"child","kind":"z","tags":[],"children":[]}],"where":[{"place":"\(index)"}]}
            """
        }
        return "[" + items.joined(separator: ",") + "]"
    }

    @Test("One value is mapped, read and reported on by many threads")
    func oneDocument() async throws {
        let text = Self.text(100)
        let json = try JSON(parsing: text)
        let expected = try #require([Item](JSONString: text))
        await withTaskGroup(of: Bool.self) { group in
            for _ in 0..<8 {
                group.addTask {
                    let mapper = Mapper<Item>()
                    guard let items = mapper.mapArray(json: json) else { return false }
                    let failures = mapper.failures
                    return items == expected && failures.count == 100 && failures.last?.path == "$[99].children[0].kind"
                        && items[7].place == 7
                }
            }
            for await isRight in group { expect(isRight) }
        }
    }

    @Test("Many threads parse and write models of their own")
    func ownDocuments() async throws {
        let text = Self.text(20)
        let written = try #require([Item](JSONString: text)?.toJSONString())
        await withTaskGroup(of: String?.self) { group in
            for _ in 0..<16 {
                group.addTask { [Item](JSONString: text)?.toJSONString() }
            }
            for await result in group { expectEqual(result, written) }
        }
    }

    static let mapper = Mapper<Item>()

    @Test("One mapper reads, writes and tells its failures on many threads at once")
    func oneMapper() async throws {
        let texts = (1...8).map { Self.text($0) }
        let models = try texts.map { try #require([Item](JSONString: $0)) }
        let written = try models.map { try #require($0.toJSONString()) }
        let fitting = try models.map { try #require($0.first?.toJSONString()) }
        await withTaskGroup(of: Bool.self) { group in
            for worker in 0..<8 {
                group.addTask {
                    let mapper = Self.mapper
                    for round in 0..<20 {
                        let index = (worker + round) % 8
                        if mapper.mapArray(JSONString: texts[index]) != models[index] { return false }
                        if mapper.toJSONString(models[index]) != written[index] { return false }
                        if mapper.map(JSONString: "[") != nil { return false }
                        // Those of some call that has ended: each has its own number of them.
                        let failures = mapper.failures
                        let isOfOneCall =
                            failures.isEmpty || failures.map(\.reason) == [.invalidJSON]
                            || failures.map(\.path) == (0..<failures.count).map { "$[\($0)].children[0].kind" }
                            || failures.map(\.path) == ["$.id"]
                        if !isOfOneCall { return false }
                        // Those that are thrown are the call's own.
                        do {
                            _ = try mapper.tryMap(
                                JSONString: #"{"id":"x","name":"","kind":"a","tags":[],"children":[]}"#)
                            return false
                        } catch {
                            if (error as? MappingError)?.failures.map(\.path) != ["$.id"] { return false }
                        }
                        guard let bytes = try? mapper.tryToJSONBytes(models[index][0]),
                            String(decoding: bytes, as: UTF8.self) == fitting[index]
                        else { return false }
                    }
                    return true
                }
            }
            for await isRight in group { expect(isRight) }
        }
    }

    @Test("Models, failures and errors are sent to another thread")
    func sending() async throws {
        let mapper = Mapper<Item>()
        _ = mapper.mapArray(JSONString: Self.text(3))
        let failures = mapper.failures
        let messages = await Task.detached { failures.map(\.description) }.value
        expectEqual(messages, mapper.failures.map(\.description))
        struct Strict: ImmutableMappable {
            let n: Int
            init(map: Map) throws { n = try map.value("n") }
        }
        let result = await Task.detached { Result { try Strict(JSONString: #"{"n": "x"}"#) } }.value
        let error = #expect(throws: MapError.self) { try result.get() }
        let again = await Task.detached { [error] in (0..<4).map { _ in error?.description ?? "" } }.value
        expect(Set(again).count == 1 && again[0].contains("line 1, column 7"))
    }
}
