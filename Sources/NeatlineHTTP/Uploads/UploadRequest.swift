internal import Dispatch
public import Foundation
internal import NeatlineFoundation

#if canImport(FoundationNetworking)
internal import FoundationNetworking
#endif

/// A request that uploads data, a file, a stream or a form.
///
/// ```swift
/// AF.upload(file, to: "https://httpbin.org/post")
///     .uploadProgress { progress in print(progress.fractionCompleted) }
///     .validate()
///     .responseDecodable(of: Reply.self) { response in print(response.result) }
/// ```
///
/// A file is read while it is sent, on a queue of its own, and is never in memory as a whole. After redirects,
/// challenges and retries it is sent again from its beginning. If the file grows or shrinks meanwhile, the request
/// fails with an ``UploadBodyError``.
///
/// Unchecked Sendable as ``Request`` is: mutable state is accessed only while the request's lock is held.
public final class UploadRequest: DataRequest, @unchecked Sendable {
    /// The value that creates the body.
    public let upload: any UploadableConvertible
    /// The file manager that removes a temporary file when the request has finished.
    public let fileManager: FileManager

    /// The size, in bytes, of the largest body that is part of a curl command.
    private static let shownLength = 100_000

    private var made: Uploadable?
    /// The body of the current attempt.
    private var bodyToSend = TransportBody.none
    /// The stream that has been read, and its reader: a stream cannot be read twice.
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

    /// The body; `nil` until it was created. Each attempt creates a new one.
    ///
    /// A temporary file is removed before response handlers are called.
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

    /// Stores the body of an attempt, so that its file is removed in the end; returns `false` if the attempt was
    /// abandoned.
    private func keep(_ uploadable: Uploadable, of attempt: Int) -> Bool {
        let (isWanted, earlier) = lock.withLock {
            guard machine.isPreparing(attempt) else { return (false, Uploadable?.none) }
            defer { made = uploadable }
            return (true, made)
        }
        if isWanted, let earlier, earlier.file != uploadable.file { remove(earlier) }
        return isWanted
    }

    /// Opens a body for sending.
    ///
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
    /// The URL of the file, if the body is one.
    fileprivate var file: URL? {
        guard case .file(let url, _) = self else { return nil }
        return url
    }
}
