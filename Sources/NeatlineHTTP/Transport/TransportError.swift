internal import Foundation
public import NeatlineFoundation

/// Why a transport could not bring a whole response.
public struct TransportError: NSErrorBridgeable, Sendable, Hashable {
    /// What kind of failure it is.
    public enum Code: Sendable, Hashable, CaseIterable {
        /// `TransportTask.cancel()` was called.
        case cancelled
        /// The transport was invalidated before.
        case invalidated
        /// The transport cannot be used here: no libcurl, or one too old.
        case unavailable
        /// Not a URL that this transport can ask: its scheme, its host, its port.
        case unsupportedURL
        /// A method or header that cannot be sent, such as one with a line break.
        case invalidRequest
        case cannotFindHost
        case cannotFindProxy
        case cannotConnect
        /// TLS could not be agreed on.
        case secureConnectionFailed
        /// The server's certificate is not trusted, or is another host's.
        case certificateUntrusted
        /// The server asked for a client certificate, or did not take the one it got.
        case clientCertificateRejected
        /// The connection ended before the response's head was whole.
        case connectionLost
        /// The connection ended, or the encoding of the body broke, after the head.
        case bodyIncomplete
        /// What came is not HTTP, or breaks its rules.
        case invalidResponse
        /// `Content-Encoding` names a coding that is unknown, or the body is not in it.
        case cannotDecodeContent
        /// The body could not be read for sending.
        case bodyStreamFailed
        /// The transport's own time for connecting was over.
        case timedOut
        /// Something else; the message says what.
        case other
    }

    /// What kind of failure it is.
    public var code: Code
    /// What the library below said, for people.
    public var message: String
    /// Its number there (`CURLcode`, `URLError.Code`), or 0.
    public var nativeCode: Int

    /// `message`; the code if that is empty.
    public var errorDescription: String? { message.isEmpty ? "\(code)" : message }

    /// An error as a transport reports it.
    public init(_ code: Code, _ message: String, nativeCode: Int = 0) {
        self.code = code
        self.message = message
        self.nativeCode = nativeCode
    }
}
