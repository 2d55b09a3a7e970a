#if os(Linux)
internal import Foundation

extension CurlCode {
    /// What a `CURLcode` means for a transport.
    ///
    /// - Parameters:
    ///   - message: What libcurl said, for where one code has several reasons.
    ///   - hasHead: Whether the response's head came whole.
    ///   - connectStatus: The status with which a proxy answered `CONNECT`, or 0.
    static func meaning(
        of code: Int32, message: String, hasHead: Bool, connectStatus: Int
    ) -> TransportError.Code {
        if !hasHead, connectStatus >= 300 { return .cannotConnect }
        switch code {
        case unsupportedProtocol: return message.contains("HTTP") ? .invalidResponse : .unsupportedURL
        case malformedURL: return .unsupportedURL
        case cannotResolveProxy: return .cannotFindProxy
        case cannotResolveHost: return .cannotFindHost
        case cannotConnect, proxy: return .cannotConnect
        case weirdServerReply, tooLarge: return .invalidResponse
        // Versions before 8 say so of a line that is longer than they take.
        case outOfMemory where !hasHead: return .invalidResponse
        // Of a line that is no header: in the head, or among the trailers.
        case badFunctionArgument: return hasHead ? .bodyIncomplete : .invalidResponse
        // It counts a head that is cut as part of the body when it has seen a length in it.
        case partialFile: return hasHead ? .bodyIncomplete : .connectionLost
        case writeError, badContentEncoding: return .cannotDecodeContent
        case readError, abortedByCallback, sendFailedRewind: return .bodyStreamFailed
        case operationTimedOut: return .timedOut
        case gotNothing: return .connectionLost
        case sslConnectError:
            return blamesClientCertificate(message) ? .clientCertificateRejected : .secureConnectionFailed
        case sslEngineNotFound, sslEngineSetFailed, sslCipher, sslEngineInitFailed, sslAuthorityBadFile:
            return .secureConnectionFailed
        case peerFailedVerification, sslIssuerError, sslPinnedKeyMismatch, sslInvalidCertificateStatus:
            return .certificateUntrusted
        case sslCertificateProblem, sslClientCertificate: return .clientCertificateRejected
        case sendError, receiveError, http2, http2Stream:
            if message.hasPrefix("Too large response headers") || message.hasPrefix("Rejected ") {
                return .invalidResponse
            }
            if blamesClientCertificate(message) { return .clientCertificateRejected }
            return hasHead ? .bodyIncomplete : .connectionLost
        default: return .other
        }
    }

    /// A server says by an alert of TLS what it has against a certificate, in TLS 1.3 only when it is asked something.
    private static func blamesClientCertificate(_ message: String) -> Bool {
        guard message.contains("alert") else { return false }
        return [
            "certificate required", "bad certificate", "unknown ca", "certificate expired", "certificate revoked",
            "certificate unknown", "unsupported certificate",
        ].contains { message.contains($0) }
    }
}
#endif
