#if canImport(FoundationNetworking)
public import FoundationNetworking
#else
public import Foundation
#endif

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
    /// - Returns: The encoded request.
    /// - Throws: The error of `urlRequest`; `AFError.parameterEncodingFailed(reason:)`; or an error of the conforming
    ///   type.
    func encode(_ urlRequest: any URLRequestConvertible, with parameters: Parameters?) throws -> URLRequest
}
