#if canImport(FoundationNetworking)
public import FoundationNetworking
#else
public import Foundation
#endif

/// Puts an `Encodable` value into a request as its parameters.
///
/// There are `URLEncodedFormParameterEncoder` and `JSONParameterEncoder`; others conform.
public protocol ParameterEncoder: Sendable {
    /// The request with the parameters in it; as it was if they are nil.
    ///
    /// - Throws: `AFError.parameterEncoderFailed(reason:)`, or an error of the type's own.
    func encode<Parameters: Encodable & Sendable>(
        _ parameters: Parameters?, into request: URLRequest
    ) throws -> URLRequest
}
