#if os(Linux)
import Foundation
import NeatlineHTTP
import NeatlineTestSupport
import NeatlineTesting
import Testing

/// A server that answers the first request on a connection with steps, and a transport that asks it.
struct HostileServer {
    let server: LoopbackServer
    let transport: CurlTransport

    /// - Parameter answer: What comes for `/`. Any other path is answered with `fine`.
    init(_ answer: [LoopbackStep] = []) throws {
        server = try LoopbackServer { $0.path == "/" ? .script(answer) : LoopbackResponse(text: "fine") }
        transport = try CurlTransport()
    }

    func ask(
        _ path: String = "/", method: String = "GET", body: TransportBody = .none, decodes: Bool = true
    ) async -> Outcome {
        let receiver = RecordingReceiver()
        _ = transport.start(
            TransportRequest(url: server.url(path), method: method, body: body, decodesContent: decodes),
            receiver: receiver)
        return await Self.outcome(of: receiver)
    }

    static func outcome(of receiver: RecordingReceiver) async -> Outcome {
        let completion = await receiver.completion()
        let state = receiver.state
        expectEqual(state.completionCount, 1)
        expectEqual(state.violations, [])
        let body = String(decoding: receiver.body, as: UTF8.self)
        if let error = completion.error { return .failed(error.code, state.head?.status, body) }
        return .whole(state.head?.status ?? 0, body)
    }

    /// Asks for what the script says, and before and after that, by the same transport, for something harmless: what one
    /// response leaves behind must not reach into the next one.
    static func outcome(
        of steps: [LoopbackStep], method: String = "GET", decodes: Bool = true
    ) async throws -> Outcome {
        let hostile = try HostileServer(steps)
        await expectEqual(hostile.ask("/before"), .whole(200, "fine"))
        let outcome = await hostile.ask(method: method, decodes: decodes)
        let next = await hostile.ask("/next")
        expectEqual(next, .whole(200, "fine"), "after \(outcome)")
        return outcome
    }
}

/// An answer and what has to come of it.
struct HostileAnswer: Sendable, CustomTestStringConvertible {
    let name: String
    let steps: [LoopbackStep]
    /// What may come of it: one thing, or two where versions of libcurl differ.
    let outcomes: [Outcome]

    /// - Parameter newer: What comes of it with libcurl 8, of some version at the latest.
    init(_ name: String, _ steps: [LoopbackStep], _ outcome: Outcome, orSince8 newer: Outcome? = nil) {
        self.name = name
        self.steps = steps
        outcomes = [outcome] + (SystemLibcurl.isVersion8 ? [newer].compactMap(\.self) : [])
    }

    /// An answer after which the connection stays open.
    init(_ name: String, open text: String, _ outcome: Outcome, orSince8 newer: Outcome? = nil) {
        self.init(name, [.send(text)], outcome, orSince8: newer)
    }

    /// An answer after which the connection is closed.
    init(_ name: String, closed text: String, _ outcome: Outcome, orSince8 newer: Outcome? = nil) {
        self.init(name, [.send(text), .close], outcome, orSince8: newer)
    }

    var testDescription: String { name }
}
#endif
