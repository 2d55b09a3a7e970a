public import Dispatch

#if canImport(FoundationNetworking)
internal import Foundation
#else
public import Foundation
#endif

/// An event monitor that writes a line for each attempt, response, error and retry.
///
/// ```swift
/// let session = Session(eventMonitors: [RequestLogger()])
/// // > GET https://example.org/users?access_token=<hidden>
/// // < 200 GET https://example.org/users?access_token=<hidden> (0.012 s, 39 bytes)
/// // ! GET https://example.org/users: timedOut (-1001)
/// ```
///
/// Lines begin with `>` for an attempt, `<` for a response, `!` for an error, `~` for a retry, and `?` for a field that
/// did not fit in a model and was left out. Passwords, tokens and cookies are hidden by default. Bodies are shown in
/// commands, and their beginnings in errors of serializers.
public final class RequestLogger: EventMonitor {
    /// How much the logger writes.
    public enum Detail: Sendable, Hashable {
        /// One line for each event.
        case lines
        /// Lines, followed by the header fields of requests and responses.
        case headers
        /// Lines, followed by the header fields of responses; each request is a command for curl.
        case commands
    }

    /// The queue on which texts are written.
    public let queue: DispatchQueue
    private let detail: Detail
    private let secrets: HiddenSecrets
    private let write: @Sendable (String) -> Void

    /// Creates a logger that writes to standard output, or calls a closure.
    ///
    /// - Parameters:
    ///   - detail: How much the logger writes.
    ///   - secrets: The values that are replaced by `<hidden>`.
    ///   - queue: The queue on which `write` is called. It should be serial.
    ///   - write: Writes a text of one or more lines; prints it by default.
    public init(
        detail: Detail = .lines, hiding secrets: HiddenSecrets = .credentials,
        queue: DispatchQueue = DispatchQueue(label: "org.neatline.requestLogger"),
        write: @escaping @Sendable (String) -> Void = { print($0) }
    ) {
        self.queue = queue
        self.detail = detail
        self.secrets = secrets
        self.write = write
    }

    /// Writes the request of an attempt.
    public func request(_ request: Request, didCreateTask task: URLSessionTask) {
        if detail == .commands {
            write("> \(request.cURLDescription(hiding: secrets))")
        } else {
            write("> \(summary(task))\(fields(task.originalRequest?.headers))")
        }
    }

    /// Writes the response of an attempt, its error, or both.
    public func request(_ request: Request, didCompleteTask task: URLSessionTask, with error: AFError?) {
        // The request may have started its next attempt.
        let attempt = (task as? any RequestTask)?.handle
        if let reply = attempt?.reply {
            let seconds = attempt?.metrics.map { String(format: "%.3f s, ", $0.duration) } ?? ""
            let count = task.countOfBytesReceived
            write("< \(reply.status) \(summary(task)) (\(seconds)\(count) bytes)\(fields(reply.headers))")
        }
        if let error { write("! \(summary(task)): \(reason(error))") }
    }

    /// Writes that a `URLRequest` could not be created.
    public func request(_ request: Request, didFailToCreateURLRequestWithError error: AFError) {
        write("! \(reason(error))")
    }

    /// Writes that a `URLRequest` could not be adapted.
    public func request(
        _ request: Request, didFailToAdaptURLRequest initialRequest: URLRequest, withError error: AFError
    ) {
        write("! \(reason(error))")
    }

    /// Writes that a body could not be created.
    public func request(_ request: UploadRequest, didFailToCreateUploadableWithError error: AFError) {
        write("! \(reason(error))")
    }

    /// Writes that a request is retried.
    public func requestIsRetrying(_ request: Request) {
        write("~ \(summary(request.task)), retry \(request.retryCount)")
    }

    /// Writes the error of a serializer, or the fields that did not fit in a model, the first ten of them.
    public func request<Value>(_ request: DataRequest, didParseResponse response: DataResponse<Value, AFError>) {
        logSerializationError(response.error, of: request)
        guard response.error == nil, let lines = response.issues?.lines, !lines.isEmpty else { return }
        let summary = summary(request.task)
        for line in lines.prefix(Self.loggedIssues) { write("? \(summary): \(line)") }
        let rest = lines.count - Self.loggedIssues
        if rest > 0 { write("? \(summary): and \(rest) more") }
    }

    private static let loggedIssues = 10

    /// Writes the error of a download's serializer.
    public func request<Value>(
        _ request: DownloadRequest, didParseResponse response: DownloadResponse<Value, AFError>
    ) {
        logSerializationError(response.error, of: request)
    }

    private func logSerializationError(_ error: AFError?, of request: Request) {
        guard let error, error.isResponseSerializationError else { return }
        write("! \(summary(request.task)): \(reason(error))")
    }

    private func summary(_ task: URLSessionTask?) -> String {
        guard let request = task?.currentRequest, let url = request.url else { return "no request" }
        return "\(request.httpMethod ?? "GET") \(secrets.hidden(inURL: url.absoluteString))"
    }

    /// The header fields, a line each, if the detail includes them.
    private func fields(_ headers: HTTPHeaders?) -> String {
        guard detail != .lines, let headers else { return "" }
        return headers.sorted().map { "\n    \(secrets.hidden(in: $0))" }.joined()
    }

    /// The error's description, without the part that only says that the task failed.
    private func reason(_ error: AFError) -> String {
        if case .sessionTaskFailed(let error) = error { return error.fullDescription }
        return error.fullDescription
    }
}
