#if os(Linux)
import Foundation
import NeatlineHTTP
import NeatlineTesting
import NeatlineTestSupport
import Testing

@Suite("Hostile servers: responses that end too soon", .ownThreads, .hangLimit)
struct HostileCutTests {
    /// A response, and what of its body has come when so many of its bytes have.
    struct Cut: Sendable, CustomTestStringConvertible {
        let name: String
        let response: [UInt8]
        let headCount: Int
        let body: String
        /// How much of the body is in so many bytes after the head.
        let decoded: @Sendable (Int) -> Int
        /// Whether the end of the connection is the end of the body.
        var endsWithConnection = false
        /// How many bytes at the end say nothing any more.
        var idleCount = 0
        var testDescription: String { name }

        init(
            _ name: String, head: String, payload: String, body: String, endsWithConnection: Bool = false,
            idleCount: Int = 0,
            decoded: @escaping @Sendable (Int) -> Int = { $0 }
        ) {
            self.name = name
            response = Array((head + payload).utf8)
            headCount = head.utf8.count
            self.body = body
            self.decoded = decoded
            self.endsWithConnection = endsWithConnection
            self.idleCount = idleCount
        }

        func outcome(after count: Int) -> Outcome {
            if count < headCount { return .failed(.connectionLost, nil, "") }
            let part = String(body.prefix(min(body.count, decoded(count - headCount))))
            return count >= response.count - idleCount || endsWithConnection
                ? .whole(200, part) : .failed(.bodyIncomplete, 200, part)
        }

        /// Since version 8 libcurl waits for the last line feed.
        func outcomes(after count: Int) -> [Outcome] {
            let isIdle = count < response.count && count >= response.count - idleCount
            return [outcome(after: count)]
                + (isIdle && SystemLibcurl.isVersion8 ? [.failed(.bodyIncomplete, 200, body)] : [])
        }
    }

    static let cuts: [Cut] = [
        Cut(
            "with a length", head: "HTTP/1.1 200 OK\r\nContent-Length: 12\r\nA: b\r\n\r\n", payload: "twelve bytes",
            body: "twelve bytes"),
        Cut(
            "without a length", head: "HTTP/1.1 200 OK\r\nA: b\r\n\r\n", payload: "twelve bytes", body: "twelve bytes",
            endsWithConnection: true),
        Cut(
            "in chunks", head: "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n",
            payload: "6\r\ntwelve\r\n6;x=y\r\n bytes\r\n0\r\nSum: 1\r\n\r\n", body: "twelve bytes",
            // libcurl does not wait for the last line feed.
            idleCount: 1,
            // The first piece stands behind three bytes, the second behind its size, extension and line breaks.
            decoded: { $0 < 9 ? max(0, $0 - 3) : 6 + max(0, $0 - 18) }),
        Cut(
            "behind 103", head: "HTTP/1.1 103 Hints\r\nLink: x\r\n\r\nHTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\n",
            payload: "ok", body: "ok"),
    ]

    @Test("The connection closes at each byte", arguments: cuts)
    func closed(_ cut: Cut) async throws {
        let bytes = cut.response
        let hostile = try HostileServer()
        hostile.server.on(.get, "/cut/:count") { request in
            .script([.send(bytes.prefix(Int(request.parameters["count"] ?? "") ?? 0)), .close])
        }
        for count in 0...bytes.count {
            let outcome = await hostile.ask("/cut/\(count)")
            expect(cut.outcomes(after: count).contains(outcome), "\(outcome) after \(count) bytes")
        }
        await expectEqual(hostile.ask("/next"), .whole(200, "fine"))
    }

    @Test("The connection breaks at each byte", arguments: cuts)
    func reset(_ cut: Cut) async throws {
        let bytes = cut.response
        let hostile = try HostileServer()
        hostile.server.on(.get, "/cut/:count") { request in
            .script([.send(bytes.prefix(Int(request.parameters["count"] ?? "") ?? 0)), .reset])
        }
        for count in 0...bytes.count {
            // What had come when the connection broke may be lost.
            switch await hostile.ask("/cut/\(count)") {
            case .whole(let status, let body):
                expect(count >= bytes.count - cut.idleCount && !cut.endsWithConnection, "after \(count) bytes")
                expect(status == 200 && body == cut.body)
            case .failed(let code, let status, let body):
                expectEqual(code, status == nil ? .connectionLost : .bodyIncomplete, "after \(count) bytes")
                expect(cut.body.hasPrefix(body))
                expect(status == nil || count >= cut.headCount)
            }
        }
        await expectEqual(hostile.ask("/next"), .whole(200, "fine"))
    }

    @Test("A response that trickles byte by byte is whole", arguments: cuts)
    func trickle(_ cut: Cut) async throws {
        let outcome = try await HostileServer.outcome(of: [.trickle(cut.response), .close])
        expectEqual(outcome, .whole(200, cut.body))
    }

    @Test(
        "A body without an end goes on until it is cancelled",
        arguments: [
            "HTTP/1.1 200 OK\r\n\r\n", "HTTP/1.1 200 OK\r\nContent-Length: 9000000000000000000\r\n\r\n",
            "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n7fffffffffffffff\r\n",
        ])
    func endless(_ head: String) async throws {
        let hostile = try HostileServer([.send(head), .repeat("endless ")])
        let receiver = RecordingReceiver(keepsBody: false)
        let task = hostile.transport.start(TransportRequest(url: hostile.server.url), receiver: receiver)
        await receiver.wait { $0.bodyCount > 3_000_000 }
        task.cancel()
        await expectEqual(HostileServer.outcome(of: receiver), .failed(.cancelled, 200, ""))
        await hostile.server.waitForOpenConnections(atMost: 0)
        await expectEqual(hostile.ask("/next"), .whole(200, "fine"))
    }

    @Test(
        "What says nothing ends when it is cancelled",
        arguments: [
            "", "HTTP/1.1 2", "HTTP/1.1 200 OK\r\nA: b\r\n", "HTTP/1.1 200 OK\r\nContent-Length: 3\r\n\r\nok",
            "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n", "HTTP/1.1 100 Continue\r\n\r\n",
        ])
    func silent(_ text: String) async throws {
        let gate = TestGate()
        let hostile = try HostileServer([.send(text), .waitUntil(gate)])
        let receiver = RecordingReceiver()
        let task = hostile.transport.start(TransportRequest(url: hostile.server.url), receiver: receiver)
        await gate.reached()
        task.cancel()
        switch await HostileServer.outcome(of: receiver) {
        case .failed(.cancelled, _, let body): expect("ok".hasPrefix(body))
        case let other: Issue.record("\(other)")
        }
        await hostile.server.waitForOpenConnections(atMost: 0)
    }
}
#endif
