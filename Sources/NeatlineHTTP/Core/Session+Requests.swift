/// Internal functions that the request-creating functions of ``Session`` share.
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

    /// Returns the parts of a request without parameters.
    func source(
        _ url: any URLConvertible, _ method: HTTPMethod, _ headers: HTTPHeaders?, _ modifier: RequestModifier?
    ) -> URLRequestSource {
        URLRequestSource(
            url: url, method: method, headers: headers, modifier: modifier, parameters: nil,
            encoding: URLEncoding.default)
    }

    /// Prepares a request immediately, if the session is eager.
    func setUp<Made: Request>(_ request: Made) -> Made {
        if requestSetup == .eager { request.process(.setUp) }
        return request
    }
}
