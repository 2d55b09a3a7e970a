#if os(Linux)
import Foundation
import FoundationNetworking
import NeatlineHTTP
import Synchronization
import Testing

@Suite("Downloads from nginx and httpbin", .enabled(if: Servers.areStarted, Servers.comment))
struct DownloadTests {
    let servers: Servers
    /// `/bytes.bin`
    let bytes = Data((0..<1_000_000).map { UInt8($0 % 251) })

    init() throws { servers = try #require(Servers.started) }

    /// Calls a closure with a directory that goes afterwards.
    private func inFolder(_ body: (URL) async throws -> Void) async throws {
        let folder = FileManager.default.temporaryDirectory
            .appendingPathComponent("NeatlineTests_\(UUID().uuidString)", isDirectory: true)
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        try await body(folder)
    }

    /// Cancels a download when a part of it is there.
    private func interrupted(_ url: String, _ session: Session) async throws -> Data {
        let request = session.download(url)
        request.downloadProgress(queue: .global()) { [weak request] progress in
            if progress.completedUnitCount > 10_000 { request?.cancel(producingResumeData: true) }
        }
        let response = await request.serializingDownloadedFileURL().response
        #expect(response.error?.isExplicitlyCancelledError == true)
        #expect(response.response?.statusCode == 200)
        return try #require(response.resumeData)
    }

    @Test("A picture of httpbin comes as a file")
    func picture() async throws {
        try await inFolder { folder in
            let file = folder.appendingPathComponent("a/pig.png")
            let response = await Session(configuration: .af.ephemeral).download(
                "\(servers.httpbin)/image/png", to: { _, _ in (file, [.createIntermediateDirectories]) }
            ).validate().serializingData().response
            #expect(response.fileURL == file)
            #expect(response.value?.starts(with: [0x89, 0x50, 0x4E, 0x47]) == true)
            #expect(response.value == (try Data(contentsOf: file)))
        }
    }

    @Test("A download from nginx is cancelled and goes on where it was")
    func resumed() async throws {
        let session = try Session.curl()
        let data = try await interrupted("\(servers.plain)/bytes.bin?rate=100k", session)
        try await inFolder { folder in
            let file = folder.appendingPathComponent("bytes.bin")
            let offset = Mutex<Int64>(0)
            let monitor = ClosureEventMonitor(queue: DispatchQueue(label: "monitor"))
            monitor.downloadTaskDidResumeAtOffset = { _, _, place, total in
                offset.withLock { $0 = place }
                #expect(total == 1_000_000)
            }
            // The rest may come as fast as it can.
            let adapter = Adapter { request, _, completion in
                var request = request
                request.url = URL(string: "\(servers.plain)/bytes.bin")
                completion(.success(request))
            }
            let response = await session.download(
                resumingWith: data, interceptor: Interceptor(adapters: [adapter]), to: { _, _ in (file, []) }
            ).eventMonitor(monitor).validate().serializingDownloadedFileURL().response
            #expect(response.error == nil)
            #expect(response.response?.statusCode == 206)
            #expect(try Data(contentsOf: file) == bytes)
            monitor.queue.sync {}
            #expect(offset.withLock { $0 } > 10_000)
        }
    }

    @Test("What nginx has changed meanwhile begins anew")
    func changed() async throws {
        let session = try Session.curl()
        let data = try await interrupted("\(servers.plain)/bytes.bin?rate=100k", session)
        let adapter = Adapter { request, _, completion in
            var request = request
            request.url = URL(string: "\(servers.plain)/catalogue.json")
            completion(.success(request))
        }
        let response = await session.download(resumingWith: data, interceptor: Interceptor(adapters: [adapter]))
            .serializingData().response
        #expect(response.response?.statusCode == 200)
        #expect(response.value?.starts(with: Data("[{\"id\": 0".utf8)) == true)
        if let file = response.fileURL { try FileManager.default.removeItem(at: file) }
    }

    @Test("A coded file is decoded, over TLS and HTTP/2")
    func coded() async throws {
        let session = try Session.curl { $0.tls.authorities = .file(servers.certificate("authority.pem")) }
        let response = await session.download("\(servers.secure)/catalogue.json").serializingData().response
        #expect(response.response?.headers["Content-Encoding"] != nil)
        #expect(response.value?.starts(with: Data("[{\"id\": 0".utf8)) == true)
        if let file = response.fileURL { try FileManager.default.removeItem(at: file) }
    }
}
#endif
