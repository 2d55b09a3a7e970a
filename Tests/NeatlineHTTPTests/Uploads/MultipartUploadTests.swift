import Foundation
import NeatlineHTTP
import NeatlineTesting
import NeatlineTestSupport
import Testing

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

@Suite("Uploads: forms", .ownThreads, .hangLimit)
struct MultipartUploadTests {
    private struct Echo: Decodable {
        let form: [String: String]
        let files: [String: String]
        let headers: [String: String]
    }

    private let server: LoopbackServer
    private let folder: TemporaryFolder
    private let session = Session.patient()

    init() throws {
        server = try .httpbin()
        folder = try TemporaryFolder()
    }

    private func urlRequest() throws -> URLRequest {
        try URLRequest(url: server.url("/put"), method: .put, headers: ["Content-Type": "text/plain", "X-Own": "1"])
    }

    @Test("Fields and files arrive as they were appended: by closure and value, to a URL and with a request")
    func echo() async throws {
        let file = try folder.file("unicorn.txt", "🦄")
        let fill: (MultipartFormData) -> Void = { form in
            form.append(Data("Ada".utf8), withName: "name")
            form.append(file, withName: "unicorn")
        }
        let form = MultipartFormData()
        fill(form)
        let post = server.url("/post")
        for request in [
            session.upload(multipartFormData: fill, to: post),
            session.upload(multipartFormData: fill, with: try urlRequest()),
            session.upload(multipartFormData: form, to: post),
            session.upload(multipartFormData: form, with: try urlRequest()),
            session.upload(multipartFormData: fill, to: post, usingThreshold: 0),
            session.upload(multipartFormData: fill, with: try urlRequest(), usingThreshold: 0),
            session.upload(multipartFormData: form, to: post, usingThreshold: 0),
            session.upload(multipartFormData: form, with: try urlRequest(), usingThreshold: 0),
        ] {
            let echo = try await request.validate().serializingDecodable(Echo.self).value
            expectEqual(echo.form, ["name": "Ada"])
            expectEqual(echo.files, ["unicorn": "🦄"])
            expectEqual(echo.headers["Content-Type"]?.hasPrefix("multipart/form-data; boundary="), true)
            expectEqual(echo.headers["Content-Length"], "\(request.task?.countOfBytesSent ?? 0)")
            expectEqual(server.requests.last?[header: "Content-Type"], request.request?.headers["Content-Type"])
        }
    }

    @Test("The request's content type is the form's, also where many threads look")
    func contentType() async throws {
        let form = MultipartFormData()
        form.append("x", withName: "a")
        let request = session.upload(multipartFormData: form, to: server.url("/post"))
        async let response = request.serializingData().response
        await withTaskGroup(of: String.self) { group in
            for _ in 0..<50 { group.addTask { form.contentType } }
            for await type in group { expectEqual(type, form.contentType) }
        }
        expect(await response.error == nil)
        expectEqual(request.request?.value(forHTTPHeaderField: "Content-Type"), form.contentType)
    }

    @Test("Below the threshold a form is put together in memory, from it on in a file that only its owner may read")
    func threshold() async throws {
        for threshold: UInt64 in [6, 5, 0] {
            let modes = EventLog<Int>()
            let monitor = ClosureEventMonitor(queue: DispatchQueue(label: "monitor"))
            monitor.requestDidCreateUploadable = { _, uploadable in
                guard case .file(let url, _) = uploadable else { return modes.append(0) }
                let attributes = try? FileManager.default.attributesOfItem(atPath: url.path)
                modes.append(attributes?[.posixPermissions] as? Int ?? -1)
            }
            let session = Session.patient(eventMonitors: [monitor])
            let request = session.upload(
                multipartFormData: { $0.append(Data("Lorem".utf8), withName: "a") }, to: server.url("/post"),
                usingThreshold: threshold, shouldAutomaticallyResume: false)
            // Nothing is sent before the mode was looked at, so the file is still there.
            let response = await withCheckedContinuation { continuation in
                request.response(queue: .global()) { continuation.resume(returning: $0) }
                Task {
                    await modes.wait(count: 1)
                    request.resume()
                }
            }
            expect(response.error == nil)
            switch request.uploadable {
            case .data: expectEqual(threshold, 6)
            case .file(let url, shouldRemove: true):
                expect(threshold < 6)
                expect(url.path.hasPrefix(FileManager.default.temporaryDirectory.path))
                expect(!FileManager.default.fileExists(atPath: url.path))
            default: Issue.record("another uploadable")
            }
            expectEqual(modes.all, [threshold == 6 ? 0 : 0o600])
        }
    }

    @Test("What is wrong with a form is told to the handlers, and leaves no file", arguments: [0, 1000] as [UInt64])
    func failure(_ threshold: UInt64) async throws {
        let temporary = try TemporaryFolder()
        let manager = Elsewhere(temporary.url)
        let missing = folder.file("missing.png")
        let request = session.upload(
            multipartFormData: { $0.append(missing, withName: "a") }, to: server.url("/post"),
            usingThreshold: threshold, fileManager: manager)
        let response = await request.serializingData().response
        expectEqual(response.error?.isMultipartEncodingError, true)
        expectEqual(response.error?.url, missing)
        // This one fails when the file has been begun.
        let halfway = session.upload(
            multipartFormData: {
                $0.append(PatternBytes.data(200_000), withName: "a")
                $0.append(InputStream(data: Data("x".utf8)), withLength: 2, headers: HTTPHeaders())
            }, to: server.url("/post"), usingThreshold: threshold, fileManager: manager)
        await expectEqual(halfway.serializingData().response.error?.isMultipartEncodingError, true)
        expect(try FileManager.default.contentsOfDirectory(atPath: temporary.url.path).isEmpty)
        expectEqual(server.requestCount, 0)
    }

    @Test("The temporary file goes with a failure, a cancellation, and a request that is never sent")
    func removal() async throws {
        let temporary = try TemporaryFolder()
        let manager = Elsewhere(temporary.url)
        func files() -> Int { (try? FileManager.default.contentsOfDirectory(atPath: temporary.url.path).count) ?? -1 }
        let fill: (MultipartFormData) -> Void = { $0.append(PatternBytes.data(20_000_000), withName: "a") }

        let refused = try #require(URL(string: "http://127.0.0.1:1/"))
        let failed = session.upload(
            multipartFormData: fill, to: refused, usingThreshold: 0, fileManager: manager)
        await expectEqual(failed.serializingData().response.error?.isSessionTaskError, true)
        expectEqual(files(), 0)

        let gate = TestGate()
        server.onHead { _ in .script([.pauseReading, .waitUntil(gate)]) }
        let cancelled = session.upload(
            multipartFormData: fill, to: server.url("/post"), usingThreshold: 0, fileManager: manager)
        async let answer = cancelled.serializingData().response
        await gate.reached()
        expectEqual(files(), 1)
        cancelled.cancel()
        await expectEqual(answer.error?.isExplicitlyCancelledError, true)
        expectEqual(files(), 0)

        var eager: Session? = Session(startRequestsImmediately: false, requestSetup: .eager)
        let waiting = eager?.upload(
            multipartFormData: fill, to: server.url("/post"), usingThreshold: 0, fileManager: manager)
        expect(await eventually { waiting?.uploadable != nil })
        expectEqual(files(), 1)
        eager = nil
        expect(await eventually { files() == 0 })
    }

    @Test("The command for curl has one content type")
    func command() async throws {
        let request = session.upload(
            multipartFormData: { $0.append(Data("日本語".utf8), withName: "japanese") }, to: server.url("/post"),
            headers: ["content-type": "text/plain"])
        _ = await request.serializingData().response
        let command = request.cURLDescription()
        expectEqual(command.lowercased().components(separatedBy: "content-type:").count, 2)
        expect(command.contains("-H \"Content-Type: multipart/form-data; boundary="))
        expect(command.contains("日本語"))
    }
}

/// A file manager whose temporary directory is another.
private final class Elsewhere: FileManager, @unchecked Sendable {
    private let folder: URL

    init(_ folder: URL) {
        self.folder = folder
        super.init()
    }

    override var temporaryDirectory: URL { folder }
}
