internal import Foundation
internal import NeatlineJSON

/// The decoder of a value, and its single-value container.
///
/// It has two words, so that both existentials store it inline, without an allocation.
struct ValueDecoder: JSONCarryingDecoder, SingleValueDecodingContainer {
    let scope: DecodingScope
    private let storedPosition: UInt32
    private let keys: UInt32

    @inline(__always)
    init(_ scope: DecodingScope, _ position: Int, depth: Int) {
        self.scope = scope
        storedPosition = UInt32(truncatingIfNeeded: position)
        keys = UInt32(truncatingIfNeeded: depth)
    }

    /// The position of the value.
    @inline(__always)
    var position: Int { Int(storedPosition) }

    /// The number of its keys in its scope.
    @inline(__always)
    var depth: Int { Int(keys) }

    var codingPath: [any CodingKey] { scope.path(to: position, depth: depth) }
    var userInfo: [CodingUserInfoKey: Any] { scope.userInfo }
    var json: JSON { scope.reader.json(position) }

    func container<Key: CodingKey>(keyedBy type: Key.Type) throws -> KeyedDecodingContainer<Key> {
        guard scope.reader.isObject(position) else { throw notKeyed() }
        return scope.run.containers.container(type, scope, position, depth: depth)
    }

    func unkeyedContainer() throws -> any UnkeyedDecodingContainer {
        guard scope.reader.isArray(position) else { throw notUnkeyed() }
        return UnkeyedDecoding(scope, position, depth: depth)
    }

    func singleValueContainer() throws -> any SingleValueDecodingContainer { self }

    @inline(never)
    func notKeyed() -> DecodingError { scope.notKeyed(position, codingPath) }

    @inline(never)
    func notUnkeyed() -> DecodingError { scope.notUnkeyed(position, codingPath) }

    // MARK: The single-value container

    func decodeNil() -> Bool { scope.reader.isNull(position) }
    func decode(_ type: Bool.Type) throws -> Bool { try scalar() }
    func decode(_ type: String.Type) throws -> String { try scalar() }
    func decode(_ type: Double.Type) throws -> Double { try scalar() }
    func decode(_ type: Float.Type) throws -> Float { try scalar() }
    func decode(_ type: Int.Type) throws -> Int { try scalar() }
    func decode(_ type: Int8.Type) throws -> Int8 { try scalar() }
    func decode(_ type: Int16.Type) throws -> Int16 { try scalar() }
    func decode(_ type: Int32.Type) throws -> Int32 { try scalar() }
    func decode(_ type: Int64.Type) throws -> Int64 { try scalar() }
    func decode(_ type: Int128.Type) throws -> Int128 { try scalar() }
    func decode(_ type: UInt.Type) throws -> UInt { try scalar() }
    func decode(_ type: UInt8.Type) throws -> UInt8 { try scalar() }
    func decode(_ type: UInt16.Type) throws -> UInt16 { try scalar() }
    func decode(_ type: UInt32.Type) throws -> UInt32 { try scalar() }
    func decode(_ type: UInt64.Type) throws -> UInt64 { try scalar() }
    func decode(_ type: UInt128.Type) throws -> UInt128 { try scalar() }
    func decode<T: Decodable>(_ type: T.Type) throws -> T { try value(type) }

    @inline(__always)
    func scalar<Scalar: DecodedScalar>() throws -> Scalar {
        if let value = Scalar.read(scope, position) { return value }
        throw mismatch(Scalar.self)
    }

    @inline(never)
    func mismatch(_ type: Any.Type) -> DecodingError { scope.mismatch(type, position, codingPath) }
}
