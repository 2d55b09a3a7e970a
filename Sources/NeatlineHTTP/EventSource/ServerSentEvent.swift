internal import Foundation
public import NeatlineFoundation

/// An event that a server has sent in an event stream (WHATWG HTML, section 9.2).
public struct ServerSentEvent: Sendable, Hashable {
    /// The last event ID when the event was sent: that of the event, or of the last one before it that had one; empty
    /// if no event had one.
    ///
    /// It is what a new connection sends as `Last-Event-ID`.
    public var id: String
    /// The name of the event; `message` if the server has not named it.
    public var name: String
    /// The data: the values of the event's `data` fields, with line feeds between them.
    public var data: String
    /// The time before the next connection that the event's `retry` field has set; `nil` if it had none.
    public var retry: Duration?

    /// Creates an event, for example for a test.
    ///
    /// - Parameters:
    ///   - id: The last event ID.
    ///   - name: The name.
    ///   - data: The data.
    ///   - retry: The time before the next connection.
    public init(id: String = "", name: String = "message", data: String, retry: Duration? = nil) {
        self.id = id
        self.name = name
        self.data = data
        self.retry = retry
    }
}

/// The error of an event stream that cannot be read. It is the underlying error of an ``AFError``.
public enum EventSourceError: Error, Sendable, Hashable {
    /// An event has more bytes than ``EventSourceSettings/maximumEventSize``, which is `limit`.
    case eventTooLarge(limit: Int)
}

extension EventSourceError: NSErrorBridgeable, CustomStringConvertible {
    /// A description of the error, in English.
    public var description: String {
        switch self {
        case .eventTooLarge(let limit): "An event of the stream has more than the allowed \(limit) bytes."
        }
    }

    /// A description of the error, in English.
    public var errorDescription: String? { description }
}

/// The settings of an ``EventSourceRequest``.
public struct EventSourceSettings: Sendable, Hashable {
    /// Whether the request connects again after its connection was lost or the server has ended the stream. `nil`: only
    /// requests with a safe method do: GET, HEAD, OPTIONS and TRACE. With `true`, every other request, too, is sent again
    /// after a lost connection, but not after the end of a stream.
    public var reconnects: Bool?
    /// The time before the next connection, until the server sets another one with a `retry` field.
    public var reconnectionTime: Duration
    /// The maximum number of connections in a row that may fail before the server has answered with an event stream: ten
    /// by default, about six minutes. If another one fails, the request fails with its error. `nil` for no limit.
    public var maximumFailures: Int?
    /// The maximum size of an event in bytes: its name, its data, and the line that has not ended. A larger one fails
    /// the request with ``EventSourceError/eventTooLarge(limit:)``. So a request needs at most a few times this size in
    /// memory, in addition to the 2 MB of the connection that may wait to be read.
    public var maximumEventSize: Int

    /// The longest time before a connection, even if the server sends a longer time: one day.
    public static let longestReconnectionTime = Duration.seconds(24 * 3600)

    /// The longest time before a connection after several failed ones, unless ``reconnectionTime`` or the server's
    /// `retry` is longer: one minute.
    public static let longestBackoff = Duration.seconds(60)

    /// Creates settings for connections and events.
    ///
    /// - Parameters:
    ///   - reconnects: Whether the request connects again; `nil` if only requests with a safe method do.
    ///   - reconnectionTime: The time before the next connection, until the server sets another one.
    ///   - maximumFailures: The maximum number of connections in a row that may fail; ten by default, `nil` for no limit.
    ///   - maximumEventSize: The maximum size of an event in bytes.
    public init(
        reconnects: Bool? = nil, reconnectionTime: Duration = .seconds(3), maximumFailures: Int? = 10,
        maximumEventSize: Int = 1 << 20
    ) {
        self.reconnects = reconnects
        self.reconnectionTime = reconnectionTime
        self.maximumFailures = maximumFailures
        self.maximumEventSize = maximumEventSize
    }
}
