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
    func encode<Value: Encodable>(_ value: Value, at position: FormPosition) throws {
        guard position.depth < StackBounds.uncheckedDepth || fits(position.depth) else {
            throw tooDeep(value, at: position)
        }
        switch value {
        case let text as String: position.node.content = .text(text)
        case let date as Date:
            if let text = try choices.dateEncoding.encode(date) { return position.node.content = .text(text) }
            try date.encode(to: FormEncoder(run: self, position: position))
        case let data as Data:
            if let text = try choices.dataEncoding.encode(data) { return position.node.content = .text(text) }
            try data.encode(to: FormEncoder(run: self, position: position))
        case let decimal as Decimal: position.node.content = .text(decimal.description)
        case let url as URL: position.node.content = .text(url.absoluteString)
        default:
            try value.encode(to: FormEncoder(run: self, position: position))
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

    /// Returns the position of a container; if it is too deep, one that is discarded, and encoding fails.
    func container(at position: FormPosition) -> FormPosition {
        guard position.depth > URLEncodedFormEncoder.maximumDepth else { return position }
        problem = problem ?? tooDeep("a container", at: position)
        return FormPosition(node: FormNode(), path: position.path, depth: position.depth)
    }

    private func tooDeep(_ value: Any, at position: FormPosition) -> EncodingError {
        EncodingError.invalidValue(
            value,
            EncodingError.Context(
                codingPath: position.path,
                debugDescription: "The value is inside more others than fit (\(position.depth))."))
    }
}

/// The node to which a value is encoded, and its depth.
struct FormPosition {
    let node: FormNode
    let path: [any CodingKey]
    let depth: Int

    func inside(_ node: FormNode, _ key: any CodingKey) -> FormPosition {
        // The path of a discarded value is not needed.
        let path = depth > URLEncodedFormEncoder.maximumDepth ? path : path + [key]
        return FormPosition(node: node, path: path, depth: depth + 1)
    }
}

/// The encoder that a value's `encode(to:)` receives.
struct FormEncoder: Encoder {
    let run: FormEncodingRun
    let position: FormPosition

    var codingPath: [any CodingKey] { position.path }
    var userInfo: [CodingUserInfoKey: Any] { [:] }

    func container<Key: CodingKey>(keyedBy type: Key.Type) -> KeyedEncodingContainer<Key> {
        KeyedEncodingContainer(KeyedFormContainer(run: run, position: position))
    }

    func unkeyedContainer() -> any UnkeyedEncodingContainer { UnkeyedFormContainer(run: run, position: position) }

    func singleValueContainer() -> any SingleValueEncodingContainer {
        // A value inside of a single-value container is one level deeper, although the path is the same.
        SingleValueFormContainer(
            run: run, position: FormPosition(node: position.node, path: position.path, depth: position.depth + 1))
    }
}

/// The members of an object.
struct KeyedFormContainer<Key: CodingKey>: KeyedEncodingContainerProtocol {
    let run: FormEncodingRun
    let position: FormPosition

    var codingPath: [any CodingKey] { position.path }

    /// Returns the node of a member, which replaces an earlier one.
    private func member(_ key: Key) -> FormNode { position.node.setMember(key.stringValue) }

    /// Returns the position of a nested container.
    private func container(_ key: some CodingKey) -> FormPosition {
        run.container(at: position.inside(position.node.member(key.stringValue), key))
    }

    func encodeNil(forKey key: Key) throws {
        if let text = run.choices.nilEncoding.encodeNil() { run.encode(text, into: member(key)) }
    }

    func encode<Value: Encodable>(_ value: Value, forKey key: Key) throws {
        try run.encode(value, at: position.inside(member(key), key))
    }

    func encodeIfPresent<Value: Encodable>(_ value: Value?, forKey key: Key) throws {
        if let value { try encode(value, forKey: key) } else { try encodeNil(forKey: key) }
    }

    func nestedContainer<NestedKey: CodingKey>(
        keyedBy keyType: NestedKey.Type, forKey key: Key
    ) -> KeyedEncodingContainer<NestedKey> {
        KeyedEncodingContainer(KeyedFormContainer<NestedKey>(run: run, position: container(key)))
    }

    func nestedUnkeyedContainer(forKey key: Key) -> any UnkeyedEncodingContainer {
        UnkeyedFormContainer(run: run, position: container(key))
    }

    /// The members of a superclass are encoded among those of the class.
    func superEncoder() -> any Encoder {
        FormEncoder(
            run: run,
            position: run.container(
                at: FormPosition(node: position.node, path: position.path, depth: position.depth + 1)))
    }

    func superEncoder(forKey key: Key) -> any Encoder { FormEncoder(run: run, position: container(key)) }

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
    let position: FormPosition
    private(set) var count = 0

    init(run: FormEncodingRun, position: FormPosition) {
        self.run = run
        self.position = position
    }

    var codingPath: [any CodingKey] { position.path }

    /// Returns the position of the next element.
    private mutating func element() -> FormNode {
        count += 1
        return position.node.appendElement()
    }

    private mutating func elementPosition() -> FormPosition {
        position.inside(element(), UndeclaredKey.index(count - 1))
    }

    private mutating func container() -> FormPosition { run.container(at: elementPosition()) }

    mutating func encodeNil() throws {
        if let text = run.choices.nilEncoding.encodeNil() {
            run.encode(text, into: element())
        } else {
            count += 1
        }
    }

    mutating func encode<Value: Encodable>(_ value: Value) throws { try run.encode(value, at: elementPosition()) }

    mutating func nestedContainer<NestedKey: CodingKey>(
        keyedBy keyType: NestedKey.Type
    ) -> KeyedEncodingContainer<NestedKey> {
        KeyedEncodingContainer(KeyedFormContainer<NestedKey>(run: run, position: container()))
    }

    mutating func nestedUnkeyedContainer() -> any UnkeyedEncodingContainer {
        UnkeyedFormContainer(run: run, position: container())
    }

    mutating func superEncoder() -> any Encoder { FormEncoder(run: run, position: container()) }

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
    let position: FormPosition
    private var isFull = false

    init(run: FormEncodingRun, position: FormPosition) {
        self.run = run
        self.position = position
    }

    var codingPath: [any CodingKey] { position.path }

    /// Records that a value was encoded.
    ///
    /// - Throws: `EncodingError.invalidValue` if there already is one.
    private mutating func fill(_ value: Any) throws {
        guard !isFull else {
            throw EncodingError.invalidValue(
                value,
                EncodingError.Context(codingPath: position.path, debugDescription: "The container has a value already.")
            )
        }
        isFull = true
    }

    mutating func encodeNil() throws {
        guard let text = run.choices.nilEncoding.encodeNil() else { return }
        try fill(text)
        run.encode(text, into: position.node)
    }

    mutating func encode<Value: Encodable>(_ value: Value) throws {
        try fill(value)
        try run.encode(value, at: position)
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
        run.encode(value, into: position.node)
    }

    private mutating func encodeScalar(_ value: some LosslessStringConvertible & Encodable) throws {
        try fill(value)
        run.encode(value, into: position.node)
    }
}
