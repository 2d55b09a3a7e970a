internal import Foundation
public import NeatlineFoundation
public import NeatlineHTTP
public import NeatlineJSON

extension Session {
    /// Makes a request with a JSON body.
    ///
    /// ```swift
    /// let reply = try await AF.request(
    ///     "https://httpbin.org/post", method: .post, body: ["name": "Ada", "tags": ["maths"]]
    /// ).serializingJSON().value
    /// ```
    ///
    /// The members go in their order, numbers with all their digits. What has no form in JSON, such as an `.error`, is told
    /// to the handlers, as `AFError.parameterEncodingFailed`.
    ///
    /// - Parameters:
    ///   - convertible: The URL.
    ///   - method: The method.
    ///   - body: The body. It is written now.
    ///   - headers: Header fields, which take precedence over the session's; without a `Content-Type` it is
    ///     `application/json`.
    ///   - interceptor: Adapts and retries this request, after the session's.
    ///   - shouldAutomaticallyResume: Whether the first handler starts the request; as the session says if nil.
    ///   - requestModifier: Changes the request before it gets its body.
    public func request(
        _ convertible: any URLConvertible, method: HTTPMethod = .post, body: JSON, headers: HTTPHeaders? = nil,
        interceptor: (any RequestInterceptor)? = nil, shouldAutomaticallyResume: Bool? = nil,
        requestModifier: RequestModifier? = nil
    ) -> DataRequest {
        let source = WrittenBody(url: convertible, method: method, headers: headers, modifier: requestModifier) {
            if let error = body.error { throw error }
            return Data(try body.serialized())
        }
        return request(source, interceptor: interceptor, shouldAutomaticallyResume: shouldAutomaticallyResume)
    }

    /// Makes a request with an `Encodable` value as its JSON body.
    ///
    /// ```swift
    /// AF.request("https://example.com/users", method: .put, body: user)
    /// ```
    ///
    /// What cannot be encoded is told to the handlers, as `AFError.parameterEncodingFailed`.
    ///
    /// - Parameters:
    ///   - convertible: The URL.
    ///   - method: The method.
    ///   - body: The body. It is encoded now.
    ///   - encoder: What encodes it.
    ///   - headers: Header fields, which take precedence over the session's; without a `Content-Type` it is
    ///     `application/json`.
    ///   - interceptor: Adapts and retries this request, after the session's.
    ///   - shouldAutomaticallyResume: Whether the first handler starts the request; as the session says if nil.
    ///   - requestModifier: Changes the request before it gets its body.
    @_disfavoredOverload
    public func request<Body: Encodable>(
        _ convertible: any URLConvertible, method: HTTPMethod = .post, body: Body,
        encoder: any DataEncoder = NeatlineJSONEncoder(), headers: HTTPHeaders? = nil,
        interceptor: (any RequestInterceptor)? = nil, shouldAutomaticallyResume: Bool? = nil,
        requestModifier: RequestModifier? = nil
    ) -> DataRequest {
        let source = WrittenBody(url: convertible, method: method, headers: headers, modifier: requestModifier) {
            try encoder.encode(body)
        }
        return request(source, interceptor: interceptor, shouldAutomaticallyResume: shouldAutomaticallyResume)
    }
}
