public import NeatlineFoundation

#if canImport(FoundationNetworking)
internal import Foundation
#else
public import Foundation
#endif

/// A parameter encoding that writes the parameters to the query or the body as names and values.
///
/// ```swift
/// AF.request(url, parameters: ["name": "Ada", "tags": ["x", "y"], "at": ["line": 1]])
/// // GET ...?at%5Bline%5D=1&name=Ada&tags%5B%5D=x&tags%5B%5D=y
///
/// let encoding = URLEncoding(arrayEncoding: .noBrackets, boolEncoding: .literal)
/// AF.request(url, parameters: ["all": true], encoding: encoding)
/// ```
///
/// There is no standard for collections in queries. By default, `[]` follows the names of arrays, and the member's name
/// in brackets those of dictionaries, as in PHP and Rails. Members are sorted by name; those of `KeyValuePairs` and
/// `JSON` keep their order. Numbers are written like `NSNumber`s: 1.0 is `1`. Other values are written as their
/// descriptions.
public struct URLEncoding: ParameterEncoding {
    /// The destination of the parameters.
    public enum Destination: Sendable {
        /// The query for `GET`, `HEAD` and `DELETE`, the body for other methods.
        case methodDependent
        /// The query of the URL.
        case queryString
        /// The body, with the content type of forms.
        case httpBody
    }

    /// The names of the elements of an array.
    public typealias ArrayEncoding = URLEncodedFormEncoder.ArrayEncoding
    /// The representation of Boolean values.
    public typealias BoolEncoding = URLEncodedFormEncoder.BoolEncoding

    /// The error of a container that cannot be written.
    public enum Error: Swift.Error, Hashable, Sendable {
        /// The parameter with the given name contains itself.
        case cyclicReference(key: String)
        /// The parameter with the given name is nested in more than ``URLEncoding/maximumDepth`` containers.
        case tooDeep(key: String)
    }

    /// The maximum depth of nested containers.
    public static let maximumDepth = 512

    /// Writes to the query or the body, depending on the method; arrays with brackets, Boolean values as numbers.
    public static let `default` = URLEncoding()
    /// The same as ``default``, but always writes to the query.
    public static let queryString = URLEncoding(destination: .queryString)
    /// The same as ``default``, but always writes to the body.
    public static let httpBody = URLEncoding(destination: .httpBody)

    /// The destination of the parameters.
    public let destination: Destination
    /// The names of the elements of an array.
    public let arrayEncoding: ArrayEncoding
    /// The representation of Boolean values.
    public let boolEncoding: BoolEncoding
    /// The representation of `nil` and `NSNull`; `nil` for their description, as in Alamofire.
    public let nilEncoding: URLEncodedFormEncoder.NilEncoding?

    /// Creates an encoding with Alamofire's defaults, or with other representations. The parameters are the properties
    /// of the same names.
    public init(
        destination: Destination = .methodDependent, arrayEncoding: ArrayEncoding = .brackets,
        boolEncoding: BoolEncoding = .numeric, nilEncoding: URLEncodedFormEncoder.NilEncoding? = nil
    ) {
        self.destination = destination
        self.arrayEncoding = arrayEncoding
        self.boolEncoding = boolEncoding
        self.nilEncoding = nilEncoding
    }

    /// Encodes parameters into the query or the body of a request.
    ///
    /// For a body, `Content-Type` is set to `application/x-www-form-urlencoded; charset=utf-8` unless the request has
    /// one.
    ///
    /// - Throws: The error of `urlRequest`; or `AFError.parameterEncodingFailed(reason:)`, with the reason
    ///   `missingURL`, or `customEncodingFailed(error:)` with a ``URLEncoding/Error``.
    /// - Complexity: O(*n* log *n*), where *n* is the size of the parameters.
    public func encode(_ urlRequest: any URLRequestConvertible, with parameters: Parameters?) throws -> URLRequest {
        let urlRequest = try urlRequest.asURLRequest()
        guard let parameters else { return urlRequest }
        return try encode(urlRequest, members: parameters.sorted { $0.key < $1.key }.map { ($0.key, $0.value) })
    }

    /// Encodes parameters into the query or the body of a request, in the given order.
    ///
    /// ```swift
    /// let signed = try URLEncoding.default.encode(request, withPairs: ["timestamp": 17, "action": "list"])
    /// ```
    ///
    /// - Throws: The errors of `encode(_:with:)`.
    public func encode(
        _ urlRequest: any URLRequestConvertible, withPairs pairs: KeyValuePairs<String, any Any & Sendable>
    ) throws -> URLRequest {
        try encode(urlRequest.asURLRequest(), members: pairs.map { ($0.key, $0.value) })
    }

    /// Returns the escaped names and values of a parameter: one pair for a scalar, one for each scalar in a container.
    /// A container that contains itself is omitted, and so are values deeper than ``maximumDepth``.
    ///
    /// - Parameters:
    ///   - key: The name of the parameter.
    ///   - value: Its value.
    /// - Returns: The pairs, in their order.
    public func queryComponents(fromKey key: String, value: Any) -> [(String, String)] {
        var components: [(String, String)] = []
        _ = flatten(key, value) { components.append((escape($0), escape($1))) }
        return components
    }

    /// Escapes all characters of a text that could be delimiters in a query, except `?` and `/`.
    ///
    /// - Parameter string: The text.
    /// - Returns: The escaped text.
    /// - Complexity: O(*n*), where *n* is the length of the text.
    public func escape(_ string: String) -> String { PercentEscaping.component.escaped(string) }

    private func encode(_ urlRequest: URLRequest, members: [(String, Any)]) throws -> URLRequest {
        var urlRequest = urlRequest
        if let method = urlRequest.method, isURL(for: method) {
            guard let url = urlRequest.url else { throw AFError.parameterEncodingFailed(reason: .missingURL) }
            guard !members.isEmpty else { return urlRequest }
            let query = String(decoding: try query(members), as: UTF8.self)
            guard let extended = url.appendingQuery(query) else {
                throw AFError.parameterEncodingFailed(reason: .missingURL)
            }
            urlRequest.url = extended
        } else {
            let body = Data(try query(members))
            if urlRequest.value(forHTTPHeaderField: "Content-Type") == nil {
                urlRequest.setValue(ParameterDestination.formContentType, forHTTPHeaderField: "Content-Type")
            }
            urlRequest.httpBody = body
        }
        return urlRequest
    }

    private func isURL(for method: HTTPMethod) -> Bool {
        switch destination {
        case .methodDependent: ParameterDestination.isURL(for: method)
        case .queryString: true
        case .httpBody: false
        }
    }

    private func query(_ members: [(String, Any)]) throws -> [UInt8] {
        var query: [UInt8] = []
        for (key, value) in members {
            let problem = flatten(key, value) { key, text in
                if !query.isEmpty { query.append(UInt8(ascii: "&")) }
                PercentEscaping.component.append(key, to: &query)
                query.append(UInt8(ascii: "="))
                PercentEscaping.component.append(text, to: &query)
            }
            if let problem { throw AFError.parameterEncodingFailed(reason: .customEncodingFailed(error: problem)) }
        }
        return query
    }

    /// A value that was not written yet, or the end of a container.
    private enum Step {
        case value(key: String, Any, depth: Int)
        case leave(ObjectIdentifier)
    }

    /// Calls a closure with the names and texts of all scalars in a value, in order. Returns the error of a value that
    /// was omitted.
    private func flatten(_ key: String, _ value: Any, _ tell: (String, String) -> Void) -> Error? {
        var problem: Error?
        var pending: [Step] = [.value(key: key, value, depth: 0)]
        var open: Set<ObjectIdentifier> = []
        while let step = pending.popLast() {
            guard case .value(let key, let value, let depth) = step else {
                if case .leave(let object) = step { open.remove(object) }
                continue
            }
            switch ParameterValue(value) {
            case .text(let text): tell(key, text)
            case .bool(let bool): tell(key, boolEncoding.encode(bool))
            case .null(let description):
                if let text = nilEncoding.map({ $0.encodeNil() }) ?? description { tell(key, text) }
            case let container:
                guard depth < URLEncoding.maximumDepth else {
                    problem = problem ?? .tooDeep(key: key)
                    continue
                }
                if Swift.type(of: value) is AnyClass {
                    let object = ObjectIdentifier(value as AnyObject)
                    guard open.insert(object).inserted else {
                        problem = problem ?? .cyclicReference(key: key)
                        continue
                    }
                    pending.append(.leave(object))
                }
                pending += parts(of: container, named: key, depth: depth + 1).reversed()
            }
        }
        return problem
    }

    private func parts(of container: ParameterValue, named key: String, depth: Int) -> [Step] {
        switch container {
        case .elements(let elements):
            elements.enumerated().map { index, element in
                .value(key: arrayEncoding.encode(key, atIndex: index), element, depth: depth)
            }
        case .members(let members):
            members.map { .value(key: "\(key)[\($0.key)]", $0.value, depth: depth) }
        case .text, .bool, .null: []
        }
    }
}

extension URLEncoding.Error: NSErrorBridgeable {
    /// A description of the error with the name of the parameter, in English.
    public var errorDescription: String? {
        switch self {
        case .cyclicReference(let key): "The parameter \(URLEncoding.Error.excerpt(of: key)) contains itself."
        case .tooDeep(let key):
            "The parameter \(URLEncoding.Error.excerpt(of: key)) is inside more than \(URLEncoding.maximumDepth) others."
        }
    }

    private static func excerpt(of key: String) -> String { key.count > 80 ? key.prefix(80) + "…" : key }
}

/// The destination of parameters, shared by `URLEncoding` and `URLEncodedFormParameterEncoder`.
enum ParameterDestination {
    /// The content type of parameters in a body.
    static let formContentType = "application/x-www-form-urlencoded; charset=utf-8"

    /// Returns whether requests with a method have their parameters in the URL by default.
    static func isURL(for method: HTTPMethod) -> Bool {
        switch method {
        case .get, .head, .delete: true
        default: false
        }
    }
}

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

    /// Creates parameters that keep their order.
    ///
    /// - Parameter pairs: The names and values. If a name is repeated, the last value is used, at the position of the
    ///   first.
    public init(_ pairs: [(key: String, value: any Encodable & Sendable)] = []) { self.pairs = pairs }

    /// Creates parameters in the order of a dictionary literal.
    public init(dictionaryLiteral elements: (String, any Encodable & Sendable)...) {
        pairs = elements.map { (key: $0.0, value: $0.1) }
    }

    /// Appends a parameter after all others.
    ///
    /// - Parameters:
    ///   - key: The name.
    ///   - value: The value.
    public mutating func append(_ key: String, _ value: any Encodable & Sendable) { pairs.append((key, value)) }

    /// Encodes the parameters as the members of an object.
    ///
    /// - Throws: The errors of the values and the encoder.
    public func encode(to encoder: any Encoder) throws {
        // Here and not where the form encoder recognizes the type, because wrappers such as type-erased values pass their
        // encoder on.
        if let encoder = encoder as? FormEncoder { encoder.position.node.keepsOrder = true }
        var container = encoder.container(keyedBy: UndeclaredKey.self)
        for (key, value) in pairs { try container.encode(value, forKey: .name(key)) }
    }
}

extension URL {
    /// Returns the URL with a query appended to its own, after a `&` if it has one.
    ///
    /// The fragment remains after the query, and a relative URL remains relative. Returns `nil` if the result is not a
    /// URL.
    ///
    /// - Parameter query: Escaped names and values. Characters that a query cannot contain, such as `#` or a line
    ///   break, are escaped here.
    func appendingQuery(_ query: String) -> URL? {
        let text = relativeString
        let end = text.utf8.firstIndex(of: UInt8(ascii: "#")) ?? text.endIndex
        let hasQuery = text.utf8[..<end].contains(UInt8(ascii: "?"))
        let whole =
            text[..<end] + (hasQuery ? "&" : "?") + PercentEscaping.query.escaped(query) + text[end...]
        return URL(string: String(whole), relativeTo: baseURL)
    }
}
