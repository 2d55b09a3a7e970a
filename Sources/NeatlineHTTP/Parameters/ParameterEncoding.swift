public import Foundation
public import NeatlineFoundation
internal import NeatlineJSON

/// The parameters of a request, by name.
public typealias Parameters = [String: any Any & Sendable]

/// A type that encodes a dictionary of parameters into a request.
///
/// ``URLEncoding``, ``JSONEncoding`` and ``PropertyListEncoding`` conform.
///
/// ```swift
/// struct JSONStringArrayEncoding: ParameterEncoding {
///     let strings: [String]
///
///     func encode(_ urlRequest: any URLRequestConvertible, with parameters: Parameters?) throws -> URLRequest {
///         try JSONEncoding.default.encode(urlRequest, withJSONObject: strings)
///     }
/// }
/// ```
public protocol ParameterEncoding: Sendable {
    /// Encodes parameters into a request. Called on the queue that creates the request.
    ///
    /// - Parameters:
    ///   - urlRequest: The request.
    ///   - parameters: The parameters; `nil` to return the request unchanged.
    /// - Throws: The error of `urlRequest`; `AFError.parameterEncodingFailed(reason:)`; or an error of the conforming
    ///   type.
    func encode(_ urlRequest: any URLRequestConvertible, with parameters: Parameters?) throws -> URLRequest
}

/// A parameter encoding that writes the parameters to the body as a JSON object.
///
/// ```swift
/// AF.request(url, method: .post, parameters: ["name": "Ada", "tags": ["x", "y"]], encoding: JSONEncoding.default)
/// ```
///
/// Members are sorted by name; those of `JSON` values keep their order.
public struct JSONEncoding: ParameterEncoding {
    /// The error of parameters that cannot be written.
    public enum Error: Swift.Error, Hashable, Sendable {
        /// The value is not an array or a dictionary; or it contains a value that JSON cannot represent, a number that
        /// is not finite, itself, or a key that is not a string.
        case invalidJSONObject
    }

    /// An encoding that writes compact JSON.
    public static let `default` = JSONEncoding()
    /// Writes JSON with line breaks and an indentation of two spaces.
    public static let prettyPrinted = JSONEncoding(options: .prettyPrinted)

    /// The options of `JSONSerialization` for writing.
    public let options: JSONSerialization.WritingOptions

    /// Creates an encoding that writes JSON.
    ///
    /// - Parameter options: The options for writing.
    public init(options: JSONSerialization.WritingOptions = []) { self.options = options }

    /// Encodes parameters into the body of a request.
    ///
    /// `Content-Type` is set to `application/json` unless the request has one.
    ///
    /// - Parameters:
    ///   - urlRequest: The request.
    ///   - parameters: The parameters; `nil` for none.
    /// - Throws: The error of `urlRequest`; or `AFError.parameterEncodingFailed(reason: .jsonEncodingFailed(error:))`,
    ///   whose error is ``JSONEncoding/Error/invalidJSONObject``.
    /// - Complexity: O(*n* log *n*), where *n* is the size of the parameters.
    public func encode(_ urlRequest: any URLRequestConvertible, with parameters: Parameters?) throws -> URLRequest {
        try encode(urlRequest, withJSONObject: parameters)
    }

    /// Encodes parameters into the body of a request, in the given order.
    ///
    /// - Parameters:
    ///   - urlRequest: The request.
    ///   - pairs: The parameters.
    /// - Throws: The errors of `encode(_:with:)`.
    public func encode(
        _ urlRequest: any URLRequestConvertible, withPairs pairs: KeyValuePairs<String, any Any & Sendable>
    ) throws -> URLRequest {
        let members = pairs.map { (key: $0.key, value: JSON($0.value as Any)) }
        return try encode(urlRequest, withJSONObject: JSON.object(JSONObject(members)))
    }

    /// Encodes an array, a dictionary or a `JSON` array or object into the body of a request.
    ///
    /// - Parameters:
    ///   - urlRequest: The request.
    ///   - jsonObject: The value; `nil` to return the request unchanged.
    /// - Throws: The errors of `encode(_:with:)`.
    public func encode(
        _ urlRequest: any URLRequestConvertible, withJSONObject jsonObject: Any? = nil
    ) throws -> URLRequest {
        var urlRequest = try urlRequest.asURLRequest()
        guard let jsonObject else { return urlRequest }
        let json = JSON(jsonObject)
        guard json.type == .array || json.type == .dictionary, let body = try? json.rawData(options: options) else {
            throw AFError.parameterEncodingFailed(reason: .jsonEncodingFailed(error: Error.invalidJSONObject))
        }
        if urlRequest.value(forHTTPHeaderField: "Content-Type") == nil {
            urlRequest.setValue("application/json", forHTTPHeaderField: "Content-Type")
        }
        urlRequest.httpBody = body
        return urlRequest
    }
}

extension JSONEncoding.Error: NSErrorBridgeable {
    /// A description of the error, in English.
    public var errorDescription: String? {
        """
        Invalid JSON object provided for parameter or object encoding: it is not an array or a dictionary, or contains a \
        value that JSON cannot represent, such as a Date, Data or a number that is not finite.
        """
    }
}

/// A parameter encoding that writes the parameters to the body as a property list, as in Alamofire 4.
///
/// ```swift
/// AF.request(url, method: .post, parameters: ["since": Date()], encoding: PropertyListEncoding.xml)
/// ```
public struct PropertyListEncoding: ParameterEncoding {
    /// The error of parameters that cannot be written.
    public enum Error: Swift.Error, Hashable, Sendable {
        /// The value at the path cannot be represented: its type is not supported, or it is NaN, infinite, or a string
        /// that XML cannot contain.
        case invalidValue(path: String)
        /// The value is nested in more than 512 others, or contains itself.
        case tooDeep
    }

    /// An encoding that writes XML.
    public static let `default` = PropertyListEncoding()
    /// An encoding that writes XML.
    public static let xml = PropertyListEncoding(format: .xml)
    /// An encoding that writes the binary format.
    public static let binary = PropertyListEncoding(format: .binary)

    /// The format of the property lists: XML or binary.
    public let format: PropertyListSerialization.PropertyListFormat
    /// The options for writing. Foundation ignores them.
    public let options: PropertyListSerialization.WriteOptions

    /// Creates an encoding that writes property lists.
    ///
    /// - Parameters:
    ///   - format: The format: XML or binary.
    ///   - options: The options for writing.
    public init(
        format: PropertyListSerialization.PropertyListFormat = .xml,
        options: PropertyListSerialization.WriteOptions = 0
    ) {
        self.format = format
        self.options = options
    }

    /// Encodes parameters into the body of a request.
    ///
    /// `Content-Type` is set to `application/x-plist` unless the request has one.
    ///
    /// - Parameters:
    ///   - urlRequest: The request.
    ///   - parameters: The parameters; `nil` for none.
    /// - Throws: The error of `urlRequest`; or `AFError.parameterEncodingFailed(reason:
    ///   .customEncodingFailed(error:))`, whose error is a ``PropertyListEncoding/Error`` or one of
    ///   `PropertyListSerialization`.
    public func encode(_ urlRequest: any URLRequestConvertible, with parameters: Parameters?) throws -> URLRequest {
        var urlRequest = try urlRequest.asURLRequest()
        guard let parameters else { return urlRequest }
        do {
            let list = try propertyList(parameters, path: "", depth: 0)
            let body = try PropertyListSerialization.data(fromPropertyList: list, format: format, options: options)
            if urlRequest.value(forHTTPHeaderField: "Content-Type") == nil {
                urlRequest.setValue("application/x-plist", forHTTPHeaderField: "Content-Type")
            }
            urlRequest.httpBody = body
            return urlRequest
        } catch {
            throw AFError.parameterEncodingFailed(reason: .customEncodingFailed(error: error))
        }
    }

    /// Returns a value as `PropertyListSerialization` needs it, which terminates the process for some others.
    ///
    /// It is recursive for containers, up to a depth of 512.
    private func propertyList(_ value: Any, path: String, depth: Int) throws -> Any {
        guard depth <= URLEncoding.maximumDepth else { throw Error.tooDeep }
        switch value {
        case let date as Date where Swift.type(of: value) == Date.self || value is NSDate:
            guard date.timeIntervalSinceReferenceDate.magnitude < 1e11 else { throw Error.invalidValue(path: path) }
            return date
        case let data as Data where Swift.type(of: value) == Data.self || value is NSData: return data
        default: break
        }
        switch ParameterValue(value) {
        case .bool(let bool): return NSNumber(value: bool)
        case .null: throw Error.invalidValue(path: path)
        case .elements(let elements):
            return try elements.enumerated().map { index, element in
                try propertyList(element, path: "\(path)[\(index)]", depth: depth + 1)
            }
        case .members(let members):
            var list: [String: Any] = [:]
            for (key, value) in members {
                guard isWritable(key) else { throw Error.invalidValue(path: path) }
                list[key] = try propertyList(value, path: path.isEmpty ? key : "\(path).\(key)", depth: depth + 1)
            }
            return list
        case .text(let text):
            if value is String || value is NSString {
                guard isWritable(text) else { throw Error.invalidValue(path: path) }
                return text
            }
            guard let number = JSON(value).number, number.doubleValue.isFinite else {
                throw Error.invalidValue(path: path)
            }
            return number
        }
    }

    /// Returns whether a text can be written: XML 1.0 cannot represent control characters (section 2.2).
    private func isWritable(_ text: String) -> Bool {
        format != .xml
            || text.unicodeScalars.allSatisfy { scalar in
                scalar.value >= 0x20 ? scalar.value & 0xFFFE != 0xFFFE : [0x09, 0x0A, 0x0D].contains(scalar.value)
            }
    }
}

extension PropertyListEncoding.Error: NSErrorBridgeable {
    /// A description of the error with the path of the value, in English.
    public var errorDescription: String? {
        switch self {
        case .invalidValue(let path): "The value at \(path.isEmpty ? "the top" : path) has no form in a property list."
        case .tooDeep: "The value is inside more than \(URLEncoding.maximumDepth) others, or contains itself."
        }
    }
}
