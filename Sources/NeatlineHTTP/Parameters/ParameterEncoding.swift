#if canImport(FoundationNetworking)
public import FoundationNetworking
#else
public import Foundation
#endif

/// A request's parameters by name, of any types that can be handed to another thread.
public typealias Parameters = [String: any Any & Sendable]

/// Puts a dictionary of parameters into a request.
///
/// There are `URLEncoding`, `JSONEncoding` and `PropertyListEncoding`; others conform.
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
    /// The request with the parameters in it; as it was if they are nil.
    ///
    /// - Throws: What `urlRequest` throws; `AFError.parameterEncodingFailed(reason:)`, or an error of the type's own.
    func encode(_ urlRequest: any URLRequestConvertible, with parameters: Parameters?) throws -> URLRequest
}
