public import Foundation

// Members of requests, responses and sessions in the spellings of Alamofire 3 and 4.

extension Request {
    /// Authenticates the request when the server asks for a user name and a password, as in Alamofire 4.
    ///
    /// - Parameters:
    ///   - user: The user name.
    ///   - password: The password.
    ///   - persistence: As for ``authenticate(username:password:persistence:)``.
    @discardableResult
    public func authenticate(
        user: String, password: String, persistence: URLCredential.Persistence = .none
    ) -> Self {
        authenticate(username: user, password: password, persistence: persistence)
    }

    /// Authenticates the request when the server asks for a credential, as in Alamofire 4.
    ///
    /// - Parameter credential: The credential.
    @discardableResult
    public func authenticate(usingCredential credential: URLCredential) -> Self {
        authenticate(with: credential)
    }

    /// Returns the name and the value of an `Authorization` field with the Basic scheme, as in Alamofire 4.
    ///
    /// ``HTTPHeader/authorization(username:password:)`` returns the same field.
    ///
    /// - Parameters:
    ///   - user: The user name.
    ///   - password: The password.
    /// - Returns: The field; never `nil`.
    public static func authorizationHeader(user: String, password: String) -> (key: String, value: String)? {
        let header = HTTPHeader.authorization(username: user, password: password)
        return (header.name, header.value)
    }
}

extension DownloadRequest {
    /// The name of ``Destination`` in Alamofire 4.
    public typealias DownloadFileDestination = Destination
    /// The name of ``Options`` in Alamofire 4.
    public typealias DownloadOptions = Options
}

extension Request {
    /// Returns a destination in one of the user's directories, with the file name that the server suggests, as in
    /// Alamofire 2 and 3.
    ///
    /// See ``DownloadRequest/suggestedDownloadDestination(for:in:options:)``.
    ///
    /// - Parameters:
    ///   - directory: The directory.
    ///   - domain: The domain in which the directory is searched for.
    /// - Returns: The destination.
    @_disfavoredOverload
    public class func suggestedDownloadDestination(
        directory: FileManager.SearchPathDirectory = .documentDirectory,
        domain: FileManager.SearchPathDomainMask = .userDomainMask
    ) -> DownloadRequest.Destination {
        DownloadRequest.suggestedDownloadDestination(for: directory, in: domain)
    }
}

extension DownloadResponse {
    /// The URL of the complete file: the same as ``fileURL``. In Alamofire 4, this is the file before it is moved.
    public var temporaryURL: URL? { fileURL }
}

extension Alamofire {
    /// Creates a request that downloads the response body to a file, with ``Session/default``.
    ///
    /// If no `URLRequest` can be created, response handlers receive the `AFError`.
    public static func download(
        _ url: any URLConvertible, method: HTTPMethod = .get, parameters: Parameters? = nil,
        encoding: any ParameterEncoding = URLEncoding.default, headers: HTTPHeaders? = nil,
        to destination: DownloadRequest.DownloadFileDestination? = nil
    ) -> DownloadRequest {
        Session.default.download(
            url, method: method, parameters: parameters, encoding: encoding, headers: headers, to: destination)
    }

    /// Creates a request that downloads the response body to a file, from a `URLRequest` or a value that can be
    /// converted to one.
    public static func download(
        _ urlRequest: any URLRequestConvertible, to destination: DownloadRequest.DownloadFileDestination? = nil
    ) -> DownloadRequest {
        Session.default.download(urlRequest, to: destination)
    }

    /// Creates a request that resumes a download that was interrupted or cancelled.
    public static func download(
        resumingWith resumeData: Data, to destination: DownloadRequest.DownloadFileDestination? = nil
    ) -> DownloadRequest {
        Session.default.download(resumingWith: resumeData, to: destination)
    }
}

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
