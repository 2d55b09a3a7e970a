public import Foundation

#if canImport(FoundationNetworking)
public import FoundationNetworking
#endif

/// Closures for the events of downloads.
extension ClosureEventMonitor {
    /// A download goes on where it was cut off.
    public var downloadTaskDidResumeAtOffset: ((Session, HTTPTask, Int64, Int64) -> Void)? {
        get { lock.withLock { closures.downloadTaskDidResumeAtOffset } }
        set { lock.withLock { closures.downloadTaskDidResumeAtOffset = newValue } }
    }

    /// Some of a download was written.
    public var downloadTaskDidWriteData: ((Session, HTTPTask, Int64, Int64, Int64) -> Void)? {
        get { lock.withLock { closures.downloadTaskDidWriteData } }
        set { lock.withLock { closures.downloadTaskDidWriteData = newValue } }
    }

    /// A download is whole.
    public var downloadTaskDidFinishDownloadingToURL: ((Session, HTTPTask, URL) -> Void)? {
        get { lock.withLock { closures.downloadTaskDidFinishDownloadingToURL } }
        set { lock.withLock { closures.downloadTaskDidFinishDownloadingToURL = newValue } }
    }

    /// The destination was asked where a whole file is to go.
    public var requestDidCreateDestinationURL: ((DownloadRequest, URL) -> Void)? {
        get { lock.withLock { closures.requestDidCreateDestinationURL } }
        set { lock.withLock { closures.requestDidCreateDestinationURL = newValue } }
    }

    /// A whole file was moved to its destination, or could not be.
    public var requestDidFinishDownloadingUsingTaskWithResult:
        ((DownloadRequest, HTTPTask, Result<URL, AFError>) -> Void)?
    {
        get { lock.withLock { closures.requestDidFinishDownloadingUsingTaskWithResult } }
        set { lock.withLock { closures.requestDidFinishDownloadingUsingTaskWithResult = newValue } }
    }

    /// A validator has looked at a download's response.
    public var requestDidValidateRequestResponseFileURLWithResult:
        ((DownloadRequest, URLRequest?, HTTPURLResponse, URL?, Result<Void, any Error>) -> Void)?
    {
        get { lock.withLock { closures.requestDidValidateRequestResponseFileURLWithResult } }
        set { lock.withLock { closures.requestDidValidateRequestResponseFileURLWithResult = newValue } }
    }

    /// A download's handler without a serializer is about to be called.
    public var requestDidParseDownloadResponse: ((DownloadRequest, DownloadResponse<URL?, AFError>) -> Void)? {
        get { lock.withLock { closures.requestDidParseDownloadResponse } }
        set { lock.withLock { closures.requestDidParseDownloadResponse = newValue } }
    }
}
