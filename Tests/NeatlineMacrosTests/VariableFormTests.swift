import Foundation
import Neatline
import NeatlineMacros
import NeatlineTestSupport
import Testing

/// A variable of each kind that has its own `<-`: what the macro makes of it has to do the same.
@Suite("Variables of each kind")
struct VariableFormTests {
    enum Color: String {
        case red, green
    }

    @Mappable
    struct Inner: Equatable {
        var number = 0
    }

    /// A model that is a value, too: it is mapped as a model.
    struct Both: Mappable, MappableValue, Equatable {
        var number = 0

        init() {}
        init?(map: Map) {}
        mutating func mapping(map: Map) { number <- map["number"] }
        static func value(from reader: ValueReader) -> Both? { nil }
        func write(to writer: ValueWriter) {}
    }

    @Mappable
    struct ByMacro {
        var value = 0
        var optionalValue: Int? = 1
        var model = Inner()
        var optionalModel: Inner? = Inner()
        var both = Both()
        var optionalBoth: Both? = Both()
        var raw = Color.red
        var optionalRaw: Color? = .red
        var raws: [Color] = []
        var optionalRaws: [Color]? = []
        var any: Any = 0
        var optionalAny: Any? = 0
        var object: AnyObject = NSNumber(value: 0)
        var number: NSNumber = 0
        var presentValue = Presence<Int>.absent
        var presentRaw = Presence<Color>.absent
        var presentModel = Presence<Inner>.absent
        var presentBoth = Presence<Both>.absent
        var presentAny = Presence<NSNumber>.absent

        mutating func mapByHand(_ map: Map) {
            value <- map["value"]
            optionalValue <- map["optionalValue"]
            model <- map["model"]
            optionalModel <- map["optionalModel"]
            both <- map["both"]
            optionalBoth <- map["optionalBoth"]
            raw <- map["raw"]
            optionalRaw <- map["optionalRaw"]
            raws <- map["raws"]
            optionalRaws <- map["optionalRaws"]
            any <- map["any"]
            optionalAny <- map["optionalAny"]
            object <- map["object"]
            number <- map["number"]
            presentValue <- map["presentValue"]
            presentRaw <- map["presentRaw"]
            presentModel <- map["presentModel"]
            presentBoth <- map["presentBoth"]
            presentAny <- map["presentAny"]
        }
    }

    /// The same variables by hand.
    struct ByHand: Mappable {
        var model = ByMacro()

        init?(map: Map) {}
        mutating func mapping(map: Map) { model.mapByHand(map) }
    }

    static let names = [
        "value", "optionalValue", "model", "optionalModel", "both", "optionalBoth", "raw", "optionalRaw", "raws",
        "optionalRaws", "any", "optionalAny", "object", "number", "presentValue", "presentRaw", "presentModel",
        "presentBoth", "presentAny",
    ]

    @Test(
        "are read and written as by `<-`, whatever their members are",
        arguments: ["5", "\"green\"", "\"blue\"", "[\"green\",\"blue\"]", "{\"number\":7}", "null", "1.5", ""])
    func agreement(_ value: String) throws {
        let members = value.isEmpty ? [] : Self.names.map { "\"\($0)\":\(value)" }
        let text = "{\(members.joined(separator: ","))}"
        let (byMacro, byHand) = (Mapper<ByMacro>(), Mapper<ByHand>())
        let macro = try #require(byMacro.map(JSONString: text))
        let hand = try #require(byHand.map(JSONString: text))
        expectEqual(byMacro.failures.map { "\($0)" }, byHand.failures.map { "\($0)" })
        expectEqual(macro.toJSONString(), hand.toJSONString())
        expect(value != "{\"number\":7}" || macro.both.number == 7)
    }
}
