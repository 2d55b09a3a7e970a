import Foundation
import Neatline
import NeatlineTestSupport
import Testing

@Suite("TransformType") struct TransformTypeTests {
    /// What a transform that a user wrote is given.
    private struct Received: TransformType {
        func transformFromJSON(_ value: Any?) -> [String]? {
            var answers: [String] = []
            if value == nil { answers.append("nil") }
            if value is Int { answers.append("Int") }
            if value is Double { answers.append("Double") }
            if value is NSNumber { answers.append("NSNumber") }
            if value is String { answers.append("String") }
            if value is [Any] { answers.append("[Any]") }
            if value is [String: Any] { answers.append("[String: Any]") }
            return answers
        }
        func transformToJSON(_ value: [String]?) -> String? { value?.joined() }
    }

    @Test(
        "A value that was parsed arrives as the Any that existing transforms cast",
        arguments: [
            ("null", ["nil"]), ("5", ["Int", "Double", "NSNumber"]), ("2.5", ["Double", "NSNumber"]),
            (#""a""#, ["String"]), ("[1]", ["[Any]"]), (#"{"a": 1}"#, ["[String: Any]"]),
        ])
    func anyValues(text: String, answers: [String]) throws {
        expectEqual(Received().transform(fromParsed: try JSON(parsing: text)), answers)
    }

    private struct Part: Mappable {
        init?(map: Map) {}
        mutating func mapping(map: Map) {}
    }

    @Test("A transform that is told to write a field that is read does nothing")
    func writingToWhatIsRead() throws {
        enum Size: String { case small }
        let map = Map(mappingType: .fromJSON, JSON: ["k": 5])["k"]
        DateTransform()._write(Date(timeIntervalSince1970: 1), to: map)
        ISO8601DateTransform().or(ISO8601DateTransform())._write(nil, to: map)
        URLTransform()._write(nil, to: map)
        Received()._write(["a"], to: map)
        CodableTransform<[Int]>()._write([1], to: map)
        DictionaryTransform<Size, Part>()._write([:], to: map)
        DictionaryTransform<Size, Part>()._write(nil, to: map)
        EnumTransform<Size>()._write(.small, to: map)
        expect(map.currentValue as? Int == 5)
    }
}
