// JSON as a `Codable` type, with coders of any framework.

extension JSON: Codable {
    /// Decodes any value. Numbers are decoded as `Int64`, `UInt64` or `Double`, the first that can represent them.
    ///
    /// - Parameter decoder: the decoder; `NeatlineJSONDecoder` returns a view with all digits.
    /// - Throws: `DecodingError` if the decoder's value has a type that JSON does not have.
    public init(from decoder: any Decoder) throws {
        if let container = try? decoder.container(keyedBy: Name.self) {
            let members = try container.allKeys.map { key in
                (key: key.stringValue, value: try container.decode(JSON.self, forKey: key))
            }
            self = .object(JSONObject(members))
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
    /// Numbers are encoded as `Int64`, `UInt64` or `Double`, which rounds further digits; `NeatlineJSONEncoder` writes
    /// all digits.
    ///
    /// - Parameter encoder: the encoder.
    /// - Throws: the error of the encoder.
    public func encode(to encoder: any Encoder) throws {
        switch self {
        case .array(let array):
            var container = encoder.unkeyedContainer()
            for element in array { try container.encode(element) }
        case .object(let object):
            var container = encoder.container(keyedBy: Name.self)
            for (key, value) in object.effectiveMembers { try container.encode(value, forKey: Name(stringValue: key)) }
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

    /// A member's name.
    private struct Name: CodingKey {
        let stringValue: String
        var intValue: Int? { nil }

        init(stringValue: String) { self.stringValue = stringValue }
        init?(intValue: Int) { nil }
    }
}
