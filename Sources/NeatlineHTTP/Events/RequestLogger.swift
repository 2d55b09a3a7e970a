public import Dispatch

#if canImport(FoundationNetworking)
internal import Foundation
public import FoundationNetworking
#else
public import Foundation
#endif

/// Writes down what requests do, a line for each event that matters.
///
/// ```swift
/// let session = Session(eventMonitors: [RequestLogger()])
/// // > GET https://example.org/users?access_token=<hidden>
/// // < 200 GET https://example.org/users?access_token=<hidden> (0.012 s, 39 bytes)
/// // ! GET https://example.org/users: timedOut (-1001)
/// ```
///
/// `>` stands before an attempt, `<` before a response, `!` before an error, `~` before what is sent again, `?` before a field
/// that did not fit in a model and was left out. Passwords, tokens and cookies are hidden unless it is told otherwise; bodies
/// are shown in commands, and their beginnings in errors of reading them.
public final class RequestLogger: EventMonitor {
    /// How much is written.
    public enum Detail: Sendable, Hashable {
        /// One line for each event.
        case lines
        /// The header fields of requests and responses, too.
        case headers
        /// The header fields of responses, and each request as a command for curl.
        case commands
    }

    /// Where it writes, one line after the other.
    public let queue: DispatchQueue
    private let detail: Detail
    private let secrets: HiddenSecrets
    private let write: @Sendable (String) -> Void

    /// A logger.
    ///
    /// - Parameters:
    ///   - detail: How much is written.
    ///   - secrets: What is replaced by `<hidden>`.
    ///   - queue: Where `write` is called. It should be serial.
    ///   - write: What is done with each text; they are printed unless given.
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

    /// Writes the request.
    public func request(_ request: Request, didCreateTask task: URLSessionTask) {
        if detail == .commands {
            write("> \(request.cURLDescription(hiding: secrets))")
        } else {
            write("> \(summary(task))\(fields(task.originalRequest?.headers))")
        }
    }

    /// Writes the response, or the error of an attempt.
    public func request(_ request: Request, didCompleteTask task: URLSessionTask, with error: AFError?) {
        // The request may be at its next attempt by now.
        let attempt = (task as? any RequestTask)?.handle
        if let reply = attempt?.reply {
            let seconds = attempt?.metrics.map { String(format: "%.3f s, ", $0.duration) } ?? ""
            let count = task.countOfBytesReceived
            write("< \(reply.status) \(summary(task)) (\(seconds)\(count) bytes)\(fields(reply.headers))")
        }
        if let error { write("! \(summary(task)): \(reason(error))") }
    }

    /// Writes that a request could not be made.
    public func request(_ request: Request, didFailToCreateURLRequestWithError error: AFError) {
        write("! \(reason(error))")
    }

    /// Writes that a request could not be adapted.
    public func request(
        _ request: Request, didFailToAdaptURLRequest initialRequest: URLRequest, withError error: AFError
    ) {
        write("! \(reason(error))")
    }

    /// Writes that a body could not be made.
    public func request(_ request: UploadRequest, didFailToCreateUploadableWithError error: AFError) {
        write("! \(reason(error))")
    }

    /// Writes that a request is sent again.
    public func requestIsRetrying(_ request: Request) {
        write("~ \(summary(request.task)), retry \(request.retryCount)")
    }

    /// Writes that a response could not be read, or what of it did not fit in a model: the first ten fields.
    public func request<Value>(_ request: DataRequest, didParseResponse response: DataResponse<Value, AFError>) {
        logSerializationError(response.error, of: request)
        guard response.error == nil, let lines = response.issues?.lines, !lines.isEmpty else { return }
        let summary = summary(request.task)
        for line in lines.prefix(Self.loggedIssues) { write("? \(summary): \(line)") }
        let rest = lines.count - Self.loggedIssues
        if rest > 0 { write("? \(summary): and \(rest) more") }
    }

    private static let loggedIssues = 10

    /// Writes that a file could not be read.
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

    /// The fields, a line each, if they are to be written.
    private func fields(_ headers: HTTPHeaders?) -> String {
        guard detail != .lines, let headers else { return "" }
        return headers.sorted().map { "\n    \(secrets.hidden(in: $0))" }.joined()
    }

    /// What went wrong, without the words that say that something did.
    private func reason(_ error: AFError) -> String {
        if case .sessionTaskFailed(let error) = error { return error.words }
        return error.words
    }
}
