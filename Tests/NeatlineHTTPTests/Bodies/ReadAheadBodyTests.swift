import Foundation
import NeatlineTestSupport
import Testing

@testable import NeatlineHTTP

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

@Suite("Bodies that are read while they are sent", .ownThreads)
struct ReadAheadBodyTests {
    /// Reads a body to its end, waiting where it says that there is nothing yet.
    private func read(_ body: some TransportBodyStream, limit: Int) async throws -> [Data] {
        let (ready, continuation) = AsyncStream.makeStream(of: Void.self)
        body.whenReady { continuation.yield() }
        var waits = ready.makeAsyncIterator()
        var pieces: [Data] = []
        while true {
            switch try body.next(limit: limit) {
            case .bytes(let data): pieces.append(data)
            case .pending: await waits.next()
            case .end: return pieces
            }
        }
    }

    /// A sequence's `joined()` goes byte by byte, each with a lock of the runtime's: minutes under the thread sanitizer.
    private func joined(_ pieces: [Data]) -> Data { pieces.reduce(into: Data()) { $0.append($1) } }

    @Test("all bytes come, in pieces up to the limit", arguments: [1, 7, 65_536, 1_000_000])
    func reading(_ limit: Int) async throws {
        let data = Data((0..<(limit == 1 ? 100 : 200_000)).map { UInt8(truncatingIfNeeded: $0 &* 31) })
        let pieces = try await read(ReadAheadBody(InputStreamSource(InputStream(data: data))), limit: limit)
        expect(pieces.allSatisfy { !$0.isEmpty && $0.count <= limit })
        expectEqual(joined(pieces), data)
    }

    @Test("an empty stream ends at once, and one that cannot be read fails")
    func ends() async throws {
        expect(try await read(ReadAheadBody(InputStreamSource(InputStream(data: Data()))), limit: 10).isEmpty)
        let missing = try #require(InputStream(fileAtPath: "/nowhere/at/all"))
        await #expect(throws: UploadBodyError.streamUnreadable) {
            _ = try await read(ReadAheadBody(InputStreamSource(missing)), limit: 10)
        }
    }

    @Test("it begins anew only if nothing was read")
    func rewinding() async throws {
        let body = ReadAheadBody(InputStreamSource(InputStream(data: Data([1, 2, 3]))))
        try body.rewind()
        try await expectEqual(read(body, limit: 10), [Data([1, 2, 3])])
        #expect(throws: UploadBodyError.streamAlreadyRead) { try body.rewind() }
    }

    /// A stream whose bytes come when a test lets them.
    private final class LateSource: BodySource {
        let isReady = DispatchSemaphore(value: 0)
        let isRepeatable = false

        func read(_ count: Int, at offset: Int64) throws -> Data {
            isReady.wait()
            return offset == 0 ? Data([1, 2, 3]) : Data()
        }
    }

    @Test("it begins anew if it was asked for bytes before there were any")
    func rewindingBeforeBytes() async throws {
        let source = LateSource()
        let body = ReadAheadBody(source)
        guard case .pending = try body.next(limit: 10) else {
            Issue.record("there were bytes")
            return
        }
        try body.rewind()
        source.isReady.signal()
        source.isReady.signal()
        try await expectEqual(read(body, limit: 10), [Data([1, 2, 3])])
    }

    @Test("a file is read piece by piece, and again from its beginning", arguments: [1, 1000, 65_536, 1_000_000])
    func files(_ limit: Int) async throws {
        let folder = try TemporaryFolder()
        let data = PatternBytes.data(limit == 1 ? 100 : 700_001)
        let source = try FileSource(folder.file("a", data))
        expectEqual(source.length, Int64(data.count))
        let body = ReadAheadBody(source)
        for _ in 0..<3 {
            let pieces = try await read(body, limit: limit)
            expect(pieces.allSatisfy { !$0.isEmpty && $0.count <= limit })
            expectEqual(joined(pieces), data)
            try body.rewind()
        }
        // In the middle, while the queue reads.
        for taken in 0..<20 {
            var count = 0
            while count < taken, case .bytes = try body.next(limit: limit) { count += 1 }
            try body.rewind()
        }
        expectEqual(joined(try await read(body, limit: limit)), data)
    }

    @Test("a file that has changed its length fails before its last piece, and is right again when it has the old one")
    func changingFile() async throws {
        let folder = try TemporaryFolder()
        let file = try folder.file("a", Data("six by".utf8))
        let body = ReadAheadBody(try FileSource(file))
        for text in ["six", "six bytes"] {
            expectEqual(truncate(file.path, off_t(text.utf8.count)), 0)
            let failure = UploadBodyError.fileLengthChanged(path: file.path, expected: 6, found: Int64(text.utf8.count))
            await #expect(throws: failure) { _ = try await read(body, limit: 2) }
            expect(body.failure as? UploadBodyError == failure)
            try body.rewind()
            expect(body.failure == nil)
        }
        expectEqual(truncate(file.path, 6), 0)
        expectEqual(joined(try await read(body, limit: 100)).count, 6)
    }

    @Test("a request's own stream is its body, with the length that its field says")
    func ofRequest() throws {
        var request = request("http://a/", "POST")
        request.httpBodyStream = InputStream(data: Data([1]))
        guard case .stream(_, length: nil) = TransportBody.of(request) else {
            Issue.record("no stream of unknown length")
            return
        }
        request.setValue("1", forHTTPHeaderField: "Content-Length")
        guard case .stream(_, length: 1) = TransportBody.of(request) else {
            Issue.record("no stream of one byte")
            return
        }
    }
}
