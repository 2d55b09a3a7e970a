internal import Foundation
internal import NeatlineJSON

/// A keyed container: decodes the members of an object.
struct KeyedDecoding<Key: CodingKey>: KeyedDecodingContainerProtocol {
    /// A single reference, because the standard library copies a container for each call.
    private let object: KeyedObject

    @inline(__always)
    init(_ object: KeyedObject) { self.object = object }

    var codingPath: [any CodingKey] {
        object.withScope { $0.path(to: object.position, depth: object.depth) }
    }

    var allKeys: [Key] {
        if let names = object.names { return names.all.compactMap { Key(stringValue: $0) } }
        return object.withScope { scope in
            scope.reader.effectiveMembers(ofObjectAt: object.position).compactMap {
                Key(stringValue: scope.reader.name($0))
            }
        }
    }

    func contains(_ key: Key) -> Bool { find(key) != 0 }

    /// Returns the position of a member's value; 0 if there is none.
    @inline(__always)
    private func find(_ key: Key) -> Int { object.find(key.stringValue) }

    /// Returns the position of a member's value.
    ///
    /// - Throws: `DecodingError.keyNotFound` if there is none.
    @inline(__always)
    private func require(_ key: Key) throws -> Int {
        let value = find(key)
        if value == 0 { throw missing(key) }
        return value
    }

    @inline(__always)
    private func isNull(_ member: Int) -> Bool { object.withScope { $0.reader.isNull(member) } }

    // MARK: Scalars

    func decodeNil(forKey key: Key) throws -> Bool { isNull(try require(key)) }
    func decode(_ type: Bool.Type, forKey key: Key) throws -> Bool { try scalar(key) }
    func decode(_ type: String.Type, forKey key: Key) throws -> String { try scalar(key) }
    func decode(_ type: Double.Type, forKey key: Key) throws -> Double { try scalar(key) }
    func decode(_ type: Float.Type, forKey key: Key) throws -> Float { try scalar(key) }
    func decode(_ type: Int.Type, forKey key: Key) throws -> Int { try scalar(key) }
    func decode(_ type: Int8.Type, forKey key: Key) throws -> Int8 { try scalar(key) }
    func decode(_ type: Int16.Type, forKey key: Key) throws -> Int16 { try scalar(key) }
    func decode(_ type: Int32.Type, forKey key: Key) throws -> Int32 { try scalar(key) }
    func decode(_ type: Int64.Type, forKey key: Key) throws -> Int64 { try scalar(key) }
    func decode(_ type: Int128.Type, forKey key: Key) throws -> Int128 { try scalar(key) }
    func decode(_ type: UInt.Type, forKey key: Key) throws -> UInt { try scalar(key) }
    func decode(_ type: UInt8.Type, forKey key: Key) throws -> UInt8 { try scalar(key) }
    func decode(_ type: UInt16.Type, forKey key: Key) throws -> UInt16 { try scalar(key) }
    func decode(_ type: UInt32.Type, forKey key: Key) throws -> UInt32 { try scalar(key) }
    func decode(_ type: UInt64.Type, forKey key: Key) throws -> UInt64 { try scalar(key) }
    func decode(_ type: UInt128.Type, forKey key: Key) throws -> UInt128 { try scalar(key) }

    func decodeIfPresent(_ type: Bool.Type, forKey key: Key) throws -> Bool? { try scalarIfPresent(key) }
    func decodeIfPresent(_ type: String.Type, forKey key: Key) throws -> String? { try scalarIfPresent(key) }
    func decodeIfPresent(_ type: Double.Type, forKey key: Key) throws -> Double? { try scalarIfPresent(key) }
    func decodeIfPresent(_ type: Float.Type, forKey key: Key) throws -> Float? { try scalarIfPresent(key) }
    func decodeIfPresent(_ type: Int.Type, forKey key: Key) throws -> Int? { try scalarIfPresent(key) }
    func decodeIfPresent(_ type: Int8.Type, forKey key: Key) throws -> Int8? { try scalarIfPresent(key) }
    func decodeIfPresent(_ type: Int16.Type, forKey key: Key) throws -> Int16? { try scalarIfPresent(key) }
    func decodeIfPresent(_ type: Int32.Type, forKey key: Key) throws -> Int32? { try scalarIfPresent(key) }
    func decodeIfPresent(_ type: Int64.Type, forKey key: Key) throws -> Int64? { try scalarIfPresent(key) }
    func decodeIfPresent(_ type: Int128.Type, forKey key: Key) throws -> Int128? { try scalarIfPresent(key) }
    func decodeIfPresent(_ type: UInt.Type, forKey key: Key) throws -> UInt? { try scalarIfPresent(key) }
    func decodeIfPresent(_ type: UInt8.Type, forKey key: Key) throws -> UInt8? { try scalarIfPresent(key) }
    func decodeIfPresent(_ type: UInt16.Type, forKey key: Key) throws -> UInt16? { try scalarIfPresent(key) }
    func decodeIfPresent(_ type: UInt32.Type, forKey key: Key) throws -> UInt32? { try scalarIfPresent(key) }
    func decodeIfPresent(_ type: UInt64.Type, forKey key: Key) throws -> UInt64? { try scalarIfPresent(key) }
    func decodeIfPresent(_ type: UInt128.Type, forKey key: Key) throws -> UInt128? { try scalarIfPresent(key) }

    @inline(__always)
    private func scalar<Scalar: DecodedScalar>(_ key: Key) throws -> Scalar {
        let member = find(key)
        if let value = object.read(Scalar.self, member) { return value }
        throw mismatch(Scalar.self, key, member)
    }

    @inline(__always)
    private func scalarIfPresent<Scalar: DecodedScalar>(_ key: Key) throws -> Scalar? {
        let member = find(key)
        if member == 0 { return nil }
        if let value = object.read(Scalar.self, member) { return value }
        if isNull(member) { return nil }
        throw mismatch(Scalar.self, key, member)
    }

    // MARK: Other values

    func decode<T: Decodable>(_ type: T.Type, forKey key: Key) throws -> T {
        try enter(key, try require(key)).value(type)
    }

    func decodeIfPresent<T: Decodable>(_ type: T.Type, forKey key: Key) throws -> T? {
        let member = find(key)
        if member == 0 || isNull(member) { return nil }
        return try enter(key, member).value(type)
    }

    @inline(__always)
    private func enter(_ key: Key, _ member: Int) throws -> ValueDecoder {
        try object.withScope { try $0.enter(key, member, depth: object.depth) }
    }

    // MARK: Containers

    func nestedContainer<NestedKey: CodingKey>(
        keyedBy type: NestedKey.Type, forKey key: Key
    ) throws -> KeyedDecodingContainer<NestedKey> {
        try nested(key, try require(key)).container(keyedBy: type)
    }

    func nestedUnkeyedContainer(forKey key: Key) throws -> any UnkeyedDecodingContainer {
        try nested(key, try require(key)).unkeyedContainer()
    }

    func superDecoder() throws -> any Decoder { try superDecoder(of: UndeclaredKey.super) }

    func superDecoder(forKey key: Key) throws -> any Decoder { try superDecoder(of: key) }

    private func superDecoder(of key: some CodingKey) throws -> any Decoder {
        let member = object.find(key.stringValue)
        if member == 0 { return object.withScope { $0.absent(codingPath + [key]) } }
        return try nested(key, member)
    }

    /// Returns a decoder of a member whose path does not change while others are decoded.
    ///
    /// - Throws: `DecodingError` if too many values are nested.
    private func nested(_ key: some CodingKey, _ member: Int) throws -> ValueDecoder {
        let path = codingPath + [key]
        return ValueDecoder(try object.withScope { try $0.nested(path, at: member) }, member, depth: 0)
    }

    // MARK: Errors

    @inline(never)
    private func missing(_ key: Key) -> DecodingError {
        .keyNotFound(
            key,
            object.withScope {
                $0.context(
                    "No value associated with key \(key) (\"\(key.stringValue)\").", object.position, codingPath)
            })
    }

    @inline(never)
    private func mismatch(_ type: Any.Type, _ key: Key, _ member: Int) -> DecodingError {
        member == 0 ? missing(key) : object.withScope { $0.mismatch(type, member, codingPath + [key]) }
    }
}
