#if os(Linux)
import Foundation
import NeatlineHTTP
import NeatlineTesting
import NeatlineTestSupport
import Testing

@Suite("CurlTransport: requests and responses", .ownThreads)
struct CurlTransportTests {
    let transport: CurlTransport
    let server: LoopbackServer

    init() throws {
        transport = try CurlTransport()
        server = try LoopbackServer { request in
            LoopbackResponse(headers: ["X-Method": request.method, "X-Target": request.target], body: request.body)
        }
    }

    private func request(
        _ method: String = "GET", _ path: String = "/", headers: HTTPHeaders = HTTPHeaders(),
        body: TransportBody = .none
    ) -> TransportRequest {
        TransportRequest(url: server.url(path), method: method, headers: headers, body: body)
    }

    @Test("A response's head comes as it was sent, then its body, then one completion")
    func response() async throws {
        server.on(.get, "/a") { _ in
            LoopbackResponse(status: 404, headers: ["X-One": "1", "x-one": "2"], text: "gone")
        }
        let log = await transport.run(request(path: "/a"))
        expect(log.error == nil)
        expectEqual(log.status, 404)
        expectEqual(
            log.headText, "X-One: 1\r\nx-one: 2\r\nContent-Type: text/plain; charset=utf-8\r\nContent-Length: 4\r\n")
        expectEqual(log.text, "gone")
        expect(log.isInOrder)
        expectEqual(log.completionCount, 1)
    }

    private func request(path: String) -> TransportRequest { request("GET", path) }

    @Test(
        "Each method goes with and without a body",
        arguments: ["GET", "POST", "PUT", "PATCH", "DELETE", "OPTIONS", "TRACE", "QUERY", "purge"])
    func methods(method: String) async throws {
        for body in ["", "some bytes"] {
            let log = await transport.run(
                request(method, "/m?q=1", body: body.isEmpty ? .none : .bytes(Data(body.utf8))))
            expect(log.error == nil)
            expect(log.headText.hasPrefix("X-Method: \(method)\r\nX-Target: /m?q=1\r\n"))
            expectEqual(log.text, body)
            let seen = try #require(server.requests.last)
            if !body.isEmpty { expectEqual(seen[header: "Content-Length"], "10") }
            expect(seen[header: "Content-Type"] == nil)
            expect(seen[header: "Expect"] == nil)
            expect(seen[header: "Accept"] == nil)
            expect(seen[header: "User-Agent"] == nil)
        }
    }

    @Test("POST, PUT and PATCH without a body say that its length is 0, other methods say nothing")
    func lengthOfNothing() async throws {
        for method in ["POST", "PUT", "PATCH"] {
            _ = await transport.run(request(method))
            expectEqual(server.requests.last?[header: "Content-Length"], "0")
        }
        for method in ["GET", "DELETE", "OPTIONS", "HEAD"] {
            _ = await transport.run(request(method))
            expect(server.requests.last?[header: "Content-Length"] == nil)
            _ = await transport.run(request(method, body: .bytes(Data())))
            expect(server.requests.last?[header: "Content-Length"] == nil)
        }
    }

    @Test("HEAD ends after the head, whatever length it names, and may have a body itself")
    func head() async throws {
        server.on(HTTPMethod(rawValue: "HEAD"), "/h") { _ in
            .script([.head(200, headers: ["Content-Length": "1000"])])
        }
        let log = await transport.run(request("HEAD", "/h"))
        expect(log.error == nil)
        expectEqual(log.status, 200)
        expectEqual(log.headText, "Content-Length: 1000\r\n")
        let large = [UInt8](repeating: 7, count: 200_000)
        for body in [Data("abc".utf8), Data(large)] {
            let log = await transport.run(request("HEAD", "/h", body: .bytes(body)))
            expect(log.error == nil)
            expectEqual(log.text, "")
            expectEqual(server.requests.last?.method, "HEAD")
            expectEqual(server.requests.last?.body, body)
        }
    }

    @Test("Handles go from any kind of request to any other")
    func handlesAreUsedAgain() async throws {
        let bodies: [TransportBody] = [
            .none, .bytes(Data("x".utf8)), .bytes(Data(count: 100_000)),
            .stream(PieceStream(["a", "bc"]), length: nil),
        ]
        let counts = [0, 1, 100_000, 3]
        for first in 0..<4 {
            for second in 0..<4 {
                for index in [first, second] {
                    if case .stream(let stream, _) = bodies[index] { try stream.rewind() }
                    for method in ["GET", "POST", "HEAD"] where index != 3 || method != "HEAD" {
                        let log = await transport.run(request(method, body: bodies[index]))
                        expect(log.error == nil)
                        if case .stream(let stream, _) = bodies[index] { try stream.rewind() }
                        expectEqual(server.requests.last?.method, method)
                        expectEqual(server.requests.last?.bodyCount, counts[index])
                        if method != "HEAD" { expectEqual(log.bodyCount, counts[index]) }
                    }
                }
            }
        }
    }

    @Test("Header fields are sent as given: empty ones, blank ones, others' defaults")
    func headers() async throws {
        let headers = HTTPHeaders([
            HTTPHeader(name: "X-Empty", value: ""), HTTPHeader(name: "X-Blank", value: " \t"),
            HTTPHeader(name: "Accept", value: "text/css"), HTTPHeader(name: "user-AGENT", value: "me"),
            HTTPHeader(name: "Content-Type", value: "a/b"), HTTPHeader(name: "X-Umlaut", value: "ü;:"),
            HTTPHeader(name: "Host", value: "elsewhere"), HTTPHeader(name: "X!#$%&'*+-.^_`|~9", value: "token"),
        ])
        _ = await transport.run(request("POST", headers: headers, body: .bytes(Data("b".utf8))))
        let lines = try #require(server.requests.last).headerLines
        for line in [
            "X-Empty:", "X-Blank:", "Accept: text/css", "user-AGENT: me", "Content-Type: a/b", "X-Umlaut: ü;:",
            "Host: elsewhere", "X!#$%&'*+-.^_`|~9: token",
        ] {
            expect(lines.contains(line), "\(lines)")
        }
        expectEqual(lines.count, 10, "and Accept-Encoding and Content-Length: \(lines)")
    }

    @Test("Thousands of header fields and 60 KB of one are sent")
    func manyHeaders() async throws {
        var headers = HTTPHeaders()
        for index in 0..<2000 { headers.add(name: "X-\(index)", value: "v\(index)") }
        headers.add(name: "X-Long", value: String(repeating: "l", count: 60_000))
        let log = await transport.run(request(headers: headers))
        expect(log.error == nil)
        let seen = try #require(server.requests.last)
        expectEqual(seen.headerLines.filter { $0.hasPrefix("X-") }.count, 2001)
        expectEqual(seen[header: "X-Long"]?.utf8.count, 60_000)
    }

    private func request(headers: HTTPHeaders) -> TransportRequest { request("GET", "/", headers: headers) }

    @Test("A path and a query are sent as they are written")
    func targets() async throws {
        for target in ["/a/../b/./c", "/%2e%2E/x", "/?", "//two", "/a;b=c?d=%20&e=%E4"] {
            let log = await transport.run(
                TransportRequest(url: try #require(URL(string: "http://127.0.0.1:\(server.port)\(target)"))))
            expect(log.error == nil)
            // libcurl 8 writes the digits of escapes in capitals, of some version at the latest.
            let capital = target.replacingOccurrences(of: "%2e", with: "%2E")
            let targets = SystemLibcurl.isVersion8 ? [target, capital] : [target]
            expect(targets.contains(server.requests.last?.target ?? ""))
        }
        let url = try #require(URL(string: "HTTP://127.0.0.1:\(server.port)?q#part"))
        _ = await transport.run(TransportRequest(url: url))
        expectEqual(server.requests.last?.target, "/?q")
    }

    @Test("A user and a password in the URL are not sent")
    func credentialsInURL() async throws {
        let url = try #require(URL(string: "http://user:p%40ss@127.0.0.1:\(server.port)/x"))
        let log = await transport.run(TransportRequest(url: url))
        expect(log.error == nil)
        expectEqual(server.requests.last?.target, "/x")
        expect(server.requests.last?[header: "Authorization"] == nil)
    }

    @Test("Redirects, cookies and challenges are left to others")
    func decidesNothing() async throws {
        server.on(.get, "/r") { _ in
            LoopbackResponse(
                status: 302, headers: ["Location": "/other", "Set-Cookie": "a=b"], text: "moved")
        }
        server.on(.get, "/c") { _ in
            LoopbackResponse(status: 401, headers: ["WWW-Authenticate": "Basic realm=\"x\""], text: "who?")
        }
        await expectEqual(transport.run(request(path: "/r")).text, "moved")
        let log = await transport.run(request(path: "/c"))
        expectEqual(log.status, 401)
        expectEqual(log.text, "who?")
        expectEqual(server.requests.map(\.target), ["/r", "/c"])
        expect(server.requests.last?[header: "Cookie"] == nil)
    }

    @Test("An address of IPv6 can be asked")
    func ipv6() async throws {
        guard let server = try? LoopbackServer(on: .ipv6, handler: { _ in LoopbackResponse(text: "six") }) else {
            return
        }
        let log = await transport.run(TransportRequest(url: server.url))
        expectEqual(log.text, "six")
        let completion = await log.completion()
        expectEqual(completion.timings.remoteAddress, "::1")
    }

    @Test("A socket in the file system can be asked")
    func unixSocket() async throws {
        let path = FileManager.default.temporaryDirectory.appendingPathComponent("neatline-\(UUID().uuidString)").path
        let server = try LoopbackServer(on: .unixSocket(path: path)) { LoopbackResponse(text: $0.target) }
        var configuration = CurlTransport.Configuration()
        configuration.unixSocketPath = path
        let transport = try CurlTransport(configuration: configuration)
        let url = try #require(URL(string: "http://anything/some?thing"))
        let log = await transport.run(TransportRequest(url: url))
        expect(log.error == nil)
        expectEqual(log.text, "/some?thing")
        expectEqual(server.requestCount, 1)
    }

    @Test("A host whose address is given is not looked up")
    func resolvedHosts() async throws {
        var configuration = CurlTransport.Configuration()
        configuration.resolvedHosts = [
            CurlTransport.ResolvedHost(host: "one.invalid", port: 80, addresses: ["127.0.0.9"]),
            CurlTransport.ResolvedHost(host: "two.invalid", port: server.port, addresses: ["127.0.0.1"]),
        ]
        let transport = try CurlTransport(configuration: configuration)
        let url = try #require(URL(string: "http://two.invalid:\(server.port)/x"))
        let log = await transport.run(TransportRequest(url: url))
        expect(log.error == nil)
        expectEqual(server.requests.last?[header: "Host"], "two.invalid:\(server.port)")
    }

    @Test("A proxy gets the whole URL, and hosts without one do not come by")
    func proxy() async throws {
        var configuration = CurlTransport.Configuration()
        configuration.proxy = .url("http://127.0.0.1:\(server.port)", user: "u", password: "p", except: ["127.0.0.1"])
        let transport = try CurlTransport(configuration: configuration)
        let url = try #require(URL(string: "http://far.invalid/x"))
        let log = await transport.run(TransportRequest(url: url))
        expect(log.error == nil)
        expectEqual(server.requests.last?.target, "http://far.invalid/x")
        expect(await log.completion().timings.isProxyConnection)
        expectEqual(server.requests.last?[header: "Proxy-Authorization"], "Basic dTpw")
        _ = await transport.run(request(path: "/near"))
        expectEqual(server.requests.last?.target, "/near")
        expect(server.requests.last?[header: "Proxy-Authorization"] == nil)
    }

    @Test("A proxy that makes no tunnel, and one that is not there, are said so")
    func proxyFailures() async throws {
        var configuration = CurlTransport.Configuration()
        server.onHead { _ in .status(407) }
        configuration.proxy = .url("http://127.0.0.1:\(server.port)")
        let url = try #require(URL(string: "https://far.invalid/x"))
        let refused = await (try CurlTransport(configuration: configuration)).run(TransportRequest(url: url))
        expectEqual(refused.error?.code, .cannotConnect)
        configuration.proxy = .url("http://proxy.invalid:1")
        let missing = await (try CurlTransport(configuration: configuration)).run(TransportRequest(url: url))
        expectEqual(missing.error?.code, .cannotFindProxy)
    }

    @Test("Hosts that are not there, ports that are closed, and URLs that are none have their errors")
    func unreachable() async throws {
        let closed = try LoopbackServer()
        closed.stop()
        for (text, code) in [
            ("http://host.invalid/", TransportError.Code.cannotFindHost),
            ("http://127.0.0.1:\(closed.port)/", .cannotConnect), ("ftp://127.0.0.1/", .unsupportedURL),
            ("file:///etc/passwd", .unsupportedURL), ("http:/127.0.0.1/", .unsupportedURL),
            ("http:///127.0.0.1/", .unsupportedURL), ("http://:80/", .unsupportedURL),
            ("http://127.0.0.1:99999/", .unsupportedURL), ("path", .unsupportedURL), ("http://u@/", .unsupportedURL),
        ] {
            guard let url = URL(string: text) else { continue }
            let log = await transport.run(TransportRequest(url: url))
            expectEqual(log.error?.code, code, "\(text): \(String(describing: log.error))")
            expect(log.isInOrder)
            expect(log.status == nil)
        }
        let log = await transport.run(TransportRequest(url: try #require(URL(string: "ftp://h/"))))
        expectEqual(
            log.error, TransportError(.unsupportedURL, "Only http and https URLs with a host can be requested."))
    }

    @Test("Every coding is offered and decoded, unless the request wants none", arguments: LoopbackCoding.allCases)
    func contentCodings(coding: LoopbackCoding) async throws {
        let content = Array(String(repeating: "neat lines ", count: 5000).utf8)
        server.on(.get, "/z") { _ in
            LoopbackResponse(headers: ["Content-Encoding": coding.rawValue], body: coding.encode(content))
        }
        let log = await transport.run(request(path: "/z"))
        let offered = try #require(server.requests.last?[header: "Accept-Encoding"])
        expect(offered.contains("gzip") && offered.contains("deflate"))
        guard offered.contains(coding.rawValue) else {
            expectEqual(log.error?.code, .cannotDecodeContent)
            return
        }
        expect(log.error == nil)
        expectEqual(log.body, content)

        var plain = request(path: "/z")
        plain.decodesContent = false
        let raw = await transport.run(plain)
        expectEqual(raw.body, coding.encode(content))
        expect(server.requests.last?[header: "Accept-Encoding"] == nil)

        let identity = await transport.run(
            request("GET", "/z", headers: HTTPHeaders([HTTPHeader(name: "accept-encoding", value: "Identity")])))
        expectEqual(identity.body, coding.encode(content))
        expectEqual(server.requests.last?[header: "Accept-Encoding"], "Identity")

        let own = await transport.run(
            request("GET", "/z", headers: HTTPHeaders([HTTPHeader(name: "Accept-Encoding", value: "gzip;q=0.5")])))
        expectEqual(own.body, content)
        expectEqual(server.requests.last?[header: "Accept-Encoding"], "gzip;q=0.5")
    }
}
#endif
