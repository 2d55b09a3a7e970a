internal import NeatlineFoundation

/// The members of an object.
struct KeyedFormContainer<Key: CodingKey>: KeyedEncodingContainerProtocol {
    let run: FormEncodingRun
    let place: FormPlace

    var codingPath: [any CodingKey] { place.path }

    /// Returns the node of a member, which replaces an earlier one.
    private func member(_ key: Key) -> FormNode { place.node.setMember(key.stringValue) }

    /// Returns the place of a nested container.
    private func container(_ key: some CodingKey) -> FormPlace {
        run.container(at: place.inside(place.node.member(key.stringValue), key))
    }

    func encodeNil(forKey key: Key) throws {
        if let text = run.choices.nilEncoding.encodeNil() { run.encode(text, into: member(key)) }
    }

    func encode<Value: Encodable>(_ value: Value, forKey key: Key) throws {
        try run.encode(value, at: place.inside(member(key), key))
    }

    func encodeIfPresent<Value: Encodable>(_ value: Value?, forKey key: Key) throws {
        if let value { try encode(value, forKey: key) } else { try encodeNil(forKey: key) }
    }

    func nestedContainer<NestedKey: CodingKey>(
        keyedBy keyType: NestedKey.Type, forKey key: Key
    ) -> KeyedEncodingContainer<NestedKey> {
        KeyedEncodingContainer(KeyedFormContainer<NestedKey>(run: run, place: container(key)))
    }

    func nestedUnkeyedContainer(forKey key: Key) -> any UnkeyedEncodingContainer {
        UnkeyedFormContainer(run: run, place: container(key))
    }

    /// The members of a superclass are encoded among those of the class.
    func superEncoder() -> any Encoder {
        FormEncoder(
            run: run, place: run.container(at: FormPlace(node: place.node, path: place.path, depth: place.depth + 1)))
    }

    func superEncoder(forKey key: Key) -> any Encoder { FormEncoder(run: run, place: container(key)) }

    // MARK: Scalars

    func encode(_ value: Bool, forKey key: Key) { run.encode(value, into: member(key)) }
    func encode(_ value: String, forKey key: Key) { run.encode(value, into: member(key)) }
    func encode(_ value: Int, forKey key: Key) { run.encode(value, into: member(key)) }
    func encode(_ value: Int8, forKey key: Key) { run.encode(value, into: member(key)) }
    func encode(_ value: Int16, forKey key: Key) { run.encode(value, into: member(key)) }
    func encode(_ value: Int32, forKey key: Key) { run.encode(value, into: member(key)) }
    func encode(_ value: Int64, forKey key: Key) { run.encode(value, into: member(key)) }
    func encode(_ value: Int128, forKey key: Key) { run.encode(value, into: member(key)) }
    func encode(_ value: UInt, forKey key: Key) { run.encode(value, into: member(key)) }
    func encode(_ value: UInt8, forKey key: Key) { run.encode(value, into: member(key)) }
    func encode(_ value: UInt16, forKey key: Key) { run.encode(value, into: member(key)) }
    func encode(_ value: UInt32, forKey key: Key) { run.encode(value, into: member(key)) }
    func encode(_ value: UInt64, forKey key: Key) { run.encode(value, into: member(key)) }
    func encode(_ value: UInt128, forKey key: Key) { run.encode(value, into: member(key)) }
    func encode(_ value: Float, forKey key: Key) { run.encode(value, into: member(key)) }
    func encode(_ value: Double, forKey key: Key) { run.encode(value, into: member(key)) }

    // MARK: Scalars that may be nil, which is written as the encoder's choice says

    func encodeIfPresent(_ value: Bool?, forKey key: Key) throws { try encodeOptional(value, forKey: key) }
    func encodeIfPresent(_ value: String?, forKey key: Key) throws { try encodeOptional(value, forKey: key) }
    func encodeIfPresent(_ value: Int?, forKey key: Key) throws { try encodeOptional(value, forKey: key) }
    func encodeIfPresent(_ value: Int8?, forKey key: Key) throws { try encodeOptional(value, forKey: key) }
    func encodeIfPresent(_ value: Int16?, forKey key: Key) throws { try encodeOptional(value, forKey: key) }
    func encodeIfPresent(_ value: Int32?, forKey key: Key) throws { try encodeOptional(value, forKey: key) }
    func encodeIfPresent(_ value: Int64?, forKey key: Key) throws { try encodeOptional(value, forKey: key) }
    func encodeIfPresent(_ value: Int128?, forKey key: Key) throws { try encodeOptional(value, forKey: key) }
    func encodeIfPresent(_ value: UInt?, forKey key: Key) throws { try encodeOptional(value, forKey: key) }
    func encodeIfPresent(_ value: UInt8?, forKey key: Key) throws { try encodeOptional(value, forKey: key) }
    func encodeIfPresent(_ value: UInt16?, forKey key: Key) throws { try encodeOptional(value, forKey: key) }
    func encodeIfPresent(_ value: UInt32?, forKey key: Key) throws { try encodeOptional(value, forKey: key) }
    func encodeIfPresent(_ value: UInt64?, forKey key: Key) throws { try encodeOptional(value, forKey: key) }
    func encodeIfPresent(_ value: UInt128?, forKey key: Key) throws { try encodeOptional(value, forKey: key) }
    func encodeIfPresent(_ value: Float?, forKey key: Key) throws { try encodeOptional(value, forKey: key) }
    func encodeIfPresent(_ value: Double?, forKey key: Key) throws { try encodeOptional(value, forKey: key) }

    private func encodeOptional(_ value: Bool?, forKey key: Key) throws {
        if let value { encode(value, forKey: key) } else { try encodeNil(forKey: key) }
    }

    private func encodeOptional(_ value: (some LosslessStringConvertible & Encodable)?, forKey key: Key) throws {
        if let value { run.encode(value, into: member(key)) } else { try encodeNil(forKey: key) }
    }
}
