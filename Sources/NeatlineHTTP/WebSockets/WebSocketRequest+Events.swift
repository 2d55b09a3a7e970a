public import Dispatch
public import Foundation

// The events that handlers of WebSockets receive.

extension WebSocketRequest {
    /// An event of a WebSocket, and functions that end it.
    public struct Event<Success: Sendable, Failure: Error>: Sendable {
        /// The kinds of events of a connection.
        public enum Kind: Sendable {
            /// The connection is open, with the subprotocol that the server has chosen.
            case connected(protocol: String?)
            /// A message was received and, if there is a serializer, converted.
            case receivedMessage(Success)
            /// A message was received that could not be serialized.
            case serializerFailed(Failure)
            /// The server has sent its close frame. Not received if the connection was lost, or the request cancelled. A
            /// code for which `CloseCode` has no value is `.invalid`: see ``WebSocketRequest/closeStatus``. A reason that
            /// is empty is `nil`.
            case disconnected(closeCode: URLSessionWebSocketTask.CloseCode, reason: Data?)
            /// The request has finished: always the last event.
            case completed(Completion)
        }

        weak var socket: WebSocketRequest?
        /// The kind of the event.
        public let kind: Kind

        init(socket: WebSocketRequest, kind: Kind) {
            self.socket = socket
            self.kind = kind
        }

        /// The message, if the event is one.
        public var message: Success? {
            guard case .receivedMessage(let message) = kind else { return nil }
            return message
        }

        /// Closes the connection with a close frame.
        ///
        /// - Parameters:
        ///   - closeCode: The code.
        ///   - reason: The reason as UTF-8, of which 123 bytes at most are sent.
        public func close(sending closeCode: URLSessionWebSocketTask.CloseCode, reason: Data? = nil) {
            socket?.close(sending: closeCode, reason: reason)
        }

        /// Cancels the request, which closes the connection without a close frame.
        public func cancel() { socket?.cancel() }

        /// Sends a ping, and reports its answer.
        ///
        /// - Parameters:
        ///   - queue: The queue on which `onResponse` is called.
        ///   - onResponse: A closure that receives the answer.
        public func sendPing(
            respondingOn queue: DispatchQueue = .main, onResponse: @escaping @Sendable (PingResponse) -> Void
        ) {
            socket?.sendPing(respondingOn: queue, onResponse: onResponse)
        }
    }

    /// The end of a WebSocket.
    public struct Completion: Sendable {
        /// The last `URLRequest` that was created; `nil` if there is none.
        public let request: URLRequest?
        let reply: ReceivedHead?
        /// The metrics of the last attempt; `nil` if nothing was sent.
        public let metrics: HTTPMetrics?
        /// The error of the request; `nil` if the connection was closed with close frames.
        public let error: AFError?

        /// The head of the response; `nil` if none was received.
        public var response: HTTPURLResponse? { reply?.response }
    }

    /// The answer to a ping.
    public enum PingResponse: Sendable {
        /// The times of a ping and its answer.
        public struct Pong: Sendable, Hashable {
            /// The time at which the ping was sent.
            public let start: Date
            /// The time at which its answer was received.
            public let end: Date
            /// The time between both, in seconds.
            public let latency: TimeInterval
        }

        /// The server has answered, at these times.
        case pong(Pong)
        /// The connection has ended before an answer.
        case error(any Error)
        /// The ping was not sent, because the request does not run.
        case unsent
    }
}

/// Events as they are received, of which a consumer makes those of its handler.
enum WebSocketEvents: Sendable {
    case connected(protocol: String?)
    /// Messages that were received together.
    case messages([URLSessionWebSocketTask.Message])
    case disconnected(closeCode: URLSessionWebSocketTask.CloseCode, reason: Data?)

    /// The number of bytes that wait to be read, with some for each message itself.
    var size: Int {
        guard case .messages(let messages) = self else { return 0 }
        return messages.reduce(0) { $0 + $1.size }
    }
}

extension URLSessionWebSocketTask.Message {
    /// The number of bytes that count towards the bytes that wait to be read.
    var size: Int {
        switch self {
        case .data(let data): data.count + 64
        case .string(let text): text.utf8.count + 64
        @unknown default: 64
        }
    }
}
