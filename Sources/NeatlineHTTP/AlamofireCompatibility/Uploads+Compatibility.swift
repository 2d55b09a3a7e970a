public import Dispatch
public import Foundation

// Uploads in the spellings of Alamofire 4.

/// Uploads with the default session.
extension Alamofire {
    /// Creates a request that uploads data.
    public static func upload(
        _ data: Data, to url: any URLConvertible, method: HTTPMethod = .post, headers: HTTPHeaders? = nil
    ) -> UploadRequest {
        Session.default.upload(data, to: url, method: method, headers: headers)
    }

    /// Creates a request that uploads data, from a `URLRequest` or a value that can be converted to one.
    public static func upload(_ data: Data, with urlRequest: any URLRequestConvertible) -> UploadRequest {
        Session.default.upload(data, with: urlRequest)
    }

    /// Creates a request that uploads a file, which is read while it is sent.
    public static func upload(
        _ fileURL: URL, to url: any URLConvertible, method: HTTPMethod = .post, headers: HTTPHeaders? = nil
    ) -> UploadRequest {
        Session.default.upload(fileURL, to: url, method: method, headers: headers)
    }

    /// Creates a request that uploads a file, from a `URLRequest` or a value that can be converted to one.
    public static func upload(_ fileURL: URL, with urlRequest: any URLRequestConvertible) -> UploadRequest {
        Session.default.upload(fileURL, with: urlRequest)
    }

    /// Creates a request that uploads a stream, which can be sent only once.
    public static func upload(
        _ stream: InputStream, to url: any URLConvertible, method: HTTPMethod = .post, headers: HTTPHeaders? = nil
    ) -> UploadRequest {
        Session.default.upload(stream, to: url, method: method, headers: headers)
    }

    /// Creates a request that uploads a stream, from a `URLRequest` or a value that can be converted to one.
    public static func upload(_ stream: InputStream, with urlRequest: any URLRequestConvertible) -> UploadRequest {
        Session.default.upload(stream, with: urlRequest)
    }

    /// Encodes a form, and then passes the request that uploads it to a closure.
    ///
    /// For an example, see
    /// ``Session/upload(multipartFormData:usingThreshold:to:method:headers:queue:encodingCompletion:)``.
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

extension Session {
    /// The result of encoding a form, as in Alamofire 4.
    public enum MultipartFormDataEncodingResult: Sendable {
        /// The form was encoded, in a file if it is large; the first response handler starts the request.
        case success(request: UploadRequest, streamingFromDisk: Bool, streamFileURL: URL?)
        /// The form could not be encoded; the error is an `AFError`.
        case failure(any Error)
    }

    /// The number of bytes of contents from which Alamofire 4 encodes a form to a file: 10 MB.
    public static let multipartFormDataEncodingMemoryThreshold = MultipartFormData.encodingMemoryThreshold

    /// Encodes a form, and then passes the request that uploads it to a closure, as in Alamofire 4.
    ///
    /// ```swift
    /// Alamofire.upload(
    ///     multipartFormData: { multipartFormData in
    ///         multipartFormData.append(unicornImageURL, withName: "unicorn")
    ///     },
    ///     to: "https://httpbin.org/post",
    ///     encodingCompletion: { encodingResult in
    ///         switch encodingResult {
    ///         case .success(let upload, _, _): upload.responseJSON { response in debugPrint(response) }
    ///         case .failure(let encodingError): print(encodingError)
    ///         }
    ///     }
    /// )
    /// ```
    ///
    /// The functions of Alamofire 5 with the same name return the request immediately; its handlers receive errors of
    /// the form.
    ///
    /// - Parameters:
    ///   - multipartFormData: Appends the parts to the form. Called before this function returns, on the calling
    ///     thread.
    ///   - encodingMemoryThreshold: The number of bytes of contents from which the form is encoded to a temporary file,
    ///     not in memory. The file is removed when the request has finished.
    ///   - url: The URL: a `String`, a `URL`, a `URLComponents` or another ``URLConvertible``.
    ///   - method: The HTTP method.
    ///   - headers: The header fields. They take precedence over those of the session's configuration.
    ///   - queue: The queue on which `encodingCompletion` is called; `nil` for the main queue.
    ///   - encodingCompletion: A closure that receives the result. Called once.
    @preconcurrency
    public func upload(
        multipartFormData: @escaping (MultipartFormData) -> Void,
        usingThreshold encodingMemoryThreshold: UInt64 = Session.multipartFormDataEncodingMemoryThreshold,
        to url: any URLConvertible, method: HTTPMethod = .post, headers: HTTPHeaders? = nil,
        queue: DispatchQueue? = nil,
        encodingCompletion: (@Sendable (MultipartFormDataEncodingResult) -> Void)?
    ) {
        upload(
            multipartFormData: multipartFormData, usingThreshold: encodingMemoryThreshold,
            with: source(url, method, headers, nil), queue: queue, encodingCompletion: encodingCompletion)
    }

    /// Encodes a form, and then passes the request that uploads it to a closure, as in Alamofire 4.
    ///
    /// - Parameters:
    ///   - multipartFormData: Appends the parts to the form. Called before this function returns, on the calling
    ///     thread.
    ///   - encodingMemoryThreshold: The number of bytes of contents from which the form is encoded to a temporary file,
    ///     not in memory. The file is removed when the request has finished.
    ///   - urlRequest: The request. Its `Content-Type` is set to that of the form.
    ///   - queue: The queue on which `encodingCompletion` is called; `nil` for the main queue.
    ///   - encodingCompletion: A closure that receives the result. Called once.
    @preconcurrency
    public func upload(
        multipartFormData: @escaping (MultipartFormData) -> Void,
        usingThreshold encodingMemoryThreshold: UInt64 = Session.multipartFormDataEncodingMemoryThreshold,
        with urlRequest: any URLRequestConvertible, queue: DispatchQueue? = nil,
        encodingCompletion: (@Sendable (MultipartFormDataEncodingResult) -> Void)?
    ) {
        let form = MultipartFormData()
        multipartFormData(form)
        let upload = MultipartUpload(
            request: urlRequest, form: form, threshold: encodingMemoryThreshold, fileManager: .default)
        core.makeBody {
            let result: MultipartFormDataEncodingResult
            do {
                _ = try upload.asURLRequest()
                let uploadable = try upload.createUploadable()
                let request = self.upload(upload)
                if case .file(let url, _) = uploadable {
                    result = .success(request: request, streamingFromDisk: true, streamFileURL: url)
                } else {
                    result = .success(request: request, streamingFromDisk: false, streamFileURL: nil)
                }
            } catch {
                result = .failure(error)
            }
            if let encodingCompletion { (queue ?? .main).async { encodingCompletion(result) } }
        }
    }
}
