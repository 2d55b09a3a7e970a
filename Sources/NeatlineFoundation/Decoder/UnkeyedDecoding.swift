internal import NeatlineJSON

/// An unkeyed container: decodes the elements of an array in order.
///
/// It has three words, so that the existential stores it inline, without an allocation.
struct UnkeyedDecoding: UnkeyedDecodingContainer {
    private let scope: DecodingScope
    private let storedPosition: UInt32
    private let keys: UInt32
    /// The position of the next element.
    private var next: UInt32
    private var index: UInt32 = 0

    init(_ scope: DecodingScope, _ position: Int, depth: Int) {
        self.scope = scope
        storedPosition = UInt32(truncatingIfNeeded: position)
        keys = UInt32(truncatingIfNeeded: depth)
        next = UInt32(truncatingIfNeeded: scope.reader.firstElement(position))
    }

    private var position: Int { Int(storedPosition) }

    private var depth: Int { Int(keys) }

    var codingPath: [any CodingKey] { scope.path(to: position, depth: depth) }
    var count: Int? { scope.reader.count(position) }
    var currentIndex: Int { Int(index) }
    var isAtEnd: Bool { Int(next) >= scope.reader.end(position) }

    /// Returns the position of the next element.
    ///
    /// - Throws: `DecodingError.valueNotFound` of `type` if there is none.
    @inline(__always)
    private func require(_ type: Any.Type) throws -> Int {
        if isAtEnd { throw atEnd(type) }
        return Int(next)
    }

    @inline(__always)
    private mutating func advance() {
        next = UInt32(truncatingIfNeeded: scope.reader.next(Int(next)))
        index &+= 1
    }

    // MARK: Values

    mutating func decodeNil() throws -> Bool {
        guard scope.reader.isNull(try require(Never.self)) else { return false }
        advance()
        return true
    }

    mutating func decode(_ type: Bool.Type) throws -> Bool { try scalar() }
    mutating func decode(_ type: String.Type) throws -> String { try scalar() }
    mutating func decode(_ type: Double.Type) throws -> Double { try scalar() }
    mutating func decode(_ type: Float.Type) throws -> Float { try scalar() }
    mutating func decode(_ type: Int.Type) throws -> Int { try scalar() }
    mutating func decode(_ type: Int8.Type) throws -> Int8 { try scalar() }
    mutating func decode(_ type: Int16.Type) throws -> Int16 { try scalar() }
    mutating func decode(_ type: Int32.Type) throws -> Int32 { try scalar() }
    mutating func decode(_ type: Int64.Type) throws -> Int64 { try scalar() }
    mutating func decode(_ type: Int128.Type) throws -> Int128 { try scalar() }
    mutating func decode(_ type: UInt.Type) throws -> UInt { try scalar() }
    mutating func decode(_ type: UInt8.Type) throws -> UInt8 { try scalar() }
    mutating func decode(_ type: UInt16.Type) throws -> UInt16 { try scalar() }
    mutating func decode(_ type: UInt32.Type) throws -> UInt32 { try scalar() }
    mutating func decode(_ type: UInt64.Type) throws -> UInt64 { try scalar() }
    mutating func decode(_ type: UInt128.Type) throws -> UInt128 { try scalar() }

    @inline(__always)
    private mutating func scalar<Scalar: DecodedScalar>() throws -> Scalar {
        let element = try require(Scalar.self)
        guard let value = Scalar.read(scope, element) else { throw mismatch(Scalar.self, element) }
        advance()
        return value
    }

    mutating func decode<T: Decodable>(_ type: T.Type) throws -> T {
        let element = try require(type)
        let value = try scope.enter(UndeclaredKey.index(Int(index)), element, depth: depth).value(type)
        advance()
        return value
    }

    // MARK: Containers

    mutating func nestedContainer<NestedKey: CodingKey>(
        keyedBy type: NestedKey.Type
    ) throws -> KeyedDecodingContainer<NestedKey> {
        let element = try require(KeyedDecodingContainer<NestedKey>.self)
        let container = try nested(element).container(keyedBy: type)
        advance()
        return container
    }

    mutating func nestedUnkeyedContainer() throws -> any UnkeyedDecodingContainer {
        let element = try require((any UnkeyedDecodingContainer).self)
        let container = try nested(element).unkeyedContainer()
        advance()
        return container
    }

    mutating func superDecoder() throws -> any Decoder {
        let element = try require((any Decoder).self)
        let decoder = try nested(element)
        advance()
        return decoder
    }

    private func nested(_ element: Int) throws -> ValueDecoder {
        ValueDecoder(try scope.nested(pathOfNext, at: element), element, depth: 0)
    }

    // MARK: Errors

    private var pathOfNext: [any CodingKey] { codingPath + [UndeclaredKey.index(Int(index))] }

    @inline(never)
    private func mismatch(_ type: Any.Type, _ element: Int) -> DecodingError {
        scope.mismatch(type, element, pathOfNext)
    }

    @inline(never)
    private func atEnd(_ type: Any.Type) -> DecodingError {
        .valueNotFound(type, .init(codingPath: pathOfNext, debugDescription: "Unkeyed container is at end."))
    }
}
