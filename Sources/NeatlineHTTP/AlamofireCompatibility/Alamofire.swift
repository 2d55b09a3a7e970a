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
