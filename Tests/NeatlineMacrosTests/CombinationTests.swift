import Foundation
import NeatlineFoundation
import NeatlineJSON
import NeatlineMacros
import NeatlineTestSupport
import Testing

// Attributes that decide together: what keeps a value, conversions, conditions and names, in each state of the member. What is
// expected follows from the table in Documentation/Macros.md, so a combination is a row.

@Mappable(codable: true)
struct PlainNumber { var a = 1 }

@Mappable(codable: true)
struct NumberOnPath { @Key("p.a") @Validated<Int>("no 9", { $0 != 9 }) var a = 1 }

@Mappable(in: "p", codable: true)
struct KeptNumber { @Default @Key("a", "b") var a = 1 }

@Mappable(codable: true)
struct KeptIfMissing { @Default(.missing) @Validated<Int>("no 9", { $0 != 9 }) var a = 1 }

@Mappable(codable: true)
struct KeptIfNull { @Key("p.a", "p.b") @Default(.null) var a = 1 }

@Mappable(codable: true)
struct KeptIfWrong { @Default(.wrong) @Key("p.a") @Validated<Int>("no 9", { $0 != 9 }) var a = 1 }

@Mappable(codable: true)
struct KeptUnlessNull { @Default(.missing, .wrong) @Key("a", "b") var a = 1 }

@Mappable(codable: true)
struct RequiredNumber { @Required @Key("p.a") var a = 1 }

@Mappable(codable: true)
struct PlainDate { @Dates(.secondsSince1970) @Key("p.a") var a = Date(timeIntervalSince1970: 1) }

@Mappable(codable: true)
struct KeptDate { @Default(.null, .wrong) @Dates(.secondsSince1970) var a = Date(timeIntervalSince1970: 1) }

@Mappable(codable: true)
struct RequiredDate { @Dates(.secondsSince1970) @Required @Key("a", "b") var a = Date(timeIntervalSince1970: 1) }

@Mappable(codable: true)
struct OptionalNumber { @Key("p.a", "p.b") @Validated<Int>("no 9", { $0 != 9 }) var a: Int? = 1 }

@Mappable(codable: true)
struct KeptOptional { @Default @Validated<Int>("no 9", { $0 != 9 }) @Key("p.a") var a: Int? = 1 }

@Mappable(codable: true)
struct OptionalIfMissing { @Default(.missing) @Key("a", "b") var a: Int? = 1 }

@Mappable(codable: true)
struct OptionalIfNull {
    @Key("p.a") @Default(.null) @Dates(.secondsSince1970) var a: Date? = Date(timeIntervalSince1970: 1)
}

@Mappable(codable: true)
final class OptionalIfWrong { @Default(.wrong) var a: Int? = 1 }

@Mappable(codable: true)
struct RequiredOptional { @Required @Dates(.secondsSince1970) var a: Date? }

@Mappable(codable: true)
struct ConstantNumber { @Key("p.a", "p.b") @Validated<Int>("no 9", { $0 != 9 }) let a: Int }

@Mappable(codable: true)
struct ConstantOptional { @Key("p.a") @Dates(.secondsSince1970) let a: Date? }

@Mappable(codable: true)
struct RequiredConstant { @Required @Key("a", "b") let a: Int? }

/// A model with one property, and what its attributes mean.
struct Combination: Sendable, CustomStringConvertible {
    enum State: String, CaseIterable { case right, missing, null, wrong }
    enum Result: Equatable {
        case refused
        /// The number that is written, and whether a failure is recorded.
        case accepted(Int?, failure: Bool)
    }

    let type: any (BaseMappable & Codable & SendableMetatype).Type
    var path = ["a"]
    /// What keeps the value; nil for the rules of `<-`.
    var kept: Set<State>?
    var initial: Int? = 1
    var isOptional = false
    var isConstant = false
    var isValidated = false
    var hasSecondKey = false

    var description: String { "\(type)" }

    /// What is expected of a member that is read.
    func read(_ state: State) -> Result {
        if state == .right { return .accepted(7, failure: false) }
        if let kept { return kept.contains(state) ? .accepted(initial, failure: state == .wrong) : .refused }
        if isConstant, !isOptional || state == .wrong { return .refused }
        if !isOptional { return .accepted(initial, failure: true) }
        return .accepted(state == .missing ? initial : nil, failure: state == .wrong)
    }

    /// What is expected of a member that is mapped into a model with the value 3.
    func update(_ state: State) -> Result {
        if isConstant { return .accepted(3, failure: false) }
        switch state {
        case .right: return .accepted(7, failure: false)
        case .missing: return .accepted(3, failure: false)
        case .null where kept == nil && isOptional: return .accepted(nil, failure: false)
        case .null: return .accepted(3, failure: !(kept?.contains(.null) ?? false))
        case .wrong: return .accepted(kept == nil && isOptional ? nil : 3, failure: true)
        }
    }

    /// The text of a model whose member is a value; nil leaves it out.
    func text(_ value: String?, second: Bool = false) -> String {
        guard let value else { return "{}" }
        let name = second ? "b" : path[path.count - 1]
        return path.dropLast().reduce(#"{"\#(name)":\#(value)}"#) { #"{"\#($1)":\#($0)}"# }
    }
}

@Suite("Combinations of attributes")
struct CombinationTests {
    static let rows: [Combination] = [
        .init(type: PlainNumber.self),
        .init(type: NumberOnPath.self, path: ["p", "a"], isValidated: true),
        .init(type: KeptNumber.self, path: ["p", "a"], kept: [.missing, .null, .wrong], hasSecondKey: true),
        .init(type: KeptIfMissing.self, kept: [.missing], isValidated: true),
        .init(type: KeptIfNull.self, path: ["p", "a"], kept: [.null], hasSecondKey: true),
        .init(type: KeptIfWrong.self, path: ["p", "a"], kept: [.wrong], isValidated: true),
        .init(type: KeptUnlessNull.self, kept: [.missing, .wrong], hasSecondKey: true),
        .init(type: RequiredNumber.self, path: ["p", "a"], kept: []),
        .init(type: PlainDate.self, path: ["p", "a"]),
        .init(type: KeptDate.self, kept: [.null, .wrong]),
        .init(type: RequiredDate.self, kept: [], hasSecondKey: true),
        .init(type: OptionalNumber.self, path: ["p", "a"], isOptional: true, isValidated: true, hasSecondKey: true),
        .init(
            type: KeptOptional.self, path: ["p", "a"], kept: [.missing, .null, .wrong], isOptional: true,
            isValidated: true),
        .init(type: OptionalIfMissing.self, kept: [.missing], isOptional: true, hasSecondKey: true),
        .init(type: OptionalIfNull.self, path: ["p", "a"], kept: [.null], isOptional: true),
        .init(type: OptionalIfWrong.self, kept: [.wrong], isOptional: true),
        .init(type: RequiredOptional.self, kept: [], initial: nil, isOptional: true),
        .init(type: ConstantNumber.self, path: ["p", "a"], isConstant: true, isValidated: true, hasSecondKey: true),
        .init(type: ConstantOptional.self, path: ["p", "a"], initial: nil, isOptional: true, isConstant: true),
        .init(
            type: RequiredConstant.self, kept: [], initial: nil, isOptional: true, isConstant: true, hasSecondKey: true),
    ]

    @Test("Each state of a member: what is read, written, updated and decoded", arguments: rows)
    func states(_ row: Combination) throws { try check(row.type, row) }

    private func check<Model: BaseMappable & Codable>(_ type: Model.Type, _ row: Combination) throws {
        let mapper = Mapper<Model>()
        func result(_ model: Model?) -> Combination.Result {
            let failures = mapper.failures
            // A failure is at the member, or at the object on the path where it is missing.
            expect(failures.allSatisfy { ["$." + row.path.joined(separator: "."), "$.p.b", "$.b"].contains($0.path) })
            expect(failures.count <= 1, "\(failures)")
            guard let model else { return failures.isEmpty ? .accepted(-1, failure: false) : .refused }
            let json = model.toJSONValue()
            expectEqual(model.toJSONString(), try? json.serializedString())
            let number = row.path.reduce(json) { $0[$1] }.int
            expectEqual(json, JSON(parseJSON: row.text(number.map(String.init))))
            return .accepted(number, failure: !failures.isEmpty)
        }
        for state in Combination.State.allCases {
            let values: [Combination.State: [String?]] = [
                .right: ["7"], .missing: [nil], .null: ["null"], .wrong: row.isValidated ? ["{}", "9"] : ["{}"],
            ]
            for value in values[state] ?? [] {
                for second in row.hasSecondKey ? [false, true] : [false] {
                    let text = row.text(value, second: second)
                    let read = mapper.map(JSONString: text) as Model?
                    let expected = row.read(state)
                    expectEqual(result(read), expected, "\(text)")
                    let decoded = try? JSONDecoder().decode(Model.self, from: Data(text.utf8))
                    expectEqual(decoded?.toJSONString(), read?.toJSONString(), "\(text)")
                    if let read {
                        let encoded = try JSONEncoder().encode(read)
                        expectEqual(JSON(parseJSON: String(decoding: encoded, as: UTF8.self)), read.toJSONValue())
                    }
                    let old = try #require(mapper.map(JSONString: row.text("3")) as Model?)
                    let updated = mapper.map(JSONString: text, toObject: old)
                    // What is missing is reported, as by hand, and is nothing to change.
                    if state != .missing { expectEqual(result(updated), row.update(state), "\(text)") }
                    if state == .missing { expectEqual(updated.toJSONString(), row.text("3")) }
                }
            }
        }
    }
}
