internal import Foundation
public import NeatlineFoundation
public import NeatlineHTTP
internal import NeatlineJSON

/// An error that a server sends as an event, after it has begun its response with the status code of a success.
///
/// Servers that stream the answers of language models report so that one of them is overloaded, or that an answer is too long:
///
/// ```swift
/// do {
///     for try await draft in request.events.partial(Answer.self, at: "choices.0.delta.content") { show(draft) }
/// } catch let error as EventError {
///     print(error.message)
/// }
/// ```
public struct EventError: NSErrorBridgeable, Hashable, Sendable {
    /// The event, whose data is what the server says of the error.
    public let event: ServerSentEvent

    /// Returns the error that an event is: one with the name `error`.
    init?(named event: ServerSentEvent) {
        guard event.name == "error" else { return nil }
        self.event = event
    }

    /// Returns the error that the data of an event has: a member `error` that is an object with members, or a string that is not empty.
    init?(_ event: ServerSentEvent, data: JSON) {
        switch data["error"] {
        case .object(let members) where !members.isEmpty: self.event = event
        case .string(let text) where !text.isEmpty: self.event = event
        default: return nil
        }
    }

    /// What the server says: the data's `error.message`, `error`, `message` or `detail`, the first that is a string; otherwise
    /// the data. Takes time for the length of the data.
    public var message: String {
        guard let data = try? JSON(parsing: event.data) else { return event.data }
        return data["error", "message"].string ?? data["error"].string ?? data["message"].string
            ?? data["detail"].string ?? event.data
    }

    /// A description of the error, in English.
    public var errorDescription: String? { "The server has sent an error as an event: \(message)" }
}

extension EventError: CustomStringConvertible {
    /// A description of the error, in English.
    public var description: String { errorDescription ?? "" }
}
