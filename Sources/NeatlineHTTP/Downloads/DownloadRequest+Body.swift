internal import Dispatch
internal import Foundation
internal import NeatlineSystem

/// How the body of a download is requested and received, up to its end.
extension DownloadRequest {
    /// Returns the request for the whole resource, or for the rest if there is a partial file. May call users' code and
    /// access files.
    ///
    /// - Throws: An error of users' code or of the resume data; a `URLError` with the resume data if the process has no free
    ///   descriptor for the partial file, which remains.
    func makeResumingRequest() throws -> URLRequest {
        var resumable = withBody { body, _ in body.resumable }
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
                withBody { body, _ in body.resumable = nil }
                throw error
            }
        }
        guard let record = resumable?.record, record.isMeant(by: request), let file = try reopen(record) else {
            withBody { body, _ in body.prepare(request, resuming: nil) }
            return request
        }
        withBody { body, _ in body.prepare(request, resuming: (record, file)) }
        return record.resuming(request)
    }

    private func reopen(_ record: DownloadRecord) throws -> PartialFile? {
        do throws(FileFailure) {
            return try PartialFile.reopen(record.file, count: record.offset)
        } catch {
            throw addingResumeData(to: error.urlError)
        }
    }

    /// Stops the transfer because a writer has failed. Called without the lock.
    func stopReceiving(for writer: DownloadWriter) {
        withBody { body, state in body.writer === writer ? state.attempt?.exchange : nil }?.cancel()
    }

    /// Informs monitors of the offset at which a resumed download continues.
    func announceOffset() {
        let (rest, expected) = withBody { body, state in (body.rest, state.expectedCount) }
        guard let rest else { return }
        core.transferListener?.tellDelegate(of: self) { (delegate, session, task: URLSessionDownloadTask) in
            delegate.urlSession(
                session, downloadTask: task, didResumeAtOffset: rest.first, expectedTotalBytes: expected)
        }
    }

    /// Informs monitors that bytes were written.
    func announceWritten(_ count: Int, total: Int64) {
        let expected = mutableState.withLock { $0.expectedCount }
        core.transferListener?.tellDelegate(of: self) { (delegate, session, task: URLSessionDownloadTask) in
            delegate.urlSession(
                session, downloadTask: task, didWriteData: Int64(count), totalBytesWritten: total,
                totalBytesExpectedToWrite: expected)
        }
    }
}

extension RequestState {
    /// The length of the complete body of a download in bytes, or -1 if it is unknown.
    fileprivate var expectedCount: Int64 {
        if let wholeBytes = attempt?.wholeBytes { return wholeBytes }
        guard let head = attempt?.head, !head.isCoded else { return -1 }
        return head.contentLength
    }
}

// MARK: - Settling

/// Completes the handling of a body after its end. All functions run on the file queue, without the lock.
extension DownloadRequest {
    /// Moves a complete file to its destination; keeps an incomplete one if the download can be resumed, and removes it
    /// otherwise.
    func settle(_ outcome: ExchangeOutcome, _ completion: (ExchangeOutcome, AFError?) -> Void) {
        let writer = withBody { body, _ in
            defer { body.writer = nil }
            return body.writer
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
        withBody { body, _ in body.hasBody = file.count > 0 }
        outcome.error = outcome.error ?? shortfall(of: file)
        if outcome.error == nil && isWanted {
            let target = chooseTarget(of: file)
            // The request may have been cancelled while the destination closure ran.
            if isWanted { return move(file, to: target) }
        }
        if isWanted || wantsResumeData { keep(file, of: writer) } else { discard(writer) }
        return nil
    }

    /// Whether the complete file is still needed.
    private var isWanted: Bool {
        withBody { body, state in
            state.machine.state != .cancelled && state.attempt?.isAbandoned == false && !body.hasEnded
        }
    }

    /// Whether a cancelled download is to produce resume data.
    private var wantsResumeData: Bool { withBody { body, _ in body.wantsResumeData && !body.hasEnded } }

    /// Returns an error if a partial response is shorter than its `Content-Range`: a server may leave out the length of
    /// the body itself.
    private func shortfall(of file: PartialFile) -> URLError? {
        let (rest, request) = withBody { body, state in (body.rest, state.attempt?.current) }
        guard let rest, file.count != rest.last + 1 else { return nil }
        let message = "The body has \(file.count - rest.first) bytes, and not those of its Content-Range."
        return URLError(TransportError(.bodyIncomplete, message), request: request)
    }
}

// MARK: - Whole files

extension DownloadRequest {
    private typealias Target = (destinationURL: URL, options: Options)

    /// Returns the destination of a complete file.
    private func chooseTarget(of file: PartialFile) -> Target {
        let url = file.url
        core.transferListener?.tellDelegate(of: self) { (delegate, session, task: URLSessionDownloadTask) in
            delegate.urlSession(session, downloadTask: task, didFinishDownloadingTo: url)
        }
        var target: Target = (Self.defaultDestination(), [])
        if let destination, let response { target = destination(file.url, response) }
        listener?.request(self, didCreateDestinationURL: target.destinationURL)
        return target
    }

    /// Returns the destination of a file if the request has none.
    private static func defaultDestination() -> URL {
        FileManager.default.temporaryDirectory
            .appendingPathComponent("Neatline_\(UUID.random().uuidString).tmp", isDirectory: false)
    }

    private func move(_ file: PartialFile, to target: Target) -> AFError? {
        var failure: AFError?
        do {
            try FileMove(source: file.url, destination: target.destinationURL, options: target.options).run()
            file.close()
        } catch {
            failure = .downloadedFileMoveFailed(error: error, source: file.url, destination: target.destinationURL)
            file.remove()
        }
        let isOrphan = withBody { body, _ in
            if failure == nil { body.fileURL = target.destinationURL }
            if body.resumable?.record?.file == file.name { body.resumable = nil }
            // The session has ended meanwhile, and nobody will learn the file's URL.
            return body.hasEnded && destination == nil
        }
        if isOrphan { try? FileManager.default.removeItem(at: target.destinationURL) }
        if let listener, let task {
            listener.request(
                self, didFinishDownloadingUsing: task,
                with: failure.map { .failure($0) } ?? .success(target.destinationURL))
        }
        return failure
    }
}

// MARK: - Parts of files

extension DownloadRequest {
    /// Stores a record for resuming the download, or removes the file if it cannot be resumed.
    private func keep(_ file: PartialFile, of writer: DownloadWriter) {
        let isKept = withBody { body, state in
            guard let request = body.initialRequest, let head = state.attempt?.head,
                let record = DownloadRecord(
                    request: request, head: head, rest: body.rest, continuing: body.resumable?.record,
                    count: file.count, file: file.name),
                let data = record.data
            else { return false }
            body.resumable = FileBody.Resumable(data: data, record: record, isGiven: writer.continuesGivenFile)
            return true
        }
        if isKept { file.close() } else { discard(writer) }
    }

    /// Abandons a writer, and the record of the file that it has removed.
    private func discard(_ writer: DownloadWriter) {
        guard let name = writer.abandon() else { return }
        withBody { body, _ in
            if body.resumable?.record?.file == name { body.resumable = nil }
        }
    }

    /// Returns the error with the resume data in its `userInfo`.
    private func addingResumeData(to error: URLError) -> URLError {
        let data = withBody { body, state in
            let isUnwanted = state.machine.state == .cancelled && !body.wantsResumeData
            body.resumeData = isUnwanted ? nil : body.resumable?.data
            return body.resumeData
        }
        guard let data else { return error }
        var userInfo = error.userInfo
        userInfo[AFError.resumeDataKey] = data
        return URLError(error.code, userInfo: userInfo)
    }
}
