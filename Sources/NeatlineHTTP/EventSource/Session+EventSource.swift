// How a session creates requests for event streams.

extension Session {
    /// Creates a request for an event stream.
    ///
    /// ```swift
    /// let news = session.eventSourceRequest("https://example.com/news")
    /// for try await event in news.events { print(event.data) }
    /// ```
    ///
    /// - Parameters:
    ///   - convertible: The URL.
    ///   - method: The HTTP method.
    ///   - headers: The header fields. `Accept` is `text/event-stream` unless it is given.
    ///   - lastEventID: The ID of the last event that an earlier request has received, sent as `Last-Event-ID`.
    ///   - settings: The settings for reconnecting, and the limit for events.
    ///   - interceptor: Adapts and retries the requests of all connections, after the session's interceptor.
    ///   - requestModifier: Changes the `URLRequest` of each connection.
    /// - Returns: The request. Its first handler, or iteration, connects.
    public func eventSourceRequest(
        _ convertible: any URLConvertible, method: HTTPMethod = .get, headers: HTTPHeaders? = nil,
        lastEventID: String? = nil, settings: EventSourceSettings = EventSourceSettings(),
        interceptor: (any RequestInterceptor)? = nil, requestModifier: RequestModifier? = nil
    ) -> EventSourceRequest {
        eventSourceRequest(
            source(convertible, method, headers, requestModifier), lastEventID: lastEventID, settings: settings,
            interceptor: interceptor)
    }

    /// Creates a request for an event stream, with an `Encodable` value as its parameters.
    ///
    /// ```swift
    /// let answer = session.eventSourceRequest(
    ///     "https://example.com/chat", method: .post, parameters: Question(text: "Why?"), encoder: .json)
    /// for try await piece in answer.events { print(piece.data) }
    /// ```
    ///
    /// A request with a method that is not safe, such as POST, is sent once: see ``EventSourceSettings/reconnects``.
    ///
    /// - Parameters:
    ///   - convertible: The URL.
    ///   - method: The HTTP method.
    ///   - parameters: The parameters; `nil` for none.
    ///   - encoder: Encodes the parameters into the URL or the body.
    ///   - headers: The header fields. `Accept` is `text/event-stream` unless it is given.
    ///   - lastEventID: The ID of the last event that an earlier request has received, sent as `Last-Event-ID`.
    ///   - settings: The settings for reconnecting, and the limit for events.
    ///   - interceptor: Adapts and retries the requests of all connections, after the session's interceptor.
    ///   - requestModifier: Changes the `URLRequest` of each connection before the parameters are encoded.
    /// - Returns: The request. Its first handler, or iteration, connects.
    public func eventSourceRequest<Parameters: Encodable & Sendable>(
        _ convertible: any URLConvertible, method: HTTPMethod = .get, parameters: Parameters? = nil,
        encoder: any ParameterEncoder = URLEncodedFormParameterEncoder.default, headers: HTTPHeaders? = nil,
        lastEventID: String? = nil, settings: EventSourceSettings = EventSourceSettings(),
        interceptor: (any RequestInterceptor)? = nil, requestModifier: RequestModifier? = nil
    ) -> EventSourceRequest {
        eventSourceRequest(
            EncodingURLRequestSource(
                source: source(convertible, method, headers, requestModifier), parameters: parameters, encoder: encoder),
            lastEventID: lastEventID, settings: settings, interceptor: interceptor)
    }

    /// Creates a request for an event stream from a `URLRequest`, which may have a body of bytes, or a value that creates
    /// one.
    ///
    /// - Parameters:
    ///   - convertible: Creates the `URLRequest` of each connection.
    ///   - lastEventID: The ID of the last event that an earlier request has received, sent as `Last-Event-ID`.
    ///   - settings: The settings for reconnecting, and the limit for events.
    ///   - interceptor: Adapts and retries the requests of all connections, after the session's interceptor.
    /// - Returns: The request. Its first handler, or iteration, connects.
    public func eventSourceRequest(
        _ convertible: any URLRequestConvertible, lastEventID: String? = nil,
        settings: EventSourceSettings = EventSourceSettings(), interceptor: (any RequestInterceptor)? = nil
    ) -> EventSourceRequest {
        EventSourceRequest(
            core: core, convertible: convertible, lastEventID: lastEventID, settings: settings,
            interceptor: interceptor)
    }
}
