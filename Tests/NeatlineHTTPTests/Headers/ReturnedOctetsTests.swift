#if os(Linux)
import Foundation
import NeatlineTestSupport
import NeatlineTesting
import Testing

@testable import NeatlineHTTP

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

/// What a server has sent comes back to it octet for octet, whether it is UTF-8 or not.
@Suite("Octets that go back to the server", .ownThreads, .hangLimit)
struct ReturnedOctetsTests {
    /// ISO 8859-1, UTF-8, both, a cut sequence, one that is too long, a surrogate, and the scalars that stand for octets.
    static let values: [[UInt8]] = [
        [0xE9], Array("é".utf8), [0xC3, 0xA9, 0xE9], [0xC3], [0xC0, 0x80], [0xED, 0xA0, 0x80], [0x80, 0xFF],
        Array("\u{10FEE9}".utf8), Array("\u{10FFFD}e\u{301}".utf8), Array("plain".utf8),
    ]

    /// Returns the steps of an answer with these header lines and an empty body.
    private static func answer(_ lines: [[UInt8]], status: String = "200 OK", body: String = "") -> LoopbackResponse {
        var head = Array("HTTP/1.1 \(status)\r\nContent-Length: \(body.utf8.count)\r\n".utf8)
        for line in lines { head += line + Array("\r\n".utf8) }
        return .script([.send(head + Array("\r\n\(body)".utf8))])
    }

    private static func line(_ start: String, _ value: [UInt8], _ end: String = "") -> [UInt8] {
        Array(start.utf8) + value + Array(end.utf8)
    }

    @Test("Cookies: every octet, in names and values, beside attributes of any octets")
    func cookies() async throws {
        let octets = (0x80...0xFF).map { [UInt8($0)] } + Self.values
        let server = try LoopbackServer { request in
            guard request.path == "/set" else { return LoopbackResponse() }
            return Self.answer(
                octets.enumerated().map { index, value in
                    Self.line("Set-Cookie: \(index)", value + Array("=".utf8) + value, "; Path=/; X=") + [0xE9]
                })
        }
        let session = Session(configuration: .af.ephemeral)
        for path in ["/set", "/get"] { _ = await session.request(server.url(path)).serializingData().response }
        let pairs = octets.enumerated().map { index, value in Self.line("\(index)", value + Array("=".utf8) + value) }
        expectEqual(server.requests.last?.octets(ofHeader: "Cookie"), Array(pairs.joined(separator: Array("; ".utf8))))
    }

    @Test("A cookie is replaced and removed by its octets, whatever else is in the field")
    func sameCookie() async throws {
        let server = try LoopbackServer { request in
            switch request.path {
            case "/set": Self.answer([Self.line("Set-Cookie: ", Array("é=1; Path=/".utf8))])
            case "/replace": Self.answer([Self.line("Set-Cookie: ", Array("é=2; Path=/; X=".utf8), "") + [0xE9]])
            default: LoopbackResponse()
            }
        }
        let session = Session(configuration: .af.ephemeral)
        for path in ["/set", "/replace", "/get"] {
            _ = await session.request(server.url(path)).serializingData().response
        }
        expectEqual(server.requests.last?.octets(ofHeader: "Cookie"), Array("é=2".utf8))
    }

    @Test("The cache: entity tags, also of a response that was confirmed", arguments: values)
    func entityTags(_ value: [UInt8]) async throws {
        let tag = Self.line("\"", value, "\"")
        let server = try LoopbackServer { request in
            let isKnown = request.octets(ofHeader: "If-None-Match") == tag
            // A tab within: such a value is written anew where the stored fields are.
            let lines = [Self.line("ETag: ", tag), Self.line("X-Tab: ", value + [0x09], "x")]
            return Self.answer(
                lines + [Array("Cache-Control: no-cache".utf8)], status: isKnown ? "304 Not Modified" : "200 OK",
                body: isKnown ? "" : "body")
        }
        let configuration = URLSessionConfiguration.af.ephemeral
        configuration.urlCache = HTTPCache(memoryCapacity: 1 << 20)
        let session = Session(configuration: configuration)
        for number in 1...3 {
            let response = await session.request(server.url("/")).serializingData().response
            expectEqual(response.data, Data("body".utf8))
            expectEqual(server.requests.last?.octets(ofHeader: "If-None-Match"), number == 1 ? nil : tag)
        }
        expectEqual(server.requests.count, 3)
    }

    @Test("Resume data: entity tags", arguments: values)
    func ranges(_ value: [UInt8]) async throws {
        let tag = Self.line("\"", value, "\"")
        let server = try LoopbackServer { request in
            if request.octets(ofHeader: "If-Range") == tag {
                return Self.answer(
                    [Self.line("ETag: ", tag), Array("Content-Range: bytes 3-5/6".utf8)],
                    status: "206 Partial Content", body: "def")
            }
            let head = Self.line("HTTP/1.1 200 OK\r\nContent-Length: 6\r\nETag: ", tag, "\r\n\r\nabc")
            return .script([.send(head), .close])
        }
        let session = Session(configuration: .af.ephemeral)
        let cut = await session.download(server.url("/")).serializingData().response
        let data = try #require(cut.resumeData)
        let whole = await session.download(resumingWith: data).serializingData().response
        expectEqual(whole.value, Data("abcdef".utf8))
        expectEqual(server.requests.last?.octets(ofHeader: "If-Range"), tag)
    }

    @Test("Digest: realm, nonce and opaque, in the field and in the hash", arguments: values)
    func digest(_ value: [UInt8]) async throws {
        let server = try LoopbackServer { request in
            guard let field = request.octets(ofHeader: "Authorization") else {
                let challenge = Self.line("WWW-Authenticate: Digest realm=\"r", value, "\", nonce=\"n") + value
                return Self.answer(
                    [challenge + Self.line("\", opaque=\"o", value, "\", algorithm=MD5")], status: "401 Unauthorized")
            }
            func hash(_ octets: [UInt8]) -> [UInt8] {
                octets.withUnsafeBytes { Array((DigestAlgorithm("MD5")?.hash($0) ?? "").utf8) }
            }
            let secret = hash(Self.line("user:r", value, ":passwd"))
            let response = hash(secret + Self.line(":n", value, ":") + hash(Array("GET:/".utf8)))
            let wanted = ["realm=\"r", "nonce=\"n", "opaque=\"o"].map { Self.line($0, value, "\"") }
            let isRight = (wanted + [Self.line("response=\"", response, "\"")]).allSatisfy {
                field.firstRange(of: $0) != nil
            }
            return Self.answer([], status: isRight ? "200 OK" : "403 Forbidden")
        }
        let session = Session(configuration: .af.ephemeral)
        let response = await session.request(server.url("/"))
            .authenticate(username: "user", password: "passwd").serializingData(emptyResponseCodes: [200]).response
        expectEqual(response.response?.statusCode, 200)
    }

    /// Control characters, which a server may send, and no field of a request may have.
    private static let controls: [[UInt8]] = [[0x01], [0x61, 0x1F, 0x62], [0x7F]]

    @Test("The cache: a response whose entity tag cannot be sent is asked for anew", arguments: controls)
    func unsendableTags(_ value: [UInt8]) async throws {
        let server = try LoopbackServer { _ in
            Self.answer([Self.line("ETag: \"", value, "\""), Array("Cache-Control: no-cache".utf8)], body: "body")
        }
        let configuration = URLSessionConfiguration.af.ephemeral
        configuration.urlCache = HTTPCache(memoryCapacity: 1 << 20)
        let session = Session(configuration: configuration)
        for _ in 1...2 {
            try await expectEqual(session.request(server.url("/")).serializingString().value, "body")
            expect(server.requests.last?.octets(ofHeader: "If-None-Match") == nil)
        }
    }

    @Test("Digest: what cannot be repeated is not answered", arguments: ["realm", "nonce", "opaque"], controls)
    func unsendableChallenges(name: String, _ value: [UInt8]) async throws {
        let server = try LoopbackServer { _ in
            let parameters = ["realm", "nonce", "opaque"].map { other in
                Self.line(other + "=\"", other == name ? value : Array("x".utf8), "\"")
            }
            let challenge = Array("WWW-Authenticate: Digest ".utf8) + Array(parameters.joined(separator: [0x2C, 0x20]))
            return Self.answer([challenge], status: "401 Unauthorized", body: "no")
        }
        let session = Session(configuration: .af.ephemeral)
        let response = await session.request(server.url("/"))
            .authenticate(username: "user", password: "passwd").serializingString().response
        expect(response.response?.statusCode == 401 && response.value == "no")
        expectEqual(server.requestCount, 1)
    }

    @Test("Digest: a next nonce that cannot be sent is not used", arguments: controls)
    func unsendableNonces(_ value: [UInt8]) async throws {
        let server = try LoopbackServer { request in
            guard request[header: "Authorization"] != nil else {
                let challenge = Array("WWW-Authenticate: Digest realm=\"r\", nonce=\"n\", qop=\"auth\"".utf8)
                return Self.answer([challenge], status: "401 Unauthorized")
            }
            return Self.answer([Self.line("Authentication-Info: nextnonce=\"", value, "\"")], body: "yes")
        }
        let session = Session(configuration: .af.ephemeral)
        for count in 1...2 {
            let response = await session.request(server.url("/"))
                .authenticate(username: "user", password: "passwd", persistence: .forSession).serializingString()
                .response
            expectEqual(response.value, "yes")
            expectEqual(server.requests.last?[header: "Authorization"]?.contains("nc=0000000\(count)"), true)
        }
    }

    @Test("Location: paths and queries", arguments: values)
    func locations(_ value: [UInt8]) async throws {
        let server = try LoopbackServer { request in
            guard request.path == "/" else { return LoopbackResponse() }
            return Self.answer([Self.line("Location: /x", value + [0x3F], "q") + value], status: "302 Found")
        }
        let session = Session(configuration: .af.ephemeral)
        _ = await session.request(server.url("/")).serializingData().response
        let encoded = value.map { $0 < 0x80 ? String(UnicodeScalar($0)) : "%" + String($0, radix: 16, uppercase: true) }
            .joined()
        expectEqual(server.requests.last?.target, "/x\(encoded)?q\(encoded)")
    }

    @Test("What programs read is text: UTF-8, or else ISO 8859-1")
    func texts() async throws {
        let server = try LoopbackServer { _ in
            Self.answer([Self.line("X-Name: caf", [0xE9]), Self.line("X-Name: ", Array("thé".utf8))])
        }
        let session = Session(configuration: .af.ephemeral)
        let response = await session.request(server.url("/"))
            .serializingData(emptyResponseCodes: [200]).response
        expectEqual(response.headerValues("X-Name"), ["café", "thé"])
        expectEqual(response.response?.value(forHTTPHeaderField: "X-Name"), "café, thé")
    }
}
#endif
