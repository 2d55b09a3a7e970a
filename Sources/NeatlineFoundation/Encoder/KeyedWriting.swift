internal import NeatlineJSON

/// The keyed container of a level.
struct KeyedWriting<Key: CodingKey>: KeyedEncodingContainerProtocol {
    /// The level. It is retained by the call that encodes its value, and afterwards by `keeper`.
    private let unmanaged: Unmanaged<EncodingLevel>
    private let keeper: LevelKeeper
    // SAFETY (all accesses): the level retains the run, which frees it.
    private let progress: UnsafeMutablePointer<EncodingProgress>

    /// Creates a container.
    ///
    /// - Parameters:
    ///   - level: the level of the object.
    ///   - keeper: retains the level if the container outlives the call that encodes its value.
    init(_ level: EncodingLevel, _ keeper: LevelKeeper) {
        unmanaged = .passUnretained(level)
        self.keeper = keeper
        progress = level.progress
    }

    private var level: EncodingLevel { unmanaged.takeUnretainedValue() }

    var codingPath: [any CodingKey] { level.path }

    /// Whether the level is the innermost open one, so that values can be written directly.
    @inline(__always)
    private var isInnermost: Bool { progress.pointee.top?.toOpaque() == unmanaged.toOpaque() }

    @inline(__always)
    private func beginMember(_ key: Key) {
        // SAFETY: the level is retained, see `unmanaged`.
        unmanaged._withUnsafeGuaranteedRef { $0.beginMember(key) }
    }

    @inline(never)
    private func outOfTurn(_ value: Any, _ key: Key, _ body: () throws -> Void) throws {
        try level.outOfTurn(value, at: key, body)
    }

    mutating func encodeNil(forKey key: Key) throws {
        guard isInnermost else { return try outOfTurn(Int?.none as Any, key) { try encodeNil(forKey: key) } }
        beginMember(key)
        progress.pointee.text.appendNull()
    }

    mutating func encode(_ value: Bool, forKey key: Key) throws {
        guard isInnermost else { return try outOfTurn(value, key) { try encode(value, forKey: key) } }
        beginMember(key)
        progress.pointee.text.append(value)
    }

    mutating func encode(_ value: String, forKey key: Key) throws {
        guard isInnermost else { return try outOfTurn(value, key) { try encode(value, forKey: key) } }
        beginMember(key)
        progress.pointee.text.append(value)
    }

    mutating func encode(_ value: Double, forKey key: Key) throws {
        guard isInnermost else { return try outOfTurn(value, key) { try encode(value, forKey: key) } }
        guard value.isFinite else { return try encodeNonFinite(value, forKey: key) }
        beginMember(key)
        progress.pointee.text.append(value)
    }

    mutating func encode(_ value: Float, forKey key: Key) throws {
        guard isInnermost else { return try outOfTurn(value, key) { try encode(value, forKey: key) } }
        guard value.isFinite else { return try encodeNonFinite(value, forKey: key) }
        beginMember(key)
        progress.pointee.text.append(value)
    }

    mutating func encode(_ value: Int, forKey key: Key) throws { try encodeInteger(value, forKey: key) }
    mutating func encode(_ value: Int8, forKey key: Key) throws { try encodeInteger(value, forKey: key) }
    mutating func encode(_ value: Int16, forKey key: Key) throws { try encodeInteger(value, forKey: key) }
    mutating func encode(_ value: Int32, forKey key: Key) throws { try encodeInteger(value, forKey: key) }
    mutating func encode(_ value: Int64, forKey key: Key) throws { try encodeInteger(value, forKey: key) }
    mutating func encode(_ value: UInt, forKey key: Key) throws { try encodeInteger(value, forKey: key) }
    mutating func encode(_ value: UInt8, forKey key: Key) throws { try encodeInteger(value, forKey: key) }
    mutating func encode(_ value: UInt16, forKey key: Key) throws { try encodeInteger(value, forKey: key) }
    mutating func encode(_ value: UInt32, forKey key: Key) throws { try encodeInteger(value, forKey: key) }
    mutating func encode(_ value: UInt64, forKey key: Key) throws { try encodeInteger(value, forKey: key) }

    @available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
    mutating func encode(_ value: Int128, forKey key: Key) throws {
        guard isInnermost else { return try outOfTurn(value, key) { try encode(value, forKey: key) } }
        beginMember(key)
        progress.pointee.text.append(verbatim: value.description)
    }

    @available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
    mutating func encode(_ value: UInt128, forKey key: Key) throws {
        guard isInnermost else { return try outOfTurn(value, key) { try encode(value, forKey: key) } }
        beginMember(key)
        progress.pointee.text.append(verbatim: value.description)
    }

    @inline(__always)
    private mutating func encodeInteger(_ value: some FixedWidthInteger & Encodable, forKey key: Key) throws {
        guard isInnermost else { return try outOfTurn(value, key) { try encode(value, forKey: key) } }
        beginMember(key)
        progress.pointee.text.append(integer: value)
    }

    @inline(never)
    private func encodeNonFinite(_ value: some BinaryFloatingPoint, forKey key: Key) throws {
        let text = try level.nonFiniteText(value, at: key)
        beginMember(key)
        progress.pointee.text.append(text)
    }

    mutating func encode<T: Encodable>(_ value: T, forKey key: Key) throws {
        guard isInnermost else { return try outOfTurn(value, key) { try encode(value, forKey: key) } }
        let mark = progress.pointee.text.count
        beginMember(key)
        do {
            // SAFETY: the level is retained, see `unmanaged`.
            try withUnsafePointer(to: key) { key in
                try unmanaged._withUnsafeGuaranteedRef { try $0.write(value, EncodingStep(key)) }
            }
        } catch {
            level.removeEntry(from: mark)
            throw error
        }
    }

    // MARK: Values that may be absent

    // The protocol's default implementations make another call through the witness table for each value.

    mutating func encodeIfPresent(_ value: Bool?, forKey key: Key) throws {
        if let value { try encode(value, forKey: key) }
    }

    mutating func encodeIfPresent(_ value: String?, forKey key: Key) throws {
        if let value { try encode(value, forKey: key) }
    }

    mutating func encodeIfPresent(_ value: Double?, forKey key: Key) throws {
        if let value { try encode(value, forKey: key) }
    }

    mutating func encodeIfPresent(_ value: Int?, forKey key: Key) throws {
        if let value { try encodeInteger(value, forKey: key) }
    }

    mutating func encodeIfPresent(_ value: Int64?, forKey key: Key) throws {
        if let value { try encodeInteger(value, forKey: key) }
    }

    mutating func encodeIfPresent<T: Encodable>(_ value: T?, forKey key: Key) throws {
        if let value { try encode(value, forKey: key) }
    }

    // MARK: Nested containers

    mutating func nestedContainer<NestedKey: CodingKey>(
        keyedBy type: NestedKey.Type, forKey key: Key
    ) -> KeyedEncodingContainer<NestedKey> {
        level.nested(.object, at: key).keyedContainer(type)
    }

    mutating func nestedUnkeyedContainer(forKey key: Key) -> any UnkeyedEncodingContainer {
        UnkeyedWriting(level: level.nested(.array, at: key))
    }

    mutating func superEncoder() -> any Encoder { level.nested(.nothing, at: UndeclaredKey.super) }

    mutating func superEncoder(forKey key: Key) -> any Encoder { level.nested(.nothing, at: key) }
}

extension EncodingLevel {
    /// Writes the name of a member.
    @inline(__always)
    func beginMember(_ key: some CodingKey) {
        count &+= 1
        if let names {
            // SAFETY: the run retains the names of each type.
            let count = names._withUnsafeGuaranteedRef {
                progress.pointee.text.beginMember(key.stringValue, of: $0.written, in: &members)
            }
            if count == 0 { beginUnknownMember(key, names.takeUnretainedValue()) }
        } else {
            output.beginMember(name(of: key))
        }
    }

    @inline(never)
    private func beginUnknownMember(_ key: some CodingKey, _ names: KeyNames) {
        let name = name(of: key)
        if !names.isUseless,
            output.beginNewMember(key.stringValue, named: name, keptIn: &names.written, in: &members) != 0
        {
            return
        }
        names.isUseless = true
        trackNames()
        output.beginMember(name)
    }

    /// Begins to track the object's names, also those it has so far, so that repeated names are found.
    private func trackNames() {
        guard names != nil else { return }
        names = nil
        output.trackNames(ofObjectAt: start)
    }

    /// The name of a member.
    func name(of key: some CodingKey) -> String { run.usesDefaultKeys ? key.stringValue : convertedName(key) }

    @inline(never)
    private func convertedName(_ key: some CodingKey) -> String {
        switch run.settings.keys {
        case .useDefaultKeys: key.stringValue
        case .convertToSnakeCase: SnakeCase.name(key.stringValue)
        case .custom(let convert): convert(path + [key]).stringValue
        }
    }

    /// Removes the last element or member, whose text begins at the offset `mark`.
    @inline(never)
    func removeEntry(from mark: Int) {
        rollBack(to: mark)
        count -= 1
    }

    /// A container in this object, or a superclass encoder; the existing one if there is one of its kind.
    func nested(_ kind: Kind, at key: some CodingKey) -> EncodingLevel {
        guard isUsable else { return self }
        let name = name(of: key)
        guard isInnermost || settle() else { return lateNested(kind, at: key, name: name) }
        if kind != .nothing, names?.takeUnretainedValue().written.contains(key.stringValue, in: members) ?? true {
            trackNames()
            if let range = output.value(ofMember: name, from: firstName) { return reopened(kind, range, key) }
        }
        beginMember(key)
        count -= 1
        return beginNested(kind, at: key)
    }

    /// Opens a container again that is in the text.
    func reopened(_ kind: Kind, _ range: Range<Int>, _ key: some CodingKey) -> EncodingLevel {
        let known = scope.slowPath?.closedLevels[range.lowerBound]
        guard output.isObject(at: range) == (kind == .object), output.isContainer(at: range),
            known.map({ $0.kind == kind || $0.kind == .nothing }) ?? true
        else {
            return refusing(
                "It asked for \(kind) for the key \"\(key.stringValue)\", for which it has encoded another value.")
        }
        progress.pointee.mayRepeatNames = true
        if let known {
            known.kind = kind
            return known
        }
        let level = EncodingLevel(run)
        level.kind = kind
        level.state = .closed
        level.count = output.entryCount(at: range)
        level.start = range.lowerBound
        level.end = range.upperBound - 1
        level.slowPath = SlowPathState(container: self, scope: scope, key: key)
        scope.withSlowPathState { $0.note(level) }
        return level
    }

    /// Begins a container at the end of the text, after its name or comma.
    func beginNested(_ kind: Kind, at key: some CodingKey) -> EncodingLevel {
        let level = EncodingLevel(run)
        level.slowPath = SlowPathState(container: self, scope: scope, key: key)
        level.parent = self
        level.start = output.count
        level.nestedCount = progress.pointee.nested.count
        if kind != .nothing { level.open(kind) }
        count &+= 1
        progress.pointee.nested.append(level)
        top = level
        return level
    }
}
