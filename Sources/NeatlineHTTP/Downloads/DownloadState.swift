internal import Dispatch
internal import Foundation

#if canImport(FoundationNetworking)
internal import FoundationNetworking
#endif

/// What changes of a download. Guarded by its request's lock.
struct DownloadState {
    /// Where the download can go on.
    struct Resumable {
        let data: Data
        /// What the data says; nil until somebody has looked.
        var record: DownloadRecord?
        /// Whether it is what the download began with: then its file stays, unless it turns out to be good for nothing.
        var isGiven = false
    }

    var resumable: Resumable?
    /// The file that the attempt asks the rest of, until its response begins.
    var reopened: (record: DownloadRecord, file: PartialFile)?
    /// What brings the attempt's body to the disk, until it is settled.
    var writer: DownloadWriter?
    /// The part of the whole that the attempt brings, if it goes on where another has stopped.
    var rest: ContentRange?
    /// The attempt's request before it was adapted, without what asks for the rest.
    var initialRequest: URLRequest?
    var fileURL: URL?
    var hasBody = false
    /// As it is told: what can be resumed after a failure, if that is wanted.
    var resumeData: Data?
    /// Whether a cancelled download is to leave resume data.
    var wantsResumeData = false
    var resumeDataHandlers: [@Sendable (Data?) -> Void] = []
    /// Whether handlers read, so that nothing is kept open any more.
    private(set) var hasEnded = false

    /// Keeps what the next attempt begins with. Its file is closed at once if the request is over meanwhile.
    mutating func begin(
        with request: URLRequest, _ reopened: (record: DownloadRecord, file: PartialFile)?, on queue: DispatchQueue
    ) {
        guard !hasEnded else { return }
        initialRequest = request
        if let reopened {
            self.reopened = reopened
            resumable?.record = reopened.record
        } else if resumable?.isGiven == true {
            // Its file may be in use by another download.
            resumable = nil
        } else {
            forgetResumable(on: queue)
        }
    }

    /// Forgets where the download could have gone on, and takes the file away.
    mutating func forgetResumable(on queue: DispatchQueue) {
        if let file = reopened?.file {
            queue.async { file.remove() }
        } else if let name = resumable?.record?.file {
            queue.async { PartialFile.remove(name) }
        }
        resumable = nil
        reopened = nil
    }

    /// The request is over.
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

    /// Another attempt begins: what the one before has brought is of no use, but for what it can be resumed with.
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
