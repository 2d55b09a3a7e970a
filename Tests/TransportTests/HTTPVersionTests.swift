import Foundation
import NeatlineTestSupport
import NeatlineTesting
import Testing

@testable import NeatlineHTTP

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

@Suite("HTTP versions", .ownThreads, .hangLimit)
struct HTTPVersionTests {
    private func code(_ response: AFDataResponse<Data>) -> TransportError.Code? {
        ((response.error?.underlyingError as? URLError)?.userInfo[NSUnderlyingErrorKey] as? TransportError)?.code
    }

    @Test("The version of the request goes before that of the session, and reaches the transport")
    func order() async throws {
        let transport = MockTransport()
        transport.on(.get, "https://example.com/", respond: .status(200))
        let session = Session(transport: transport, httpVersion: .http1_1)
        _ = await session.request("https://example.com/").serializingData().response
        _ = await session.request("https://example.com/").httpVersion(.http2PriorKnowledge).serializingData().response
        let plain = Session(transport: transport)
        _ = await plain.request("https://example.com/").serializingData().response
        expectEqual(transport.requests.map(\.httpVersion), [.http1_1, .http2PriorKnowledge, nil])
    }

    @Test("URLSession chooses the version itself: another one is an error")
    func urlSession() async throws {
        let session = Session(transport: URLSessionTransport(), httpVersion: .http3)
        let response = await session.request("https://127.0.0.1:1/").serializingData().response
        expectEqual(code(response), .unsupportedVersion)
        expectEqual((response.error?.underlyingError as? URLError)?.code, .resourceUnavailable)
    }

    #if os(Linux)
    @Test("HTTP/1.1 is used where it is asked for, and the metrics say so")
    func http1() async throws {
        let server = try LoopbackServer { _ in .json("{}") }
        let session = Session(httpVersion: .http1_1)
        for version in [nil, HTTPVersion.automatic] {
            let request = session.request(server.url)
            if let version { request.httpVersion(version) }
            let response = await request.serializingData().response
            expectEqual(response.metrics?.transactionMetrics.last?.networkProtocolName, "http/1.1")
        }
        expectEqual(server.connectionCount, 2, "Each version has connections of its own")
        await expectEqual(session.finish(within: .seconds(3600)), .completed)
        await server.waitForOpenConnections(atMost: 0)
        let refused = await session.request(server.url).httpVersion(.http2PriorKnowledge).serializingData().response
        expectEqual(refused.error?.isSessionInvalidatedError, true)
    }

    @Test("With prior knowledge, the first bytes are those of HTTP/2")
    func http2() async throws {
        // The server answers the preface with its own settings and closes the connection.
        let server = try LoopbackServer { _ in .script([.close]) }
        let session = Session(httpVersion: .http2PriorKnowledge)
        let response = await session.request(server.url).serializingData().response
        expectEqual(response.error?.isSessionTaskError, true)
        expect(response.response == nil)
    }

    @Test("HTTP/3 without a libcurl that has it, or for an http URL, is an error")
    func http3() async throws {
        let session = Session()
        let response = await session.request("http://127.0.0.1:1/").httpVersion(.http3).serializingData().response
        expectEqual(code(response), .unsupportedVersion)
    }
    #endif
}
