// JSON as a `Codable` type, with coders of any framework.

/// A decoder that has its value as JSON, which it hands over unchanged.
package protocol JSONCarryingDecoder: Decoder {
    /// The value.
    var json: JSON { get }
}

/// An encoder that writes JSON unchanged.
package protocol JSONCarryingEncoder: Encoder {
    /// Writes the value.
    func encode(_ json: JSON) throws
}

extension JSON: Codable {
    /// Decodes any value. Numbers are decoded as `Int64`, `UInt64` or `Double`, the first that can represent them. The
    /// names of members are data: no strategy for keys converts them.
    ///
    /// - Parameter decoder: the decoder; `NeatlineJSONDecoder` returns an unchanged view, with all digits and
    ///   duplicates.
    /// - Throws: `DecodingError` if the decoder's value has a type that JSON does not have.
    public init(from decoder: any Decoder) throws {
        if let decoder = decoder as? any JSONCarryingDecoder {
            self = decoder.json
            return
        }
        if let container = try? decoder.container(keyedBy: Name.self) {
            self = .object(try JSON.members(of: container, decoder))
            return
        }
        if var container = try? decoder.unkeyedContainer() {
            var elements: [JSON] = []
            while !container.isAtEnd { elements.append(try container.decode(JSON.self)) }
            self = .array(JSONArray(elements))
            return
        }
        let container = try decoder.singleValueContainer()
        if container.decodeNil() {
            self = .null
        } else if let value = try? container.decode(Bool.self) {
            self = .bool(value)
        } else if let value = try? container.decode(Int64.self) {
            self = .number(JSONNumber(value))
        } else if let value = try? container.decode(UInt64.self) {
            self = .number(JSONNumber(value))
        } else if let value = try? container.decode(Double.self) {
            self = .number(JSONNumber(value))
        } else {
            self = .string(try container.decode(String.self))
        }
    }

    /// Encodes the value. A missing value is encoded as nil; of several members with one name the effective one is
    /// encoded.
    ///
    /// Numbers are encoded as `Int64`, `UInt64` or `Double`, which rounds further digits, and objects as dictionaries,
    /// so that no strategy for keys converts their names. `NeatlineJSONEncoder` writes the value unchanged, with all
    /// digits and duplicates.
    ///
    /// - Parameter encoder: the encoder.
    /// - Throws: the error of the encoder.
    public func encode(to encoder: any Encoder) throws {
        if let encoder = encoder as? any JSONCarryingEncoder { return try encoder.encode(self) }
        switch self {
        case .array(let array):
            var container = encoder.unkeyedContainer()
            for element in array { try container.encode(element) }
        case .object(let object):
            var container = encoder.singleValueContainer()
            try container.encode(Dictionary(object.effectiveMemberList) { $1 })
        case .null, .error:
            var container = encoder.singleValueContainer()
            try container.encodeNil()
        case .bool(let value):
            var container = encoder.singleValueContainer()
            try container.encode(value)
        case .string(let text):
            var container = encoder.singleValueContainer()
            try container.encode(text)
        case .number(let number):
            var container = encoder.singleValueContainer()
            if case .double(let value) = number.storage {
                try container.encode(value)
            } else if let value = number.exactInt64 {
                try container.encode(value)
            } else if let value = number.exactUInt64 {
                try container.encode(value)
            } else {
                try container.encode(number.doubleValue)
            }
        }
    }

    /// The members of an object. They are decoded as those of a dictionary, whose names are not converted, and are in
    /// the container's order unless it has converted the names.
    private static func members(
        of container: KeyedDecodingContainer<Name>, _ decoder: any Decoder
    ) throws -> JSONObject {
        let members = try decoder.singleValueContainer().decode([String: JSON].self)
        let names = container.allKeys.map(\.stringValue)
        let ordered = names.compactMap { name in members[name].map { (key: name, value: $0) } }
        if ordered.count == members.count, names.count == members.count { return JSONObject(ordered) }
        return JSONObject(members.sorted { $0.key < $1.key }.map { (key: $0.key, value: $0.value) })
    }

    /// A member's name.
    private struct Name: CodingKey {
        let stringValue: String
        var intValue: Int? { nil }

        init(stringValue: String) { self.stringValue = stringValue }
        init?(intValue: Int) { nil }
    }
}
