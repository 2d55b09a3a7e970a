internal import Dispatch
internal import Foundation
internal import NeatlineFoundation

#if canImport(FoundationNetworking)
internal import FoundationNetworking
#endif

/// How the body of a download is requested and received, up to its end.
extension DownloadRequest {
    /// Returns the request for the whole resource, or for the rest if there is a partial file. May call users' code and
    /// access files.
    func makeResumingRequest() throws -> URLRequest {
        var resumable = lock.withLock { download.resumable }
        let request: URLRequest
        switch downloadable {
        case .request(let convertible):
            request = try convertible.asURLRequest()
        case .resumeData(let data):
            do {
                let record = try DownloadRecord(data)
                request = record.request
                if resumable?.isGiven == true, resumable?.record == nil { resumable?.record = record }
            } catch {
                lock.withLock { download.resumable = nil }
                throw error
            }
        }
        guard let record = resumable?.record, record.isMeant(by: request),
            let file = PartialFile.reopen(record.file, count: record.offset)
        else {
            lock.withLock { download.begin(with: request, nil, on: fileQueue) }
            return request
        }
        lock.withLock { download.begin(with: request, (record, file), on: fileQueue) }
        return record.resuming(request)
    }

    /// Returns the request for the whole resource if a response is not the expected rest.
    func replacementForRest(_ request: URLRequest, after head: ResponseHead) -> URLRequest? {
        lock.withLock {
            guard let (record, _) = download.reopened, record.isResumed(by: request), record.rest(head) == nil else {
                return nil
            }
            download.forgetResumable(on: fileQueue)
            return record.beginningAnew(request)
        }
    }

    /// Creates the writer for the body. Called with the lock held.
    func prepareWriter(for head: ResponseHead) {
        var file: PartialFile?
        download.rest = nil
        if let reopened = download.reopened {
            if let sent = attempt?.current, reopened.record.isResumed(by: sent), let rest = reopened.record.rest(head) {
                file = reopened.file
                download.rest = rest
                attempt?.resumedBytes = rest.first
                attempt?.wholeBytes = rest.last + 1
            } else if head.status == 200 {
                download.forgetResumable(on: fileQueue)
            }
            // After other responses, such as 503, the file may still be useful later.
            download.reopened = nil
        }
        download.writer = DownloadWriter(
            self, queue: fileQueue, file: file,
            continuesGivenFile: file != nil && download.resumable?.isGiven == true)
    }

    /// Stops the transfer because a writer has failed. Called without the lock.
    func stopReceiving(for writer: DownloadWriter) {
        lock.withLock { download.writer === writer ? attempt?.exchange : nil }?.cancel()
    }

    /// The length of the complete body in bytes, or -1 if it is unknown. Called with the lock held.
    private var expectedCount: Int64 {
        if let wholeBytes = attempt?.wholeBytes { return wholeBytes }
        guard let head = attempt?.head, !head.isCoded else { return -1 }
        return head.contentLength
    }

    /// Informs monitors of the offset at which a resumed download continues.
    func announceOffset() {
        let (rest, expected) = lock.withLock { (download.rest, expectedCount) }
        guard let rest else { return }
        core.transferListener?.tellDelegate(of: self) { (delegate, session, task: URLSessionDownloadTask) in
            delegate.urlSession(
                session, downloadTask: task, didResumeAtOffset: rest.first, expectedTotalBytes: expected)
        }
    }

    /// Informs monitors that bytes were written.
    func announceWritten(_ count: Int, total: Int64) {
        let expected = lock.withLock { expectedCount }
        core.transferListener?.tellDelegate(of: self) { (delegate, session, task: URLSessionDownloadTask) in
            delegate.urlSession(
                session, downloadTask: task, didWriteData: Int64(count), totalBytesWritten: total,
                totalBytesExpectedToWrite: expected)
        }
    }
}
