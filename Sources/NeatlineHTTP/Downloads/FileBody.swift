internal import Dispatch
internal import Foundation

/// The destination of a download's body: a partial file, with what is needed to resume the download.
final class FileBody: ResponseBody {
    /// The data for resuming the download.
    struct Resumable {
        let data: Data
        /// The decoded data; `nil` until it is needed.
        var record: DownloadRecord?
        /// Whether the request was created with this data. Its file is kept, unless it turns out to be useless.
        var isGiven = false
    }

    var resumable: Resumable?
    /// The file whose rest the attempt requests, until the response begins.
    var reopened: (record: DownloadRecord, file: PartialFile)?
    /// Writes the attempt's body to the file, until the body is settled.
    var writer: DownloadWriter?
    /// The range of a partial response, if the attempt resumes a download.
    var rest: ContentRange?
    /// The attempt's request before adaptation, without the fields that ask for the rest.
    var initialRequest: URLRequest?
    var fileURL: URL?
    var hasBody = false
    /// The public resume data: set after a failure, if it is wanted.
    var resumeData: Data?
    /// Whether a cancelled download produces resume data.
    var wantsResumeData = false
    var resumeDataHandlers: [@Sendable (Data?) -> Void] = []
    /// Whether handlers have begun to read, after which no file is kept open.
    private(set) var hasEnded = false

    /// The request, which is set immediately after its creation.
    weak var request: DownloadRequest?
    /// The queue on which files are written, moved and removed.
    private let queue: DispatchQueue
    /// Whether the transport reports the end of each batch of bytes.
    private let hasBatches: Bool

    init(queue: DispatchQueue, hasBatches: Bool, resumeData: Data?) {
        self.queue = queue
        self.hasBatches = hasBatches
        resumable = resumeData.map { Resumable(data: $0, isGiven: true) }
    }

    /// Prepares the next attempt. The file is closed immediately if the request has ended meanwhile.
    func prepare(_ request: URLRequest, resuming reopened: (record: DownloadRecord, file: PartialFile)?) {
        guard !hasEnded else { return }
        initialRequest = request
        if let reopened {
            self.reopened = reopened
            resumable?.record = reopened.record
        } else if resumable?.isGiven == true {
            // The file may be in use by another download.
            resumable = nil
        } else {
            forgetResumable()
        }
    }

    /// Discards the data for resuming, and removes its file.
    func forgetResumable() {
        if let file = reopened?.file {
            queue.async { file.remove() }
        } else if let name = resumable?.record?.file {
            queue.async { PartialFile.remove(name) }
        }
        resumable = nil
        reopened = nil
    }
}

// MARK: - The body of a response

extension FileBody {
    var needsSettling: Bool { true }

    var content: (data: Data?, fileURL: URL?, isEmpty: Bool) { (nil, fileURL, !hasBody) }

    /// Returns the request for the whole resource if a response is neither the expected rest, nor the whole as the request
    /// for that would bring it: the request for the rest accepts no content coding, so nothing is decoded of its responses.
    func replacement(for request: URLRequest, after head: ResponseHead) -> URLRequest? {
        guard let (record, _) = reopened, record.isResumed(by: request), record.rest(head) == nil,
            head.status != 200 || head.isCoded
        else { return nil }
        forgetResumable()
        return record.beginningAnew(request)
    }

    /// Creates the writer for the body.
    func begin(_ head: ResponseHead, of attempt: RequestAttempt) {
        var file: PartialFile?
        rest = nil
        if let reopened {
            if reopened.record.isResumed(by: attempt.current), let rest = reopened.record.rest(head) {
                file = reopened.file
                self.rest = rest
                attempt.resumedBytes = rest.first
                attempt.wholeBytes = rest.last + 1
            } else if head.status == 200 {
                forgetResumable()
            }
            // After other responses, such as 503, the file may still be useful later.
            self.reopened = nil
        }
        writer = DownloadWriter(
            request, queue: queue, file: file, continuesGivenFile: file != nil && resumable?.isGiven == true)
    }

    func receive(_ bytes: RawSpan, of attempt: RequestAttempt) -> Bool {
        guard let writer else { return false }
        defer { if !hasBatches { flush() } }
        return writer.receive(bytes, of: attempt)
    }

    func flush() { writer?.flush() }

    func end(isFailure: Bool, isCancelled: Bool) {
        hasEnded = true
        reopened = nil
        if let writer {
            self.writer = nil
            queue.async { writer.abandon() }
        }
        if isFailure && (!isCancelled || wantsResumeData) {
            resumeData = resumable?.data
        } else {
            resumeData = nil
            if resumable?.isGiven == false { forgetResumable() }
        }
    }

    /// Discards the result of the attempt, except the data for resuming.
    func reset() {
        if let fileURL { queue.async { _ = try? FileManager.default.removeItem(at: fileURL) } }
        hasEnded = false
        fileURL = nil
        resumeData = nil
        hasBody = false
        rest = nil
        writer = nil
        reopened = nil
    }
}
