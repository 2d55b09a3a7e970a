#if os(Linux)
import Foundation
import NeatlineHTTP
import NeatlineTesting
import NeatlineTestSupport
import Testing

@Suite("Hostile servers: content codings", .ownThreads, .hangLimit)
struct HostileCodingTests {
    private static func response(_ coding: String, _ body: [UInt8]) -> [LoopbackStep] {
        [.send("HTTP/1.1 200 OK\r\nContent-Encoding: \(coding)\r\nContent-Length: \(body.count)\r\n\r\n"), .send(body)]
    }

    private static func isDecoded(_ coding: LoopbackCoding) -> Bool {
        coding != .zstandard || SystemLibcurl.decodesZstandard
    }

    @Test("Every coding is decoded, at any size", arguments: LoopbackCoding.allCases, [0, 1, 5, 70_000, 300_000])
    func whole(_ coding: LoopbackCoding, _ count: Int) async throws {
        let text = String((0..<count).map { Character(Unicode.Scalar(UInt8(97 + $0 % 26))) })
        let coded = coding.encode(text.utf8)
        let outcome = try await HostileServer.outcome(of: Self.response(coding.name, coded))
        // What cannot be decoded comes as it is.
        expectEqual(outcome, .whole(200, Self.isDecoded(coding) ? text : String(decoding: coded, as: UTF8.self)))
    }

    /// RFC 9659 allows a window of 8 MiB, whatever the size of the body.
    @Test("A body of Zstandard may be larger than the largest window")
    func largeZstandard() async throws {
        let text = String(repeating: "a", count: 9 << 20)
        let coded = LoopbackCoding.zstandard.encode(text.utf8)
        let outcome = try await HostileServer.outcome(of: Self.response("zstd", coded))
        let isWhole = outcome == .whole(200, Self.isDecoded(.zstandard) ? text : String(decoding: coded, as: UTF8.self))
        expect(isWhole)
    }

    @Test("Several codings are decoded one after the other")
    func several() async throws {
        let body = LoopbackCoding.deflate.encode(LoopbackCoding.gzip.encode("hello".utf8))
        try await expectEqual(HostileServer.outcome(of: Self.response("gzip, deflate", body)), .whole(200, "hello"))
        try await expectEqual(
            HostileServer.outcome(
                of: Self.response("gzip\r\nContent-Encoding: deflate", body)), .whole(200, "hello"))
        try await expectEqual(
            HostileServer.outcome(of: Self.response("identity", Array("hello".utf8))), .whole(200, "hello"))
        try await expectEqual(
            HostileServer.outcome(of: Self.response("x-gzip", LoopbackCoding.gzip.encode("hello".utf8))),
            .whole(200, "hello"))
    }

    @Test(
        "What cannot be decoded fails",
        arguments: [
            ("gzip", "hello"), ("deflate", "hello there"), ("br", "\u{7F}hello"), ("gzip, br", "\u{7F}hello"),
            ("zstd", "hello"),
        ])
    func broken(_ coding: String, _ body: String) async throws {
        let outcome = try await HostileServer.outcome(of: Self.response(coding, Array(body.utf8)))
        let isKnown = coding != "zstd" || SystemLibcurl.decodesZstandard
        expectEqual(outcome, isKnown ? .failed(.cannotDecodeContent, 200, "") : .whole(200, body))
    }

    @Test("What has a coding that is not known comes as it is", arguments: ["rot13", "gzip, rot13", "rot13, gzip"])
    func unknown(_ coding: String) async throws {
        let outcome = try await HostileServer.outcome(of: Self.response(coding, Array("hello".utf8)))
        expectEqual(outcome, .whole(200, "hello"))
    }

    @Test("Nothing is decoded where that was not asked for", arguments: ["rot13", "gzip", "br, gzip"])
    func undecoded(_ coding: String) async throws {
        let outcome = try await HostileServer.outcome(of: Self.response(coding, Array("hello".utf8)), decodes: false)
        expectEqual(outcome, .whole(200, "hello"))
    }

    @Test("A damaged sum is found")
    func damaged() async throws {
        for coding in [LoopbackCoding.gzip, .deflate] {
            var body = coding.encode("hello".utf8)
            body[body.count - (coding == .gzip ? 5 : 1)] ^= 1
            let outcome = try await HostileServer.outcome(of: Self.response(coding.name, body))
            expectEqual(outcome, .failed(.cannotDecodeContent, 200, "hello"), "\(coding)")
        }
    }

    @Test("A list of codings that has no end is refused before the body")
    func layers() async throws {
        let coding = repeatElement("gzip", count: 10).joined(separator: ", ")
        try await expectEqual(
            HostileServer.outcome(of: Self.response(coding, Array("hello".utf8))),
            .failed(.cannotDecodeContent, nil, ""))
    }

    @Test(
        "A coded body that ends too soon fails after what was in it, wherever it is cut",
        arguments: LoopbackCoding.allCases)
    func truncated(_ coding: LoopbackCoding) async throws {
        let coded = coding.encode("hello".utf8)
        let hostile = try HostileServer()
        hostile.server.on(.get, "/cut/:count") { request in
            let part = coded.prefix(Int(request.parameters["count"] ?? "") ?? 0)
            return LoopbackResponse(headers: ["Content-Encoding": coding.name], body: part)
        }
        await expectEqual(hostile.ask("/cut/0"), .whole(200, ""))
        for count in 1..<coded.count {
            switch await hostile.ask("/cut/\(count)") {
            case .failed(.cannotDecodeContent, 200, let body): expect("hello".hasPrefix(body))
            case let other: Issue.record("\(other) after \(count) of \(coded.count) bytes")
            }
        }
    }

    @Test("A transport may be told to take a coded body that ends too soon", arguments: LoopbackCoding.allCases)
    func allowedTruncation(_ coding: LoopbackCoding) async throws {
        var configuration = CurlTransport.Configuration()
        configuration.allowsTruncatedContent = true
        let transport = try CurlTransport(configuration: configuration)
        let coded = coding.encode("hello".utf8)
        let server = try LoopbackServer { _ in
            LoopbackResponse(headers: ["Content-Encoding": coding.name], body: coded.dropLast())
        }
        let log = await transport.run(TransportRequest(url: server.url("/")))
        expect(log.error == nil)
        expect("hello".hasPrefix(log.text))
    }

    @Test("A part of a coded body need not have its end")
    func part() async throws {
        let coded = LoopbackCoding.gzip.encode("hello".utf8)
        let server = try LoopbackServer { _ in
            LoopbackResponse(status: 206, headers: ["Content-Encoding": "gzip"], body: coded.dropLast())
        }
        let log = try await CurlTransport().run(TransportRequest(url: server.url("/")))
        expect(log.error == nil)
        expectEqual(log.text, "hello")
    }

    @Test("gzip may have several members, and padding behind them")
    func members() async throws {
        let body = LoopbackCoding.gzip.encode("hel".utf8) + LoopbackCoding.gzip.encode("lo".utf8)
        try await expectEqual(HostileServer.outcome(of: Self.response("gzip", body)), .whole(200, "hello"))
        try await expectEqual(HostileServer.outcome(of: Self.response("gzip", body + [0, 0, 0])), .whole(200, "hello"))
        try await expectEqual(
            HostileServer.outcome(of: Self.response("gzip", body.dropLast())),
            .failed(.cannotDecodeContent, 200, "hello"))
    }

    @Test(
        "Padding of gzip ends the body, wherever it is cut",
        arguments: [[0, 0x1F, 0, 0x1F], [0, 0] + LoopbackCoding.gzip.encode("more".utf8)] as [[UInt8]])
    func padding(_ padding: [UInt8]) async throws {
        let body = LoopbackCoding.gzip.encode("hello".utf8)
        let hostile = try HostileServer()
        hostile.server.on(.get, "/cut/:count") { request in
            let count = Int(request.parameters["count"] ?? "") ?? 0
            let pieces = [body, Array(padding[..<count]), Array(padding[count...])]
            return LoopbackResponse(headers: ["Content-Encoding": "gzip"], chunks: pieces)
        }
        for count in 1..<padding.count { await expectEqual(hostile.ask("/cut/\(count)"), .whole(200, "hello")) }
    }

    @Test("deflate may come without its wrapper, whatever the pieces it comes in")
    func withoutWrapper() async throws {
        let coded = LoopbackCoding.deflate.encode("hello".utf8)
        for body in [coded, Array(coded.dropFirst(2).dropLast(4))] {
            let head = "HTTP/1.1 200 OK\r\nContent-Encoding: deflate\r\nContent-Length: \(body.count)\r\n\r\n"
            try await expectEqual(
                HostileServer.outcome(of: [.send(head), .trickle(body, delay: 0.001)]), .whole(200, "hello")
            )
        }
    }

    @Test("A coded body whose connection is cut fails", arguments: LoopbackCoding.allCases)
    func cut(_ coding: LoopbackCoding) async throws {
        let coded = coding.encode("hello".utf8)
        let head = "HTTP/1.1 200 OK\r\nContent-Encoding: \(coding.name)\r\nContent-Length: \(coded.count)\r\n\r\n"
        for count in 0..<coded.count {
            switch try await HostileServer.outcome(of: [.send(head), .send(coded.prefix(count)), .close]) {
            case .failed(.bodyIncomplete, 200, let body): expect("hello".hasPrefix(body))
            case .failed(.cannotDecodeContent, 200, "") where !Self.isDecoded(coding): break
            case let other: Issue.record("\(other) after \(count) of \(coded.count) bytes")
            }
        }
    }
}
#endif
