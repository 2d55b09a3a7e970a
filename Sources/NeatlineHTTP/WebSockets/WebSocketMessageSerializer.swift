public import NeatlineFoundation

#if canImport(FoundationNetworking)
internal import Foundation
#else
public import Foundation
#endif

/// A type that converts the messages of a WebSocket to values.
public protocol WebSocketMessageSerializer<Output, Failure>: Sendable {
    /// The type of the values.
    associatedtype Output: Sendable
    /// The type of the errors.
    associatedtype Failure: Error = any Error

    /// Converts a message to a value.
    ///
    /// - Parameter message: The message.
    /// - Throws: Any error, which handlers receive with `.serializerFailed`.
    func decode(_ message: URLSessionWebSocketTask.Message) throws -> Output
}

/// A serializer that returns messages unchanged.
public struct PassthroughWebSocketMessageDecoder: WebSocketMessageSerializer {
    /// The type of errors, of which there are none.
    public typealias Failure = Never

    /// Creates a serializer, which has no settings.
    public init() {}

    /// Returns the message as it was received.
    public func decode(_ message: URLSessionWebSocketTask.Message) -> URLSessionWebSocketTask.Message { message }
}

/// A serializer that decodes messages, which must be complete documents.
public struct DecodableWebSocketMessageDecoder<Value: Decodable & Sendable>: WebSocketMessageSerializer {
    /// The error of a message that cannot be decoded.
    public enum Error: NSErrorBridgeable {
        /// The decoder has thrown an error.
        case decoding(any Swift.Error)
        /// The message is neither data nor text.
        case unknownMessage(description: String)

        /// A description of the error, in English.
        public var errorDescription: String? {
            switch self {
            case .decoding(let error): "The message could not be decoded: \(error.fullDescription)"
            case .unknownMessage(let description): "The message is neither data nor text: \(description)"
            }
        }
    }

    /// The decoder that decodes the messages.
    public let decoder: any DataDecoder

    /// Creates a serializer with a decoder.
    ///
    /// - Parameter decoder: Decodes the messages.
    public init(decoder: any DataDecoder) { self.decoder = decoder }

    /// Decodes a message as a value of the type.
    ///
    /// - Parameter message: The message; text is decoded as UTF-8.
    /// - Throws: ``Error``.
    public func decode(_ message: URLSessionWebSocketTask.Message) throws -> Value {
        let data: Data
        switch message {
        case .data(let content): data = content
        case .string(let text): data = Data(text.utf8)
        @unknown default: throw Error.unknownMessage(description: String(describing: message))
        }
        do {
            return try decoder.decode(Value.self, from: data)
        } catch {
            throw Error.decoding(error)
        }
    }
}

extension WebSocketMessageSerializer where Self == PassthroughWebSocketMessageDecoder {
    /// A serializer that returns messages unchanged.
    public static var passthrough: PassthroughWebSocketMessageDecoder { PassthroughWebSocketMessageDecoder() }
}

extension WebSocketMessageSerializer {
    /// Returns a serializer that decodes JSON.
    ///
    /// - Parameters:
    ///   - type: The type to decode.
    ///   - decoder: Decodes the messages.
    public static func json<Value>(
        decoding type: Value.Type = Value.self, using decoder: any DataDecoder = DefaultDataDecoder()
    ) -> Self where Self == DecodableWebSocketMessageDecoder<Value> {
        DecodableWebSocketMessageDecoder<Value>(decoder: decoder)
    }
}
