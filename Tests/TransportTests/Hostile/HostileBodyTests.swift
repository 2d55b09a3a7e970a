#if os(Linux)
import Foundation
import NeatlineHTTP
import NeatlineTesting
import NeatlineTestSupport
import Testing

@Suite("Hostile servers: bodies", .ownThreads, .hangLimit)
struct HostileBodyTests {
    private static func length(_ value: String, _ body: String = "ok") -> String {
        "HTTP/1.1 200 OK\r\nContent-Length: \(value)\r\n\r\n\(body)"
    }

    static let lengths: [HostileAnswer] = [
        .init("a short length", open: length("2", "ok and more"), .whole(200, "ok")),
        .init("a long length", closed: length("10"), .failed(.bodyIncomplete, 200, "ok")),
        .init(
            "a long length and a reset", [.send(length("10")), .delay(0.02), .reset],
            .failed(.bodyIncomplete, 200, "ok")),
        .init("the same length twice", open: length("2\r\nContent-Length: 2"), .whole(200, "ok")),
        .init("two lengths", closed: length("2\r\nContent-Length: 3"), .failed(.invalidResponse, nil, "")),
        .init("a list of lengths", closed: length("2, 3"), .failed(.invalidResponse, nil, "")),
        .init("a list of lengths on two lines", closed: length("2\r\n , 3"), .failed(.invalidResponse, nil, "")),
        .init("two lengths on two lines", closed: length("2\r\n\t3"), .failed(.invalidResponse, nil, "")),
        .init("a length and a line of spaces", open: length("2\r\n \t"), .whole(200, "ok")),
        .init("a negative length", closed: length("-1"), .failed(.invalidResponse, nil, "")),
        .init("a length with a sign", closed: length("+2"), .failed(.invalidResponse, nil, "")),
        .init("no number", closed: length("two"), .failed(.invalidResponse, nil, "")),
        .init("a number and more", closed: length("2x"), .failed(.invalidResponse, nil, "")),
        .init("no length at all", closed: length(""), .failed(.invalidResponse, nil, "")),
        .init("a fraction", closed: length("2.0"), .failed(.invalidResponse, nil, "")),
        .init("hexadecimal", closed: length("0x2"), .failed(.invalidResponse, nil, "")),
        .init("a list of the same lengths", open: length("2, 2"), .whole(200, "ok")),
        .init("zeros before a length", open: length("0002"), .whole(200, "ok")),
        .init("the largest length", closed: length("9223372036854775807"), .failed(.bodyIncomplete, 200, "ok")),
        .init("too large a length", closed: length("9223372036854775808"), .failed(.invalidResponse, nil, "")),
        .init(
            "far too large a length", closed: length(String(repeating: "9", count: 400)),
            .failed(.invalidResponse, nil, "")),
    ]

    private static func chunks(_ text: String) -> String {
        "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n\(text)"
    }

    static let chunked: [HostileAnswer] = [
        .init("chunks", open: chunks("1\r\no\r\n1\r\nk\r\n0\r\n\r\n"), .whole(200, "ok")),
        .init("zeros before a size", open: chunks("00002\r\nok\r\n000\r\n\r\n"), .whole(200, "ok")),
        .init("an extension", open: chunks("2;a=b;c=\"d\"\r\nok\r\n0;e\r\n\r\n"), .whole(200, "ok")),
        .init("spaces behind a size", open: chunks("2  \r\nok\r\n0\r\n\r\n"), .whole(200, "ok")),
        .init("trailers", open: chunks("2\r\nok\r\n0\r\nA: b\r\nC:d\r\n\r\n"), .whole(200, "ok")),
        .init(
            "trailers like framing",
            open: chunks("2\r\nok\r\n0\r\nContent-Length: 90\r\nTransfer-Encoding: gzip\r\n\r\n"), .whole(200, "ok")),
        .init(
            "large trailers", open: chunks("2\r\nok\r\n0\r\n\((0..<2000).map { "X-\($0): y\r\n" }.joined())\r\n"),
            .whole(200, "ok")),
        .init(
            "chunks and a length",
            open: "HTTP/1.1 200 OK\r\nContent-Length: 90\r\nTransfer-Encoding: chunked\r\n\r\n2\r\nok\r\n0\r\n\r\n",
            .whole(200, "ok")),
        .init(
            "a status line for a trailer", open: chunks("2\r\nok\r\n0\r\nHTTP/1.1 500 Bad\r\n\r\n"),
            .failed(.bodyIncomplete, 200, "ok"), orSince8: .failed(.invalidResponse, 200, "ok")),
        .init("a negative size", closed: chunks("-2\r\nok\r\n0\r\n\r\n"), .failed(.bodyIncomplete, 200, "")),
        .init("no number", closed: chunks("two\r\nok\r\n0\r\n\r\n"), .failed(.bodyIncomplete, 200, "")),
        .init("no size", closed: chunks("\r\nok\r\n0\r\n\r\n"), .failed(.bodyIncomplete, 200, "")),
        .init(
            "too large a size", closed: chunks("8000000000000000\r\nok\r\n0\r\n\r\n"), .failed(.bodyIncomplete, 200, "")
        ),
        .init(
            "far too large a size", closed: chunks("\(String(repeating: "f", count: 400))\r\nok\r\n0\r\n\r\n"),
            .failed(.bodyIncomplete, 200, "")),
        .init(
            "a size in hexadecimal form", closed: chunks("0x2\r\nok\r\n0\r\n\r\n"), .failed(.bodyIncomplete, 200, ""),
            orSince8: .failed(.invalidResponse, 200, "")),
        .init(
            "more than the size", closed: chunks("2\r\nok and more\r\n0\r\n\r\n"), .failed(.bodyIncomplete, 200, "ok")),
        .init(
            "less than the size", closed: chunks("f\r\nok\r\n0\r\n\r\n"),
            .failed(.bodyIncomplete, 200, "ok\r\n0\r\n\r\n")),
        .init("no end", closed: chunks("2\r\nok\r\n"), .failed(.bodyIncomplete, 200, "ok")),
        .init("no empty line at the end", closed: chunks("2\r\nok\r\n0\r\n"), .failed(.bodyIncomplete, 200, "ok")),
        .init("a cut trailer", closed: chunks("2\r\nok\r\n0\r\nA: b"), .failed(.bodyIncomplete, 200, "ok")),
        .init("no chunks at all", closed: chunks(""), .failed(.bodyIncomplete, 200, "")),
        .init(
            "endless trailers", [.send(chunks("2\r\nok\r\n0\r\n")), .repeat("A: b\r\n")],
            .failed(.invalidResponse, 200, "ok")),
        .init(
            "an endless trailer", [.send(chunks("2\r\nok\r\n0\r\nA: ")), .repeat("x")],
            .failed(.bodyIncomplete, 200, "ok"), orSince8: .failed(.invalidResponse, 200, "ok")),
        .init("endless zeros", [.send(chunks("")), .repeat("0")], .failed(.bodyIncomplete, 200, "")),
        .init(
            "a space before the colon",
            closed: "HTTP/1.1 200 OK\r\nTransfer-Encoding : chunked\r\n\r\n2\r\nok\r\n0\r\n\r\n",
            .failed(.invalidResponse, nil, "")),
        .init(
            "the coding on a second line",
            closed: "HTTP/1.1 200 OK\r\nTransfer-Encoding:\r\n chunked\r\n\r\n2\r\nok\r\n0\r\n\r\n",
            .failed(.invalidResponse, nil, ""), orSince8: .whole(200, "ok")),
        .init(
            "an unknown transfer coding", closed: "HTTP/1.1 200 OK\r\nTransfer-Encoding: rot13\r\n\r\nok",
            .failed(.cannotDecodeContent, 200, ""), orSince8: .failed(.cannotDecodeContent, nil, "")),
        .init(
            "chunks not at last", closed: "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked, rot13\r\n\r\nok",
            .failed(.bodyIncomplete, 200, ""), orSince8: .failed(.cannotDecodeContent, nil, "")),
    ]

    @Test("Lengths", arguments: lengths)
    func lengthsThatLie(_ answer: HostileAnswer) async throws {
        let outcome = try await HostileServer.outcome(of: answer.steps)
        expect(answer.outcomes.contains(outcome), "\(outcome)")
    }

    @Test("Chunks", arguments: chunked)
    func chunksOfAnyKind(_ answer: HostileAnswer) async throws {
        let outcome = try await HostileServer.outcome(of: answer.steps)
        expect(answer.outcomes.contains(outcome), "\(outcome)")
    }
}
#endif
