public import Foundation
public import NeatlineFoundation

#if canImport(FoundationNetworking)
public import FoundationNetworking
#endif

/// A type that encodes values as the data of a body.
public protocol DataEncoder {
    /// Encodes a value.
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

    /// The underlying encoder.
    public let encoder: any DataEncoder

    /// Creates a parameter encoder.
    ///
    /// - Parameter encoder: The underlying encoder: one of this package, or Foundation's.
    public init(encoder: any DataEncoder = NeatlineJSONEncoder()) { self.encoder = encoder }

    /// Encodes parameters into the body of a request.
    ///
    /// `Content-Type` is set to `application/json` unless the request has one.
    ///
    /// - Parameters:
    ///   - parameters: The parameters; `nil` to return the request unchanged.
    ///   - request: The request.
    /// - Returns: The encoded request.
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
}
