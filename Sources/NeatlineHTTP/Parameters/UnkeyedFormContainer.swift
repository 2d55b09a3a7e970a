internal import NeatlineFoundation

/// The elements of an array.
struct UnkeyedFormContainer: UnkeyedEncodingContainer {
    let run: FormEncodingRun
    let place: FormPlace
    private(set) var count = 0

    init(run: FormEncodingRun, place: FormPlace) {
        self.run = run
        self.place = place
    }

    var codingPath: [any CodingKey] { place.path }

    /// Returns the place of the next element.
    private mutating func element() -> FormNode {
        count += 1
        return place.node.appendElement()
    }

    private mutating func elementPlace() -> FormPlace { place.inside(element(), UndeclaredKey.index(count - 1)) }

    private mutating func container() -> FormPlace { run.container(at: elementPlace()) }

    mutating func encodeNil() throws {
        if let text = run.choices.nilEncoding.encodeNil() {
            run.encode(text, into: element())
        } else {
            count += 1
        }
    }

    mutating func encode<Value: Encodable>(_ value: Value) throws { try run.encode(value, at: elementPlace()) }

    mutating func nestedContainer<NestedKey: CodingKey>(
        keyedBy keyType: NestedKey.Type
    ) -> KeyedEncodingContainer<NestedKey> {
        KeyedEncodingContainer(KeyedFormContainer<NestedKey>(run: run, place: container()))
    }

    mutating func nestedUnkeyedContainer() -> any UnkeyedEncodingContainer {
        UnkeyedFormContainer(run: run, place: container())
    }

    mutating func superEncoder() -> any Encoder { FormEncoder(run: run, place: container()) }

    // MARK: Scalars

    mutating func encode(_ value: Bool) { run.encode(value, into: element()) }
    mutating func encode(_ value: String) { run.encode(value, into: element()) }
    mutating func encode(_ value: Int) { run.encode(value, into: element()) }
    mutating func encode(_ value: Int8) { run.encode(value, into: element()) }
    mutating func encode(_ value: Int16) { run.encode(value, into: element()) }
    mutating func encode(_ value: Int32) { run.encode(value, into: element()) }
    mutating func encode(_ value: Int64) { run.encode(value, into: element()) }
    mutating func encode(_ value: Int128) { run.encode(value, into: element()) }
    mutating func encode(_ value: UInt) { run.encode(value, into: element()) }
    mutating func encode(_ value: UInt8) { run.encode(value, into: element()) }
    mutating func encode(_ value: UInt16) { run.encode(value, into: element()) }
    mutating func encode(_ value: UInt32) { run.encode(value, into: element()) }
    mutating func encode(_ value: UInt64) { run.encode(value, into: element()) }
    mutating func encode(_ value: UInt128) { run.encode(value, into: element()) }
    mutating func encode(_ value: Float) { run.encode(value, into: element()) }
    mutating func encode(_ value: Double) { run.encode(value, into: element()) }
}
