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

@Suite("Downloads that are resumed", .ownThreads, .hangLimit)
struct DownloadResumeTests: ResumingSuite {
    let session = Session.patient()
    let folder: DownloadFolder

    init() throws { folder = try DownloadFolder() }

    @Test("The rest is asked for, and progress counts from the first byte of the whole")
    func resume() async throws {
        let server = try RangeServer()
        let data = try await cutOff(server)
        server.heal()
        let progress = EventLog<[Int64]>()
        let offsets = EventLog<[Int64]>()
        let monitor = ClosureEventMonitor(queue: DispatchQueue(label: "monitor"))
        monitor.downloadTaskDidResumeAtOffset = { offsets.append([$2, $3]) }
        let session = Session.patient(eventMonitors: [monitor])
        let request = session.download(resumingWith: data, to: folder.destination())
            .downloadProgress(queue: .global()) { progress.append([$0.completedUnitCount, $0.totalUnitCount]) }
        let response = await request.validate().unserialized()
        expect(response.error == nil)
        expectEqual(response.response?.statusCode, 206)
        expect(response.resumeData == nil)
        try expectEqual(Data(contentsOf: folder.file("file")), server.body)
        let last = try #require(server.server.requests.last)
        expectEqual(last[header: "Range"], "bytes=60000-")
        expectEqual(last[header: "If-Range"], "\"v1\"")
        expectEqual(last[header: "Accept-Encoding"], "identity")
        await progress.wait { $0.contains([100_000, 100_000]) }
        expect(progress.all.allSatisfy { $0[0] > 60_000 && $0[1] == 100_000 })
        expectEqual(request.downloadProgress.fractionCompleted, 1)
        await offsets.wait(count: 1)
        expectEqual(offsets.all, [[60_000, 100_000]])
        expect(try !exists(partialFile(data)))
        guard case .resumeData(data) = request.downloadable else { throw TestError() }
    }

    @Test("It can be cut off again and again")
    func repeatedly() async throws {
        let server = try RangeServer(cut: 10_000)
        var data = try await cutOff(server)
        for cut in stride(from: 20_000, through: 90_000, by: 10_000) {
            server.cut(at: cut)
            let response = await session.download(resumingWith: data, to: folder.destination()).unserialized()
            expectEqual(response.error?.downloadResumeData, response.resumeData)
            data = try #require(response.resumeData)
            try expectEqual(DownloadRecord(data).count, Int64(cut))
        }
        server.heal()
        expect(await session.download(resumingWith: data, to: folder.destination()).unserialized().error == nil)
        try expectEqual(Data(contentsOf: folder.file("file")), server.body)
        expectEqual(server.ranges.last, "bytes=90000-")
    }

    @Test("A process without free descriptors keeps the resume data and the file")
    func withoutDescriptors() async {
        await #expect(processExitsWith: .success) {
            let suite = try DownloadResumeTests()
            let server = try RangeServer()
            let data = try await suite.cutOff(server)
            server.heal()
            func resume() async -> AFDownloadResponse<URL?> {
                await suite.session.download(resumingWith: data, to: suite.folder.destination()).unserialized()
            }
            let path = try suite.partialFile(data).path
            try await withoutFreeDescriptors {
                let response = await resume()
                expectEqual((response.error?.underlyingError as? URLError)?.code, .cannotOpenFile)
                expectEqual(response.error?.localizedDescription.contains(path), true)
                expect(response.resumeData == data && response.error?.downloadResumeData == data)
            }
            expect(await resume().error == nil)
            expectEqual(server.ranges.last, "bytes=60000-")
        }
    }

    @Test("The limit of a body counts what was received before", arguments: [99_999, 70_000, 60_000, 1, 0, 100_000])
    func limit(_ size: Int64) async throws {
        let server = try RangeServer()
        let data = try await cutOff(server)
        server.heal()
        func resume(_ data: Data, upTo size: Int64) async -> AFDownloadResponse<URL?> {
            await session.download(resumingWith: data, to: folder.destination()).maximumBodySize(size).unserialized()
        }
        let response = await resume(data, upTo: size)
        if size < 100_000 {
            expectEqual((response.error?.underlyingError as? AFError.BodyTooLarge)?.maximumSize, size)
            _ = await resume(try #require(response.resumeData), upTo: .max)
        } else {
            expect(response.error == nil)
        }
        try expectEqual(Data(contentsOf: folder.file("file")), server.body)
        expect(server.ranges.dropFirst().allSatisfy { $0 != nil })
    }

    @Test("A limited download that a retrier resumes does not become larger than the limit")
    func limitOfRetries() async throws {
        let server = try RangeServer(answer: RangeServer.Answer(isChunked: true))
        let retrier = Retrier { request, _, error, completion in
            completion(error.asAFError?.underlyingError is URLError && request.retryCount < 2 ? .retry : .doNotRetry)
        }
        server.change {
            $0.toRange = { request, body in
                let first = Int(request[header: "Range"]?.dropFirst(6).dropLast() ?? "") ?? 0
                let range = "bytes \(first)-\(body.count - 1)/\(body.count)"
                return LoopbackResponse(
                    status: 206, headers: ["ETag": "\"v1\"", "Content-Range": range], chunks: [Array(body[first...])])
            }
        }
        let response = await session.download(server.url, interceptor: retrier, to: folder.destination())
            .maximumBodySize(80_000).unserialized()
        expect(response.error?.underlyingError is AFError.BodyTooLarge)
        expectEqual(server.ranges, [nil, "bytes=59999-"])
    }

    @Test("A date is a validator, too")
    func lastModified() async throws {
        let fields = ["Last-Modified": "Sun, 06 Nov 1994 08:49:37 GMT", "Date": "Mon, 07 Nov 1994 08:49:37 GMT"]
        let server = try RangeServer(answer: .init(tag: nil, fields: fields))
        let data = try await cutOff(server)
        server.heal()
        expect(await session.download(resumingWith: data, to: folder.destination()).unserialized().error == nil)
        expectEqual(server.server.requests.last?[header: "If-Range"], fields["Last-Modified"])
        try expectEqual(Data(contentsOf: folder.file("file")), server.body)
    }

    @Test(
        "A tag without quotes, as httpbin has them, is compared here and not by the server", arguments: [false, true])
    func bareTag(changes: Bool) async throws {
        let server = try RangeServer(answer: .init(tag: "range100000"))
        let data = try await cutOff(server)
        server.heal()
        if changes { server.change { $0.tag = "range99999" } }
        let response = await session.download(resumingWith: data, to: folder.destination()).unserialized()
        expectEqual(response.response?.statusCode, changes ? 200 : 206)
        expectEqual(server.ranges, [nil, "bytes=60000-"] + (changes ? [nil] : []))
        expect(server.server.requests.allSatisfy { $0[header: "If-Range"] == nil })
        try expectEqual(Data(contentsOf: folder.file("file")), server.body)
    }

    @Test("A rest of a whole of unknown length is one if it goes to the end that is known from before")
    func unknownTotal() async throws {
        let server = try RangeServer()
        let data = try await cutOff(server)
        server.change { $0.toRange = { Self.part($1, 60_000, "bytes 60000-99999/*") } }
        let response = await session.download(resumingWith: data, to: folder.destination()).unserialized()
        expectEqual(response.response?.statusCode, 206)
        try expectEqual(Data(contentsOf: folder.file("file")), server.body)
    }

    @Test("A rest of unknown length says how long the whole is")
    func chunkedRest() async throws {
        let server = try RangeServer()
        let data = try await cutOff(server)
        server.change { answer in
            answer.toRange = { _, body in
                LoopbackResponse(
                    status: 206, headers: ["Content-Range": "bytes 60000-99999/100000", "ETag": "\"v1\""],
                    chunks: [Array(body[60_000..<80_000]), Array(body[80_000...])])
            }
        }
        let request = session.download(resumingWith: data, to: folder.destination())
        let error = await request.unserialized().error
        expect(error == nil)
        expectEqual(request.downloadProgress.totalUnitCount, 100_000)
        expectEqual(request.downloadProgress.completedUnitCount, 100_000)
        try expectEqual(Data(contentsOf: folder.file("file")), server.body)
    }

    @Test("The last byte is asked for again where there may be no more")
    func complete() async throws {
        let server = try RangeServer(cut: 100_000, answer: .init(isChunked: true))
        let data = try await cutOff(server)
        server.heal()
        let response = await session.download(resumingWith: data, to: folder.destination()).unserialized()
        expect(response.error == nil && response.response?.statusCode == 206)
        expectEqual(server.ranges.last, "bytes=99999-")
        try expectEqual(Data(contentsOf: folder.file("file")), server.body)
    }

    @Test("What the server has changed begins anew, and so does what it sends whole")
    func changed() async throws {
        let server = try RangeServer()
        let data = try await cutOff(server)
        server.heal()
        server.change { $0.tag = "\"v2\"" }
        let offsets = EventLog<Int64>()
        let monitor = ClosureEventMonitor(queue: DispatchQueue(label: "monitor"))
        monitor.downloadTaskDidResumeAtOffset = { _, _, offset, _ in offsets.append(offset) }
        let session = Session.patient(eventMonitors: [monitor])
        let request = session.download(resumingWith: data, to: folder.destination())
        let response = await request.unserialized()
        expect(response.error == nil && response.response?.statusCode == 200)
        try expectEqual(Data(contentsOf: folder.file("file")), server.body)
        expectEqual(request.downloadProgress.completedUnitCount, 100_000)
        expect(offsets.all.isEmpty)
        expectEqual(server.server.requestCount, 2)
        expect(try !exists(partialFile(data)))
    }

    /// Responses to a request for the bytes from 60,000 on that are not these.
    private static let wrong: [(name: String, answer: @Sendable (LoopbackRequest, Data) -> LoopbackResponse)] = [
        ("another start", { Self.part($1, 50_000, "bytes 50000-99999/100000") }),
        ("another total", { Self.part($1, 60_000, "bytes 60000-99999/100001") }),
        (
            "not to the end",
            { _, body in
                LoopbackResponse(
                    status: 206, headers: ["Content-Range": "bytes 60000-60009/100000", "ETag": "\"v1\""],
                    body: body[60_000..<60_010])
            }
        ),
        ("not to the end of the unknown", { Self.part($1[..<70_000], 60_000, "bytes 60000-69999/*") }),
        ("no range", { _, body in LoopbackResponse(status: 206, body: body[60_000...]) }),
        ("no sense", { Self.part($1, 60_000, "bytes all of it") }),
        ("another tag", { Self.part($1, 60_000, "bytes 60000-99999/100000", tag: "\"v2\"") }),
        ("coded", { Self.part($1, 60_000, "bytes 60000-99999/100000", coding: "deflate") }),
        // Nothing is decoded of a response to a request for no coding.
        ("all, but coded", { LoopbackResponse(headers: ["Content-Encoding": "deflate"], body: $1.reversed()) }),
        ("416", { _, _ in LoopbackResponse(status: 416, headers: ["Content-Range": "bytes */100000"]) }),
        (
            "416 with a large body",
            { _, _ in
                LoopbackResponse(status: 416, body: [UInt8](repeating: 0, count: 200_000))
            }
        ),
    ]

    private static func part(
        _ body: Data, _ first: Int, _ range: String, tag: String = "\"v1\"", coding: String? = nil
    ) -> LoopbackResponse {
        var response = LoopbackResponse(
            status: 206, headers: ["Content-Range": range, "ETag": tag], body: body[first...])
        if let coding { response.addHeader("Content-Encoding", coding) }
        return response
    }

    @Test("A response that is not the rest is thrown away, and all is asked for once", arguments: wrong.map(\.name))
    func wrongRest(name: String) async throws {
        let wrong = try #require(Self.wrong.first { $0.name == name })
        let server = try RangeServer()
        let data = try await cutOff(server)
        server.heal()
        server.change { $0.toRange = wrong.answer }
        let request = session.download(resumingWith: data, to: folder.destination())
        let response = await request.validate().unserialized()
        expect(response.error == nil && response.response?.statusCode == 200)
        try expectEqual(Data(contentsOf: folder.file("file")), server.body)
        expectEqual(server.ranges, [nil, "bytes=60000-", nil])
        let last = try #require(server.server.requests.last)
        expect(last[header: "If-Range"] == nil && last[header: "Accept-Encoding"] != "identity")
        expectEqual(request.downloadProgress.completedUnitCount, 100_000)
        expect(try !exists(partialFile(data)))
    }

    @Test("A rest of unknown length that ends too early, or too late, is not whole", arguments: [39_000, 41_000])
    func wrongLength(count: Int) async throws {
        let server = try RangeServer()
        let data = try await cutOff(server)
        server.change { answer in
            answer.toRange = { _, body in
                LoopbackResponse(
                    status: 206, headers: ["Content-Range": "bytes 60000-99999/100000", "ETag": "\"v1\""],
                    chunks: [Array((body + body)[60_000..<60_000 + count])])
            }
        }
        let response = await session.download(resumingWith: data, to: folder.destination()).unserialized()
        expectEqual((response.error?.underlyingError as? URLError)?.code, .networkConnectionLost)
        expect(try folder.names.isEmpty)
        let left = try #require(response.resumeData)
        try expectEqual(DownloadRecord(left).count, count < 40_000 ? 99_000 : 60_000)
        server.change { $0.toRange = nil }
        server.heal()
        expect(await session.download(resumingWith: left, to: folder.destination()).unserialized().error == nil)
        try expectEqual(Data(contentsOf: folder.file("file")), server.body)
    }

    @Test("Another status leaves the resume data as it was", arguments: [false, true])
    func otherStatus(validates: Bool) async throws {
        let server = try RangeServer()
        let data = try await cutOff(server)
        server.heal()
        server.change { $0.toRange = { _, _ in LoopbackResponse(status: 503, text: "later") } }
        let request = session.download(resumingWith: data, to: folder.destination())
        if validates { request.validate() }
        let refused = await request.unserialized()
        expectEqual(refused.error?.responseCode, validates ? 503 : nil)
        expectEqual(refused.resumeData, validates ? data : nil)
        try expectEqual(folder.text(), "later")
        server.change { $0.toRange = nil }
        let resumed = await session.download(resumingWith: data, to: folder.destination("2")).unserialized()
        expectEqual(resumed.response?.statusCode, 206)
        try expectEqual(Data(contentsOf: folder.file("2")), server.body)
    }

    @Test("Where nobody answers, the resume data is the same again")
    func noServer() async throws {
        let server = try RangeServer()
        let data = try await cutOff(server)
        server.server.stop()
        let response = await session.download(resumingWith: data, to: folder.destination()).unserialized()
        expectEqual(response.resumeData, data)
        expectEqual(response.error?.downloadResumeData, data)
        let cancelled = session.download(resumingWith: data, shouldAutomaticallyResume: false)
        cancelled.cancel(producingResumeData: true)
        await expectEqual(cancelled.unserialized().resumeData, data)
        expect(try exists(partialFile(data)))
        PartialFile.remove(try DownloadRecord(data).file)
    }

    @Test("An adapter can send the rest of a download elsewhere")
    func elsewhere() async throws {
        let server = try RangeServer()
        let data = try await cutOff(server)
        let mirror = try RangeServer(cut: nil)
        let adapter = Adapter { request, _, completion in
            var request = request
            request.url = mirror.url
            completion(.success(request))
        }
        let response = await session.download(
            resumingWith: data, interceptor: Interceptor(adapters: [adapter]), to: folder.destination()
        ).unserialized()
        expectEqual(response.response?.statusCode, 206)
        expectEqual(mirror.ranges, ["bytes=60000-"])
        try expectEqual(Data(contentsOf: folder.file("file")), mirror.body)
    }

    @Test("A redirect is followed with the range")
    func redirected() async throws {
        let server = try RangeServer()
        server.server.on(.get, "/moved") { _ in .redirect(to: "/file") }
        let first = await session.download(server.server.url("/moved"), to: folder.destination()).unserialized()
        let data = try #require(first.resumeData)
        server.heal()
        let response = await session.download(resumingWith: data, to: folder.destination()).unserialized()
        expectEqual(response.response?.statusCode, 206)
        expectEqual(server.ranges, [nil, nil, "bytes=60000-", "bytes=60000-"])
        try expectEqual(Data(contentsOf: folder.file("file")), server.body)
    }
}
