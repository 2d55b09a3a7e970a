internal import Foundation
internal import NeatlineFoundation

/// The state of one call of a form encoder, which its encoders and containers share.
final class FormEncodingRun {
    let choices: URLEncodedFormEncoder
    /// The first error that occurred where an encoding function cannot throw.
    private(set) var problem: (any Error)?
    /// The bounds of the stack. They are determined only for deep values, because that takes longer than encoding most
    /// values.
    private var stack = StackBounds()

    init(encoder: URLEncodedFormEncoder) { choices = encoder }

    /// Encodes a value to a node.
    func encode<Value: Encodable>(_ value: Value, at place: FormPlace) throws {
        guard place.depth < StackBounds.uncheckedDepth || fits(place.depth) else {
            throw tooDeep(value, at: place)
        }
        switch value {
        case let text as String: place.node.content = .text(text)
        case let date as Date:
            if let text = try choices.dateEncoding.encode(date) { return place.node.content = .text(text) }
            try date.encode(to: FormEncoder(run: self, place: place))
        case let data as Data:
            if let text = try choices.dataEncoding.encode(data) { return place.node.content = .text(text) }
            try data.encode(to: FormEncoder(run: self, place: place))
        case let decimal as Decimal: place.node.content = .text(decimal.description)
        case let url as URL: place.node.content = .text(url.absoluteString)
        default:
            if Value.self == OrderedParameters.self { place.node.keepsOrder = true }
            try value.encode(to: FormEncoder(run: self, place: place))
        }
    }

    private func fits(_ depth: Int) -> Bool {
        depth <= URLEncodedFormEncoder.maximumDepth && stack.hasRoom()
    }

    /// Encodes a scalar to a node.
    func encode(_ value: Bool, into node: FormNode) {
        node.content = .text(choices.boolEncoding.encode(value))
    }

    /// Encodes a scalar to a node.
    func encode(_ value: String, into node: FormNode) { node.content = .text(value) }

    /// Encodes a scalar to a node.
    func encode(_ value: some LosslessStringConvertible & Encodable, into node: FormNode) {
        node.content = .text(value.description)
    }

    /// Returns the place of a container; if it is too deep, one that is discarded, and encoding fails.
    func container(at place: FormPlace) -> FormPlace {
        guard place.depth > URLEncodedFormEncoder.maximumDepth else { return place }
        problem = problem ?? tooDeep("a container", at: place)
        return FormPlace(node: FormNode(), path: place.path, depth: place.depth)
    }

    private func tooDeep(_ value: Any, at place: FormPlace) -> EncodingError {
        EncodingError.invalidValue(
            value,
            EncodingError.Context(
                codingPath: place.path,
                debugDescription: "The value is inside more others than fit (\(place.depth))."))
    }
}

/// The node to which a value is encoded, and its depth.
struct FormPlace {
    let node: FormNode
    let path: [any CodingKey]
    let depth: Int

    func inside(_ node: FormNode, _ key: any CodingKey) -> FormPlace {
        // The path of a discarded value is not needed.
        let path = depth > URLEncodedFormEncoder.maximumDepth ? path : path + [key]
        return FormPlace(node: node, path: path, depth: depth + 1)
    }
}

/// The encoder that a value's `encode(to:)` receives.
struct FormEncoder: Encoder {
    let run: FormEncodingRun
    let place: FormPlace

    var codingPath: [any CodingKey] { place.path }
    var userInfo: [CodingUserInfoKey: Any] { [:] }

    func container<Key: CodingKey>(keyedBy type: Key.Type) -> KeyedEncodingContainer<Key> {
        KeyedEncodingContainer(KeyedFormContainer(run: run, place: place))
    }

    func unkeyedContainer() -> any UnkeyedEncodingContainer { UnkeyedFormContainer(run: run, place: place) }

    func singleValueContainer() -> any SingleValueEncodingContainer {
        // A value inside of a single-value container is one level deeper, although the path is the same.
        SingleValueFormContainer(
            run: run, place: FormPlace(node: place.node, path: place.path, depth: place.depth + 1))
    }
}

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
