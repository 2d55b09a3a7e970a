internal import NeatlineJSON

/// A scalar for which containers have a method.
protocol DecodedScalar: Sendable {
    /// Returns the value at a position; nil if it has another type.
    static func read(_ scope: DecodingScope, _ position: Int) -> Self?

    /// Decodes the elements of an array.
    ///
    /// - Throws: `DecodingError`.
    static func elements(_ decoder: ValueDecoder) throws -> [Self]

    /// Decodes the elements of an array of arrays.
    ///
    /// - Throws: `DecodingError`.
    static func rows(_ decoder: ValueDecoder) throws -> [[Self]]
}

// Specialized for each type.
extension DecodedScalar {
    static func elements(_ decoder: ValueDecoder) throws -> [Self] { try allElements(decoder) }
    static func rows(_ decoder: ValueDecoder) throws -> [[Self]] { try allRows(decoder) }
}

extension Bool: DecodedScalar {
    @inline(__always)
    static func read(_ scope: DecodingScope, _ position: Int) -> Bool? { scope.reader.bool(position) }
}

extension String: DecodedScalar {
    @inline(__always)
    static func read(_ scope: DecodingScope, _ position: Int) -> String? { scope.reader.string(position) }
}

extension Double: DecodedScalar {
    @inline(__always)
    static func read(_ scope: DecodingScope, _ position: Int) -> Double? {
        if let value = scope.reader.double(position), value.isFinite { return value }
        return nonFiniteSlowPath(scope, position)
    }

    /// Returns the double of a value that is not a finite number.
    @inline(never)
    private static func nonFiniteSlowPath(_ scope: DecodingScope, _ position: Int) -> Double? {
        scope.nonFinite(position)
    }
}

extension Float: DecodedScalar {
    @inline(__always)
    static func read(_ scope: DecodingScope, _ position: Int) -> Float? {
        if let value = scope.reader.float(position), value.isFinite { return value }
        return scope.nonFinite(position).map { Float($0) }
    }
}

extension FixedWidthInteger where Self: DecodedScalar {
    @inline(__always)
    static func read(_ scope: DecodingScope, _ position: Int) -> Self? {
        if Self.isSigned || Self.bitWidth < 64 { return scope.reader.int64(position).flatMap { Self(exactly: $0) } }
        return scope.reader.uint64(position).flatMap { Self(exactly: $0) }
    }
}

extension Int: DecodedScalar {}
extension Int8: DecodedScalar {}
extension Int16: DecodedScalar {}
extension Int32: DecodedScalar {}
extension Int64: DecodedScalar {}
extension UInt: DecodedScalar {}
extension UInt8: DecodedScalar {}
extension UInt16: DecodedScalar {}
extension UInt32: DecodedScalar {}
extension UInt64: DecodedScalar {}

extension Int128: DecodedScalar {
    static func read(_ scope: DecodingScope, _ position: Int) -> Int128? { scope.reader.int128(position) }
}

extension UInt128: DecodedScalar {
    static func read(_ scope: DecodingScope, _ position: Int) -> UInt128? { scope.reader.uint128(position) }
}

extension DecodingScope {
    /// Returns the position of the member's value; 0 if there is none.
    @inline(__always)
    func find(_ name: String, ofObjectAt object: Int, depth: Int) -> Int {
        run.tables.member(name, ofObjectAt: object, depth: depth &+ level, in: reader)
    }

    /// Returns the number that the strategy converts from a string, or a literal that the parser accepts, where a
    /// finite number was expected.
    func nonFinite(_ position: Int) -> Double? {
        if let value = reader.double(position) { return reader.isFiniteNumber(position) ? nil : value }
        guard case .convertFromString(let positiveInfinity, let negativeInfinity, let nan) = settings.values.floats,
            let text = reader.string(position)
        else { return nil }
        if text == positiveInfinity { return .infinity }
        if text == negativeInfinity { return -.infinity }
        return text == nan ? .nan : nil
    }
}
