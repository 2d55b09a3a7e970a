import Foundation
import NeatlineTestSupport
import NeatlineTesting
import Testing

@testable import NeatlineHTTP

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

@Suite("Content codings that are asked for and got", .ownThreads, .hangLimit)
struct ContentCodingTests {
    @Test(
        "A request for a part asks for no coding, unless its program has said which",
        arguments: [
            (["Range": "bytes=1-2"], "identity"), (["range": "bytes=0-"], "identity"),
            (["Range": "bytes=1-2", "Accept-Encoding": "gzip"], "gzip"),
            (["Range": "bytes=1-2", "accept-encoding": "br"], "br"),
            (["Range": "bytes=1-2", "Accept-Encoding": HTTPHeader.defaultAcceptEncoding.value], "identity"),
        ] as [(fields: [String: String], coding: String)], [true, false])
    func ranges(_ expected: (fields: [String: String], coding: String), hasDefaults: Bool) async throws {
        let (fields, coding) = expected
        let server = try LoopbackServer { _ in LoopbackResponse(text: "x") }
        let configuration = URLSessionConfiguration.af.ephemeral
        if !hasDefaults { configuration.headers = [] }
        let session = Session(configuration: configuration)
        let first = await session.request(server.url("/"), headers: HTTPHeaders(fields)).serializingString().response
        expectEqual(first.value, "x")
        expectEqual(server.requests.last?[header: "Accept-Encoding"], coding)
        _ = await session.request(server.url("/")).serializingString().response
        expectEqual(server.requests.last?[header: "Accept-Encoding"]?.contains("gzip"), true)
    }

    #if os(Linux)
    @Test(
        "A body in a coding that is not known comes as it is, with its field",
        arguments: ["rot13", "gzip, rot13", "rot13, gzip", "aws-chunked", "gzip;q=1", "\"gzip\"", "x\u{E9}"])
    func unknown(coding: String) async throws {
        let server = try LoopbackServer { _ in
            LoopbackResponse(headers: ["Content-Encoding": coding], text: "uryyb")
        }
        let session = Session(configuration: .af.ephemeral)
        let response = await session.request(server.url("/")).validate().serializingString().response
        expectEqual(response.value, "uryyb")
        expectEqual(response.response?.value(forHTTPHeaderField: "Content-Encoding"), coding)
    }

    @Test(
        "A body that is not in its known coding is an error that names the coding",
        arguments: ["gzip", "deflate", "br"])
    func broken(coding: String) async throws {
        let server = try LoopbackServer { _ in
            LoopbackResponse(headers: ["Content-Encoding": coding.uppercased()], text: "\u{7F}hello there")
        }
        let session = Session(configuration: .af.ephemeral)
        let response = await session.request(server.url("/")).serializingString().response
        let error = try #require(response.error)
        expectEqual((error.underlyingError as? URLError)?.code, .cannotDecodeContentData)
        expect(error.fullDescription.contains("is not in its content coding, \(coding)"), "\(error.fullDescription)")
    }
    #endif
}
