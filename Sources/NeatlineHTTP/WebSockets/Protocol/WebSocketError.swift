public import Foundation
public import NeatlineFoundation

/// The error of a WebSocket: of its opening handshake, of its connection, or of a message to be sent.
///
/// A request that has failed for it has ``AFError/sessionTaskFailed(error:)`` with a `URLError`, whose underlying error is
/// this one; ``AFError/webSocketError`` returns it.
public enum WebSocketError: NSErrorBridgeable, Sendable, Hashable {
    /// The server has responded to the request with another status than 101 (Switching Protocols).
    case upgradeRefused(statusCode: Int)
    /// The server's response with status 101 does not accept the WebSocket (RFC 6455, section 4.1).
    case handshakeFailed(HandshakeProblem)
    /// The server has violated the protocol. The connection was closed with the code 1002.
    case protocolViolation(Violation)
    /// A text message, or the reason of a close frame, was not valid UTF-8. The connection was closed with the code 1007.
    case invalidUTF8
    /// A compressed message was invalid. The connection was closed with the code 1007.
    case invalidCompression
    /// A message was larger than ``WebSocketRequest/Configuration/maximumMessageSize``. The connection was closed with the
    /// code 1009.
    case messageTooLarge(maximumSize: Int)
    /// The connection was lost without a close frame.
    case connectionLost
    /// The server has not answered a ping in time, in seconds.
    case pongTimedOut(TimeInterval)
    /// The server has not answered the close frame in time, in seconds.
    case closeTimedOut(TimeInterval)
    /// The message was not sent, because more than so many bytes wait to be sent.
    case sendQueueFull(maximumSize: Int)
    /// The message was not sent, because the request has ended or is being closed.
    case notConnected
    /// The transport of the session has no WebSockets.
    case unsupportedTransport

    /// A response with status 101 that does not accept the WebSocket.
    public enum HandshakeProblem: Sendable, Hashable {
        /// There is no `Upgrade` field, or its value is not `websocket`.
        case upgradeField
        /// There is no `Connection` field with the value `Upgrade`.
        case connectionField
        /// `Sec-WebSocket-Accept` is missing, or is not the answer to the request's key.
        case acceptField
        /// The server has chosen a subprotocol that was not offered.
        case subprotocol(String)
        /// The server has chosen an extension that was not offered, or with parameters that are invalid.
        case `extension`(String)
    }

    /// A violation of the protocol.
    public enum Violation: Sendable, Hashable {
        /// A reserved bit is set without an extension that uses it.
        case reservedBits
        /// An opcode that is not defined.
        case opcode(UInt8)
        /// The length of a frame is not in its shortest form.
        case lengthNotShortest
        /// The length of a frame is 2⁶³ or more.
        case lengthTooLarge
        /// A control frame has more than 125 bytes.
        case controlFrameTooLong
        /// A control frame is fragmented, which RFC 6455 forbids.
        case controlFrameFragmented
        /// A server has masked a frame, or a client has not.
        case masking
        /// A fragment continues no message.
        case unexpectedContinuation
        /// A message begins before the one before has ended.
        case unfinishedMessage
        /// A close frame has an invalid code, or only half of one.
        case closeCode(Int?)
    }

    /// A description of the error, in English.
    public var errorDescription: String? {
        switch self {
        case .upgradeRefused(let status): "The server did not open a WebSocket: it responded with status \(status)."
        case .handshakeFailed(let problem): "The server's handshake is invalid: \(problem.text)."
        case .protocolViolation(let violation): "The server violated the WebSocket protocol: \(violation.text)."
        case .invalidUTF8: "The server sent text that is not UTF-8."
        case .invalidCompression: "The server sent a compressed message that cannot be decompressed."
        case .messageTooLarge(let size): "The server sent a message of more than \(size) bytes."
        case .connectionLost: "The connection was lost without a close frame."
        case .pongTimedOut(let seconds): "The server did not answer a ping within \(Self.text(seconds))."
        case .closeTimedOut(let seconds): "The server did not answer the close frame within \(Self.text(seconds))."
        case .sendQueueFull(let size): "More than \(size) bytes wait to be sent."
        case .notConnected: "The WebSocket is not open."
        case .unsupportedTransport: "The transport of the session has no WebSockets."
        }
    }

    private static func text(_ seconds: TimeInterval) -> String {
        seconds == 1 ? "1 second" : String(format: "%g seconds", seconds)
    }
}

extension WebSocketError.HandshakeProblem {
    fileprivate var text: String {
        switch self {
        case .upgradeField: "the Upgrade field is not 'websocket'"
        case .connectionField: "the Connection field does not contain 'Upgrade'"
        case .acceptField: "Sec-WebSocket-Accept is not the answer to the key"
        case .subprotocol(let name): "the subprotocol \(String(reflecting: name)) was not offered"
        case .extension(let text): "the extension \(String(reflecting: text)) was not offered, or is invalid"
        }
    }
}

extension WebSocketError.Violation {
    fileprivate var text: String {
        switch self {
        case .reservedBits: "a reserved bit is set"
        case .opcode(let opcode): "the opcode \(opcode) is not defined"
        case .lengthNotShortest: "a length is not in its shortest form"
        case .lengthTooLarge: "a length is 2⁶³ or more"
        case .controlFrameTooLong: "a control frame has more than 125 bytes"
        case .controlFrameFragmented: "a control frame is fragmented"
        case .masking: "the masking of a frame is wrong"
        case .unexpectedContinuation: "a fragment continues no message"
        case .unfinishedMessage: "a message begins before the one before has ended"
        case .closeCode(let code): code.map { "the close code \($0) is invalid" } ?? "a close frame has one byte"
        }
    }
}

extension WebSocketError {
    /// The close code that tells the peer of the error; `nil` if the connection is not closed for it.
    package var closeStatus: Int? {
        switch self {
        case .protocolViolation: WebSocketCloseStatus.protocolError
        case .invalidUTF8, .invalidCompression: WebSocketCloseStatus.invalidPayload
        case .messageTooLarge: WebSocketCloseStatus.messageTooBig
        default: nil
        }
    }

    /// The error that a transport reports for it.
    var transportError: TransportError {
        let code: TransportError.Code =
            switch self {
            case .connectionLost: .connectionLost
            case .pongTimedOut, .closeTimedOut: .timedOut
            case .unsupportedTransport: .unavailable
            default: .invalidResponse
            }
        return TransportError(code, errorDescription ?? "")
    }
}

extension AFError {
    /// The error of the WebSocket because of which the request has failed; `nil` if there is another reason.
    public var webSocketError: WebSocketError? {
        guard case .sessionTaskFailed(let error) = self else { return nil }
        return (error as? URLError)?.userInfo[NSUnderlyingErrorKey] as? WebSocketError
    }
}
