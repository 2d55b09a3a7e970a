public import Dispatch
public import Foundation

extension Session {
    /// What became of a form: the result of version 4.
    public enum MultipartFormDataEncodingResult: Sendable {
        /// The form was put together, in a file if it is large; the request waits for its first handler.
        case success(request: UploadRequest, streamingFromDisk: Bool, streamFileURL: URL?)
        /// It could not be put together: an `AFError`.
        case failure(any Error)
    }

    /// Bytes of contents from which on version 4 puts a form together in a file: 10 MB.
    public static let multipartFormDataEncodingMemoryThreshold = MultipartFormData.encodingMemoryThreshold

    /// Puts a form together, and then gives the request that sends it: the spelling of Alamofire 4.
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
    /// Version 5's functions of the same name return the request at once, and tell its handlers what is wrong with the form.
    ///
    /// - Parameters:
    ///   - multipartFormData: Fills the form; called at once.
    ///   - encodingMemoryThreshold: Bytes of contents from which on a temporary file is used, which is removed when the
    ///     request is over.
    ///   - url: The URL.
    ///   - method: The method.
    ///   - headers: Header fields, which take precedence over the session's.
    ///   - queue: Where `encodingCompletion` is called; the main queue if nil.
    ///   - encodingCompletion: Called once, when the form was put together, or could not be.
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

    /// Puts a form together, and then gives the request that sends it: the spelling of Alamofire 4.
    ///
    /// - Parameters:
    ///   - multipartFormData: Fills the form; called at once.
    ///   - encodingMemoryThreshold: Bytes of contents from which on a temporary file is used, which is removed when the
    ///     request is over.
    ///   - urlRequest: The request. Its `Content-Type` becomes the form's.
    ///   - queue: Where `encodingCompletion` is called; the main queue if nil.
    ///   - encodingCompletion: Called once, when the form was put together, or could not be.
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
