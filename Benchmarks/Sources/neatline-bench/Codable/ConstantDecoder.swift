import Foundation

/// What the protocol itself costs: a decoder without a text, which answers each question with a constant, for about as many
/// properties as a subject's models have. No decoder can be faster that gets its values from somewhere.
struct ConstantDecoder: Decoder {
    final class Counter {
        var properties = 0
    }

    private let counter: Counter
    private let depth: Int
    /// Models that contain themselves end here.
    private static let maximumDepth = 5
    private static let elements = 2

    private init(_ counter: Counter, depth: Int) {
        self.counter = counter
        self.depth = depth
    }

    static func peer<Model: SharedModel>(_ subject: Subject<Model>) throws -> Peer {
        let counter = Counter()
        let decoder = ConstantDecoder(counter, depth: 0)
        _ = try Model(from: decoder)
        let repetitions = max(subject.models.reduce(0) { $0 + properties(of: $1) } / max(counter.properties, 1), 1)
        return Peer(name: "constants") {
            nil
        } repetition: {
            for _ in 0..<repetitions { withExtendedLifetime(try Model(from: decoder)) {} }
            return counter.properties
        }
    }

    /// The number of values that are decoded for a value.
    private static func properties(of value: Any) -> Int {
        let mirror = Mirror(reflecting: value)
        switch mirror.displayStyle {
        case .optional: return mirror.children.first.map { properties(of: $0.value) } ?? 1
        case .struct where value is Decimal: return 1
        case .struct, .class, .collection: return mirror.children.reduce(1) { $0 + properties(of: $1.value) }
        case .dictionary: return 1 + mirror.children.count
        default: return 1
        }
    }

    var codingPath: [any CodingKey] { [] }
    var userInfo: [CodingUserInfoKey: Any] { [:] }

    func container<Key>(keyedBy type: Key.Type) -> KeyedDecodingContainer<Key> {
        KeyedDecodingContainer(Keyed<Key>(decoder: self))
    }
    func unkeyedContainer() -> any UnkeyedDecodingContainer { Unkeyed(decoder: self) }
    func singleValueContainer() -> any SingleValueDecodingContainer { Single(decoder: self) }

    private func constant<T>(_ value: T) -> T {
        counter.properties += 1
        return value
    }

    private func model<T: Decodable>(_ type: T.Type) throws -> T {
        counter.properties += 1
        if let decimal = Decimal(1) as? T { return decimal }
        return try T(from: ConstantDecoder(counter, depth: depth + 1))
    }

    private struct Keyed<Key: CodingKey>: KeyedDecodingContainerProtocol {
        let decoder: ConstantDecoder

        var codingPath: [any CodingKey] { [] }
        var allKeys: [Key] { ["a", "b"].compactMap { Key(stringValue: $0) } }
        func contains(_ key: Key) -> Bool { true }
        func decodeNil(forKey key: Key) -> Bool { false }
        func decode(_ type: Bool.Type, forKey key: Key) -> Bool { decoder.constant(true) }
        func decode(_ type: String.Type, forKey key: Key) -> String { decoder.constant("constant") }
        func decode(_ type: Int.Type, forKey key: Key) -> Int { decoder.constant(1) }
        func decode(_ type: Int64.Type, forKey key: Key) -> Int64 { decoder.constant(1) }
        func decode(_ type: Double.Type, forKey key: Key) -> Double { decoder.constant(1) }
        func decode<T: Decodable>(_ type: T.Type, forKey key: Key) throws -> T { try decoder.model(type) }
        func decodeIfPresent(_ type: Bool.Type, forKey key: Key) -> Bool? { decoder.constant(true) }
        func decodeIfPresent(_ type: String.Type, forKey key: Key) -> String? { decoder.constant("constant") }
        func decodeIfPresent(_ type: Int.Type, forKey key: Key) -> Int? { decoder.constant(1) }
        func decodeIfPresent(_ type: Int64.Type, forKey key: Key) -> Int64? { decoder.constant(1) }
        func decodeIfPresent(_ type: Double.Type, forKey key: Key) -> Double? { decoder.constant(1) }
        func decodeIfPresent<T: Decodable>(_ type: T.Type, forKey key: Key) throws -> T? {
            decoder.depth < ConstantDecoder.maximumDepth ? try decoder.model(type) : nil
        }
        func nestedContainer<Nested>(keyedBy type: Nested.Type, forKey key: Key) -> KeyedDecodingContainer<Nested> {
            decoder.container(keyedBy: type)
        }
        func nestedUnkeyedContainer(forKey key: Key) -> any UnkeyedDecodingContainer { decoder.unkeyedContainer() }
        func superDecoder() -> any Decoder { decoder }
        func superDecoder(forKey key: Key) -> any Decoder { decoder }
    }

    private struct Unkeyed: UnkeyedDecodingContainer {
        let decoder: ConstantDecoder
        var currentIndex = 0

        init(decoder: ConstantDecoder) { self.decoder = decoder }

        var codingPath: [any CodingKey] { [] }
        var count: Int? { ConstantDecoder.elements }
        var isAtEnd: Bool { currentIndex == ConstantDecoder.elements }
        private mutating func next<T>(_ value: T) -> T {
            currentIndex += 1
            return decoder.constant(value)
        }
        mutating func decodeNil() -> Bool { false }
        mutating func decode(_ type: String.Type) -> String { next("constant") }
        mutating func decode(_ type: Int.Type) -> Int { next(1) }
        mutating func decode(_ type: Double.Type) -> Double { next(1) }
        mutating func decode<T: Decodable>(_ type: T.Type) throws -> T {
            currentIndex += 1
            return try decoder.model(type)
        }
        mutating func nestedContainer<Nested>(keyedBy type: Nested.Type) -> KeyedDecodingContainer<Nested> {
            decoder.container(keyedBy: type)
        }
        mutating func nestedUnkeyedContainer() -> any UnkeyedDecodingContainer { decoder.unkeyedContainer() }
        mutating func superDecoder() -> any Decoder { decoder }
    }

    private struct Single: SingleValueDecodingContainer {
        let decoder: ConstantDecoder

        var codingPath: [any CodingKey] { [] }
        func decodeNil() -> Bool { false }
        func decode(_ type: Bool.Type) -> Bool { decoder.constant(true) }
        func decode(_ type: String.Type) -> String { decoder.constant("constant") }
        func decode(_ type: Int.Type) -> Int { decoder.constant(1) }
        func decode(_ type: Double.Type) -> Double { decoder.constant(1) }
        func decode<T: Decodable>(_ type: T.Type) throws -> T { try decoder.model(type) }
    }
}
