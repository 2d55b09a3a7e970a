internal import Dispatch
internal import Foundation

#if canImport(FoundationNetworking)
internal import FoundationNetworking
#endif

extension ClosureEventMonitor {
    /// What is set.
    struct Closures {
        var sessionDidBecomeInvalidWithError: ((Session, (any Error)?) -> Void)?
        var taskDidReceiveChallenge: ((Session, HTTPTask, URLAuthenticationChallenge) -> Void)?
        var taskDidSendBodyData: ((Session, HTTPTask, Int64, Int64, Int64) -> Void)?
        var taskNeedNewBodyStream: ((Session, HTTPTask) -> Void)?
        var taskWillPerformHTTPRedirection: ((Session, HTTPTask, HTTPURLResponse, URLRequest) -> Void)?
        var taskDidFinishCollectingMetrics: ((Session, HTTPTask, HTTPMetrics) -> Void)?
        var taskDidComplete: ((Session, HTTPTask, (any Error)?) -> Void)?
        var taskIsWaitingForConnectivity: ((Session, HTTPTask) -> Void)?
        var dataTaskDidReceiveResponse: ((Session, HTTPTask, URLResponse) -> Void)?
        var dataTaskDidReceiveData: ((Session, HTTPTask, Data) -> Void)?
        var dataTaskWillCacheResponse: ((Session, HTTPTask, CachedURLResponse) -> Void)?
        var downloadTaskDidResumeAtOffset: ((Session, HTTPTask, Int64, Int64) -> Void)?
        var downloadTaskDidWriteData: ((Session, HTTPTask, Int64, Int64, Int64) -> Void)?
        var downloadTaskDidFinishDownloadingToURL: ((Session, HTTPTask, URL) -> Void)?
        var requestDidCreateInitialURLRequest: ((Request, URLRequest) -> Void)?
        var requestDidFailToCreateURLRequestWithError: ((Request, AFError) -> Void)?
        var requestDidAdaptInitialRequestToAdaptedRequest: ((Request, URLRequest, URLRequest) -> Void)?
        var requestDidFailToAdaptURLRequestWithError: ((Request, URLRequest, AFError) -> Void)?
        var requestDidCreateURLRequest: ((Request, URLRequest) -> Void)?
        var requestDidCreateTask: ((Request, HTTPTask) -> Void)?
        var requestDidGatherMetrics: ((Request, HTTPMetrics) -> Void)?
        var requestDidFailTaskEarlyWithError: ((Request, HTTPTask, AFError) -> Void)?
        var requestDidCompleteTaskWithError: ((Request, HTTPTask, AFError?) -> Void)?
        var requestIsRetrying: ((Request) -> Void)?
        var requestDidFinish: ((Request) -> Void)?
        var requestDidResume: ((Request) -> Void)?
        var requestDidResumeTask: ((Request, HTTPTask) -> Void)?
        var requestDidSuspend: ((Request) -> Void)?
        var requestDidSuspendTask: ((Request, HTTPTask) -> Void)?
        var requestDidCancel: ((Request) -> Void)?
        var requestDidCancelTask: ((Request, HTTPTask) -> Void)?
        var requestDidValidateRequestResponseDataWithResult:
            ((DataRequest, URLRequest?, HTTPURLResponse, Data?, Result<Void, any Error>) -> Void)?
        var requestDidParseResponse: ((DataRequest, DataResponse<Data?, AFError>) -> Void)?
        var requestDidCreateUploadable: ((UploadRequest, UploadRequest.Uploadable) -> Void)?
        var requestDidFailToCreateUploadableWithError: ((UploadRequest, AFError) -> Void)?
        var requestDidProvideInputStream: ((UploadRequest, InputStream) -> Void)?
        var requestDidCreateDestinationURL: ((DownloadRequest, URL) -> Void)?
        var requestDidFinishDownloadingUsingTaskWithResult: ((DownloadRequest, HTTPTask, Result<URL, AFError>) -> Void)?
        var requestDidValidateRequestResponseFileURLWithResult:
            ((DownloadRequest, URLRequest?, HTTPURLResponse, URL?, Result<Void, any Error>) -> Void)?
        var requestDidParseDownloadResponse: ((DownloadRequest, DownloadResponse<URL?, AFError>) -> Void)?
    }
}
