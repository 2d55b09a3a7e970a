import Foundation
import NeatlineTesting
import NeatlineTestSupport
import Testing

import NeatlineSystem
@testable import NeatlineHTTP

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

@Suite("URLSessionTransport", .ownThreads, .hangLimit)
struct URLSessionTransportTests {
    let transport = URLSessionTransport()

    private func run(_ request: TransportRequest) async -> (
        receiver: RecordingReceiver, completion: TransportCompletion
    ) {
        let receiver = RecordingReceiver()
        let task = transport.start(request, receiver: receiver)
        let completion = await receiver.completion()
        // A late cancel is harmless.
        task.cancel()
        return (receiver, completion)
    }

    @Test("a GET: head, bytes, completion, timings")
    func get() async throws {
        let server = try LoopbackServer { request in
            LoopbackResponse(
                headers: [
                    "X-Method": request.method, "Set-Cookie": "a=1; Expires=Wed, 09 Jun 2100 10:18:14 GMT",
                    "Set-Cookie": "b=2",
                ], text: "hello")
        }
        let (receiver, completion) = await run(TransportRequest(url: server.url("/x?y=1"), headers: ["X-Y": "1"]))
        expect(completion.error == nil)
        expect(receiver.violations.isEmpty)
        expectEqual(receiver.head?.status, 200)
        let lines = HeaderLines(receiver.head?.lines ?? [])
        expectEqual(lines.all("x-method"), ["GET"])
        expectEqual(lines.all("set-cookie"), ["a=1; Expires=Wed, 09 Jun 2100 10:18:14 GMT", "b=2"])
        expectEqual(String(decoding: receiver.body, as: UTF8.self), "hello")
        expectEqual(server.requests.first?.target, "/x?y=1")
        expectEqual(server.requests.first?[header: "x-y"], "1")
        expect(server.requests.first?[header: "cookie"] == nil)
        expect(completion.timings.start > 0)
        expect(completion.timings.end >= completion.timings.responseStart ?? .max)
    }

    @Test("methods and bodies", arguments: ["POST", "PUT", "PATCH", "DELETE", "HEAD", "OPTIONS", "REPORT"])
    func methods(_ method: String) async throws {
        let server = try LoopbackServer { _ in LoopbackResponse(text: "ok") }
        let carries = method != "HEAD"
        let (receiver, completion) = await run(
            TransportRequest(url: server.url("/"), method: method, body: carries ? .bytes(Data("body".utf8)) : .none))
        expect(completion.error == nil)
        expect(receiver.violations.isEmpty)
        expectEqual(server.requests.map(\.method), [method])
        expectEqual(server.requests.first?.text, carries ? "body" : "")
        expectEqual(String(decoding: receiver.body, as: UTF8.self), carries ? "ok" : "")
        if carries { expectEqual(server.requests.first?[header: "content-type"], "application/octet-stream") }
    }

    @Test("bodies that are made while they are sent arrive whole", arguments: [10, 300_000, 3_000_000])
    func streams(_ length: Int) async throws {
        let server = try LoopbackServer { _ in LoopbackResponse(text: "ok") }
        let bytes = Data((0..<length).map { UInt8(truncatingIfNeeded: $0 / 7) })
        let (receiver, completion) = await run(
            TransportRequest(
                url: server.url("/"), method: "POST", headers: ["Content-Type": "a/b"],
                body: .stream(ReadAheadBody(InputStreamSource(InputStream(data: bytes))), length: nil)))
        expect(completion.error == nil)
        expect(receiver.violations.isEmpty)
        expectEqual(server.requests.first?.bodyCount, length)
        expectEqual(server.requests.first?.body, bytes)
        expectEqual(receiver.state.sentBytes, Int64(length))
    }

    @Test("a body that fails, or has another length than it says, fails the request")
    func badStreams() async throws {
        let server = try LoopbackServer()
        let missing = try #require(InputStream(fileAtPath: "/nowhere/at/all"))
        let (_, failed) = await run(
            TransportRequest(
                url: server.url("/"), method: "POST",
                body: .stream(ReadAheadBody(InputStreamSource(missing)), length: nil))
        )
        expectEqual(failed.error?.code, .bodyStreamFailed)
        let short = ReadAheadBody(InputStreamSource(InputStream(data: Data([1]))))
        let (_, wrong) = await run(
            TransportRequest(url: server.url("/"), method: "POST", body: .stream(short, length: 2)))
        expectEqual(wrong.error, TransportError(.bodyStreamFailed, "The body has 1 bytes, not 2."))
        expectEqual(server.requestCount, 0)
    }

    @Test(
        "redirects and challenges are responses like others",
        arguments: [
            (302, ["Location": "/y"]), (307, ["Location": "http://other.invalid/"]), (302, [:]),
            (401, ["WWW-Authenticate": "Basic realm=\"r\""]),
            (401, ["WWW-Authenticate": "Digest realm=\"r\", nonce=\"n\""]),
            (401, [:]), (407, [:]), (404, [:]), (500, [:]),
        ] as [(Int, [String: String])])
    func statuses(_ status: Int, _ fields: [String: String]) async throws {
        let server = try LoopbackServer { _ in
            var response = LoopbackResponse(status: status, text: "text")
            for (name, value) in fields { response.headers.append((name, value)) }
            return response
        }
        let (receiver, completion) = await run(TransportRequest(url: server.url("/x")))
        expect(completion.error == nil)
        expect(receiver.violations.isEmpty)
        expectEqual(receiver.head?.status, status)
        expectEqual(server.requestCount, 1)
    }

    @Test("nobody there, no such host, no such scheme")
    func failures() async throws {
        let server = try LoopbackServer()
        let url = server.url("/")
        server.stop()
        await expectEqual(run(TransportRequest(url: url)).completion.error?.code, .cannotConnect)
        let nowhere = URL(string: "http://no-such-host.invalid/")!
        await expectEqual(run(TransportRequest(url: nowhere)).completion.error?.code, .cannotFindHost)
        await expectEqual(run(TransportRequest(url: URL(string: "ftp://a/")!)).completion.error?.code, .unsupportedURL)
    }

    @Test(
        "what would break the request's head is refused",
        arguments: [
            TransportRequest(url: URL(string: "http://a/")!, headers: ["X": "a\r\nY: b"]),
            TransportRequest(url: URL(string: "http://a/")!, headers: ["X Y": "a"]),
            TransportRequest(url: URL(string: "http://a/")!, headers: ["Content-Length": "1"]),
            TransportRequest(url: URL(string: "http://a/")!, headers: ["Transfer-Encoding": "chunked"]),
            TransportRequest(url: URL(string: "http://a/")!, headers: ["": "a"]),
            TransportRequest(url: URL(string: "http://a/")!, method: "GET /"),
            TransportRequest(url: URL(string: "http://a/")!, method: ""),
        ])
    func refused(_ request: TransportRequest) async {
        await expectEqual(run(request).completion.error?.code, .invalidRequest)
    }

    @Test(
        "a connection that ends too early",
        arguments: [
            ("HTTP/1.1 200 OK\r\nContent-Length: 10\r\n\r\nhalf", TransportError.Code.bodyIncomplete),
            ("", .connectionLost),
        ])
    func cut(_ answer: String, _ code: TransportError.Code) async throws {
        let server = try LoopbackServer { _ in .script([.send(answer), .close]) }
        let (receiver, completion) = await run(
            TransportRequest(url: server.url("/"), method: "POST", body: .bytes(Data([1]))))
        expectEqual(completion.error?.code, code, "\(completion.error as Any)")
        expect(receiver.violations.isEmpty)
    }

    @Test("cancelled at once, while it waits, and after it was invalidated")
    func ending() async throws {
        let gate = TestGate()
        let server = try LoopbackServer { _ in .script([.waitUntil(gate), .close]) }
        let early = RecordingReceiver()
        transport.start(TransportRequest(url: server.url("/")), receiver: early).cancel()
        await expectEqual(early.completion().error?.code, .cancelled)
        let waiting = RecordingReceiver()
        let other = try LoopbackServer { _ in .script([.waitUntil(gate), .close]) }
        let task = transport.start(TransportRequest(url: other.url("/")), receiver: waiting)
        await other.waitForRequests(1)
        task.pause()
        task.resume()
        task.cancel()
        task.cancel()
        await expectEqual(waiting.completion().error?.code, .cancelled)
        transport.invalidate()
        transport.invalidate()
        await expectEqual(run(TransportRequest(url: server.url("/"))).completion.error?.code, .invalidated)
        gate.open()
    }

    @Test("racing cancels: one completion each")
    func races() async throws {
        let server = try LoopbackServer { _ in LoopbackResponse(text: "x") }
        await withTaskGroup(of: Void.self) { group in
            for index in 0..<60 {
                group.addTask {
                    let receiver = RecordingReceiver()
                    let task = transport.start(TransportRequest(url: server.url("/")), receiver: receiver)
                    for _ in 0..<(index % 7) { await Task.yield() }
                    task.cancel()
                    let error = await receiver.completion().error
                    expect(error == nil || error?.code == .cancelled)
                    expectEqual(receiver.state.completionCount, 1)
                    expect(receiver.violations.isEmpty)
                }
            }
        }
    }

    @Test(
        "joined Set-Cookie lines are told apart",
        arguments: [
            ("a=1", ["a=1"]), ("a=1, b=2", ["a=1", "b=2"]),
            (
                "a=1; Expires=Wed, 09 Jun 2021 10:18:14 GMT, b=2; Path=/",
                ["a=1; Expires=Wed, 09 Jun 2021 10:18:14 GMT", "b=2; Path=/"]
            ),
            ("a=1,2, b=3", ["a=1,2", "b=3"]), ("", [""]), ("a=x, y z=1", ["a=x, y z=1"]),
        ])
    func joinedCookies(_ text: String, _ parts: [String]) {
        expectEqual(JoinedCookies.split(text), parts)
    }

    @Test("an exchange over it follows redirects, keeps cookies and answers challenges")
    func exchange() async throws {
        let server = try LoopbackServer { request in
            switch request.path {
            case "/start":
                LoopbackResponse(status: 307, headers: ["Location": "/next", "Set-Cookie": "a=1"], text: "moved")
            case "/next" where request[header: "authorization"] == nil:
                LoopbackResponse(status: 401, headers: ["WWW-Authenticate": "Basic realm=\"r\""], text: "who?")
            default: LoopbackResponse(text: "\(request.method) \(request.text) \(request[header: "cookie"] ?? "-")")
            }
        }
        var settings = ExchangeSettings()
        settings.cookies = CookieJar()
        let log: ExchangeLog = await withCheckedContinuation { continuation in
            let made = Locked<ExchangeLog?>(nil)
            let log = ExchangeLog(onCompletion: {
                if let log = made.withLock({ $0 }) { continuation.resume(returning: log) }
            })
            made.withLock { $0 = log }
            let request = request(server.url("/start").absoluteString, "POST", body: "body")
            Exchange(
                request: request, body: .of(request), in: ExchangeContext(transport, settings), receiver: log,
                authentication: CredentialAuthentication(
                    credential: URLCredential(user: "u", password: "p", persistence: .none))
            ).start()
        }
        let received = log.events.filter { !$0.hasPrefix("sent") }
        expectEqual(received, ["redirect \(server.url("/next"))", "head 200", "body POST body a=1", "done"])
    }
}
