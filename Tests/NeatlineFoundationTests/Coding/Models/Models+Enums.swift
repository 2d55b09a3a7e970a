import Foundation

extension Coded {
    enum Suit: String, Codable, CaseIterable, CodingKeyRepresentable { case hearts, spades, none = "" }
    enum Level: Int, Codable, CaseIterable { case low = -1, middle = 0, high = 300 }
    enum Tiny: UInt8, Codable { case one = 1, top = 255 }
    enum Ratio: Double, Codable { case half = 0.5, tenth = 0.1 }
    enum Grade: Int, Codable, CodingKeyRepresentable { case a = 1, b }

    /// Cases with and without values, labelled and not.
    indirect enum Shape: Codable, Hashable {
        case point
        case circle(radius: Double)
        case rectangle(Double, Double)
        case named(_ name: String, inner: Shape?)
        case group([Shape])
    }

    enum Renamed: Codable, Equatable {
        case first(value: Int, note: String)
        case second

        enum CodingKeys: String, CodingKey { case first = "1st", second = "2nd" }
        enum FirstCodingKeys: String, CodingKey { case value = "v", note = "n" }
    }

    enum Defaulted: Codable, Equatable {
        case value(Int = 7, flag: Bool? = nil)
    }

    /// What a server sends: a number, a text or a list of them; each is tried.
    enum Loose: Codable, Hashable {
        case number(Int)
        case real(Double)
        case flag(Bool)
        case text(String)
        case list([Loose])
        case members([String: Loose])
        case nothing

        init(from decoder: any Decoder) throws {
            let container = try decoder.singleValueContainer()
            if container.decodeNil() {
                self = .nothing
            } else if let value = try? container.decode(Bool.self) {
                self = .flag(value)
            } else if let value = try? container.decode(Int.self) {
                self = .number(value)
            } else if let value = try? container.decode(Double.self) {
                self = .real(value)
            } else if let value = try? container.decode(String.self) {
                self = .text(value)
            } else if let value = try? container.decode([Loose].self) {
                self = .list(value)
            } else {
                self = .members(try container.decode([String: Loose].self))
            }
        }

        func encode(to encoder: any Encoder) throws {
            var container = encoder.singleValueContainer()
            switch self {
            case .number(let value): try container.encode(value)
            case .real(let value): try container.encode(value)
            case .flag(let value): try container.encode(value)
            case .text(let value): try container.encode(value)
            case .list(let value): try container.encode(value)
            case .members(let value): try container.encode(value)
            case .nothing: try container.encodeNil()
            }
        }
    }

    /// Tries the containers themselves.
    enum Probed: Decodable, Equatable {
        case object([String])
        case array(Int?)
        case scalar(String)

        init(from decoder: any Decoder) throws {
            if let container = try? decoder.container(keyedBy: CustomStrategies.Key.self) {
                self = .object(container.allKeys.map(\.stringValue).sorted())
            } else if let container = try? decoder.unkeyedContainer() {
                self = .array(container.count)
            } else {
                self = .scalar(try decoder.singleValueContainer().decode(String.self))
            }
        }
    }
}

extension Subjects {
    static let enums: [CodingSubject] = [
        CodingSubject(
            Coded.Suit.self, Texts.scalars + ["\"hearts\"", "\"Hearts\"", "\"he\\u0061rts\""],
            values: Coded.Suit.allCases),
        CodingSubject(
            [Coded.Suit?].self, ["[\"hearts\",null,\"\"]", "[\"x\"]"], values: [[.hearts, nil, Coded.Suit.none]]),
        CodingSubject(Coded.Level.self, Texts.scalars + ["300"], values: Coded.Level.allCases),
        CodingSubject(Coded.Tiny.self, Texts.scalars, values: [.one, .top]),
        CodingSubject(Coded.Ratio.self, Texts.scalars, values: [.half, .tenth]),
        CodingSubject(
            Coded.Box<Coded.Suit?>.self, Texts.boxes + ["{\"value\":\"spades\"}"], values: [.init(value: nil)]),
        CodingSubject(
            Coded.Shape.self,
            [
                "{\"point\":{}}", "{\"point\":null}", "{\"point\":5}", "{\"point\":[]}", "{}", "[]", "null",
                "\"point\"",
                "{\"circle\":{\"radius\":1.5}}", "{\"circle\":{}}", "{\"circle\":{\"radius\":null}}",
                "{\"circle\":{\"radius\":\"a\"}}",
                "{\"rectangle\":{\"_0\":1,\"_1\":2}}", "{\"rectangle\":{\"_0\":1}}", "{\"rectangle\":[1,2]}",
                "{\"unknown\":{}}",
                "{\"point\":{},\"circle\":{\"radius\":1}}", "{\"point\":{},\"unknown\":1}",
                "{\"unknown\":1,\"other\":2}",
                "{\"named\":{\"_0\":\"a\",\"inner\":null}}", "{\"named\":{\"_0\":\"a\"}}",
                "{\"named\":{\"_0\":\"a\",\"inner\":{\"group\":{\"_0\":[{\"point\":{}},{\"circle\":{\"radius\":1}}]}}}}",
                "{\"group\":{\"_0\":[{\"point\":{}},{\"circle\":{\"radius\":true}}]}}", "{\"group\":{\"_0\":[1]}}",
                "{\"point\":{},\"point\":{}}",
            ],
            values: [
                .point, .circle(radius: 1.5), .circle(radius: .nan), .rectangle(1, 2), .named("a", inner: nil),
                .named("b", inner: .named("c", inner: .group([.point, .rectangle(0, -1)]))), .group([]),
            ]),
        CodingSubject(
            Coded.Renamed.self,
            [
                "{\"1st\":{\"v\":1,\"n\":\"x\"}}", "{\"1st\":{\"value\":1,\"note\":\"x\"}}", "{\"2nd\":{}}",
                "{\"second\":{}}",
                "{\"1st\":{\"v\":\"1\",\"n\":\"x\"}}",
            ], values: [.first(value: 1, note: "n"), .second]),
        CodingSubject(
            Coded.Defaulted.self,
            ["{\"value\":{}}", "{\"value\":{\"_0\":1}}", "{\"value\":{\"flag\":true}}", "{\"value\":{\"_0\":null}}"],
            values: [.value(), .value(1, flag: false)]),
        CodingSubject(
            Coded.Loose.self,
            Texts.scalars + [
                "[1,\"a\",[true,null],{\"b\":2.5}]", "{\"a\":{\"b\":[{}]}}", "[1e400]",
                "[\"\\u00e9\",18446744073709551616]",
            ],
            values: [
                .number(1), .real(1), .real(.nan), .text("a"), .flag(true), .nothing, .list([.nothing, .list([])]),
                .members(["a": .members([:]), "b": .nothing]),
            ]),
        CodingSubject(decoding: Coded.Probed.self, Texts.scalars + ["{\"b\":1,\"a\":2}", "{\"a\":1,\"a\":2}"]),
        CodingSubject(
            decoding: [Coded.Probed].self, ["[{},[],\"a\",[1,[2]],{\"a\":1}]", "[5]", "[null]", "[\"a\",{},true]"]),
    ]
}
