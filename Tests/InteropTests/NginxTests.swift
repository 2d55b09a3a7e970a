#if os(Linux)
import Foundation
import NeatlineHTTP
import NeatlineTestSupport
import Testing

@Suite("Plain HTTP with nginx", .enabled(if: Servers.areStarted, Servers.comment))
struct NginxTests {
    struct Entry: Decodable {
        let id: Int
        let title: String
    }

    let servers: Servers

    init() throws { servers = try #require(Servers.started) }

    @Test("Bodies come decoded from each coding", arguments: ["gzip", "br"])
    func codings(coding: String) async throws {
        let headers: HTTPHeaders = ["Accept-Encoding": coding]
        let response = try await Session.curl()
            .request("\(servers.plain)/catalogue.json", headers: headers).serializingDecodable([Entry].self).response
        expectEqual(response.response?.headers["Content-Encoding"], coding)
        try expectEqual(response.result.get().map(\.id), Array(0..<2000))
        let hop = try #require(response.metrics?.transactionMetrics.first)
        expect(hop.countOfResponseBodyBytesReceived < 20_000)
    }

    @Test("By default something smaller than the text is asked for")
    func defaultCoding() async throws {
        let response = try await Session.curl()
            .request("\(servers.plain)/catalogue.json").serializingDecodable([Entry].self).response
        expect(response.response?.headers["Content-Encoding"] != nil)
        expectEqual(response.value?.count, 2000)
    }

    @Test("Ranges come as they were asked for")
    func ranges() async throws {
        let headers: HTTPHeaders = ["Range": "bytes=1000-1999", "Accept-Encoding": "identity"]
        let response = try await Session.curl()
            .request("\(servers.plain)/bytes.bin", headers: headers).serializingData().response
        expectEqual(response.response?.statusCode, 206)
        expectEqual(response.response?.headers["Content-Range"], "bytes 1000-1999/1000000")
        expectEqual(response.value, Data((1000..<2000).map { UInt8($0 % 251) }))
    }

    @Test("An entity that has not changed comes as 304 without a body")
    func notModified() async throws {
        let session = try Session.curl()
        let first = await session.request("\(servers.plain)/bytes.bin").serializingData().response
        let tag = try #require(first.response?.headers["ETag"])
        let second = await session.request("\(servers.plain)/bytes.bin", headers: ["If-None-Match": tag])
            .serializingData(emptyResponseCodes: [304]).response
        expectEqual(second.response?.statusCode, 304)
        expectEqual(second.value?.isEmpty, true)
    }

    @Test("A unix socket answers")
    func unixSocket() async throws {
        let session = try Session.curl { $0.unixSocketPath = servers.socket }
        let response = await session.request("http://localhost/hello.json").serializingData().response
        expectEqual(response.value, Data(#"{"hello":"world"}"#.utf8))
    }

    @Test("A connection is used again")
    func reuse() async throws {
        let session = try Session.curl()
        _ = await session.request("\(servers.plain)/hello.json").serializingData().response
        let response = await session.request("\(servers.plain)/hello.json").serializingData().response
        let hop = try #require(response.metrics?.transactionMetrics.first)
        expect(hop.isReusedConnection)
        expect(hop.connectStartDate == nil)
    }

    @Test("What is not there is 404, with nginx's page as the body")
    func missing() async throws {
        let response = try await Session.curl().request("\(servers.plain)/missing").validate().serializingString()
            .response
        expectEqual(response.error?.responseCode, 404)
        expect(String(decoding: response.data ?? Data(), as: UTF8.self).contains("nginx"))
    }
}
#endif
