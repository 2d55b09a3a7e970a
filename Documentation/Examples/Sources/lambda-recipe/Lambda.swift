import AWSLambdaRuntime
import NIOCore
import Neatline

/// Handles events that are `Mappable` models, with models as responses.
struct ModelHandler<Event: BaseMappable, Output: BaseMappable>: StreamingLambdaHandler {
    var body: @Sendable (Event, LambdaContext) async throws -> Output

    func handle(
        _ event: ByteBuffer, responseWriter: some LambdaResponseStreamWriter, context: LambdaContext
    ) async throws {
        let model: Event
        do {
            model = try Mapper<Event>().tryMap(bytes: Array(event.readableBytesView))
        } catch {
            context.log(error)
            throw error
        }
        let output = try Mapper<Output>().tryToJSONBytes(try await body(model, context))
        try await responseWriter.writeAndFinish(ByteBuffer(bytes: output))
    }
}

extension LambdaContext {
    /// Logs what does not fit a model, a line for each field, with its path and position.
    func log(_ error: any Error, of name: String = "event") {
        guard let error = error as? MappingError else { return logger.error("\(name): \(error)") }
        for failure in error.failures { logger.error("\(name): \(failure)") }
    }
}

// For handlers of `Codable` types:

struct EventDecoder: LambdaEventDecoder {
    let decoder = NeatlineJSONDecoder()

    func decode<Event: Decodable>(_ type: Event.Type, from buffer: ByteBuffer) throws -> Event {
        try decoder.decode(type, from: Array(buffer.readableBytesView))
    }
}

struct OutputEncoder<Output: Encodable>: LambdaOutputEncoder {
    let encoder = NeatlineJSONEncoder()

    func encode(_ value: Output, into buffer: inout ByteBuffer) throws {
        buffer.writeBytes(try encoder.encodeToBytes(value))
    }
}
