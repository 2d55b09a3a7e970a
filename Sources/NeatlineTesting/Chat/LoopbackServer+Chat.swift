internal import Foundation
public import NeatlineHTTP
internal import NeatlineJSON
internal import NeatlineSystem

// The routes of a service that answers while it thinks, as those of language models do: a text in pieces inside events.

extension LoopbackServer {
    /// Creates a server that streams an answer in the ways in which services of language models do, so that examples and
    /// tests need no network and no account.
    ///
    /// ```swift
    /// let server = try LoopbackServer.chat(answer: #"{"title": "Tea", "steps": ["Boil water", "Wait"]}"#)
    /// let request = session.eventSourceRequest(server.url("/chat/completions"), method: .post)
    /// for try await draft in request.events.partial(Recipe.self, at: "choices.0.delta.content") { show(draft) }
    /// ```
    ///
    /// - `POST /chat/completions`: unnamed events with pieces of the answer at `choices[0].delta.content`, the number of
    ///   tokens at the end, and `[DONE]`. If the body has a member `tools`, there are two calls of tools instead: their
    ///   arguments come in pieces at `choices[0].delta.tool_calls[].function.arguments`, by turns, told apart by `index`.
    /// - `POST /messages`: named events: `content_block_delta` with a piece at `delta.text`, and others before, between and
    ///   after them.
    /// - `GET /answer`: the pieces themselves as events with IDs, `{"text":…}`. The first connection is lost half way; another
    ///   one with `Last-Event-ID` gets the rest.
    /// - `POST /answer`: the same without IDs, and lost half way each time.
    /// - `GET /lines`: the pieces as JSON Lines, in chunks that are cut anywhere.
    ///
    /// - Parameters:
    ///   - answer: The text of the answer.
    ///   - pieceSize: The number of characters in a piece of it.
    ///   - address: The address at which the server listens.
    /// - Throws: ``LoopbackServerError`` if a socket cannot be opened.
    public static func chat(
        answer: String, pieceSize: Int = 3, on address: LoopbackAddress = .ipv4
    ) throws -> LoopbackServer {
        let server = try LoopbackServer(on: address)
        let pieces = Self.pieces(of: answer, size: pieceSize)
        server.on(.post, "/chat/completions") { request in
            let hasTools = (try? JSON(parsing: Array(request.body)))?["tools"].exists() ?? false
            let deltas = hasTools ? Self.toolCalls(answer, size: pieceSize) : pieces.map { ["content": $0] as JSON }
            return .events(Self.completion(deltas))
        }
        server.on(.post, "/messages") { _ in .events(Self.message(pieces)) }
        let answers = pieces.enumerated().map { number, piece in
            ServerSentEvent(id: "\(number + 1)", data: Self.text(["text": piece]))
        }
        let losses = Locked(0)
        server.on(.get, "/answer") { request in
            let start = request[header: "Last-Event-ID"].flatMap { Int($0) } ?? 0
            let isLost = losses.withLock { count in
                defer { count += 1 }
                return count == 0
            }
            // After the answer there is nothing to connect again for.
            if start >= answers.count { return .status(204) }
            return .events(Array(answers[start...]), lostAfter: isLost ? answers.count / 2 : nil)
        }
        server.on(.post, "/answer") { _ in
            .events(answers.map { ServerSentEvent(data: $0.data) }, lostAfter: answers.count / 2)
        }
        server.on(.get, "/lines") { _ in
            let lines = answers.map { $0.data + "\n" }.joined()
            return .chunks(of: lines, type: "application/x-ndjson")
        }
        return server
    }

    private static func pieces(of text: String, size: Int) -> [String] {
        let characters = Array(text)
        let size = max(size, 1)
        return stride(from: 0, to: characters.count, by: size).map { start in
            String(characters[start..<min(start + size, characters.count)])
        }
    }

    private static func text(_ json: JSON) -> String { (try? json.serializedString()) ?? "null" }

    /// The deltas of two calls, by turns; the second one has the answer as its argument.
    private static func toolCalls(_ answer: String, size: Int) -> [JSON] {
        let arguments = [#"{"city": "Århus", "days": [1, 2]}"#, text(["text": answer])]
        let pieces = arguments.map { Self.pieces(of: $0, size: size) }
        var deltas = ["weather", "note"].enumerated().map { index, name -> JSON in
            let function: JSON = ["name": name, "arguments": ""]
            let call: JSON = ["index": index, "id": "call_\(index)", "type": "function", "function": function]
            return ["tool_calls": [call]]
        }
        for number in 0..<max(pieces[0].count, pieces[1].count) {
            for index in 0...1 where number < pieces[index].count {
                let function: JSON = ["arguments": pieces[index][number]]
                let call: JSON = ["index": index, "function": function]
                deltas.append(["tool_calls": [call]])
            }
        }
        return deltas
    }

    private static func completion(_ deltas: [JSON]) -> [ServerSentEvent] {
        func chunk(_ delta: JSON, end: JSON = .null) -> ServerSentEvent {
            let choice: JSON = ["index": 0, "delta": delta, "finish_reason": end]
            let chunk: JSON = ["id": "chat-1", "object": "chat.completion.chunk", "choices": [choice]]
            return ServerSentEvent(data: text(chunk))
        }
        let usage: JSON = ["prompt_tokens": 9, "completion_tokens": deltas.count]
        return [chunk(["role": "assistant", "content": ""])] + deltas.map { chunk($0) } + [
            chunk([:], end: "stop"), ServerSentEvent(data: text(["id": "chat-1", "choices": [], "usage": usage])),
            ServerSentEvent(data: "[DONE]"),
        ]
    }

    private static func message(_ pieces: [String]) -> [ServerSentEvent] {
        func event(_ name: String, _ more: [(key: String, value: JSON)] = []) -> ServerSentEvent {
            let members = [(key: "type", value: JSON.string(name))] + more
            return ServerSentEvent(name: name, data: text(.object(JSONObject(members))))
        }
        let deltas = pieces.map { piece in
            event("content_block_delta", [("index", 0), ("delta", ["type": "text_delta", "text": piece])])
        }
        return [event("message_start"), event("content_block_start"), event("ping")] + deltas
            + [event("content_block_stop"), event("message_delta"), event("message_stop")]
    }
}

extension LoopbackResponse {
    /// Creates an event stream, in chunks that are cut anywhere.
    ///
    /// A line end in an event's data, also a carriage return, begins another `data` field: it is received as a line feed.
    ///
    /// - Parameters:
    ///   - events: The events. A time before the next connection is at least zero and at most 10^17 milliseconds.
    ///   - count: The number of events after which the connection is lost; `nil` if the stream is whole.
    /// - Returns: The response.
    public static func events(_ events: [ServerSentEvent], lostAfter count: Int? = nil) -> LoopbackResponse {
        var text = ""
        var id = ""
        for event in events.prefix(count ?? .max) {
            if event.id != id { text += "id: \(event.id)\n" }
            id = event.id
            if event.name != "message" { text += "event: \(event.name)\n" }
            if let retry = event.retry { text += "retry: \(Int64(min(max(retry / .milliseconds(1), 0), 1e17)))\n" }
            // A carriage return ends a line of the stream, too, and with a line feed after it is one character.
            let lines = event.data.split(omittingEmptySubsequences: false) { ["\n", "\r\n", "\r"].contains($0) }
            for line in lines { text += "data: \(line)\n" }
            text += "\n"
        }
        return chunks(of: text, type: "text/event-stream", isWhole: count == nil)
    }

    /// Creates a response in chunks of a few bytes.
    static func chunks(of text: String, type: String, isWhole: Bool = true) -> LoopbackResponse {
        let bytes = Array(text.utf8)
        var steps: [LoopbackStep] = []
        var start = 0
        while start < bytes.count {
            // No size of an event is a multiple of all of these.
            let end = min(start + [5, 64, 17, 1][steps.count % 4], bytes.count)
            steps.append(.chunk(bytes[start..<end]))
            start = end
        }
        let head = LoopbackStep.head(200, headers: ["Content-Type": type, "Transfer-Encoding": "chunked"])
        return .script([head] + steps + [isWhole ? .lastChunk() : .close])
    }
}
