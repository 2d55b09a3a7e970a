/// A namespace with the name of Alamofire's module, for code that writes `Alamofire.request(…)` or `Alamofire.Session`.
///
/// ```swift
/// Alamofire.request("https://httpbin.org/get").validate().responseJSON { response in
///     debugPrint(response)
/// }
/// ```
///
/// The functions are those of Alamofire 4 and call those of ``Session/default``, which have the same parameters. One
/// thing differs: version 4 sends a request as soon as it is created; here its first response handler or `resume()`
/// starts it, so do not ignore the result.
///
/// In a file that also imports Alamofire, the name refers to this type.
public enum Alamofire {
    /// The default session, the same as ``NeatlineHTTP/AF``.
    public static var AF: Session { .default }

    /// Creates a data request with parameters from a dictionary.
    ///
    /// If no `URLRequest` can be created, response handlers receive the `AFError`.
    public static func request(
        _ url: any URLConvertible, method: HTTPMethod = .get, parameters: Parameters? = nil,
        encoding: any ParameterEncoding = URLEncoding.default, headers: HTTPHeaders? = nil
    ) -> DataRequest {
        Session.default.request(url, method: method, parameters: parameters, encoding: encoding, headers: headers)
    }

    /// Creates a data request from a `URLRequest` or a value that can be converted to one.
    public static func request(_ urlRequest: any URLRequestConvertible) -> DataRequest {
        Session.default.request(urlRequest)
    }
}

/// The types of this module, for code that qualifies them with the name of Alamofire's module: `Alamofire.Session`.
extension Alamofire {
    // MARK: - Sessions and requests

    /// The type `Session`, for code that writes `Alamofire.Session`.
    public typealias Session = NeatlineHTTP.Session
    /// The type `SessionManager`, for code that writes `Alamofire.SessionManager`.
    public typealias SessionManager = NeatlineHTTP.SessionManager
    /// The type `SessionDelegate`, for code that writes `Alamofire.SessionDelegate`.
    public typealias SessionDelegate = NeatlineHTTP.SessionDelegate
    /// The type `Request`, for code that writes `Alamofire.Request`.
    public typealias Request = NeatlineHTTP.Request
    /// The type `RequestDelegate`, for code that writes `Alamofire.RequestDelegate`.
    public typealias RequestDelegate = NeatlineHTTP.RequestDelegate
    /// The type `DataRequest`, for code that writes `Alamofire.DataRequest`.
    public typealias DataRequest = NeatlineHTTP.DataRequest
    /// The type `UploadRequest`, for code that writes `Alamofire.UploadRequest`.
    public typealias UploadRequest = NeatlineHTTP.UploadRequest
    /// The type `DataStreamRequest`, for code that writes `Alamofire.DataStreamRequest`.
    public typealias DataStreamRequest = NeatlineHTTP.DataStreamRequest
    /// The type `DataStreamTask`, for code that writes `Alamofire.DataStreamTask`.
    public typealias DataStreamTask = NeatlineHTTP.DataStreamTask
    /// The type `DownloadRequest`, for code that writes `Alamofire.DownloadRequest`.
    public typealias DownloadRequest = NeatlineHTTP.DownloadRequest
    /// The type `DownloadTask`, for code that writes `Alamofire.DownloadTask`.
    public typealias DownloadTask = NeatlineHTTP.DownloadTask
    /// The type `DataTask`, for code that writes `Alamofire.DataTask`.
    public typealias DataTask = NeatlineHTTP.DataTask
    /// The type `StreamOf`, for code that writes `Alamofire.StreamOf`.
    public typealias StreamOf = NeatlineHTTP.StreamOf
    /// The type `RedirectHandler`, for code that writes `Alamofire.RedirectHandler`.
    public typealias RedirectHandler = NeatlineHTTP.RedirectHandler
    /// The type `Redirector`, for code that writes `Alamofire.Redirector`.
    public typealias Redirector = NeatlineHTTP.Redirector
    /// The type `CachedResponseHandler`, for code that writes `Alamofire.CachedResponseHandler`.
    public typealias CachedResponseHandler = NeatlineHTTP.CachedResponseHandler
    /// The type `ResponseCacher`, for code that writes `Alamofire.ResponseCacher`.
    public typealias ResponseCacher = NeatlineHTTP.ResponseCacher

    // MARK: - Parts of requests

    /// The type `HTTPMethod`, for code that writes `Alamofire.HTTPMethod`.
    public typealias HTTPMethod = NeatlineHTTP.HTTPMethod
    /// The type `HTTPHeader`, for code that writes `Alamofire.HTTPHeader`.
    public typealias HTTPHeader = NeatlineHTTP.HTTPHeader
    /// The type `HTTPHeaders`, for code that writes `Alamofire.HTTPHeaders`.
    public typealias HTTPHeaders = NeatlineHTTP.HTTPHeaders
    /// The type `Parameters`, for code that writes `Alamofire.Parameters`.
    public typealias Parameters = NeatlineHTTP.Parameters
    /// The type `ParameterEncoding`, for code that writes `Alamofire.ParameterEncoding`.
    public typealias ParameterEncoding = NeatlineHTTP.ParameterEncoding
    /// The type `ParameterEncoder`, for code that writes `Alamofire.ParameterEncoder`.
    public typealias ParameterEncoder = NeatlineHTTP.ParameterEncoder
    /// The type `URLEncoding`, for code that writes `Alamofire.URLEncoding`.
    public typealias URLEncoding = NeatlineHTTP.URLEncoding
    /// The type `JSONEncoding`, for code that writes `Alamofire.JSONEncoding`.
    public typealias JSONEncoding = NeatlineHTTP.JSONEncoding
    /// The type `PropertyListEncoding`, for code that writes `Alamofire.PropertyListEncoding`.
    public typealias PropertyListEncoding = NeatlineHTTP.PropertyListEncoding
    /// The type `URLEncodedFormEncoder`, for code that writes `Alamofire.URLEncodedFormEncoder`.
    public typealias URLEncodedFormEncoder = NeatlineHTTP.URLEncodedFormEncoder
    /// The type `URLEncodedFormParameterEncoder`, for code that writes `Alamofire.URLEncodedFormParameterEncoder`.
    public typealias URLEncodedFormParameterEncoder = NeatlineHTTP.URLEncodedFormParameterEncoder
    /// The type `JSONParameterEncoder`, for code that writes `Alamofire.JSONParameterEncoder`.
    public typealias JSONParameterEncoder = NeatlineHTTP.JSONParameterEncoder
    /// The type `URLConvertible`, for code that writes `Alamofire.URLConvertible`.
    public typealias URLConvertible = NeatlineHTTP.URLConvertible
    /// The type `URLRequestConvertible`, for code that writes `Alamofire.URLRequestConvertible`.
    public typealias URLRequestConvertible = NeatlineHTTP.URLRequestConvertible

    /// The type `MultipartFormData`, for code that writes `Alamofire.MultipartFormData`.
    public typealias MultipartFormData = NeatlineHTTP.MultipartFormData
    /// The type `UploadableConvertible`, for code that writes `Alamofire.UploadableConvertible`.
    public typealias UploadableConvertible = NeatlineHTTP.UploadableConvertible
    /// The type `UploadConvertible`, for code that writes `Alamofire.UploadConvertible`.
    public typealias UploadConvertible = NeatlineHTTP.UploadConvertible

    // MARK: - Interceptors

    /// The type `RequestInterceptor`, for code that writes `Alamofire.RequestInterceptor`.
    public typealias RequestInterceptor = NeatlineHTTP.RequestInterceptor
    /// The type `RequestAdapter`, for code that writes `Alamofire.RequestAdapter`.
    public typealias RequestAdapter = NeatlineHTTP.RequestAdapter
    /// The type `RequestAdapterState`, for code that writes `Alamofire.RequestAdapterState`.
    public typealias RequestAdapterState = NeatlineHTTP.RequestAdapterState
    /// The type `RequestRetrier`, for code that writes `Alamofire.RequestRetrier`.
    public typealias RequestRetrier = NeatlineHTTP.RequestRetrier
    /// The type `RequestRetryCompletion`, for code that writes `Alamofire.RequestRetryCompletion`.
    public typealias RequestRetryCompletion = NeatlineHTTP.RequestRetryCompletion
    /// The type `RetryResult`, for code that writes `Alamofire.RetryResult`.
    public typealias RetryResult = NeatlineHTTP.RetryResult
    /// The type `AdaptHandler`, for code that writes `Alamofire.AdaptHandler`.
    public typealias AdaptHandler = NeatlineHTTP.AdaptHandler
    /// The type `RetryHandler`, for code that writes `Alamofire.RetryHandler`.
    public typealias RetryHandler = NeatlineHTTP.RetryHandler
    /// The type `Adapter`, for code that writes `Alamofire.Adapter`.
    public typealias Adapter = NeatlineHTTP.Adapter
    /// The type `Retrier`, for code that writes `Alamofire.Retrier`.
    public typealias Retrier = NeatlineHTTP.Retrier
    /// The type `Interceptor`, for code that writes `Alamofire.Interceptor`.
    public typealias Interceptor = NeatlineHTTP.Interceptor
    /// The type `RetryPolicy`, for code that writes `Alamofire.RetryPolicy`.
    public typealias RetryPolicy = NeatlineHTTP.RetryPolicy
    /// The type `ConnectionLostRetryPolicy`, for code that writes `Alamofire.ConnectionLostRetryPolicy`.
    public typealias ConnectionLostRetryPolicy = NeatlineHTTP.ConnectionLostRetryPolicy
    /// The type `DeflateRequestCompressor`, for code that writes `Alamofire.DeflateRequestCompressor`.
    public typealias DeflateRequestCompressor = NeatlineHTTP.DeflateRequestCompressor
    /// The type `AuthenticationInterceptor`, for code that writes `Alamofire.AuthenticationInterceptor`.
    public typealias AuthenticationInterceptor = NeatlineHTTP.AuthenticationInterceptor
    /// The type `Authenticator`, for code that writes `Alamofire.Authenticator`.
    public typealias Authenticator = NeatlineHTTP.Authenticator
    /// The type `AuthenticationCredential`, for code that writes `Alamofire.AuthenticationCredential`.
    public typealias AuthenticationCredential = NeatlineHTTP.AuthenticationCredential
    /// The type `AuthenticationError`, for code that writes `Alamofire.AuthenticationError`.
    public typealias AuthenticationError = NeatlineHTTP.AuthenticationError

    // MARK: - Server trust

    /// The type `ServerTrustManager`, for code that writes `Alamofire.ServerTrustManager`.
    public typealias ServerTrustManager = NeatlineHTTP.ServerTrustManager
    /// The type `ServerTrustEvaluating`, for code that writes `Alamofire.ServerTrustEvaluating`.
    public typealias ServerTrustEvaluating = NeatlineHTTP.ServerTrustEvaluating
    /// The type `DefaultTrustEvaluator`, for code that writes `Alamofire.DefaultTrustEvaluator`.
    public typealias DefaultTrustEvaluator = NeatlineHTTP.DefaultTrustEvaluator
    /// The type `RevocationTrustEvaluator`, for code that writes `Alamofire.RevocationTrustEvaluator`.
    public typealias RevocationTrustEvaluator = NeatlineHTTP.RevocationTrustEvaluator
    /// The type `PinnedCertificatesTrustEvaluator`, for code that writes `Alamofire.PinnedCertificatesTrustEvaluator`.
    public typealias PinnedCertificatesTrustEvaluator = NeatlineHTTP.PinnedCertificatesTrustEvaluator
    /// The type `PublicKeysTrustEvaluator`, for code that writes `Alamofire.PublicKeysTrustEvaluator`.
    public typealias PublicKeysTrustEvaluator = NeatlineHTTP.PublicKeysTrustEvaluator
    /// The type `CompositeTrustEvaluator`, for code that writes `Alamofire.CompositeTrustEvaluator`.
    public typealias CompositeTrustEvaluator = NeatlineHTTP.CompositeTrustEvaluator
    /// The type `DisabledTrustEvaluator`, for code that writes `Alamofire.DisabledTrustEvaluator`.
    public typealias DisabledTrustEvaluator = NeatlineHTTP.DisabledTrustEvaluator
    /// The type `DisabledEvaluator`, for code that writes `Alamofire.DisabledEvaluator`.
    public typealias DisabledEvaluator = NeatlineHTTP.DisabledEvaluator
    /// The type `ServerTrustPolicy`, for code that writes `Alamofire.ServerTrustPolicy`.
    public typealias ServerTrustPolicy = NeatlineHTTP.ServerTrustPolicy
    /// The type `ServerTrustPolicyManager`, for code that writes `Alamofire.ServerTrustPolicyManager`.
    public typealias ServerTrustPolicyManager = NeatlineHTTP.ServerTrustPolicyManager

    // MARK: - Responses

    /// The type `AFError`, for code that writes `Alamofire.AFError`.
    public typealias AFError = NeatlineHTTP.AFError
    /// The type `AFResult`, for code that writes `Alamofire.AFResult`.
    public typealias AFResult = NeatlineHTTP.AFResult
    /// The type `DataResponse`, for code that writes `Alamofire.DataResponse`.
    public typealias DataResponse = NeatlineHTTP.DataResponse
    /// The type `AFDataResponse`, for code that writes `Alamofire.AFDataResponse`.
    public typealias AFDataResponse = NeatlineHTTP.AFDataResponse
    /// The type `DefaultDataResponse`, for code that writes `Alamofire.DefaultDataResponse`.
    public typealias DefaultDataResponse = NeatlineHTTP.DefaultDataResponse
    /// The type `DownloadResponse`, for code that writes `Alamofire.DownloadResponse`.
    public typealias DownloadResponse = NeatlineHTTP.DownloadResponse
    /// The type `AFDownloadResponse`, for code that writes `Alamofire.AFDownloadResponse`.
    public typealias AFDownloadResponse = NeatlineHTTP.AFDownloadResponse
    /// The type `DefaultDownloadResponse`, for code that writes `Alamofire.DefaultDownloadResponse`.
    public typealias DefaultDownloadResponse = NeatlineHTTP.DefaultDownloadResponse
    /// The type `Timeline`, for code that writes `Alamofire.Timeline`.
    public typealias Timeline = NeatlineHTTP.Timeline
    /// The type `Empty`, for code that writes `Alamofire.Empty`.
    public typealias Empty = NeatlineHTTP.Empty
    /// The type `EmptyResponse`, for code that writes `Alamofire.EmptyResponse`.
    public typealias EmptyResponse = NeatlineHTTP.EmptyResponse

    // MARK: - Serializers

    /// The type `DataResponseSerializerProtocol`, for code that writes `Alamofire.DataResponseSerializerProtocol`.
    public typealias DataResponseSerializerProtocol = NeatlineHTTP.DataResponseSerializerProtocol
    /// The type `DownloadResponseSerializerProtocol`, for code that writes `Alamofire.DownloadResponseSerializerProtocol`.
    public typealias DownloadResponseSerializerProtocol = NeatlineHTTP.DownloadResponseSerializerProtocol
    /// The type `ResponseSerializer`, for code that writes `Alamofire.ResponseSerializer`.
    public typealias ResponseSerializer = NeatlineHTTP.ResponseSerializer
    /// The type `DataResponseSerializer`, for code that writes `Alamofire.DataResponseSerializer`.
    public typealias DataResponseSerializer = NeatlineHTTP.DataResponseSerializer
    /// The type `StringResponseSerializer`, for code that writes `Alamofire.StringResponseSerializer`.
    public typealias StringResponseSerializer = NeatlineHTTP.StringResponseSerializer
    /// The type `JSONResponseSerializer`, for code that writes `Alamofire.JSONResponseSerializer`.
    public typealias JSONResponseSerializer = NeatlineHTTP.JSONResponseSerializer
    /// The type `DecodableResponseSerializer`, for code that writes `Alamofire.DecodableResponseSerializer`.
    public typealias DecodableResponseSerializer = NeatlineHTTP.DecodableResponseSerializer
    /// The type `PropertyListResponseSerializer`, for code that writes `Alamofire.PropertyListResponseSerializer`.
    public typealias PropertyListResponseSerializer = NeatlineHTTP.PropertyListResponseSerializer
    /// The type `URLResponseSerializer`, for code that writes `Alamofire.URLResponseSerializer`.
    public typealias URLResponseSerializer = NeatlineHTTP.URLResponseSerializer
    /// The type `DataStreamSerializer`, for code that writes `Alamofire.DataStreamSerializer`.
    public typealias DataStreamSerializer = NeatlineHTTP.DataStreamSerializer
    /// The type `PassthroughStreamSerializer`, for code that writes `Alamofire.PassthroughStreamSerializer`.
    public typealias PassthroughStreamSerializer = NeatlineHTTP.PassthroughStreamSerializer
    /// The type `StringStreamSerializer`, for code that writes `Alamofire.StringStreamSerializer`.
    public typealias StringStreamSerializer = NeatlineHTTP.StringStreamSerializer
    /// The type `DecodableStreamSerializer`, for code that writes `Alamofire.DecodableStreamSerializer`.
    public typealias DecodableStreamSerializer = NeatlineHTTP.DecodableStreamSerializer
    /// The type `DataPreprocessor`, for code that writes `Alamofire.DataPreprocessor`.
    public typealias DataPreprocessor = NeatlineHTTP.DataPreprocessor
    /// The type `PassthroughPreprocessor`, for code that writes `Alamofire.PassthroughPreprocessor`.
    public typealias PassthroughPreprocessor = NeatlineHTTP.PassthroughPreprocessor
    /// The type `GoogleXSSIPreprocessor`, for code that writes `Alamofire.GoogleXSSIPreprocessor`.
    public typealias GoogleXSSIPreprocessor = NeatlineHTTP.GoogleXSSIPreprocessor
    /// The type `DataDecoder`, for code that writes `Alamofire.DataDecoder`.
    public typealias DataDecoder = NeatlineHTTP.DataDecoder

    // MARK: - Events, extensions

    /// The type `EventMonitor`, for code that writes `Alamofire.EventMonitor`.
    public typealias EventMonitor = NeatlineHTTP.EventMonitor
    /// The type `ClosureEventMonitor`, for code that writes `Alamofire.ClosureEventMonitor`.
    public typealias ClosureEventMonitor = NeatlineHTTP.ClosureEventMonitor
    /// The type `CompositeEventMonitor`, for code that writes `Alamofire.CompositeEventMonitor`.
    public typealias CompositeEventMonitor = NeatlineHTTP.CompositeEventMonitor
    /// The type `NetworkReachabilityManager`, for code that writes `Alamofire.NetworkReachabilityManager`.
    public typealias NetworkReachabilityManager = NeatlineHTTP.NetworkReachabilityManager
    /// The type `AlamofireNotifications`, for code that writes `Alamofire.AlamofireNotifications`.
    public typealias AlamofireNotifications = NeatlineHTTP.AlamofireNotifications
    /// The type `AlamofireExtension`, for code that writes `Alamofire.AlamofireExtension`.
    public typealias AlamofireExtension = NeatlineHTTP.AlamofireExtension
    /// The type `AlamofireExtended`, for code that writes `Alamofire.AlamofireExtended`.
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
