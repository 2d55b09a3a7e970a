internal import Dispatch
public import Foundation
internal import NeatlineSystem

/// A request that uploads data, a file, a stream or a form.
///
/// ```swift
/// AF.upload(file, to: "https://httpbin.org/post")
///     .uploadProgress { progress in print(progress.fractionCompleted) }
///     .validate()
///     .responseDecodable(of: Reply.self) { response in print(response.result) }
/// ```
///
/// A file is read while it is sent, on a separate queue, and is never in memory as a whole. After redirects, challenges
/// and retries it is sent again from its beginning. If the file grows or shrinks meanwhile, the request fails with an
/// ``UploadBodyError``.
///
/// Unchecked Sendable as ``Request`` is: mutable state is accessed only while the request's lock is held.
public final class UploadRequest: DataRequest, @unchecked Sendable {
    /// The value that creates the body.
    public let upload: any UploadableConvertible
    /// The file manager that removes a temporary file when the request has finished.
    public let fileManager: FileManager

    /// The size, in bytes, of the largest body that is part of a curl command.
    private static let shownLength = 100_000

    init(
        core: SessionCore, upload: any UploadConvertible, interceptor: (any RequestInterceptor)?,
        shouldAutomaticallyResume: Bool?, fileManager: FileManager
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
    public var uploadable: Uploadable? { mutableState.withLock { $0.options?.uploadable } }

    // MARK: - Body

    override var makesBody: Bool { true }

    override func makeBody(of attempt: Int, for request: URLRequest) throws -> TransportBody? {
        let uploadable = try upload.createUploadable()
        guard store(uploadable, of: attempt) else {
            remove(uploadable)
            return nil
        }
        do {
            let body = try body(uploadable, length: TransportBody.announcedLength(of: request))
            listener?.request(self, didCreateUploadable: uploadable)
            return body
        } catch {
            throw UnopenedBody(error: .createUploadableFailed(error: error))
        }
    }

    /// Stores the body of an attempt, so that its file is removed in the end; returns `false` if the attempt was
    /// abandoned.
    private func store(_ uploadable: Uploadable, of attempt: Int) -> Bool {
        let (isWanted, earlier) = mutableState.withLock { state in
            guard state.machine.isPreparing(attempt) else { return (false, Uploadable?.none) }
            let options = state.requireOptions()
            defer { options.uploadable = uploadable }
            return (true, options.uploadable)
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
            // The earlier stream is released after the lock, because it may be of a class of users.
            let (body, _) = withOptions { options -> (ReadAheadBody, (stream: InputStream, body: ReadAheadBody)?) in
                let earlier = options.readStream
                if let earlier, earlier.stream === stream { return (earlier.body, earlier) }
                let body = ReadAheadBody(InputStreamSource(stream))
                options.readStream = (stream, body)
                return (body, earlier)
            }
            try body.rewind()
            return .stream(body, length: length)
        case .sequence(let sequence):
            let body = withOptions { options -> SequenceBody in
                let body =
                    sequence.isRepeatable ? SequenceBody(sequence) : options.readSequence ?? SequenceBody(sequence)
                if !sequence.isRepeatable { options.readSequence = body }
                return body
            }
            try body.rewind()
            return .stream(body, length: sequence.length ?? length)
        }
    }

    override func announceBodyFailure(_ error: AFError, to listener: CompositeEventMonitor) {
        listener.request(self, didFailToCreateUploadableWithError: error)
    }

    override func makeTask(_ handle: AttemptHandle) -> URLSessionTask { RequestUploadTask(handle) }

    override func setBody(of request: URLRequest, in command: inout CURLCommand) {
        switch uploadable {
        case .data(let data) where data.count <= Self.shownLength: command.setBody(data)
        case .file(let url, _): command.setBody(file: url.path)
        case .data, .stream, .sequence: command.setBody(file: "-")
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

    override var cleanUp: ((_ completion: @escaping WorkPool.Work) -> Void)? {
        guard let uploadable, case .file(_, shouldRemove: true) = uploadable else { return nil }
        return { completion in
            self.core.makeBody {
                self.remove(uploadable)
                completion()
            }
        }
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
