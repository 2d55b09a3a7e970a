#if os(Linux)
import Foundation
import FoundationNetworking
import NeatlineHTTP
import NeatlineTestSupport
import Synchronization
import Testing

@Suite("Downloads from nginx and httpbin", .enabled(if: Servers.areStarted, Servers.comment))
final class DownloadTests {
    let servers: Servers
    let folder: URL
    /// `/bytes.bin`
    let bytes = Data((0..<1_000_000).map { UInt8($0 % 251) })

    init() throws {
        servers = try #require(Servers.started)
        folder = FileManager.default.temporaryDirectory
            .appendingPathComponent("NeatlineTests_\(UUID().uuidString)", isDirectory: true)
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    }

    deinit { try? FileManager.default.removeItem(at: folder) }

    /// Cancels a download when a part of it is there.
    private func interrupted(_ url: String, _ session: Session) async throws -> Data {
        let request = session.download(url)
        request.downloadProgress(queue: .global()) { [weak request] progress in
            if progress.completedUnitCount > 10_000 { request?.cancel(producingResumeData: true) }
        }
        let response = await request.serializingDownloadedFileURL().response
        expectEqual(response.error?.isExplicitlyCancelledError, true)
        expectEqual(response.response?.statusCode, 200)
        return try #require(response.resumeData)
    }

    @Test("A picture of httpbin comes as a file")
    func picture() async throws {
        let file = folder.appendingPathComponent("a/pig.png")
        let session = Session(configuration: .af.ephemeral)
        let response = await session.download(
            "\(servers.httpbin)/image/png", to: { _, _ in (file, [.createIntermediateDirectories]) }
        ).validate().serializingData().response
        expectEqual(response.fileURL, file)
        expectEqual(response.value?.starts(with: [0x89, 0x50, 0x4E, 0x47]), true)
        try expectEqual(response.value, Data(contentsOf: file))
    }

    @Test("A download from nginx is cancelled and goes on where it was")
    func resumed() async throws {
        let session = try Session.curl()
        let data = try await interrupted("\(servers.plain)/bytes.bin?rate=100k", session)
        let file = folder.appendingPathComponent("bytes.bin")
        let offset = Mutex<Int64>(0)
        let monitor = ClosureEventMonitor(queue: DispatchQueue(label: "monitor"))
        monitor.downloadTaskDidResumeAtOffset = { _, _, start, total in
            offset.withLock { $0 = start }
            expectEqual(total, 1_000_000)
        }
        let resuming = try Session.curl(eventMonitors: [monitor])
        // The rest may come as fast as it can.
        let adapter = Adapter { [plain = servers.plain] request, _, completion in
            var request = request
            request.url = URL(string: "\(plain)/bytes.bin")
            completion(.success(request))
        }
        let response = await resuming.download(
            resumingWith: data, interceptor: Interceptor(adapters: [adapter]), to: { _, _ in (file, []) }
        ).validate().serializingDownloadedFileURL().response
        expect(response.error == nil)
        expectEqual(response.response?.statusCode, 206)
        try expectEqual(Data(contentsOf: file), bytes)
        monitor.queue.sync {}
        expect(offset.withLock { $0 } > 10_000)
    }

    @Test("A download from httpbin, which knows no If-Range, goes on, too")
    func resumedWithoutCondition() async throws {
        let session = try Session.curl()
        let url = "\(servers.httpbin)/range/100000"
        let whole = try await session.request(url).serializingData().value
        let data = try await interrupted("\(url)?duration=2&chunk_size=1000", session)
        let file = folder.appendingPathComponent("range")
        let response = await session.download(resumingWith: data, to: { _, _ in (file, []) })
            .serializingData().response
        expectEqual(response.response?.statusCode, 206)
        expectEqual(response.value, whole)
    }

    @Test("What nginx has changed meanwhile begins anew")
    func changed() async throws {
        let session = try Session.curl()
        let data = try await interrupted("\(servers.plain)/bytes.bin?rate=100k", session)
        let adapter = Adapter { [plain = servers.plain] request, _, completion in
            var request = request
            request.url = URL(string: "\(plain)/catalogue.json")
            completion(.success(request))
        }
        let response = await session.download(resumingWith: data, interceptor: Interceptor(adapters: [adapter]))
            .serializingData().response
        expectEqual(response.response?.statusCode, 200)
        expectEqual(response.value?.starts(with: Data("[{\"id\": 0".utf8)), true)
        if let file = response.fileURL { try FileManager.default.removeItem(at: file) }
    }

    @Test("A coded file is decoded, over TLS and HTTP/2")
    func coded() async throws {
        let session = try Session.curl { $0.tls.authorities = .file(servers.certificate("authority.pem")) }
        let response = await session.download("\(servers.secure)/catalogue.json").serializingData().response
        expect(response.response?.headers["Content-Encoding"] != nil)
        expectEqual(response.value?.starts(with: Data("[{\"id\": 0".utf8)), true)
        if let file = response.fileURL { try FileManager.default.removeItem(at: file) }
    }
}
#endif
