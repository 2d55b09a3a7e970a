import Dispatch
import Foundation
import NeatlineHTTP
import NeatlineTesting
import NeatlineTestSupport
import Testing

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

@Suite("Uploads: cancelled, suspended, left alone", .ownThreads, .hangLimit)
struct UploadLifecycleTests {
    /// Waits at a gate before it gives a file that is to be removed.
    private struct Slow: UploadConvertible {
        let url: URL
        let file: URL
        let arrived: EventLog<Bool>
        let goesOn = DispatchSemaphore(value: 0)

        func asURLRequest() throws -> URLRequest { try URLRequest(url: url, method: .post) }

        func createUploadable() throws -> UploadRequest.Uploadable {
            arrived.append(true)
            goesOn.wait()
            return .file(file, shouldRemove: true)
        }
    }

    private struct Removing: UploadConvertible {
        let url: URL
        let file: URL

        func asURLRequest() throws -> URLRequest { try URLRequest(url: url, method: .post) }
        func createUploadable() throws -> UploadRequest.Uploadable { .file(file, shouldRemove: true) }
    }

    private let server: LoopbackServer
    private let folder: TemporaryFolder
    private let session = Session.patient()

    init() throws {
        server = try LoopbackServer { .json(#"{"bytes":\#($0.bodyCount)}"#) }
        folder = try TemporaryFolder()
    }

    private func isThere(_ file: URL) -> Bool { FileManager.default.fileExists(atPath: file.path) }

    // MARK: - Files that are removed

    @Test("A file that should be removed is gone when the handlers are called, but not before the last retry")
    func removal() async throws {
        server.on(.post, "/fail") { _ in .status(503) }
        for path in ["/", "/fail"] {
            let file = try folder.file("a", "text")
            let seen = EventLog<Bool>()
            let retrier = Retrier { request, _, _, completion in
                seen.append(FileManager.default.fileExists(atPath: file.path))
                completion(request.retryCount < 2 ? .retry : .doNotRetry)
            }
            let isLeft: Bool = await withCheckedContinuation { continuation in
                session.upload(Removing(url: server.url(path), file: file), interceptor: retrier).validate()
                    .response(queue: .global()) { _ in
                        continuation.resume(returning: FileManager.default.fileExists(atPath: file.path))
                    }
            }
            expect(!isLeft)
            expectEqual(seen.all, path == "/" ? [] : [true, true, true])
        }
        expectEqual(server.requests.map(\.text), ["text", "text", "text", "text"])
    }

    @Test("A file that should be removed is removed though the request cannot be sent, or is cancelled")
    func removalAfterFailure() async throws {
        let file = try folder.file("a", "text")
        let refused = try #require(URL(string: "http://127.0.0.1:1/"))
        let response = await session.upload(Removing(url: refused, file: file)).serializingData().response
        expectEqual(response.error?.isSessionTaskError, true)
        expect(!isThere(file))

        let other = try folder.file("b", PatternBytes.data(20_000_000))
        let gate = TestGate()
        server.onHead { _ in .script([.pauseReading, .waitUntil(gate)]) }
        let request = session.upload(Removing(url: server.url, file: other))
        async let answer = request.serializingData().response
        await gate.reached()
        request.cancel()
        await expectEqual(answer.error?.isExplicitlyCancelledError, true)
        expect(!isThere(other))
    }

    @Test("A file that comes too late, for a request that was cancelled meanwhile, is removed as well")
    func lateFile() async throws {
        let slow = Slow(url: server.url, file: try folder.file("a", "text"), arrived: EventLog())
        let request = session.upload(slow)
        async let answer = request.serializingData().response
        await slow.arrived.wait(count: 1)
        request.cancel()
        await expectEqual(answer.error?.isExplicitlyCancelledError, true)
        expect(request.uploadable == nil)
        expect(isThere(slow.file))
        slow.goesOn.signal()
        expect(await eventually { !isThere(slow.file) })
        expectEqual(server.requestCount, 0)
    }

    // MARK: - Steering

    @Test("A body that takes long to be made keeps no other request waiting")
    func slowBody() async throws {
        let slow = Slow(url: server.url, file: try folder.file("a", "text"), arrived: EventLog())
        let request = session.upload(slow)
        async let answer = request.serializingData().response
        await slow.arrived.wait(count: 1)
        let other = await session.upload(Data("quick".utf8), to: server.url).serializingData().response
        expect(other.error == nil)
        let third = await session.request(server.url, parameters: ["a": "b"]).serializingData().response
        expect(third.error == nil)
        slow.goesOn.signal()
        expect(await answer.error == nil)
    }

    @Test("Bytes and streams are ready where the handler is added; a session's own queue makes the rest")
    func queues() async throws {
        struct Checking: UploadConvertible {
            let url: URL
            let queue: DispatchQueue
            func asURLRequest() throws -> URLRequest { try URLRequest(url: url, method: .post) }
            func createUploadable() throws -> UploadRequest.Uploadable {
                dispatchPrecondition(condition: .onQueue(queue))
                return .data(Data("x".utf8))
            }
        }
        let session = Session.patient()
        for request in [
            session.upload(Data("x".utf8), to: server.url),
            session.upload(InputStream(data: Data("x".utf8)), to: server.url),
        ] {
            let task = request.serializingData()
            expect(request.request != nil && request.uploadable != nil)
            expect(await task.response.error == nil)
        }
        let queue = DispatchQueue(label: "requests")
        let own = Session(requestQueue: queue)
        let response = await own.upload(Checking(url: server.url, queue: queue)).serializingData().response
        expect(response.error == nil)
        let adapted = await own.upload(
            Checking(url: server.url, queue: queue),
            interceptor: Adapter { request, _, completion in
                DispatchQueue.global().async { completion(.success(request)) }
            }
        ).serializingData().response
        expect(adapted.error == nil)
    }

    @Test("Cancelling at any moment ends with one call of the handler")
    func cancelling() async throws {
        let bytes = PatternBytes.data(300_000)
        let file = try folder.file("a", bytes)
        for round in 0..<60 {
            let request: UploadRequest
            switch round % 3 {
            case 0: request = session.upload(file, to: server.url)
            case 1: request = session.upload(InputStream(data: bytes), to: server.url)
            default:
                request = session.upload(
                    multipartFormData: { $0.append(file, withName: "a", fileName: "a", mimeType: "x/y") },
                    to: server.url, usingThreshold: 0)
            }
            let calls = EventLog<AFError?>()
            request.response(queue: .global()) { calls.append($0.error) }
            for _ in 0..<(round * 7) { sched_yield() }
            request.cancel()
            await calls.wait(count: 1)
            expect(calls.all[0] == nil || calls.all[0]?.isExplicitlyCancelledError == true)
            if case .file(let url, shouldRemove: true) = request.uploadable { expect(!isThere(url)) }
        }
        let left = await withCheckedContinuation { continuation in
            session.withAllRequests { continuation.resume(returning: $0.count) }
        }
        expectEqual(left, 0)
        let next = await session.upload(file, to: server.url).validate().serializingData().response
        expect(next.error == nil)
    }

    @Test("While an upload is suspended nothing more is sent; then the rest is")
    func suspending() async throws {
        let bytes = PatternBytes.data(10_000_000)
        let stream = HesitantStream(bytes)
        let request = session.upload(stream, to: server.url)
        let progress = EventLog<Int64>()
        request.uploadProgress(queue: DispatchQueue(label: "progress")) { progress.append($0.completedUnitCount) }
        async let answer = request.serializingData().response
        await progress.wait(count: 1)
        request.suspend()
        stream.goesOn.signal()
        // The transport is told on another thread; other requests begin, and end, behind that.
        var counts: [Int64] = []
        for _ in 0..<2 {
            for _ in 0..<20 {
                let other = await session.request(server.url).serializingData().response
                expect(other.error == nil)
            }
            counts.append(request.uploadProgress.completedUnitCount)
        }
        expect(request.isSuspended)
        expect(counts[0] == counts[1] && counts[1] < bytes.count)
        request.resume()
        expect(await answer.error == nil)
        expectEqual(server.requests.last { $0.method == "POST" }?.body, bytes)
    }

    @Test("An upload is among its session's requests, and ends with the session")
    func session() async throws {
        let gate = TestGate()
        server.onHead { _ in .script([.pauseReading, .waitUntil(gate)]) }
        var session: Session? = Session.patient()
        let request = try #require(session).upload(PatternBytes.data(20_000_000), to: server.url)
        async let answer = request.serializingData().response
        await gate.reached()
        let all = await withCheckedContinuation { continuation in
            session?.withAllRequests { continuation.resume(returning: $0) }
        }
        expectEqual(all, [request])
        session = nil
        await expectEqual(answer.error?.isSessionDeinitializedError, true)
    }

    @Test("A session that sets requests up at once makes their bodies at once, and sends them when they are resumed")
    func eager() async throws {
        let session = Session(startRequestsImmediately: false, requestSetup: .eager)
        let request = session.upload(Data("x".utf8), to: server.url)
        expect(await eventually { request.uploadable != nil && request.task != nil })
        expectEqual(server.requestCount, 0)
        request.resume()
        let response = await request.serializingData().response
        expect(response.error == nil)
    }

    @Test("An early answer ends an upload, which is not sent to its end")
    func earlyAnswer() async throws {
        server.onHead { _ in LoopbackResponse(status: 413, text: "too much") }
        let file = try folder.file("a", PatternBytes.data(30_000_000))
        let request = session.upload(file, to: server.url)
        let response = await request.serializingString().response
        expectEqual(response.response?.statusCode, 413)
        expectEqual(response.value, "too much")
        server.onHead(nil)
        expect(await session.upload(file, to: server.url).validate().serializingData().response.error == nil)
    }
}

/// Gives a first piece, and the others when it is told to go on.
private final class HesitantStream: InputStream {
    let goesOn = DispatchSemaphore(value: 0)
    private var rest: Data
    private var reads = 0
    private var status = Status.notOpen

    init(_ data: Data) {
        rest = data
        super.init(data: Data())
    }

    override var streamStatus: Status { status }
    override func open() { status = .open }
    override func close() { status = .closed }

    override func read(_ buffer: UnsafeMutablePointer<UInt8>, maxLength count: Int) -> Int {
        reads += 1
        if reads == 2 { goesOn.wait() }
        let piece = rest.prefix(count)
        piece.copyBytes(to: buffer, count: piece.count)
        rest = rest.dropFirst(piece.count)
        return piece.count
    }
}
