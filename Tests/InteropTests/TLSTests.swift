#if os(Linux)
import Foundation
import NeatlineHTTP
import NeatlineTestSupport
import Testing

@Suite("TLS with nginx", .enabled(if: Servers.areStarted, Servers.comment))
struct TLSTests {
    let servers: Servers

    init() throws { servers = try #require(Servers.started) }

    private func session(
        _ change: (inout CurlTransport.Configuration) -> Void = { _ in }
    ) throws -> Session {
        try Session.curl {
            $0.tls.authorities = .file(servers.certificate("authority.pem"))
            change(&$0)
        }
    }

    private func code(of response: AFDataResponse<Data>) throws -> TransportError.Code? {
        let error = try #require(response.error?.underlyingError as? URLError)
        return (error.userInfo[NSUnderlyingErrorKey] as? TransportError)?.code
    }

    @Test("Its own authority is trusted, and HTTP/2 is spoken")
    func authority() async throws {
        let response = try await session().request("\(servers.secure)/hello.json").serializingData().response
        expectEqual(response.value, Data(#"{"hello":"world"}"#.utf8))
        expectEqual(response.metrics?.transactionMetrics.first?.networkProtocolName, "h2")
    }

    @Test("Its own authority is trusted when it is given as text")
    func authorityAsText() async throws {
        let pem = try Data(contentsOf: URL(fileURLWithPath: servers.certificate("authority.pem")))
        let session = try session { $0.tls.authorities = .pem(pem) }
        let response = await session.request("\(servers.secure)/hello.json").serializingData().response
        expectEqual(response.value?.count, 17)
    }

    @Test("One session speaks the version that each request asks for, over connections of their own")
    func versions() async throws {
        let session = try session()
        let versions: [(HTTPVersion?, String)] = [
            (nil, "h2"), (.http1_1, "http/1.1"), (.http2PriorKnowledge, "h2"), (.automatic, "h2"),
            (.http1_1, "http/1.1"),
        ]
        for (version, name) in versions {
            let request = session.request("\(servers.secure)/hello.json")
            if let version { request.httpVersion(version) }
            let response = await request.serializingData().response
            expectEqual(response.value?.count, 17)
            expectEqual(response.metrics?.transactionMetrics.first?.networkProtocolName, name)
        }
    }

    @Test("HTTP/1.1 is spoken where nothing else is wanted")
    func http1() async throws {
        let session = try session { $0.httpVersion = .http1_1 }
        let response = await session.request("\(servers.secure)/hello.json").serializingData().response
        expectEqual(response.metrics?.transactionMetrics.first?.networkProtocolName, "http/1.1")
    }

    @Test(
        "Requests that nginx does not take when a connection has had enough of them are sent again",
        arguments: ["GET", "POST"])
    func refusedStreams(_ method: String) async throws {
        let session = try session()
        let url = "\(servers.secure)/hello.json"
        _ = try await session.request(url).serializingData().value
        // After 1,000 requests, `keepalive_requests`, it sends GOAWAY, and looks at no other stream.
        let errors = await withTaskGroup(of: [String].self) { group in
            for _ in 0..<100 {
                group.addTask {
                    var errors: [String] = []
                    for _ in 0..<40 {
                        let response = await session.request(url, method: HTTPMethod(rawValue: method))
                            .serializingData()
                            .response
                        let status = response.response?.statusCode
                        if status != (method == "GET" ? 200 : 405) {
                            errors.append(response.error?.errorDescription ?? "\(status ?? 0)")
                        }
                    }
                    return errors
                }
            }
            return await group.reduce(into: []) { $0 += $1 }
        }
        expectEqual(errors, [])
    }

    /// RFC 9113, section 8.1: nginx answers, and then wants no more of the body.
    @Test(
        "Requests that nginx answers before it has read their bodies get the answer",
        arguments: [1_000, 60_000, 300_000])
    func earlyResponses(_ count: Int) async throws {
        // It may lose the body of an answer whose head was told, and says so.
        let losesBodies = try CurlTransport().libraryVersion.hasPrefix("7.")
        let session = try session()
        let url = "\(servers.secure)/hello.json"
        _ = try await session.request(url).serializingData().value
        let body = Data(repeating: 0x61, count: count)
        let errors = await withTaskGroup(of: [String].self) { group in
            for _ in 0..<50 {
                group.addTask {
                    var errors: [String] = []
                    for _ in 0..<40 {
                        let response = await session.upload(body, to: url, method: .put).serializingData().response
                        let status = response.response?.statusCode
                        let underlying = (response.error?.underlyingError as? URLError)?
                            .userInfo[NSUnderlyingErrorKey]
                        let isKnownLoss =
                            losesBodies && status == 405 && (underlying as? TransportError)?.code == .bodyIncomplete
                        if status != 405 || response.error != nil, !isKnownLoss {
                            errors.append("\(status ?? 0): \(response.error?.errorDescription ?? "")")
                        }
                    }
                    return errors
                }
            }
            return await group.reduce(into: []) { $0 += $1 }
        }
        expectEqual(errors, [])
    }

    @Test(
        "A request that may not be sent twice goes out on a connection that is open, not on one that nginx has ended",
        .serialized, .timeLimit(.minutes(2)),
        arguments: [CurlTransport.HTTPVersion.http1_1, .automatic])
    func endedConnections(_ version: CurlTransport.HTTPVersion) async throws {
        let session = try session { $0.httpVersion = version }
        let url = "\(servers.brief)/hello.json"
        let port = try #require(URL(string: url)?.port)
        _ = try await session.request(url).serializingData().value
        while !hasEndedConnection(to: port) { try await Task.sleep(for: .milliseconds(20)) }
        let response = await session.request(url, method: .post).serializingData().response
        expect(response.error == nil)
        expectEqual(response.response?.statusCode, 405)
    }

    /// Whether this process has a connection to a port that the other end has closed, and this one not.
    private func hasEndedConnection(to port: Int) -> Bool {
        // Foundation reads the beginning of such a file only, whose length the system does not say.
        guard let table = fopen("/proc/self/net/tcp", "r") else { return false }
        defer { fclose(table) }
        let remote = ":" + String(format: "%04X", port)
        var line = [CChar](repeating: 0, count: 512)
        while fgets(&line, Int32(line.count), table) != nil {
            let fields = String(decoding: line.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)), as: UTF8.self)
                .split(separator: " ")
            // CLOSE_WAIT
            if fields.count > 3, fields[2].hasSuffix(remote), fields[3] == "08" { return true }
        }
        return false
    }

    @Test("Many requests at once share one connection of HTTP/2")
    func multiplexing() async throws {
        let session = try session()
        let url = "\(servers.secure)/bytes.bin"
        // The first one makes the connection.
        _ = try await session.request(url).serializingData().value
        let reused = try await withThrowingTaskGroup(of: Bool.self) { group in
            for _ in 0..<20 {
                group.addTask {
                    let response = await session.request(url).serializingData().response
                    expectEqual(response.value?.count, 1_000_000)
                    return try #require(response.metrics?.transactionMetrics.first).isReusedConnection
                }
            }
            return try await group.reduce(into: []) { $0.append($1) }
        }
        expect(reused.allSatisfy { $0 })
    }

    @Test("A certificate by an unknown authority is refused, with an error that says so")
    func unknownAuthority() async throws {
        let response = try await Session.curl().request("\(servers.secure)/hello.json").serializingData().response
        try expectEqual(code(of: response), .certificateUntrusted)
        expectEqual((response.error?.underlyingError as? URLError)?.code, .serverCertificateUntrusted)
        let stranger = try session { $0.tls.authorities = .file(servers.certificate("stranger.pem")) }
        let other = await stranger.request("\(servers.secure)/hello.json").serializingData().response
        try expectEqual(code(of: other), .certificateUntrusted)
    }

    @Test("A certificate for another host is refused")
    func otherHost() async throws {
        let port = try #require(URL(string: servers.secure)?.port)
        let session = try session {
            $0.resolvedHosts = [.init(host: "elsewhere.test", port: port, addresses: ["127.0.0.1"])]
        }
        let response = await session.request("https://elsewhere.test:\(port)/hello.json").serializingData().response
        try expectEqual(code(of: response), .certificateUntrusted)
    }

    @Test("Without checks any certificate will do")
    func noChecks() async throws {
        let session = try Session.curl { $0.tls.verifiesCertificates = false }
        let response = await session.request("\(servers.secure)/hello.json").serializingData().response
        expectEqual(response.value?.count, 17)
    }

    @Test("A pinned key is accepted, another one refused")
    func pinning() async throws {
        let good = try session { $0.tls.pinnedKeys = [servers.pinnedKey] }
        let response = await good.request("\(servers.secure)/hello.json").serializingData().response
        expectEqual(response.value?.count, 17)
        let bad = try session { $0.tls.pinnedKeys = [Data(repeating: 7, count: 32).base64EncodedString()] }
        let refused = await bad.request("\(servers.secure)/hello.json").serializingData().response
        try expectEqual(code(of: refused), .certificateUntrusted)
    }

    @Test("A server that asks for a client's certificate gets it")
    func clientCertificate() async throws {
        let session = try session {
            $0.tls.identity = .files(
                certificate: servers.certificate("client.pem"), key: servers.certificate("client.key"))
        }
        let response = await session.request("\(servers.mutual)/hello.json").serializingData().response
        expectEqual(response.value, Data(#"{"hello":"world"}"#.utf8))
    }

    @Test("Without a client's certificate nginx answers 400")
    func noClientCertificate() async throws {
        let response = try await session().request("\(servers.mutual)/hello.json").serializingData().response
        expectEqual(response.response?.statusCode, 400)
    }

    @Test("A TLS handshake with a server that speaks plain HTTP fails with an error of its own")
    func plainServer() async throws {
        let url = servers.plain.replacingOccurrences(of: "http://", with: "https://")
        let response = try await session().request("\(url)/hello.json").serializingData().response
        try expectEqual(code(of: response), .secureConnectionFailed)
    }
}
#endif
