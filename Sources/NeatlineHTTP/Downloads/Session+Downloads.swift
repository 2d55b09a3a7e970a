public import Foundation

extension Session {
    /// Makes a request whose response's body goes to a file, with an `Encodable` value as its parameters.
    ///
    /// What cannot be made into a request is told to the handlers, as an `AFError`.
    ///
    /// - Parameters:
    ///   - convertible: The URL.
    ///   - method: The method.
    ///   - parameters: What `encoder` puts into the request.
    ///   - encoder: Where and how it puts it.
    ///   - headers: Header fields, which take precedence over the session's.
    ///   - interceptor: Adapts and retries this request, after the session's.
    ///   - shouldAutomaticallyResume: Whether the first handler starts the request; as the session says if nil.
    ///   - requestModifier: Changes the request before its parameters are encoded.
    ///   - destination: Says where the file is to go; without, it stays in the temporary directory.
    public func download<Parameters: Encodable & Sendable>(
        _ convertible: any URLConvertible, method: HTTPMethod = .get, parameters: Parameters? = nil,
        encoder: any ParameterEncoder = URLEncodedFormParameterEncoder.default, headers: HTTPHeaders? = nil,
        interceptor: (any RequestInterceptor)? = nil, shouldAutomaticallyResume: Bool? = nil,
        requestModifier: RequestModifier? = nil, to destination: DownloadRequest.Destination? = nil
    ) -> DownloadRequest {
        download(
            EncodingURLRequestSource(
                url: convertible, method: method, headers: headers, modifier: requestModifier, parameters: parameters,
                encoder: encoder),
            interceptor: interceptor, shouldAutomaticallyResume: shouldAutomaticallyResume, to: destination)
    }

    /// Makes a request whose response's body goes to a file, with parameters from a dictionary.
    ///
    /// ```swift
    /// let fileURL = try await session.download("https://example.com/large.zip", to: destination)
    ///     .validate().serializingDownloadedFileURL().value
    /// ```
    ///
    /// What cannot be made into a request is told to the handlers, as an `AFError`.
    ///
    /// - Parameters:
    ///   - convertible: The URL.
    ///   - method: The method.
    ///   - parameters: What `encoding` puts into the request.
    ///   - encoding: Where and how it puts them.
    ///   - headers: Header fields, which take precedence over the session's.
    ///   - interceptor: Adapts and retries this request, after the session's.
    ///   - shouldAutomaticallyResume: Whether the first handler starts the request; as the session says if nil.
    ///   - requestModifier: Changes the request before its parameters are encoded.
    ///   - destination: Says where the file is to go; without, it stays in the temporary directory.
    public func download(
        _ convertible: any URLConvertible, method: HTTPMethod = .get, parameters: Parameters? = nil,
        encoding: any ParameterEncoding = URLEncoding.default, headers: HTTPHeaders? = nil,
        interceptor: (any RequestInterceptor)? = nil, shouldAutomaticallyResume: Bool? = nil,
        requestModifier: RequestModifier? = nil, to destination: DownloadRequest.Destination? = nil
    ) -> DownloadRequest {
        download(
            URLRequestSource(
                url: convertible, method: method, headers: headers, modifier: requestModifier, parameters: parameters,
                encoding: encoding),
            interceptor: interceptor, shouldAutomaticallyResume: shouldAutomaticallyResume, to: destination)
    }

    /// Makes a request whose response's body goes to a file, of a `URLRequest` or what can be made into one.
    ///
    /// - Parameters:
    ///   - convertible: The request.
    ///   - interceptor: Adapts and retries this request, after the session's.
    ///   - shouldAutomaticallyResume: Whether the first handler starts the request; as the session says if nil.
    ///   - destination: Says where the file is to go; without, it stays in the temporary directory.
    public func download(
        _ convertible: any URLRequestConvertible, interceptor: (any RequestInterceptor)? = nil,
        shouldAutomaticallyResume: Bool? = nil, to destination: DownloadRequest.Destination? = nil
    ) -> DownloadRequest {
        download(
            .request(convertible), interceptor: interceptor, shouldAutomaticallyResume: shouldAutomaticallyResume,
            to: destination)
    }

    /// Goes on with a download that was cut off or cancelled.
    ///
    /// The request is the one that was made first, adapted anew. Its server is asked for the rest, if what it has is still
    /// the same, and for all of it where that cannot be: the server has changed the file or does not know ranges, or the
    /// partial file is gone or in use. Progress counts from the first byte of the whole.
    ///
    /// Data that is no resume data fails the request with `AFError.createURLRequestFailed(error:)` around
    /// ``InvalidResumeData``.
    ///
    /// - Parameters:
    ///   - data: What ``DownloadRequest/resumeData`` was.
    ///   - interceptor: Adapts and retries this request, after the session's.
    ///   - shouldAutomaticallyResume: Whether the first handler starts the request; as the session says if nil.
    ///   - destination: Says where the file is to go; without, it stays in the temporary directory.
    public func download(
        resumingWith data: Data, interceptor: (any RequestInterceptor)? = nil, shouldAutomaticallyResume: Bool? = nil,
        to destination: DownloadRequest.Destination? = nil
    ) -> DownloadRequest {
        download(
            .resumeData(data), interceptor: interceptor, shouldAutomaticallyResume: shouldAutomaticallyResume,
            to: destination)
    }

    private func download(
        _ downloadable: DownloadRequest.Downloadable, interceptor: (any RequestInterceptor)?,
        shouldAutomaticallyResume: Bool?, to destination: DownloadRequest.Destination?
    ) -> DownloadRequest {
        let request = DownloadRequest(
            core: core, downloadable: downloadable, interceptor: interceptor,
            shouldAutomaticallyResume: shouldAutomaticallyResume, destination: destination)
        if requestSetup == .eager { request.process(.setUp) }
        return request
    }
}
