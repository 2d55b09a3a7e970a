import Foundation
import NeatlineHTTP
import NeatlineTestSupport
import NeatlineTesting
import Testing

/// Bodies lie in memory that is used again, and nobody can tell.
@Suite("The memory of bodies", .ownThreads, .hangLimit)
struct BodyMemoryTests {
    /// Bytes that differ from offset to offset, and with the seed.
    private static func bytes(_ count: Int, seed: Int) -> Data {
        PatternBytes.data(count, startingAt: seed)
    }

    @Test("Bodies of every size are whole, and stay so while later ones come")
    func sizes() async throws {
        let sizes = [0, 1, 8192, 8193, 16384, 16385, 65536, 65537, 300_000, 1 << 20, 1 << 20 + 1, 2_500_000]
        let server = try LoopbackServer()
        for (number, size) in sizes.enumerated() {
            for seed in 0..<3 {
                server.on(.get, "/\(number)/\(seed)") { _ in
                    LoopbackResponse(body: Self.bytes(size, seed: seed))
                }
            }
        }
        let session = Session()
        var kept: [(number: Int, seed: Int, body: Data)] = []
        for seed in 0..<3 {
            for number in sizes.indices {
                let request = session.request(server.url("/\(number)/\(seed)"))
                let body = try await request.serializingData(emptyResponseCodes: [200]).value
                kept.append((number, seed, body))
            }
            // Some go, and their memory with them.
            if seed == 1 { kept.removeAll { $0.seed == 0 } }
        }
        for (number, seed, body) in kept {
            expectEqual(body, Self.bytes(sizes[number], seed: seed), "\(sizes[number]) bytes, \(seed)")
        }
    }

    @Test("Of a body that is cut, each handler gets what has come")
    func cut() async throws {
        let bytes = Self.bytes(50_000, seed: 1)
        let server = try LoopbackServer { _ in
            .script([.head(200, headers: ["Content-Length": "100000"]), .send(bytes), .close])
        }
        let session = Session()
        let request = session.request(server.url)
        for _ in 0..<2 {
            let response = await request.serializingData().response
            expect(response.error != nil)
            expectEqual(response.data, bytes)
        }
    }

    @Test("What is seen of a body while it comes does not change afterwards")
    func early() async throws {
        let transport = ScriptedTransport()
        let session = Session(transport: transport)
        let request = session.request("http://a.b/")
        let task = request.serializingData()
        task.resume()
        try #require(await eventually { !transport.hops.isEmpty })
        let hop = transport.hops[0]
        let text = String(decoding: Self.bytes(60_000, seed: 2).map { $0 & 0x3F | 0x20 }, as: UTF8.self)
        hop.head(200, "Content-Length: 60000")
        hop.body(String(text.prefix(20_000)))
        let first = try #require(request.data)
        hop.body(String(text.dropFirst(20_000)))
        var whole = try #require(request.data)
        hop.complete()
        let body = try await task.value
        expectEqual(first, Data(text.utf8.prefix(20_000)))
        expect(whole == body && body == Data(text.utf8))
        whole[0] = 0
        whole.append(1)
        expect(whole.count == 60_001 && body == Data(text.utf8))
    }

    @Test("A body is longer than was said when it was decoded", arguments: [10_000, 30_000, 40_000, 200_000])
    func longer(count: Int) async throws {
        let piece = String(repeating: "0123456789", count: 1_000)
        let transport = ScriptedTransport { hop in
            hop.head(200, "Content-Encoding: gzip", "Content-Length: 20000")
            for _ in 0..<count / 10_000 { hop.body(piece) }
            hop.complete()
        }
        let session = Session(transport: transport)
        let response = await session.request("http://a.b/").serializingString().response
        expectEqual(response.value, String(repeating: piece, count: count / 10_000))
    }
}
