import Foundation
import NeatlineTestSupport
import Testing

@testable import NeatlineHTTP

@Suite("Octets of field values", .ownThreads)
struct FieldOctetsTests {
    /// All strings of one and of two octets that a value may have.
    static let short: [[UInt8]] = {
        let octets = [UInt8](0x21...0x7E) + Array(0x80...0xFF)
        return octets.map { [$0] } + octets.flatMap { first in octets.map { [first, $0] } }
    }()

    @Test("What is read of any two octets is sent as these, and other octets are other text")
    func law() {
        var texts: Set<[Unicode.Scalar]> = []
        for octets in Self.short {
            let lines = HeaderLines(Array("X: ".utf8) + octets + Array("\r\n".utf8))
            let text = lines.all("x").first ?? ""
            expectEqual(text.octets, octets)
            texts.insert(Array(text.unicodeScalars))
        }
        expectEqual(texts.count, Self.short.count)
    }

    @Test("Whatever the octets are: text and back, alone and joined")
    func random() {
        var generator = SeededGenerator(seed: 5987)
        let pieces: [[UInt8]] =
            ["a", "é", "日", "\u{10FE80}", "\u{10FEFF}", "\u{10FE7F}", "\u{10FF00}", "👍"].map { Array($0.utf8) }
            + [[0x80], [0xE9], [0xF4], [0xF4, 0x8F], [0xC3], [0xFF]]
        func octets() -> [UInt8] {
            (0..<Int.random(in: 0...5, using: &generator)).flatMap { _ in pieces.randomElement(using: &generator) ?? []
            }
        }
        for _ in 0..<TestScale.rounds(20_000) {
            let (first, second) = (octets(), octets())
            expectEqual(String(octets: first).octets, first)
            expectEqual(
                (String(octets: first) + "; " + String(octets: second)).octets, first + Array("; ".utf8) + second)
            expectEqual(String(octets: first).readable, String(validating: first, as: UTF8.self) ?? latin1(first))
        }
    }

    private func latin1(_ octets: [UInt8]) -> String {
        String(String.UnicodeScalarView(octets.map { Unicode.Scalar($0) }))
    }

    @Test("A cookie of any two octets is sent back as it came")
    func cookies() throws {
        let url = try #require(URL(string: "http://example.org/"))
        for octets in Self.short where !octets.contains(UInt8(ascii: ";")) && !octets.contains(UInt8(ascii: "=")) {
            let lines = HeaderLines(
                Array("Set-Cookie: n".utf8) + octets + Array("=v".utf8) + octets + Array("\r\n".utf8))
            let jar = CookieJar()
            jar.set(lines.all("set-cookie"), from: url)
            expectEqual(jar.header(for: url)?.octets, Array("n".utf8) + octets + Array("=v".utf8) + octets)
        }
    }

    @Test("Cookies whose names look alike are two, if their octets differ")
    func lookalikes() throws {
        let url = try #require(URL(string: "http://example.org/"))
        let jar = CookieJar()
        jar.set(["é=1", "e\u{301}=2", "é=3"], from: url)
        expectEqual(jar.header(for: url).map { Array($0.utf8) }, Array("é=3; e\u{301}=2".utf8))
    }

    #if os(Linux)
    @Test("A request's field of any two octets is written as these")
    func written() throws {
        let url = try #require(URL(string: "http://example.org/"))
        for octets in Self.short {
            let request = try CurlRequest(
                TransportRequest(
                    url: url, headers: HTTPHeaders(distinct: [HTTPHeader(name: "X", value: String(octets: octets))])))
            let line = try #require(request.layout.headers?.pointee.text)
            let written = UnsafeBufferPointer(start: line, count: strlen(line)).map { UInt8(bitPattern: $0) }
            expectEqual(written, Array("X: ".utf8) + octets)
        }
    }
    #endif

    @Test(
        "Texts that programs give are sent as UTF-8",
        arguments: ["é", "日本", "👍", "\u{F8FF}", "\u{10FFFD}", "\u{100000}"])
    func texts(text: String) {
        expectEqual(text.octets, Array(text.utf8))
        expectEqual(text.readable, text)
    }
}
