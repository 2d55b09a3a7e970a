import Foundation
import NeatlineHTTP
import NeatlineTesting
import NeatlineTestSupport
import Testing

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

@Suite("Uploads: files that are not as they should be", .ownThreads, .hangLimit)
struct UploadFileTests {
    private let server: LoopbackServer
    private let folder: TemporaryFolder
    private let session = Session.patient()

    init() throws {
        server = try LoopbackServer { .json(#"{"bytes":\#($0.bodyCount)}"#) }
        folder = try TemporaryFolder()
    }

    private func failure(_ file: URL) async throws -> AFError {
        let request = session.upload(file, to: server.url)
        let response = await request.serializingData().response
        expectEqual(server.requestCount, 0)
        let error = try #require(response.error)
        expect(error.isCreateUploadableError)
        return error
    }

    @Test("A file that is not there")
    func missing() async throws {
        let file = folder.file("missing")
        let error = try await failure(file)
        expect(error.underlyingError as? UploadBodyError == .fileUnreadable(path: file.path, code: ENOENT))
        let words = "\(file.path) could not be read: No such file or directory."
        expectEqual(error.errorDescription, "Uploadable could not be created because of error:\n\(words)")
    }

    @Test("A directory, a pipe that nobody writes to, and what is no file")
    func noFiles() async throws {
        let error = try await failure(folder.url)
        expect(error.underlyingError as? UploadBodyError == .fileIsDirectory(path: folder.url.path))
        let pipe = folder.file("pipe")
        expectEqual(mkfifo(pipe.path, 0o600), 0)
        expect(
            try await failure(pipe).underlyingError as? UploadBodyError == .fileNotRegular(path: pipe.path))
        let page = try #require(URL(string: "https://example.com/a.txt"))
        expect(try await failure(page).underlyingError as? UploadBodyError == .fileURLInvalid(page))
    }

    @Test("A file that may not be read")
    func forbidden() async throws {
        // Who may read everything gets it all the same.
        let file = try folder.file("secret", "x")
        try FileManager.default.setAttributes([.posixPermissions: 0], ofItemAtPath: file.path)
        let mayRead = access(file.path, R_OK) == 0
        let response = await session.upload(file, to: server.url).validate().serializingData().response
        expect(
            response.error?.underlyingError as? UploadBodyError
                == (mayRead ? nil : .fileUnreadable(path: file.path, code: EACCES)))
    }

    /// Uploads a file of a megabyte and changes it when the server has seen the request's head.
    private func change(_ body: @escaping @Sendable (URL) throws -> Void) async throws -> (UploadBodyError?, AFError?) {
        let file = try folder.file("changing", PatternBytes.data(20_000_000))
        let gate = TestGate()
        server.onHead { _ in .script([.pauseReading, .waitUntil(gate), .resumeReading, .stall]) }
        let request = session.upload(file, to: server.url)
        async let answer = request.serializingData().response
        await gate.reached()
        try body(file)
        gate.open()
        let response = await answer
        let error = response.error?.underlyingError as? URLError
        expectEqual(error?.code, .requestBodyStreamExhausted)
        return (error?.userInfo[NSUnderlyingErrorKey] as? UploadBodyError, response.error)
    }

    @Test("A file that shrinks while it is sent ends the request")
    func shrinking() async throws {
        let path = folder.file("changing").path
        let (failure, error) = try await change { expectEqual(truncate($0.path, 10), 0) }
        expectEqual(failure, .fileLengthChanged(path: path, expected: 20_000_000, found: 10))
        let words = "\(path) has changed: it had 20000000 bytes, and now has 10."
        expectEqual(error?.errorDescription?.contains(words), true)
    }

    @Test("A file that grows while it is sent ends the request")
    func growing() async throws {
        let path = folder.file("changing").path
        let (failure, _) = try await change { expectEqual(truncate($0.path, 20_000_001), 0) }
        expectEqual(failure, .fileLengthChanged(path: path, expected: 20_000_000, found: 20_000_001))
    }

    @Test("A file that is removed while it is sent is sent to its end")
    func removed() async throws {
        let bytes = PatternBytes.data(20_000_000)
        let file = try folder.file("going", bytes)
        server.on(.put, "/go") { .json("\($0.bodyCount)") }
        let response = await session.upload(file, to: server.url("/go"), method: .put)
            .uploadProgress(queue: .global()) { _ in try? FileManager.default.removeItem(at: file) }
            .serializingString().response
        expectEqual(response.value, "20000000")
        expectEqual(server.requests.last?.body.count, bytes.count)
        expectEqual(server.requests.last?.body, bytes)
    }

    @Test("A stream that cannot be opened ends the request")
    func unreadableStream() async throws {
        let stream = try #require(InputStream(fileAtPath: folder.file("missing").path))
        let response = await session.upload(stream, to: server.url).serializingData().response
        let error = response.error?.underlyingError as? URLError
        expect(error?.userInfo[NSUnderlyingErrorKey] as? UploadBodyError == .streamUnreadable)
    }

    @Test("A stream with another length than was said ends the request", arguments: [3, 5])
    func streamLength(_ length: Int) async throws {
        let response = await session.upload(
            InputStream(data: Data("four".utf8)), to: server.url, headers: ["Content-Length": "\(length)"]
        ).serializingData().response
        expectEqual((response.error?.underlyingError as? URLError)?.code, .requestBodyStreamExhausted)
        expect(server.requests.isEmpty)
    }
}
