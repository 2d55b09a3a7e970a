import Dispatch
import Foundation
import NeatlineHTTP
import NeatlineTesting
import NeatlineTestSupport
import Testing

@Suite("RequestLogger", .ownThreads) struct RequestLoggerTests {
    /// What a logger writes of one request.
    private func written(
        _ detail: RequestLogger.Detail, of url: String, _ transport: MockTransport, headers: HTTPHeaders = [],
        interceptor: (any RequestInterceptor)? = nil, isLate: Bool = false
    ) async -> [String] {
        let queue = DispatchQueue(label: "logger")
        let log = NameLog()
        let logger = RequestLogger(detail: detail, queue: queue) { log.note($0) }
        let session = Session(eventMonitors: [logger], transport: transport)
        if isLate { queue.suspend() }
        _ = await session.request(url, headers: headers, interceptor: interceptor)
            .serializingDecodable([Int].self).response
        if isLate { queue.resume() }
        queue.sync {}
        // Times are as they are.
        return log.all.map { $0.replacing(/\d+\.\d{3} s/, with: "0.000 s") }
    }

    @Test("A request and its response are a line each, without secrets")
    func lines() async {
        let transport = MockTransport()
        transport.on(.get, "/a", respond: .json("[1]"))
        let lines = await written(.lines, of: "http://example.org/a?token=pw", transport)
        expectEqual(
            lines,
            [
                "> GET http://example.org/a?token=<hidden>",
                "< 200 GET http://example.org/a?token=<hidden> (0.000 s, 3 bytes)",
            ])
    }

    @Test("Header fields are shown on demand, without secrets")
    func headers() async {
        let transport = MockTransport()
        transport.on(.get, "/a", respond: .json("[1]"))
        let lines = await written(
            .headers, of: "http://example.org/a", transport, headers: ["X-A": "1", "Authorization": "pw"])
        expectEqual(lines.first, "> GET http://example.org/a\n    Authorization: <hidden>\n    X-A: 1")
        expectEqual(lines.last?.contains("\n    Content-Type: application/json"), true, "\(lines)")
    }

    @Test("Requests are commands on demand")
    func commands() async {
        let transport = MockTransport()
        transport.on(.get, "/a", respond: .json("[1]"))
        let lines = await written(.commands, of: "http://example.org/a", transport)
        expectEqual(lines.first?.hasPrefix("> $ curl -v \\\n\t-X GET"), true)
        expectEqual(lines.first?.hasSuffix("\"http://example.org/a\""), true)
    }

    @Test("Errors say what went wrong: of the transfer, of the URL, of reading the response")
    func errors() async {
        let refusing = MockTransport()
        refusing.on(.get, "/a") { _ in throw TransportError(.cannotConnect, "Nobody there") }
        await expectEqual(
            written(.lines, of: "http://example.org/a", refusing),
            [
                "> GET http://example.org/a",
                "! GET http://example.org/a: cannotConnectToHost (-1004): Nobody there",
            ])
        await expectEqual(written(.lines, of: "", refusing), ["! URL is not valid: "])
        let wrong = MockTransport()
        wrong.on(.get, "/a", respond: .json("{}"))
        let lines = await written(.lines, of: "http://example.org/a", wrong)
        expectEqual(lines.count, 3)
        expectEqual(
            lines.last?.hasPrefix("! GET http://example.org/a: Response could not be decoded because of error:\n"), true
        )
    }

    @Test("What is sent again is announced, and each attempt's end is its own", arguments: [false, true])
    func retries(isLate: Bool) async {
        let transport = MockTransport()
        transport.on(.get, "/a", times: 1) { _ in throw TransportError(.connectionLost, "Gone") }
        transport.on(.get, "/a", respond: .json("[1]"))
        let retrier = Interceptor(retriers: [Retrier { _, _, _, completion in completion(.retry) }])
        let lines = await written(.lines, of: "http://example.org/a", transport, interceptor: retrier, isLate: isLate)
        expectEqual(
            lines,
            [
                "> GET http://example.org/a",
                "! GET http://example.org/a: networkConnectionLost (-1005): Gone",
                "~ GET http://example.org/a, retry 1",
                "> GET http://example.org/a",
                "< 200 GET http://example.org/a (0.000 s, 3 bytes)",
            ])
    }
}
