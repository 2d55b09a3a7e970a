// No import of FoundationNetworking: as with Alamofire, that of this library is enough.
import Dispatch
import Foundation
import NeatlineHTTP
import NeatlineTestSupport
import NeatlineTesting
import Testing

/// A monitor with the signatures of Alamofire 5.12: each of its methods has to be told, none is merely compiled.
private final class OriginalMonitor: EventMonitor {
    let queue = DispatchQueue(label: "original")
    let log = EventLog<String>()

    func urlSession(_ session: URLSession, didBecomeInvalidWithError error: (any Error)?) { log.append("invalid") }
    func urlSession(_ session: URLSession, task: URLSessionTask, didReceive challenge: URLAuthenticationChallenge) {
        log.append("challenge")
    }
    func urlSession(
        _ session: URLSession, task: URLSessionTask, didSendBodyData bytesSent: Int64, totalBytesSent: Int64,
        totalBytesExpectedToSend: Int64
    ) {
        log.append("sent")
    }
    func urlSession(_ session: URLSession, taskNeedsNewBodyStream task: URLSessionTask) { log.append("stream") }
    func urlSession(
        _ session: URLSession, task: URLSessionTask, willPerformHTTPRedirection response: HTTPURLResponse,
        newRequest request: URLRequest
    ) {
        log.append("redirection")
    }
    func urlSession(_ session: URLSession, task: URLSessionTask, didFinishCollecting metrics: URLSessionTaskMetrics) {
        log.append("collected \(metrics.redirectCount)")
    }
    func urlSession(_ session: URLSession, task: URLSessionTask, didCompleteWithError error: (any Error)?) {
        log.append("complete")
    }
    func urlSession(_ session: URLSession, dataTask: URLSessionDataTask, didReceive response: URLResponse) {
        log.append("response")
    }
    func urlSession(_ session: URLSession, dataTask: URLSessionDataTask, didReceive data: Data) { log.append("data") }
    func urlSession(
        _ session: URLSession, downloadTask: URLSessionDownloadTask, didWriteData bytesWritten: Int64,
        totalBytesWritten: Int64, totalBytesExpectedToWrite: Int64
    ) {
        log.append("written")
    }
    func urlSession(
        _ session: URLSession, downloadTask: URLSessionDownloadTask, didFinishDownloadingTo location: URL
    ) {
        log.append("downloaded")
    }
    func request(_ request: Request, didCreateTask task: URLSessionTask) { log.append("task") }
    func request(_ request: Request, didGatherMetrics metrics: URLSessionTaskMetrics) { log.append("metrics") }
    func request(_ request: Request, didResumeTask task: URLSessionTask) { log.append("resumed") }
    func request(_ request: Request, didSuspendTask task: URLSessionTask) { log.append("suspended") }
    func request(_ request: Request, didCancelTask task: URLSessionTask) { log.append("cancelled") }
    func request(_ request: Request, didCompleteTask task: URLSessionTask, with error: AFError?) {
        log.append("completed")
    }
    func request(
        _ request: DataRequest, didValidateRequest urlRequest: URLRequest?, response: HTTPURLResponse, data: Data?,
        withResult result: Request.ValidationResult
    ) {
        log.append("validated")
    }
    func request(
        _ request: DataStreamRequest, didValidateRequest urlRequest: URLRequest?, response: HTTPURLResponse,
        withResult result: Request.ValidationResult
    ) {
        log.append("stream validated")
    }
    func request(
        _ request: DownloadRequest, didFinishDownloadingUsing task: URLSessionTask, with result: Result<URL, AFError>
    ) {
        log.append("moved")
    }
}

/// Handlers of redirects and caches with the signatures of Alamofire 5.12.
private struct OriginalHandler: RedirectHandler, CachedResponseHandler {
    func task(
        _ task: URLSessionTask, willBeRedirectedTo request: URLRequest, for response: HTTPURLResponse,
        completion: @escaping (URLRequest?) -> Void
    ) {
        completion(task.currentRequest?.httpMethod == "GET" ? request : nil)
    }

    func dataTask(
        _ task: URLSessionDataTask, willCacheResponse response: CachedURLResponse,
        completion: @escaping (CachedURLResponse?) -> Void
    ) {
        completion(task.error == nil ? response : nil)
    }
}

/// A session that counts what it is asked for.
private final class CountingSession: Session, @unchecked Sendable {
    let log = EventLog<String>()

    override func request(
        _ convertible: any URLRequestConvertible, interceptor: (any RequestInterceptor)?,
        shouldAutomaticallyResume: Bool?
    ) -> DataRequest {
        log.append("request")
        return super.request(
            convertible, interceptor: interceptor, shouldAutomaticallyResume: shouldAutomaticallyResume)
    }

    override func streamRequest(
        _ convertible: any URLRequestConvertible, automaticallyCancelOnStreamError: Bool,
        interceptor: (any RequestInterceptor)?, shouldAutomaticallyResume: Bool?
    ) -> DataStreamRequest {
        log.append("stream")
        return super.streamRequest(
            convertible, automaticallyCancelOnStreamError: automaticallyCancelOnStreamError, interceptor: interceptor,
            shouldAutomaticallyResume: shouldAutomaticallyResume)
    }

    override func download(
        _ convertible: any URLRequestConvertible, interceptor: (any RequestInterceptor)?,
        shouldAutomaticallyResume: Bool?, to destination: DownloadRequest.Destination?
    ) -> DownloadRequest {
        log.append("download")
        return super.download(
            convertible, interceptor: interceptor, shouldAutomaticallyResume: shouldAutomaticallyResume,
            to: destination)
    }

    override func upload(
        _ data: Data, with convertible: any URLRequestConvertible, interceptor: (any RequestInterceptor)?,
        fileManager: FileManager, shouldAutomaticallyResume: Bool?
    ) -> UploadRequest {
        log.append("upload")
        return super.upload(
            data, with: convertible, interceptor: interceptor, fileManager: fileManager,
            shouldAutomaticallyResume: shouldAutomaticallyResume)
    }
}

@Suite("Spellings of Alamofire 5", .ownThreads, .hangLimit)
struct OriginalSpellingTests {
    let transport = MockTransport()
    let url = "https://example.com/"

    @Test("A monitor written for Alamofire is told of everything")
    func monitor() async throws {
        let server = try LoopbackServer()
        defer { server.stop() }
        server.on(.post, "/a") { _ in .redirect(to: "/b", status: 307) }
        server.on(.post, "/b") { _ in .json("{}") }
        server.on(.get, "/b") { _ in .json("{}") }
        server.on(.get, "/c") { _ in LoopbackResponse(status: 401, headers: ["WWW-Authenticate": "Basic realm=r"]) }
        let monitor = OriginalMonitor()
        var session: Session? = Session(eventMonitors: [monitor])
        let upload = session?.upload(InputStream(data: Data("abc".utf8)), to: server.url("/a"), method: .post)
        _ = await upload?.validate().unserialized()
        _ = await session?.request(server.url("/c")).validate().unserialized()
        let download = session?.download(server.url("/b"))
        if let file = await download?.unserialized().fileURL { try? FileManager.default.removeItem(at: file) }
        if let stream = session?.streamRequest(server.url("/b")).validate() {
            for await _ in stream.streamTask().streamingData() {}
        }
        session = nil
        let expected: Set = [
            "stream", "sent", "redirection", "response", "data", "collected 1", "metrics", "complete", "completed",
            "validated", "challenge", "written", "downloaded", "moved", "stream validated", "task", "resumed",
            "invalid",
        ]
        await monitor.log.wait { expected.isSubset(of: $0) }
    }

    @Test("Redirectors and cachers take closures with URLSession's tasks, and handlers may be written with them")
    func handlers() async {
        transport.on(.get, url, respond: .redirect(to: "/b"))
        transport.on(.get, "https://example.com/b", respond: .json("{}"))
        let session = Session(
            redirectHandler: OriginalHandler(), cachedResponseHandler: OriginalHandler(), transport: transport)
        await expectEqual(session.request(url).unserialized().response?.statusCode, 200)
        let redirector = Redirector(
            behavior: .modify { (task: URLSessionTask, request: URLRequest, response: HTTPURLResponse) in
                task.originalRequest?.httpMethod == "POST" && response.statusCode == 302 ? request : nil
            })
        let request = session.request(url).redirect(using: redirector).cacheResponse(
            using: .modify { (task: URLSessionDataTask, response: CachedURLResponse) in
                task.taskIdentifier == 0 ? nil : response
            })
        await expectEqual(request.unserialized().response?.statusCode, 302)
        expect(request.redirectHandler is Redirector && request.cachedResponseHandler is ResponseCacher)
        expect(session.request(url).redirectHandler == nil)
    }

    @Test("Requests say what they were made with")
    func members() async {
        transport.on(.get, url, respond: .json("{}"))
        let session = Session(startRequestsImmediately: false, transport: transport)
        let request = session.request(url, shouldAutomaticallyResume: false)
        expect(request.shouldAutomaticallyResume == false && session.request(url).shouldAutomaticallyResume == nil)
        expect(request.credential == nil && request.eventMonitor != nil)
        request.authenticate(with: URLCredential(user: "a", password: "b", persistence: .none))
        expectEqual(request.credential?.user, "a")
        expect(request.uploadProgressHandler == nil && request.downloadProgressHandler == nil)
        let handler: Request.ProgressHandler = { _ in }
        let queue = DispatchQueue(label: "progress")
        request.uploadProgress(queue: queue, closure: handler).downloadProgress(closure: handler)
        expect(request.uploadProgressHandler?.queue === queue && request.downloadProgressHandler != nil)

        let delegate: (any RequestDelegate)? = request.delegate
        expect(delegate === session && delegate?.startImmediately == false && !session.startImmediately)
        expect(delegate?.sessionConfiguration === session.sessionConfiguration)
        expect(session.defaultEventMonitors.count == 1 && session.defaultEventMonitors[0] is AlamofireNotifications)
        let answers = EventLog<Bool>()
        delegate?.retryResult(for: request, dueTo: .explicitlyCancelled) { result in
            if case .retry = result { answers.append(true) } else { answers.append(false) }
        }
        await answers.wait(count: 1)
        request.retry { _, _, _, completion in completion(.retry) }
        delegate?.retryResult(for: request, dueTo: .explicitlyCancelled) { result in
            if case .retry = result { answers.append(true) } else { answers.append(false) }
        }
        await answers.wait(count: 2)
        expectEqual(answers.all, [false, true])
        let evaluator: any ServerTrustEvaluating = DisabledEvaluator()
        expect(evaluator is DisabledTrustEvaluator)
    }

    @Test("Notifications have the names of Alamofire's")
    func notifications() {
        let names = [
            Request.didResumeNotification: "didResume", Request.didSuspendNotification: "didSuspend",
            Request.didCancelNotification: "didCancel", Request.didFinishNotification: "didFinish",
            Request.didResumeTaskNotification: "didResumeTask", Request.didSuspendTaskNotification: "didSuspendTask",
            Request.didCancelTaskNotification: "didCancelTask",
            Request.didCompleteTaskNotification: "didCompleteTask",
        ]
        for (name, end) in names {
            expectEqual(name.rawValue, "org.alamofire.notification.name.request.\(end)")
        }
    }

    @Test("Every function that makes requests can be overridden, and the others go through it")
    func overriding() throws {
        let counting = CountingSession(startRequestsImmediately: false, transport: transport)
        let session: Session = counting
        let request = try URLRequest(url: url, method: .get)
        _ = session.request(request)
        _ = session.streamRequest(url)
        _ = session.download(url)
        _ = session.upload(Data(), to: url)
        expectEqual(counting.log.all, ["request", "stream", "download", "upload"])
    }

    @Test("A form's file manager comes after whether it starts by itself")
    func formArguments() throws {
        let session = Session(transport: transport)
        let request = try URLRequest(url: url, method: .post)
        let form = MultipartFormData()
        let made = [
            session.upload(
                multipartFormData: { _ in }, to: url, shouldAutomaticallyResume: false, fileManager: .default,
                requestModifier: { _ in }),
            session.upload(
                multipartFormData: { _ in }, with: request, shouldAutomaticallyResume: false, fileManager: .default),
            session.upload(
                multipartFormData: form, to: url, shouldAutomaticallyResume: false, fileManager: .default,
                requestModifier: { _ in }),
            session.upload(
                multipartFormData: form, with: request, shouldAutomaticallyResume: false, fileManager: .default),
        ]
        expect(made.allSatisfy { $0.shouldAutomaticallyResume == false })
    }

    @Test("Streams lose pieces that come too fast, if they are told to")
    func bufferingPolicies() async {
        transport.on(.get, url, respond: .script([.head(200), .bytes("1"), .bytes("2"), .bytes("3")]))
        let session = Session(startRequestsImmediately: false, transport: transport)
        let request = session.streamRequest(url)
        let stream: DataStreamTask.Stream<String, Never> = request.streamTask().streamingStrings(
            bufferingPolicy: .bufferingNewest(1))
        // Nothing is read before all has come.
        request.resume()
        expect(await eventually { request.isFinished })
        var values: [String] = []
        var completions: [DataStreamRequest.Completion] = []
        for await event in stream {
            if let value = event.value { values.append(value) }
            if let completion = event.completion { completions.append(completion) }
        }
        // The end takes the place of the last piece, unless that was read before.
        expect(values.isEmpty || values == ["3"])
        expect(completions.count == 1 && completions[0].error == nil)
    }

    @Test("An eager request of a session that is released at once is made ready, and then ends with its session")
    func eagerWithoutSession() async throws {
        struct Slow: URLRequestConvertible {
            func asURLRequest() throws -> URLRequest { try URLRequest(url: "https://example.com/", method: .get) }
        }
        let request = Session(requestSetup: .eager, transport: transport).request(Slow())
        _ = await eventually { request.isFinished }
        expect(request.task != nil)
        await expectEqual(request.unserialized().error?.isSessionDeinitializedError, true)
        expect(transport.requests.isEmpty)
    }

    @Test("The closure for resume data is called before the handlers")
    func resumeDataOrder() async {
        for _ in 0..<50 {
            let gate = TestGate()
            let transport = MockTransport()
            transport.on(.get, url, respond: .script([.head(200), .waitUntil(gate)]))
            let session = Session(transport: transport)
            let order = EventLog<String>()
            let request = session.download(url).response(queue: .global()) { _ in order.append("handler") }
            await gate.reached()
            request.cancel(byProducingResumeData: { _ in order.append("resume data") })
            await order.wait(count: 2)
            expectEqual(order.all, ["resume data", "handler"])
        }
    }

    @Test("A handler does not find its request among the session's")
    func leaving() async {
        transport.on(.get, url, respond: .json("{}"))
        let session = Session(transport: transport)
        let found = EventLog<Bool>()
        let queue = DispatchQueue(label: "handlers")
        for count in 1...200 {
            let request = session.request(url)
            request.response(queue: queue) { _ in found.append(session.activeRequestCount != 0) }
            await found.wait(count: count)
        }
        expect(found.all.allSatisfy { !$0 })
    }
}
