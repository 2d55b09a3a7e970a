#if os(Linux)
import Foundation
import NeatlineTestSupport
import Testing

/// The scenario that the benchmarks' `http-soak` runs for longer, and over HTTP/2, too.
@Suite("Soak", .ownThreads, .serialized, .hangLimit)
struct SoakTests {
    @Test("Thousands of requests of all kinds, with faults and cancels from several threads, end once each")
    func everything() async throws {
        let folder = try TemporaryFolder()
        let server = try SoakServer()
        var soak: Soak? = try Soak(server, folder: folder.url)
        let count = 5_000
        try await #require(soak).send(0..<count, seed: 1)
        await soak?.finish()
        let result = try #require(soak).result
        expectEqual(result.faults, [])
        expectEqual(result.count, count)
        // So that it shows something: each way to end was taken.
        expect(result.whole > 0 && result.failed > 0 && result.cancelled > 0)
        soak = nil
        try await FaultyServer.waitUntilAllAreClosed(server.origin)
    }
}
#endif
