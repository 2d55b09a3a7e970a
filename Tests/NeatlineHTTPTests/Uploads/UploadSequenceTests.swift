import Foundation
import NeatlineSystem
import NeatlineTestSupport
import NeatlineTesting
import Testing

@testable import NeatlineHTTP

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

@Suite("Uploads: asynchronous sequences", .ownThreads, .hangLimit)
struct UploadSequenceTests {
    private struct Broken: Error {}

    private static let bytes = PatternBytes.data(400_000)
    private let server: LoopbackServer
    private let session = Session.patient()

    init() throws {
        server = try .httpbin()
        server.on(nil, "/take") { .json(#"{"bytes":\#($0.bodyCount)}"#) }
        server.on(.post, "/moved") { _ in .redirect(to: "/take", status: 307) }
        server.on(.post, "/see") { _ in .redirect(to: "/take", status: 303) }
        server.on(.post, "/fail") { _ in .status(503) }
    }

    /// The bytes in chunks of different lengths, some of them empty.
    private static func chunks() -> AsyncStream<Data> {
        AsyncStream { continuation in
            var start = 0
            var length = 0
            while start < bytes.count {
                let end = min(start + length, bytes.count)
                continuation.yield(bytes[start..<end])
                start = end
                length = (length * 7 + 1) % 100_000
            }
            continuation.finish()
        }
    }

    private func bodyError(_ response: AFDataResponse<Data>) -> (any Error)? {
        if case .createUploadableFailed(let error) = response.error { return error }
        let error = response.error?.underlyingError as? URLError
        expectEqual(error?.code, .requestBodyStreamExhausted)
        return error?.userInfo[NSUnderlyingErrorKey] as? any Error
    }

    @Test("Chunks are sent in order, with a length or without one", arguments: [true, false])
    func whole(hasLength: Bool) async throws {
        let request = session.upload(
            Self.chunks(), length: hasLength ? Int64(Self.bytes.count) : nil, to: server.url("/take"))
        let response = await request.validate().serializingData().response
        expect(response.error == nil)
        let received = try #require(server.requests.last)
        expectEqual(received.body, Self.bytes)
        expectEqual(received[header: "Content-Length"], hasLength ? "400000" : nil)
        expectEqual(received[header: "Transfer-Encoding"], hasLength ? nil : "chunked")
        if hasLength { expectEqual(request.uploadProgress.fractionCompleted, 1) }
    }

    @Test("Arrays of bytes are chunks, too, and an empty sequence is an empty body")
    func arrays() async throws {
        let arrays = AsyncStream<[UInt8]> { continuation in
            for byte in UInt8(0)..<10 { continuation.yield([byte, byte]) }
            continuation.finish()
        }
        let response = await session.upload(arrays, length: 20, to: server.url("/take")).serializingData().response
        expect(response.error == nil)
        expectEqual(server.requests.last?.body, Data((UInt8(0)..<10).flatMap { [$0, $0] }))
        let none = AsyncStream<Data> { $0.finish() }
        let empty = await session.upload(none, to: server.url("/take"), method: .put).serializingData().response
        expect(empty.error == nil)
        expect(server.requests.last?.method == "PUT" && server.requests.last?.bodyCount == 0)
    }

    @Test("A body from a closure is sent again after redirects, challenges and retries", arguments: [true, false])
    func again(hasLength: Bool) async throws {
        let count = Locked(0)
        let body = AsyncUploadBody(length: hasLength ? Int64(Self.bytes.count) : nil) {
            count.withLock { $0 += 1 }
            return Self.chunks()
        }
        let moved = await session.upload(body, to: server.url("/moved")).validate().serializingData().response
        expect(moved.error == nil)
        let login = session.upload(body, to: server.url("/basic-auth/ada/secret"), method: .put)
            .authenticate(username: "ada", password: "secret")
        expect(await login.validate().serializingData().response.error == nil)
        let retrier = Retrier { request, _, _, completion in
            completion(request.retryCount < 1 ? .retry : .doNotRetry)
        }
        let failed = session.upload(body, to: server.url("/fail"), interceptor: retrier)
        await expectEqual(failed.validate().serializingData().response.error?.responseCode, 503)
        expectEqual(failed.retryCount, 1)
        let last = server.requests.filter { $0.path == "/take" || $0.path == "/fail" }
        expectEqual(last.map(\.body), [Self.bytes, Self.bytes, Self.bytes])
        expect(count.withLock { $0 } >= 5)
    }

    @Test("A sequence that was read is not sent again: the error says so", arguments: ["moved", "retry"])
    func once(_ kind: String) async throws {
        let retrier = Retrier { request, _, _, completion in
            completion(request.retryCount < 1 ? .retry : .doNotRetry)
        }
        let request = session.upload(
            Self.chunks(), to: server.url(kind == "retry" ? "/fail" : "/moved"),
            interceptor: kind == "retry" ? retrier : nil)
        let response = await request.validate().serializingData().response
        expect(bodyError(response) as? UploadBodyError == .sequenceAlreadyRead)
        expect(!server.requests.contains { $0.path == "/take" })
    }

    @Test("A sequence that has provided nothing yet is sent after a challenge")
    func late() async throws {
        let (chunks, continuation) = AsyncStream.makeStream(of: Data.self)
        let body = SequenceBody(AsyncUploadBody(chunks))
        guard case .pending = try body.next(limit: 10) else {
            Issue.record("there were bytes")
            return
        }
        try body.rewind()
        let (ready, wake) = AsyncStream.makeStream(of: Void.self)
        body.whenReady { wake.yield() }
        guard case .pending = try body.next(limit: 10) else {
            Issue.record("there were bytes")
            return
        }
        continuation.yield(Data("four".utf8))
        for await _ in ready { break }
        guard case .bytes(let data) = try body.next(limit: 3) else {
            Issue.record("there were no bytes")
            return
        }
        expectEqual(data, Data("fou".utf8))
        #expect(throws: UploadBodyError.sequenceAlreadyRead) { try body.rewind() }
    }

    @Test("A redirect that drops the body ends the sequence")
    func droppedBody() async throws {
        let response = await session.upload(Self.chunks(), to: server.url("/see")).validate().serializingData().response
        expect(response.error == nil)
        expectEqual(server.requests.last?.method, "GET")
    }

    @Test("A wrong length is an error that names both", arguments: [399_999, 400_001, 1])
    func wrongLength(_ length: Int64) async throws {
        let response = await session.upload(Self.chunks(), length: length, to: server.url("/take"))
            .serializingData().response
        guard case .sequenceLengthMismatch(length, let found) = bodyError(response) as? UploadBodyError else {
            Issue.record("\(String(describing: response.error))")
            return
        }
        expect(length > 400_000 ? found == 400_000 : found > length)
    }

    @Test("A chunk after the announced length is found, also if it comes late")
    func lateChunk() async throws {
        let stream = AsyncStream<Data> { continuation in
            continuation.yield(Data("four".utf8))
            DispatchQueue.global().asyncAfter(deadline: .now() + 0.05) {
                continuation.yield(Data("more".utf8))
                continuation.finish()
            }
        }
        let response = await session.upload(stream, length: 4, to: server.url("/take")).serializingData().response
        expect(bodyError(response) as? UploadBodyError == .sequenceLengthMismatch(expected: 4, found: 8))
    }

    @Test("Errors of the sequence, and of the closure that makes it, surface")
    func errors() async throws {
        let broken = AsyncThrowingStream<Data, any Error> { continuation in
            continuation.yield(Data("first".utf8))
            continuation.finish(throwing: Broken())
        }
        let response = await session.upload(broken, to: server.url("/take")).serializingData().response
        expect(bodyError(response) is Broken)
        let body = AsyncUploadBody { () async throws -> AsyncStream<Data> in throw Broken() }
        expect(bodyError(await session.upload(body, to: server.url("/take")).serializingData().response) is Broken)
    }

    @Test("Cancelling the request cancels the task of the sequence")
    func cancelling() async throws {
        let isBegun = Locked(false)
        let isCancelled = Locked(false)
        let stream = AsyncStream<Data>(unfolding: {
            isBegun.withLock { $0 = true }
            while !Task.isCancelled { await Task.yield() }
            isCancelled.withLock { $0 = true }
            return nil
        })
        let request = session.upload(stream, to: server.url("/take"))
        let response = Task { await request.serializingData().response }
        expect(await eventually { isBegun.withLock { $0 } })
        request.cancel()
        await expectEqual(response.value.error?.isExplicitlyCancelledError, true)
        expect(await eventually { isCancelled.withLock { $0 } })
    }

    @Test("An early response ends the sequence")
    func earlyResponse() async throws {
        server.onHead { $0.path == "/early" ? LoopbackResponse(status: 413, text: "too large") : nil }
        let isEnded = Locked(false)
        // Only the request holds the sequence: it is released without having begun if the response comes before its first chunk is
        // wanted.
        let response = await session.upload(
            AsyncStream<Data> { continuation in
                continuation.onTermination = { _ in isEnded.withLock { $0 = true } }
                continuation.yield(Data("first".utf8))
            }, to: server.url("/early")
        ).serializingData().response
        expectEqual(response.response?.statusCode, 413)
        expect(await eventually { isEnded.withLock { $0 } })
    }

    @Test("The unknown length of a body of which the server did not need all remains unknown")
    func earlyResponseProgress() async throws {
        server.onHead { $0.path == "/early" ? LoopbackResponse(status: 413, text: "too large") : nil }
        let (chunks, continuation) = AsyncStream<Data>.makeStream()
        continuation.yield(Data("first".utf8))
        let request = session.upload(chunks, to: server.url("/early"))
        let response = await request.serializingData().response
        continuation.finish()
        expectEqual(response.response?.statusCode, 413)
        expectEqual(request.uploadProgress.totalUnitCount, -1)
    }

    @Test("Nothing is produced before the chunk before it was taken")
    func backpressure() async throws {
        let mayBegin = Locked(false)
        let produced = Locked(0)
        let body = SequenceBody(
            AsyncUploadBody {
                AsyncStream<Data>(unfolding: {
                    while !mayBegin.withLock({ $0 }) { await Task.yield() }
                    return produced.withLock {
                        $0 += 1
                        return $0 <= 3 ? Data(count: 10) : nil
                    }
                })
            })
        let wakes = Locked(0)
        body.whenReady { wakes.withLock { $0 += 1 } }
        guard case .pending = try body.next(limit: 6) else {
            Issue.record("There is a chunk before one was produced")
            return
        }
        mayBegin.withLock { $0 = true }
        expect(await eventually { wakes.withLock { $0 } == 1 })
        expectEqual(produced.withLock { $0 }, 1)
        for count in [6, 4] {
            expectEqual(produced.withLock { $0 }, 1)
            guard case .bytes(let bytes) = try body.next(limit: 6) else {
                Issue.record("There is no chunk")
                return
            }
            expectEqual(bytes.count, count)
        }
        expect(await eventually { produced.withLock { $0 } == 2 })
        body.end()
        #expect(throws: CancellationError.self) { try body.next(limit: 6) }
        expectEqual(produced.withLock { $0 }, 2)
    }
}
