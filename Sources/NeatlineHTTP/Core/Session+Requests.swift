/// What the functions of ``Session`` that make requests have in common.
extension Session {
    func request(
        _ convertible: any URLRequestConvertible, isQuick: Bool, interceptor: (any RequestInterceptor)?,
        shouldAutomaticallyResume: Bool?
    ) -> DataRequest {
        setUp(
            DataRequest(
                core: core, convertible: convertible, isQuick: isQuick, interceptor: interceptor,
                shouldAutomaticallyResume: shouldAutomaticallyResume))
    }

    func download(
        _ downloadable: DownloadRequest.Downloadable, interceptor: (any RequestInterceptor)?,
        shouldAutomaticallyResume: Bool?, to destination: DownloadRequest.Destination?
    ) -> DownloadRequest {
        setUp(
            DownloadRequest(
                core: core, downloadable: downloadable, interceptor: interceptor,
                shouldAutomaticallyResume: shouldAutomaticallyResume, destination: destination))
    }

    /// What a request without parameters is made of.
    func source(
        _ url: any URLConvertible, _ method: HTTPMethod, _ headers: HTTPHeaders?, _ modifier: RequestModifier?
    ) -> URLRequestSource {
        URLRequestSource(
            url: url, method: method, headers: headers, modifier: modifier, parameters: nil,
            encoding: URLEncoding.default)
    }

    /// Makes an eager session's request ready to be sent.
    func setUp<Made: Request>(_ request: Made) -> Made {
        if requestSetup == .eager { request.process(.setUp) }
        return request
    }
}
