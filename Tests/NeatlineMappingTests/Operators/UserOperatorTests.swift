import Foundation
import Neatline
import NeatlineTestSupport
import Testing

// Operators as users add them to those that are there.

/// Text with the spaces around it taken away.
private struct Trimmed: Equatable {
    var text: String
}

private func <- (left: inout Trimmed, right: Map) {
    switch right.mappingType {
    case .fromJSON:
        if right.isKeyPresent, let text = right.currentValue as? String {
            left = Trimmed(text: text.trimmingCharacters(in: .whitespaces))
        }
    case .toJSON:
        left.text >>> right
    }
}

private struct Tag<Value> {
    var value: Value?
}

private func <- <T, Transform: TransformType>(left: inout Tag<T>, right: (Map, Transform)) where Transform.Object == T {
    if right.0.mappingType == .fromJSON {
        left.value = right.1.transformFromJSON(right.0.currentValue)
    } else {
        left.value >>> right
    }
}

private func <- <T>(left: inout Tag<T>, right: Map) {
    if right.mappingType == .fromJSON {
        left.value = right.value()
    } else {
        left.value >>> right
    }
}

infix operator <-? : AssignmentPrecedence

/// Maps, and tells whether the member was there.
private func <-? <T: MappableValue>(left: inout T, right: Map) -> Bool {
    left <- right
    return right.isKeyPresent
}

@Suite("Operators that users wrote") struct UserOperatorTests {
    struct Model: Mappable {
        fileprivate var trimmed = Trimmed(text: "")
        fileprivate var tag = Tag<Int>()
        fileprivate var plain = Tag<[String]>()
        var count = 0
        var hadCount = false

        init?(map: Map) {}
        mutating func mapping(map: Map) {
            trimmed <- map["name"]
            tag <- (map["tag"], NumberText())
            plain <- map["plain"]
            hadCount = count <-? map["count"]
        }
    }

    @Test("Operators over (inout T, Map) and (inout T, (Map, Transform)) are chosen before the general ones")
    func chosen() throws {
        let text = #"{"name":"  Ada ","tag":"5","plain":["a"],"count":3}"#
        let model = try #require(Model(JSONString: text))
        expectEqual(model.trimmed.text, "Ada")
        expectEqual(model.tag.value, 5)
        expectEqual(model.plain.value, ["a"])
        expect(model.count == 3 && model.hadCount)
        expectEqual(model.toJSONString(), #"{"name":"Ada","tag":"5","plain":["a"],"count":3}"#)
        expectEqual(Model(JSONString: "{}")?.hadCount, false)
    }

    @Test("A labelled tuple is as good as one without labels")
    func labelled() {
        var property = 0
        let map = Map(mappingType: .fromJSON, JSON: ["k": "5"])
        property <- (map["k"], using: NumberText())
        expectEqual(property, 5)
        let labelled = (field: map["k"], by: NumberText())
        property = 0
        property <- (labelled.field, labelled.by)
        expectEqual(property, 5)
    }
}
