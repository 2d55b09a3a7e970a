// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation

import Foundation
public import Logging
public import NIOCore

// A stub of Swift AWS Lambda Runtime 2. It declares what the recipe uses, and handles one event, which it reads from the
// standard input. The framework is https://github.com/awslabs/swift-aws-lambda-runtime.

public struct LambdaContext: Sendable {
    public let requestID: String
    public let logger: Logger
}

// MARK: - Bytes

public protocol LambdaResponseStreamWriter {
    func writeAndFinish(_ buffer: ByteBuffer) async throws
}

public protocol StreamingLambdaHandler {
    mutating func handle(
        _ event: ByteBuffer, responseWriter: some LambdaResponseStreamWriter, context: LambdaContext
    ) async throws
}

/// Handles one event: JSON from the standard input, until its end. The response is printed.
///
/// The real one asks the Lambda service for one event after another; without the service, it is a server on this machine
/// that answers `POST /invoke`.
public final class LambdaRuntime<Handler: StreamingLambdaHandler>: @unchecked Sendable {
    private var handler: Handler

    public init(handler: sending Handler) { self.handler = handler }

    public func run() async throws {
        let event = ByteBuffer(bytes: FileHandle.standardInput.readDataToEndOfFile())
        let context = LambdaContext(requestID: "1", logger: Logger(label: "LambdaRuntime"))
        do {
            try await handler.handle(event, responseWriter: Printer(), context: context)
        } catch {
            // The real one sends the error to the service, and takes the next event.
            print("failed: \(error)")
        }
    }
}

private struct Printer: LambdaResponseStreamWriter {
    func writeAndFinish(_ buffer: ByteBuffer) async throws { print(String(buffer: buffer)) }
}

// MARK: - Codable types

public protocol LambdaEventDecoder {
    func decode<Event: Decodable>(_ type: Event.Type, from buffer: ByteBuffer) throws -> Event
}

public protocol LambdaOutputEncoder {
    associatedtype Output
    func encode(_ value: Output, into buffer: inout ByteBuffer) throws
}

public protocol LambdaHandler {
    associatedtype Event
    associatedtype Output
    func handle(_ event: Event, context: LambdaContext) async throws -> Output
}

public struct ClosureHandler<Event: Decodable, Output>: LambdaHandler {
    private let body: (Event, LambdaContext) async throws -> Output

    public init(body: @escaping (Event, LambdaContext) async throws -> Output) where Output: Encodable {
        self.body = body
    }

    public func handle(_ event: Event, context: LambdaContext) async throws -> Output { try await body(event, context) }
}

public struct LambdaHandlerAdapter<Event: Decodable, Output, Handler: LambdaHandler>
where Handler.Event == Event, Handler.Output == Output {
    let handler: Handler
    public init(handler: Handler) { self.handler = handler }
}

public struct LambdaCodableAdapter<
    Handler: LambdaHandler, Event: Decodable, Output, Decoder: LambdaEventDecoder, Encoder: LambdaOutputEncoder
>: StreamingLambdaHandler
where Handler.Event == Event, Handler.Output == Output, Encoder.Output == Output {
    private let encoder: Encoder
    private let decoder: Decoder
    private let handler: Handler

    public init(encoder: Encoder, decoder: Decoder, handler: LambdaHandlerAdapter<Event, Output, Handler>)
    where Output: Encodable {
        self.encoder = encoder
        self.decoder = decoder
        self.handler = handler.handler
    }

    public func handle(
        _ event: ByteBuffer, responseWriter: some LambdaResponseStreamWriter, context: LambdaContext
    ) async throws {
        let output = try await handler.handle(decoder.decode(Event.self, from: event), context: context)
        var buffer = ByteBuffer()
        try encoder.encode(output, into: &buffer)
        try await responseWriter.writeAndFinish(buffer)
    }
}
