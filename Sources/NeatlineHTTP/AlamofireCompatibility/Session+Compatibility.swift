/// The name of ``Session`` in Alamofire 4.
public typealias SessionManager = Session

extension Session {
    /// The fields of ``HTTPHeaders/default``, for code that configures a session with these and its own, as in
    /// Alamofire 4.
    ///
    /// ```swift
    /// var defaultHeaders = Alamofire.SessionManager.defaultHTTPHeaders
    /// defaultHeaders["DNT"] = "1 (Do Not Track Enabled)"
    ///
    /// let configuration = URLSessionConfiguration.default
    /// configuration.httpAdditionalHeaders = defaultHeaders
    /// let sessionManager = Alamofire.SessionManager(configuration: configuration)
    /// ```
    public static var defaultHTTPHeaders: [String: String] { HTTPHeaders.default.dictionary }

    /// Adapts all requests, after the session's ``interceptor`` and before the request's own, as in Alamofire 4.
    ///
    /// It may be set at any time, on any thread, and is used from the next attempt of each request on.
    public var adapter: (any RequestAdapter)? {
        get { core.settable.adapter }
        set { core.settable.adapter = newValue }
    }

    /// Decides about retries of all requests, after the session's ``interceptor`` and before the request's own, as in
    /// Alamofire 4.
    ///
    /// It may be set at any time, on any thread, and is used from the next failure on.
    public var retrier: (any RequestRetrier)? {
        get { core.settable.retrier }
        set { core.settable.retrier = newValue }
    }
}
