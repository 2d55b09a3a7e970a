internal import Foundation

#if canImport(FoundationNetworking)
internal import FoundationNetworking
#endif

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
            case .unavailable: .resourceUnavailable
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
