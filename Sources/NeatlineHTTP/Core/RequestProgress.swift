internal import Dispatch
internal import Foundation

/// The progress of a request's two bodies. Guarded by the request's lock.
///
/// Closures receive a `Progress` of their own, a snapshot, because a `Progress` may not be read on one thread while
/// another changes it.
final class RequestProgress {
    struct Handler: Sendable {
        let queue: DispatchQueue
        let closure: @Sendable (Progress) -> Void

        /// Returns a function that calls the closure, on its queue, with a snapshot.
        func report(_ count: Count) -> @Sendable () -> Void {
            { queue.async { closure(count.progress) } }
        }
    }

    struct Count: Sendable {
        var completed: Int64 = 0
        /// The length of the body, or -1 if it is unknown.
        var total: Int64 = 0

        var progress: Progress {
            let progress = Progress(totalUnitCount: total)
            progress.completedUnitCount = completed
            return progress
        }
    }

    var uploadHandler: Handler?
    var downloadHandler: Handler?
    private(set) var upload = Count()
    private(set) var download = Count()
    private var liveUpload: Progress?
    private var liveDownload: Progress?

    var uploadProgress: Progress {
        let progress = liveUpload ?? upload.progress
        liveUpload = progress
        return progress
    }

    var downloadProgress: Progress {
        let progress = liveDownload ?? download.progress
        liveDownload = progress
        return progress
    }

    init(_ attempt: RequestAttempt?) {
        guard let attempt else { return }
        upload = Count(completed: attempt.sentBytes, total: attempt.bodyLength)
        download = Self.download(attempt)
        if attempt.isComplete, attempt.error == nil { _ = completed() }
    }

    /// Whether a `Progress` object exists that has to be updated.
    var isWatched: Bool { liveUpload != nil || liveDownload != nil }

    /// A function that updates the `Progress` objects. It must be called without the request's lock, by one thread at a
    /// time: observers of the objects may call the request.
    var update: () -> Void {
        { [liveUpload, liveDownload, upload, download] in
            Self.show(upload, in: liveUpload)
            Self.show(download, in: liveDownload)
        }
    }

    private static func show(_ count: Count, in progress: Progress?) {
        guard let progress else { return }
        // On Linux, setting a total of 0 ends the process if there was another before.
        if count.total != 0, progress.totalUnitCount != count.total { progress.totalUnitCount = count.total }
        if progress.completedUnitCount != count.completed { progress.completedUnitCount = count.completed }
    }

    /// Returns the progress of the whole body, a part of which may have been received by earlier attempts.
    private static func download(_ attempt: RequestAttempt) -> Count {
        guard let head = attempt.head else { return Count(completed: attempt.receivedBytes) }
        return Count(
            completed: attempt.resumedBytes + attempt.receivedBytes, total: attempt.wholeBytes ?? length(of: head))
    }

    /// Returns the length of the body. The length of an encoded body says nothing about the decoded one.
    private static func length(of head: ResponseHead) -> Int64 {
        head.value(of: "content-encoding") == nil ? head.contentLength : -1
    }

    func reset() {
        upload.completed = 0
        download.completed = 0
    }

    func sent(_ bytes: Int64, of total: Int64) -> (@Sendable () -> Void)? {
        upload = Count(completed: bytes, total: total)
        return uploadHandler?.report(upload)
    }

    /// Starts counting the body of a response whose head was received.
    func begins(_ attempt: RequestAttempt) { download = Self.download(attempt) }

    func received(_ bytes: Int) -> (@Sendable () -> Void)? {
        download.completed += Int64(bytes)
        return downloadHandler?.report(download)
    }

    /// Sets the lengths that were unknown until the bodies were complete, and returns the functions that report them.
    func completed() -> [@Sendable () -> Void] {
        var reports: [@Sendable () -> Void] = []
        if upload.total < 0 {
            upload.total = upload.completed
            if let report = uploadHandler?.report(upload) { reports.append(report) }
        }
        if download.total < 0 {
            download.total = download.completed
            if let report = downloadHandler?.report(download) { reports.append(report) }
        }
        return reports
    }
}
