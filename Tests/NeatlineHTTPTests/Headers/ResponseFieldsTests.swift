import Foundation
import NeatlineTestSupport
import Testing

@testable import NeatlineHTTP

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

@Suite("The fields of a response's head", .ownThreads) struct ResponseFieldsTests {
    private func head(_ lines: String) -> TransportResponseHead {
        TransportResponseHead(status: 200, lines: Array(lines.utf8))
    }

    @Test("Fields keep their order; those of one name are joined")
    func fields() {
        let head = head("Server: x\r\nVary: A\r\nDate: now\r\nvary: B\r\nVARY:C\r\n")
        expectEqual(head.headers.description, "Server: x\nVary: A, B, C\nDate: now")
        expectEqual(head.values(for: "VaRy"), ["A", "B", "C"])
        expectEqual(head.value(for: "vary"), "A, B, C")
        expect(head.value(for: "var") == nil && head.values(for: "") == [])
    }

    @Test("Cookies can be read line by line")
    func cookies() {
        let head = head("Set-Cookie: a=1; Expires=Wed, 09 Jun 2027 10:18:14 GMT\r\nSet-Cookie: b=2\r\n")
        expectEqual(head.values(for: "set-cookie"), ["a=1; Expires=Wed, 09 Jun 2027 10:18:14 GMT", "b=2"])
    }

    @Test(
        "What servers write otherwise than they should is understood",
        arguments: [
            ("A:1\r\nB:2\r\n", "A: 1\nB: 2"),
            ("A: 1\nB: 2\n", "A: 1\nB: 2"),
            ("A: 1\r\nB: 2", "A: 1\nB: 2"),
            ("A \t:\t 1 \t\r\n", "A: 1"),
            ("A:\r\nB: \r\n", "A: \nB: "),
            ("A: 1\r\n  2\r\n\t 3\r\nB: 4\r\n", "A: 1 2 3\nB: 4"),
            ("A:\r\n 1\r\n", "A: 1"),
            ("A: 1 \t\r\n \t\r\n 2\r\n", "A: 1 2"),
            ("A: 1:2: 3\r\n", "A: 1:2: 3"),
            (" folded without a field\r\nA: 1\r\n", "A: 1"),
            ("no colon\r\n\r\n: no name\r\n \t: nor here\r\nA: 1\r\n", "A: 1"),
            ("A: 1\r2\r\nB: a\u{0}b\r\n", "A: 1 2\nB: a b"),
            ("A B: 1\r\nÄ: 2\r\nC\u{1}: 3\r\nD: 4\r\n", "D: 4"),
            ("A: x\ty\r\n", "A: x\ty"),
            ("A: Größe\r\n", "A: Größe"),
            ("", ""), ("\r\n", ""), ("\n\n\n", ""), ("\r", ""), (":", ""), (" ", ""),
        ])
    func tolerance(lines: String, expected: String) {
        expectEqual(head(lines).headers.description, expected)
    }

    @Test("Bytes that are not UTF-8 are Latin-1")
    func latin1() {
        let head = TransportResponseHead(status: 200, lines: Array("A: Gr".utf8) + [0xF6, 0xDF] + Array("e\r\n".utf8))
        expectEqual(head.value(for: "a"), "Größe")
    }

    @Test("No line break or zero gets into a text, whatever the bytes are")
    func random() {
        var generator = SeededGenerator(seed: 41)
        let alphabet = Array("aB:; \t\r\n\r\n\n,=\0".utf8) + [0xC3, 0xB6, 0xFF]
        for _ in 0..<TestScale.rounds(20_000) {
            let bytes = (0..<Int.random(in: 0...40, using: &generator)).map { _ in
                alphabet[Int.random(in: 0..<alphabet.count, using: &generator)]
            }
            let head = TransportResponseHead(status: 200, lines: bytes)
            let headers = head.headers
            for header in headers {
                expect(!header.name.isEmpty)
                expect(!(header.name + header.value).utf8.contains { $0 == 10 || $0 == 13 || $0 == 0 }, "\(bytes)")
                expectEqual(head.value(for: header.name), header.value, "\(bytes)")
            }
            expectEqual(Set(headers.map { $0.name.lowercased() }).count, headers.count, "\(bytes)")
        }
    }

    @Test("A hundred thousand fields are read in one go, and joined where they repeat")
    func many() {
        var lines: [UInt8] = []
        for number in 0..<100_000 { lines += Array("X-\(number): \(number)\r\n".utf8) }
        for number in 0..<100 { lines += Array("x-\(number): again\n".utf8) }
        let headers = TransportResponseHead(status: 200, lines: lines).headers
        expectEqual(headers.count, 100_000)
        expectEqual(headers[7].description, "X-7: 7, again")
        expectEqual(headers[60].description, "X-60: 60, again")
        expectEqual(headers[99_999].description, "X-99999: 99999")
    }

    @Test(
        "The length is a number, once or always the same",
        arguments: [
            ("Content-Length: 5\r\n", 5), ("content-length:0\n", 0), ("Content-Length: 5\r\nContent-Length: 5\r\n", 5),
            ("Content-Length: 5, 5 ,5\r\n", 5), ("Content-Length: 9223372036854775807\r\n", Int64.max),
            ("Content-Length: 9223372036854775808\r\n", nil), ("Content-Length: -1\r\n", nil),
            ("Content-Length: +1\r\n", nil), ("Content-Length: 5\r\nContent-Length: 6\r\n", nil),
            ("Content-Length: 5,\r\n", nil), ("Content-Length: 0x5\r\n", nil), ("Content-Length: ٣\r\n", nil),
            ("Content-Length:\r\n", nil), ("", nil), ("Content-Length: 1 2\r\n", nil),
        ] as [(String, Int64?)])
    func contentLength(lines: String, length: Int64?) {
        expectEqual(head(lines).contentLength, length)
    }

    @Test("The HTTPURLResponse has all of it, and is made once")
    func response() throws {
        let url = try #require(URL(string: "http://example.org/a"))
        let lines = "Content-Type: text/html; charset=UTF-8\r\nX-A: 1\r\nx-a: 2\r\nContent-Length: 5\r\n"
        let head = ResponseHead(url: url, head: TransportResponseHead(status: 404, lines: Array(lines.utf8)))
        let response = try #require(head.response)
        expect(response.statusCode == 404 && response.url == url)
        expectEqual(response.value(forHTTPHeaderField: "x-a"), "1, 2")
        expect(response.mimeType == "text/html" && response.expectedContentLength == 5)
        expect(response === head.response)
    }

    @Test("Making an HTTPURLResponse survives any head", arguments: 0..<8)
    func hostileResponse(seed: UInt64) throws {
        let url = try #require(URL(string: "http://example.org/a"))
        var generator = SeededGenerator(seed: seed)
        let names = ["Content-Type", "Content-Disposition", "Content-Length", "Content-Encoding", "X"]
        let alphabet =
            Array("text/html; charset=\"filename*=UTF-8''%41%; \\\t,0123\r\n a:".utf8) + [0, 0xFF, 0xC3, 0xB6]
        for _ in 0..<TestScale.rounds(2_000) {
            var lines: [UInt8] = []
            for name in names {
                lines += Array("\(name): ".utf8)
                lines += (0..<Int.random(in: 0...60, using: &generator)).map { _ in
                    alphabet[Int.random(in: 0..<alphabet.count, using: &generator)]
                }
                lines += Array("\r\n".utf8)
            }
            let status = Int.random(in: 0...999, using: &generator)
            let head = ResponseHead(
                url: url, head: TransportResponseHead(status: status, version: .http2, lines: lines))
            let response = try #require(head.response)
            expectEqual(response.statusCode, status)
            _ = (response.mimeType, response.suggestedFilename, response.textEncodingName, response.headers.description)
        }
    }
}
