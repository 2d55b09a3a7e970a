#if os(Linux)
import Foundation
import NeatlineHTTP
import NeatlineTesting
import NeatlineTestSupport
import Testing

@Suite("CurlTransport: bodies that are made while they are sent", .ownThreads)
struct CurlTransportBodyTests {
    let transport: CurlTransport
    let server: LoopbackServer

    init() throws {
        transport = try CurlTransport()
        server = try LoopbackServer { LoopbackResponse(body: $0.body) }
    }

    private func request(_ body: TransportBody, headers: HTTPHeaders = HTTPHeaders()) -> TransportRequest {
        TransportRequest(url: server.url("/"), method: "POST", headers: headers, body: body)
    }

    @Test("A stream without a length goes in chunks, one with a length does not")
    func lengths() async throws {
        for length in [nil, 6] as [Int64?] {
            let log = await transport.run(request(.stream(PieceStream(["ab", "cde", "f"]), length: length)))
            expect(log.error == nil)
            expectEqual(log.text, "abcdef")
            expectEqual(log.sentTotals.last, 6)
            let seen = try #require(server.requests.last)
            expectEqual(seen[header: "Content-Length"], length.map(String.init))
            expectEqual(seen[header: "Transfer-Encoding"], length == nil ? "chunked" : nil)
            expect(seen[header: "Expect"] == nil)
            expect(seen[header: "Content-Type"] == nil)
        }
    }

    @Test("A stream without bytes is an empty body")
    func emptyStreams() async throws {
        for length in [nil, 0] as [Int64?] {
            let log = await transport.run(request(.stream(PieceStream([]), length: length)))
            expect(log.error == nil)
            expectEqual(server.requests.last?.bodyCount, 0)
        }
    }

    @Test("A stream may have nothing yet, from the start and later")
    func pendingStream() async throws {
        let stream = PieceStream([], isOpen: true)
        let log = TransportLog()
        _ = transport.start(request(.stream(stream, length: nil)), receiver: log)
        await server.waitForConnections(1)
        for piece in ["one ", "two ", "three"] {
            stream.add(piece)
            // Other requests are not held up by it.
            expect(await transport.run(TransportRequest(url: server.url("/"))).error == nil)
            expect(!log.isComplete)
        }
        stream.end()
        await log.completion()
        expect(log.error == nil)
        expectEqual(log.text, "one two three")
    }

    @Test("A piece may be larger than was asked for")
    func largePieces() async throws {
        let large = String(repeating: "0123456789", count: 100_000)
        for length in [nil, 1_000_003] as [Int64?] {
            let log = await transport.run(request(.stream(PieceStream(["abc", large]), length: length)))
            expect(log.error == nil)
            expectEqual(log.text, "abc" + large)
            expectEqual(log.sentTotals.last, 1_000_003)
            expectEqual(log.sentTotals, log.sentTotals.sorted())
        }
    }

    @Test("Large bytes are sent whole, and it is told how many are out")
    func largeBytes() async throws {
        for count in [1, 65_536, 65_537, 700_000] {
            let data = Data((0..<count).map { UInt8(truncatingIfNeeded: $0 &* 31) })
            // A slice does not begin at 0.
            let log = await transport.run(request(.bytes((Data([1, 2, 3]) + data).dropFirst(3))))
            expect(log.error == nil)
            expectEqual(log.body, Array(data))
            expectEqual(log.sentTotals.last, Int64(count))
            await expectEqual(log.completion().timings.bodyBytesSent, Int64(count))
        }
    }

    @Test("A stream that throws, ends early, or gives too much makes the request fail with its reason")
    func failingStreams() async throws {
        let failing = PieceStream(["abc"], isOpen: true)
        failing.fail()
        let thrown = await transport.run(request(.stream(failing, length: nil)))
        expectEqual(thrown.error, TransportError(.bodyStreamFailed, "the body could not be read: Failure()"))
        let short = await transport.run(request(.stream(PieceStream(["abc"]), length: 5)))
        expectEqual(
            short.error,
            TransportError(
                .bodyStreamFailed, "the body's stream ended after 3 of the 5 bytes it promised"))
        let long = await transport.run(request(.stream(PieceStream(["abcdef"]), length: 5)))
        expectEqual(
            long.error, TransportError(.bodyStreamFailed, "the body's stream gave more than the 5 bytes it promised"))
        let empty = await transport.run(request(.stream(PieceStream(["a", ""]), length: nil)))
        expectEqual(empty.error, TransportError(.bodyStreamFailed, "the body's stream gave a piece without bytes"))
    }

    @Test("Content-Length and Transfer-Encoding in the headers hold if they are true, and are refused if not")
    func framingHeaders() async throws {
        func run(_ body: TransportBody, _ name: String, _ value: String) async -> TransportLog {
            await transport.run(request(body, headers: HTTPHeaders([HTTPHeader(name: name, value: value)])))
        }
        let abc = Data("abc".utf8)
        let given = await run(.stream(PieceStream(["abc"]), length: nil), "Content-Length", "3")
        expectEqual(given.text, "abc")
        expectEqual(server.requests.last?[header: "Content-Length"], "3")
        expect(server.requests.last?[header: "Transfer-Encoding"] == nil)
        await expectEqual(run(.bytes(abc), "content-length", "3").text, "abc")
        expectEqual(server.requests.last?[header: "Content-Length"], "3")
        await expectEqual(run(.bytes(abc), "Transfer-Encoding", "Chunked").text, "abc")
        expectEqual(server.requests.last?[header: "Transfer-Encoding"], "chunked")
        expect(server.requests.last?[header: "Content-Length"] == nil)
        expect(await run(.none, "Content-Length", "0").error == nil)

        let before = server.requestCount
        for (body, name, value, message) in [
            (TransportBody.bytes(abc), "Content-Length", "4", "Content-Length is 4, but the body's is 3"),
            (.none, "Content-Length", "1", "Content-Length is 1, but the body's is 0"),
            (.bytes(abc), "Content-Length", "-0", "Content-Length is no length: \"-0\""),
            (.none, "Content-Length", "-0", "Content-Length is no length: \"-0\""),
            (.none, "Content-Length", "", "Content-Length is no length: \"\""),
            (.none, "Content-Length", " 0", "Content-Length is no length: \" 0\""),
            (.none, "Content-Length", "9223372036854775808", "Content-Length is no length: \"9223372036854775808\""),
            (
                .bytes(abc), "Transfer-Encoding", "chunked, gzip",
                "Transfer-Encoding can only be chunked, not \"chunked, gzip\""
            ),
            (.bytes(abc), "Content-Length", "+3", "Content-Length is no length: \"+3\""),
            (.bytes(abc), "Content-Length", "3,3", "Content-Length is no length: \"3,3\""),
            (.bytes(abc), "Transfer-Encoding", "gzip", "Transfer-Encoding can only be chunked, not \"gzip\""),
            (.none, "Transfer-Encoding", "chunked", "Transfer-Encoding needs a body"),
            (.stream(PieceStream([]), length: -1), "X", "y", "the body's length is negative: -1"),
        ] {
            await expectEqual(run(body, name, value).error, TransportError(.invalidRequest, message))
        }
        let both = HTTPHeaders([
            HTTPHeader(name: "Transfer-Encoding", value: "chunked"), HTTPHeader(name: "Content-Length", value: "3"),
        ])
        await expectEqual(
            transport.run(request(.bytes(abc), headers: both)).error,
            TransportError(.invalidRequest, "Transfer-Encoding and Content-Length exclude each other"))
        expectEqual(server.requestCount, before)
    }

    @Test("A response that comes before the body is out ends the request", arguments: [false, true])
    func earlyResponse(isWaiting: Bool) async throws {
        let gate = TestGate()
        if !isWaiting { gate.open() }
        server.onHead { _ in
            .script([
                .waitUntil(gate), .send("HTTP/1.1 413 Too Large\r\nContent-Length: 9\r\n\r\ntoo large"),
            ])
        }
        let stream = PieceStream(["abc"], isOpen: true)
        let log = TransportLog()
        _ = transport.start(request(.stream(stream, length: nil)), receiver: log)
        if isWaiting {
            await stream.hasWaited()
            gate.open()
        }
        await log.completion()
        expect(log.error == nil)
        expectEqual(log.status, 413)
        expectEqual(log.text, "too large")
    }

    @Test("What cannot be sent is refused: line breaks, zeroes, names and methods that are no tokens")
    func invalidRequests() async throws {
        func refusal(_ method: String, _ name: String, _ value: String) async -> TransportError? {
            let headers = HTTPHeaders([HTTPHeader(name: name, value: value)])
            let log = await transport.run(
                TransportRequest(url: server.url("/"), method: method, headers: headers))
            expect(log.isInOrder)
            return log.error
        }
        for (value, byte, place) in [
            ("a\r\nB: c", 13, 1), ("a\nb", 10, 1), ("a\rb", 13, 1), ("a\0b", 0, 1), ("\r\n", 13, 0), ("ä\n", 10, 2),
            ("\u{1}", 1, 0), ("ab\u{7F}", 127, 2), ("a\u{B}", 11, 1),
        ] {
            await expectEqual(
                refusal("GET", "X", value),
                TransportError(
                    .invalidRequest,
                    "the header X cannot be sent: its value has the control character \(byte) at byte \(place)"))
        }
        for name in ["", "a b", "a:", "a\r\nb", "ä", "a;", "(a)", "\0"] {
            await expectEqual(
                refusal("GET", name, "v"),
                TransportError(.invalidRequest, "\(String(reflecting: name)) cannot be the name of a header"))
        }
        for method in ["", "GET ", "G ET", "GET\r\n", "GÄT", "a/b"] {
            await expectEqual(
                refusal(method, "X", "v"),
                TransportError(.invalidRequest, "\(String(reflecting: method)) cannot be a method"))
        }
        await expectEqual(
            refusal("CONNECT", "X", "v"), TransportError(.invalidRequest, "CONNECT makes a tunnel, not a request"))
        expectEqual(server.requestCount, 0)
        expect(await refusal("GET", "X", "a\tb") == nil)
    }
}
#endif
