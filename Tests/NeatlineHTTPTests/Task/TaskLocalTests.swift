import Dispatch
import Foundation
import NeatlineSystem
import NeatlineTestSupport
import NeatlineTesting
import Testing

@testable import NeatlineHTTP

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

private enum Trace {
    @TaskLocal static var id = "none"
}

/// Writes down the trace of each call, and completes on another thread.
private struct TracingInterceptor: RequestInterceptor {
    let log: Locked<[String]>

    func adapt(
        _ urlRequest: URLRequest, for session: Session,
        completion: @escaping @Sendable (Result<URLRequest, any Error>) -> Void
    ) {
        log.withLock { $0.append("adapt \(Trace.id)") }
        DispatchQueue.global().async { completion(.success(urlRequest)) }
    }

    func retry(
        _ request: Request, for session: Session, dueTo error: any Error,
        completion: @escaping @Sendable (RetryResult) -> Void
    ) {
        log.withLock { $0.append("retry \(Trace.id)") }
        DispatchQueue.global().async { completion(request.retryCount == 0 ? .retry : .doNotRetry) }
    }
}

private struct AsyncTracing: AsyncRequestInterceptor {
    let log: Locked<[String]>

    func adapt(_ urlRequest: URLRequest, for session: Session) async throws -> URLRequest {
        await Task.yield()
        log.withLock { $0.append("async adapt \(Trace.id)") }
        return urlRequest
    }

    func retry(_ request: Request, for session: Session, dueTo error: any Error) async -> RetryResult {
        await Task.yield()
        log.withLock { $0.append("async retry \(Trace.id)") }
        return .doNotRetry
    }
}

private struct TracingSerializer: ResponseSerializer {
    func serialize(request: URLRequest?, response: HTTPURLResponse?, data: Data?, error: (any Error)?) throws -> String
    {
        Trace.id
    }
}

private struct TracingMonitor: EventMonitor {
    let queue = DispatchQueue(label: "monitor")
    let log: Locked<Set<String>>

    private func note(_ event: String) { _ = log.withLock { $0.insert("\(event) \(Trace.id)") } }

    func requestDidResume(_ request: Request) { note("resume") }
    func requestDidFinish(_ request: Request) { note("finish") }
    func request(_ request: Request, didCreateURLRequest urlRequest: URLRequest) { note("create") }
    func urlSession(_ session: URLSession, task: URLSessionTask, didFinishCollecting metrics: HTTPMetrics) {
        note("metrics")
    }
    func request<Value>(_ request: DataRequest, didParseResponse response: DataResponse<Value, AFError>) {
        note("parse")
    }
}

@Suite("Task-local values", .ownThreads, .hangLimit)
struct TaskLocalTests {
    private let transport = MockTransport()

    init() { transport.on(.get, "https://example.com/", respond: .status(503)) }

    @Test("Adapters and retriers are called with the values of the call that created the request")
    func interceptors() async throws {
        let log = Locked<[String]>([])
        let session = Session(
            interceptor: Interceptor(interceptors: [TracingInterceptor(log: log), AsyncTracing(log: log)]),
            transport: transport)
        let request = Trace.$id.withValue("A") { session.request("https://example.com/").validate() }
        let response = await Trace.$id.withValue("B") { await request.serializingData().response }
        expectEqual(response.error?.responseCode, 503)
        expectEqual(
            log.withLock { $0 },
            [
                "adapt A", "async adapt A", "retry A", "adapt A", "async adapt A", "retry A", "async retry A",
                // The error of the handler, which repeats that of the request.
                "retry A", "async retry A",
            ])
    }

    @Test("Interceptors that were added to a request are called with the values of the call that added the first one")
    func ownInterceptors() async throws {
        let log = Locked<[String]>([])
        let session = Session(transport: transport)
        let request = session.request("https://example.com/")
        Trace.$id.withValue("A") { _ = request.adapt(using: TracingInterceptor(log: log)) }
        _ = await request.serializingData().response
        expectEqual(log.withLock { $0 }, ["adapt A"])
    }

    @Test("Serializers are called with them, for closures and for tasks")
    func serializers() async throws {
        let session = Session(transport: transport)
        let value: String? = await withCheckedContinuation { continuation in
            Trace.$id.withValue("A") {
                _ = session.request("https://example.com/")
                    .response(queue: .global(), responseSerializer: TracingSerializer()) {
                        continuation.resume(returning: $0.value)
                    }
            }
        }
        expectEqual(value, "A")
        let task = Trace.$id.withValue("B") {
            session.request("https://example.com/").serializingResponse(using: TracingSerializer())
        }
        await expectEqual(task.response.value, "B")
    }

    @Test("Monitors are called with them, for events of requests and of tasks")
    func monitors() async throws {
        let log = Locked<Set<String>>([])
        let session = Session(eventMonitors: [TracingMonitor(log: log)], transport: transport)
        let request = Trace.$id.withValue("A") { session.request("https://example.com/") }
        _ = await request.serializingData().response
        let expected: Set = ["resume A", "create A", "metrics A", "parse A", "finish A"]
        expect(await eventually { log.withLock { $0 }.count >= expected.count })
        expectEqual(log.withLock { $0 }, expected)
    }

    @Test("Requests that run at the same time keep their own values")
    func concurrency() async throws {
        let log = Locked<[String]>([])
        let session = Session(interceptor: TracingInterceptor(log: log), transport: transport)
        await withTaskGroup(of: Void.self) { group in
            for index in 0..<50 {
                group.addTask {
                    let request = Trace.$id.withValue("\(index)") { session.request("https://example.com/") }
                    let value = await request.serializingResponse(using: TracingSerializer()).response.value
                    expectEqual(value, "\(index)")
                }
            }
        }
        expectEqual(Set(log.withLock { $0 }), Set((0..<50).map { "adapt \($0)" }))
    }

    @Test("A context runs closures on the calling thread, nested or from several threads, and keeps the outer values")
    func context() async throws {
        let context = Trace.$id.withValue("A") { TaskLocalContext() }
        let other = Trace.$id.withValue("B") { TaskLocalContext() }
        let log = Locked<[String]>([])
        await withCheckedContinuation { continuation in
            Thread.detachNewThread {
                let thread = ObjectIdentifier(Thread.current)
                Trace.$id.withValue("outer") {
                    context.run {
                        log.withLock { $0.append("\(Trace.id) \(thread == ObjectIdentifier(Thread.current))") }
                        context.run { log.withLock { $0.append(Trace.id) } }
                        other.run { log.withLock { $0.append(Trace.id) } }
                        log.withLock { $0.append(Trace.id) }
                    }
                    log.withLock { $0.append(Trace.id) }
                }
                continuation.resume()
            }
        }
        expectEqual(log.withLock { $0 }, ["A true", "A", "B", "A", "outer"])
        DispatchQueue.concurrentPerform(iterations: 1000) { index in
            (index % 2 == 0 ? context : other).run { log.withLock { $0.append(Trace.id) } }
        }
        expectEqual(log.withLock { $0.filter { $0 == "B" }.count }, 501)
    }

    @Test("A context that is released ends its task")
    func release() {
        final class Probe: Sendable {}
        enum Held { @TaskLocal static var probe: Probe? }
        weak var probe: Probe?
        for isUsed in [true, false] {
            do {
                let made = Probe()
                probe = made
                let context = Held.$probe.withValue(made) { TaskLocalContext() }
                if isUsed { context.run { expect(Held.probe != nil) } }
            }
            expect(probe == nil)
        }
    }

    @Test("Cancelling a request cancels the task of an asynchronous adapter, also if another adapter calls it")
    func cancelling() async throws {
        struct Waiting: AsyncRequestAdapter {
            let isBegun: Locked<Bool>
            let isCancelled: Locked<Bool>

            func adapt(_ urlRequest: URLRequest, for session: Session) async throws -> URLRequest {
                isBegun.withLock { $0 = true }
                // A cancellation handler is not called if the task sees its cancellation before, and ends.
                while !Task.isCancelled { await Task.yield() }
                isCancelled.withLock { $0 = true }
                return urlRequest
            }
        }
        let session = Session(transport: transport)
        for isWrapped in [false, true] {
            let waiting = Waiting(isBegun: Locked(false), isCancelled: Locked(false))
            let wrapping = Adapter { request, session, completion in
                waiting.adapt(request, for: session, completion: completion)
            }
            let request = session.request("https://example.com/")
            if isWrapped { request.adapt(using: wrapping) } else { request.adapt(using: waiting) }
            let task = request.serializingData()
            expect(await eventually { waiting.isBegun.withLock { $0 } })
            request.cancel()
            await expectEqual(task.response.error?.isExplicitlyCancelledError, true)
            expect(await eventually { waiting.isCancelled.withLock { $0 } })
        }
    }
}
