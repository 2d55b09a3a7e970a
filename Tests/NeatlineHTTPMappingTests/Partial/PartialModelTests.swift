import Foundation
import NeatlineHTTPMapping
import NeatlineSystem
import NeatlineTestSupport
import NeatlineTesting
import Testing

/// Models from answers that are still being received, over HTTP.
@Suite("Models of event streams", .ownThreads, .hangLimit)
struct PartialModelTests {
    struct Answer: Mappable, Equatable, Decodable {
        var title: String?
        var steps: [String]?

        init?(map: Map) {}

        mutating func mapping(map: Map) {
            title <- map["title"]
            steps <- map["steps"]
        }
    }

    static let answer = #"{"title": "Té", "steps": ["Boil \u0077ater", "Wait 😀"]}"#
    private let session = Session()

    private func drafts<Events>(
        _ models: PartialModels<Events, Answer>
    ) async -> (drafts: [Answer], error: (any Error)?) {
        var drafts: [Answer] = []
        do {
            for try await draft in models { drafts.append(draft) }
            return (drafts, nil)
        } catch {
            return (drafts, error)
        }
    }

    /// Whether drafts only grow, none is sent twice, and the last one is the whole answer.
    private func check(_ drafts: [Answer], sourceLocation: SourceLocation = #_sourceLocation) {
        expect(drafts.count > 4, sourceLocation: sourceLocation)
        for (a, b) in zip(drafts, drafts.dropFirst()) {
            expect(a != b, sourceLocation: sourceLocation)
            expect((b.title ?? "").hasPrefix(a.title ?? ""), sourceLocation: sourceLocation)
            expect((b.steps ?? []).count >= (a.steps ?? []).count, sourceLocation: sourceLocation)
        }
        expectEqual(drafts.last?.title, "Té", sourceLocation: sourceLocation)
        expectEqual(drafts.last?.steps, ["Boil water", "Wait 😀"], sourceLocation: sourceLocation)
    }

    @Test("chat completions, in pieces of any size", arguments: [1, 2, 3, 7])
    func completions(_ size: Int) async throws {
        let server = try LoopbackServer.chat(answer: Self.answer, pieceSize: size)
        let request = session.eventSourceRequest(server.url("/chat/completions"), method: .post)
        let (drafts, error) = await drafts(request.events.partial(at: "choices.0.delta.content"))
        check(drafts)
        expect(error == nil)
        expectEqual(server.requestCount, 1)
    }

    @Test("an array of models, which grows")
    func array() async throws {
        let server = try LoopbackServer.chat(answer: #"[{"title": "a"}, {"title": "b", "steps": ["c"]}]"#, pieceSize: 2)
        let request = session.eventSourceRequest(server.url("/chat/completions"), method: .post)
        var found: [[Answer]] = []
        for try await answers in request.events.partial([Answer].self, at: "choices.0.delta.content") {
            found.append(answers)
        }
        expect(found.count > 2 && zip(found, found.dropFirst()).allSatisfy { $0.count <= $1.count })
        expect(found.last?.map(\.title) == ["a", "b"] && found.last?.map(\.steps) == [nil, ["c"]])
    }

    @Test("named events, and a Decodable type")
    func named() async throws {
        let server = try LoopbackServer.chat(answer: Self.answer)
        let request = session.eventSourceRequest(server.url("/messages"), method: .post)
        let models = request.events.partial(
            Answer.self, at: "delta.text", decoder: NeatlineJSONDecoder(),
            settings: PartialModelSettings(eventName: "content_block_delta"))
        let (drafts, error) = await drafts(models)
        check(drafts)
        expect(error == nil)
    }

    @Test("prose and a fence around the answer are passed over when asked")
    func fence() async throws {
        let server = try LoopbackServer.chat(answer: "Here it is:\n```json\n" + Self.answer + "\n```\nEnjoy!")
        let request = session.eventSourceRequest(server.url("/chat/completions"), method: .post)
        let settings = PartialModelSettings(passesOverProse: true)
        check(await drafts(request.events.partial(at: "choices.0.delta.content", settings: settings)).drafts)
        let (none, error) = await drafts(request.events.partial(at: "choices.0.delta.content"))
        expect(none.isEmpty && (error as? JSONError)?.code == .expectedValue)
    }

    @Test("calls of tools: the arguments of each by its index")
    func tools() async throws {
        let server = try LoopbackServer.chat(answer: "a \"note\"")
        let request = session.eventSourceRequest(
            server.url("/chat/completions"), method: .post, parameters: ["tools": ["weather"]], encoder: .json)
        var calls: [Int: JSONPartialParser] = [:]
        for try await event in request.events {
            if event.data == "[DONE]" { break }
            for call in try JSON(parsing: event.data)["choices"][0]["delta"]["tool_calls"].arrayValue {
                try calls[call["index"].intValue, default: JSONPartialParser()]
                    .feed(call["function"]["arguments"].stringValue)
            }
        }
        try expectEqual(calls[0]?.finish(), ["city": "Århus", "days": [1, 2]])
        try expectEqual(calls[1]?.finish(), ["text": "a \"note\""])
    }

    @Test("a lost connection goes on after the last event, and no piece is taken twice")
    func reconnecting() async throws {
        let server = try LoopbackServer.chat(answer: Self.answer)
        let request = session.eventSourceRequest(
            server.url("/answer"), settings: EventSourceSettings(reconnectionTime: .zero))
        let (drafts, error) = await drafts(request.events.partial(at: "text"))
        check(drafts)
        expect(error == nil)
        expectEqual(server.requests.prefix(2).map { $0[header: "Last-Event-ID"] != nil }, [false, true])
    }

    @Test("a POST whose connection is lost is not sent again: what has come is shown, then the error")
    func lostPost() async throws {
        let server = try LoopbackServer.chat(answer: Self.answer)
        let request = session.eventSourceRequest(
            server.url("/answer"), method: .post, settings: EventSourceSettings(reconnectionTime: .zero))
        let (drafts, error) = await drafts(request.events.partial(at: "text"))
        expect(!drafts.isEmpty && drafts.last?.steps?.count != 2)
        expect(error is AFError)
        expectEqual(server.requestCount, 1)
    }

    @Test("a text that ends too early is an error after what it has")
    func cutOff() async throws {
        let server = try LoopbackServer.chat(answer: #"{"title": "T"#)
        let request = session.eventSourceRequest(server.url("/chat/completions"), method: .post)
        let (drafts, error) = await drafts(request.events.partial(at: "choices.0.delta.content"))
        expectEqual(drafts.last?.title, "T")
        expectEqual((error as? JSONError)?.code, .unexpectedEnd)
    }

    @Test("the mark of the end has any name, and nothing after it is read")
    func endMark() async {
        let events = AsyncStream { continuation in
            for (name, data) in [
                ("delta", #"{"title": "T"#), ("ping", "[]"), ("delta", #"é"}"#), ("message", "[DONE]"),
            ] {
                continuation.yield(ServerSentEvent(name: name, data: data))
            }
            continuation.yield(ServerSentEvent(name: "delta", data: "]"))
        }
        let (drafts, error) = await drafts(events.partial(settings: PartialModelSettings(eventName: "delta")))
        expectEqual(drafts.map(\.title), ["T", "Té"])
        expect(error == nil)
    }

    /// Events with the given data.
    private func events(_ data: [String]) -> AsyncStream<ServerSentEvent> {
        AsyncStream { continuation in
            for data in data { continuation.yield(ServerSentEvent(data: data)) }
            continuation.finish()
        }
    }

    /// The JSON string of UTF-16 code units, with escapes of those that are half of a surrogate pair or, if asked, of all.
    private func source(_ units: ArraySlice<UInt16>, escapesAll: Bool) -> String {
        var text = ""
        var rest = units
        for scalar in String(decoding: units, as: UTF16.self).unicodeScalars {
            let width = UTF16.width(scalar)
            let isHalf = width == 1 && rest.first.map(UTF16.isSurrogate) == true
            if isHalf || escapesAll || scalar == "\"" || scalar == "\\" {
                for unit in rest.prefix(width) {
                    let digits = String(unit, radix: 16)
                    text += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
                }
            } else {
                text.unicodeScalars.append(scalar)
            }
            rest = rest.dropFirst(width)
        }
        return "\"" + text + "\""
    }

    @Test("pieces end between the halves of a surrogate pair, in all cuts", arguments: [false, true])
    func surrogates(_ escapesAll: Bool) async throws {
        let text = ##"{"title": "😀é𝄞\##u{FFFD}\\ud83d", "steps": ["\ud83d\ude00", "😀"]}"##
        let units = Array(text.utf16)
        let expected = try NeatlineJSONDecoder().decode(Answer.self, from: Data(text.utf8))
        for first in 0...units.count {
            for second in [first, first + 1, first + 2] where second <= units.count {
                let pieces = [units[..<first], units[first..<second], units[second...]]
                let data = pieces.map { #"{"text": ["# + source($0, escapesAll: escapesAll) + "]}" }
                let (drafts, error) = await drafts(events(data).partial(at: "text.0"))
                expectEqual(drafts.last, expected, "\(first), \(second)")
                expect(error == nil, "\(first), \(second)")
            }
        }
    }

    @Test("half of a surrogate pair without the other one is handled as the options say")
    func loneSurrogates() async {
        for data in [
            [##"{"text": "{\"title\": \"a\ud83d"}"##, ##"{"text": "b\"}"}"##],
            [##"{"text": "{\"title\": \"a\ud83db\"}"}"##],
            [##"{"text": "{\"title\": \"a"}"##, ##"{"text": "\ude00b\"}"}"##],
        ] {
            let (shown, error) = await drafts(events(data).partial(at: "text"))
            expectEqual((error as? JSONError)?.code, .loneSurrogate)
            expectEqual(shown.map(\.title), data.count == 1 ? [] : ["a"])
            var settings = PartialModelSettings()
            settings.parsing.loneSurrogates = .replace
            let (all, none) = await drafts(events(data).partial(at: "text", settings: settings))
            expect(none == nil)
            expectEqual(all.last?.title, "a\u{FFFD}b")
        }
        let (_, error) = await drafts(events([##"{"text": "{} \ud83d"}"##]).partial(at: "text"))
        expectEqual((error as? JSONError)?.code, .loneSurrogate)
    }

    @Test("events without a string at the path, or with empty data, have no piece")
    func noPieces() async {
        let data = [
            "", ##"{"text": "{\"title\": "}"##, "", ##"{"text": null}"##, ##"{"text": ""}"##, "[]", "7",
            ##"{"text": "\"a\"}"}"##, "",
        ]
        let (drafts, error) = await drafts(events(data).partial(at: "text"))
        expectEqual(drafts.map(\.title), [nil, "a"])
        expect(error == nil)
    }

    @Test(
        "an error that the server sends as an event is thrown after what has come",
        arguments: [
            ("message", #"{"error":{"message":"Overloaded","code":529}}"#),
            ("message", #"{"error":{"message":"Overloaded"},"choices":[{"delta":{"content":""}}]}"#),
            ("message", #"{"error":"Overloaded"}"#), ("error", #"{"message":"Overloaded"}"#),
            ("error", #"{"type":"error","error":{"type":"overloaded_error","message":"Overloaded"}}"#),
            ("error", "Overloaded"),
        ])
    func eventErrors(_ name: String, _ data: String) async {
        for eventName in name == "error" ? [nil, "piece"] : [nil, name] {
            let events = AsyncStream { continuation in
                continuation.yield(
                    ServerSentEvent(name: eventName ?? "message", data: #"{"c": "{\"title\": \"Te"}"#))
                continuation.yield(ServerSentEvent(name: name, data: data))
                continuation.finish()
            }
            let settings = PartialModelSettings(eventName: eventName)
            let (drafts, error) = await drafts(events.partial(at: "c", settings: settings))
            expectEqual(drafts.map(\.title), ["Te"])
            expectEqual((error as? EventError)?.event.data, data)
            expectEqual((error as? EventError)?.message, "Overloaded")
            expect("\(error as Any)".contains("Overloaded"))
        }
    }

    @Test("an event without an error is none, and the name of the pieces may be `error`")
    func noEventErrors() async {
        let data = [#"{"error":null,"c":"{\"title\":"}"#, #"{"error":"","c":"\"Té"}"#, #"{"error":{},"c":"\"}"}"#]
        let (drafts, error) = await drafts(events(data).partial(at: "c"))
        expect(drafts.last?.title == "Té" && error == nil)

        let named = AsyncStream { continuation in
            continuation.yield(ServerSentEvent(name: "error", data: #"{"title": "Tea"}"#))
            continuation.finish()
        }
        let pieces = await self.drafts(named.partial(settings: PartialModelSettings(eventName: "error")))
        expect(pieces.drafts.map(\.title) == ["Tea"] && pieces.error == nil)
    }

    @Test("JSON Lines in chunks that are cut anywhere")
    func lines() async throws {
        let server = try LoopbackServer.chat(answer: Self.answer)
        var parser = JSONPartialParser()
        for try await line in session.streamRequest(server.url("/lines")).streamTask().streamingJSON() {
            try parser.feed(line["text"].stringValue)
        }
        try expectEqual(parser.finish(), JSON(parsing: Self.answer))
    }

    @Test("the end of an iteration ends the transfer with the piece that is there", arguments: [false, true])
    func cancelling(_ isPaced: Bool) async throws {
        let sent = Locked(0)
        let server = try LoopbackServer { _ in
            let piece = LoopbackStep.chunk("data: \"x\n\n")
            return .script(
                [.head(200, headers: ["Content-Type": "text/event-stream", "Transfer-Encoding": "chunked"])]
                    + [.chunk("data: {\"title\":\"a\n\n"), .perform { sent.withLock { $0 += 1 } }, piece, .stall])
        }
        let request = session.eventSourceRequest(server.url, method: .post)
        let models = request.events.partial(Answer.self, every: isPaced ? .zero : nil)
        for try await draft in models {
            expectEqual(draft.title, "a")
            break
        }
        await server.waitForOpenConnections(atMost: 0)
        expectEqual(server.openConnectionCount, 0)
    }

    @Test("a task that is cancelled while it waits ends the transfer", arguments: [false, true])
    func cancelledTask(_ isPaced: Bool) async throws {
        let server = try LoopbackServer { _ in
            .script(
                [.head(200, headers: ["Content-Type": "text/event-stream", "Transfer-Encoding": "chunked"])]
                    + [.chunk("data: {\"title\":\"a\n\n"), .stall])
        }
        let request = session.eventSourceRequest(server.url, method: .post)
        let (shown, continuation) = AsyncStream<String?>.makeStream()
        let task = Task {
            for try await draft in request.events.partial(Answer.self, every: isPaced ? .zero : nil) {
                continuation.yield(draft.title)
            }
        }
        var titles = shown.makeAsyncIterator()
        await expectEqual(titles.next(), "a")
        task.cancel()
        await server.waitForOpenConnections(atMost: 0)
        await #expect(throws: (any Error).self) { try await task.value }
    }
}
