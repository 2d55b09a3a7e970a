import Dispatch
import Foundation
import NeatlineHTTP
import NeatlineTestSupport
import NeatlineTesting
import Testing

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

@Suite("Events of downloads", .ownThreads, .hangLimit)
struct DownloadEventTests {
    private let folder: DownloadFolder
    private let log = EventLog<String>()
    private let transport = MockTransport()

    init() throws { folder = try DownloadFolder() }

    private func session() -> Session {
        let monitor = ClosureEventMonitor(queue: DispatchQueue(label: "monitor"))
        let log = log
        monitor.dataTaskDidReceiveResponse = { _, _, _ in log.append("dataTask") }
        monitor.dataTaskDidReceiveData = { _, _, _ in log.append("dataTask") }
        monitor.downloadTaskDidWriteData = { log.append("wrote \($2) \($3) \($4)") }
        monitor.downloadTaskDidFinishDownloadingToURL = { _, _, url in log.append("downloaded \(url.pathExtension)") }
        monitor.downloadTaskDidResumeAtOffset = { log.append("resumed \($2) \($3)") }
        monitor.requestDidCreateDestinationURL = { log.append("destination \($1.lastPathComponent)") }
        monitor.requestDidFinishDownloadingUsingTaskWithResult = { _, _, result in
            log.append("finished \((try? result.get().lastPathComponent) ?? "no")")
        }
        monitor.taskDidFinishCollectingMetrics = { _, _, _ in log.append("metrics") }
        monitor.taskDidComplete = { _, _, error in log.append("complete \(error == nil)") }
        monitor.requestDidValidateRequestResponseFileURLWithResult = { _, _, _, url, result in
            log.append("validated \(url?.lastPathComponent ?? "no") \((try? result.get()) != nil)")
        }
        monitor.requestDidCompleteTaskWithError = { log.append("task \($2 == nil)") }
        monitor.requestDidParseDownloadResponse = { log.append("parsed \($1.value??.lastPathComponent ?? "no")") }
        monitor.requestDidFinish = { _ in log.append("over") }
        return Session(eventMonitors: [monitor], transport: transport)
    }

    @Test("A download that succeeds tells of its whole life, in order")
    func success() async throws {
        transport.on(
            .get, "/",
            respond: .script([.head(200, headers: ["Content-Length": "5"]), .bytes("hello")]))
        let session = session()
        _ = await session.download("https://example.com/", to: folder.destination()).validate().unserialized()
        await log.wait { $0.contains("over") && $0.contains("parsed file") }
        expectEqual(
            log.all.filter { $0 != "over" },
            [
                "wrote 5 5 5", "downloaded part", "destination file", "finished file", "metrics", "complete true",
                "validated file true", "validated file true", "task true", "parsed file",
            ])
    }

    @Test("Without a destination, there is an event for it all the same")
    func noDestination() async throws {
        transport.on(.get, "/", respond: MockResponse(text: ""))
        let session = session()
        let response = await session.download("https://example.com/").unserialized()
        let name = try #require(response.fileURL?.lastPathComponent)
        await log.wait { $0.contains("parsed \(name)") }
        expect(log.all.contains("destination \(name)") && log.all.contains("finished \(name)"))
        expectEqual(response.take(), Data())
    }

    @Test("A file that cannot be moved is told as that")
    func moveFailure() async throws {
        transport.on(.get, "/", respond: MockResponse(text: "x"))
        let session = session()
        _ = await session.download("https://example.com/", to: folder.destination("no/file")).validate().unserialized()
        await log.wait { $0.contains("over") && $0.contains("parsed no") }
        expectEqual(
            log.all.filter { $0 != "over" },
            [
                "wrote 1 1 -1", "downloaded part", "destination file", "finished no", "metrics", "complete true",
                "task false", "parsed no",
            ])
    }

    @Test("A logger writes what it writes of data requests")
    func logger() async throws {
        transport.on(.get, "/", respond: .json("{"))
        let queue = DispatchQueue(label: "logger")
        let lines = NameLog()
        let session = Session(
            eventMonitors: [RequestLogger(queue: queue) { lines.note($0) }], transport: transport)
        _ = await session.download("https://example.com/", to: folder.destination()).serializingDecodable([Int].self)
            .response
        queue.sync {}
        expectEqual(lines.all.count, 3)
        expectEqual(lines.all.last?.hasPrefix("! GET https://example.com/: "), true)
    }
}
