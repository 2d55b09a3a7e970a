import NeatlineJSON
import NeatlineMacros
import NeatlineSchema
import NeatlineTestSupport
import Testing

// Types of the user that have the names of types which the expansions use.

@Mappable(codable: true)
@JSONSchema
struct Shadowing {
    let first: Swift.Int
    let second: Swift.String
    @Key("a.b") var third: Swift.Int?
    @Rest var others: [Swift.String: Swift.Int] = [:]

    struct Bool {}
    struct Int {}
    struct String {}
    struct Map {}
    struct JSON {}
    struct Result {}
    struct Error {}
    struct Optional {}
    struct Array {}
    struct ValueReader {}
}

@Mappable(codable: true)
@JSONSchema
enum ShadowingSign: Character {
    case plus = "+"
    case minus = "-"

    struct String {}
    struct Character {}
}

@Mappable(codable: true)
@JSONSchema
enum ShadowingLevel: Swift.Int {
    @Key("low") case low = 1
    @Key(2...9) case high

    struct Int {}
    struct String {}
}

@Mappable(codable: true)
@JSONSchema
enum ShadowingShape {
    case point
    case circle(Double)
    case box(width: Double, height: Double?)

    struct String {}
    struct Int {}
}

@Mappable(codable: true, tag: "type")
@JSONSchema
enum ShadowingEvent {
    case opened(by: Double)
    case closed

    struct String {}
    struct Int {}
}

@Mappable
struct ShadowingAll {
    var model: Shadowing?
    var sign = ShadowingSign.plus
    var level = ShadowingLevel.low
    var shape = ShadowingShape.point
    var event: ShadowingEvent?
}

@Suite("Names of the user")
struct ShadowingTests {
    @Test("Types of the user do not hide those that the expansions use")
    func types() throws {
        let text =
            #"{"model":{"first":1,"second":"a","a":{"b":2},"c":3},"sign":"-","level":2,"#
            + #""shape":{"box":{"width":1.5,"height":2.0}},"event":{"type":"opened","by":1.0}}"#
        let mapper = Mapper<ShadowingAll>()
        let all = try #require(mapper.map(JSONString: text))
        expectEqual(all.toJSONString(), text)
        expect(mapper.failures.isEmpty)
        expectEqual(mapper.map(JSONString: #"{"model": {"first": "a", "second": 1}, "level": 7}"#)?.level, .high)
        expectEqual(
            mapper.failures.map(\.path), ["$.model.first", "$.model.second", "$.sign", "$.shape"])
    }
}
