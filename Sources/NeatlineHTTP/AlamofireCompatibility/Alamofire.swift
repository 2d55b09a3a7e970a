/// A namespace with the name of Alamofire's module, for code that writes `Alamofire.request(…)` or `Alamofire.Session`.
///
/// ```swift
/// Alamofire.request("https://httpbin.org/get").validate().responseJSON { response in
///     debugPrint(response)
/// }
/// ```
///
/// The functions are those of Alamofire 4 and use ``Session/default``, like ``AF``. One thing differs: version 4 sends
/// a request as soon as it is created; here its first response handler or `resume()` starts it, so do not ignore the
/// result.
///
/// In a file that also imports Alamofire, the name refers to this type.
public enum Alamofire {
    /// The default session, the same as ``NeatlineHTTP/AF``.
    public static var AF: Session { .default }

    /// Creates a data request with parameters from a dictionary.
    ///
    /// If no `URLRequest` can be created, response handlers receive the `AFError`.
    ///
    /// - Parameters:
    ///   - url: The URL: a `String`, a `URL`, a `URLComponents` or another ``URLConvertible``.
    ///   - method: The HTTP method.
    ///   - parameters: The parameters; `nil` for none.
    ///   - encoding: Encodes the parameters into the URL or the body.
    ///   - headers: The header fields. They take precedence over those of the session's configuration.
    /// - Returns: The request. Its first response handler or ``Request/resume()`` starts it.
    public static func request(
        _ url: any URLConvertible, method: HTTPMethod = .get, parameters: Parameters? = nil,
        encoding: any ParameterEncoding = URLEncoding.default, headers: HTTPHeaders? = nil
    ) -> DataRequest {
        Session.default.request(url, method: method, parameters: parameters, encoding: encoding, headers: headers)
    }

    /// Creates a data request from a `URLRequest` or a value that can be converted to one.
    ///
    /// - Parameter urlRequest: The request.
    /// - Returns: The request. Its first response handler or ``Request/resume()`` starts it.
    public static func request(_ urlRequest: any URLRequestConvertible) -> DataRequest {
        Session.default.request(urlRequest)
    }
}

/// The types of this module, for code that qualifies them with the name of Alamofire's module.
extension Alamofire {
    // MARK: - Sessions and requests

    /// See `Session`.
    public typealias Session = NeatlineHTTP.Session
    /// See `SessionManager`.
    public typealias SessionManager = NeatlineHTTP.SessionManager
    /// See `SessionDelegate`.
    public typealias SessionDelegate = NeatlineHTTP.SessionDelegate
    /// See `Request`.
    public typealias Request = NeatlineHTTP.Request
    /// See `RequestDelegate`.
    public typealias RequestDelegate = NeatlineHTTP.RequestDelegate
    /// See `DataRequest`.
    public typealias DataRequest = NeatlineHTTP.DataRequest
    /// See `UploadRequest`.
    public typealias UploadRequest = NeatlineHTTP.UploadRequest
    /// See `DataStreamRequest`.
    public typealias DataStreamRequest = NeatlineHTTP.DataStreamRequest
    /// See `DataStreamTask`.
    public typealias DataStreamTask = NeatlineHTTP.DataStreamTask
    /// See `DownloadRequest`.
    public typealias DownloadRequest = NeatlineHTTP.DownloadRequest
    /// See `DownloadTask`.
    public typealias DownloadTask = NeatlineHTTP.DownloadTask
    /// See `DataTask`.
    public typealias DataTask = NeatlineHTTP.DataTask
    /// See `StreamOf`.
    public typealias StreamOf = NeatlineHTTP.StreamOf
    /// See `RedirectHandler`.
    public typealias RedirectHandler = NeatlineHTTP.RedirectHandler
    /// See `Redirector`.
    public typealias Redirector = NeatlineHTTP.Redirector
    /// See `CachedResponseHandler`.
    public typealias CachedResponseHandler = NeatlineHTTP.CachedResponseHandler
    /// See `ResponseCacher`.
    public typealias ResponseCacher = NeatlineHTTP.ResponseCacher

    // MARK: - Parts of requests

    /// See `HTTPMethod`.
    public typealias HTTPMethod = NeatlineHTTP.HTTPMethod
    /// See `HTTPHeader`.
    public typealias HTTPHeader = NeatlineHTTP.HTTPHeader
    /// See `HTTPHeaders`.
    public typealias HTTPHeaders = NeatlineHTTP.HTTPHeaders
    /// See `Parameters`.
    public typealias Parameters = NeatlineHTTP.Parameters
    /// See `ParameterEncoding`.
    public typealias ParameterEncoding = NeatlineHTTP.ParameterEncoding
    /// See `ParameterEncoder`.
    public typealias ParameterEncoder = NeatlineHTTP.ParameterEncoder
    /// See `URLEncoding`.
    public typealias URLEncoding = NeatlineHTTP.URLEncoding
    /// See `JSONEncoding`.
    public typealias JSONEncoding = NeatlineHTTP.JSONEncoding
    /// See `PropertyListEncoding`.
    public typealias PropertyListEncoding = NeatlineHTTP.PropertyListEncoding
    /// See `URLEncodedFormEncoder`.
    public typealias URLEncodedFormEncoder = NeatlineHTTP.URLEncodedFormEncoder
    /// See `URLEncodedFormParameterEncoder`.
    public typealias URLEncodedFormParameterEncoder = NeatlineHTTP.URLEncodedFormParameterEncoder
    /// See `JSONParameterEncoder`.
    public typealias JSONParameterEncoder = NeatlineHTTP.JSONParameterEncoder
    /// See `URLConvertible`.
    public typealias URLConvertible = NeatlineHTTP.URLConvertible
    /// See `URLRequestConvertible`.
    public typealias URLRequestConvertible = NeatlineHTTP.URLRequestConvertible

    /// See `MultipartFormData`.
    public typealias MultipartFormData = NeatlineHTTP.MultipartFormData
    /// See `UploadableConvertible`.
    public typealias UploadableConvertible = NeatlineHTTP.UploadableConvertible
    /// See `UploadConvertible`.
    public typealias UploadConvertible = NeatlineHTTP.UploadConvertible

    // MARK: - Interceptors

    /// See `RequestInterceptor`.
    public typealias RequestInterceptor = NeatlineHTTP.RequestInterceptor
    /// See `RequestAdapter`.
    public typealias RequestAdapter = NeatlineHTTP.RequestAdapter
    /// See `RequestAdapterState`.
    public typealias RequestAdapterState = NeatlineHTTP.RequestAdapterState
    /// See `RequestRetrier`.
    public typealias RequestRetrier = NeatlineHTTP.RequestRetrier
    /// See `RequestRetryCompletion`.
    public typealias RequestRetryCompletion = NeatlineHTTP.RequestRetryCompletion
    /// See `RetryResult`.
    public typealias RetryResult = NeatlineHTTP.RetryResult
    /// See `AdaptHandler`.
    public typealias AdaptHandler = NeatlineHTTP.AdaptHandler
    /// See `RetryHandler`.
    public typealias RetryHandler = NeatlineHTTP.RetryHandler
    /// See `Adapter`.
    public typealias Adapter = NeatlineHTTP.Adapter
    /// See `Retrier`.
    public typealias Retrier = NeatlineHTTP.Retrier
    /// See `Interceptor`.
    public typealias Interceptor = NeatlineHTTP.Interceptor
    /// See `RetryPolicy`.
    public typealias RetryPolicy = NeatlineHTTP.RetryPolicy
    /// See `ConnectionLostRetryPolicy`.
    public typealias ConnectionLostRetryPolicy = NeatlineHTTP.ConnectionLostRetryPolicy
    /// See `DeflateRequestCompressor`.
    public typealias DeflateRequestCompressor = NeatlineHTTP.DeflateRequestCompressor
    /// See `AuthenticationInterceptor`.
    public typealias AuthenticationInterceptor = NeatlineHTTP.AuthenticationInterceptor
    /// See `Authenticator`.
    public typealias Authenticator = NeatlineHTTP.Authenticator
    /// See `AuthenticationCredential`.
    public typealias AuthenticationCredential = NeatlineHTTP.AuthenticationCredential
    /// See `AuthenticationError`.
    public typealias AuthenticationError = NeatlineHTTP.AuthenticationError

    // MARK: - Server trust

    /// See `ServerTrustManager`.
    public typealias ServerTrustManager = NeatlineHTTP.ServerTrustManager
    /// See `ServerTrustEvaluating`.
    public typealias ServerTrustEvaluating = NeatlineHTTP.ServerTrustEvaluating
    /// See `DefaultTrustEvaluator`.
    public typealias DefaultTrustEvaluator = NeatlineHTTP.DefaultTrustEvaluator
    /// See `RevocationTrustEvaluator`.
    public typealias RevocationTrustEvaluator = NeatlineHTTP.RevocationTrustEvaluator
    /// See `PinnedCertificatesTrustEvaluator`.
    public typealias PinnedCertificatesTrustEvaluator = NeatlineHTTP.PinnedCertificatesTrustEvaluator
    /// See `PublicKeysTrustEvaluator`.
    public typealias PublicKeysTrustEvaluator = NeatlineHTTP.PublicKeysTrustEvaluator
    /// See `CompositeTrustEvaluator`.
    public typealias CompositeTrustEvaluator = NeatlineHTTP.CompositeTrustEvaluator
    /// See `DisabledTrustEvaluator`.
    public typealias DisabledTrustEvaluator = NeatlineHTTP.DisabledTrustEvaluator
    /// See `DisabledEvaluator`.
    public typealias DisabledEvaluator = NeatlineHTTP.DisabledEvaluator
    /// See `ServerTrustPolicy`.
    public typealias ServerTrustPolicy = NeatlineHTTP.ServerTrustPolicy
    /// See `ServerTrustPolicyManager`.
    public typealias ServerTrustPolicyManager = NeatlineHTTP.ServerTrustPolicyManager

    // MARK: - Responses

    /// See `AFError`.
    public typealias AFError = NeatlineHTTP.AFError
    /// See `AFResult`.
    public typealias AFResult = NeatlineHTTP.AFResult
    /// See `DataResponse`.
    public typealias DataResponse = NeatlineHTTP.DataResponse
    /// See `AFDataResponse`.
    public typealias AFDataResponse = NeatlineHTTP.AFDataResponse
    /// See `DefaultDataResponse`.
    public typealias DefaultDataResponse = NeatlineHTTP.DefaultDataResponse
    /// See `DownloadResponse`.
    public typealias DownloadResponse = NeatlineHTTP.DownloadResponse
    /// See `AFDownloadResponse`.
    public typealias AFDownloadResponse = NeatlineHTTP.AFDownloadResponse
    /// See `DefaultDownloadResponse`.
    public typealias DefaultDownloadResponse = NeatlineHTTP.DefaultDownloadResponse
    /// See `Timeline`.
    public typealias Timeline = NeatlineHTTP.Timeline
    /// See `Empty`.
    public typealias Empty = NeatlineHTTP.Empty
    /// See `EmptyResponse`.
    public typealias EmptyResponse = NeatlineHTTP.EmptyResponse

    // MARK: - Serializers

    /// See `DataResponseSerializerProtocol`.
    public typealias DataResponseSerializerProtocol = NeatlineHTTP.DataResponseSerializerProtocol
    /// See `DownloadResponseSerializerProtocol`.
    public typealias DownloadResponseSerializerProtocol = NeatlineHTTP.DownloadResponseSerializerProtocol
    /// See `ResponseSerializer`.
    public typealias ResponseSerializer = NeatlineHTTP.ResponseSerializer
    /// See `DataResponseSerializer`.
    public typealias DataResponseSerializer = NeatlineHTTP.DataResponseSerializer
    /// See `StringResponseSerializer`.
    public typealias StringResponseSerializer = NeatlineHTTP.StringResponseSerializer
    /// See `JSONResponseSerializer`.
    public typealias JSONResponseSerializer = NeatlineHTTP.JSONResponseSerializer
    /// See `DecodableResponseSerializer`.
    public typealias DecodableResponseSerializer = NeatlineHTTP.DecodableResponseSerializer
    /// See `PropertyListResponseSerializer`.
    public typealias PropertyListResponseSerializer = NeatlineHTTP.PropertyListResponseSerializer
    /// See `URLResponseSerializer`.
    public typealias URLResponseSerializer = NeatlineHTTP.URLResponseSerializer
    /// See `DataStreamSerializer`.
    public typealias DataStreamSerializer = NeatlineHTTP.DataStreamSerializer
    /// See `PassthroughStreamSerializer`.
    public typealias PassthroughStreamSerializer = NeatlineHTTP.PassthroughStreamSerializer
    /// See `StringStreamSerializer`.
    public typealias StringStreamSerializer = NeatlineHTTP.StringStreamSerializer
    /// See `DecodableStreamSerializer`.
    public typealias DecodableStreamSerializer = NeatlineHTTP.DecodableStreamSerializer
    /// See `DataPreprocessor`.
    public typealias DataPreprocessor = NeatlineHTTP.DataPreprocessor
    /// See `PassthroughPreprocessor`.
    public typealias PassthroughPreprocessor = NeatlineHTTP.PassthroughPreprocessor
    /// See `GoogleXSSIPreprocessor`.
    public typealias GoogleXSSIPreprocessor = NeatlineHTTP.GoogleXSSIPreprocessor
    /// See `DataDecoder`.
    public typealias DataDecoder = NeatlineHTTP.DataDecoder

    // MARK: - Events, extensions

    /// See `EventMonitor`.
    public typealias EventMonitor = NeatlineHTTP.EventMonitor
    /// See `ClosureEventMonitor`.
    public typealias ClosureEventMonitor = NeatlineHTTP.ClosureEventMonitor
    /// See `CompositeEventMonitor`.
    public typealias CompositeEventMonitor = NeatlineHTTP.CompositeEventMonitor
    /// See `NetworkReachabilityManager`.
    public typealias NetworkReachabilityManager = NeatlineHTTP.NetworkReachabilityManager
    /// See `AlamofireNotifications`.
    public typealias AlamofireNotifications = NeatlineHTTP.AlamofireNotifications
    /// See `AlamofireExtension`.
    public typealias AlamofireExtension = NeatlineHTTP.AlamofireExtension
    /// See `AlamofireExtended`.
    public typealias AlamofireExtended = NeatlineHTTP.AlamofireExtended
}

extension Result where Success == Void {
    /// A success, the same as `.success(())`, which validators return in Alamofire 4.
    ///
    /// ```swift
    /// AF.request(url).validate { request, response, data in
    ///     response.statusCode == 200 ? .success : .failure(Problem.unexpectedStatus)
    /// }
    /// ```
    public static var success: Self { .success(()) }
}
