internal import Foundation
internal import NeatlineSystem

/// The transport of `file:` and `data:` URLs, which every session has besides its own.
///
/// The response has the status 200, `Content-Type` and `Content-Length`. Only the URL of a request leads here, never
/// that of a redirect: ``Exchange`` decides.
enum LocalTransport {
    /// The number of bytes of a file that are read at once.
    static let pieceLength = 262_144

    /// Returns whether a URL is one of this transport's.
    static func serves(_ url: URL) -> Bool {
        guard let scheme = url.scheme else { return false }
        return scheme.isFieldName("file") || scheme.isFieldName("data")
    }

    /// Starts a request. The receiver is called on threads of the pool.
    static func start(_ request: TransportRequest, receiver: any TransportReceiver) -> any TransportTask {
        let task = LocalTask(request, receiver: receiver)
        task.resume()
        return task
    }

    /// Returns the content of a URL.
    ///
    /// - Throws: The error that the request fails with.
    static func open(_ request: TransportRequest) throws(TransportError) -> Content {
        guard request.method == "GET" || request.method == "HEAD" else {
            throw TransportError(
                .invalidRequest, "\(request.method) is not possible with the URL \(scheme(of: request)):")
        }
        if request.url.scheme?.isFieldName("data") == true { return try DataURL(request.url).content }
        let url = request.url
        if let host = url.host(percentEncoded: true), !host.isEmpty, !host.isFieldName("localhost") {
            throw TransportError(.unsupportedURL, "The URL is that of a file on another machine: \(host)")
        }
        let path = url.path(percentEncoded: false)
        guard path.hasPrefix("/"), !path.utf8.contains(0) else {
            throw TransportError(.unsupportedURL, "The URL of a file has no absolute path.")
        }
        do {
            let source = try FileSource(URL(fileURLWithPath: path))
            let type = MIMEType.ofFile(withExtension: url.pathExtension)
            return Content(type: type, length: source.length) { offset throws(TransportError) in
                do {
                    return try source.read(pieceLength, at: offset)
                } catch {
                    throw TransportError(.bodyIncomplete, "The file could not be read: \(error)")
                }
            }
        } catch {
            throw TransportError(file: error)
        }
    }

    private static func scheme(of request: TransportRequest) -> String { request.url.scheme ?? "" }

    /// The body of a response.
    struct Content {
        let type: String
        let length: Int64
        /// Returns bytes from an offset.
        let read: (_ offset: Int64) throws(TransportError) -> Data

        var head: TransportResponseHead {
            TransportResponseHead(
                status: 200, lines: Array("Content-Type: \(type)\r\nContent-Length: \(length)\r\n".utf8))
        }
    }
}

extension TransportError {
    /// Creates the error of a file that cannot be opened.
    fileprivate init(file error: UploadBodyError) {
        let code: Code =
            switch error {
            case .fileUnreadable(_, ENOENT), .fileUnreadable(_, ENOTDIR): .fileDoesNotExist
            case .fileUnreadable(_, EACCES), .fileUnreadable(_, EPERM): .filePermissionDenied
            case .fileIsDirectory: .fileIsDirectory
            default: .fileUnreadable
            }
        self.init(code, error.description)
    }
}

/// One request for local content, which is read and delivered in pieces.
///
/// Unchecked Sendable because the content is used only by the block that runs, and there is one at a time.
private final class LocalTask: TransportTask, @unchecked Sendable {
    private struct State {
        var isRunning = false
        var isPaused = true
        var isCancelled = false
        var isOver = false
    }

    private let request: TransportRequest
    private let start = Int64(Date().timeIntervalSince1970 * 1e9)
    private let state = Locked(State())
    private var receiver: (any TransportReceiver)?
    private var content: LocalTransport.Content?
    private var offset: Int64 = 0

    init(_ request: TransportRequest, receiver: any TransportReceiver) {
        self.request = request
        self.receiver = receiver
    }

    func cancel() {
        state.withLock { $0.isCancelled = true }
        run()
    }

    func pause() { state.withLock { $0.isPaused = true } }

    func resume() {
        state.withLock { $0.isPaused = false }
        run()
    }

    /// Delivers what can be delivered, unless a thread does it.
    private func run() {
        let mayRun = state.withLock { state in
            guard !state.isRunning, !state.isOver, !state.isPaused || state.isCancelled else { return false }
            state.isRunning = true
            return true
        }
        if mayRun { WorkPool.shared.run { self.deliver() } }
    }

    private func deliver() {
        while true {
            let isCancelled: Bool? = state.withLock { state in
                guard state.isPaused, !state.isCancelled else { return state.isCancelled }
                state.isRunning = false
                return nil
            }
            guard let isCancelled else { return }
            if isCancelled { return complete(TransportError(.cancelled, "The request was cancelled.")) }
            do throws(TransportError) {
                if try deliverNext() { return complete(nil) }
            } catch {
                return complete(error)
            }
        }
    }

    /// Delivers the head or the next piece; returns whether it was the last one.
    private func deliverNext() throws(TransportError) -> Bool {
        guard let content else {
            let content = try LocalTransport.open(request)
            self.content = content
            receiver?.transportDidReceive(content.head)
            return request.method == "HEAD" || content.length == 0
        }
        let piece = try content.read(offset)
        offset += Int64(piece.count)
        if !piece.isEmpty {
            piece.withUnsafeBytes { receiver?.transportDidReceive($0.bytes) }
            receiver?.transportDidReceiveBatch()
        }
        if offset >= content.length { return true }
        if piece.isEmpty { throw TransportError(.bodyIncomplete, "The file became shorter while it was read.") }
        return false
    }

    private func complete(_ error: TransportError?) {
        state.withLock { $0.isOver = true }
        var completion = TransportCompletion(error: error)
        completion.timings.start = start
        completion.timings.end = max(Int64(Date().timeIntervalSince1970 * 1e9) - start, 0)
        completion.timings.bodyBytesReceived = offset
        let receiver = receiver
        self.receiver = nil
        content = nil
        receiver?.transportDidComplete(completion)
    }
}
