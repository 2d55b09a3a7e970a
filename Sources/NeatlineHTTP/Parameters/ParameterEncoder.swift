#if canImport(FoundationNetworking)
public import FoundationNetworking
#else
public import Foundation
#endif

/// A type that encodes an `Encodable` value into a request as its parameters.
///
/// ``URLEncodedFormParameterEncoder`` and ``JSONParameterEncoder`` conform.
public protocol ParameterEncoder: Sendable {
    /// Encodes parameters into a request. Called on the queue that creates the request.
    ///
    /// - Parameters:
    ///   - parameters: The parameters; `nil` to return the request unchanged.
    ///   - request: The request.
    /// - Returns: The encoded request.
    /// - Throws: `AFError.parameterEncoderFailed(reason:)`, or an error of the conforming type.
    func encode<Parameters: Encodable & Sendable>(
        _ parameters: Parameters?, into request: URLRequest
    ) throws -> URLRequest
}
