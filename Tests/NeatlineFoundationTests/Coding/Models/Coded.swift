/// The types that the coders are compared with.
enum Coded {
    /// One value in an object.
    struct Box<Value> {
        var value: Value
    }

    /// One value that is not asked for by name.
    struct Wrapped<Value> {
        var value: Value
    }

    /// Two values without names.
    struct Pair<First, Second> {
        var first: First
        var second: Second
    }
}

extension Coded.Box: Equatable where Value: Equatable {}
extension Coded.Box: Hashable where Value: Hashable {}
extension Coded.Box: Sendable where Value: Sendable {}
extension Coded.Box: Encodable where Value: Encodable {}
extension Coded.Box: Decodable where Value: Decodable {}

extension Coded.Wrapped: Equatable where Value: Equatable {}
extension Coded.Wrapped: Sendable where Value: Sendable {}

extension Coded.Wrapped: Encodable where Value: Encodable {
    func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(value)
    }
}

extension Coded.Wrapped: Decodable where Value: Decodable {
    init(from decoder: any Decoder) throws { value = try decoder.singleValueContainer().decode(Value.self) }
}

extension Coded.Pair: Equatable where First: Equatable, Second: Equatable {}
extension Coded.Pair: Sendable where First: Sendable, Second: Sendable {}

extension Coded.Pair: Encodable where First: Encodable, Second: Encodable {
    func encode(to encoder: any Encoder) throws {
        var container = encoder.unkeyedContainer()
        try container.encode(first)
        try container.encode(second)
    }
}

extension Coded.Pair: Decodable where First: Decodable, Second: Decodable {
    init(from decoder: any Decoder) throws {
        var container = try decoder.unkeyedContainer()
        first = try container.decode(First.self)
        second = try container.decode(Second.self)
    }
}
