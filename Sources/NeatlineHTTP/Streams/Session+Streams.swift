internal import Foundation

extension Session {
    /// Makes a request whose response's body is handed on piece by piece, with an `Encodable` value as its parameters.
    ///
    /// What cannot be made into a request is told to the handlers, as an `AFError`.
    ///
    /// - Parameters:
    ///   - convertible: The URL.
    ///   - method: The method.
    ///   - parameters: What `encoder` puts into the request.
    ///   - encoder: Where and how it puts it.
    ///   - headers: Header fields, which take precedence over the session's.
    ///   - automaticallyCancelOnStreamError: Whether a piece that cannot be serialized ends the request.
    ///   - interceptor: Adapts and retries this request, after the session's.
    ///   - shouldAutomaticallyResume: Whether the first handler starts the request; as the session says if nil.
    ///   - requestModifier: Changes the request before its parameters are encoded.
    public func streamRequest<Parameters: Encodable & Sendable>(
        _ convertible: any URLConvertible, method: HTTPMethod = .get, parameters: Parameters? = nil,
        encoder: any ParameterEncoder = URLEncodedFormParameterEncoder.default, headers: HTTPHeaders? = nil,
        automaticallyCancelOnStreamError: Bool = false, interceptor: (any RequestInterceptor)? = nil,
        shouldAutomaticallyResume: Bool? = nil, requestModifier: RequestModifier? = nil
    ) -> DataStreamRequest {
        streamRequest(
            EncodingURLRequestSource(
                url: convertible, method: method, headers: headers, modifier: requestModifier, parameters: parameters,
                encoder: encoder),
            automaticallyCancelOnStreamError: automaticallyCancelOnStreamError, interceptor: interceptor,
            shouldAutomaticallyResume: shouldAutomaticallyResume)
    }

    /// Makes a request whose response's body is handed on piece by piece.
    ///
    /// What cannot be made into a request is told to the handlers, as an `AFError`.
    ///
    /// - Parameters:
    ///   - convertible: The URL.
    ///   - method: The method.
    ///   - headers: Header fields, which take precedence over the session's.
    ///   - automaticallyCancelOnStreamError: Whether a piece that cannot be serialized ends the request.
    ///   - interceptor: Adapts and retries this request, after the session's.
    ///   - shouldAutomaticallyResume: Whether the first handler starts the request; as the session says if nil.
    ///   - requestModifier: Changes the request before it is adapted.
    public func streamRequest(
        _ convertible: any URLConvertible, method: HTTPMethod = .get, headers: HTTPHeaders? = nil,
        automaticallyCancelOnStreamError: Bool = false, interceptor: (any RequestInterceptor)? = nil,
        shouldAutomaticallyResume: Bool? = nil, requestModifier: RequestModifier? = nil
    ) -> DataStreamRequest {
        streamRequest(
            URLRequestSource(
                url: convertible, method: method, headers: headers, modifier: requestModifier, parameters: nil,
                encoding: URLEncoding.default),
            automaticallyCancelOnStreamError: automaticallyCancelOnStreamError, interceptor: interceptor,
            shouldAutomaticallyResume: shouldAutomaticallyResume)
    }

    /// Makes a request whose response's body is handed on piece by piece, of a `URLRequest` or what can be made into one.
    ///
    /// - Parameters:
    ///   - convertible: The request.
    ///   - automaticallyCancelOnStreamError: Whether a piece that cannot be serialized ends the request.
    ///   - interceptor: Adapts and retries this request, after the session's.
    ///   - shouldAutomaticallyResume: Whether the first handler starts the request; as the session says if nil.
    public func streamRequest(
        _ convertible: any URLRequestConvertible, automaticallyCancelOnStreamError: Bool = false,
        interceptor: (any RequestInterceptor)? = nil, shouldAutomaticallyResume: Bool? = nil
    ) -> DataStreamRequest {
        let request = DataStreamRequest(
            core: core, convertible: convertible, automaticallyCancelOnStreamError: automaticallyCancelOnStreamError,
            interceptor: interceptor, shouldAutomaticallyResume: shouldAutomaticallyResume)
        if requestSetup == .eager { request.process(.setUp) }
        return request
    }
}
