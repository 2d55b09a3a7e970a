internal import Dispatch
internal import Foundation
internal import NeatlineFoundation

#if canImport(FoundationNetworking)
internal import FoundationNetworking
#endif

/// Completes the handling of a body after its end. All functions run on the file queue, without the lock.
extension DownloadRequest {
    /// Moves a complete file to its destination; keeps an incomplete one if the download can be resumed, and removes it
    /// otherwise.
    func settle(_ outcome: ExchangeOutcome, _ completion: (ExchangeOutcome, AFError?) -> Void) {
        let writer = lock.withLock {
            let writer = download.writer
            download.writer = nil
            return writer
        }
        var outcome = outcome
        var failure: AFError?
        if let writer {
            do {
                failure = try settle(writer, &outcome)
            } catch {
                outcome.error = error.urlError
                discard(writer)
            }
        }
        if let error = outcome.error { outcome.error = addingResumeData(to: error) }
        completion(outcome, failure)
    }

    private func settle(
        _ writer: DownloadWriter, _ outcome: inout ExchangeOutcome
    ) throws(FileFailure) -> AFError? {
        guard isWanted || wantsResumeData else {
            discard(writer)
            return nil
        }
        let file = try writer.finish()
        lock.withLock { download.hasBody = file.count > 0 }
        outcome.error = outcome.error ?? shortfall(of: file)
        if outcome.error == nil && isWanted {
            let place = askForPlace(of: file)
            // The request may have been cancelled while the destination closure ran.
            if isWanted { return move(file, to: place) }
        }
        if isWanted || wantsResumeData { keep(file, of: writer) } else { discard(writer) }
        return nil
    }

    /// Whether the complete file is still needed.
    private var isWanted: Bool {
        lock.withLock { machine.state != .cancelled && attempt?.isAbandoned == false && !download.hasEnded }
    }

    /// Whether a cancelled download is to produce resume data.
    private var wantsResumeData: Bool { lock.withLock { download.wantsResumeData && !download.hasEnded } }

    /// Returns an error if a partial response is shorter than its `Content-Range`: a server may leave out the length of
    /// the body itself.
    private func shortfall(of file: PartialFile) -> URLError? {
        let (rest, request) = lock.withLock { (download.rest, attempt?.current) }
        guard let rest, file.count != rest.last + 1 else { return nil }
        let message = "The body has \(file.count - rest.first) bytes, and not those of its Content-Range."
        return URLError(TransportError(.bodyIncomplete, message), request: request)
    }
}

// MARK: - Whole files

extension DownloadRequest {
    private typealias Place = (destinationURL: URL, options: Options)

    /// Returns the destination of a complete file.
    private func askForPlace(of file: PartialFile) -> Place {
        let url = file.url
        core.transferListener?.tellDelegate(of: self) { (delegate, session, task: URLSessionDownloadTask) in
            delegate.urlSession(session, downloadTask: task, didFinishDownloadingTo: url)
        }
        var place: Place = (Self.defaultDestination(), [])
        if let destination, let response { place = destination(file.url, response) }
        listener?.request(self, didCreateDestinationURL: place.destinationURL)
        return place
    }

    /// Returns the destination of a file if the request has none.
    private static func defaultDestination() -> URL {
        FileManager.default.temporaryDirectory
            .appendingPathComponent("Neatline_\(UUID().uuidString).tmp", isDirectory: false)
    }

    private func move(_ file: PartialFile, to place: Place) -> AFError? {
        var failure: AFError?
        do {
            try FileMove(source: file.url, destination: place.destinationURL, options: place.options).run()
            file.close()
        } catch {
            failure = .downloadedFileMoveFailed(error: error, source: file.url, destination: place.destinationURL)
            file.remove()
        }
        let isOrphan = lock.withLock {
            if failure == nil { download.fileURL = place.destinationURL }
            if download.resumable?.record?.file == file.name { download.resumable = nil }
            // The session has ended meanwhile, and nobody will learn the file's URL.
            return download.hasEnded && destination == nil
        }
        if isOrphan { try? FileManager.default.removeItem(at: place.destinationURL) }
        if let listener, let task {
            listener.request(
                self, didFinishDownloadingUsing: task,
                with: failure.map { .failure($0) } ?? .success(place.destinationURL))
        }
        return failure
    }
}

// MARK: - Parts of files

extension DownloadRequest {
    /// Stores a record for resuming the download, or removes the file if it cannot be resumed.
    private func keep(_ file: PartialFile, of writer: DownloadWriter) {
        let isKept = lock.withLock {
            guard let request = download.initialRequest, let head = attempt?.head,
                let record = DownloadRecord(
                    request: request, head: head, rest: download.rest, continuing: download.resumable?.record,
                    count: file.count, file: file.name),
                let data = record.data
            else { return false }
            download.resumable = DownloadState.Resumable(
                data: data, record: record, isGiven: writer.continuesGivenFile)
            return true
        }
        if isKept { file.close() } else { discard(writer) }
    }

    /// Abandons a writer, and the record of the file that it has removed.
    private func discard(_ writer: DownloadWriter) {
        guard let name = writer.abandon() else { return }
        lock.withLock {
            if download.resumable?.record?.file == name { download.resumable = nil }
        }
    }

    /// Returns the error with the resume data in its `userInfo`.
    private func addingResumeData(to error: URLError) -> URLError {
        let data = lock.withLock {
            let isUnwanted = machine.state == .cancelled && !download.wantsResumeData
            download.resumeData = isUnwanted ? nil : download.resumable?.data
            return download.resumeData
        }
        guard let data else { return error }
        var userInfo = error.userInfo
        userInfo[AFError.resumeDataKey] = data
        return URLError(error.code, userInfo: userInfo)
    }
}
