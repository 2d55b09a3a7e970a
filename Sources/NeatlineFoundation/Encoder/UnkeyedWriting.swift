internal import NeatlineJSON

/// The unkeyed container of a level.
struct UnkeyedWriting: UnkeyedEncodingContainer {
    let level: EncodingLevel

    var codingPath: [any CodingKey] { level.path }
    var count: Int { level.entryCount }

    /// Whether the level is the innermost open one, so that values can be written directly.
    @inline(__always)
    private var isInnermost: Bool { level.isInnermost }

    mutating func encodeNil() throws {
        guard isInnermost else { return try outOfTurn(Int?.none as Any) { try encodeNil() } }
        level.beginElement()
        level.output.appendNull()
    }

    mutating func encode(_ value: Bool) throws {
        guard isInnermost else { return try outOfTurn(value) { try encode(value) } }
        level.beginElement()
        level.output.append(value)
    }

    mutating func encode(_ value: String) throws {
        guard isInnermost else { return try outOfTurn(value) { try encode(value) } }
        level.beginElement()
        level.output.append(value)
    }

    mutating func encode(_ value: Double) throws {
        guard isInnermost else { return try outOfTurn(value) { try encode(value) } }
        guard value.isFinite else { return try encodeNonFinite(value) }
        level.beginElement()
        level.output.append(value)
    }

    mutating func encode(_ value: Float) throws {
        guard isInnermost else { return try outOfTurn(value) { try encode(value) } }
        guard value.isFinite else { return try encodeNonFinite(value) }
        level.beginElement()
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
        guard isInnermost else { return try outOfTurn(value) { try encode(value) } }
        level.beginElement()
        level.output.append(verbatim: value.description)
    }

    @available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
    mutating func encode(_ value: UInt128) throws {
        guard isInnermost else { return try outOfTurn(value) { try encode(value) } }
        level.beginElement()
        level.output.append(verbatim: value.description)
    }

    @inline(__always)
    private mutating func encodeInteger(_ value: some FixedWidthInteger & Encodable) throws {
        guard isInnermost else { return try outOfTurn(value) { try encode(value) } }
        level.beginElement()
        level.output.append(integer: value)
    }

    @inline(never)
    private func encodeNonFinite(_ value: some BinaryFloatingPoint) throws {
        let text = try level.nonFiniteText(value, at: UndeclaredKey.index(level.count))
        level.beginElement()
        level.output.append(text)
    }

    mutating func encode<T: Encodable>(_ value: T) throws {
        guard isInnermost else { return try outOfTurn(value) { try encode(value) } }
        let mark = level.output.count
        let step = EncodingStep(index: level.count)
        level.beginElement()
        do {
            try level.write(value, step)
        } catch {
            level.removeEntry(from: mark)
            throw error
        }
    }

    @inline(never)
    private func outOfTurn(_ value: Any, _ body: () throws -> Void) throws {
        try level.outOfTurn(value, at: UndeclaredKey.index(level.entryCount), body)
    }

    // MARK: Nested containers

    mutating func nestedContainer<NestedKey: CodingKey>(
        keyedBy type: NestedKey.Type
    ) -> KeyedEncodingContainer<NestedKey> {
        level.nestedElement(.object).keyedContainer(type)
    }

    mutating func nestedUnkeyedContainer() -> any UnkeyedEncodingContainer {
        UnkeyedWriting(level: level.nestedElement(.array))
    }

    mutating func superEncoder() -> any Encoder { level.nestedElement(.nothing) }
}

extension EncodingLevel {
    /// Writes the comma before an element, unless it is the first.
    @inline(__always)
    func beginElement() {
        output.beginElement()
        count &+= 1
    }

    /// Creates a container in this array, or a superclass encoder.
    func nestedElement(_ kind: Kind) -> EncodingLevel {
        guard isUsable else { return self }
        let key = UndeclaredKey.index(entryCount)
        guard isInnermost || settle() else { return lateNested(kind, at: key, name: nil) }
        output.beginElement()
        return beginNested(kind, at: key)
    }
}
