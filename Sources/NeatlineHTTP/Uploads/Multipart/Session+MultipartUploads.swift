public import Foundation

#if canImport(FoundationNetworking)
internal import FoundationNetworking
#endif

/// What cannot be made into a request, or into a form, is told to the handlers, as an `AFError`.
extension Session {
    /// Makes a request that sends a form (`multipart/form-data`).
    ///
    /// ```swift
    /// session.upload(multipartFormData: { form in
    ///     form.append(Data("Ada".utf8), withName: "name")
    ///     form.append(photo, withName: "photo")
    /// }, to: "https://httpbin.org/post")
    /// ```
    ///
    /// - Parameters:
    ///   - multipartFormData: Fills the form; called at once.
    ///   - url: The URL.
    ///   - encodingMemoryThreshold: Bytes of contents from which on the form is put together in a temporary file, which is
    ///     removed when the request is over.
    ///   - method: The method.
    ///   - headers: Header fields, which take precedence over the session's. `Content-Type` is the form's own.
    ///   - interceptor: Adapts and retries this request, after the session's.
    ///   - fileManager: The form's, which also removes the temporary file.
    ///   - shouldAutomaticallyResume: Whether the first handler starts the request; as the session says if nil.
    ///   - requestModifier: Changes the request before it is adapted.
    public func upload(
        multipartFormData: @escaping (MultipartFormData) -> Void, to url: any URLConvertible,
        usingThreshold encodingMemoryThreshold: UInt64 = MultipartFormData.encodingMemoryThreshold,
        method: HTTPMethod = .post, headers: HTTPHeaders? = nil, interceptor: (any RequestInterceptor)? = nil,
        fileManager: FileManager = .default, shouldAutomaticallyResume: Bool? = nil,
        requestModifier: RequestModifier? = nil
    ) -> UploadRequest {
        upload(
            multipartFormData: multipartFormData, with: source(url, method, headers, requestModifier),
            usingThreshold: encodingMemoryThreshold, interceptor: interceptor, fileManager: fileManager,
            shouldAutomaticallyResume: shouldAutomaticallyResume)
    }

    /// Makes a request that sends a form, of a `URLRequest` or what can be made into one.
    ///
    /// - Parameters:
    ///   - multipartFormData: Fills the form; called at once.
    ///   - request: The request. Its `Content-Type` becomes the form's, and a body that it has is not sent.
    ///   - encodingMemoryThreshold: Bytes of contents from which on the form is put together in a temporary file, which is
    ///     removed when the request is over.
    ///   - interceptor: Adapts and retries this request, after the session's.
    ///   - fileManager: The form's, which also removes the temporary file.
    ///   - shouldAutomaticallyResume: Whether the first handler starts the request; as the session says if nil.
    public func upload(
        multipartFormData: @escaping (MultipartFormData) -> Void, with request: any URLRequestConvertible,
        usingThreshold encodingMemoryThreshold: UInt64 = MultipartFormData.encodingMemoryThreshold,
        interceptor: (any RequestInterceptor)? = nil, fileManager: FileManager = .default,
        shouldAutomaticallyResume: Bool? = nil
    ) -> UploadRequest {
        let form = MultipartFormData(fileManager: fileManager)
        multipartFormData(form)
        return upload(
            multipartFormData: form, with: request, usingThreshold: encodingMemoryThreshold, interceptor: interceptor,
            fileManager: fileManager, shouldAutomaticallyResume: shouldAutomaticallyResume)
    }

    /// Makes a request that sends a form that is there already.
    ///
    /// - Parameters:
    ///   - multipartFormData: The form. It is put together when the request is made ready.
    ///   - url: The URL.
    ///   - encodingMemoryThreshold: Bytes of contents from which on the form is put together in a temporary file, which is
    ///     removed when the request is over.
    ///   - method: The method.
    ///   - headers: Header fields, which take precedence over the session's. `Content-Type` is the form's own.
    ///   - interceptor: Adapts and retries this request, after the session's.
    ///   - fileManager: Removes the temporary file.
    ///   - shouldAutomaticallyResume: Whether the first handler starts the request; as the session says if nil.
    ///   - requestModifier: Changes the request before it is adapted.
    public func upload(
        multipartFormData: MultipartFormData, to url: any URLConvertible,
        usingThreshold encodingMemoryThreshold: UInt64 = MultipartFormData.encodingMemoryThreshold,
        method: HTTPMethod = .post, headers: HTTPHeaders? = nil, interceptor: (any RequestInterceptor)? = nil,
        fileManager: FileManager = .default, shouldAutomaticallyResume: Bool? = nil,
        requestModifier: RequestModifier? = nil
    ) -> UploadRequest {
        upload(
            multipartFormData: multipartFormData, with: source(url, method, headers, requestModifier),
            usingThreshold: encodingMemoryThreshold, interceptor: interceptor, fileManager: fileManager,
            shouldAutomaticallyResume: shouldAutomaticallyResume)
    }

    /// Makes a request that sends a form that is there already, of a `URLRequest` or what can be made into one.
    ///
    /// - Parameters:
    ///   - multipartFormData: The form. It is put together when the request is made ready.
    ///   - request: The request. Its `Content-Type` becomes the form's, and a body that it has is not sent.
    ///   - encodingMemoryThreshold: Bytes of contents from which on the form is put together in a temporary file, which is
    ///     removed when the request is over.
    ///   - interceptor: Adapts and retries this request, after the session's.
    ///   - fileManager: Removes the temporary file.
    ///   - shouldAutomaticallyResume: Whether the first handler starts the request; as the session says if nil.
    public func upload(
        multipartFormData: MultipartFormData, with request: any URLRequestConvertible,
        usingThreshold encodingMemoryThreshold: UInt64 = MultipartFormData.encodingMemoryThreshold,
        interceptor: (any RequestInterceptor)? = nil, fileManager: FileManager = .default,
        shouldAutomaticallyResume: Bool? = nil
    ) -> UploadRequest {
        upload(
            MultipartUpload(
                request: request, form: multipartFormData, threshold: encodingMemoryThreshold,
                fileManager: fileManager),
            interceptor: interceptor, fileManager: fileManager, shouldAutomaticallyResume: shouldAutomaticallyResume)
    }
}
