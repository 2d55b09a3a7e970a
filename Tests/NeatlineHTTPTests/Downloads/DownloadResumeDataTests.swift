import Dispatch
import Foundation
import NeatlineTestSupport
import NeatlineTesting
import Synchronization
import Testing

@testable import NeatlineHTTP

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

@Suite("What downloads leave for resuming", .ownThreads, .hangLimit)
struct DownloadResumeDataTests: ResumingSuite {
    let session = Session.patient()
    let folder: DownloadFolder

    init() throws { folder = try DownloadFolder() }

    @Test("A download that is cut off reports the same resume data in three ways")
    func cut() async throws {
        let server = try RangeServer()
        let request = session.download(server.url, to: folder.destination())
        let response = await request.unserialized()
        let data = try #require(response.resumeData)
        expectEqual((response.error?.underlyingError as? URLError)?.code, .networkConnectionLost)
        expectEqual(request.resumeData, data)
        expectEqual(response.error?.downloadResumeData, data)
        expect(response.fileURL == nil)
        expectEqual(response.response?.statusCode, 200)
        let record = try DownloadRecord(data)
        expect(record.count == 60_000 && record.total == 100_000)
        expectEqual(record.validator, .entityTag("\"v1\""))
        expectEqual(record.url, server.url)
        let file = try partialFile(data)
        try expectEqual(Data(contentsOf: file), server.body.prefix(60_000))
        expect(try folder.names.isEmpty)
        PartialFile.remove(record.file)
    }

    @Test("A cancelled download leaves resume data if that is wanted, and the closure gets the same")
    func cancelled() async throws {
        let server = try RangeServer(waits: true)
        let request = session.download(server.url, to: folder.destination())
        async let response = request.serializingDecodable([Int].self).response
        expect(await eventually { request.downloadProgress.completedUnitCount == 60_000 })
        let given = await withCheckedContinuation { continuation in
            request.cancel(byProducingResumeData: { continuation.resume(returning: $0) })
        }
        let data = try #require(given)
        await expectEqual(response.resumeData, data)
        await expectEqual(response.error?.isExplicitlyCancelledError, true)
        expectEqual(request.resumeData, data)
        expect(request.isCancelled)
        try expectEqual(Data(contentsOf: partialFile(data)), server.body.prefix(60_000))
        // Once more it says the same.
        let again = await withCheckedContinuation { continuation in
            request.cancel(byProducingResumeData: { continuation.resume(returning: $0) })
        }
        expectEqual(again, data)
        server.heal()
        let resumed = await session.download(resumingWith: data, to: folder.destination()).unserialized()
        expect(resumed.error == nil)
        try expectEqual(Data(contentsOf: folder.file("file")), server.body)
        server.gate.open()
    }

    @Test("Without being asked, a cancelled download leaves nothing", arguments: [false, true])
    func cancelledForGood(usesFlag: Bool) async throws {
        let server = try RangeServer(waits: true)
        let request = session.download(server.url, to: folder.destination())
        async let response = request.unserialized()
        expect(await eventually { request.downloadProgress.completedUnitCount == 60_000 })
        if usesFlag { request.cancel(producingResumeData: false) } else { request.cancel() }
        expect(await response.resumeData == nil)
        await expectEqual(response.error?.isExplicitlyCancelledError, true)
        await expectEqual(response.response?.statusCode, 200)
        expect(request.resumeData == nil && request.fileURL == nil)
        server.gate.open()
    }

    @Test("There is none before a byte has come, nor when all is over")
    func tooEarlyOrLate() async throws {
        let idle = session.download("http://127.0.0.1:1/")
        let early = await withCheckedContinuation { continuation in
            idle.cancel(byProducingResumeData: { continuation.resume(returning: $0) })
        }
        expect(early == nil)
        await expectEqual(idle.unserialized().error?.isExplicitlyCancelledError, true)
        let server = try RangeServer(cut: nil)
        let request = session.download(server.url, to: folder.destination())
        expect(await request.unserialized().error == nil)
        let late = await withCheckedContinuation { continuation in
            request.cancel(byProducingResumeData: { continuation.resume(returning: $0) })
        }
        expect(late == nil)
        expect(request.isFinished)
    }

    @Test(
        "What cannot be resumed leaves nothing",
        arguments: [
            .init(tag: nil), .init(tag: "W/\"weak\""), .init(tag: ""), .init(tag: "\"\u{1}\""),
            .init(fields: ["Accept-Ranges": "none"]),
            .init(tag: nil, fields: ["Last-Modified": "Sun, 06 Nov 1994 08:49:37 GMT"]),
            .init(
                tag: nil,
                fields: ["Last-Modified": "Sun, 06 Nov 1994 08:49:37 GMT", "Date": "Sun, 06 Nov 1994 08:49:37 GMT"]),
            .init(status: 404), .init(status: 206),
        ] as [RangeServer.Answer])
    func notResumable(answer: RangeServer.Answer) async throws {
        let server = try RangeServer(answer: answer)
        let response = await session.download(server.url, to: folder.destination()).unserialized()
        expectEqual(response.error?.isSessionTaskError, true)
        expect(response.resumeData == nil && response.error?.downloadResumeData == nil)
        expect(try folder.names.isEmpty)
    }

    @Test("Nor do other methods, or a range that was asked for by hand")
    func otherRequests() async throws {
        let server = try RangeServer()
        let post = await session.download(server.url, method: .post, to: folder.destination()).unserialized()
        expect(post.error != nil && post.resumeData == nil)
        let range = await session.download(server.url, headers: ["Range": "bytes=10-"], to: folder.destination())
            .unserialized()
        expect(range.error != nil && range.resumeData == nil)
    }

    @Test("A coded body cannot be resumed, and one that was asked for as it is can")
    func coded() async throws {
        let transport = MockTransport()
        transport.on(.get, "https://example.com/") { request in
            let isPlain = request.headers["Accept-Encoding"] == "identity"
            let head: MockStep =
                isPlain
                ? .head(200, headers: ["ETag": "\"a\"", "Content-Encoding": "identity"])
                : .head(200, headers: ["ETag": "\"a\"", "Content-Encoding": "gzip"])
            return .script([head, .bytes("some bytes"), .failure(.bodyIncomplete)])
        }
        let session = Session(transport: transport)
        let coded = await session.download("https://example.com/").unserialized()
        expect(coded.error != nil && coded.resumeData == nil)
        let plain = await session.download("https://example.com/", headers: ["Accept-Encoding": "identity"])
            .unserialized()
        let record = try DownloadRecord(try #require(plain.resumeData))
        expect(record.count == 10 && record.total == nil)
        PartialFile.remove(record.file)
    }

    @Test(
        "What is no resume data is an error that says so",
        arguments: [
            "", "{}", "bplist00", "[1]", #"{"version":1}"#, Self.data(version: 2), Self.data(url: "file:///etc/passwd"),
            Self.data(method: "POST"), Self.data(file: "../../etc/passwd"), Self.data(file: "/etc/passwd"),
            Self.data(count: 0), Self.data(count: -1), Self.data(count: 11), Self.data(url: ""),
            Self.data(tag: "\\u0001"),
        ])
    func invalid(text: String) async throws {
        let response = await session.download(resumingWith: Data(text.utf8), to: folder.destination()).unserialized()
        guard case .createURLRequestFailed(let error)? = response.error else { throw TestError() }
        expect(error is InvalidResumeData)
        expectEqual(response.error?.localizedDescription.contains("resume data is not Neatline's: "), true)
        expect(response.resumeData == nil)
    }

    private static func data(
        version: Int = 1, url: String = "https://example.com/", method: String = "GET",
        file: String = "Neatline_E621E1F8-C36C-495A-93FC-0C247A3E6E5F.part", count: Int = 5, tag: String = "a"
    ) -> String {
        """
        {"count":\(count),"file":"\(file)","headers":{},"method":"\(method)","total":10,"url":"\(url)",
        "entityTag":"\\"\(tag)\\"","version":\(version)}
        """
    }

    @Test("Good data whose file is gone begins anew, with the fields of the request, adapted again")
    func withoutFile() async throws {
        let transport = MockTransport()
        transport.on(.get, "https://example.com/") { request in
            MockResponse(text: "\(request.headers["X-Token"] ?? "-") \(request.headers["Range"] ?? "-")")
        }
        let adapter = Adapter { request, _, completion in
            var request = request
            request.headers.add(name: "X-Token", value: "fresh")
            completion(.success(request))
        }
        let session = Session(transport: transport)
        let request = session.download(
            resumingWith: Data(Self.data().utf8), interceptor: Interceptor(adapters: [adapter]),
            to: folder.destination())
        try await expectEqual(request.serializingString().value, "fresh -")
    }

    @Test("What adapters add is not in the resume data")
    func secrets() async throws {
        let server = try RangeServer()
        let adapter = Adapter { request, _, completion in
            var request = request
            request.headers.add(.authorization("top secret"))
            completion(.success(request))
        }
        let response = await session.download(
            server.url, headers: ["X-A": "b"], interceptor: Interceptor(adapters: [adapter])
        ).unserialized()
        let data = try #require(response.resumeData)
        let record = try DownloadRecord(data)
        expectEqual(record.headers, ["X-A": "b"])
        expect(!String(decoding: data, as: UTF8.self).contains("secret"))
        PartialFile.remove(record.file)
    }
}
