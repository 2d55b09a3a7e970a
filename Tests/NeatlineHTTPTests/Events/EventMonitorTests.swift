import Dispatch
import Foundation
import NeatlineTesting
import NeatlineTestSupport
import Testing

@testable import NeatlineHTTP

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

/// Names in the order they were noted.
final class NameLog: @unchecked Sendable {
    private let lock = NSLock()
    private var names: [String] = []

    func note(_ name: String) { lock.withLock { names.append(name) } }

    var all: [String] { lock.withLock { names } }
}

/// A monitor that implements nothing.
private final class IdleMonitor: EventMonitor {}

private final class ChallengeSender: NSObject, URLAuthenticationChallengeSender, @unchecked Sendable {
    func use(_ credential: URLCredential, for challenge: URLAuthenticationChallenge) {}
    func continueWithoutCredential(for challenge: URLAuthenticationChallenge) {}
    func cancel(_ challenge: URLAuthenticationChallenge) {}
    func performDefaultHandling(for challenge: URLAuthenticationChallenge) {}
    func rejectProtectionSpaceAndContinue(with challenge: URLAuthenticationChallenge) {}
}

/// A monitor that overrides what has to do with uploads and downloads: methods and closures.
private final class OwnClosures: ClosureEventMonitor, @unchecked Sendable {
    let log: NameLog
    @Settable var own: ((String) -> Void)?

    init(_ log: NameLog) {
        self.log = log
        super.init(queue: DispatchQueue(label: "own"))
    }

    override func request(_ request: UploadRequest, didCreateUploadable uploadable: UploadRequest.Uploadable) {
        log.note("method")
        own?("own")
        super.request(request, didCreateUploadable: uploadable)
    }

    override var requestDidFailToCreateUploadableWithError: ((UploadRequest, AFError) -> Void)? {
        get { { [log] _, _ in log.note("closure of an upload") } }
        set {}
    }

    override var requestDidCreateDestinationURL: ((DownloadRequest, URL) -> Void)? {
        get { { [log] _, _ in log.note("closure of a download") } }
        set {}
    }
}

@Suite("Event monitors", .ownThreads) struct EventMonitorTests {
    /// A monitor that notes the name of each closure that is called.
    private func closureMonitor(_ queue: DispatchQueue, _ log: NameLog) -> ClosureEventMonitor {
        let monitor = ClosureEventMonitor(queue: queue)
        monitor.sessionDidBecomeInvalidWithError = { _, _ in log.note("sessionDidBecomeInvalidWithError") }
        monitor.taskDidReceiveChallenge = { _, _, _ in log.note("taskDidReceiveChallenge") }
        monitor.taskDidSendBodyData = { _, _, _, _, _ in log.note("taskDidSendBodyData") }
        monitor.taskNeedNewBodyStream = { _, _ in log.note("taskNeedNewBodyStream") }
        monitor.taskWillPerformHTTPRedirection = { _, _, _, _ in log.note("taskWillPerformHTTPRedirection") }
        monitor.taskDidFinishCollectingMetrics = { _, _, _ in log.note("taskDidFinishCollectingMetrics") }
        monitor.taskDidComplete = { _, _, _ in log.note("taskDidComplete") }
        monitor.taskIsWaitingForConnectivity = { _, _ in log.note("taskIsWaitingForConnectivity") }
        monitor.dataTaskDidReceiveResponse = { _, _, _ in log.note("dataTaskDidReceiveResponse") }
        monitor.dataTaskDidReceiveData = { _, _, _ in log.note("dataTaskDidReceiveData") }
        monitor.dataTaskWillCacheResponse = { _, _, _ in log.note("dataTaskWillCacheResponse") }
        monitor.downloadTaskDidResumeAtOffset = { _, _, _, _ in log.note("downloadTaskDidResumeAtOffset") }
        monitor.downloadTaskDidWriteData = { _, _, _, _, _ in log.note("downloadTaskDidWriteData") }
        monitor.downloadTaskDidFinishDownloadingToURL = { _, _, _ in
            log.note("downloadTaskDidFinishDownloadingToURL")
        }
        monitor.requestDidCreateInitialURLRequest = { _, _ in log.note("requestDidCreateInitialURLRequest") }
        monitor.requestDidFailToCreateURLRequestWithError = { _, _ in
            log.note("requestDidFailToCreateURLRequestWithError")
        }
        monitor.requestDidAdaptInitialRequestToAdaptedRequest = { _, _, _ in
            log.note("requestDidAdaptInitialRequestToAdaptedRequest")
        }
        monitor.requestDidFailToAdaptURLRequestWithError = { _, _, _ in
            log.note("requestDidFailToAdaptURLRequestWithError")
        }
        monitor.requestDidCreateURLRequest = { _, _ in log.note("requestDidCreateURLRequest") }
        monitor.requestDidCreateTask = { _, _ in log.note("requestDidCreateTask") }
        monitor.requestDidGatherMetrics = { _, _ in log.note("requestDidGatherMetrics") }
        monitor.requestDidFailTaskEarlyWithError = { _, _, _ in log.note("requestDidFailTaskEarlyWithError") }
        monitor.requestDidCompleteTaskWithError = { _, _, _ in log.note("requestDidCompleteTaskWithError") }
        monitor.requestIsRetrying = { _ in log.note("requestIsRetrying") }
        monitor.requestDidFinish = { _ in log.note("requestDidFinish") }
        monitor.requestDidResume = { _ in log.note("requestDidResume") }
        monitor.requestDidResumeTask = { _, _ in log.note("requestDidResumeTask") }
        monitor.requestDidSuspend = { _ in log.note("requestDidSuspend") }
        monitor.requestDidSuspendTask = { _, _ in log.note("requestDidSuspendTask") }
        monitor.requestDidCancel = { _ in log.note("requestDidCancel") }
        monitor.requestDidCancelTask = { _, _ in log.note("requestDidCancelTask") }
        monitor.requestDidValidateRequestResponseDataWithResult = { _, _, _, _, _ in
            log.note("requestDidValidateRequestResponseDataWithResult")
        }
        monitor.requestDidParseResponse = { _, _ in log.note("requestDidParseResponse") }
        monitor.requestDidCreateDestinationURL = { _, _ in log.note("requestDidCreateDestinationURL") }
        monitor.requestDidFinishDownloadingUsingTaskWithResult = { _, _, _ in
            log.note("requestDidFinishDownloadingUsingTaskWithResult")
        }
        monitor.requestDidValidateRequestResponseFileURLWithResult = { _, _, _, _, _ in
            log.note("requestDidValidateRequestResponseFileURLWithResult")
        }
        monitor.requestDidParseDownloadResponse = { _, _ in log.note("requestDidParseDownloadResponse") }
        return monitor
    }

    /// Tells a monitor of each event once. Returns the names that `closureMonitor` notes.
    private func tellAll(_ monitor: any EventMonitor) throws -> [String] {
        let session = Session(startRequestsImmediately: false, transport: MockTransport())
        let request = session.request("http://example.org/a")
        let response = try madeResponse()
        let urlRequest = try madeRequest()
        let handle = AttemptHandle(RequestAttempt(urlRequest), of: request)
        let task = RequestDataTask(handle)
        let downloadTask = RequestDownloadTask(handle)
        let urlSession = session.session
        let url = try #require(urlRequest.url)
        let error = AFError.explicitlyCancelled
        let metrics = HTTPMetrics(ExchangeRecord(start: 0, end: 0, redirectCount: 0, hops: []))
        let space = URLProtectionSpace(
            host: "a", port: 80, protocol: "http", realm: nil, authenticationMethod: NSURLAuthenticationMethodHTTPBasic)
        let challenge = URLAuthenticationChallenge(
            protectionSpace: space, proposedCredential: nil, previousFailureCount: 0, failureResponse: nil, error: nil,
            sender: ChallengeSender())
        monitor.urlSession(urlSession, didBecomeInvalidWithError: nil)
        monitor.urlSession(urlSession, task: task, didReceive: challenge)
        monitor.urlSession(urlSession, task: task, didSendBodyData: 1, totalBytesSent: 1, totalBytesExpectedToSend: 1)
        monitor.urlSession(urlSession, taskNeedsNewBodyStream: task)
        monitor.urlSession(urlSession, task: task, willPerformHTTPRedirection: response, newRequest: urlRequest)
        monitor.urlSession(urlSession, task: task, didFinishCollecting: metrics)
        monitor.urlSession(urlSession, task: task, didCompleteWithError: nil)
        monitor.urlSession(urlSession, taskIsWaitingForConnectivity: task)
        monitor.urlSession(urlSession, dataTask: task, didReceive: response)
        monitor.urlSession(urlSession, dataTask: task, didReceive: Data())
        monitor.urlSession(
            urlSession, dataTask: task, willCacheResponse: CachedURLResponse(response: response, data: Data()))
        monitor.urlSession(urlSession, downloadTask: downloadTask, didResumeAtOffset: 1, expectedTotalBytes: 2)
        monitor.urlSession(
            urlSession, downloadTask: downloadTask, didWriteData: 1, totalBytesWritten: 1, totalBytesExpectedToWrite: 1)
        monitor.urlSession(urlSession, downloadTask: downloadTask, didFinishDownloadingTo: url)
        monitor.request(request, didCreateInitialURLRequest: urlRequest)
        monitor.request(request, didFailToCreateURLRequestWithError: error)
        monitor.request(request, didAdaptInitialRequest: urlRequest, to: urlRequest)
        monitor.request(request, didFailToAdaptURLRequest: urlRequest, withError: error)
        monitor.request(request, didCreateURLRequest: urlRequest)
        monitor.request(request, didCreateTask: task)
        monitor.request(request, didGatherMetrics: metrics)
        monitor.request(request, didFailTask: task, earlyWithError: error)
        monitor.request(request, didCompleteTask: task, with: nil)
        monitor.requestIsRetrying(request)
        monitor.requestDidFinish(request)
        monitor.requestDidResume(request)
        monitor.request(request, didResumeTask: task)
        monitor.requestDidSuspend(request)
        monitor.request(request, didSuspendTask: task)
        monitor.requestDidCancel(request)
        monitor.request(request, didCancelTask: task)
        monitor.request(
            request, didValidateRequest: urlRequest, response: response, data: nil, withResult: .success(()))
        monitor.request(
            request,
            didParseResponse: DataResponse<Data?, AFError>(
                request: nil, response: nil, data: nil, metrics: nil, serializationDuration: 0, result: .success(nil)))
        let download = session.download("http://example.org/a")
        monitor.request(download, didCreateDestinationURL: url)
        monitor.request(download, didFinishDownloadingUsing: task, with: .success(url))
        monitor.request(
            download, didValidateRequest: urlRequest, response: response, fileURL: url, withResult: .success(()))
        monitor.request(
            download,
            didParseResponse: DownloadResponse<URL?, AFError>(
                request: nil, response: nil, fileURL: nil, resumeData: nil, metrics: nil, serializationDuration: 0,
                result: .success(nil)))
        return [
            "sessionDidBecomeInvalidWithError", "taskDidReceiveChallenge", "taskDidSendBodyData",
            "taskNeedNewBodyStream", "taskWillPerformHTTPRedirection", "taskDidFinishCollectingMetrics",
            "taskDidComplete", "taskIsWaitingForConnectivity", "dataTaskDidReceiveResponse", "dataTaskDidReceiveData",
            "dataTaskWillCacheResponse", "downloadTaskDidResumeAtOffset", "downloadTaskDidWriteData",
            "downloadTaskDidFinishDownloadingToURL", "requestDidCreateInitialURLRequest",
            "requestDidFailToCreateURLRequestWithError", "requestDidAdaptInitialRequestToAdaptedRequest",
            "requestDidFailToAdaptURLRequestWithError", "requestDidCreateURLRequest", "requestDidCreateTask",
            "requestDidGatherMetrics", "requestDidFailTaskEarlyWithError", "requestDidCompleteTaskWithError",
            "requestIsRetrying", "requestDidFinish", "requestDidResume", "requestDidResumeTask", "requestDidSuspend",
            "requestDidSuspendTask", "requestDidCancel", "requestDidCancelTask",
            "requestDidValidateRequestResponseDataWithResult", "requestDidParseResponse",
            "requestDidCreateDestinationURL", "requestDidFinishDownloadingUsingTaskWithResult",
            "requestDidValidateRequestResponseFileURLWithResult", "requestDidParseDownloadResponse",
        ]
    }

    @Test("All monitors are told of each event on their own queues, in order, and a closure is called for each")
    func all() throws {
        let queues = [DispatchQueue(label: "one"), DispatchQueue(label: "two")]
        let logs = [NameLog(), NameLog()]
        let monitor = CompositeEventMonitor(monitors: [
            closureMonitor(queues[0], logs[0]), closureMonitor(queues[1], logs[1]),
        ])
        let names = try tellAll(monitor)
        for (queue, log) in zip(queues, logs) {
            queue.sync {}
            expectEqual(log.all, names)
        }
    }

    @Test("A monitor needs to implement nothing, and its queue is the main one")
    func defaults() throws {
        _ = try tellAll(IdleMonitor())
        expectEqual(IdleMonitor().queue.label, DispatchQueue.main.label)
        expectEqual(ClosureEventMonitor().queue.label, DispatchQueue.main.label)
        _ = try tellAll(ClosureEventMonitor())
    }

    @Test("Closures can be read, replaced and taken back")
    func closures() {
        let log = NameLog()
        let monitor = ClosureEventMonitor()
        expect(monitor.requestDidFinish == nil)
        monitor.requestDidFinish = { _ in log.note("one") }
        let request = Session(transport: MockTransport()).request("http://example.org/a")
        monitor.requestDidFinish(request)
        monitor.requestDidFinish?(request)
        monitor.requestDidFinish = nil
        monitor.requestDidFinish(request)
        expectEqual(log.all, ["one", "one"])
    }

    @Test("Subclasses override what has to do with uploads and downloads, and have closures of their own")
    func overriding() throws {
        let log = NameLog()
        let monitor = OwnClosures(log)
        let session = Session(startRequestsImmediately: false, transport: MockTransport())
        let upload = session.upload(Data(), to: "http://example.org/a")
        monitor.request(upload, didCreateUploadable: .data(Data()))
        monitor.own = { log.note($0) }
        monitor.requestDidCreateUploadable = { _, _ in log.note("closure") }
        let composite = CompositeEventMonitor(monitors: [monitor])
        composite.request(upload, didCreateUploadable: .data(Data()))
        composite.request(upload, didFailToCreateUploadableWithError: .explicitlyCancelled)
        let url = try #require(URL(string: "file:///a"))
        composite.request(session.download("http://example.org/a"), didCreateDestinationURL: url)
        monitor.queue.sync {}
        expectEqual(
            log.all, ["method", "method", "own", "closure", "closure of an upload", "closure of a download"])
    }

    @Test("Nobody listens where there are no monitors; monitors within others listen")
    func listening() {
        expect(!CompositeEventMonitor(monitors: []).isListening)
        expect(CompositeEventMonitor(monitors: [IdleMonitor()]).isListening)
        expect(!CompositeEventMonitor(monitors: [CompositeEventMonitor(monitors: [])]).isListening)
        expect(
            CompositeEventMonitor(monitors: [CompositeEventMonitor(monitors: [IdleMonitor()])]).isListening)
        _ = Request.didResumeNotification
        expect(CompositeEventMonitor(monitors: [AlamofireNotifications()]).isListening)
        expect(
            CompositeEventMonitor(monitors: [CompositeEventMonitor(monitors: [AlamofireNotifications()])]).isListening)
    }

    @Test("Nothing is created for events without a monitor: no closure and no task")
    func nothingIsCreated() async {
        final class OwnDelegate: SessionDelegate, @unchecked Sendable {}
        let transport = MockTransport()
        transport.on(.get, "/a", respond: .json("[1]"))
        let session = Session(eventMonitors: [], transport: transport)
        let request = session.request("http://example.org/a").validate()
        _ = await request.serializingDecodable([Int].self).response
        // Events are closures that are passed to these two only.
        expect(request.listener == nil && session.core.transferListener == nil)
        expect(request.mutableState.withLock { $0.attempt?.madeTask } == nil)
        request.eventMonitor(IdleMonitor())
        expect(request.listener != nil && session.core.transferListener == nil)
        let delegating = Session(delegate: OwnDelegate(), eventMonitors: [], transport: transport)
        expect(delegating.core.listener == nil && delegating.core.transferListener != nil)
    }

    @Test("A composite forwards events to the monitors of a composite within it")
    func nested() async {
        let queue = DispatchQueue(label: "nested")
        let told = EventLog<String>()
        let monitor = ClosureEventMonitor(queue: queue)
        monitor.requestDidCancel = { _ in told.append("cancel") }
        let inner = CompositeEventMonitor(monitors: [monitor])
        let composite: any EventMonitor = CompositeEventMonitor(monitors: [inner, IdleMonitor()])
        composite.requestDidCancel(Session(transport: MockTransport()).request("http://example.org/a"))
        await told.wait(count: 1)
        expectEqual(told.all, ["cancel"])
    }

    @Test("A request's events come in their order, with the response that a serializer made")
    func requestEvents() async throws {
        final class ValueMonitor: EventMonitor {
            let queue = DispatchQueue(label: "values")
            let log = NameLog()
            func request<Value>(_ request: DataRequest, didParseResponse response: DataResponse<Value, AFError>) {
                log.note("\(Value.self) \(response.value.map { "\($0)" } ?? "nil")")
            }
        }
        let queue = DispatchQueue(label: "events")
        let log = NameLog()
        let values = ValueMonitor()
        let transport = MockTransport()
        transport.on(.get, "/a", respond: .json("[1]"))
        let session = Session(eventMonitors: [closureMonitor(queue, log), values], transport: transport)
        _ = try await session.request("http://example.org/a").validate().serializingDecodable([Int].self).value
        values.queue.sync {}
        queue.sync {}
        let told = log.all
        expectEqual(values.log.all, ["Array<Int> [1]"])
        let order = [
            "requestDidCreateInitialURLRequest", "requestDidCreateURLRequest", "requestDidCreateTask",
            "requestDidResumeTask", "dataTaskDidReceiveResponse", "dataTaskDidReceiveData",
            "taskDidFinishCollectingMetrics", "requestDidGatherMetrics", "taskDidComplete",
            "requestDidCompleteTaskWithError",
        ]
        expectEqual(told.filter(order.contains), order, "\(told)")
        expectEqual(told.filter { $0 == "requestDidResume" }.count, 1, "\(told)")
        expect(told.contains("requestDidValidateRequestResponseDataWithResult"), "\(told)")
    }
}
