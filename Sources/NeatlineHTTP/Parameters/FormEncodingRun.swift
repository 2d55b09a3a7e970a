internal import Foundation
internal import NeatlineFoundation

/// One run of a form encoder: what its encoders and containers share.
final class FormEncodingRun {
    let choices: URLEncodedFormEncoder
    /// The first thing that went wrong where nothing can be thrown.
    private(set) var problem: (any Error)?
    /// Where the stack should not reach: asked for when values are deep, because the answer takes longer than most of them.
    private lazy var stackLimit = StackBounds.limit
    /// How deep values fit on any stack.
    private static let harmlessDepth = 16

    init(encoder: URLEncodedFormEncoder) { choices = encoder }

    /// Puts the value into the node.
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

    /// Puts a scalar into the node.
    func encode(_ value: Bool, into node: FormNode) {
        node.content = .text(choices.boolEncoding.encode(value))
    }

    /// Puts a scalar into the node.
    func encode(_ value: String, into node: FormNode) { node.content = .text(value) }

    /// Puts a scalar into the node.
    func encode(_ value: some LosslessStringConvertible & Encodable, into node: FormNode) {
        node.content = .text(value.description)
    }

    /// The place, if there may be one so deep; otherwise one that nobody reads, and the run fails.
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

/// Where a value is being put, and how deep that is.
struct FormPlace {
    let node: FormNode
    let path: [any CodingKey]
    let depth: Int

    func inside(_ node: FormNode, _ key: any CodingKey) -> FormPlace {
        // Where nothing is read any more, nobody needs to know the way.
        let path = depth > URLEncodedFormEncoder.maximumDepth ? path : path + [key]
        return FormPlace(node: node, path: path, depth: depth + 1)
    }
}

/// The encoder that a value gets.
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
        // A value of a value is one level deeper, though the path is the same.
        SingleValueFormContainer(
            run: run, place: FormPlace(node: place.node, path: place.path, depth: place.depth + 1))
    }
}
