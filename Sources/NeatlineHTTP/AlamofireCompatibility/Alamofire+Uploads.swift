public import Foundation

#if canImport(FoundationNetworking)
internal import FoundationNetworking
#endif

/// Uploads by the default session.
extension Alamofire {
    /// Makes a request that sends bytes.
    public static func upload(
        _ data: Data, to url: any URLConvertible, method: HTTPMethod = .post, headers: HTTPHeaders? = nil
    ) -> UploadRequest {
        Session.default.upload(data, to: url, method: method, headers: headers)
    }

    /// Makes a request that sends bytes, of a `URLRequest` or what can be made into one.
    public static func upload(_ data: Data, with urlRequest: any URLRequestConvertible) -> UploadRequest {
        Session.default.upload(data, with: urlRequest)
    }

    /// Makes a request that sends a file.
    public static func upload(
        _ fileURL: URL, to url: any URLConvertible, method: HTTPMethod = .post, headers: HTTPHeaders? = nil
    ) -> UploadRequest {
        Session.default.upload(fileURL, to: url, method: method, headers: headers)
    }

    /// Makes a request that sends a file, of a `URLRequest` or what can be made into one.
    public static func upload(_ fileURL: URL, with urlRequest: any URLRequestConvertible) -> UploadRequest {
        Session.default.upload(fileURL, with: urlRequest)
    }

    /// Makes a request that sends what a stream gives.
    public static func upload(
        _ stream: InputStream, to url: any URLConvertible, method: HTTPMethod = .post, headers: HTTPHeaders? = nil
    ) -> UploadRequest {
        Session.default.upload(stream, to: url, method: method, headers: headers)
    }

    /// Makes a request that sends what a stream gives, of a `URLRequest` or what can be made into one.
    public static func upload(_ stream: InputStream, with urlRequest: any URLRequestConvertible) -> UploadRequest {
        Session.default.upload(stream, with: urlRequest)
    }

    /// Puts a form together, and then gives the request that sends it.
    ///
    /// ``Session/upload(multipartFormData:usingThreshold:to:method:headers:queue:encodingCompletion:)`` has an example.
    ///
    /// - Parameters:
    ///   - multipartFormData: Fills the form; called at once.
    ///   - encodingMemoryThreshold: Bytes of contents from which on a temporary file is used.
    ///   - url: The URL.
    ///   - method: The method.
    ///   - headers: Header fields, which take precedence over the session's.
    ///   - encodingCompletion: Called once, on the main queue.
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

    /// Puts a form together, and then gives the request that sends it, of a `URLRequest` or what can be made into one.
    ///
    /// - Parameters:
    ///   - multipartFormData: Fills the form; called at once.
    ///   - encodingMemoryThreshold: Bytes of contents from which on a temporary file is used.
    ///   - urlRequest: The request. Its `Content-Type` becomes the form's.
    ///   - encodingCompletion: Called once, on the main queue.
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
