internal import Foundation
internal import NeatlineSystem

/// What a request and the connection of one of its attempts share.
final class WebSocketChannel: Sendable {
    /// The settings of a connection.
    struct Options: Sendable, Hashable {
        var maximumMessageSize = 1 << 20
        var offersCompression = true
        /// The time between two pings, in seconds; `nil` for none.
        var pingInterval: TimeInterval?
        /// The time within which a ping must be answered, in seconds.
        var pongTimeout: TimeInterval = 30
        /// The time within which a close frame must be answered, in seconds.
        var closeTimeout: TimeInterval = 10
    }

    let options: Options
    let outbox: WebSocketOutbox
    /// The timer of the connection's timeouts.
    let deadlines: Deadlines
    private let receiver: any WebSocketReceiver
    private let error = Locked<WebSocketError?>(nil)

    init(options: Options, outbox: WebSocketOutbox, deadlines: Deadlines, receiver: any WebSocketReceiver) {
        self.options = options
        self.outbox = outbox
        self.deadlines = deadlines
        self.receiver = receiver
    }

    /// The error of the connection, set before its completion is reported.
    var failure: WebSocketError? { error.withLock { $0 } }

    /// Forgets the error of an earlier hop.
    func reset() { error.withLock { $0 = nil } }

    func fail(_ failure: WebSocketError) { error.withLock { $0 = $0 ?? failure } }

    func didOpen(subprotocol: String?) { receiver.webSocket(self, didOpenWith: subprotocol) }

    func didReceive(_ messages: [URLSessionWebSocketTask.Message]) { receiver.webSocket(self, didReceive: messages) }

    func didClose(status: Int, reason: Data?) {
        receiver.webSocket(self, didCloseWith: status, reason: reason?.isEmpty == true ? nil : reason)
    }
}

/// A type that receives the events of a connection, one call at a time, on the thread of the connection:
///
/// ```
/// didOpen  didReceive(messages)*  didClose?
/// ```
///
/// Then the transport reports the completion of the request.
protocol WebSocketReceiver: AnyObject, Sendable {
    /// The opening handshake is complete.
    func webSocket(_ channel: WebSocketChannel, didOpenWith subprotocol: String?)

    /// Messages were received together.
    func webSocket(_ channel: WebSocketChannel, didReceive messages: [URLSessionWebSocketTask.Message])

    /// The peer has sent its close frame, whose reason is `nil` if it has none.
    func webSocket(_ channel: WebSocketChannel, didCloseWith status: Int, reason: Data?)
}

/// A transport that opens WebSockets for requests that have a channel.
protocol WebSocketTransport: Transport {}
