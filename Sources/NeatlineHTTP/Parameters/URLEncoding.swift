internal import Foundation
public import NeatlineFoundation

#if canImport(FoundationNetworking)
public import FoundationNetworking
#endif

/// Writes parameters as names and values of a URL's query, or of a body of the same form.
///
/// ```swift
/// AF.request(url, parameters: ["name": "Ada", "tags": ["x", "y"], "at": ["line": 1]])
/// // GET ...?at%5Bline%5D=1&name=Ada&tags%5B%5D=x&tags%5B%5D=y
///
/// AF.request(url, parameters: ["all": true], encoding: URLEncoding(arrayEncoding: .noBrackets, boolEncoding: .literal))
/// ```
///
/// There is no standard for collections in queries; by default arrays have `[]` behind their name and dictionaries the
/// name of the member, as in PHP and Rails. Members are put in the order of their names, those of `KeyValuePairs` and of
/// `JSON` stay in theirs. Numbers are written as `NSNumber` does: 1.0 is `1`. Other values are written as their
/// description.
public struct URLEncoding: ParameterEncoding {
    /// Where the parameters go.
    public enum Destination: Sendable {
        /// Behind the query of `GET`, `HEAD` and `DELETE`, in the body with other methods.
        case methodDependent
        /// Behind the URL's query.
        case queryString
        /// In the body.
        case httpBody
    }

    /// How the elements of an array are named.
    public typealias ArrayEncoding = URLEncodedFormEncoder.ArrayEncoding
    /// How booleans are written.
    public typealias BoolEncoding = URLEncodedFormEncoder.BoolEncoding

    /// What is wrong with a container that cannot be written.
    public enum Error: Swift.Error, Hashable, Sendable {
        /// The parameter of that name is inside itself.
        case cyclicReference(key: String)
        /// The parameter of that name is inside more than ``URLEncoding/maximumDepth`` others.
        case tooDeep(key: String)
    }

    /// How many containers may be inside one another.
    public static let maximumDepth = 512

    /// Depends on the method; arrays with brackets, booleans as numbers.
    public static let `default` = URLEncoding()
    /// As ``default``, always in the query.
    public static let queryString = URLEncoding(destination: .queryString)
    /// As ``default``, always in the body.
    public static let httpBody = URLEncoding(destination: .httpBody)

    /// Where the parameters go.
    public let destination: Destination
    /// How the elements of an array are named.
    public let arrayEncoding: ArrayEncoding
    /// How booleans are written.
    public let boolEncoding: BoolEncoding
    /// How optionals without a value and `NSNull` are written; nil for their description, which is Alamofire's way.
    public let nilEncoding: URLEncodedFormEncoder.NilEncoding?

    /// An encoding with these choices.
    public init(
        destination: Destination = .methodDependent, arrayEncoding: ArrayEncoding = .brackets,
        boolEncoding: BoolEncoding = .numeric, nilEncoding: URLEncodedFormEncoder.NilEncoding? = nil
    ) {
        self.destination = destination
        self.arrayEncoding = arrayEncoding
        self.boolEncoding = boolEncoding
        self.nilEncoding = nilEncoding
    }

    /// The request with the parameters in its query or body.
    ///
    /// A body's `Content-Type` is `application/x-www-form-urlencoded; charset=utf-8` unless the request has one.
    ///
    /// - Throws: What `urlRequest` throws; `AFError.parameterEncodingFailed(reason:)` with `.missingURL`, or with
    ///   `.customEncodingFailed(error:)` and a ``URLEncoding/Error``.
    /// - Complexity: O(*n* log *n*).
    public func encode(_ urlRequest: any URLRequestConvertible, with parameters: Parameters?) throws -> URLRequest {
        let urlRequest = try urlRequest.asURLRequest()
        guard let parameters else { return urlRequest }
        return try encode(urlRequest, members: parameters.sorted { $0.key < $1.key }.map { ($0.key, $0.value) })
    }

    /// The request with the parameters in its query or body, in the order in which they are written.
    ///
    /// ```swift
    /// let signed = try URLEncoding.default.encode(request, withPairs: ["timestamp": 17, "nonce": "x", "action": "list"])
    /// ```
    ///
    /// - Throws: as `encode(_:with:)`.
    public func encode(
        _ urlRequest: any URLRequestConvertible, withPairs pairs: KeyValuePairs<String, any Any & Sendable>
    ) throws -> URLRequest {
        try encode(urlRequest.asURLRequest(), members: pairs.map { ($0.key, $0.value) })
    }

    /// The names and values that a parameter is written as, escaped: one pair for a scalar, one each for the scalars in a
    /// container. A container inside itself is left out, and so is what is deeper than ``maximumDepth``.
    public func queryComponents(fromKey key: String, value: Any) -> [(String, String)] {
        var components: [(String, String)] = []
        _ = flatten(key, value) { components.append((escape($0), escape($1))) }
        return components
    }

    /// The text with everything escaped that could be taken for a delimiter in a query; `?` and `/` stay.
    ///
    /// - Complexity: O(*n*).
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

    /// A value that is still to be written, or the end of a container.
    private enum Step {
        case value(key: String, Any, depth: Int)
        case leave(ObjectIdentifier)
    }

    /// Tells the names and texts of all scalars in a value, in their order, and what was left out, if anything was.
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
    /// The problem in words, with the name of the parameter.
    public var errorDescription: String? {
        switch self {
        case .cyclicReference(let key): "The parameter \(URLEncoding.Error.excerpt(of: key)) contains itself."
        case .tooDeep(let key):
            "The parameter \(URLEncoding.Error.excerpt(of: key)) is inside more than \(URLEncoding.maximumDepth) others."
        }
    }

    private static func excerpt(of key: String) -> String { key.count > 80 ? key.prefix(80) + "…" : key }
}
