internal import Foundation

// What the errors of `URLSession` mean for a request.

extension TransportError {
    /// Creates an error from one of `URLSession`. On Linux, many can be distinguished only by libcurl's text.
    init(urlSession error: any Error, hasHead: Bool) {
        guard let error = error as? URLError else {
            self.init(.other, String(describing: error))
            return
        }
        let message = (error.userInfo[NSLocalizedDescriptionKey] as? String) ?? error.localizedDescription
        self.init(Self.code(of: error, message, hasHead: hasHead), message, nativeCode: error.errorCode)
    }

    private static func code(of error: URLError, _ message: String, hasHead: Bool) -> Code {
        switch error.code {
        case .cancelled: .cancelled
        case .timedOut: .timedOut
        case .cannotFindHost, .dnsLookupFailed: .cannotFindHost
        case .cannotConnectToHost, .notConnectedToInternet: .cannotConnect
        case .networkConnectionLost: hasHead ? .bodyIncomplete : .connectionLost
        // An answer without a byte.
        case .badServerResponse: hasHead ? .invalidResponse : .connectionLost
        case .cannotParseResponse: .invalidResponse
        case .unsupportedURL: message.contains("HTTP/0.9") ? .invalidResponse : .unsupportedURL
        case .badURL: .unsupportedURL
        case .secureConnectionFailed: .secureConnectionFailed
        case .serverCertificateUntrusted, .serverCertificateHasBadDate, .serverCertificateNotYetValid,
            .serverCertificateHasUnknownRoot:
            .certificateUntrusted
        case .clientCertificateRejected, .clientCertificateRequired: .clientCertificateRejected
        case .cannotDecodeContentData, .cannotDecodeRawData: .cannotDecodeContent
        case .requestBodyStreamExhausted: .bodyStreamFailed
        case .dataLengthExceedsMaximum: .invalidRequest
        default: code(ofText: message, hasHead: hasHead)
        }
    }

    private static func code(ofText message: String, hasHead: Bool) -> Code {
        let text = message.lowercased()
        let codes: [(String, Code)] = [
            ("certificate", .certificateUntrusted), ("ssl", .secureConnectionFailed), ("tls", .secureConnectionFailed),
            ("transfer closed", hasHead ? .bodyIncomplete : .connectionLost), ("chunk", .bodyIncomplete),
            ("end of response with", hasHead ? .bodyIncomplete : .connectionLost),
            ("content encoding", .cannotDecodeContent), ("inflat", .cannotDecodeContent),
            ("writing header", .invalidResponse), ("http/2", .invalidResponse), ("recv failure", .connectionLost),
            ("empty reply", .connectionLost),
        ]
        return codes.first { text.contains($0.0) }?.1 ?? .other
    }
}
