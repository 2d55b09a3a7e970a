public import Foundation
public import NeatlineFoundation

#if canImport(FoundationNetworking)
public import FoundationNetworking
#endif

/// Encodes values as the text of a body.
public protocol DataEncoder {
    /// The text of a value.
    func encode<Value: Encodable>(_ value: Value) throws -> Data
}

extension NeatlineJSONEncoder: DataEncoder {}
extension JSONEncoder: DataEncoder {}
extension PropertyListEncoder: DataEncoder {}

/// Puts an `Encodable` value into a request's body as JSON.
///
/// ```swift
/// AF.request(url, method: .post, parameters: user, encoder: JSONParameterEncoder.default)
///
/// let encoder = NeatlineJSONEncoder()
/// encoder.dateEncodingStrategy = .iso8601
/// AF.request(url, method: .post, parameters: user, encoder: .json(encoder: encoder))
/// ```
///
/// Unchecked Sendable for its subclasses' sake and that of its encoder, which is only asked to encode: to change its
/// settings meanwhile is as wrong as it is without this class.
open class JSONParameterEncoder: ParameterEncoder, @unchecked Sendable {
    /// Compact.
    public static var `default`: JSONParameterEncoder { JSONParameterEncoder() }

    /// With line breaks, and two spaces a level.
    public static var prettyPrinted: JSONParameterEncoder { formatted(.prettyPrinted) }

    /// Compact, with members in the order of their names.
    public static var sortedKeys: JSONParameterEncoder { formatted(.sortedKeys) }

    /// What writes the JSON.
    public let encoder: any DataEncoder

    /// A parameter encoder that uses an encoder of this package or Foundation's.
    public init(encoder: any DataEncoder = NeatlineJSONEncoder()) { self.encoder = encoder }

    /// The request with the parameters in its body; as it was if they are nil.
    ///
    /// `Content-Type` is `application/json` unless the request has one.
    ///
    /// - Throws: `AFError.parameterEncoderFailed(reason: .encoderFailed(error:))` with what ``encoder`` throws.
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
    /// JSON, compact.
    public static var json: JSONParameterEncoder { JSONParameterEncoder() }

    /// JSON, written by this encoder.
    public static func json(encoder: any DataEncoder = NeatlineJSONEncoder()) -> JSONParameterEncoder {
        JSONParameterEncoder(encoder: encoder)
    }
}
