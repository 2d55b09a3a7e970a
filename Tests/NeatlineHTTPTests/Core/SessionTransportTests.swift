import Foundation
import NeatlineTesting
import NeatlineTestSupport
import Testing

@testable import NeatlineHTTP

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

/// Answers in place of the network.
private final class Stub: URLProtocol {
    override class func canInit(with request: URLRequest) -> Bool { request.url?.host == "stub.example" }
    override class func canonicalRequest(for request: URLRequest) -> URLRequest { request }
    override func stopLoading() {}
    override func startLoading() {
        let response = HTTPURLResponse(url: request.url!, statusCode: 203, httpVersion: "HTTP/1.1", headerFields: [:])!
        client?.urlProtocol(self, didReceive: response, cacheStoragePolicy: .notAllowed)
        client?.urlProtocol(self, didLoad: Data("stubbed".utf8))
        client?.urlProtocolDidFinishLoading(self)
    }
}

@Suite("Sessions' transports", .ownThreads, .hangLimit)
struct SessionTransportTests {
    @Test("Where there is no libcurl, each request fails and says so")
    func unavailable() async {
        let transport = Session.transport(orElse: nil) { () throws(TransportError) in
            throw TransportError(.unavailable, "no libcurl")
        }
        let session = Session(transport: transport)
        for _ in 0..<2 {
            let response = await session.request("https://example.com/").unserialized()
            let error = response.error?.underlyingError as? URLError
            expectEqual(response.error?.isSessionTaskError, true)
            expectEqual((error?.userInfo[NSUnderlyingErrorKey] as? TransportError)?.code, .unavailable)
        }
    }

    @Test("Where there is no libcurl, URLSession is used instead if requested")
    func fallback() async throws {
        let server = try LoopbackServer { _ in LoopbackResponse(text: "abc") }
        let transport = Session.transport(orElse: { URLSessionTransport() }) { () throws(TransportError) in
            throw TransportError(.unavailable, "no libcurl")
        }
        let session = Session(transport: transport)
        try await expectEqual(session.request(server.url("/")).serializingString().value, "abc")
        transport.invalidate()
    }

    @Test("A process whose standard error cannot be written loses the notice that URLSession is used, and nothing else")
    func unwritableNotice() async {
        await #expect(processExitsWith: .success) {
            let unwritable = open("/dev/null", O_RDONLY)
            expectEqual(dup2(unwritable, STDERR_FILENO), STDERR_FILENO)
            let transport = Session.transport(orElse: { URLSessionTransport() }) { () throws(TransportError) in
                throw TransportError(.unavailable, "no libcurl")
            }
            expect(transport is URLSessionTransport)
        }
    }

    @Test("The default is libcurl on Linux and URLSession elsewhere; connections per host are the configuration's")
    func defaults() {
        let configuration = URLSessionConfiguration.af.default
        configuration.httpMaximumConnectionsPerHost = 3
        let transport = Session.transport(for: configuration, fallback: false)
        defer { transport.invalidate() }
        #if os(Linux)
        expect(transport is CurlTransport)
        #else
        expect(transport is URLSessionTransport)
        #endif
    }

    @Test("Protocol classes of the configuration answer in place of the network")
    func protocolClasses() async {
        let configuration = URLSessionConfiguration.af.ephemeral
        configuration.protocolClasses = [Stub.self] + (configuration.protocolClasses ?? [])
        let session = Session(configuration: configuration)
        let response = await session.request("http://stub.example/").unserialized()
        expectEqual(response.response?.statusCode, 203)
        expectEqual(response.data, Data("stubbed".utf8))
    }

    @Test("A transport that was passed in is not invalidated with its session")
    func sharedTransport() async {
        let transport = MockTransport()
        transport.on(.get, "https://example.com/", respond: .json("{}"))
        for _ in 0..<2 {
            let session = Session(transport: transport)
            expect(await session.request("https://example.com/").unserialized().error == nil)
        }
    }
}
