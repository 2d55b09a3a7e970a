import Dispatch
import Foundation
import NeatlineTestSupport
import NeatlineTesting
import Testing

import NeatlineSystem
@testable import NeatlineHTTP

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

@Suite("The flow of downloads", .ownThreads, .hangLimit)
struct DownloadFlowTests {
    private let session = Session.patient()
    private let folder: DownloadFolder

    init() throws { folder = try DownloadFolder() }

    @Test("A large body comes to the disk as it was sent")
    func large() async throws {
        let count = 64 << 20
        let pattern = PatternBytes.data(PatternBytes.period * 1000)
        let server = try LoopbackServer { _ in
            .script([
                .head(200, headers: ["Content-Length": "\(count)"]), .repeat(pattern, count: count / pattern.count),
                .send(pattern.prefix(count % pattern.count)),
            ])
        }
        let request = session.download(server.url, to: folder.destination())
        let response = await request.unserialized()
        expect(response.error == nil)
        expectEqual(request.downloadProgress.completedUnitCount, Int64(count))
        let file = try FileHandle(forReadingFrom: folder.file("file"))
        defer { try? file.close() }
        var place = 0
        while let piece = try file.read(upToCount: 1 << 20), !piece.isEmpty {
            let isSame = piece == PatternBytes.data(piece.count, startingAt: place % PatternBytes.period)
            expect(isSame, "the bytes from \(place) on")
            place += piece.count
        }
        expectEqual(place, count)
    }

    @Test("While the disk does not keep up the transport pauses, and goes on when it does")
    func slowDisk() async throws {
        let piece = [UInt8](repeating: 1, count: 256 << 10)
        let gate = TestGate()
        let told = Locked(0)
        let transport = MockTransport()
        transport.on(.get, "/large") { _ in
            let pieces = (0..<64).flatMap { number -> [MockStep] in
                [.bytes(piece), .perform { told.withLock { $0 += 1 } }, number == 8 ? .waitUntil(gate) : .delay(0)]
            }
            return .script([.head(200)] + pieces)
        }
        transport.on(.get, "/small", respond: MockResponse(text: "small"))
        let session = Session(transport: transport)
        let request = session.download(
            "https://example.com/large", shouldAutomaticallyResume: false, to: folder.destination())
        let disk = DispatchSemaphore(value: 0)
        request.fileQueue.async { disk.wait() }
        request.resume()
        async let response = request.unserialized()
        // Two megabytes, and the piece that makes it too many.
        await gate.reached()
        let exchange = try #require(request.mutableState.withLock { $0.attempt?.exchange })
        expect(await eventually { exchange.state.withLock { $0.machine.task == .paused } })
        gate.open()
        // What the transport could do now it would have done before it answers this.
        _ = await session.request("https://example.com/small").unserialized()
        expectEqual(told.withLock { $0 }, 9)
        expect(request.fileURL == nil)
        disk.signal()
        expect(await response.error == nil)
        try expectEqual(Data(contentsOf: folder.file("file")).count, 64 * piece.count)
    }

    @Test("A suspended download waits, and goes on")
    func suspended() async throws {
        let server = try RangeServer(waits: true)
        let request = session.download(server.url, to: folder.destination())
        async let response = request.unserialized()
        expect(await eventually { request.downloadProgress.completedUnitCount == 60_000 })
        request.suspend()
        expect(request.isSuspended)
        request.resume()
        server.gate.open()
        let end = await response
        expect(end.error != nil)
        if let data = end.resumeData { PartialFile.remove(try DownloadRecord(data).file) }
    }

    @Test("A disk that is full ends the download, with the system's words, the path, and nothing left")
    func fullDisk() async throws {
        #if os(Linux)
        let descriptor = open("/dev/full", O_WRONLY)
        try #require(descriptor >= 0)
        let gate = TestGate()
        let transport = MockTransport()
        transport.on(.get, "/") { _ in
            .script([.head(200, headers: ["ETag": "\"a\""]), .waitUntil(gate), .bytes("some"), .stall])
        }
        let session = Session(transport: transport)
        let request = session.download("https://example.com/", to: folder.destination())
        async let response = request.unserialized()
        await gate.reached()
        let full = PartialFile(name: "Neatline_\(UUID().uuidString).part", descriptor: Descriptor(number: descriptor))
        request.withBody { body, _ in
            body.writer = DownloadWriter(request, queue: request.fileQueue, file: full, continuesGivenFile: false)
        }
        gate.open()
        let end = await response
        let error = try #require(end.error?.underlyingError as? URLError)
        expectEqual(error.code, .cannotWriteToFile)
        expectEqual(end.error?.localizedDescription.contains("could not write \(full.url.path)"), true)
        expectEqual(end.error?.localizedDescription.contains("No space left on device"), true)
        expect(end.resumeData == nil && end.fileURL == nil)
        expect(request.isFinished)
        expect(try folder.names.isEmpty)
        #endif
    }

    @Test("The head of a response may be thought about, and refused, before anything is written")
    func heldResponse() async throws {
        let server = try LoopbackServer { _ in LoopbackResponse(text: "body") }
        let allowed = await session.download(server.url, to: folder.destination("allowed"))
            .onHTTPResponse(on: .global()) { _, decide in decide(.allow) }.unserialized()
        expect(allowed.error == nil)
        let refused = await session.download(server.url, to: folder.destination("refused"))
            .onHTTPResponse(on: .global()) { _, decide in decide(.cancel) }.unserialized()
        expectEqual(refused.error?.isExplicitlyCancelledError, true)
        try expectEqual(folder.names, ["allowed"])
    }

    // MARK: - Races

    @Test("Cancelling at any moment leads to one completion, and leaves only what resume data refers to")
    func cancelling() async throws {
        let marker = UUID().uuidString
        let session = Session(transport: RacingDownloads(marker))
        var random = SeededGenerator(seed: 11)
        let count = TestScale.rounds(2_000)
        let responses = EventLog<AFDownloadResponse<URL?>>()
        let told = EventLog<Data?>()
        for number in 0..<count {
            let place: DownloadRequest.Destination? = number % 3 == 0 ? nil : folder.destination("\(number)")
            let request = session.download("https://example.com/\(number)", to: place)
            let choice = random.next()
            let steer: @Sendable () -> Void = {
                for _ in 0..<(choice >> 8 & 31) { _ = request.state }
                if choice & 1 == 0 { request.suspend().resume() }
                switch choice >> 4 & 3 {
                case 0: request.cancel()
                case 1: request.cancel(producingResumeData: true)
                default: request.cancel(byProducingResumeData: { told.append($0) })
                }
            }
            if choice & 2 == 0 { DispatchQueue.global().async(execute: steer) }
            request.response(queue: .global()) { responses.append($0) }
            if choice & 2 != 0 { DispatchQueue.global().async(execute: steer) }
        }
        await responses.wait(count: count)
        expect(await eventually { session.activeRequestCount == 0 })
        expectEqual(responses.count, count)
        let all = responses.all
        for response in all {
            switch response.result {
            case .success(let file): expectEqual(file.map { (try? Data(contentsOf: $0).count) == 39 }, true)
            case .failure(let error): expect(error.isExplicitlyCancelledError)
            }
        }
        let records = try all.compactMap(\.resumeData).map { try DownloadRecord($0) }
        for record in records {
            try expectEqual(Int64(Data(contentsOf: PartialFile.url(of: record.file)).count), record.count)
            PartialFile.remove(record.file)
        }
        for file in all.compactMap(\.fileURL) { try? FileManager.default.removeItem(at: file) }
        expect(LeftFiles.beginning(with: marker).isEmpty)
        expect(try folder.names.isEmpty)
    }

    @Test("Sessions that are dropped at any moment complete each download once, and leave nothing")
    func droppedSessions() async throws {
        let marker = UUID().uuidString
        let count = TestScale.rounds(500)
        let responses = EventLog<AFDownloadResponse<URL?>>()
        for number in 0..<count {
            let session = Session(transport: RacingDownloads(marker))
            for part in 0..<(number % 4) {
                session.download("https://example.com/", to: folder.destination("\(number).\(part)"))
                    .response(queue: .global()) { responses.append($0) }
            }
        }
        let expected = (0..<count).map { $0 % 4 }.reduce(0, +)
        await responses.wait(count: expected)
        for response in responses.all {
            expect(response.error.map(\.isSessionDeinitializedError) != false)
            expect(response.resumeData == nil)
        }
        expect(await eventually { LeftFiles.beginning(with: marker).isEmpty })
    }

    @Test("A task that awaits a download and is cancelled cancels it, unless it is told otherwise")
    func cancelledTask() async throws {
        let server = try RangeServer(waits: true)
        let request = session.download(server.url, to: folder.destination())
        let task = Task { await request.serializingDownloadedFileURL().response }
        expect(await eventually { request.downloadProgress.completedUnitCount == 60_000 })
        task.cancel()
        await expectEqual(task.value.error?.isExplicitlyCancelledError, true)
        let other = session.download(server.url, to: folder.destination())
        let download = other.serializingData(automaticallyCancelling: false)
        let patient = Task { await download.response }
        expect(await eventually { other.downloadProgress.completedUnitCount == 60_000 })
        patient.cancel()
        download.suspend()
        download.resume()
        download.cancel()
        await expectEqual(patient.value.error?.isExplicitlyCancelledError, true)
        server.gate.open()
    }
}

/// Answers each request at once, from any thread, in pieces: a text and `abc`.
private final class RacingDownloads: Transport {
    let capabilities: TransportCapabilities = []
    private let marker: [UInt8]

    init(_ marker: String) { self.marker = Array(marker.utf8) }

    private final class Running: TransportTask, Sendable {
        let isCancelled = Locked(false)
        func cancel() { isCancelled.withLock { $0 = true } }
        func pause() {}
        func resume() {}
    }

    func start(_ request: TransportRequest, receiver: any TransportReceiver) -> any TransportTask {
        let task = Running()
        let marker = marker
        DispatchQueue.global().async {
            let fields = "Content-Length: \(marker.count + 3)\r\nETag: \"a\"\r\n\r\n"
            receiver.transportDidReceive(TransportResponseHead(status: 200, lines: Array(fields.utf8)))
            for piece in [marker, [97], [98], [99]] {
                if task.isCancelled.withLock({ $0 }) {
                    return receiver.transportDidComplete(
                        TransportCompletion(error: TransportError(.cancelled, "cancelled")))
                }
                receiver.transportDidReceive(piece.span.bytes)
            }
            receiver.transportDidComplete(TransportCompletion())
        }
        return task
    }

    func invalidate() {}
}
