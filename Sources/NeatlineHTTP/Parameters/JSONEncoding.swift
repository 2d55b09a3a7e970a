public import Foundation
public import NeatlineFoundation
internal import NeatlineJSON

#if canImport(FoundationNetworking)
public import FoundationNetworking
#endif

/// Writes parameters as a JSON object in the request's body.
///
/// ```swift
/// AF.request(url, method: .post, parameters: ["name": "Ada", "tags": ["x", "y"]], encoding: JSONEncoding.default)
/// ```
///
/// Members are put in the order of their names, those of `JSON` stay in theirs.
public struct JSONEncoding: ParameterEncoding {
    /// Why an object could not be written.
    public enum Error: Swift.Error, Hashable, Sendable {
        /// It is no array or dictionary; or a value in it has no form in JSON, is NaN or infinite, or contains itself; or
        /// a key is no string.
        case invalidJSONObject
    }

    /// Compact.
    public static let `default` = JSONEncoding()
    /// With line breaks, and two spaces a level.
    public static let prettyPrinted = JSONEncoding(options: .prettyPrinted)

    /// How the text is laid out.
    public let options: JSONSerialization.WritingOptions

    /// An encoding with these options.
    public init(options: JSONSerialization.WritingOptions = []) { self.options = options }

    /// The request with the parameters in its body.
    ///
    /// `Content-Type` is `application/json` unless the request has one.
    ///
    /// - Throws: What `urlRequest` throws; `AFError.parameterEncodingFailed(reason: .jsonEncodingFailed(error:))` with
    ///   ``JSONEncoding/Error/invalidJSONObject``.
    public func encode(_ urlRequest: any URLRequestConvertible, with parameters: Parameters?) throws -> URLRequest {
        try encode(urlRequest, withJSONObject: parameters)
    }

    /// The request with the parameters in its body, in the order in which they are written.
    ///
    /// - Throws: as `encode(_:with:)`.
    public func encode(
        _ urlRequest: any URLRequestConvertible, withPairs pairs: KeyValuePairs<String, any Any & Sendable>
    ) throws -> URLRequest {
        let members = pairs.map { (key: $0.key, value: JSON($0.value as Any)) }
        return try encode(urlRequest, withJSONObject: JSON.object(JSONObject(members)))
    }

    /// The request with an array, a dictionary or a `JSON` value of either kind in its body; as it was if that is nil.
    ///
    /// - Throws: as `encode(_:with:)`.
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
    /// The problem in words.
    public var errorDescription: String? {
        """
        Invalid JSON object provided for parameter or object encoding. \
        This is most likely due to a value which can't be represented in Objective-C.
        """
    }
}
