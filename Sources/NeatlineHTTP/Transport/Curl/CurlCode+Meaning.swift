#if os(Linux)
internal import Foundation

// What libcurl's error codes mean for a request.

extension CurlCode {
    /// Translates a `CURLcode` to an error of a transport.
    ///
    /// - Parameters:
    ///   - message: The message of libcurl, which distinguishes several causes of one code.
    ///   - hasHead: Whether the complete head of the response was received.
    ///   - connectStatus: The status code of a proxy's response to `CONNECT`, or 0.
    static func meaning(
        of code: Int32, message: String, hasHead: Bool, connectStatus: Int
    ) -> TransportError.Code {
        if !hasHead, connectStatus >= 300 { return .cannotConnect }
        switch code {
        // Only a libcurl without TLS refuses a scheme; any other message may be that of an earlier attempt.
        case unsupportedProtocol: return message.hasPrefix("Protocol ") ? .unsupportedURL : .invalidResponse
        case malformedURL: return .unsupportedURL
        case cannotResolveProxy: return .cannotFindProxy
        case cannotResolveHost: return .cannotFindHost
        case cannotConnect, proxy: return .cannotConnect
        case weirdServerReply, tooLarge: return .invalidResponse
        // Versions before 8 use this code for a line that is too long.
        case outOfMemory where !hasHead: return .invalidResponse
        // libcurl 8.23's code for a key that cannot be read, as one whose password is missing; others use `sslCertificateProblem`.
        case badFunctionArgument where message.hasPrefix("unable to set private key file"):
            return .clientCertificateRejected
        // For an invalid line in the head or the trailers.
        case badFunctionArgument: return hasHead ? .bodyIncomplete : .invalidResponse
        // libcurl treats a truncated head as a part of the body if the head contained a length.
        case partialFile: return hasHead ? .bodyIncomplete : .connectionLost
        case writeError, badContentEncoding: return .cannotDecodeContent
        case readError, abortedByCallback, sendFailedRewind: return .bodyStreamFailed
        case operationTimedOut: return .timedOut
        case gotNothing: return .connectionLost
        case sslConnectError:
            return blamesClientCertificate(message) ? .clientCertificateRejected : .secureConnectionFailed
        case sslEngineNotFound, sslEngineSetFailed, sslCipher, sslEngineInitFailed, sslAuthorityBadFile:
            return .secureConnectionFailed
        case peerFailedVerification where message == clientCertificateExpired: return .clientCertificateRejected
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

    /// Returns what to say of a response that exceeds a limit of libcurl, which says only "Out of memory", or "A value or
    /// data field grew larger than allowed".
    static func limit(of code: Int32, hasHead: Bool) -> String? {
        guard code == tooLarge || code == outOfMemory, !hasHead else { return nil }
        return "a line in the head of the response is longer than 102400 bytes, libcurl's limit"
    }

    /// libcurl's message, with the code for a server that is not trusted, of the server's alert `certificate_expired`. If the
    /// server's certificate is not accepted, the message says why.
    private static let clientCertificateExpired = "SSL certificate verification failed"

    /// Returns what to say of a client certificate that has expired.
    static func rejection(of code: Int32, message: String) -> String? {
        code == peerFailedVerification && message == clientCertificateExpired
            ? "the server has rejected the client certificate because it has expired" : nil
    }

    /// A server rejects a client certificate with a TLS alert, in TLS 1.3 only after a request.
    private static func blamesClientCertificate(_ message: String) -> Bool {
        guard message.contains("alert") else { return false }
        return [
            "certificate required", "bad certificate", "unknown ca", "certificate expired", "certificate revoked",
            "certificate unknown", "unsupported certificate",
        ].contains { message.contains($0) }
    }
}
#endif
