import Foundation
import Neatline
import NeatlineTestSupport
import Testing

/// `Codable` types with as many keys, containers and failed attempts as the text likes.
@Suite("Work of the coders", .longRunning)
struct CodingGrowthTests {
    /// A key that only the program's input knows.
    struct Key: CodingKey {
        let stringValue: String
        var intValue: Int? { nil }

        init(_ name: String) { stringValue = name }
        init?(stringValue: String) { self.init(stringValue) }
        init?(intValue: Int) { nil }
    }

    // MARK: Encoding

    /// How a type uses its encoder.
    enum Encoding: CaseIterable {
        case members, nestedObjects, nestedArrays, nestedInArray, superEncoders, twoContainersInTurn, repeatedNames

        func encode(_ names: [String], to encoder: any Encoder) throws {
            switch self {
            case .members:
                var container = encoder.container(keyedBy: Key.self)
                for name in names { try container.encode(1, forKey: Key(name)) }
            case .nestedObjects:
                var container = encoder.container(keyedBy: Key.self)
                for name in names {
                    var nested = container.nestedContainer(keyedBy: Key.self, forKey: Key(name))
                    try nested.encode(1, forKey: Key("a"))
                }
            case .nestedArrays:
                var container = encoder.container(keyedBy: Key.self)
                for name in names {
                    var nested = container.nestedUnkeyedContainer(forKey: Key(name))
                    try nested.encode(1)
                }
            case .nestedInArray:
                var container = encoder.unkeyedContainer()
                for name in names {
                    var nested = container.nestedContainer(keyedBy: Key.self)
                    try nested.encode(1, forKey: Key(name))
                }
            case .superEncoders:
                var container = encoder.container(keyedBy: Key.self)
                for name in names { try 1.encode(to: container.superEncoder(forKey: Key(name))) }
            case .twoContainersInTurn:
                var container = encoder.container(keyedBy: Key.self)
                var first = container.nestedContainer(keyedBy: Key.self, forKey: Key("first"))
                var second = container.nestedUnkeyedContainer(forKey: Key("second"))
                for name in names {
                    try first.encode(1, forKey: Key(name))
                    try second.encode(name)
                }
            case .repeatedNames:
                var container = encoder.container(keyedBy: Key.self)
                for _ in names { try container.encode(1, forKey: Key(names[0])) }
            }
        }
    }

    struct Encoded: Encodable {
        let names: [String]
        let encoding: Encoding

        func encode(to encoder: any Encoder) throws { try encoding.encode(names, to: encoder) }
    }

    @Test("encoding", arguments: Encoding.allCases, Names.kinds.indices)
    func encoding(_ encoding: Encoding, _ kind: Int) throws {
        try expectLinear {
            Encoded(names: Names.kinds[kind].make($0), encoding: encoding)
        } _: {
            _ = try NeatlineJSONEncoder().encode($0)
        }
    }

    @Test("encoding with sorted names, indented", arguments: Encoding.allCases)
    func sorted(_ encoding: Encoding) throws {
        let encoder = NeatlineJSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .prettyPrinted]
        try expectLinear {
            Encoded(names: Names.kinds[1].make($0), encoding: encoding)
        } _: {
            _ = try encoder.encode($0)
        }
    }

    @Test("encoding names in snake case", arguments: Encoding.allCases)
    func converted(_ encoding: Encoding) throws {
        let encoder = NeatlineJSONEncoder()
        encoder.keyEncodingStrategy = .convertToSnakeCase
        try expectLinear {
            Encoded(names: (0..<$0).map { "someName\($0)" }, encoding: encoding)
        } _: {
            _ = try encoder.encode($0)
        }
    }

    @Test("encoding dictionaries, arrays and long strings")
    func collections() throws {
        try expectLinear { size in
            Dictionary(
                uniqueKeysWithValues: (0..<size).map { (Names.alike($0), [String(repeating: "é\"", count: 10)]) })
        } _: {
            _ = try NeatlineJSONEncoder().encode($0)
        }
    }

    // MARK: Decoding

    /// How a type uses its decoder.
    enum Decoding: CaseIterable {
        case membersInOrder, membersBackwards, absentMembers, allKeys, nestedObjects, superDecoders, failures, elements

        func decode(_ names: [String], from decoder: any Decoder) throws {
            if self == .elements {
                var elements = try decoder.container(keyedBy: Key.self).nestedUnkeyedContainer(forKey: Key(names[0]))
                while !elements.isAtEnd { _ = try elements.decode(Int.self) }
                return
            }
            let container = try decoder.container(keyedBy: Key.self)
            switch self {
            case .membersInOrder:
                for name in names { _ = try container.nestedContainer(keyedBy: Key.self, forKey: Key(name)) }
            case .membersBackwards:
                for name in names.reversed() { _ = try container.decode([String: Int].self, forKey: Key(name)) }
            case .absentMembers:
                for name in names { expect(!container.contains(Key(name + " "))) }
            case .allKeys:
                expectEqual(container.allKeys.count, names.count)
            case .nestedObjects:
                for name in names {
                    let nested = try container.nestedContainer(keyedBy: Key.self, forKey: Key(name))
                    _ = try nested.decode(Int.self, forKey: Key("a"))
                }
            case .superDecoders:
                for name in names { _ = try [String: Int](from: container.superDecoder(forKey: Key(name))) }
            case .failures:
                for name in names {
                    _ = try? container.decode(String.self, forKey: Key(name))
                    _ = try? container.decode([Int].self, forKey: Key(name))
                }
            case .elements: break
            }
        }
    }

    struct Decoded: DecodableWithConfiguration {
        struct Configuration: Sendable {
            let names: [String]
            let decoding: Decoding
        }

        init(from decoder: any Decoder, configuration: Configuration) throws {
            try configuration.decoding.decode(configuration.names, from: decoder)
        }
    }

    @Test("decoding", arguments: Decoding.allCases, Names.kinds.indices)
    func decoding(_ decoding: Decoding, _ kind: Int) throws {
        try expectLinear { size -> (text: [UInt8], names: [String]) in
            let names = Names.kinds[kind].make(size)
            if decoding == .elements {
                return (Array("{\"\(names[0])\":".utf8) + HostileText.digitList(size) + Array("}".utf8), names)
            }
            let members = names.map { (key: $0, value: ["a": 1] as JSON) }
            return (try JSON.object(JSONObject(members)).serialized(), names)
        } _: { (text, names) in
            _ = try NeatlineJSONDecoder().decode(
                Decoded.self, from: Data(text), configuration: .init(names: names, decoding: decoding))
        }
    }

    @Test("decoding names in snake case")
    func convertedNames() throws {
        let decoder = NeatlineJSONDecoder()
        decoder.keyDecodingStrategy = .convertFromSnakeCase
        try expectLinear {
            try object((0..<$0).map { "some_name_\($0)" }).serialized()
        } _: { text in
            _ = try decoder.decode([String: Int].self, from: text)
            _ = try decoder.decode(AnyKeys.self, from: text)
        }
    }

    struct AnyKeys: Decodable {
        init(from decoder: any Decoder) throws {
            let container = try decoder.container(keyedBy: Key.self)
            for key in container.allKeys { _ = try container.decode(Int.self, forKey: key) }
        }
    }

    /// A value of whatever kind, found by trying.
    indirect enum AnyValue: Decodable {
        case null, bool(Bool), number(Double), string(String), array([AnyValue]), object([String: AnyValue])

        init(from decoder: any Decoder) throws {
            let container = try decoder.singleValueContainer()
            if container.decodeNil() {
                self = .null
            } else if let value = try? container.decode(Bool.self) {
                self = .bool(value)
            } else if let value = try? container.decode(Double.self) {
                self = .number(value)
            } else if let value = try? container.decode(String.self) {
                self = .string(value)
            } else if let value = try? container.decode([AnyValue].self) {
                self = .array(value)
            } else {
                self = .object(try container.decode([String: AnyValue].self))
            }
        }
    }

    @Test(
        "decoding what is found by trying",
        arguments: TestScale.share(of: HostileText.allCases.filter { !$0.isDeep }, offset: 18))
    func trying(_ shape: HostileText) throws {
        let decoder = NeatlineJSONDecoder()
        decoder.allowsJSON5 = true
        expectLinear(from: 100) {
            shape.text($0)
        } _: {
            _ = try? decoder.decode(AnyValue.self, from: $0)
        }
    }

    @Test(
        "the position of the error in a text of many lines",
        arguments: TestScale.share(of: HostileText.allCases.filter { !$0.isDeep }, offset: 19))
    func errors(_ shape: HostileText) {
        expectLinear {
            Array("{\"a\":".utf8) + shape.text($0) + Array(",\"b\":[true]}".utf8)
        } _: { text in
            do { _ = try NeatlineJSONDecoder().decode([String: [Int]].self, from: text) } catch { _ = "\(error)" }
        }
    }

    @Test("dates and decimals of long texts", arguments: ["1", "2024-01-01T00:00:00.", "2024", "a"])
    func dates(_ prefix: String) {
        let decoder = NeatlineJSONDecoder()
        decoder.dateDecodingStrategy = .iso8601
        expectLinear {
            Array("[\"\(prefix)".utf8) + repeated("1234567890", $0) + Array("\"]".utf8)
        } _: { text in
            _ = try? decoder.decode([Date].self, from: text)
            _ = try? decoder.decode([Decimal].self, from: text.filter { $0 != 0x22 })
            _ = try? decoder.decode([URL].self, from: text)
        }
    }
}

extension HostileText {
    /// An array of so many small numbers.
    static func digitList(_ size: Int) -> [UInt8] { Array("[".utf8) + repeated("1,", size - 1) + Array("1]".utf8) }
}
