public import Foundation

extension DownloadRequest {
    /// The name of ``Destination`` in Alamofire 4.
    public typealias DownloadFileDestination = Destination
    /// The name of ``Options`` in Alamofire 4.
    public typealias DownloadOptions = Options
}

extension Request {
    /// Moves files into one of the user's directories, under the names that servers suggest: the function of Alamofire 2
    /// and 3, where it was the request's.
    ///
    /// See ``DownloadRequest/suggestedDownloadDestination(for:in:options:)``.
    @_disfavoredOverload
    public class func suggestedDownloadDestination(
        directory: FileManager.SearchPathDirectory = .documentDirectory,
        domain: FileManager.SearchPathDomainMask = .userDomainMask
    ) -> DownloadRequest.Destination {
        DownloadRequest.suggestedDownloadDestination(for: directory, in: domain)
    }
}

extension DownloadResponse {
    /// Where the body is: the file that Alamofire 4 left in the temporary directory, or that was moved from there.
    public var temporaryURL: URL? { fileURL }
}

extension Alamofire {
    /// Makes a request whose response's body goes to a file.
    ///
    /// What cannot be made into a request is told to the handlers, as an `AFError`.
    ///
    /// - Parameters:
    ///   - url: The URL.
    ///   - method: The method.
    ///   - parameters: What `encoding` puts into the request.
    ///   - encoding: Where and how it puts them.
    ///   - headers: Header fields, which take precedence over the session's.
    ///   - destination: Says where the file is to go; without, it stays in the temporary directory.
    public static func download(
        _ url: any URLConvertible, method: HTTPMethod = .get, parameters: Parameters? = nil,
        encoding: any ParameterEncoding = URLEncoding.default, headers: HTTPHeaders? = nil,
        to destination: DownloadRequest.DownloadFileDestination? = nil
    ) -> DownloadRequest {
        Session.default.download(
            url, method: method, parameters: parameters, encoding: encoding, headers: headers, to: destination)
    }

    /// Makes a request whose response's body goes to a file, of a `URLRequest` or what can be made into one.
    public static func download(
        _ urlRequest: any URLRequestConvertible, to destination: DownloadRequest.DownloadFileDestination? = nil
    ) -> DownloadRequest {
        Session.default.download(urlRequest, to: destination)
    }

    /// Goes on with a download that was cut off or cancelled.
    public static func download(
        resumingWith resumeData: Data, to destination: DownloadRequest.DownloadFileDestination? = nil
    ) -> DownloadRequest {
        Session.default.download(resumingWith: resumeData, to: destination)
    }
}
