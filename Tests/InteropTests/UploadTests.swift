import Foundation
import NeatlineHTTP
import NeatlineTestSupport
import Synchronization
import Testing

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

/// What httpbin says of an upload.
private struct Echo: Decodable {
    var headers: [String: String] = [:]
    var form: [String: String]
    var files: [String: String]
    var data: String
}

@Suite("Uploads to httpbin and nginx", .enabled(if: Servers.areStarted, Servers.comment))
struct UploadTests {
    private let servers: Servers
    private let post: String
    private let session = Session(configuration: .af.ephemeral)

    init() throws {
        servers = try #require(Servers.started)
        post = "\(servers.httpbin)/post"
    }

    /// Calls a closure with a file that is there for as long.
    private func withFile<Result>(
        _ name: String, _ contents: Data, _ body: (URL) async throws -> Result
    ) async throws -> Result {
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent("neatline-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let file = folder.appendingPathComponent(name)
        try contents.write(to: file)
        return try await body(file)
    }

    @Test("A form's fields and files arrive as they were sent, from memory and from disk", arguments: [0, 1_000_000])
    func form(threshold: UInt64) async throws {
        let text = String(repeating: "unicorn 🦄\r\n--\r\n", count: 10_000)
        try await withFile("unicorn.txt", Data(text.utf8)) { file in
            let echo = try await session.upload(
                multipartFormData: { form in
                    form.append("Ada & \"Lovelace\"\r\n", withName: "name")
                    form.append(Data("ü".utf8), withName: "umlaut")
                    form.append(file, withName: "file")
                    form.append(
                        InputStream(data: Data("flow".utf8)), withLength: 4, name: "stream", fileName: "s.txt",
                        mimeType: "text/plain")
                }, to: post, usingThreshold: threshold
            ).validate().serializingDecodable(Echo.self).value
            expectEqual(echo.form, ["name": "Ada & \"Lovelace\"\r\n", "umlaut": "ü"])
            expectEqual(echo.files, ["file": text, "stream": "flow"])
            expectEqual(echo.headers["Content-Type"]?.hasPrefix("multipart/form-data; boundary="), true)
        }
    }

    @Test("A name with quotes and line breaks is still one name")
    func names() async throws {
        let echo = try await session.upload(
            multipartFormData: { $0.append("x", withName: "a\"; filename=\"b\r\nX-Evil: 1") }, to: post
        ).validate().serializingDecodable(Echo.self).value
        expect(echo.files.isEmpty)
        expectEqual(Array(echo.form.values), ["x"])
    }

    @Test("Bytes, a file and a stream arrive, and progress reaches one")
    func bodies() async throws {
        let text = String(repeating: "0123456789", count: 300_000)
        try await withFile("digits.txt", Data(text.utf8)) { file in
            let headers: HTTPHeaders = [.contentType("text/plain")]
            for request in [
                session.upload(Data(text.utf8), to: post, headers: headers),
                session.upload(file, to: post, headers: headers),
                session.upload(InputStream(data: Data(text.utf8)), to: post, headers: headers),
            ] {
                let last = Mutex(0.0)
                request.uploadProgress(queue: .global()) { progress in
                    last.withLock { $0 = max($0, progress.fractionCompleted) }
                }
                let echo = try await request.validate().serializingDecodable(Echo.self).value
                expectEqual(echo.data, text)
                expectEqual(request.uploadProgress.fractionCompleted, 1)
                expectEqual(request.uploadProgress.totalUnitCount, 3_000_000)
                expect(last.withLock { $0 } <= 1)
            }
        }
    }

    #if os(Linux)
    @Test("A file that is too large for nginx gets its answer, over HTTP/1.1 and HTTP/2")
    func tooLarge() async throws {
        let secure = try Session.curl { $0.tls.authorities = .file(servers.certificate("authority.pem")) }
        try await withFile("large.bin", Data(count: 20_000_000)) { file in
            for (session, url) in [(try Session.curl(), servers.plain), (secure, servers.secure)] {
                let response = await session.upload(file, to: "\(url)/hello.json").serializingString().response
                expectEqual(response.response?.statusCode, 413)
                let next = await session.request("\(url)/hello.json").serializingData().response
                expectEqual(next.value?.count, 17)
            }
        }
    }
    #endif
}
