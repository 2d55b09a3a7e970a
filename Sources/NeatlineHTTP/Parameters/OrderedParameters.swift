internal import NeatlineFoundation

/// Parameters that keep their order, as signed requests and some servers require.
///
/// ```swift
/// let parameters: OrderedParameters = ["timestamp": 17, "action": "list", "ids": [3, 1]]
///
/// AF.request(url, parameters: parameters)                                  // timestamp=17&action=list&...
/// AF.request(url, method: .post, parameters: parameters, encoder: .json)    // {"timestamp":17, ...}
/// ```
public struct OrderedParameters: Encodable, Sendable, ExpressibleByDictionaryLiteral {
    /// The names and values, in their order.
    public var pairs: [(key: String, value: any Encodable & Sendable)]

    /// Creates parameters.
    ///
    /// - Parameter pairs: The names and values. If a name is repeated, the last value is used, at the position of the
    ///   first.
    public init(_ pairs: [(key: String, value: any Encodable & Sendable)] = []) { self.pairs = pairs }

    /// Creates parameters in the order of a dictionary literal.
    public init(dictionaryLiteral elements: (String, any Encodable & Sendable)...) {
        pairs = elements.map { (key: $0.0, value: $0.1) }
    }

    /// Appends a parameter.
    ///
    /// - Parameters:
    ///   - key: The name.
    ///   - value: The value.
    public mutating func append(_ key: String, _ value: any Encodable & Sendable) { pairs.append((key, value)) }

    /// Encodes the parameters as the members of an object.
    ///
    /// - Throws: The errors of the values and the encoder.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: UndeclaredKey.self)
        for (key, value) in pairs { try container.encode(value, forKey: .name(key)) }
    }
}
