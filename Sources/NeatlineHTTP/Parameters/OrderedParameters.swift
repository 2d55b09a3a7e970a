internal import NeatlineFoundation

/// Parameters in an order that stays: signed requests and some servers want one.
///
/// ```swift
/// let parameters: OrderedParameters = ["timestamp": 17, "action": "list", "ids": [3, 1]]
///
/// AF.request(url, parameters: parameters)                                                   // timestamp=17&action=list&...
/// AF.request(url, method: .post, parameters: parameters, encoder: JSONParameterEncoder())    // {"timestamp":17, ...}
/// ```
public struct OrderedParameters: Encodable, Sendable, ExpressibleByDictionaryLiteral {
    /// The names and values.
    public var pairs: [(key: String, value: any Encodable & Sendable)]

    /// Parameters in this order; of two with the same name the last one counts, in the place of the first.
    public init(_ pairs: [(key: String, value: any Encodable & Sendable)] = []) { self.pairs = pairs }

    /// Parameters in the order in which they are written.
    public init(dictionaryLiteral elements: (String, any Encodable & Sendable)...) {
        pairs = elements.map { (key: $0.0, value: $0.1) }
    }

    /// Adds a parameter behind the others.
    public mutating func append(_ key: String, _ value: any Encodable & Sendable) { pairs.append((key, value)) }

    /// Encodes an object with the parameters as members.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: UndeclaredKey.self)
        for (key, value) in pairs { try container.encode(value, forKey: .name(key)) }
    }
}
