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

/// A file on a server that knows ranges, and whose first response stops where a test wants it to.
final class RangeServer: Sendable {
    struct Answer: Sendable {
        var tag: String? = "\"v1\""
        var fields: [String: String] = [:]
        /// What is answered to a request for a range; nil for what is right.
        var toRange: (@Sendable (LoopbackRequest, Data) -> LoopbackResponse)?
        var status = 200
        var isChunked = false
    }

    let server: LoopbackServer
    let body: Data
    /// Where responses stop until it is opened.
    let gate = TestGate()
    private let answer: Mutex<Answer>
    /// Where whole bodies are cut off; nil for not at all.
    private let cut: Mutex<Int?>
    /// Whether the cut is one where the server waits, and not the end of the connection.
    private let waits: Mutex<Bool>

    init(_ count: Int = 100_000, cut: Int? = 60_000, waits: Bool = false, answer: Answer = Answer()) throws {
        let body = PatternBytes.data(count)
        self.body = body
        self.answer = Mutex(answer)
        self.cut = Mutex(cut)
        self.waits = Mutex(waits)
        server = try LoopbackServer()
        server.on(nil, "/file") { [weak self] request in self?.answer(request) ?? .status(500) }
    }

    var url: URL { server.url("/file") }
    var ranges: [String?] { server.requests.map { $0[header: "Range"] } }

    /// From now on bodies come whole.
    func heal() { cut.withLock { $0 = nil } }
    func cut(at place: Int?) { cut.withLock { $0 = place } }
    func change(_ change: (inout Answer) -> Void) { answer.withLock { change(&$0) } }

    private func answer(_ request: LoopbackRequest) -> LoopbackResponse {
        let answer = answer.withLock { $0 }
        var fields = answer.fields
        if let tag = answer.tag { fields["ETag"] = tag }
        let validators = [answer.tag, answer.fields["Last-Modified"]].compactMap { $0 }
        let isSame = request[header: "If-Range"].map { validators.contains($0) } ?? true
        if let range = request[header: "Range"], isSame {
            if let toRange = answer.toRange { return toRange(request, body) }
            let first = Int(range.dropFirst("bytes=".count).dropLast()) ?? 0
            guard first < body.count else {
                return LoopbackResponse(status: 416, headers: ["Content-Range": "bytes */\(body.count)"])
            }
            fields["Content-Range"] = "bytes \(first)-\(body.count - 1)/\(body.count)"
            return response(206, fields, from: first)
        }
        return response(answer.status, fields, from: 0, isChunked: answer.isChunked)
    }

    private func response(
        _ status: Int, _ fields: [String: String], from first: Int, isChunked: Bool = false
    ) -> LoopbackResponse {
        let cut = cut.withLock { $0 }
        var head = "HTTP/1.1 \(status) Status\r\n"
        head += isChunked ? "Transfer-Encoding: chunked\r\n" : "Content-Length: \(body.count - first)\r\n"
        for (name, value) in fields { head += "\(name): \(value)\r\n" }
        let piece = body[first..<max(first, min(cut ?? body.count, body.count))]
        var steps: [LoopbackStep] = [.send(head + "\r\n"), isChunked ? .chunk(piece) : .send(piece)]
        if cut != nil {
            steps += waits.withLock { $0 } ? [.waitUntil(gate), .close] : [.close]
        } else if isChunked {
            steps.append(.lastChunk())
        }
        return .script(steps)
    }
}

@Suite("Downloads that are resumed", .ownThreads, .hangLimit)
struct DownloadResumeTests {
    let session: Session = {
        let configuration = URLSessionConfiguration.af.default
        configuration.timeoutIntervalForRequest = .infinity
        return Session(configuration: configuration)
    }()
    let folder: DownloadFolder

    init() throws { folder = try DownloadFolder() }

    /// The partial file that resume data refers to.
    private func partialFile(_ data: Data) throws -> URL { PartialFile.url(of: try DownloadRecord(data).file) }

    private func exists(_ url: URL) -> Bool { FileManager.default.fileExists(atPath: url.path) }

    /// Resume data of a download that the server has cut off.
    private func cutOff(_ server: RangeServer) async throws -> Data {
        let response = await session.download(server.url, to: folder.place("cut")).unserialized()
        return try #require(response.resumeData)
    }

    // MARK: - Leaving

    @Test("A download that is cut off says the same resume data in three places")
    func cut() async throws {
        let server = try RangeServer()
        let request = session.download(server.url, to: folder.place())
        let response = await request.unserialized()
        let data = try #require(response.resumeData)
        #expect((response.error?.underlyingError as? URLError)?.code == .networkConnectionLost)
        #expect(request.resumeData == data)
        #expect(response.error?.downloadResumeData == data)
        #expect(response.fileURL == nil)
        #expect(response.response?.statusCode == 200)
        let record = try DownloadRecord(data)
        #expect(record.count == 60_000 && record.total == 100_000)
        #expect(record.validator == .entityTag("\"v1\""))
        #expect(record.url == server.url)
        let file = try partialFile(data)
        #expect(try Data(contentsOf: file) == server.body.prefix(60_000))
        #expect(try folder.names.isEmpty)
        PartialFile.remove(record.file)
    }

    @Test("A cancelled download leaves resume data if that is wanted, and the closure gets the same")
    func cancelled() async throws {
        let server = try RangeServer(waits: true)
        let request = session.download(server.url, to: folder.place())
        async let response = request.serializingDecodable([Int].self).response
        #expect(await eventually { request.downloadProgress.completedUnitCount == 60_000 })
        let given = await withCheckedContinuation { continuation in
            request.cancel(byProducingResumeData: { continuation.resume(returning: $0) })
        }
        let data = try #require(given)
        #expect(await response.resumeData == data)
        #expect(await response.error?.isExplicitlyCancelledError == true)
        #expect(request.resumeData == data)
        #expect(request.isCancelled)
        #expect(try Data(contentsOf: partialFile(data)) == server.body.prefix(60_000))
        // Once more it says the same.
        let again = await withCheckedContinuation { continuation in
            request.cancel(byProducingResumeData: { continuation.resume(returning: $0) })
        }
        #expect(again == data)
        server.heal()
        let resumed = await session.download(resumingWith: data, to: folder.place()).unserialized()
        #expect(resumed.error == nil)
        #expect(try Data(contentsOf: folder.file("file")) == server.body)
        server.gate.open()
    }

    @Test("Without being asked, a cancelled download leaves nothing", arguments: [false, true])
    func cancelledForGood(usesFlag: Bool) async throws {
        let server = try RangeServer(waits: true)
        let request = session.download(server.url, to: folder.place())
        async let response = request.unserialized()
        #expect(await eventually { request.downloadProgress.completedUnitCount == 60_000 })
        if usesFlag { request.cancel(producingResumeData: false) } else { request.cancel() }
        #expect(await response.resumeData == nil)
        #expect(await response.error?.isExplicitlyCancelledError == true)
        #expect(await response.response?.statusCode == 200)
        #expect(request.resumeData == nil && request.fileURL == nil)
        server.gate.open()
    }

    @Test("There is none before a byte has come, nor when all is over")
    func tooEarlyOrLate() async throws {
        let idle = session.download("http://127.0.0.1:1/")
        let early = await withCheckedContinuation { continuation in
            idle.cancel(byProducingResumeData: { continuation.resume(returning: $0) })
        }
        #expect(early == nil)
        #expect(await idle.unserialized().error?.isExplicitlyCancelledError == true)
        let server = try RangeServer(cut: nil)
        let request = session.download(server.url, to: folder.place())
        #expect(await request.unserialized().error == nil)
        let late = await withCheckedContinuation { continuation in
            request.cancel(byProducingResumeData: { continuation.resume(returning: $0) })
        }
        #expect(late == nil)
        #expect(request.isFinished)
    }

    @Test(
        "What cannot be resumed leaves nothing",
        arguments: [
            .init(tag: nil), .init(tag: "W/\"weak\""), .init(tag: "none"), .init(fields: ["Accept-Ranges": "none"]),
            .init(tag: nil, fields: ["Last-Modified": "Sun, 06 Nov 1994 08:49:37 GMT"]),
            .init(
                tag: nil,
                fields: ["Last-Modified": "Sun, 06 Nov 1994 08:49:37 GMT", "Date": "Sun, 06 Nov 1994 08:49:37 GMT"]),
            .init(status: 404), .init(status: 206),
        ] as [RangeServer.Answer])
    func notResumable(answer: RangeServer.Answer) async throws {
        let server = try RangeServer(answer: answer)
        let response = await session.download(server.url, to: folder.place()).unserialized()
        #expect(response.error?.isSessionTaskError == true)
        #expect(response.resumeData == nil && response.error?.downloadResumeData == nil)
        #expect(try folder.names.isEmpty)
    }

    @Test("Nor do other methods, or a range that was asked for by hand")
    func otherRequests() async throws {
        let server = try RangeServer()
        let post = await session.download(server.url, method: .post, to: folder.place()).unserialized()
        #expect(post.error != nil && post.resumeData == nil)
        let range = await session.download(server.url, headers: ["Range": "bytes=10-"], to: folder.place())
            .unserialized()
        #expect(range.error != nil && range.resumeData == nil)
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
        #expect(coded.error != nil && coded.resumeData == nil)
        let plain = await session.download("https://example.com/", headers: ["Accept-Encoding": "identity"])
            .unserialized()
        let record = try DownloadRecord(try #require(plain.resumeData))
        #expect(record.count == 10 && record.total == nil)
        PartialFile.remove(record.file)
    }

    // MARK: - Going on

    @Test("The rest is asked for, and progress counts from the first byte of the whole")
    func resume() async throws {
        let server = try RangeServer()
        let data = try await cutOff(server)
        server.heal()
        let progress = EventLog<[Int64]>()
        let offsets = EventLog<[Int64]>()
        let monitor = ClosureEventMonitor(queue: DispatchQueue(label: "monitor"))
        monitor.downloadTaskDidResumeAtOffset = { offsets.append([$2, $3]) }
        let request = session.download(resumingWith: data, to: folder.place()).eventMonitor(monitor)
            .downloadProgress(queue: .global()) { progress.append([$0.completedUnitCount, $0.totalUnitCount]) }
        let response = await request.validate().unserialized()
        #expect(response.error == nil)
        #expect(response.response?.statusCode == 206)
        #expect(response.resumeData == nil)
        #expect(try Data(contentsOf: folder.file("file")) == server.body)
        let last = try #require(server.server.requests.last)
        #expect(last[header: "Range"] == "bytes=60000-")
        #expect(last[header: "If-Range"] == "\"v1\"")
        #expect(last[header: "Accept-Encoding"] == "identity")
        await progress.wait { $0.contains([100_000, 100_000]) }
        #expect(progress.all.allSatisfy { $0[0] > 60_000 && $0[1] == 100_000 })
        #expect(request.downloadProgress.fractionCompleted == 1)
        await offsets.wait(count: 1)
        #expect(offsets.all == [[60_000, 100_000]])
        #expect(try !exists(partialFile(data)))
        guard case .resumeData(data) = request.downloadable else { throw TestError() }
    }

    @Test("It can be cut off again and again")
    func repeatedly() async throws {
        let server = try RangeServer(cut: 10_000)
        var data = try await cutOff(server)
        for cut in stride(from: 20_000, through: 90_000, by: 10_000) {
            server.cut(at: cut)
            let response = await session.download(resumingWith: data, to: folder.place()).unserialized()
            #expect(response.error?.downloadResumeData == response.resumeData)
            data = try #require(response.resumeData)
            #expect(try DownloadRecord(data).count == Int64(cut))
        }
        server.heal()
        #expect(await session.download(resumingWith: data, to: folder.place()).unserialized().error == nil)
        #expect(try Data(contentsOf: folder.file("file")) == server.body)
        #expect(server.ranges.last == "bytes=90000-")
    }

    @Test("A date is a validator, too")
    func lastModified() async throws {
        let fields = ["Last-Modified": "Sun, 06 Nov 1994 08:49:37 GMT", "Date": "Mon, 07 Nov 1994 08:49:37 GMT"]
        let server = try RangeServer(answer: .init(tag: nil, fields: fields))
        let data = try await cutOff(server)
        server.heal()
        #expect(await session.download(resumingWith: data, to: folder.place()).unserialized().error == nil)
        #expect(server.server.requests.last?[header: "If-Range"] == fields["Last-Modified"])
        #expect(try Data(contentsOf: folder.file("file")) == server.body)
    }

    @Test("The last byte is asked for again where there may be no more")
    func complete() async throws {
        let server = try RangeServer(cut: 100_000, answer: .init(isChunked: true))
        let data = try await cutOff(server)
        server.heal()
        let response = await session.download(resumingWith: data, to: folder.place()).unserialized()
        #expect(response.error == nil && response.response?.statusCode == 206)
        #expect(server.ranges.last == "bytes=99999-")
        #expect(try Data(contentsOf: folder.file("file")) == server.body)
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
        let request = session.download(resumingWith: data, to: folder.place()).eventMonitor(monitor)
        let response = await request.unserialized()
        #expect(response.error == nil && response.response?.statusCode == 200)
        #expect(try Data(contentsOf: folder.file("file")) == server.body)
        #expect(request.downloadProgress.completedUnitCount == 100_000)
        #expect(offsets.all.isEmpty)
        #expect(server.server.requestCount == 2)
        #expect(try !exists(partialFile(data)))
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
        ("no range", { _, body in LoopbackResponse(status: 206, body: body[60_000...]) }),
        ("no sense", { Self.part($1, 60_000, "bytes all of it") }),
        ("another tag", { Self.part($1, 60_000, "bytes 60000-99999/100000", tag: "\"v2\"") }),
        ("coded", { Self.part($1, 60_000, "bytes 60000-99999/100000", coding: "deflate") }),
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
        let request = session.download(resumingWith: data, to: folder.place())
        let response = await request.validate().unserialized()
        #expect(response.error == nil && response.response?.statusCode == 200)
        #expect(try Data(contentsOf: folder.file("file")) == server.body)
        #expect(server.ranges == [nil, "bytes=60000-", nil])
        let last = try #require(server.server.requests.last)
        #expect(last[header: "If-Range"] == nil && last[header: "Accept-Encoding"] != "identity")
        #expect(request.downloadProgress.completedUnitCount == 100_000)
        #expect(try !exists(partialFile(data)))
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
        let response = await session.download(resumingWith: data, to: folder.place()).unserialized()
        #expect((response.error?.underlyingError as? URLError)?.code == .networkConnectionLost)
        #expect(try folder.names.isEmpty)
        let left = try #require(response.resumeData)
        #expect(try DownloadRecord(left).count == (count < 40_000 ? 99_000 : 60_000))
        server.change { $0.toRange = nil }
        server.heal()
        #expect(await session.download(resumingWith: left, to: folder.place()).unserialized().error == nil)
        #expect(try Data(contentsOf: folder.file("file")) == server.body)
    }

    @Test("Another status leaves the resume data as it was", arguments: [false, true])
    func otherStatus(validates: Bool) async throws {
        let server = try RangeServer()
        let data = try await cutOff(server)
        server.heal()
        server.change { $0.toRange = { _, _ in LoopbackResponse(status: 503, text: "later") } }
        let request = session.download(resumingWith: data, to: folder.place())
        if validates { request.validate() }
        let refused = await request.unserialized()
        #expect(refused.error?.responseCode == (validates ? 503 : nil))
        #expect(refused.resumeData == (validates ? data : nil))
        #expect(try folder.text() == "later")
        server.change { $0.toRange = nil }
        let resumed = await session.download(resumingWith: data, to: folder.place("2")).unserialized()
        #expect(resumed.response?.statusCode == 206)
        #expect(try Data(contentsOf: folder.file("2")) == server.body)
    }

    @Test("Where nobody answers, the resume data is the same again")
    func noServer() async throws {
        let server = try RangeServer()
        let data = try await cutOff(server)
        server.server.stop()
        let response = await session.download(resumingWith: data, to: folder.place()).unserialized()
        #expect(response.resumeData == data)
        #expect(response.error?.downloadResumeData == data)
        let cancelled = session.download(resumingWith: data, shouldAutomaticallyResume: false)
        cancelled.cancel(producingResumeData: true)
        #expect(await cancelled.unserialized().resumeData == data)
        #expect(try exists(partialFile(data)))
        PartialFile.remove(try DownloadRecord(data).file)
    }

    // MARK: - Partial files

    @Test("A partial file that is gone or too short begins anew, and one that is too long is cut")
    func damagedFiles() async throws {
        let server = try RangeServer()
        server.heal()
        for (index, damage) in ["remove", "truncate", "extend"].enumerated() {
            server.cut(at: 60_000)
            let data = try await cutOff(server)
            server.heal()
            let file = try partialFile(data)
            let handle = try FileHandle(forWritingTo: file)
            switch damage {
            case "remove": try FileManager.default.removeItem(at: file)
            case "truncate": try handle.truncate(atOffset: 10)
            default:
                try handle.seekToEnd()
                try handle.write(contentsOf: Data("more".utf8))
            }
            try handle.close()
            let response = await session.download(resumingWith: data, to: folder.place("\(index)")).unserialized()
            #expect(response.error == nil)
            #expect(server.ranges.last == (damage == "extend" ? "bytes=60000-" : .some(nil)))
            #expect(try Data(contentsOf: folder.file("\(index)")) == server.body)
            if damage == "truncate" { try? FileManager.default.removeItem(at: file) }
        }
    }

    @Test("Two downloads with the same resume data do not write to one file")
    func twice() async throws {
        let server = try RangeServer()
        let data = try await cutOff(server)
        server.heal()
        await withTaskGroup(of: Void.self) { group in
            for number in 0..<8 {
                group.addTask { [session, folder] in
                    let place = folder.place("\(number)")
                    let response = await session.download(resumingWith: data, to: place).unserialized()
                    #expect(response.error == nil)
                    #expect((try? Data(contentsOf: folder.file("\(number)"))) == server.body)
                }
            }
        }
    }

    @Test("A download that was resumed and is cancelled leaves the file to the resume data it began with")
    func cancelledAgain() async throws {
        let server = try RangeServer(waits: true)
        let first = session.download(server.url)
        async let response = first.unserialized()
        #expect(await eventually { first.downloadProgress.completedUnitCount == 60_000 })
        first.cancel(producingResumeData: true)
        let data = try #require(await response.resumeData)
        server.cut(at: 80_000)
        let second = session.download(resumingWith: data, to: folder.place())
        async let end = second.unserialized()
        #expect(await eventually { second.downloadProgress.completedUnitCount == 80_000 })
        second.cancel()
        #expect(await end.resumeData == nil)
        server.heal()
        let third = await session.download(resumingWith: data, to: folder.place()).unserialized()
        #expect(third.response?.statusCode == 206)
        #expect(server.ranges.last == "bytes=60000-")
        #expect(try Data(contentsOf: folder.file("file")) == server.body)
        server.gate.open()
    }

    // MARK: - Retrying

    @Test("A retry goes on where the attempt before was cut off")
    func retry() async throws {
        let server = try RangeServer()
        let retrier = Retrier { request, _, _, completion in
            server.heal()
            completion(request.retryCount == 0 ? .retry : .doNotRetry)
        }
        let request = session.download(server.url, interceptor: Interceptor(retriers: [retrier]), to: folder.place())
        let response = await request.validate().unserialized()
        #expect(response.error == nil && response.resumeData == nil)
        #expect(request.retryCount == 1)
        #expect(server.ranges == [nil, "bytes=60000-"])
        #expect(request.downloadProgress.completedUnitCount == 100_000)
        #expect(try Data(contentsOf: folder.file("file")) == server.body)
    }

    @Test("A retry that may not succeed leaves what there is, or nothing if it is cancelled", arguments: [false, true])
    func failingRetry(cancels: Bool) async throws {
        let server = try RangeServer()
        let retrier = Retrier { request, _, _, completion in
            server.server.stop()
            if cancels { request.cancel() }
            completion(request.retryCount < 2 ? .retry : .doNotRetry)
        }
        let request = session.download(server.url, interceptor: Interceptor(retriers: [retrier]), to: folder.place())
        let response = await request.unserialized()
        #expect(response.error != nil)
        #expect((response.resumeData == nil) == cancels)
        if let data = response.resumeData { PartialFile.remove(try DownloadRecord(data).file) }
    }

    // MARK: - Data

    @Test(
        "What is no resume data is an error that says so",
        arguments: [
            "", "{}", "bplist00", "[1]", #"{"version":1}"#, Self.data(version: 2), Self.data(url: "file:///etc/passwd"),
            Self.data(method: "POST"), Self.data(file: "../../etc/passwd"), Self.data(file: "/etc/passwd"),
            Self.data(count: 0), Self.data(count: -1), Self.data(count: 11), Self.data(url: ""),
        ])
    func invalid(text: String) async throws {
        let response = await session.download(resumingWith: Data(text.utf8), to: folder.place()).unserialized()
        guard case .createURLRequestFailed(let error)? = response.error else { throw TestError() }
        #expect(error is InvalidResumeData)
        #expect(response.error?.localizedDescription.contains("resume data is not Neatline's: ") == true)
        #expect(response.resumeData == nil)
    }

    private static func data(
        version: Int = 1, url: String = "https://example.com/", method: String = "GET",
        file: String = "Neatline_E621E1F8-C36C-495A-93FC-0C247A3E6E5F.part", count: Int = 5
    ) -> String {
        """
        {"count":\(count),"file":"\(file)","headers":{},"method":"\(method)","total":10,"url":"\(url)",
        "validator":{"entityTag":{"_0":"\\"a\\""}},"version":\(version)}
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
            resumingWith: Data(Self.data().utf8), interceptor: Interceptor(adapters: [adapter]), to: folder.place())
        #expect(try await request.serializingString().value == "fresh -")
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
            resumingWith: data, interceptor: Interceptor(adapters: [adapter]), to: folder.place()
        ).unserialized()
        #expect(response.response?.statusCode == 206)
        #expect(mirror.ranges == ["bytes=60000-"])
        #expect(try Data(contentsOf: folder.file("file")) == mirror.body)
    }

    @Test("A redirect is followed with the range")
    func redirected() async throws {
        let server = try RangeServer()
        server.server.on(.get, "/moved") { _ in .redirect(to: "/file") }
        let first = await session.download(server.server.url("/moved"), to: folder.place()).unserialized()
        let data = try #require(first.resumeData)
        server.heal()
        let response = await session.download(resumingWith: data, to: folder.place()).unserialized()
        #expect(response.response?.statusCode == 206)
        #expect(server.ranges == [nil, nil, "bytes=60000-", "bytes=60000-"])
        #expect(try Data(contentsOf: folder.file("file")) == server.body)
    }

    @Test("A retry that asks for something else begins anew, and leaves nothing")
    func otherRetry() async throws {
        let marker = UUID().uuidString
        let transport = MockTransport()
        transport.on(
            .get, "https://example.com/1",
            respond: .script([.head(200, headers: ["ETag": "\"a\""]), .bytes(marker), .failure(.bodyIncomplete)]))
        transport.on(.get, "https://example.com/2", respond: MockResponse(text: "second"))
        let count = Mutex(0)
        let session = Session(transport: transport)
        let retrier = Retrier { request, _, _, completion in completion(request.retryCount == 0 ? .retry : .doNotRetry)
        }
        let request = session.download(
            "https://example.com/", interceptor: Interceptor(retriers: [retrier]),
            requestModifier: { request in
                let number = count.withLock { count in
                    count += 1
                    return count
                }
                request.url = URL(string: "https://example.com/\(number)")
            }, to: folder.place())
        #expect(try await request.serializingString().value == "second")
        #expect(transport.requests.allSatisfy { $0.headers["Range"] == nil })
        #expect(await eventually { LeftFiles.beginning(with: marker).isEmpty })
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
        #expect(record.headers == ["X-A": "b"])
        #expect(!String(decoding: data, as: UTF8.self).contains("secret"))
        PartialFile.remove(record.file)
    }
}
