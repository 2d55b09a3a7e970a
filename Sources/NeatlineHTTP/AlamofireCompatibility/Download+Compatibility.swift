public import Foundation

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
    ///
    /// - Parameters:
    ///   - url: The URL: a `String`, a `URL`, a `URLComponents` or another ``URLConvertible``.
    ///   - method: The HTTP method.
    ///   - parameters: The parameters; `nil` for none.
    ///   - encoding: Encodes the parameters into the URL or the body.
    ///   - headers: The header fields. They take precedence over those of the session's configuration.
    ///   - destination: Returns the URL that the file is moved to; `nil` to leave it in the temporary directory.
    /// - Returns: The request. Its first response handler or ``Request/resume()`` starts it.
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
    ///
    /// - Parameters:
    ///   - urlRequest: The request.
    ///   - destination: Returns the URL that the file is moved to; `nil` to leave it in the temporary directory.
    /// - Returns: The request. Its first response handler or ``Request/resume()`` starts it.
    public static func download(
        _ urlRequest: any URLRequestConvertible, to destination: DownloadRequest.DownloadFileDestination? = nil
    ) -> DownloadRequest {
        Session.default.download(urlRequest, to: destination)
    }

    /// Creates a request that resumes a download that was interrupted or cancelled.
    ///
    /// - Parameters:
    ///   - resumeData: The ``DownloadRequest/resumeData`` of the earlier request.
    ///   - destination: Returns the URL that the file is moved to; `nil` to leave it in the temporary directory.
    /// - Returns: The request. Its first response handler or ``Request/resume()`` starts it.
    public static func download(
        resumingWith resumeData: Data, to destination: DownloadRequest.DownloadFileDestination? = nil
    ) -> DownloadRequest {
        Session.default.download(resumingWith: resumeData, to: destination)
    }
}
