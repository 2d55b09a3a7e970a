internal import NeatlineJSON

/// A scalar that containers have a method for.
protocol DecodedScalar: Sendable {
    /// The value at a position of what is read; nil if it is none.
    static func read(_ scope: DecodingScope, _ position: Int) -> Self?

    /// The elements of an array.
    static func elements(_ decoder: ValueDecoder) throws -> [Self]

    /// The elements of an array of arrays.
    static func rows(_ decoder: ValueDecoder) throws -> [[Self]]
}

// Compiled for each type.
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
        return rare(scope, position)
    }

    /// A value that is no finite number.
    @inline(never)
    private static func rare(_ scope: DecodingScope, _ position: Int) -> Double? {
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

extension Int: DecodedScalar {
    @inline(__always)
    static func read(_ scope: DecodingScope, _ position: Int) -> Int? {
        scope.reader.int64(position).flatMap { Int(exactly: $0) }
    }
}

extension Int8: DecodedScalar {
    static func read(_ scope: DecodingScope, _ position: Int) -> Int8? {
        scope.reader.int64(position).flatMap { Int8(exactly: $0) }
    }
}

extension Int16: DecodedScalar {
    static func read(_ scope: DecodingScope, _ position: Int) -> Int16? {
        scope.reader.int64(position).flatMap { Int16(exactly: $0) }
    }
}

extension Int32: DecodedScalar {
    static func read(_ scope: DecodingScope, _ position: Int) -> Int32? {
        scope.reader.int64(position).flatMap { Int32(exactly: $0) }
    }
}

extension Int64: DecodedScalar {
    @inline(__always)
    static func read(_ scope: DecodingScope, _ position: Int) -> Int64? { scope.reader.int64(position) }
}

extension Int128: DecodedScalar {
    static func read(_ scope: DecodingScope, _ position: Int) -> Int128? { scope.reader.int128(position) }
}

extension UInt: DecodedScalar {
    static func read(_ scope: DecodingScope, _ position: Int) -> UInt? {
        scope.reader.uint64(position).flatMap { UInt(exactly: $0) }
    }
}

extension UInt8: DecodedScalar {
    static func read(_ scope: DecodingScope, _ position: Int) -> UInt8? {
        scope.reader.int64(position).flatMap { UInt8(exactly: $0) }
    }
}

extension UInt16: DecodedScalar {
    static func read(_ scope: DecodingScope, _ position: Int) -> UInt16? {
        scope.reader.int64(position).flatMap { UInt16(exactly: $0) }
    }
}

extension UInt32: DecodedScalar {
    static func read(_ scope: DecodingScope, _ position: Int) -> UInt32? {
        scope.reader.int64(position).flatMap { UInt32(exactly: $0) }
    }
}

extension UInt64: DecodedScalar {
    static func read(_ scope: DecodingScope, _ position: Int) -> UInt64? { scope.reader.uint64(position) }
}

extension UInt128: DecodedScalar {
    static func read(_ scope: DecodingScope, _ position: Int) -> UInt128? { scope.reader.uint128(position) }
}

extension DecodingScope {
    /// The member's value; 0 if there is none.
    @inline(__always)
    func find(_ name: String, ofObjectAt object: Int, depth: Int) -> Int {
        let depth = depth &+ level
        let position = run.tables.member(unlessPath: name, ofObjectAt: object, depth: depth, in: reader)
        // A dot in a name is a character like others.
        return position >= 0 ? position : run.tables.member(name, ofObjectAt: object, depth: depth, in: reader)
    }

    /// What the strategy makes of a string, or a literal that the parser was told to accept, where a finite number was
    /// expected.
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
