/// The container of a single value.
struct SingleValueFormContainer: SingleValueEncodingContainer {
    let run: FormEncodingRun
    let place: FormPlace
    private var isFull = false

    init(run: FormEncodingRun, place: FormPlace) {
        self.run = run
        self.place = place
    }

    var codingPath: [any CodingKey] { place.path }

    /// Records that a value was encoded.
    ///
    /// - Throws: `EncodingError.invalidValue` if there already is one.
    private mutating func fill(_ value: Any) throws {
        guard !isFull else {
            throw EncodingError.invalidValue(
                value,
                EncodingError.Context(codingPath: place.path, debugDescription: "The container has a value already."))
        }
        isFull = true
    }

    mutating func encodeNil() throws {
        guard let text = run.choices.nilEncoding.encodeNil() else { return }
        try fill(text)
        run.encode(text, into: place.node)
    }

    mutating func encode<Value: Encodable>(_ value: Value) throws {
        try fill(value)
        try run.encode(value, at: place)
    }

    // MARK: Scalars

    mutating func encode(_ value: Bool) throws { try encodeScalar(value) }
    mutating func encode(_ value: String) throws { try encodeScalar(value) }
    mutating func encode(_ value: Int) throws { try encodeScalar(value) }
    mutating func encode(_ value: Int8) throws { try encodeScalar(value) }
    mutating func encode(_ value: Int16) throws { try encodeScalar(value) }
    mutating func encode(_ value: Int32) throws { try encodeScalar(value) }
    mutating func encode(_ value: Int64) throws { try encodeScalar(value) }
    mutating func encode(_ value: Int128) throws { try encodeScalar(value) }
    mutating func encode(_ value: UInt) throws { try encodeScalar(value) }
    mutating func encode(_ value: UInt8) throws { try encodeScalar(value) }
    mutating func encode(_ value: UInt16) throws { try encodeScalar(value) }
    mutating func encode(_ value: UInt32) throws { try encodeScalar(value) }
    mutating func encode(_ value: UInt64) throws { try encodeScalar(value) }
    mutating func encode(_ value: UInt128) throws { try encodeScalar(value) }
    mutating func encode(_ value: Float) throws { try encodeScalar(value) }
    mutating func encode(_ value: Double) throws { try encodeScalar(value) }

    private mutating func encodeScalar(_ value: Bool) throws {
        try fill(value)
        run.encode(value, into: place.node)
    }

    private mutating func encodeScalar(_ value: some LosslessStringConvertible & Encodable) throws {
        try fill(value)
        run.encode(value, into: place.node)
    }
}
