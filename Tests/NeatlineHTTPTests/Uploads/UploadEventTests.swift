import Dispatch
import Foundation
import NeatlineHTTP
import NeatlineTesting
import NeatlineTestSupport
import Testing

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

@Suite("Uploads: events and progress", .ownThreads, .hangLimit)
struct UploadEventTests {
    private let server: LoopbackServer
    private let folder: TemporaryFolder

    init() throws {
        server = try LoopbackServer { .json(#"{"bytes":\#($0.bodyCount)}"#) }
        folder = try TemporaryFolder()
    }

    /// A monitor that notes the names of events.
    private func monitor(_ log: EventLog<String>) -> ClosureEventMonitor {
        let monitor = ClosureEventMonitor(queue: DispatchQueue(label: "monitor"))
        monitor.requestDidCreateInitialURLRequest = { _, _ in log.append("didCreateInitialURLRequest") }
        monitor.requestDidAdaptInitialRequestToAdaptedRequest = { _, _, _ in log.append("didAdaptInitialRequest") }
        monitor.requestDidCreateUploadable = { _, _ in log.append("didCreateUploadable") }
        monitor.requestDidFailToCreateUploadableWithError = { _, error in
            log.append(
                error.isCreateUploadableError || error.isMultipartEncodingError ? "didFailToCreateUploadable" : "?")
        }
        monitor.requestDidCreateURLRequest = { _, _ in log.append("didCreateURLRequest") }
        monitor.requestDidCreateTask = { _, _ in log.append("didCreateTask") }
        monitor.requestDidResumeTask = { _, _ in log.append("didResumeTask") }
        monitor.taskNeedNewBodyStream = { _, _ in log.append("needNewBodyStream") }
        monitor.requestDidProvideInputStream = { _, stream in log.append("didProvideInputStream") }
        monitor.requestIsRetrying = { _ in log.append("isRetrying") }
        monitor.requestDidCompleteTaskWithError = { _, _, _ in log.append("didCompleteTask") }
        monitor.requestDidFinish = { _ in log.append("didFinish") }
        monitor.requestDidParseResponse = { _, _ in log.append("didParse") }
        return monitor
    }

    @Test("An upload tells of its body, between the request and the task")
    func order() async throws {
        let log = EventLog<String>()
        let session = Session.patient(eventMonitors: [monitor(log)])
        _ = await session.upload(Data("x".utf8), to: server.url).unserialized()
        await log.wait { $0.contains("didFinish") && $0.contains("didParse") }
        let made = ["didCreateInitialURLRequest", "didCreateUploadable", "didCreateURLRequest", "didCreateTask"]
        expectEqual(Array(log.all.prefix(6)), made + ["didResumeTask", "didCompleteTask"])
    }

    @Test("A stream is told when it is about to be sent; adapters come before the body")
    func stream() async throws {
        let log = EventLog<String>()
        let session = Session.patient(
            interceptor: Adapter { request, _, completion in completion(.success(request)) },
            eventMonitors: [monitor(log)])
        _ = await session.upload(InputStream(data: Data("x".utf8)), to: server.url).unserialized()
        await log.wait { $0.contains("didFinish") && $0.contains("didParse") }
        let expected: [String] = [
            "didCreateInitialURLRequest", "didAdaptInitialRequest", "didCreateUploadable", "didCreateURLRequest",
            "didCreateTask", "needNewBodyStream", "didProvideInputStream",
        ]
        expectEqual(log.all.filter { $0 != "didResumeTask" }.prefix(7), expected[...])
    }

    @Test("A body that cannot be made is told, also to the retriers, and to a logger")
    func failure() async throws {
        let log = EventLog<String>()
        let lines = EventLog<String>()
        let missing = folder.file("missing")
        let session = Session.patient(
            interceptor: Retrier { request, _, error, completion in
                completion(request.retryCount < 1 ? .retry : .doNotRetry)
            }, eventMonitors: [monitor(log), RequestLogger { lines.append($0) }])
        let response = await session.upload(missing, to: server.url).unserialized()
        expectEqual(response.error?.isCreateUploadableError, true)
        await log.wait { $0.contains("didParse") && $0.contains("didFinish") }
        // As with Alamofire, the request is adapted and made before the file is opened.
        let failed: [String] = [
            "didCreateInitialURLRequest", "didAdaptInitialRequest", "didCreateURLRequest", "didCreateTask",
            "didFailToCreateUploadable",
        ]
        expectEqual(Array(log.all.prefix(11)), failed + ["isRetrying"] + failed)
        expectEqual(response.request?.url, server.url)
        await lines.wait { $0.contains { $0.contains("\(missing.path) could not be read") } }
        expectEqual(server.requestCount, 0)
    }

    // MARK: - Progress

    @Test("Progress goes up to one, with the right totals: bytes, files, forms in memory and on disk")
    func progress() async throws {
        let bytes = PatternBytes.data(3_000_000)
        let file = try folder.file("a.bin", bytes)
        let form = MultipartFormData(boundary: "edge")
        form.append(file, withName: "file")
        let formLength = Int64(try form.encode().count)
        let session = Session.patient()
        for (request, total) in [
            (session.upload(bytes, to: server.url), 3_000_000),
            (session.upload(file, to: server.url), 3_000_000),
            (session.upload(multipartFormData: form, to: server.url), formLength),
            (session.upload(multipartFormData: form, to: server.url, usingThreshold: 0), formLength),
        ] {
            let log = EventLog<Progress>()
            let queue = DispatchQueue(label: "progress")
            request.uploadProgress(queue: queue) { log.append($0) }
            let response = await request.validate().unserialized()
            expect(response.error == nil)
            await log.wait { $0.last?.fractionCompleted == 1 }
            let counts = log.all.map(\.completedUnitCount)
            expectEqual(counts, counts.sorted())
            expect(log.all.allSatisfy { $0.totalUnitCount == total })
            expectEqual(request.uploadProgress.completedUnitCount, total)
            expectEqual(request.uploadProgress.totalUnitCount, total)
            expectEqual(response.metrics?.transactionMetrics.last?.countOfRequestBodyBytesSent, total)
        }
    }

    @Test("The progress of a stream whose length nobody knows is one at the end")
    func streamProgress() async throws {
        let bytes = PatternBytes.data(300_000)
        let session = Session.patient()
        let request = session.upload(InputStream(data: bytes), to: server.url)
        let log = EventLog<Progress>()
        request.uploadProgress(queue: DispatchQueue(label: "progress")) { log.append($0) }
        _ = await request.validate().unserialized()
        await log.wait { $0.last?.totalUnitCount == 300_000 }
        expectEqual(log.all.last?.fractionCompleted, 1)
        expectEqual(log.all.first?.totalUnitCount, -1)
    }

    @Test("Progress as a stream ends with the request")
    func asyncProgress() async throws {
        let session = Session.patient()
        let request = session.upload(PatternBytes.data(1_000_000), to: server.url, shouldAutomaticallyResume: false)
        // What comes before the iteration is not told.
        var iterator = request.uploadProgress().makeAsyncIterator()
        async let response = request.serializingData().response
        request.resume()
        var last = 0.0
        while let progress = await iterator.next() { last = progress.fractionCompleted }
        expectEqual(last, 1)
        expect(await response.error == nil)
    }

    @Test("What is sent is told in parts that add up, though a redirect sends it again", arguments: [1, 200_000])
    func sentBytes(_ length: Int) async throws {
        server.on(.post, "/moved") { _ in .redirect(to: "/", status: 307) }
        let log = EventLog<Int64>()
        let done = EventLog<Bool>()
        let monitor = ClosureEventMonitor(queue: DispatchQueue(label: "monitor"))
        monitor.taskDidSendBodyData = { _, _, sent, _, expected in
            expectEqual(expected, Int64(length))
            log.append(sent)
        }
        monitor.requestDidFinish = { _ in done.append(true) }
        let session = Session.patient(eventMonitors: [monitor])
        _ = await session.upload(PatternBytes.data(length), to: server.url("/moved")).unserialized()
        await done.wait(count: 1)
        expect(log.all.allSatisfy { $0 > 0 })
        expectEqual(log.all.reduce(0, +), Int64(2 * length))
    }
}
