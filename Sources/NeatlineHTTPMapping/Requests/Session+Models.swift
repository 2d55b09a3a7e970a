internal import Foundation
public import NeatlineHTTP
internal import NeatlineHTTPJSON
internal import NeatlineJSON
public import NeatlineMapping

// Models are encoded when a request is created, so they need not be `Sendable` and may be changed afterwards. If a
// model cannot be represented in JSON, the request fails with `AFError.parameterEncodingFailed`, whose underlying error
// is a `MappingError`.

extension Session {
    /// Creates a data request with a model as its JSON body.
    ///
    /// ```swift
    /// AF.request("https://example.com/users", method: .post, body: user)
    /// ```
    ///
    /// - Parameters:
    ///   - convertible: The URL: a `String`, a `URL`, a `URLComponents` or another `URLConvertible`.
    ///   - method: The HTTP method.
    ///   - body: The body. It is encoded before this function returns.
    ///   - headers: The header fields. They take precedence over the session's. `Content-Type` is `application/json`
    ///     unless they contain one.
    ///   - interceptor: Adapts and retries this request, after the session's interceptor.
    ///   - shouldAutomaticallyResume: Whether the first response handler starts the request; `nil` for the session's
    ///     `startRequestsImmediately`.
    ///   - requestModifier: Changes the `URLRequest` before its body is set. Called for each attempt, on the queue that
    ///     creates the request.
    /// - Returns: The request. Its first response handler or `resume()` starts it.
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

    /// Creates a data request with an array of models as its JSON body.
    ///
    /// - Parameters:
    ///   - convertible: The URL: a `String`, a `URL`, a `URLComponents` or another `URLConvertible`.
    ///   - method: The HTTP method.
    ///   - body: The body. It is encoded before this function returns.
    ///   - headers: The header fields. They take precedence over the session's. `Content-Type` is `application/json`
    ///     unless they contain one.
    ///   - interceptor: Adapts and retries this request, after the session's interceptor.
    ///   - shouldAutomaticallyResume: Whether the first response handler starts the request; `nil` for the session's
    ///     `startRequestsImmediately`.
    ///   - requestModifier: Changes the `URLRequest` before its body is set. Called for each attempt, on the queue that
    ///     creates the request.
    /// - Returns: The request. Its first response handler or `resume()` starts it.
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

    /// Creates a data request with a model as its parameters.
    ///
    /// ```swift
    /// AF.request("https://example.com/users", method: .post, parameters: user)        // a JSON body
    /// AF.request("https://example.com/users", parameters: filter)                     // ?name=Ada&page=2
    /// ```
    ///
    /// - Parameters:
    ///   - convertible: The URL: a `String`, a `URL`, a `URLComponents` or another `URLConvertible`.
    ///   - method: The HTTP method.
    ///   - parameters: The model. It is encoded before this function returns. One that is also `Encodable` and
    ///     `Sendable` is encoded by Alamofire's function instead, unless `encoding` is given.
    ///   - encoding: Encodes the fields. Without one they are encoded into the URL of `GET`, `HEAD` and `DELETE`, and
    ///     as JSON into the body of any other request.
    ///   - headers: The header fields. They take precedence over the session's.
    ///   - interceptor: Adapts and retries this request, after the session's interceptor.
    ///   - shouldAutomaticallyResume: Whether the first response handler starts the request; `nil` for the session's
    ///     `startRequestsImmediately`.
    ///   - requestModifier: Changes the `URLRequest` before the parameters are encoded. Called for each attempt, on the
    ///     queue that creates the request.
    /// - Returns: The request. Its first response handler or `resume()` starts it.
    @_disfavoredOverload
    public func request<Model: BaseMappable>(
        _ convertible: any URLConvertible, method: HTTPMethod = .get, parameters: Model,
        encoding: (any ParameterEncoding)? = nil, headers: HTTPHeaders? = nil,
        interceptor: (any RequestInterceptor)? = nil, shouldAutomaticallyResume: Bool? = nil,
        requestModifier: RequestModifier? = nil
    ) -> DataRequest {
        let source = ModelParameters(
            url: convertible, method: method, headers: headers, modifier: requestModifier,
            parameters: Result { try Mapper().written(parameters) }, destination: .encoding(encoding))
        return request(source, interceptor: interceptor, shouldAutomaticallyResume: shouldAutomaticallyResume)
    }

    /// Creates a data request with a model as its parameters, which a parameter encoder encodes.
    ///
    /// - Parameters:
    ///   - convertible: The URL: a `String`, a `URL`, a `URLComponents` or another `URLConvertible`.
    ///   - method: The HTTP method.
    ///   - parameters: The model. It is encoded before this function returns. One that is also `Encodable` and
    ///     `Sendable` is encoded instead.
    ///   - encoder: Encodes the fields, in the order of mapping.
    ///   - headers: The header fields. They take precedence over the session's.
    ///   - interceptor: Adapts and retries this request, after the session's interceptor.
    ///   - shouldAutomaticallyResume: Whether the first response handler starts the request; `nil` for the session's
    ///     `startRequestsImmediately`.
    ///   - requestModifier: Changes the `URLRequest` before the parameters are encoded. Called for each attempt, on the
    ///     queue that creates the request.
    /// - Returns: The request. Its first response handler or `resume()` starts it.
    @_disfavoredOverload
    public func request<Model: BaseMappable>(
        _ convertible: any URLConvertible, method: HTTPMethod = .get, parameters: Model,
        encoder: any ParameterEncoder, headers: HTTPHeaders? = nil,
        interceptor: (any RequestInterceptor)? = nil, shouldAutomaticallyResume: Bool? = nil,
        requestModifier: RequestModifier? = nil
    ) -> DataRequest {
        let source = ModelParameters(
            url: convertible, method: method, headers: headers, modifier: requestModifier,
            parameters: Result { try Mapper().written(parameters) }, destination: .encoder(encoder))
        return request(source, interceptor: interceptor, shouldAutomaticallyResume: shouldAutomaticallyResume)
    }

    /// Creates a data request whose body contains the changes of a model, as a JSON Merge Patch (RFC 7396).
    ///
    /// ```swift
    /// var changed = user
    /// changed.name = "Grace"
    /// changed.phone = nil
    /// AF.request("https://example.com/users/7", changesFrom: user, to: changed)
    /// // PATCH {"name":"Grace","phone":null}
    /// ```
    ///
    /// - Parameters:
    ///   - convertible: The URL: a `String`, a `URL`, a `URLComponents` or another `URLConvertible`.
    ///   - method: The HTTP method.
    ///   - old: The model that the server has. Both models are encoded before this function returns.
    ///   - new: The changed model.
    ///   - headers: The header fields. They take precedence over the session's. `Content-Type` is
    ///     `application/merge-patch+json` unless they contain one.
    ///   - interceptor: Adapts and retries this request, after the session's interceptor.
    ///   - shouldAutomaticallyResume: Whether the first response handler starts the request; `nil` for the session's
    ///     `startRequestsImmediately`.
    ///   - requestModifier: Changes the `URLRequest` before its body is set. Called for each attempt, on the queue that
    ///     creates the request.
    /// - Returns: The request. Its first response handler or `resume()` starts it.
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
