#if os(Linux)
import Foundation
import NeatlineHTTP
import NeatlineTesting
import NeatlineTestSupport
import Testing

@Suite("Hostile servers: while a body is sent", .ownThreads, .hangLimit)
struct HostileUploadTests {
    /// More than any buffer on the way takes.
    private static let large = TransportBody.bytes(Data(repeating: 0x61, count: 30_000_000))

    @Test("An early answer counts, and the next request is right")
    func early() async throws {
        let hostile = try HostileServer()
        hostile.server.onHead { $0.method == "POST" ? LoopbackResponse(status: 413, text: "too much") : nil }
        await expectEqual(hostile.ask("/a", method: "POST", body: Self.large), .whole(413, "too much"))
        await expectEqual(hostile.ask("/b"), .whole(200, "fine"))
    }

    @Test("An early answer counts though the server then reads no more")
    func earlyAndDeaf() async throws {
        let hostile = try HostileServer()
        hostile.server.onHead {
            $0.method == "POST"
                ? .script([
                    .pauseReading, .send("HTTP/1.1 403 No\r\nConnection: close\r\nContent-Length: 2\r\n\r\nno"), .stall,
                ])
                : nil
        }
        await expectEqual(hostile.ask("/a", method: "POST", body: Self.large), .whole(403, "no"))
        await expectEqual(hostile.ask("/b"), .whole(200, "fine"))
    }

    @Test("A server that leaves during the body ends the request", arguments: [true, false])
    func leaving(_ resets: Bool) async throws {
        let hostile = try HostileServer()
        hostile.server.onHead { $0.method == "POST" ? .script([resets ? .reset : .close]) : nil }
        await expectEqual(hostile.ask("/a", method: "POST", body: Self.large), .failed(.connectionLost, nil, ""))
        await expectEqual(hostile.ask("/b"), .whole(200, "fine"))
    }

    @Test("A server that answers half during the body ends the request")
    func halfAnswer() async throws {
        let hostile = try HostileServer()
        hostile.server.onHead {
            $0.method == "POST" ? .script([.send("HTTP/1.1 200 OK\r\nContent-Length: 10\r\n\r\nhalf"), .reset]) : nil
        }
        switch await hostile.ask("/a", method: "POST", body: Self.large) {
        case .failed(let code, let status, let body):
            expectEqual(code, status == nil ? .connectionLost : .bodyIncomplete)
            expect("half".hasPrefix(body))
        case let other: Issue.record("\(other)")
        }
        await expectEqual(hostile.ask("/b"), .whole(200, "fine"))
    }

    @Test("A body that nobody takes ends when it is cancelled")
    func deaf() async throws {
        let gate = TestGate()
        let hostile = try HostileServer()
        hostile.server.onHead { _ in .script([.pauseReading, .waitUntil(gate)]) }
        let receiver = RecordingReceiver()
        let task = hostile.transport.start(
            TransportRequest(url: hostile.server.url, method: "PUT", body: Self.large), receiver: receiver)
        await gate.reached()
        await receiver.wait { $0.sentBytes > 0 }
        task.cancel()
        await expectEqual(HostileServer.outcome(of: receiver), .failed(.cancelled, nil, ""))
        expect(receiver.state.sentBytes < 30_000_000)
    }

    @Test("A body without an end goes on until it is cancelled")
    func endless() async throws {
        let hostile = try HostileServer()
        let receiver = RecordingReceiver()
        let task = hostile.transport.start(
            TransportRequest(url: hostile.server.url, method: "PUT", body: .stream(EndlessBody(), length: nil)),
            receiver: receiver)
        await receiver.wait { $0.sentBytes > 3_000_000 }
        task.cancel()
        await expectEqual(HostileServer.outcome(of: receiver), .failed(.cancelled, nil, ""))
        await hostile.server.waitForOpenConnections(atMost: 0)
        expect(hostile.server.requests.isEmpty)
    }

    @Test("A server that asks for no body by 100 and then answers")
    func continues() async throws {
        let hostile = try HostileServer()
        hostile.server.onHead { request in
            request.method == "POST"
                ? .script([
                    .repeat("HTTP/1.1 100 Continue\r\n\r\n", count: 20),
                    .send("HTTP/1.1 417 No\r\nContent-Length: 0\r\n\r\n"),
                ]) : nil
        }
        await expectEqual(hostile.ask("/a", method: "POST", body: .bytes(Data("hello".utf8))), .whole(417, ""))
        await expectEqual(hostile.ask("/b"), .whole(200, "fine"))
    }
}

private final class EndlessBody: TransportBodyStream {
    func next(limit: Int) -> TransportBodyPiece { .bytes(Data(repeating: 0x62, count: min(limit, 65_536))) }
    func rewind() {}
    func whenReady(_ wake: @escaping @Sendable () -> Void) {}
}
#endif
