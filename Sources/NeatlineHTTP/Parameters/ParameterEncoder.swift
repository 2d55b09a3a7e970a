public import Foundation
public import NeatlineFoundation

/// A type that encodes an `Encodable` value into a request as its parameters.
///
/// ``URLEncodedFormParameterEncoder`` and ``JSONParameterEncoder`` conform.
public protocol ParameterEncoder: Sendable {
    /// Encodes parameters into a request. Called on the queue that creates the request.
    ///
    /// - Parameters:
    ///   - parameters: The parameters; `nil` to return the request unchanged.
    ///   - request: The request.
    /// - Throws: `AFError.parameterEncoderFailed(reason:)`, or an error of the conforming type.
    func encode<Parameters: Encodable & Sendable>(
        _ parameters: Parameters?, into request: URLRequest
    ) throws -> URLRequest
}

/// A type that encodes values as the data of a body.
public protocol DataEncoder: SendableMetatype {
    /// Encodes a value as the bytes of a body.
    ///
    /// - Parameter value: The value.
    /// - Returns: The encoded value.
    /// - Throws: Any error.
    func encode<Value: Encodable>(_ value: Value) throws -> Data
}

extension NeatlineJSONEncoder: DataEncoder {}
extension JSONEncoder: DataEncoder {}
extension PropertyListEncoder: DataEncoder {}

/// A parameter encoder that encodes an `Encodable` value into the body as JSON.
///
/// ```swift
/// AF.request(url, method: .post, parameters: user, encoder: JSONParameterEncoder.default)
///
/// let encoder = NeatlineJSONEncoder()
/// encoder.dateEncodingStrategy = .iso8601
/// AF.request(url, method: .post, parameters: user, encoder: .json(encoder: encoder))
/// ```
///
/// Unchecked Sendable because subclasses may add state, and because of the encoder, which is only used for encoding: do
/// not change its settings while it is in use.
open class JSONParameterEncoder: ParameterEncoder, @unchecked Sendable {
    /// An encoder that writes compact JSON.
    public static var `default`: JSONParameterEncoder { JSONParameterEncoder() }

    /// An encoder that writes JSON with line breaks and an indentation of two spaces.
    public static var prettyPrinted: JSONParameterEncoder { formatted(.prettyPrinted) }

    /// An encoder that writes compact JSON, with members sorted by name.
    public static var sortedKeys: JSONParameterEncoder { formatted(.sortedKeys) }

    /// The encoder that writes the body.
    public let encoder: any DataEncoder

    /// Creates a parameter encoder that writes JSON.
    ///
    /// - Parameter encoder: The underlying encoder: one of this package, or Foundation's.
    public init(encoder: any DataEncoder = NeatlineJSONEncoder()) { self.encoder = encoder }

    /// Creates a parameter encoder with Foundation's encoder, whose members can be named without their type here:
    /// `JSONParameterEncoder(encoder: .snakeCase)`.
    ///
    /// - Parameter encoder: The underlying encoder.
    public convenience init(encoder: JSONEncoder) { self.init(encoder: encoder as any DataEncoder) }

    /// Encodes parameters into the body of a request.
    ///
    /// `Content-Type` is set to `application/json` unless the request has one.
    ///
    /// - Throws: `AFError.parameterEncoderFailed(reason: .encoderFailed(error:))` with the error of ``encoder``.
    open func encode<Parameters: Encodable & Sendable>(
        _ parameters: Parameters?, into request: URLRequest
    ) throws -> URLRequest {
        guard let parameters else { return request }
        var request = request
        do {
            request.httpBody = try encoder.encode(parameters)
        } catch {
            throw AFError.parameterEncoderFailed(reason: .encoderFailed(error: error))
        }
        if request.value(forHTTPHeaderField: "Content-Type") == nil {
            request.setValue("application/json", forHTTPHeaderField: "Content-Type")
        }
        return request
    }

    private static func formatted(_ formatting: NeatlineJSONEncoder.OutputFormatting) -> JSONParameterEncoder {
        let encoder = NeatlineJSONEncoder()
        encoder.outputFormatting = formatting
        return JSONParameterEncoder(encoder: encoder)
    }
}

extension ParameterEncoder where Self == JSONParameterEncoder {
    /// A parameter encoder that writes compact JSON to the body.
    public static var json: JSONParameterEncoder { JSONParameterEncoder() }

    /// Returns a parameter encoder that writes JSON to the body.
    ///
    /// - Parameter encoder: The underlying encoder.
    public static func json(encoder: any DataEncoder = NeatlineJSONEncoder()) -> JSONParameterEncoder {
        JSONParameterEncoder(encoder: encoder)
    }

    /// Returns a parameter encoder that writes JSON to the body with Foundation's encoder: `.json(encoder: .snakeCase)`.
    ///
    /// - Parameter encoder: The underlying encoder.
    public static func json(encoder: JSONEncoder) -> JSONParameterEncoder { JSONParameterEncoder(encoder: encoder) }
}

/// A parameter encoder that encodes an `Encodable` value into the query or the body as names and values.
///
/// ```swift
/// AF.request(url, parameters: search)                                                 // GET ...?page=2&text=x
/// AF.request(url, method: .post, parameters: search, encoder: .urlEncodedForm(destination: .queryString))
/// ```
///
/// Unchecked Sendable because subclasses may add state; the class's own properties are Sendable.
open class URLEncodedFormParameterEncoder: ParameterEncoder, @unchecked Sendable {
    /// The destination of the parameters.
    public enum Destination: Sendable {
        /// The query for `GET`, `HEAD` and `DELETE`, the body for other methods.
        case methodDependent
        /// The query of the URL.
        case queryString
        /// The body, with the content type of forms.
        case httpBody
    }

    /// The encoder with the default settings.
    public static let `default` = URLEncodedFormParameterEncoder()

    /// The encoder that writes the names and values.
    public let encoder: URLEncodedFormEncoder
    /// The destination of the parameters.
    public let destination: Destination

    /// Creates a parameter encoder that writes forms.
    ///
    /// - Parameters:
    ///   - encoder: The underlying encoder.
    ///   - destination: The destination of the parameters.
    public init(
        encoder: URLEncodedFormEncoder = URLEncodedFormEncoder(), destination: Destination = .methodDependent
    ) {
        self.encoder = encoder
        self.destination = destination
    }

    /// Encodes parameters into the query or the body of a request.
    ///
    /// For a body, `Content-Type` is set to `application/x-www-form-urlencoded; charset=utf-8` unless the request has
    /// one. A query is not changed if there are no parameters.
    ///
    /// - Throws: `AFError.parameterEncoderFailed(reason:)`, with the reason `missingRequiredComponent(_:)` if the
    ///   request has no URL or method, or `encoderFailed(error:)` with the error of ``encoder``.
    open func encode<Parameters: Encodable & Sendable>(
        _ parameters: Parameters?, into request: URLRequest
    ) throws -> URLRequest {
        guard let parameters else { return request }
        var request = request
        guard let url = request.url else {
            throw AFError.parameterEncoderFailed(reason: .missingRequiredComponent(.url))
        }
        guard let method = request.method else {
            throw AFError.parameterEncoderFailed(reason: .missingRequiredComponent(.httpMethod(rawValue: "nil")))
        }
        if isURL(for: method) {
            let query: String = try encoded { try encoder.encode(parameters) }
            guard !query.isEmpty else { return request }
            guard let extended = url.appendingQuery(query) else {
                throw AFError.parameterEncoderFailed(reason: .missingRequiredComponent(.url))
            }
            request.url = extended
        } else {
            let body: Data = try encoded { try encoder.encode(parameters) }
            if request.value(forHTTPHeaderField: "Content-Type") == nil {
                request.setValue(ParameterDestination.formContentType, forHTTPHeaderField: "Content-Type")
            }
            request.httpBody = body
        }
        return request
    }

    private func isURL(for method: HTTPMethod) -> Bool {
        switch destination {
        case .methodDependent: ParameterDestination.isURL(for: method)
        case .queryString: true
        case .httpBody: false
        }
    }

    private func encoded<Result>(_ body: () throws -> Result) throws -> Result {
        do {
            return try body()
        } catch {
            throw AFError.parameterEncoderFailed(reason: .encoderFailed(error: error))
        }
    }
}

extension ParameterEncoder where Self == URLEncodedFormParameterEncoder {
    /// A parameter encoder that writes names and values to the query or the body, depending on the method.
    public static var urlEncodedForm: URLEncodedFormParameterEncoder { .default }

    /// Returns a parameter encoder that writes names and values. The parameters are those of the initializer.
    public static func urlEncodedForm(
        encoder: URLEncodedFormEncoder = URLEncodedFormEncoder(),
        destination: URLEncodedFormParameterEncoder.Destination = .methodDependent
    ) -> URLEncodedFormParameterEncoder {
        URLEncodedFormParameterEncoder(encoder: encoder, destination: destination)
    }
}
