import Foundation
import NeatlineFoundation
import NeatlineJSON
import NeatlineMacros
import NeatlineTestSupport
import Testing

/// A valid text in which one value after another is replaced or left out: each failure has to name that value, or what is missing.
@Suite("The place of a failure in a model by macro") struct FailurePlaceTests {
    @Test("Containers, paths, parts and options of single properties")
    func properties() throws {
        try verify(
            Placed.self,
            #"""
            {"data": {"0": {"id": 1, "list": [0, 2], "7": {"8": 3}, "sizes": [{"x": 1, "é": 2}], "a.b": 1, "need": 1}}}
            """#)
        try verify(
            PlacedParts.self,
            #"{"id": 1, "x": 2, "é": 3, "lossy": [{"x": 1, "é": 2}], "named": {"": {"x": 1, "é": 2}}}"#)
        try verify(
            PlacedValues.self,
            #"{"day": "2020-01-01T00:00:00Z", "data": "AQI=", "days": ["2020-01-01T00:00:00Z"], "size": 5}"#)
    }

    @Test("Enums of all forms, and subclasses")
    func enums() throws {
        try verify(
            PlacedEnums.self,
            #"""
            {"shapes": ["none", {"round": 1.5}, {"flat": {"width": 1, "height": 2}}, {"part": {"x": 1, "é": 2}}],
             "events": [{"type": "login", "user": "u", "count": 1}, {"type": "sized", "x": 1, "é": 2}],
             "settings": [{"type": "wide", "value": {"a": 1, "b": 2}}, {"value": {"x": 1, "é": 2}, "type": "part"}]}
            """#)
        try verify(PlacedLorry.self, #"{"wheels": 1, "load": 2, "sizes": [{"x": 2, "é": 3}]}"#)
    }

    private func verify<Model: BaseMappable>(_ type: Model.Type, _ text: String) throws {
        let document = try JSON(parsing: text)
        let mapper = Mapper<Model>()
        expect(mapper.map(JSONString: text) != nil && mapper.failures.isEmpty, "\(mapper.failures)")
        let wrong: [JSON?] = [.null, true, 5.5, "é\"", [], [:], [JSON.null], ["k": JSON.null], nil]
        for place in places(document) where !place.isEmpty {
            for value in wrong {
                var changed = document
                if let value {
                    try changed.set(value, at: place)
                } else {
                    try changed.remove(at: place)
                }
                for isPretty in [false, true] {
                    let bytes = Array(try written(changed, isPretty).utf8)
                    _ = mapper.map(bytes: bytes)
                    // A missing name of a case is a failure of the case, and the elements behind a missing one have its place.
                    let around = value == nil ? Array(place.dropLast()) : place
                    for failure in mapper.failures {
                        expect(failure.steps.starts(with: around), "\(place): \(failure)")
                        var steps = failure.steps
                        while changed[steps].error != nil { steps.removeLast() }
                        let found = try written(changed[steps], isPretty)
                        let offset = try #require(failure.byteOffset)
                        let rest = String(decoding: bytes[offset...], as: UTF8.self)
                        // The whitespace in a container depends on its depth.
                        let isContainer = found.hasPrefix("{") || found.hasPrefix("[")
                        expect(rest.hasPrefix(isContainer ? String(found.prefix(1)) : found), "\(place): \(failure)")
                        expect(failure.reason == .missing || steps == failure.steps, "\(place): \(failure)")
                    }
                }
            }
        }
    }

    private func written(_ json: JSON, _ isPretty: Bool) throws -> String {
        try json.serializedString(isPretty ? .pretty : .compact)
    }

    /// The paths to a value and to all in it.
    private func places(_ json: JSON) -> [[JSONKey]] {
        switch json {
        case .array(let elements):
            [[]] + elements.enumerated().flatMap { index, element in places(element).map { [.index(index)] + $0 } }
        case .object(let members):
            [[]] + members.flatMap { member in places(member.value).map { [.key(member.key)] + $0 } }
        default: [[]]
        }
    }
}

@Mappable
private struct PlacedSize {
    let x: Int
    @Key("é") var y = 0
}

@Mappable(in: "data.0")
private struct Placed {
    let id: Int
    @Key("list.1") let second: Int
    @Key("7.8") var number = 2
    @Key("sizes.0") var size: PlacedSize
    @Key("a.b", literal: true) var dotted = 1
    @Required var need = 1
}

@Mappable
private struct PlacedParts {
    let id: Int
    @Flat var size: PlacedSize
    @Lossy var lossy: [PlacedSize] = []
    var named: [String: PlacedSize] = [:]
}

@Mappable
private struct PlacedValues {
    @Dates let day: Date
    @Base64 var data = Data()
    @Dates var days: [Date] = []
    @Validated("a positive number", { (size: Int) in size > 0 }) let size: Int
}

@Mappable
private enum PlacedShape {
    case none
    case round(Double)
    case flat(width: Int, height: Int)
    case part(PlacedSize)
}

@Mappable(tag: "type")
private enum PlacedEvent {
    case login(user: String, count: Int)
    case sized(PlacedSize)
}

@Mappable(tag: "type", content: "value")
private enum PlacedSetting {
    case wide(a: Int, b: Int)
    case part(PlacedSize)
}

@Mappable
private struct PlacedEnums {
    let shapes: [PlacedShape]
    var events: [PlacedEvent] = []
    var settings: [PlacedSetting] = []
}

@Mappable(subclasses: .immutable)
private class PlacedVehicle {
    let wheels: Int
}

@Mappable
private final class PlacedLorry: PlacedVehicle {
    let load: Double
    var sizes: [PlacedSize] = []
}
