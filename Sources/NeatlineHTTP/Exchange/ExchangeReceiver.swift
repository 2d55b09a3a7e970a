internal import Foundation
internal import NeatlineFoundation

/// A type that receives the events of an exchange, in this order, one call at a time:
///
/// ```
/// ((didSend | didReceiveHints)*  (willFollow | didReceiveChallenge)?)*  didReceive(head)?  (didReceive(bytes)+  didReceiveBatch?)*
/// didComplete
/// ```
protocol ExchangeReceiver: AnyObject, Sendable {
    /// Bytes of the request's body were sent. The total starts again when the body is sent again, as after a redirect.
    func exchange(_ exchange: Exchange, didSend newBytes: Int64, totalBytes: Int64)

    /// The server has sent fields that the final response will probably have.
    func exchange(_ exchange: Exchange, didReceiveHints head: TransportResponseHead)

    /// The server has sent a redirect. Call `decide` once, on any thread, with the request to follow (the proposed one
    /// or another), or with `nil` to make this response the final one.
    func exchange(
        _ exchange: Exchange, willFollow proposed: URLRequest, after head: ResponseHead,
        decide: @escaping @Sendable (URLRequest?) -> Void)

    /// A server or a proxy has sent a challenge (401, 407), whether or not the exchange answers it. `previousFailures`
    /// is the number of challenges that were answered before.
    func exchange(_ exchange: Exchange, didReceiveChallenge head: ResponseHead, previousFailures: Int)

    /// The response is a partial one (206), or its refusal (416), or a whole one (200) whose body is expected to be large.
    /// Returns the request to send instead, after which the response is discarded, or `nil` to keep it.
    func exchange(
        _ exchange: Exchange, replacementFor request: URLRequest, after head: ResponseHead
    ) -> URLRequest?

    /// The head of the final response was received.
    func exchange(_ exchange: Exchange, didReceive head: ResponseHead)

    /// Bytes of the final response's body were received.
    func exchange(_ exchange: Exchange, didReceive bytes: RawSpan)

    /// All bytes that arrived together were reported, if the transport reports this.
    func exchangeDidReceiveBatch(_ exchange: Exchange)

    /// The exchange has completed. Always called, once, as the last event.
    func exchange(_ exchange: Exchange, didComplete outcome: ExchangeOutcome)

    /// Whether responses are stored in the session's cache.
    var caching: ResponseCaching { get }

    /// A response is about to be stored, which the receiver is asked about if ``caching`` says so. Call `decide` once, on
    /// any thread, with the response to store, or with `nil`. The completion of the exchange waits for that.
    func exchange(
        _ exchange: Exchange, willCache response: CachedURLResponse,
        decide: @escaping @Sendable (CachedURLResponse?) -> Void)
}

extension ExchangeReceiver {
    func exchange(
        _ exchange: Exchange, replacementFor request: URLRequest, after head: ResponseHead
    ) -> URLRequest? { nil }

    var caching: ResponseCaching { .always }

    func exchange(
        _ exchange: Exchange, willCache response: CachedURLResponse,
        decide: @escaping @Sendable (CachedURLResponse?) -> Void
    ) {
        decide(response)
    }
}

/// The outcome of an attempt.
struct ExchangeOutcome: Sendable {
    /// A `URLError` whose underlying error is the `TransportError` or that of reading the request's body; `nil` if
    /// there is none.
    var error: URLError?
    /// The error of the request, if it is more specific: the server was not trusted, or the body is too large.
    var reason: AFError?
    /// Whether the response came before the last hop's body, a stream, was taken to its end.
    var isBodyUnfinished = false
    var metrics: HTTPMetrics
}

extension ExchangeOutcome {
    /// The outcome of an attempt that was cancelled before anything was sent.
    static func cancelledBeforeStart(_ request: URLRequest) -> ExchangeOutcome {
        let now = Int64(Date().timeIntervalSince1970 * 1_000_000_000)
        return ExchangeOutcome(
            error: URLError(TransportError(.cancelled, "The request was cancelled."), request: request),
            metrics: HTTPMetrics(ExchangeRecord(start: now, end: now, redirectCount: 0, hops: [])))
    }
}

extension Exchange {
    /// Returns the outcome of the exchange when its last hop has ended, or could not be sent.
    func outcome(of machine: ExchangeMachine) -> ExchangeOutcome {
        let (error, reason) = errors(of: machine.ending)
        let start = pastHops.first?.timings.start ?? Int64(Date().timeIntervalSince1970 * 1_000_000_000)
        let end = pastHops.last.map { $0.timings.start &+ $0.timings.end } ?? start
        let record = ExchangeRecord(start: start, end: end, redirectCount: machine.redirectCount, hops: pastHops)
        let isBodyUnfinished = hop.failingBody.map { !$0.isExhausted } ?? false
        return ExchangeOutcome(
            error: error, reason: reason, isBodyUnfinished: isBodyUnfinished, metrics: HTTPMetrics(record))
    }

    /// Returns the error that has ended the exchange, or else that of the last hop.
    private func errors(of ending: ExchangeMachine.Ending?) -> (URLError?, AFError?) {
        let request = hop.request
        func error(_ code: TransportError.Code, _ message: String) -> URLError {
            URLError(TransportError(code, message), request: request)
        }
        switch ending {
        case .cancelled:
            return (error(.cancelled, "The request was cancelled."), nil)
        case .idleTimeout:
            let limit = Double(idleTimeout ?? 0) / 1_000_000_000
            return (error(.timedOut, "No byte came or went for \(Self.text(limit))."), nil)
        case .resourceTimeout:
            let limit = context.settings.resourceTimeout
            return (error(.timedOut, "The request took longer than \(Self.text(limit))."), nil)
        case .tooManyRedirects:
            let message = "More than \(context.settings.redirectLimit) redirects."
            return (URLError(.httpTooManyRedirects, TransportError(.other, message), request: request), nil)
        case .bodyTooLarge:
            let reason = AFError.BodyTooLarge(maximumSize: maximumBodySize)
            let underlying = TransportError(.other, reason.errorDescription ?? "")
            return (
                URLError(.dataLengthExceedsMaximum, underlying, request: request),
                .responseValidationFailed(reason: .customValidationFailed(error: reason))
            )
        case nil:
            guard let failure = hop.failure else { return (nil, nil) }
            let untrusted = hop.serverTrustFailure ?? hop.serverTrust?.failure
            let cause: (any Error)? = untrusted ?? webSocket?.failure ?? bodyError(of: failure)
            return (URLError(failure, request: request, cause: cause), untrusted)
        }
    }

    /// The error of sending the hop's body, if that has failed.
    private func bodyError(of failure: TransportError) -> (any Error)? {
        guard failure.code == .bodyStreamFailed, case .stream(let body, _) = hop.body else { return nil }
        return (body as? any FailingBody)?.failure
    }

    private static func text(_ seconds: TimeInterval) -> String {
        seconds == 1 ? "1 second" : String(format: "%g seconds", seconds)
    }
}

extension URLError {
    /// Creates the error that `URLSession` would report. The underlying error is the transport's, unless there is a
    /// more specific cause.
    init(_ error: TransportError, request: URLRequest?, cause: (any Error)? = nil) {
        self.init(Code(error.code), error, request: request, cause: cause)
    }

    init(_ code: Code, _ error: TransportError, request: URLRequest?, cause: (any Error)? = nil) {
        var userInfo: [String: Any] = [
            NSLocalizedDescriptionKey: error.message,
            NSUnderlyingErrorKey: cause ?? error,
        ]
        if let request, let url = request.url {
            userInfo[Self.methodKey] = request.httpMethod
            userInfo[NSURLErrorFailingURLErrorKey] = url
            userInfo["NSErrorFailingURLStringKey"] = url.absoluteString
        }
        self.init(code, userInfo: userInfo)
    }
}

extension URLError.Code {
    init(_ code: TransportError.Code) {
        self =
            switch code {
            case .cancelled, .invalidated: .cancelled
            case .unavailable, .unsupportedVersion: .resourceUnavailable
            case .fileDoesNotExist: .fileDoesNotExist
            case .fileIsDirectory: .fileIsDirectory
            case .filePermissionDenied: .noPermissionsToReadFile
            case .fileUnreadable: .cannotOpenFile
            case .unsupportedURL: .unsupportedURL
            case .invalidRequest, .other: .unknown
            case .cannotFindHost, .cannotFindProxy: .cannotFindHost
            case .cannotConnect: .cannotConnectToHost
            case .secureConnectionFailed: .secureConnectionFailed
            case .certificateUntrusted: .serverCertificateUntrusted
            case .clientCertificateRejected: .clientCertificateRejected
            case .connectionLost, .bodyIncomplete: .networkConnectionLost
            case .invalidResponse: .badServerResponse
            case .cannotDecodeContent: .cannotDecodeContentData
            case .bodyStreamFailed: .requestBodyStreamExhausted
            case .timedOut: .timedOut
            }
    }
}
