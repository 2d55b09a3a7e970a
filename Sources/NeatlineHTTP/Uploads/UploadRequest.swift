internal import Dispatch
public import Foundation

#if canImport(FoundationNetworking)
internal import FoundationNetworking
#endif

/// A request whose body comes from memory, a file, a stream or a form.
///
/// ```swift
/// AF.upload(file, to: "https://httpbin.org/post")
///     .uploadProgress { progress in print(progress.fractionCompleted) }
///     .validate()
///     .responseDecodable(of: Reply.self) { response in print(response.result) }
/// ```
///
/// A file is never in memory as a whole: it is read while it is sent, by a queue of its own. It is sent again from its
/// beginning after redirects, challenges and retries. A file that grows or shrinks meanwhile ends the request with an
/// ``UploadBodyError``.
///
/// Unchecked Sendable as ``Request`` is: what changes is only touched while the request's lock is held.
public final class UploadRequest: DataRequest, @unchecked Sendable {
    /// What makes the body.
    public let upload: any UploadableConvertible
    /// What removes a file that should be removed.
    public let fileManager: FileManager

    /// Bytes of the largest body that a command for curl shows.
    private static let shownLength = 100_000

    private var made: Uploadable?
    /// What the last attempt sends.
    private var bodyToSend = TransportBody.none
    /// What has read a stream, which nobody else can read again.
    private var readStream: (stream: InputStream, body: ReadAheadBody)?

    init(
        core: SessionCore, upload: any UploadConvertible, fileManager: FileManager,
        interceptor: (any RequestInterceptor)?, shouldAutomaticallyResume: Bool?
    ) {
        self.upload = upload
        self.fileManager = fileManager
        super.init(
            core: core, convertible: upload, isQuick: (upload as? Upload)?.isQuick == true, interceptor: interceptor,
            shouldAutomaticallyResume: shouldAutomaticallyResume)
    }

    /// What is sent as the body; nil until it was made. Each attempt makes it anew.
    ///
    /// A file that should be removed is gone by the time the handlers are called.
    public var uploadable: Uploadable? { lock.withLock { made } }

    // MARK: - Body

    override var makesBody: Bool { true }

    override func makeBody(of attempt: Int, for request: URLRequest) throws {
        let uploadable = try upload.createUploadable()
        guard keep(uploadable, of: attempt) else { return remove(uploadable) }
        let body = try body(uploadable, length: TransportBody.announcedLength(of: request))
        lock.withLock {
            if machine.isPreparing(attempt) { bodyToSend = body }
        }
        listener?.request(self, didCreateUploadable: uploadable)
    }

    /// Keeps what an attempt sends, so that it is removed in the end; false if nobody wants it any more.
    private func keep(_ uploadable: Uploadable, of attempt: Int) -> Bool {
        let (isWanted, earlier) = lock.withLock {
            guard machine.isPreparing(attempt) else { return (false, Uploadable?.none) }
            defer { made = uploadable }
            return (true, made)
        }
        if isWanted, let earlier, earlier.file != uploadable.file { remove(earlier) }
        return isWanted
    }

    /// - Throws: ``UploadBodyError``
    private func body(_ uploadable: Uploadable, length: Int64?) throws -> TransportBody {
        switch uploadable {
        case .data(let data): return .bytes(data)
        case .file(let url, _):
            let source = try FileSource(url)
            return source.length == 0 ? .bytes(Data()) : .stream(ReadAheadBody(source), length: source.length)
        case .stream(let stream):
            let body = lock.withLock {
                if let readStream, readStream.stream === stream { return readStream.body }
                let body = ReadAheadBody(InputStreamSource(stream))
                readStream = (stream, body)
                return body
            }
            try body.rewind()
            return .stream(body, length: length)
        }
    }

    override func announceBodyFailure(_ error: AFError, to listener: CompositeEventMonitor) {
        listener.request(self, didFailToCreateUploadableWithError: error)
    }

    override func makeTask(_ handle: AttemptHandle) -> URLSessionTask { RequestUploadTask(handle) }

    override func body(of request: URLRequest) -> TransportBody { bodyToSend }

    override func bodyLength(of request: URLRequest) -> Int64 { bodyToSend.length }

    override func setBody(of request: URLRequest, in command: inout CURLCommand) {
        switch uploadable {
        case .data(let data) where data.count <= Self.shownLength: command.setBody(data)
        case .file(let url, _): command.setBody(file: url.path)
        case .data, .stream: command.setBody(file: "-")
        case nil: break
        }
    }

    override func willSendBody() {
        guard case .stream(let stream) = uploadable else { return }
        core.transferListener?.tellDelegate(of: self) { (delegate, session, task: URLSessionTask) in
            delegate.urlSession(session, task: task, needNewBodyStream: { _ in })
        }
        listener?.request(self, didProvideInputStream: stream)
    }

    // MARK: - End

    override var cleanUpRunner: ((@escaping WorkPool.Work) -> Void)? {
        guard case .file(_, shouldRemove: true) = uploadable else { return nil }
        return core.makeBody
    }

    override func cleanUp() {
        if let uploadable { remove(uploadable) }
    }

    private func remove(_ uploadable: Uploadable) {
        guard case .file(let url, shouldRemove: true) = uploadable else { return }
        try? fileManager.removeItem(at: url)
    }
}

extension UploadRequest.Uploadable {
    /// The file, if it is one.
    fileprivate var file: URL? {
        guard case .file(let url, _) = self else { return nil }
        return url
    }
}
