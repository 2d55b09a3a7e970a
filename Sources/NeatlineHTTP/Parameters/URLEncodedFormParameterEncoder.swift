internal import Foundation

#if canImport(FoundationNetworking)
public import FoundationNetworking
#endif

/// Puts an `Encodable` value into a request as names and values of a query, or of a body of the same form.
///
/// ```swift
/// AF.request(url, parameters: search)                                                 // GET ...?page=2&text=x
/// AF.request(url, method: .post, parameters: search, encoder: .urlEncodedForm(destination: .queryString))
/// ```
///
/// Unchecked Sendable for its subclasses' sake; its own properties are Sendable.
open class URLEncodedFormParameterEncoder: ParameterEncoder, @unchecked Sendable {
    /// Where the parameters go.
    public enum Destination: Sendable {
        /// Behind the query of `GET`, `HEAD` and `DELETE`, in the body with other methods.
        case methodDependent
        /// Behind the URL's query.
        case queryString
        /// In the body.
        case httpBody
    }

    /// Depends on the method, with an encoder as `URLEncodedFormEncoder()` makes it.
    public static let `default` = URLEncodedFormParameterEncoder()

    /// What writes the names and values.
    public let encoder: URLEncodedFormEncoder
    /// Where the parameters go.
    public let destination: Destination

    /// A parameter encoder with these choices.
    public init(
        encoder: URLEncodedFormEncoder = URLEncodedFormEncoder(), destination: Destination = .methodDependent
    ) {
        self.encoder = encoder
        self.destination = destination
    }

    /// The request with the parameters in its query or body; as it was if they are nil.
    ///
    /// A body's `Content-Type` is `application/x-www-form-urlencoded; charset=utf-8` unless the request has one. A query
    /// without parameters stays as it is.
    ///
    /// - Throws: `AFError.parameterEncoderFailed(reason:)` with `.missingRequiredComponent(_:)` for a request without URL or
    ///   method, and with `.encoderFailed(error:)` and what ``encoder`` throws.
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
    /// Names and values, in the query or the body as the method wants it.
    public static var urlEncodedForm: URLEncodedFormParameterEncoder { .default }

    /// Names and values, with these choices.
    public static func urlEncodedForm(
        encoder: URLEncodedFormEncoder = URLEncodedFormEncoder(),
        destination: URLEncodedFormParameterEncoder.Destination = .methodDependent
    ) -> URLEncodedFormParameterEncoder {
        URLEncodedFormParameterEncoder(encoder: encoder, destination: destination)
    }
}
