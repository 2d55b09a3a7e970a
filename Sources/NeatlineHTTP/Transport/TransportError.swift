internal import Foundation
public import NeatlineFoundation

/// The error of a request whose response is not complete.
public struct TransportError: NSErrorBridgeable, Sendable, Hashable {
    /// The kind of the error.
    public enum Code: Sendable, Hashable, CaseIterable {
        /// The request was cancelled with `TransportTask.cancel()`.
        case cancelled
        /// The transport had been invalidated.
        case invalidated
        /// The transport is not available: libcurl is missing or too old.
        case unavailable
        /// The transport does not support the scheme, host or port of the URL.
        case unsupportedURL
        /// The method or a header field cannot be sent, for example because it contains a line break.
        case invalidRequest
        /// The host's name has no address.
        case cannotFindHost
        /// The proxy's name has no address.
        case cannotFindProxy
        /// No connection to the host or the proxy could be opened.
        case cannotConnect
        /// The TLS handshake has failed.
        case secureConnectionFailed
        /// The server's certificate is not trusted, or not valid for the host.
        case certificateUntrusted
        /// The server requires a client certificate, or has rejected the one that was sent.
        case clientCertificateRejected
        /// The connection was lost before the head of the response was complete.
        case connectionLost
        /// The connection was lost, or the transfer coding was invalid, after the head.
        case bodyIncomplete
        /// The response is not valid HTTP.
        case invalidResponse
        /// The body is not in the content coding that the response names, or its codings are too many.
        case cannotDecodeContent
        /// The request's body could not be read.
        case bodyStreamFailed
        /// The transport cannot send requests with the requested HTTP version.
        case unsupportedVersion
        /// The file of a `file:` URL does not exist.
        case fileDoesNotExist
        /// The path of a `file:` URL is that of a directory.
        case fileIsDirectory
        /// The file of a `file:` URL may not be read.
        case filePermissionDenied
        /// The file of a `file:` URL cannot be read, or is none.
        case fileUnreadable
        /// The transport's connect timeout has expired.
        case timedOut
        /// Another error, which the message describes.
        case other
    }

    /// The kind of the error.
    public var code: Code
    /// The message of the underlying library, in English.
    public var message: String
    /// The code of the underlying library (`CURLcode`, `URLError.Code`), or 0.
    public var nativeCode: Int

    /// The message, or the code if the message is empty.
    public var errorDescription: String? { message.isEmpty ? "\(code)" : message }

    /// Creates an error of a transport. The parameters are the properties of the same names.
    public init(_ code: Code, _ message: String, nativeCode: Int = 0) {
        self.code = code
        self.message = message
        self.nativeCode = nativeCode
    }
}
