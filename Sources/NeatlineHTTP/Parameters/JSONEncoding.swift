public import Foundation
public import NeatlineFoundation
internal import NeatlineJSON

#if canImport(FoundationNetworking)
public import FoundationNetworking
#endif

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

    /// Writes compact JSON.
    public static let `default` = JSONEncoding()
    /// Writes JSON with line breaks and an indentation of two spaces.
    public static let prettyPrinted = JSONEncoding(options: .prettyPrinted)

    /// The options for writing.
    public let options: JSONSerialization.WritingOptions

    /// Creates an encoding.
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
    /// - Returns: The encoded request.
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
    /// - Returns: The encoded request.
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
    /// - Returns: The encoded request.
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
        Invalid JSON object provided for parameter or object encoding. \
        This is most likely due to a value which can't be represented in Objective-C.
        """
    }
}
