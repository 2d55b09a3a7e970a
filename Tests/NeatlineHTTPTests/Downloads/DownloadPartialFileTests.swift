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

@Suite("Partial files of downloads, and retries", .ownThreads, .hangLimit)
struct DownloadPartialFileTests: ResumingSuite {
    let session = Session.patient()
    let folder: DownloadFolder

    init() throws { folder = try DownloadFolder() }

    @Test("A partial file that is gone or too short begins anew, and one that is too long is cut")
    func damagedFiles() async throws {
        let server = try RangeServer()
        server.heal()
        for (index, damage) in ["remove", "truncate", "extend"].enumerated() {
            server.cut(at: 60_000)
            let data = try await cutOff(server)
            server.heal()
            let file = try partialFile(data)
            let handle = try FileHandle(forWritingTo: file)
            switch damage {
            case "remove": try FileManager.default.removeItem(at: file)
            case "truncate": try handle.truncate(atOffset: 10)
            default:
                try handle.seekToEnd()
                try handle.write(contentsOf: Data("more".utf8))
            }
            try handle.close()
            let response = await session.download(resumingWith: data, to: folder.destination("\(index)")).unserialized()
            expect(response.error == nil)
            expectEqual(server.ranges.last, damage == "extend" ? "bytes=60000-" : .some(nil))
            try expectEqual(Data(contentsOf: folder.file("\(index)")), server.body)
            if damage == "truncate" { try? FileManager.default.removeItem(at: file) }
        }
    }

    @Test("A file that was closed can be opened while a process that is being started has a copy of its descriptor")
    func copiedDescriptor() throws {
        let created = try PartialFile.create()
        defer { created.remove() }
        let descriptor = try Descriptor(opening: SystemPath(created.url.path), O_WRONLY)
        created.close()
        expect(try descriptor.tryLock())
        let copy = Descriptor(number: fcntl(descriptor.number, F_DUPFD_CLOEXEC, 0))
        PartialFile(name: created.name, descriptor: descriptor).close()
        let reopened = try PartialFile.reopen(created.name, count: 0)
        expect(reopened != nil)
        reopened?.close()
        try copy.closeFile()
    }

    @Test("Downloads with the same resume data do not write to one file")
    func sameData() async throws {
        let server = try RangeServer()
        for round in 0..<TestScale.rounds(50) {
            server.cut(at: 60_000)
            let data = try await cutOff(server)
            server.heal()
            await withTaskGroup(of: Void.self) { group in
                for number in 0..<8 {
                    let name = "\(round).\(number)"
                    group.addTask { [session, folder] in
                        let request = session.download(resumingWith: data, to: folder.destination(name))
                        expect(await request.unserialized().error == nil)
                        expectEqual(try? Data(contentsOf: folder.file(name)), server.body)
                    }
                }
            }
        }
    }

    @Test("A download that was resumed and is cancelled leaves the file to the resume data it began with")
    func cancelledAgain() async throws {
        let server = try RangeServer(waits: true)
        let first = session.download(server.url)
        async let response = first.unserialized()
        expect(await eventually { first.downloadProgress.completedUnitCount == 60_000 })
        first.cancel(producingResumeData: true)
        let data = try #require(await response.resumeData)
        server.cut(at: 80_000)
        let second = session.download(resumingWith: data, to: folder.destination())
        async let end = second.unserialized()
        expect(await eventually { second.downloadProgress.completedUnitCount == 80_000 })
        second.cancel()
        expect(await end.resumeData == nil)
        server.heal()
        let third = await session.download(resumingWith: data, to: folder.destination()).unserialized()
        expectEqual(third.response?.statusCode, 206)
        expectEqual(server.ranges.last, "bytes=60000-")
        try expectEqual(Data(contentsOf: folder.file("file")), server.body)
        server.gate.open()
    }

    @Test("A retry goes on where the attempt before was cut off")
    func retry() async throws {
        let server = try RangeServer()
        let retrier = Retrier { request, _, _, completion in
            server.heal()
            completion(request.retryCount == 0 ? .retry : .doNotRetry)
        }
        let request = session.download(
            server.url, interceptor: Interceptor(retriers: [retrier]), to: folder.destination())
        let response = await request.validate().unserialized()
        expect(response.error == nil && response.resumeData == nil)
        expectEqual(request.retryCount, 1)
        expectEqual(server.ranges, [nil, "bytes=60000-"])
        expectEqual(request.downloadProgress.completedUnitCount, 100_000)
        try expectEqual(Data(contentsOf: folder.file("file")), server.body)
    }

    @Test("A retry that may not succeed leaves what there is, or nothing if it is cancelled", arguments: [false, true])
    func failingRetry(cancels: Bool) async throws {
        let server = try RangeServer()
        let retrier = Retrier { request, _, _, completion in
            server.server.stop()
            if cancels { request.cancel() }
            completion(request.retryCount < 2 ? .retry : .doNotRetry)
        }
        let request = session.download(
            server.url, interceptor: Interceptor(retriers: [retrier]), to: folder.destination())
        let response = await request.unserialized()
        expect(response.error != nil)
        expectEqual(response.resumeData == nil, cancels)
        if let data = response.resumeData { PartialFile.remove(try DownloadRecord(data).file) }
    }

    @Test("A retry that asks for something else begins anew, and leaves nothing")
    func otherRetry() async throws {
        let marker = UUID().uuidString
        let transport = MockTransport()
        transport.on(
            .get, "https://example.com/1",
            respond: .script([.head(200, headers: ["ETag": "\"a\""]), .bytes(marker), .failure(.bodyIncomplete)]))
        transport.on(.get, "https://example.com/2", respond: MockResponse(text: "second"))
        let count = Locked(0)
        let session = Session(transport: transport)
        let retrier = Retrier { request, _, _, completion in completion(request.retryCount == 0 ? .retry : .doNotRetry)
        }
        let request = session.download(
            "https://example.com/", interceptor: Interceptor(retriers: [retrier]),
            requestModifier: { request in
                let number = count.withLock { count in
                    count += 1
                    return count
                }
                request.url = URL(string: "https://example.com/\(number)")
            }, to: folder.destination())
        try await expectEqual(request.serializingString().value, "second")
        expect(transport.requests.allSatisfy { $0.headers["Range"] == nil })
        expect(await eventually { LeftFiles.beginning(with: marker).isEmpty })
    }
}
