import Foundation
import NeatlineTestSupport
import Testing

@testable import NeatlineHTTP

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

@Suite("Bodies from input streams", .ownThreads)
struct InputStreamBodyTests {
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

    @Test("all bytes come, in pieces up to the limit", arguments: [1, 7, 65_536, 1_000_000])
    func reading(_ limit: Int) async throws {
        let data = Data((0..<(limit == 1 ? 100 : 200_000)).map { UInt8(truncatingIfNeeded: $0 &* 31) })
        let pieces = try await read(InputStreamBody(InputStream(data: data)), limit: limit)
        #expect(pieces.allSatisfy { !$0.isEmpty && $0.count <= limit })
        #expect(Data(pieces.joined()) == data)
    }

    @Test("an empty stream ends at once, and one that cannot be read fails")
    func ends() async throws {
        #expect(try await read(InputStreamBody(InputStream(data: Data())), limit: 10).isEmpty)
        let missing = try #require(InputStream(fileAtPath: "/nowhere/at/all"))
        await #expect(throws: InputStreamBody.Failure.unreadable) {
            _ = try await read(InputStreamBody(missing), limit: 10)
        }
    }

    @Test("it begins anew only if nothing was read")
    func rewinding() async throws {
        let body = InputStreamBody(InputStream(data: Data([1, 2, 3])))
        try body.rewind()
        #expect(try await read(body, limit: 10) == [Data([1, 2, 3])])
        #expect(throws: InputStreamBody.Failure.alreadyRead) { try body.rewind() }
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
