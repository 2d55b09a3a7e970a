import Foundation
import NeatlineHTTP
import NeatlineTesting
import NeatlineTestSupport
import Testing

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

@Suite("Uploads: sent again", .ownThreads, .hangLimit)
struct UploadRepeatTests {
    /// Makes another stream each time.
    private struct Renewing: UploadConvertible {
        let url: URL
        let bytes: Data

        func asURLRequest() throws -> URLRequest { try URLRequest(url: url, method: .post) }
        func createUploadable() throws -> UploadRequest.Uploadable { .stream(InputStream(data: bytes)) }
    }

    private static let bytes = PatternBytes.data(400_000)
    private let server: LoopbackServer
    private let folder: TemporaryFolder
    private let session = Session.patient()

    init() throws {
        server = try .httpbin()
        server.on(.post, "/take") { .json(#"{"bytes":\#($0.bodyCount)}"#) }
        server.on(.post, "/moved") { _ in .redirect(to: "/take", status: 307) }
        server.on(.post, "/moved-forever") { _ in .redirect(to: "/take", status: 308) }
        server.on(.post, "/fail") { _ in .status(503) }
        folder = try TemporaryFolder()
    }

    private var twice: Retrier {
        Retrier { request, _, _, completion in completion(request.retryCount < 1 ? .retry : .doNotRetry) }
    }

    private func form() -> MultipartFormData {
        let form = MultipartFormData(boundary: "edge")
        form.append(Self.bytes, withName: "data")
        return form
    }

    @Test("Redirects that keep the body get all of it", arguments: ["moved", "moved-forever"])
    func redirects(_ path: String) async throws {
        let file = try folder.file("a.bin", Self.bytes)
        let url = server.url("/\(path)")
        for request in [
            session.upload(Self.bytes, to: url), session.upload(file, to: url),
            session.upload(multipartFormData: form(), to: url, usingThreshold: 0),
        ] {
            let response = await request.validate().serializingData().response
            expect(response.error == nil)
            expectEqual(response.response?.url?.path, "/take")
            expectEqual(request.uploadProgress.fractionCompleted, 1)
            expectEqual(request.uploadProgress.completedUnitCount, request.uploadProgress.totalUnitCount)
        }
        let encoded = try form().encode()
        expectEqual(
            server.requests.filter { $0.path == "/take" }.map(\.body), [Self.bytes, Self.bytes, encoded])
    }

    @Test("A redirect that drops the body sends none")
    func redirectWithoutBody() async throws {
        server.on(.post, "/see") { _ in .redirect(to: "/get", status: 303) }
        let file = try folder.file("a.bin", Self.bytes)
        let response = await session.upload(file, to: server.url("/see")).validate().serializingData().response
        expect(response.error == nil)
        expectEqual(server.requests.last?.method, "GET")
        expectEqual(server.requests.last?.bodyCount, 0)
    }

    @Test(
        "Challenges are answered with the whole body",
        arguments: ["basic-auth/ada/secret", "digest-auth/auth/ada/secret"])
    func challenges(_ path: String) async throws {
        let file = try folder.file("a.bin", Self.bytes)
        let request = session.upload(file, to: server.url("/\(path)"), method: .put)
            .authenticate(username: "ada", password: "secret")
        let response = await request.validate().serializingData().response
        expect(response.error == nil)
        expectEqual(server.requests.last?.body, Self.bytes)
        expectEqual(server.requests.count, 2)
    }

    @Test("A retry sends all of it again, and progress begins anew")
    func retries() async throws {
        let file = try folder.file("a.bin", Self.bytes)
        let url = server.url("/fail")
        let uploads: [(UploadRequest, Data)] = [
            (session.upload(Self.bytes, to: url, interceptor: twice), Self.bytes),
            (session.upload(file, to: url, interceptor: twice), Self.bytes),
            (session.upload(Renewing(url: url, bytes: Self.bytes), interceptor: twice), Self.bytes),
            (session.upload(multipartFormData: form(), to: url, interceptor: twice), try form().encode()),
            (
                session.upload(multipartFormData: form(), to: url, usingThreshold: 0, interceptor: twice),
                try form().encode()
            ),
        ]
        for (request, body) in uploads {
            server.clearRequests()
            let response = await request.validate().serializingData().response
            expectEqual(response.response?.statusCode, 503)
            expectEqual(request.retryCount, 1)
            expectEqual(server.requests.map(\.body), [body, body])
            expectEqual(request.tasks.map(\.countOfBytesSent), [Int64(body.count), Int64(body.count)])
            expectEqual(request.uploadProgress.fractionCompleted, 1)
        }
    }

    @Test("A form's streams are read once for all attempts")
    func formOfStreams() async throws {
        for threshold: UInt64 in [0, 1000] {
            let form = MultipartFormData()
            form.append(
                InputStream(data: Data("only once".utf8)), withLength: 9, name: "s", fileName: "s", mimeType: "x/y")
            server.clearRequests()
            _ = await session.upload(
                multipartFormData: form, to: server.url("/fail"), usingThreshold: threshold, interceptor: twice
            ).validate().serializingData().response
            expectEqual(server.requests.map { $0.text.contains("only once") }, [true, true])
        }
    }

    @Test("A stream that was read cannot be sent again: by a redirect, with a password, by a retrier")
    func streams() async throws {
        func stream() -> InputStream { InputStream(data: Self.bytes) }
        let redirected = await session.upload(stream(), to: server.url("/moved")).serializingData().response
        let error = try #require(redirected.error?.underlyingError as? URLError)
        expectEqual(error.code, .requestBodyStreamExhausted)
        expect(error.userInfo[NSUnderlyingErrorKey] as? UploadBodyError == .streamAlreadyRead)
        expectEqual(redirected.error?.errorDescription?.contains("a stream can be read only once"), true)

        let challenged = await session.upload(stream(), to: server.url("/basic-auth/ada/secret"))
            .authenticate(username: "ada", password: "secret").serializingData().response
        expectEqual((challenged.error?.underlyingError as? URLError)?.code, .requestBodyStreamExhausted)

        let request = session.upload(stream(), to: server.url("/fail"), interceptor: twice)
        let retried = await request.validate().serializingData().response
        expectEqual(retried.error?.isCreateUploadableError, true)
        expect(retried.error?.underlyingError as? UploadBodyError == .streamAlreadyRead)
        expectEqual(server.requests.filter { $0.path == "/fail" }.count, 1)
        expect(!server.requests.contains { $0.path == "/take" })
    }

    @Test("A stream that another request has sent is not sent as nothing")
    func usedStream() async throws {
        let stream = InputStream(data: Self.bytes)
        do {
            let first = await session.upload(stream, to: server.url("/take")).serializingData().response
            expect(first.error == nil)
        }
        expect(await eventually { stream.streamStatus == .closed })
        let second = await session.upload(stream, to: server.url("/take")).serializingData().response
        let error = second.error?.underlyingError as? URLError
        expect(error?.userInfo[NSUnderlyingErrorKey] as? UploadBodyError == .streamAlreadyRead)
        expectEqual(server.requests.count, 1)
    }

    @Test("A stream that was not read yet is sent by the next attempt")
    func unreadStream() async throws {
        let attempts = EventLog<Int>()
        let failsOnce = Adapter { request, _, completion in
            attempts.append(0)
            completion(attempts.count == 1 ? .failure(TestError()) : .success(request))
        }
        let response = await session.upload(
            InputStream(data: Self.bytes), to: server.url("/take"),
            interceptor: Interceptor(adapters: [failsOnce], retriers: [twice])
        ).validate().serializingData().response
        expect(response.error == nil)
        expectEqual(server.requests.map(\.body), [Self.bytes])
    }

    @Test("A form in a file is made again for a handler that comes when the file has gone")
    func lateRetry() async throws {
        server.on(.post, "/text") { .json($0.bodyCount > 0 ? "no json" : "1") }
        let request = session.upload(
            multipartFormData: form(), to: server.url("/text"), usingThreshold: 0, interceptor: twice)
        _ = await request.serializingData().response
        let late = await request.serializingResponse(using: JSONResponseSerializer()).response
        expectEqual(late.error?.isResponseSerializationError, true)
        expectEqual(request.retryCount, 1)
        let encoded = try form().encode()
        expectEqual(server.requests.map(\.body), [encoded, encoded])
        guard case .file(let url, shouldRemove: true) = request.uploadable else {
            Issue.record("not in a file")
            return
        }
        expect(!FileManager.default.fileExists(atPath: url.path))
    }
}
