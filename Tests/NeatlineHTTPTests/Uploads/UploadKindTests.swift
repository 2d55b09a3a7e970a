import Foundation
import NeatlineHTTP
import NeatlineTesting
import NeatlineTestSupport
import Testing

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

@Suite("Uploads: what is sent", .ownThreads, .hangLimit)
struct UploadKindTests {
    private let server: LoopbackServer
    private let folder: TemporaryFolder
    private let session = Session.patient()

    init() throws {
        server = try LoopbackServer { .json(#"{"bytes":\#($0.bodyCount)}"#) }
        folder = try TemporaryFolder()
    }

    private func sent(_ request: UploadRequest) async throws -> LoopbackRequest {
        let response = await request.validate().serializingData().response
        if let error = response.error { throw error }
        return try #require(server.requests.last)
    }

    private func urlRequest(_ method: HTTPMethod = .put) throws -> URLRequest {
        try URLRequest(url: server.url, method: method, headers: ["X-Own": "1"])
    }

    @Test("Bytes, to a URL and with a request")
    func data() async throws {
        let posted = try await sent(session.upload(Data("hello".utf8), to: server.url))
        expectEqual(posted.method, "POST")
        expectEqual(posted.text, "hello")
        expectEqual(posted[header: "Content-Length"], "5")
        expect(posted[header: "Content-Type"] == nil)
        let put = try await sent(session.upload(Data("hello".utf8), with: urlRequest()))
        expectEqual(put.method, "PUT")
        expectEqual(put.text, "hello")
        expectEqual(put[header: "X-Own"], "1")
    }

    @Test("A file, to a URL and with a request")
    func file() async throws {
        let file = try folder.file("a.txt", "from a file")
        let posted = try await sent(session.upload(file, to: server.url, headers: [.contentType("text/plain")]))
        expectEqual(posted.method, "POST")
        expectEqual(posted.text, "from a file")
        expectEqual(posted[header: "Content-Length"], "11")
        expect(posted[header: "Transfer-Encoding"] == nil)
        expectEqual(posted[header: "Content-Type"], "text/plain")
        let put = try await sent(session.upload(file, with: urlRequest()))
        expectEqual(put.method, "PUT")
        expectEqual(put.text, "from a file")
        expect(FileManager.default.fileExists(atPath: file.path))
    }

    @Test("A stream, to a URL and with a request: in chunks, or with the length that it is said to have")
    func stream() async throws {
        let posted = try await sent(session.upload(InputStream(data: Data("flow".utf8)), to: server.url))
        expectEqual(posted.method, "POST")
        expectEqual(posted.text, "flow")
        expectEqual(posted[header: "Transfer-Encoding"], "chunked")
        expect(posted[header: "Content-Length"] == nil)
        let put = try await sent(session.upload(InputStream(data: Data("flow".utf8)), with: urlRequest()))
        expectEqual(put.method, "PUT")
        expectEqual(put.text, "flow")
        let known = try await sent(
            session.upload(InputStream(data: Data("flow".utf8)), to: server.url, headers: ["Content-Length": "4"]))
        expectEqual(known[header: "Content-Length"], "4")
        expect(known[header: "Transfer-Encoding"] == nil)
        expectEqual(known.text, "flow")
    }

    @Test("A type of one's own makes request and body")
    func convertible() async throws {
        struct Log: UploadConvertible {
            let url: URL
            func asURLRequest() throws -> URLRequest { try URLRequest(url: url, method: .patch) }
            func createUploadable() throws -> UploadRequest.Uploadable { .data(Data("log".utf8)) }
        }
        let patched = try await sent(session.upload(Log(url: server.url)))
        expectEqual(patched.method, "PATCH")
        expectEqual(patched.text, "log")
    }

    @Test("Large bodies arrive byte for byte")
    func large() async throws {
        let bytes = PatternBytes.data(5_000_003)
        let file = try folder.file("large.bin", bytes)
        for request in [
            session.upload(bytes, to: server.url), session.upload(file, to: server.url),
            session.upload(InputStream(data: bytes), to: server.url),
            session.upload(try #require(InputStream(url: file)), to: server.url),
        ] {
            try await expectEqual(sent(request).body, bytes)
        }
    }

    @Test("Nothing is sent as nothing")
    func empty() async throws {
        let file = try folder.file("empty", "")
        for request in [
            session.upload(Data(), to: server.url), session.upload(file, to: server.url),
            session.upload(InputStream(data: Data()), to: server.url),
        ] {
            try await expectEqual(sent(request).bodyCount, 0)
        }
    }

    @Test("What is uploaded replaces the request's own body, also after a redirect")
    func ownBody() async throws {
        server.on(.post, "/moved") { _ in .redirect(to: "/", status: 307) }
        var request = try URLRequest(url: server.url("/moved"), method: .post)
        request.httpBody = Data("not this".utf8)
        let upload = session.upload(Data("this".utf8), with: request)
        try await expectEqual(sent(upload).text, "this")
        expectEqual(server.requests.map(\.text), ["this", "this"])
        expectEqual(upload.task?.countOfBytesExpectedToSend, 4)
    }

    @Test("Parameters of the functions: method, headers, interceptor, modifier, start")
    func parameters() async throws {
        let request = session.upload(
            Data("x".utf8), to: server.url, method: .patch, headers: ["X-A": "1"],
            interceptor: Adapter { request, _, completion in
                var request = request
                request.headers.add(name: "X-B", value: "2")
                completion(.success(request))
            }, fileManager: .default, shouldAutomaticallyResume: false
        ) { $0.setValue("3", forHTTPHeaderField: "X-C") }
        request.response { _ in }
        expectEqual(request.state, .initialized)
        request.resume()
        let sent = try await sent(request)
        expectEqual(sent.method, "PATCH")
        expectEqual(["X-A", "X-B", "X-C"].map { sent[header: $0] }, ["1", "2", "3"])
    }

    @Test("A request knows what it sends, and describes it for curl")
    func knowledge() async throws {
        let file = try folder.file("a b.txt", "text")
        let byFile = session.upload(file, to: server.url)
        expect(byFile.uploadable == nil)
        _ = try await sent(byFile)
        guard case .file(file, shouldRemove: false) = byFile.uploadable else {
            Issue.record("another uploadable")
            return
        }
        expectEqual(byFile.description, "POST \(server.url) (200)")
        expect(byFile.cURLDescription().contains("--data-binary \"@\(file.path)\""))
        expect(byFile.cURLDescription(hiding: .all).contains("--data-binary \"@<hidden>\""))
        let byData = session.upload(Data("short".utf8), to: server.url)
        _ = try await sent(byData)
        expect(byData.cURLDescription().contains("-d \"short\""))
        let byStream = session.upload(InputStream(data: Data("x".utf8)), to: server.url)
        _ = try await sent(byStream)
        expect(byStream.cURLDescription().contains("--data-binary \"@-\""))
        expectEqual(byStream.task?.countOfBytesExpectedToSend, -1)
        expectEqual(byFile.task?.countOfBytesExpectedToSend, 4)
        expectEqual(byFile.task?.countOfBytesSent, 4)
    }

    @Test("URLSession sends all of it, too")
    func urlSession() async throws {
        let session = Session(transport: URLSessionTransport())
        let bytes = PatternBytes.data(1_500_000)
        let file = try folder.file("large.bin", bytes)
        let form = MultipartFormData(boundary: "edge")
        form.append(file, withName: "file")
        for (request, body) in [
            (session.upload(bytes, to: server.url), bytes), (session.upload(file, to: server.url), bytes),
            (session.upload(InputStream(data: bytes), to: server.url), bytes),
            (session.upload(multipartFormData: form, to: server.url), try form.encode()),
            (session.upload(multipartFormData: form, to: server.url, usingThreshold: 0), try form.encode()),
        ] {
            try await expectEqual(sent(request).body, body)
        }
    }
}
