public import Foundation

#if canImport(FoundationNetworking)
internal import FoundationNetworking
#endif

/// What cannot be made into a request, or into its body, is told to the handlers, as an `AFError`.
extension Session {
    // MARK: - Data

    /// Makes a request that sends bytes.
    ///
    /// - Parameters:
    ///   - data: The body.
    ///   - convertible: The URL.
    ///   - method: The method.
    ///   - headers: Header fields, which take precedence over the session's. A `Content-Type` is sent only if it is here.
    ///   - interceptor: Adapts and retries this request, after the session's.
    ///   - fileManager: Is kept; there is no file to remove.
    ///   - shouldAutomaticallyResume: Whether the first handler starts the request; as the session says if nil.
    ///   - requestModifier: Changes the request before it is adapted.
    public func upload(
        _ data: Data, to convertible: any URLConvertible, method: HTTPMethod = .post, headers: HTTPHeaders? = nil,
        interceptor: (any RequestInterceptor)? = nil, fileManager: FileManager = .default,
        shouldAutomaticallyResume: Bool? = nil, requestModifier: RequestModifier? = nil
    ) -> UploadRequest {
        upload(
            data, with: source(convertible, method, headers, requestModifier), interceptor: interceptor,
            fileManager: fileManager, shouldAutomaticallyResume: shouldAutomaticallyResume)
    }

    /// Makes a request that sends bytes, of a `URLRequest` or what can be made into one.
    ///
    /// - Parameters:
    ///   - data: The body.
    ///   - convertible: The request. A body that it has is not sent.
    ///   - interceptor: Adapts and retries this request, after the session's.
    ///   - fileManager: Is kept; there is no file to remove.
    ///   - shouldAutomaticallyResume: Whether the first handler starts the request; as the session says if nil.
    public func upload(
        _ data: Data, with convertible: any URLRequestConvertible, interceptor: (any RequestInterceptor)? = nil,
        fileManager: FileManager = .default, shouldAutomaticallyResume: Bool? = nil
    ) -> UploadRequest {
        upload(
            Upload(request: convertible, uploadable: UploadRequest.Uploadable.data(data)), interceptor: interceptor,
            fileManager: fileManager, shouldAutomaticallyResume: shouldAutomaticallyResume)
    }

    // MARK: - File

    /// Makes a request that sends a file, which is read while it is sent.
    ///
    /// - Parameters:
    ///   - fileURL: The file. It must stay as it is until the request is over.
    ///   - convertible: The URL.
    ///   - method: The method.
    ///   - headers: Header fields, which take precedence over the session's. A `Content-Type` is sent only if it is here.
    ///   - interceptor: Adapts and retries this request, after the session's.
    ///   - fileManager: Is kept; the file is not removed.
    ///   - shouldAutomaticallyResume: Whether the first handler starts the request; as the session says if nil.
    ///   - requestModifier: Changes the request before it is adapted.
    public func upload(
        _ fileURL: URL, to convertible: any URLConvertible, method: HTTPMethod = .post, headers: HTTPHeaders? = nil,
        interceptor: (any RequestInterceptor)? = nil, fileManager: FileManager = .default,
        shouldAutomaticallyResume: Bool? = nil, requestModifier: RequestModifier? = nil
    ) -> UploadRequest {
        upload(
            fileURL, with: source(convertible, method, headers, requestModifier), interceptor: interceptor,
            fileManager: fileManager, shouldAutomaticallyResume: shouldAutomaticallyResume)
    }

    /// Makes a request that sends a file, of a `URLRequest` or what can be made into one.
    ///
    /// - Parameters:
    ///   - fileURL: The file. It must stay as it is until the request is over.
    ///   - convertible: The request. A body that it has is not sent.
    ///   - interceptor: Adapts and retries this request, after the session's.
    ///   - fileManager: Is kept; the file is not removed.
    ///   - shouldAutomaticallyResume: Whether the first handler starts the request; as the session says if nil.
    public func upload(
        _ fileURL: URL, with convertible: any URLRequestConvertible, interceptor: (any RequestInterceptor)? = nil,
        fileManager: FileManager = .default, shouldAutomaticallyResume: Bool? = nil
    ) -> UploadRequest {
        upload(
            Upload(request: convertible, uploadable: UploadRequest.Uploadable.file(fileURL, shouldRemove: false)),
            interceptor: interceptor, fileManager: fileManager, shouldAutomaticallyResume: shouldAutomaticallyResume)
    }

    // MARK: - Stream

    /// Makes a request that sends what a stream gives, while it is read.
    ///
    /// A stream can be sent once. If the request has to be sent again when something was read, it fails with an error that
    /// says so (``UploadBodyError/streamAlreadyRead``); an ``UploadConvertible`` that makes another stream each time can.
    ///
    /// - Parameters:
    ///   - stream: The body. It is sent in chunks, unless `headers` say its `Content-Length`.
    ///   - convertible: The URL.
    ///   - method: The method.
    ///   - headers: Header fields, which take precedence over the session's. A `Content-Type` is sent only if it is here.
    ///   - interceptor: Adapts and retries this request, after the session's.
    ///   - fileManager: Is kept; there is no file to remove.
    ///   - shouldAutomaticallyResume: Whether the first handler starts the request; as the session says if nil.
    ///   - requestModifier: Changes the request before it is adapted.
    public func upload(
        _ stream: InputStream, to convertible: any URLConvertible, method: HTTPMethod = .post,
        headers: HTTPHeaders? = nil, interceptor: (any RequestInterceptor)? = nil, fileManager: FileManager = .default,
        shouldAutomaticallyResume: Bool? = nil, requestModifier: RequestModifier? = nil
    ) -> UploadRequest {
        upload(
            stream, with: source(convertible, method, headers, requestModifier), interceptor: interceptor,
            fileManager: fileManager, shouldAutomaticallyResume: shouldAutomaticallyResume)
    }

    /// Makes a request that sends what a stream gives, of a `URLRequest` or what can be made into one.
    ///
    /// - Parameters:
    ///   - stream: The body, which can be sent once. It is sent in chunks, unless the request says its `Content-Length`.
    ///   - convertible: The request. A body that it has is not sent.
    ///   - interceptor: Adapts and retries this request, after the session's.
    ///   - fileManager: Is kept; there is no file to remove.
    ///   - shouldAutomaticallyResume: Whether the first handler starts the request; as the session says if nil.
    public func upload(
        _ stream: InputStream, with convertible: any URLRequestConvertible,
        interceptor: (any RequestInterceptor)? = nil, fileManager: FileManager = .default,
        shouldAutomaticallyResume: Bool? = nil
    ) -> UploadRequest {
        upload(
            Upload(request: convertible, uploadable: UploadRequest.Uploadable.stream(stream)),
            interceptor: interceptor, fileManager: fileManager, shouldAutomaticallyResume: shouldAutomaticallyResume)
    }

    // MARK: - Anything

    /// Makes a request that sends what a type of your own makes, for each attempt anew.
    ///
    /// - Parameters:
    ///   - upload: Makes the request and its body.
    ///   - interceptor: Adapts and retries this request, after the session's.
    ///   - fileManager: Removes a file that should be removed, when the request is over.
    ///   - shouldAutomaticallyResume: Whether the first handler starts the request; as the session says if nil.
    public func upload(
        _ upload: any UploadConvertible, interceptor: (any RequestInterceptor)? = nil,
        fileManager: FileManager = .default, shouldAutomaticallyResume: Bool? = nil
    ) -> UploadRequest {
        let request = UploadRequest(
            core: core, upload: upload, fileManager: fileManager, interceptor: interceptor,
            shouldAutomaticallyResume: shouldAutomaticallyResume)
        if requestSetup == .eager { request.process(.setUp) }
        return request
    }

    /// What a request without parameters is made of.
    func source(
        _ url: any URLConvertible, _ method: HTTPMethod, _ headers: HTTPHeaders?, _ modifier: RequestModifier?
    ) -> URLRequestSource {
        URLRequestSource(
            url: url, method: method, headers: headers, modifier: modifier, parameters: nil,
            encoding: URLEncoding.default)
    }
}
