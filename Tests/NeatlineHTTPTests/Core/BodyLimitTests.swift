import Dispatch
import Foundation
import NeatlineHTTP
import NeatlineTestSupport
import NeatlineTesting
import Testing

@Suite("maximumBodySize", .ownThreads, .hangLimit)
struct BodyLimitTests {
    private func isTooLarge(_ error: AFError?, _ size: Int64) -> Bool {
        error?.isResponseValidationError == true
            && error?.underlyingError as? AFError.BodyTooLarge == AFError.BodyTooLarge(maximumSize: size)
    }

    @Test(
        "A body as long as it may be comes whole; one byte more is an error", arguments: [0, 1, 1000, 65_536, 300_000])
    func exact(_ size: Int) async throws {
        let server = try LoopbackServer { request in
            let count = Int(request[query: "n"] ?? "") ?? 0
            let body = [UInt8](repeating: 7, count: count)
            return request[query: "chunked"] != nil ? LoopbackResponse(chunks: [body]) : LoopbackResponse(body: body)
        }
        let session = Session(maximumBodySize: Int64(size))
        for suffix in ["", "&chunked=1"] {
            let whole = await session.request(server.url("/?n=\(size)\(suffix)")).serializingData(
                emptyResponseCodes: [200]).response
            expect(whole.error == nil)
            expectEqual(whole.value?.count, size)
            let more = await session.request(server.url("/?n=\(size + 1)\(suffix)")).serializingData().response
            expect(isTooLarge(more.error, Int64(size)), "\(String(describing: more.error))")
            expect((more.data?.count ?? 0) <= size)
            expectEqual(more.response?.statusCode, 200)
            expectEqual(more.error?.errorDescription?.hasSuffix("The body has more than \(size) bytes."), true)
        }
    }

    #if os(Linux)
    @Test("Decoded bytes count, and no more are decoded than may come")
    func decoded() async throws {
        let coded = LoopbackCoding.gzip.encode([UInt8](repeating: 0, count: 3_000_000))
        let server = try LoopbackServer { _ in LoopbackResponse(headers: ["Content-Encoding": "gzip"], body: coded) }
        let session = Session()
        let response = await session.request(server.url("/")).maximumBodySize(1_000_000).serializingData().response
        expect(isTooLarge(response.error, 1_000_000))
        expect((response.data?.count ?? 0) <= 1_000_000)
        let whole = await session.request(server.url("/")).maximumBodySize(3_000_000).serializingData().response
        expectEqual(whole.value?.count, 3_000_000)
    }
    #endif

    @Test(
        "The body of a redirect that is refused has a limit, too, whether it comes before or after the decision",
        arguments: [(1000, 1000), (1000, 1001), (1000, 60_000), (70_000, 200_000), (0, 1)] as [(Int64, Int)],
        [false, true])
    func refusedRedirects(_ sizes: (limit: Int64, body: Int), isLate: Bool) async {
        let isSent = DispatchSemaphore(value: 0)
        let isDecided = TestGate()
        let transport = MockTransport()
        let body = MockStep.bytes([UInt8](repeating: 7, count: sizes.body))
        let steps: [MockStep] = isLate ? [.waitUntil(isDecided), body] : [body, .perform { isSent.signal() }]
        transport.on(.get, "/", respond: .script([.head(302, headers: ["Location": "/other"])] + steps))
        let redirector = Redirector(
            behavior: .modify { _, _, _ in
                if isLate { isDecided.open() } else { isSent.wait() }
                return nil
            })
        let session = Session(transport: transport)
        let response = await session.request("https://example.com/").redirect(using: redirector)
            .maximumBodySize(sizes.limit).serializingData().response
        expectEqual(isTooLarge(response.error, sizes.limit), sizes.body > sizes.limit)
        expect(response.statusCode == 302 && response.data?.count ?? 0 <= sizes.limit)
    }

    @Test("What the server announces is refused before it comes")
    func announced() async throws {
        let server = try LoopbackServer { _ in
            .script([
                .send("HTTP/1.1 200 OK\r\nContent-Length: 1000000000000\r\n\r\n"),
                .repeat("x", count: 200_000), .stall,
            ])
        }
        let session = Session()
        let response = await session.request(server.url("/")).serializingData().response
        expect(isTooLarge(response.error, Session.defaultMaximumBodySize))
        expect((response.data?.count ?? 0) <= 300_000)
    }

    @Test("The request's own limit takes the place of the session's")
    func precedence() async throws {
        let server = try LoopbackServer { _ in LoopbackResponse(body: [UInt8](repeating: 1, count: 5000)) }
        let session = Session(maximumBodySize: 1000)
        expect(await session.request(server.url("/")).maximumBodySize(.max).serializingData().response.error == nil)
        let upload = await session.upload(Data("x".utf8), to: server.url("/")).serializingData().response
        expect(isTooLarge(upload.error, 1000))
    }

    @Test("Downloads and streams have no limit but their own")
    func downloadsAndStreams() async throws {
        let server = try LoopbackServer { _ in LoopbackResponse(body: [UInt8](repeating: 1, count: 5000)) }
        let session = Session(maximumBodySize: 1000)
        await expectEqual(session.download(server.url("/")).serializingData().response.value?.count, 5000)
        let download = await session.download(server.url("/")).maximumBodySize(1000).serializingData().response
        expect(isTooLarge(download.error, 1000))
        for (limit, isRefused) in [(nil, false), (1000, true)] as [(Int64?, Bool)] {
            let request = session.streamRequest(server.url("/"))
            if let limit { request.maximumBodySize(limit) }
            var count = 0
            var error: AFError?
            for await stream in request.streamTask().streamingData() {
                count += stream.value?.count ?? 0
                error = stream.completion?.error ?? error
            }
            expectEqual(isTooLarge(error, 1000), isRefused)
            expect(isRefused ? count <= 1000 : count == 5000)
        }
    }

    @Test("The body of a redirect does not count")
    func redirects() async throws {
        let server = try LoopbackServer { _ in LoopbackResponse(text: "fine") }
        server.on(.get, "/moved") { _ in
            LoopbackResponse(status: 302, headers: ["Location": "/"], body: [UInt8](repeating: 1, count: 5000))
        }
        let session = Session(maximumBodySize: 100)
        let response = await session.request(server.url("/moved")).serializingString().response
        expectEqual(response.value, "fine")
    }
}
