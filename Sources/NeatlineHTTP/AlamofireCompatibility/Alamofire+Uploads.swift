public import Foundation

#if canImport(FoundationNetworking)
internal import FoundationNetworking
#endif

/// Uploads with the default session.
extension Alamofire {
    /// Creates a request that uploads data.
    ///
    /// - Parameters:
    ///   - data: The body.
    ///   - url: The URL: a `String`, a `URL`, a `URLComponents` or another ``URLConvertible``.
    ///   - method: The HTTP method.
    ///   - headers: The header fields. A `Content-Type` is sent only if they contain one.
    /// - Returns: The request. Its first response handler or ``Request/resume()`` starts it.
    public static func upload(
        _ data: Data, to url: any URLConvertible, method: HTTPMethod = .post, headers: HTTPHeaders? = nil
    ) -> UploadRequest {
        Session.default.upload(data, to: url, method: method, headers: headers)
    }

    /// Creates a request that uploads data, from a `URLRequest` or a value that can be converted to one.
    ///
    /// - Parameters:
    ///   - data: The body.
    ///   - urlRequest: The request. Its own body is not sent.
    /// - Returns: The request. Its first response handler or ``Request/resume()`` starts it.
    public static func upload(_ data: Data, with urlRequest: any URLRequestConvertible) -> UploadRequest {
        Session.default.upload(data, with: urlRequest)
    }

    /// Creates a request that uploads a file, which is read while it is sent.
    ///
    /// - Parameters:
    ///   - fileURL: The URL of the file. The file must not change until the request has finished.
    ///   - url: The URL: a `String`, a `URL`, a `URLComponents` or another ``URLConvertible``.
    ///   - method: The HTTP method.
    ///   - headers: The header fields. A `Content-Type` is sent only if they contain one.
    /// - Returns: The request. Its first response handler or ``Request/resume()`` starts it.
    public static func upload(
        _ fileURL: URL, to url: any URLConvertible, method: HTTPMethod = .post, headers: HTTPHeaders? = nil
    ) -> UploadRequest {
        Session.default.upload(fileURL, to: url, method: method, headers: headers)
    }

    /// Creates a request that uploads a file, from a `URLRequest` or a value that can be converted to one.
    ///
    /// - Parameters:
    ///   - fileURL: The URL of the file. The file must not change until the request has finished.
    ///   - urlRequest: The request. Its own body is not sent.
    /// - Returns: The request. Its first response handler or ``Request/resume()`` starts it.
    public static func upload(_ fileURL: URL, with urlRequest: any URLRequestConvertible) -> UploadRequest {
        Session.default.upload(fileURL, with: urlRequest)
    }

    /// Creates a request that uploads a stream, which can be sent only once.
    ///
    /// - Parameters:
    ///   - stream: The body.
    ///   - url: The URL: a `String`, a `URL`, a `URLComponents` or another ``URLConvertible``.
    ///   - method: The HTTP method.
    ///   - headers: The header fields. A `Content-Type` is sent only if they contain one.
    /// - Returns: The request. Its first response handler or ``Request/resume()`` starts it.
    public static func upload(
        _ stream: InputStream, to url: any URLConvertible, method: HTTPMethod = .post, headers: HTTPHeaders? = nil
    ) -> UploadRequest {
        Session.default.upload(stream, to: url, method: method, headers: headers)
    }

    /// Creates a request that uploads a stream, from a `URLRequest` or a value that can be converted to one.
    ///
    /// - Parameters:
    ///   - stream: The body.
    ///   - urlRequest: The request. Its own body is not sent.
    /// - Returns: The request. Its first response handler or ``Request/resume()`` starts it.
    public static func upload(_ stream: InputStream, with urlRequest: any URLRequestConvertible) -> UploadRequest {
        Session.default.upload(stream, with: urlRequest)
    }

    /// Encodes a form, and then passes the request that uploads it to a closure.
    ///
    /// For an example, see
    /// ``Session/upload(multipartFormData:usingThreshold:to:method:headers:queue:encodingCompletion:)``.
    ///
    /// - Parameters:
    ///   - multipartFormData: Appends the parts to the form. Called before this function returns, on the calling
    ///     thread.
    ///   - encodingMemoryThreshold: The number of bytes of contents from which the form is encoded to a temporary file,
    ///     not in memory. The file is removed when the request has finished.
    ///   - url: The URL: a `String`, a `URL`, a `URLComponents` or another ``URLConvertible``.
    ///   - method: The HTTP method.
    ///   - headers: The header fields. They take precedence over those of the session's configuration.
    ///   - encodingCompletion: A closure that receives the result. Called once, on the main queue.
    @preconcurrency
    public static func upload(
        multipartFormData: @escaping (MultipartFormData) -> Void,
        usingThreshold encodingMemoryThreshold: UInt64 = Session.multipartFormDataEncodingMemoryThreshold,
        to url: any URLConvertible, method: HTTPMethod = .post, headers: HTTPHeaders? = nil,
        encodingCompletion: (@Sendable (Session.MultipartFormDataEncodingResult) -> Void)?
    ) {
        Session.default.upload(
            multipartFormData: multipartFormData, usingThreshold: encodingMemoryThreshold, to: url, method: method,
            headers: headers, encodingCompletion: encodingCompletion)
    }

    /// Encodes a form, and then passes the request that uploads it to a closure, from a `URLRequest` or a value that
    /// can be converted to one.
    ///
    /// - Parameters:
    ///   - multipartFormData: Appends the parts to the form. Called before this function returns, on the calling
    ///     thread.
    ///   - encodingMemoryThreshold: The number of bytes of contents from which the form is encoded to a temporary file,
    ///     not in memory. The file is removed when the request has finished.
    ///   - urlRequest: The request. Its `Content-Type` is set to that of the form.
    ///   - encodingCompletion: A closure that receives the result. Called once, on the main queue.
    @preconcurrency
    public static func upload(
        multipartFormData: @escaping (MultipartFormData) -> Void,
        usingThreshold encodingMemoryThreshold: UInt64 = Session.multipartFormDataEncodingMemoryThreshold,
        with urlRequest: any URLRequestConvertible,
        encodingCompletion: (@Sendable (Session.MultipartFormDataEncodingResult) -> Void)?
    ) {
        Session.default.upload(
            multipartFormData: multipartFormData, usingThreshold: encodingMemoryThreshold, with: urlRequest,
            encodingCompletion: encodingCompletion)
    }
}
