public import Foundation

// The settings of WebSockets.

extension WebSocketRequest {
    /// The settings of a connection.
    public struct Configuration: Sendable, Hashable {
        /// Settings with the defaults of all properties.
        public static var `default`: Self { Self() }

        /// Returns the default settings with a subprotocol.
        ///
        /// - Parameter protocol: The subprotocols to offer, separated by commas if there are several.
        public static func `protocol`(_ protocol: String) -> Self { Self(protocol: `protocol`) }

        /// Returns the default settings with a maximum size of received messages.
        ///
        /// - Parameter maximumMessageSize: The maximum size in bytes.
        public static func maximumMessageSize(_ maximumMessageSize: Int) -> Self {
            Self(maximumMessageSize: maximumMessageSize)
        }

        /// Returns the default settings with automatic pings.
        ///
        /// - Parameter pingInterval: The time between two pings, in seconds.
        public static func pingInterval(_ pingInterval: TimeInterval) -> Self { Self(pingInterval: pingInterval) }

        /// The subprotocols that are offered to the server, separated by commas; `nil` for none.
        public let `protocol`: String?
        /// The maximum size of a received message in bytes, after decompression. A larger one closes the connection with
        /// the code 1009, and fails the request with ``WebSocketError/messageTooLarge(maximumSize:)``.
        public let maximumMessageSize: Int
        /// The time between two automatic pings, in seconds; `nil` for none.
        public let pingInterval: TimeInterval?
        /// The time within which an automatic ping must be answered, in seconds. Otherwise the request fails with
        /// ``WebSocketError/pongTimedOut(_:)``. The time does not run while the reader is slow.
        public let pongTimeout: TimeInterval
        /// The time within which the server must read the messages before a close frame and answer it, in seconds. Otherwise
        /// the request fails with ``WebSocketError/closeTimedOut(_:)``.
        public let closeTimeout: TimeInterval
        /// Whether compression is offered to the server (`permessage-deflate`, RFC 7692). Messages of 64 bytes and more are
        /// compressed then.
        public let offersCompression: Bool

        /// Creates settings for a connection.
        ///
        /// - Parameters:
        ///   - protocol: The subprotocols to offer, separated by commas.
        ///   - maximumMessageSize: The maximum size of a received message in bytes.
        ///   - pingInterval: The time between two automatic pings, in seconds; `nil` for none.
        ///   - pongTimeout: The time within which an automatic ping must be answered, in seconds.
        ///   - closeTimeout: The time within which a close frame must be answered, in seconds.
        ///   - offersCompression: Whether compression is offered.
        public init(
            protocol: String? = nil, maximumMessageSize: Int = 1_048_576, pingInterval: TimeInterval? = nil,
            pongTimeout: TimeInterval = 30, closeTimeout: TimeInterval = 10, offersCompression: Bool = true
        ) {
            self.protocol = `protocol`
            self.maximumMessageSize = maximumMessageSize
            self.pingInterval = pingInterval
            self.pongTimeout = pongTimeout
            self.closeTimeout = closeTimeout
            self.offersCompression = offersCompression
        }

        var options: WebSocketChannel.Options {
            WebSocketChannel.Options(
                maximumMessageSize: maximumMessageSize, offersCompression: offersCompression,
                pingInterval: pingInterval, pongTimeout: pongTimeout, closeTimeout: closeTimeout)
        }
    }
}
