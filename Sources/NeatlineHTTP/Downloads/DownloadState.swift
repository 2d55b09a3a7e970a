internal import Dispatch
internal import Foundation

#if canImport(FoundationNetworking)
internal import FoundationNetworking
#endif

/// The mutable state of a download. Guarded by its request's lock.
struct DownloadState {
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

    /// Prepares the next attempt. The file is closed immediately if the request has ended meanwhile.
    mutating func begin(
        with request: URLRequest, _ reopened: (record: DownloadRecord, file: PartialFile)?, on queue: DispatchQueue
    ) {
        guard !hasEnded else { return }
        initialRequest = request
        if let reopened {
            self.reopened = reopened
            resumable?.record = reopened.record
        } else if resumable?.isGiven == true {
            // The file may be in use by another download.
            resumable = nil
        } else {
            forgetResumable(on: queue)
        }
    }

    /// Discards the data for resuming, and removes its file.
    mutating func forgetResumable(on queue: DispatchQueue) {
        if let file = reopened?.file {
            queue.async { file.remove() }
        } else if let name = resumable?.record?.file {
            queue.async { PartialFile.remove(name) }
        }
        resumable = nil
        reopened = nil
    }

    /// Ends the download.
    mutating func end(isFailure: Bool, isUnwanted: Bool, on queue: DispatchQueue) {
        hasEnded = true
        reopened = nil
        if let writer {
            self.writer = nil
            queue.async { writer.abandon() }
        }
        if isFailure && !isUnwanted {
            resumeData = resumable?.data
        } else {
            resumeData = nil
            if resumable?.isGiven == false { forgetResumable(on: queue) }
        }
    }

    /// Discards the result of the attempt before another one begins, except the data for resuming.
    mutating func reset(on queue: DispatchQueue) {
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
