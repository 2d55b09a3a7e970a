internal import Foundation
public import NeatlineHTTP
internal import NeatlineHTTPJSON
internal import NeatlineJSON
public import NeatlineMapping

// Models are written when a request is made, so that they need not be `Sendable` and may be changed afterwards. What has
// no form in JSON is told to the handlers, as `AFError.parameterEncodingFailed` around a `MappingError`.

extension Session {
    /// Makes a request with a model as its JSON body.
    ///
    /// ```swift
    /// AF.request("https://example.com/users", method: .post, body: user)
    /// ```
    ///
    /// - Parameters:
    ///   - convertible: The URL.
    ///   - method: The method.
    ///   - body: The model. It is written now.
    ///   - headers: Header fields, which take precedence over the session's; without a `Content-Type` it is
    ///     `application/json`.
    ///   - interceptor: Adapts and retries this request, after the session's.
    ///   - shouldAutomaticallyResume: Whether the first handler starts the request; as the session says if nil.
    ///   - requestModifier: Changes the request before it gets its body.
    public func request<Model: BaseMappable>(
        _ convertible: any URLConvertible, method: HTTPMethod = .post, body: Model, headers: HTTPHeaders? = nil,
        interceptor: (any RequestInterceptor)? = nil, shouldAutomaticallyResume: Bool? = nil,
        requestModifier: RequestModifier? = nil
    ) -> DataRequest {
        let source = WrittenBody(url: convertible, method: method, headers: headers, modifier: requestModifier) {
            Data(try Mapper().tryToJSONBytes(body))
        }
        return request(source, interceptor: interceptor, shouldAutomaticallyResume: shouldAutomaticallyResume)
    }

    /// Makes a request with an array of models as its JSON body.
    ///
    /// - Parameters:
    ///   - convertible: The URL.
    ///   - method: The method.
    ///   - body: The models. They are written now.
    ///   - headers: Header fields, which take precedence over the session's; without a `Content-Type` it is
    ///     `application/json`.
    ///   - interceptor: Adapts and retries this request, after the session's.
    ///   - shouldAutomaticallyResume: Whether the first handler starts the request; as the session says if nil.
    ///   - requestModifier: Changes the request before it gets its body.
    public func request<Model: BaseMappable>(
        _ convertible: any URLConvertible, method: HTTPMethod = .post, body: [Model], headers: HTTPHeaders? = nil,
        interceptor: (any RequestInterceptor)? = nil, shouldAutomaticallyResume: Bool? = nil,
        requestModifier: RequestModifier? = nil
    ) -> DataRequest {
        let source = WrittenBody(url: convertible, method: method, headers: headers, modifier: requestModifier) {
            Data(try Mapper().tryToJSONBytes(body))
        }
        return request(source, interceptor: interceptor, shouldAutomaticallyResume: shouldAutomaticallyResume)
    }

    /// Makes a request with a model as its parameters.
    ///
    /// ```swift
    /// AF.request("https://example.com/users", method: .post, parameters: user)        // a JSON body
    /// AF.request("https://example.com/users", parameters: filter)                     // ?name=Ada&page=2
    /// ```
    ///
    /// - Parameters:
    ///   - convertible: The URL.
    ///   - method: The method.
    ///   - parameters: The model. It is written now. One that is also `Encodable` and `Sendable` goes by what Alamofire
    ///     does with it, unless `encoding` is given.
    ///   - encoding: Where and how its fields are put. Without one they go into the URL of `GET`, `HEAD` and `DELETE`, and
    ///     as JSON into the body of any other request.
    ///   - headers: Header fields, which take precedence over the session's.
    ///   - interceptor: Adapts and retries this request, after the session's.
    ///   - shouldAutomaticallyResume: Whether the first handler starts the request; as the session says if nil.
    ///   - requestModifier: Changes the request before it gets its parameters.
    @_disfavoredOverload
    public func request<Model: BaseMappable>(
        _ convertible: any URLConvertible, method: HTTPMethod = .get, parameters: Model,
        encoding: (any ParameterEncoding)? = nil, headers: HTTPHeaders? = nil,
        interceptor: (any RequestInterceptor)? = nil, shouldAutomaticallyResume: Bool? = nil,
        requestModifier: RequestModifier? = nil
    ) -> DataRequest {
        let source = ModelParameters(
            url: convertible, method: method, headers: headers, modifier: requestModifier,
            parameters: Result { try Mapper().written(parameters) }, place: .encoding(encoding))
        return request(source, interceptor: interceptor, shouldAutomaticallyResume: shouldAutomaticallyResume)
    }

    /// Makes a request with a model as its parameters, which an encoder puts where it puts `Encodable` values.
    ///
    /// - Parameters:
    ///   - convertible: The URL.
    ///   - method: The method.
    ///   - parameters: The model. It is written now. One that is also `Encodable` and `Sendable` is encoded instead.
    ///   - encoder: Where and how its fields are put, in the order of mapping.
    ///   - headers: Header fields, which take precedence over the session's.
    ///   - interceptor: Adapts and retries this request, after the session's.
    ///   - shouldAutomaticallyResume: Whether the first handler starts the request; as the session says if nil.
    ///   - requestModifier: Changes the request before it gets its parameters.
    @_disfavoredOverload
    public func request<Model: BaseMappable>(
        _ convertible: any URLConvertible, method: HTTPMethod = .get, parameters: Model,
        encoder: any ParameterEncoder, headers: HTTPHeaders? = nil,
        interceptor: (any RequestInterceptor)? = nil, shouldAutomaticallyResume: Bool? = nil,
        requestModifier: RequestModifier? = nil
    ) -> DataRequest {
        let source = ModelParameters(
            url: convertible, method: method, headers: headers, modifier: requestModifier,
            parameters: Result { try Mapper().written(parameters) }, place: .encoder(encoder))
        return request(source, interceptor: interceptor, shouldAutomaticallyResume: shouldAutomaticallyResume)
    }

    /// Makes a request whose body has only what has changed in a model: a JSON Merge Patch (RFC 7396).
    ///
    /// ```swift
    /// var changed = user
    /// changed.name = "Grace"
    /// changed.phone = nil
    /// AF.request("https://example.com/users/7", changesFrom: user, to: changed)  // PATCH {"name":"Grace","phone":null}
    /// ```
    ///
    /// - Parameters:
    ///   - convertible: The URL.
    ///   - method: The method.
    ///   - old: The model as the server has it. It is written now, as is `new`.
    ///   - new: The model as it is to be.
    ///   - headers: Header fields, which take precedence over the session's; without a `Content-Type` it is
    ///     `application/merge-patch+json`.
    ///   - interceptor: Adapts and retries this request, after the session's.
    ///   - shouldAutomaticallyResume: Whether the first handler starts the request; as the session says if nil.
    ///   - requestModifier: Changes the request before it gets its body.
    public func request<Model: BaseMappable>(
        _ convertible: any URLConvertible, method: HTTPMethod = .patch, changesFrom old: Model, to new: Model,
        headers: HTTPHeaders? = nil, interceptor: (any RequestInterceptor)? = nil,
        shouldAutomaticallyResume: Bool? = nil, requestModifier: RequestModifier? = nil
    ) -> DataRequest {
        let source = WrittenBody(
            url: convertible, method: method, headers: headers, modifier: requestModifier,
            contentType: "application/merge-patch+json"
        ) {
            Data(try old.mergePatch(to: new).serialized())
        }
        return request(source, interceptor: interceptor, shouldAutomaticallyResume: shouldAutomaticallyResume)
    }
}
