internal import Foundation
internal import NeatlineFoundation

/// The state of one call of a form encoder, which its encoders and containers share.
final class FormEncodingRun {
    let choices: URLEncodedFormEncoder
    /// The first error that occurred where an encoding function cannot throw.
    private(set) var problem: (any Error)?
    /// The limit of the stack. It is determined only for deep values, because that takes longer than encoding most
    /// values.
    private lazy var stackLimit = StackBounds.limit
    /// The depth of values that fits on any stack.
    private static let harmlessDepth = 16

    init(encoder: URLEncodedFormEncoder) { choices = encoder }

    /// Encodes a value to a node.
    func encode<Value: Encodable>(_ value: Value, at place: FormPlace) throws {
        guard place.depth <= FormEncodingRun.harmlessDepth || fits(place.depth) else {
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
        depth <= URLEncodedFormEncoder.maximumDepth && StackBounds.position > stackLimit
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
