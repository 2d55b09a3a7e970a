public import Dispatch
public import Foundation
internal import NeatlineSystem

/// The progress of a request's two bodies. A part of ``RequestState``.
///
/// Closures receive a `Progress` of their own, a snapshot, because a `Progress` may not be read on one thread while
/// another changes it.
final class RequestProgress {
    /// Reports the progress to a closure. It is called without the request's lock.
    typealias Report = @Sendable () -> Void

    struct Handler: Sendable {
        let queue: DispatchQueue
        let closure: @Sendable (Progress) -> Void

        /// Returns a function that calls the closure, on its queue, with a snapshot.
        func report(_ count: Count) -> Report {
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
        if attempt.isComplete, attempt.error == nil { _ = completed(attempt) }
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

    func sent(_ bytes: Int64, of total: Int64) -> Report? {
        upload = Count(completed: bytes, total: total)
        return uploadHandler?.report(upload)
    }

    /// Starts counting the body of a response whose head was received.
    func begins(_ attempt: RequestAttempt) { download = Self.download(attempt) }

    func received(_ bytes: Int) -> Report? {
        download.completed += Int64(bytes)
        return downloadHandler?.report(download)
    }

    /// Sets the lengths that were unknown until the bodies were complete, and returns the functions that report them. That of a
    /// request's body of which the server did not need all remains unknown.
    func completed(_ attempt: RequestAttempt) -> [Report] {
        var reports: [Report] = []
        if upload.total < 0, !attempt.isBodyUnfinished {
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

// MARK: - Interface

extension Request {
    /// A closure that receives the progress of a body.
    public typealias ProgressHandler = @Sendable (_ progress: Progress) -> Void

    /// The closure and the queue that were last given to ``uploadProgress(queue:closure:)``.
    public var uploadProgressHandler: (handler: ProgressHandler, queue: DispatchQueue)? {
        mutableState.withLock { $0.progress?.uploadHandler.map { ($0.closure, $0.queue) } }
    }

    /// The closure and the queue that were last given to ``downloadProgress(queue:closure:)``.
    public var downloadProgressHandler: (handler: ProgressHandler, queue: DispatchQueue)? {
        mutableState.withLock { $0.progress?.downloadHandler.map { ($0.closure, $0.queue) } }
    }

    /// The progress of sending the request's body. It is updated while the request runs, and may be observed.
    public var uploadProgress: Progress { mutableState.withLock { $0.requireProgress().uploadProgress } }

    /// The progress of receiving the response's body. It is updated while the request runs, and may be observed.
    public var downloadProgress: Progress { mutableState.withLock { $0.requireProgress().downloadProgress } }

    /// Calls a closure whenever bytes of the request's body were sent. A second call of this function replaces the
    /// closure.
    ///
    /// - Parameters:
    ///   - queue: The queue on which the closure is called.
    ///   - closure: A closure that receives a separate `Progress`, which is not updated later.
    @discardableResult
    public func uploadProgress(
        queue: DispatchQueue = .main, closure: @escaping ProgressHandler
    ) -> Self {
        setProgressHandler(\.uploadHandler, queue, closure)
        return self
    }

    /// Calls a closure whenever bytes of the response's body were received. A second call of this function replaces the
    /// closure.
    ///
    /// - Parameters:
    ///   - queue: The queue on which the closure is called.
    ///   - closure: A closure that receives a separate `Progress`, which is not updated later.
    @discardableResult
    public func downloadProgress(
        queue: DispatchQueue = .main, closure: @escaping ProgressHandler
    ) -> Self {
        setProgressHandler(\.downloadHandler, queue, closure)
        return self
    }

    /// Replaces a closure. The earlier one is released after the lock, because releasing it may run any code.
    private func setProgressHandler(
        _ handler: ReferenceWritableKeyPath<RequestProgress, RequestProgress.Handler?>, _ queue: DispatchQueue,
        _ closure: @escaping ProgressHandler
    ) {
        var value: RequestProgress.Handler? = RequestProgress.Handler(queue: queue, closure: closure)
        mutableState.withLock { swap(&$0.requireProgress()[keyPath: handler], &value) }
    }
}
