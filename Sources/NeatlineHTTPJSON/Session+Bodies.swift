package import Foundation
public import NeatlineFoundation
public import NeatlineHTTP
public import NeatlineJSON

#if canImport(FoundationNetworking)
package import FoundationNetworking
#endif

// Requests, for event streams too, whose body is `JSON` or an `Encodable` value.

extension Session {
    /// Creates a data request with a JSON body.
    ///
    /// ```swift
    /// let reply = try await AF.request(
    ///     "https://httpbin.org/post", method: .post, body: ["name": "Ada", "tags": ["maths"]]
    /// ).serializingJSON().value
    /// ```
    ///
    /// Members keep their order, and numbers all their digits. If the value cannot be represented in JSON, such as an
    /// `.error`, the request fails with `AFError.parameterEncodingFailed`.
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
    public func request(
        _ convertible: any URLConvertible, method: HTTPMethod = .post, body: JSON, headers: HTTPHeaders? = nil,
        interceptor: (any RequestInterceptor)? = nil, shouldAutomaticallyResume: Bool? = nil,
        requestModifier: RequestModifier? = nil
    ) -> DataRequest {
        let source = WrittenBody(json: body, convertible, method, headers, requestModifier)
        return request(source, interceptor: interceptor, shouldAutomaticallyResume: shouldAutomaticallyResume)
    }

    /// Creates a data request with an `Encodable` value as its JSON body.
    ///
    /// ```swift
    /// AF.request("https://example.com/users", method: .put, body: user)
    /// ```
    ///
    /// If the value cannot be encoded, the request fails with `AFError.parameterEncodingFailed`.
    ///
    /// - Parameters:
    ///   - convertible: The URL: a `String`, a `URL`, a `URLComponents` or another `URLConvertible`.
    ///   - method: The HTTP method.
    ///   - body: The body. It is encoded before this function returns.
    ///   - encoder: The encoder of the body.
    ///   - headers: The header fields. They take precedence over the session's. `Content-Type` is `application/json`
    ///     unless they contain one.
    ///   - interceptor: Adapts and retries this request, after the session's interceptor.
    ///   - shouldAutomaticallyResume: Whether the first response handler starts the request; `nil` for the session's
    ///     `startRequestsImmediately`.
    ///   - requestModifier: Changes the `URLRequest` before its body is set. Called for each attempt, on the queue that
    ///     creates the request.
    /// - Returns: The request. Its first response handler or `resume()` starts it.
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

extension Session {
    /// Creates a request for an event stream with a JSON body, such as the question to a service that answers with a
    /// stream of text.
    ///
    /// ```swift
    /// let answer = AF.eventSourceRequest("https://example.com/chat", body: ["text": "Why?", "stream": true])
    /// for try await piece in answer.events { print(piece.data) }
    /// ```
    ///
    /// A request with a method that is not safe, such as POST, is sent once: see `EventSourceSettings.reconnects`. If the
    /// value cannot be represented in JSON, the request fails with `AFError.parameterEncodingFailed`.
    ///
    /// - Parameters:
    ///   - convertible: The URL.
    ///   - method: The HTTP method.
    ///   - body: The body. It is encoded before this function returns.
    ///   - headers: The header fields. `Accept` is `text/event-stream` and `Content-Type` is `application/json` unless
    ///     they are given.
    ///   - lastEventID: The ID of the last event that an earlier request has received, sent as `Last-Event-ID`.
    ///   - settings: The settings for reconnecting, and the limit for events.
    ///   - interceptor: Adapts and retries the requests of all connections, after the session's interceptor.
    ///   - requestModifier: Changes the `URLRequest` of each connection before its body is set.
    /// - Returns: The request. Its first handler, or iteration, connects.
    public func eventSourceRequest(
        _ convertible: any URLConvertible, method: HTTPMethod = .post, body: JSON, headers: HTTPHeaders? = nil,
        lastEventID: String? = nil, settings: EventSourceSettings = EventSourceSettings(),
        interceptor: (any RequestInterceptor)? = nil, requestModifier: RequestModifier? = nil
    ) -> EventSourceRequest {
        eventSourceRequest(
            WrittenBody(json: body, convertible, method, headers, requestModifier), lastEventID: lastEventID,
            settings: settings, interceptor: interceptor)
    }

    /// Creates a request for an event stream with an `Encodable` value as its JSON body.
    ///
    /// A request with a method that is not safe, such as POST, is sent once: see `EventSourceSettings.reconnects`. If the
    /// value cannot be encoded, the request fails with `AFError.parameterEncodingFailed`.
    ///
    /// - Parameters:
    ///   - convertible: The URL.
    ///   - method: The HTTP method.
    ///   - body: The body. It is encoded before this function returns.
    ///   - encoder: The encoder of the body.
    ///   - headers: The header fields. `Accept` is `text/event-stream` and `Content-Type` is `application/json` unless
    ///     they are given.
    ///   - lastEventID: The ID of the last event that an earlier request has received, sent as `Last-Event-ID`.
    ///   - settings: The settings for reconnecting, and the limit for events.
    ///   - interceptor: Adapts and retries the requests of all connections, after the session's interceptor.
    ///   - requestModifier: Changes the `URLRequest` of each connection before its body is set.
    /// - Returns: The request. Its first handler, or iteration, connects.
    @_disfavoredOverload
    public func eventSourceRequest<Body: Encodable>(
        _ convertible: any URLConvertible, method: HTTPMethod = .post, body: Body,
        encoder: any DataEncoder = NeatlineJSONEncoder(), headers: HTTPHeaders? = nil, lastEventID: String? = nil,
        settings: EventSourceSettings = EventSourceSettings(), interceptor: (any RequestInterceptor)? = nil,
        requestModifier: RequestModifier? = nil
    ) -> EventSourceRequest {
        let source = WrittenBody(url: convertible, method: method, headers: headers, modifier: requestModifier) {
            try encoder.encode(body)
        }
        return eventSourceRequest(source, lastEventID: lastEventID, settings: settings, interceptor: interceptor)
    }
}

/// The parts of a request whose body was encoded when the request was created.
package struct WrittenBody: URLRequestConvertible {
    let url: any URLConvertible
    let method: HTTPMethod
    let headers: HTTPHeaders?
    let modifier: Session.RequestModifier?
    let contentType: String
    /// The body, or the error of encoding it.
    let body: Result<Data, any Error>

    /// Creates a request whose body `write` returns immediately.
    package init(
        url: any URLConvertible, method: HTTPMethod, headers: HTTPHeaders?, modifier: Session.RequestModifier?,
        contentType: String = "application/json", _ write: () throws -> Data
    ) {
        self.url = url
        self.method = method
        self.headers = headers
        self.modifier = modifier
        self.contentType = contentType
        body = Result { try write() }
    }

    fileprivate init(
        json: JSON, _ url: any URLConvertible, _ method: HTTPMethod, _ headers: HTTPHeaders?,
        _ modifier: Session.RequestModifier?
    ) {
        self.init(url: url, method: method, headers: headers, modifier: modifier) {
            if let error = json.error { throw error }
            return Data(try json.serialized())
        }
    }

    /// Returns the request with the body, and with its `Content-Type` unless the request has one.
    ///
    /// - Throws: The errors of the URL and the modifier; `AFError.parameterEncodingFailed(reason:
    ///   .jsonEncodingFailed(error:))` with the error of encoding the body.
    package func asURLRequest() throws -> URLRequest {
        var request = try URLRequest(url: url, method: method, headers: headers)
        try modifier?(&request)
        do {
            request.httpBody = try body.get()
        } catch {
            throw AFError.parameterEncodingFailed(reason: .jsonEncodingFailed(error: error))
        }
        if request.value(forHTTPHeaderField: "Content-Type") == nil {
            request.setValue(contentType, forHTTPHeaderField: "Content-Type")
        }
        return request
    }
}
