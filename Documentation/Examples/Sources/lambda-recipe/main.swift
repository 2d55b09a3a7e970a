import AWSLambdaRuntime
import Foundation
import Neatline

// Reads huts from a queue: what each event of SQS has in `Records` is mapped, and the messages that do not fit are named in
// the response, so that SQS delivers only these again.

struct QueueEvent: ImmutableMappable {
    let messages: [Message]

    init(map: Map) throws { messages = try map.value("Records") }
}

struct Message: ImmutableMappable {
    let id: String
    /// JSON of a hut.
    let body: String

    init(map: Map) throws {
        id = try map.value("messageId")
        body = try map.value("body")
    }
}

struct Hut: ImmutableMappable {
    let name: String
    let height: Int

    init(map: Map) throws {
        name = try map.value("name")
        height = try map.value("height")
    }
}

/// The identifiers of the messages to deliver again.
struct BatchResponse: BaseMappable {
    var failures: [String]

    mutating func mapping(map: Map) {
        failures.map { ["itemIdentifier": $0] } >>> map["batchItemFailures"]
    }
}

@Sendable func receive(_ event: QueueEvent, context: LambdaContext) -> BatchResponse {
    var response = BatchResponse(failures: [])
    for message in event.messages {
        do {
            let hut = try Mapper<Hut>().tryMap(JSONString: message.body)
            context.logger.info("\(hut.name), \(hut.height) m")
        } catch {
            context.log(error, of: "message \(message.id)")
            response.failures.append(message.id)
        }
    }
    return response
}

// The same for `Codable` types, whose errors name the position, too.

struct Trip: Codable {
    var huts: [String]
    var days: Int
}

struct Answer: Codable {
    var text: String
}

func answer(_ trip: Trip, context: LambdaContext) -> Answer {
    Answer(text: "\(trip.huts.joined(separator: " – ")) in \(trip.days) days")
}

// Lambda sets the name of the handler.
if ProcessInfo.processInfo.environment["_HANDLER"] == "trips" {
    let handler = ClosureHandler { (trip: Trip, context: LambdaContext) in answer(trip, context: context) }
    let runtime = LambdaRuntime(
        handler: LambdaCodableAdapter(
            encoder: OutputEncoder<Answer>(), decoder: EventDecoder(), handler: LambdaHandlerAdapter(handler: handler)))
    try await runtime.run()
} else {
    let runtime = LambdaRuntime(handler: ModelHandler(body: receive))
    try await runtime.run()
}
