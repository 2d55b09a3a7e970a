internal import NeatlineJSON

/// The single value container of a level.
struct SingleValueWriting: SingleValueEncodingContainer {
    let level: EncodingLevel

    var codingPath: [any CodingKey] { level.path }

    /// Whether a value can be written at once.
    @inline(__always)
    private var isReady: Bool { level.isInnermost && level.kind == .nothing }

    mutating func encodeNil() throws {
        guard isReady else { return try outOfTurn(Int?.none as Any) { try encodeNil() } }
        level.kind = .value
        level.output.appendNull()
    }

    mutating func encode(_ value: Bool) throws {
        guard isReady else { return try outOfTurn(value) { try encode(value) } }
        level.kind = .value
        level.output.append(value)
    }

    mutating func encode(_ value: String) throws {
        guard isReady else { return try outOfTurn(value) { try encode(value) } }
        level.kind = .value
        level.output.append(value)
    }

    mutating func encode(_ value: Double) throws {
        guard isReady else { return try outOfTurn(value) { try encode(value) } }
        guard value.isFinite else { return try encodeNonFinite(value) }
        level.kind = .value
        level.output.append(value)
    }

    mutating func encode(_ value: Float) throws {
        guard isReady else { return try outOfTurn(value) { try encode(value) } }
        guard value.isFinite else { return try encodeNonFinite(value) }
        level.kind = .value
        level.output.append(value)
    }

    mutating func encode(_ value: Int) throws { try encodeInteger(value) }
    mutating func encode(_ value: Int8) throws { try encodeInteger(value) }
    mutating func encode(_ value: Int16) throws { try encodeInteger(value) }
    mutating func encode(_ value: Int32) throws { try encodeInteger(value) }
    mutating func encode(_ value: Int64) throws { try encodeInteger(value) }
    mutating func encode(_ value: UInt) throws { try encodeInteger(value) }
    mutating func encode(_ value: UInt8) throws { try encodeInteger(value) }
    mutating func encode(_ value: UInt16) throws { try encodeInteger(value) }
    mutating func encode(_ value: UInt32) throws { try encodeInteger(value) }
    mutating func encode(_ value: UInt64) throws { try encodeInteger(value) }

    @available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
    mutating func encode(_ value: Int128) throws {
        guard isReady else { return try outOfTurn(value) { try encode(value) } }
        level.kind = .value
        level.output.append(verbatim: value.description)
    }

    @available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
    mutating func encode(_ value: UInt128) throws {
        guard isReady else { return try outOfTurn(value) { try encode(value) } }
        level.kind = .value
        level.output.append(verbatim: value.description)
    }

    @inline(__always)
    private mutating func encodeInteger(_ value: some FixedWidthInteger & Encodable) throws {
        guard isReady else { return try outOfTurn(value) { try encode(value) } }
        level.kind = .value
        level.output.append(integer: value)
    }

    @inline(never)
    private func encodeNonFinite(_ value: some BinaryFloatingPoint) throws {
        let text = try level.nonFiniteText(value, at: nil)
        level.kind = .value
        level.output.append(text)
    }

    mutating func encode<T: Encodable>(_ value: T) throws {
        guard isReady else { return try outOfTurn(value) { try encode(value) } }
        let mark = level.output.count
        level.kind = .value
        do {
            try level.write(value, .none)
        } catch {
            level.rollBack(to: mark)
            level.kind = .nothing
            throw error
        }
    }

    @inline(never)
    private func outOfTurn(_ value: Any, _ body: () throws -> Void) throws {
        if level.isUsable, level.encodedKind != .nothing {
            throw EncodingError.invalidValue(
                value,
                EncodingError.Context(
                    codingPath: level.path,
                    debugDescription: """
                        Unable to encode \(type(of: value)) through a single value container where \
                        \(level.encodedKind.description) has been encoded.
                        """))
        }
        try level.outOfTurn(value, at: nil, body)
    }
}
