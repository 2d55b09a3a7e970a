/// The name that Alamofire's module has in code that writes it out: `Alamofire.request(…)`, `Alamofire.Session`.
///
/// ```swift
/// Alamofire.request("https://httpbin.org/get").validate().responseJSON { response in
///     debugPrint(response)
/// }
/// ```
///
/// The functions are those of Alamofire 4 and use ``Session/default``, as ``AF`` does. One thing differs: version 4 sent a
/// request as soon as it was made; here its first handler sends it, or `resume()`, so the result should not be ignored.
///
/// In a file that imports Alamofire, too, this is what the name means.
public enum Alamofire {
    /// The default session, as ``NeatlineHTTP/AF``.
    public static var AF: Session { .default }

    /// Makes a request with parameters from a dictionary.
    ///
    /// What cannot be made into a request is told to the handlers, as an `AFError`.
    ///
    /// - Parameters:
    ///   - url: The URL.
    ///   - method: The method.
    ///   - parameters: What `encoding` puts into the request.
    ///   - encoding: Where and how it puts them.
    ///   - headers: Header fields, which take precedence over the session's.
    public static func request(
        _ url: any URLConvertible, method: HTTPMethod = .get, parameters: Parameters? = nil,
        encoding: any ParameterEncoding = URLEncoding.default, headers: HTTPHeaders? = nil
    ) -> DataRequest {
        Session.default.request(url, method: method, parameters: parameters, encoding: encoding, headers: headers)
    }

    /// Makes a request of a `URLRequest`, or of what can be made into one.
    public static func request(_ urlRequest: any URLRequestConvertible) -> DataRequest {
        Session.default.request(urlRequest)
    }
}
