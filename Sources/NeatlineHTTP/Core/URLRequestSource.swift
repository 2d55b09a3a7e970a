internal import Foundation

#if canImport(FoundationNetworking)
internal import FoundationNetworking
#endif

/// What a request with a dictionary of parameters is made of.
struct URLRequestSource: URLRequestConvertible {
    let url: any URLConvertible
    let method: HTTPMethod
    let headers: HTTPHeaders?
    let modifier: Session.RequestModifier?
    let parameters: Parameters?
    let encoding: any ParameterEncoding

    /// Whether it is made without calling users' code and without work to speak of.
    var isQuick: Bool {
        // Not by `is`: the casts took a tenth of a microsecond of each request.
        let source = type(of: url)
        return parameters == nil && modifier == nil && type(of: encoding) == URLEncoding.self
            && (source == String.self || source == URL.self || source == URLComponents.self)
    }

    func asURLRequest() throws -> URLRequest {
        var request = try URLRequest(url: url, method: method, headers: headers)
        try modifier?(&request)
        return try encoding.encode(request, with: parameters)
    }
}

/// What a request with an `Encodable` value as its parameters is made of.
struct EncodingURLRequestSource<Parameters: Encodable & Sendable>: URLRequestConvertible {
    let url: any URLConvertible
    let method: HTTPMethod
    let headers: HTTPHeaders?
    let modifier: Session.RequestModifier?
    let parameters: Parameters?
    let encoder: any ParameterEncoder

    func asURLRequest() throws -> URLRequest {
        var request = try URLRequest(url: url, method: method, headers: headers)
        try modifier?(&request)
        return try parameters.map { try encoder.encode($0, into: request) } ?? request
    }
}
