import Foundation
import Neatline
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
        #expect(Received().transform(fromParsed: try JSON(parsing: text)) == answers)
    }
}
