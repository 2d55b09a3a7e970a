import Foundation
import NeatlineTestSupport
import NeatlineTesting
import Testing

@testable import NeatlineHTTP

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

@Suite("file: and data: URLs", .ownThreads, .hangLimit)
struct LocalTransportTests {
    private let folder: TemporaryFolder
    private let session = Session()

    init() throws { folder = try TemporaryFolder() }

    private func failure(_ url: String) async -> URLError? {
        await session.request(url).serializingData().response.error?.underlyingError as? URLError
    }

    @Test("A file is the body of a response with its type and length")
    func file() async throws {
        let url = try folder.file("some data.json", #"{"a":1}"#)
        let response = await session.request(url).validate(contentType: ["application/json"])
            .serializingDecodable([String: Int].self).response
        expect(response.error == nil && response.value == ["a": 1])
        expectEqual(response.response?.statusCode, 200)
        expectEqual(response.response?.headers["Content-Type"], "application/json")
        expectEqual(response.response?.headers["Content-Length"], "7")
        expect(response.metrics?.transactionMetrics.last?.networkProtocolName == nil)
        let head = await session.request(url, method: .head).serializingData(emptyResponseCodes: [200]).response
        expect(head.error == nil && head.value?.isEmpty == true)
        let empty = try folder.file("empty", "")
        await expectEqual(
            session.request(empty).serializingData(emptyResponseCodes: [200]).response.value?.isEmpty, true)
    }

    @Test("A large file is downloaded, streamed and limited as any response is")
    func largeFile() async throws {
        let bytes = PatternBytes.data(3_000_001)
        let url = try folder.file("large.bin", bytes)
        let download = await session.download(url, to: { [folder] _, _ in (folder.file("copy"), []) })
            .serializingData().response
        expectEqual(download.value, bytes)
        try expectEqual(Data(contentsOf: folder.file("copy")), bytes)
        var streamed = Data()
        let stream = session.streamRequest(url).validate()
        for await event in stream.streamTask().streamingData() {
            if let piece = event.value { streamed.append(piece) }
            // As in Alamofire, where a file's response is none of HTTP.
            if let end = event.completion { expect(end.error == nil && end.response == nil) }
        }
        expectEqual(streamed, bytes)
        expect(stream.response == nil && stream.error == nil)
        let limited = await session.request(url).maximumBodySize(1_000_000).serializingData().response
        expect(limited.error?.underlyingError is AFError.BodyTooLarge)
    }

    @Test("A file that cannot be read is a typed error")
    func unreadable() async throws {
        await expectEqual(failure(folder.file("none").absoluteString)?.code, .fileDoesNotExist)
        await expectEqual(failure(folder.url.absoluteString)?.code, .fileIsDirectory)
        await expectEqual(failure("file:///dev/null")?.code, .cannotOpenFile)
        await expectEqual(failure("file://example.com/etc/hosts")?.code, .unsupportedURL)
        await expectEqual(failure("file:///tmp/a%00b")?.code, .unsupportedURL)
        let secret = try folder.file("secret", "x")
        try FileManager.default.setAttributes([.posixPermissions: 0], ofItemAtPath: secret.path)
        if getuid() != 0 { await expectEqual(failure(secret.absoluteString)?.code, .noPermissionsToReadFile) }
        let put = await session.request(secret, method: .put).serializingData().response
        expectEqual(put.error?.isSessionTaskError, true)
        expect(try FileManager.default.attributesOfItem(atPath: secret.path)[.size] as? Int == 1)
    }

    @Test("A redirect to a file or to data is not followed, whoever proposes it", arguments: [302, 307])
    func redirects(status: Int) async throws {
        let file = try folder.file("secret", "secret")
        let server = try LoopbackServer { request in
            .redirect(to: request.path == "/data" ? "data:,secret" : file.absoluteString, status: status)
        }
        for path in ["/data", "/file"] {
            let response = await session.request(server.url(path)).serializingString().response
            expect(
                (response.error?.underlyingError as? URLError)?.code == .unsupportedURL || response.value != "secret")
            expect(response.value != "secret")
        }
        let handler = Redirector(
            behavior: .modify { _, request, _ in
                var request = request
                request.url = file
                return request
            })
        let modified = await session.request(server.url("/file")).redirect(using: handler).serializingString().response
        expect(modified.value != "secret")
        expect(modified.error != nil)
    }

    @Test(
        "data: URLs have their type and bytes",
        arguments: [
            ("data:,Hello%2C%20World!", "text/plain;charset=US-ASCII", "Hello, World!"),
            ("data:text/html;charset=utf-8,%3Cp%3E#part", "text/html;charset=utf-8", "<p>"),
            ("data:application/json;base64,eyJhIjoxfQ==", "application/json", #"{"a":1}"#),
            ("data:application/json;BASE64,eyJhIjoxfQ", "application/json", #"{"a":1}"#),
            ("data:;base64,SGk%3D", "text/plain;charset=US-ASCII", "Hi"),
            ("data:;charset=utf-8,%C3%A9", "text/plain;charset=utf-8", "é"),
            ("data:,", "text/plain;charset=US-ASCII", ""),
            ("DATA:text/plain%0D%0AX-Evil:1,x", "text/plain;charset=US-ASCII", "x"),
        ])
    func data(url: String, type: String, text: String) async throws {
        let response = await session.request(url).serializingString(emptyResponseCodes: [200]).response
        expect(response.error == nil && response.value == text)
        expectEqual(response.response?.headers["Content-Type"], type)
        expect(response.response?.headers["X-Evil"] == nil)
    }

    @Test("Invalid data: URLs are an error", arguments: ["data:text/plain", "data:;base64,a", "data:;base64,%ff%fe"])
    func invalidData(url: String) async throws {
        await expectEqual(failure(url)?.code, .unsupportedURL)
    }

    @Test("A request that is cancelled or suspended stops reading")
    func control() async throws {
        let url = try folder.file("large.bin", PatternBytes.data(3_000_000))
        let request = session.request(url, shouldAutomaticallyResume: false).suspend()
        let task = request.serializingData()
        request.cancel()
        await expectEqual(task.response.error?.isExplicitlyCancelledError, true)
        let slow = session.streamRequest(url)
        var iterator = slow.streamTask().streamingData().makeAsyncIterator()
        _ = await iterator.next()
        slow.cancel()
        expect(await eventually { slow.isCancelled })
    }
}
