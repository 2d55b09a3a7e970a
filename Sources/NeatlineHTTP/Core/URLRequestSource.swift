internal import Foundation

/// The URL, method, headers and parameters that a `URLRequest` is created from.
struct URLRequestSource: URLRequestConvertible {
    let url: any URLConvertible
    let method: HTTPMethod
    let headers: HTTPHeaders?
    let modifier: Session.RequestModifier?
    let parameters: Parameters?
    let encoding: any ParameterEncoding

    /// Whether the `URLRequest` is created quickly and without calling users' code.
    var isQuick: Bool {
        // Comparing types is faster than casting with `is`, which took a tenth of a microsecond for each request.
        let source = type(of: url)
        return parameters == nil && modifier == nil && type(of: encoding) == URLEncoding.self
            && (source == String.self || source == URL.self || source == URLComponents.self)
    }

    /// Returns the request before the parameters are encoded.
    fileprivate func withoutParameters() throws -> URLRequest {
        var request = try URLRequest(url: url, method: method, headers: headers)
        try modifier?(&request)
        return request
    }

    func asURLRequest() throws -> URLRequest { try encoding.encode(withoutParameters(), with: parameters) }
}

/// The URL, method, headers and `Encodable` parameters that a `URLRequest` is created from.
struct EncodingURLRequestSource<Parameters: Encodable & Sendable>: URLRequestConvertible {
    /// All but the parameters.
    let source: URLRequestSource
    let parameters: Parameters?
    let encoder: any ParameterEncoder

    func asURLRequest() throws -> URLRequest {
        let request = try source.withoutParameters()
        return try parameters.map { try encoder.encode($0, into: request) } ?? request
    }
}
