import Dispatch
import Foundation
import NeatlineHTTP
import NeatlineTesting
import NeatlineTestSupport
import Testing

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

@Suite("Sessions: Digest", .ownThreads, .hangLimit)
struct SessionDigestTests {
    let server: LoopbackServer
    let session = Session(configuration: .af.ephemeral)

    init() throws { server = try LoopbackServer.httpbin() }

    private func ask(
        _ path: String, method: HTTPMethod = .get, password: String? = nil, body: Data? = nil,
        persistence: URLCredential.Persistence = .forSession
    ) async -> (status: Int?, text: String) {
        var urlRequest = URLRequest(url: server.url(path))
        urlRequest.method = method
        urlRequest.httpBody = body
        let request = session.request(urlRequest)
        if let password { request.authenticate(username: "user", password: password, persistence: persistence) }
        let response = await request.serializingData(emptyResponseCodes: Set(200..<600)).response
        return (response.response?.statusCode, String(decoding: response.data ?? Data(), as: UTF8.self))
    }

    /// Serves everything through a gate.
    private func guardAll(_ change: (inout DigestGate.Settings) -> Void) {
        var settings = DigestGate.Settings()
        change(&settings)
        let gate = DigestGate(settings)
        server.onHead(nil)
        server.on(nil, "/*") { gate.answer($0) { _ in LoopbackResponse(text: "welcome") } }
    }

    private func sent(_ index: Int) -> String { server.requests[index][header: "Authorization"] ?? "nothing" }

    @Test(
        "every algorithm with every protection, with a body and without; the next requests say it at once",
        arguments: ["MD5", "SHA-256", "SHA-512-256", "SHA-512"], ["auth", "auth-int", "both", "none"])
    func kinds(algorithm: String, protection: String) async throws {
        for name in [algorithm, algorithm + "-sess"] {
            server.clearRequests()
            let path = "/digest-auth/\(protection)/user/passwd/\(name)"
            await expectEqual(ask(path + "/never?a=1&b=%20", password: "passwd").status, 200)
            expectEqual(server.requests.count, 2)
            await expectEqual(ask(path + "/never", method: .post, body: Data("body".utf8)).status, 200)
            expect(await ask(path + "/never").text.contains("true"))
            expectEqual(server.requests.count, 4)
            // Both are challenged with the same nonce, which the second one's first request sends unasked.
            let count = name == algorithm ? 3 : 7
            expect(protection == "none" || sent(3).contains("nc=0000000\(count)"))
        }
    }

    @Test("a wrong password leaves the second 401, with its body")
    func wrong() async {
        let answer = await ask("/digest-auth/auth/user/passwd", password: "wrong")
        expect(answer.status == 401 && answer.text == "Who is there?")
        expectEqual(server.requests.count, 2)
        await expectEqual(ask("/digest-auth/auth/user/passwd").status, 401)
        expectEqual(server.requests.count, 3)
    }

    @Test("a credential that is not kept serves its request only")
    func unkept() async {
        await expectEqual(ask("/digest-auth/auth/user/passwd", password: "passwd", persistence: .none).status, 200)
        await expectEqual(ask("/digest-auth/auth/user/passwd").status, 401)
    }

    @Test("a nonce that is too old is replaced without asking for anything")
    func stale() async {
        for _ in 0..<5 {
            await expectEqual(ask("/digest-auth/auth/user/passwd/MD5/2", password: "passwd").status, 200)
        }
        // One more for each nonce: after none, two and four.
        expectEqual(server.requests.count, 8)
    }

    @Test("the nonce that the server names next is used")
    func nextNonce() async {
        guardAll {
            $0.givesNextNonce = true
            $0.usesPerNonce = 1
            $0.algorithm = "SHA-256"
        }
        for _ in 0..<3 { await expectEqual(ask("/a", password: "passwd").status, 200) }
        expectEqual(server.requests.count, 4)
        expect(sent(3).contains("nc=00000001"))
    }

    @Test("a server that does not know the password is not believed")
    func dishonest() async {
        let count = TestCounter()
        server.on(nil, "/liar") { request in
            guard request[header: "Authorization"] != nil else {
                let nonce = "n\(count.next())"
                return LoopbackResponse(
                    status: 401, headers: ["WWW-Authenticate": "Digest realm=r, nonce=\(nonce), qop=auth"])
            }
            return LoopbackResponse(
                headers: ["Authentication-Info": #"rspauth="00000000000000000000000000000000", nextnonce="evil""#],
                text: "fine")
        }
        await expectEqual(ask("/liar", password: "p").status, 200)
        await expectEqual(ask("/liar", password: "p").status, 200)
        expectEqual(server.requests.count, 4)
        expect(sent(2) == "nothing" && sent(3).contains(#"nonce="n2""#))
    }

    @Test("names are hashed, encoded or sent as they are", arguments: [false, true], ["user", "Jäsøn", #"a"b\c:"#])
    func names(isHashed: Bool, name: String) async {
        guardAll {
            $0.user = name
            $0.realm = "r"
            $0.isUTF8 = name == "Jäsøn"
            $0.wantsHashedUser = isHashed
        }
        let response = await session.request(server.url("/")).authenticate(username: name, password: "passwd")
            .serializingData().response
        expectEqual(response.response?.statusCode, 200)
    }

    @Test("what goes on in the domain says it at once, what is outside is asked")
    func domain() async {
        guardAll { $0.domain = "/in http://other.example/ /also/" }
        await expectEqual(ask("/in/x", password: "passwd").status, 200)
        await expectEqual(ask("/in").status, 200)
        await expectEqual(ask("/also/y?z").status, 200)
        expectEqual(server.requests.count, 4)
        await expectEqual(ask("/inside").status, 200)
        expectEqual(server.requests.count, 6)
        expectEqual(sent(4), "nothing")
    }

    @Test("many at once have counts of their own")
    func concurrent() async {
        // One that costs little: the server answers one after the other, and the last one waits for all.
        guardAll { $0.algorithm = "MD5-sess" }
        await expectEqual(ask("/", password: "passwd").status, 200)
        await withTaskGroup(of: Int?.self) { group in
            for index in 0..<40 { group.addTask { await ask("/\(index)").status } }
            for await status in group { expectEqual(status, 200) }
        }
        expectEqual(server.requests.count, 42)
    }

    @Test("a redirect within the origin has an answer for its own target; one to another origin carries none")
    func redirects() async throws {
        let other = try LoopbackServer { _ in LoopbackResponse(text: "other") }
        let gate = DigestGate(DigestGate.Settings())
        let elsewhere = other.url("/there").absoluteString
        server.on(nil, "/go/*") { request in
            gate.answer(request) { .redirect(to: $0.path == "/go/near" ? "/go/far" : elsewhere, status: 307) }
        }
        let answer = await ask("/go/near", method: .post, password: "passwd", body: Data("b".utf8))
        expectEqual(answer.text, "other")
        expect(sent(1).contains(#"uri="/go/near""#) && sent(2).contains(#"uri="/go/far""#))
        expectEqual(other.requests.map { $0[header: "Authorization"] }, [nil])
    }

    @Test("a body that is made while it is sent: the body's hash cannot be given, and it cannot be sent again")
    func streams() async throws {
        for (path, status, code) in [("auth-int", 401, nil), ("auth", nil, URLError.requestBodyStreamExhausted)] {
            var request = URLRequest(url: server.url("/digest-auth/\(path)/user/passwd"))
            request.method = .post
            request.httpBodyStream = InputStream(data: Data("stream".utf8))
            let response = await session.request(request).authenticate(username: "user", password: "passwd")
                .serializingData().response
            expectEqual(response.response?.statusCode, status)
            expectEqual((response.error?.underlyingError as? URLError)?.code, code)
        }
        // What is known already goes along at once, so that nothing has to be sent again.
        await expectEqual(ask("/digest-auth/auth/user/passwd", password: "passwd").status, 200)
        var request = URLRequest(url: server.url("/digest-auth/auth/user/passwd"))
        request.method = .post
        request.httpBodyStream = InputStream(data: Data("stream".utf8))
        let response = await session.request(request).serializingData().response
        expectEqual(response.response?.statusCode, 200)
    }

    @Test("one nonce for many: no two requests have the same count, whoever asked first")
    func sharedNonce() async {
        let arrivals = TestGate()
        let first = TestCounter()
        server.onHead(nil)
        server.on(nil, "/shared/*") { request in
            if request[header: "Authorization"] != nil { return LoopbackResponse(text: "fine") }
            // All are asked before one of them has answered.
            if first.next() == 8 { arrivals.open() }
            let head = "HTTP/1.1 401 Unauthorized\r\nContent-Length: 0\r\nWWW-Authenticate: "
            return .script([
                .waitUntil(arrivals), .send(head + "Digest realm=r, nonce=same, qop=auth, algorithm=MD5\r\n\r\n"),
            ])
        }
        let configuration = URLSessionConfiguration.af.ephemeral
        configuration.httpMaximumConnectionsPerHost = 8
        let session = Session(configuration: configuration)
        await withTaskGroup(of: String?.self) { group in
            for index in 0..<8 {
                group.addTask { [server] in
                    await session.request(server.url("/shared/\(index)"))
                        .authenticate(username: "user", password: "passwd").serializingString().response.value
                }
            }
            for await text in group { expectEqual(text, "fine") }
        }
        let fields = server.requests.compactMap { $0[header: "Authorization"] }
        let counts = fields.compactMap { $0.split(separator: "nc=").last?.prefix(8) }
        expectEqual(Set(counts), Set((1...8).map { "0000000\($0)"[...] }))
        expectEqual(counts.count, 8)
    }

    @Test("monitors are told of challenges, answered or not")
    func monitors() async {
        let monitor = ClosureEventMonitor(queue: DispatchQueue(label: "monitor"))
        let told = EventLog<String>()
        monitor.taskDidReceiveChallenge = { _, _, challenge in
            let space = challenge.protectionSpace
            let isDigest = space.authenticationMethod == NSURLAuthenticationMethodHTTPDigest
            let status = (challenge.failureResponse as? HTTPURLResponse)?.statusCode ?? 0
            told.append(
                "\(status) \(space.realm ?? "-") \(isDigest) \(space.port) \(challenge.previousFailureCount)")
        }
        let session = Session(configuration: .af.ephemeral, eventMonitors: [monitor])
        let response = await session.request(server.url("/digest-auth/auth/user/passwd"))
            .authenticate(username: "user", password: "wrong").serializingData().response
        expectEqual(response.response?.statusCode, 401)
        await told.wait(count: 2)
        expectEqual(told.all, (0...1).map { "401 Fake Realm true \(server.port) \($0)" })
    }

    @Test("an end comes to a server that calls each nonce too old")
    func endless() async {
        let count = TestCounter()
        server.on(nil, "/endless") { _ in
            let field = "Digest realm=r, nonce=n\(count.next()), qop=auth, stale=true"
            return LoopbackResponse(status: 401, headers: ["WWW-Authenticate": field], text: "again")
        }
        let answer = await ask("/endless", password: "p")
        expect(answer.status == 401 && answer.text == "again")
        expectEqual(server.requests.count, 6)
    }

    @Test(
        "challenges that nobody can answer leave the 401, with its body",
        arguments: [
            nil, "", ",", "Bearer", "Negotiate YQ==", "NTLM", #"Digest realm="r"#, "Digest realm=r", "Digest nonce=n",
            "Digest realm=r, nonce=n, algorithm=SHA-3", "Digest realm=r, nonce=n, nonce=m",
            "Digest realm=r, nonce=n, qop=x",
            "Digest", "Digest =", "Basic realm=r, realm=r", #"Basic realm=""#, String(repeating: "\"", count: 9_001),
            "Digest " + String(repeating: "a=b, ", count: 10_000), "=" + String(repeating: "=", count: 1_000), "\u{7F}",
        ] as [String?])
    func unanswerable(_ field: String?) async {
        server.on(nil, "/odd") { _ in
            var response = LoopbackResponse(status: 401, text: "no")
            if let field { response.addHeader("WWW-Authenticate", field) }
            return response
        }
        let answer = await ask("/odd", password: "p")
        expect(answer.status == 401 && answer.text == "no")
        expectEqual(server.requests.count, 1)
    }

    @Test("of several challenges the strongest is answered, and one that cannot be read keeps none from it")
    func strongest() async {
        server.on(nil, "/many") { request in
            if let field = request[header: "Authorization"] { return LoopbackResponse(text: field) }
            var response = LoopbackResponse(status: 401)
            response.addHeader("WWW-Authenticate", #"Basic realm="b", Digest realm="a, nonce="#)
            response.addHeader("WWW-Authenticate", "Negotiate, Digest realm=d, nonce=n, algorithm=SHA-256, qop=auth")
            response.addHeader("WWW-Authenticate", "Digest realm=e, nonce=n, algorithm=MD5, qop=auth")
            return response
        }
        let answer = await ask("/many", password: "p")
        expect(answer.text.contains(#"realm="d""#) && answer.text.contains("algorithm=SHA-256"))
    }
}

/// Counts from 1.
final class TestCounter: @unchecked Sendable {
    private let lock = NSLock()
    private var count = 0

    func next() -> Int {
        lock.withLock {
            count += 1
            return count
        }
    }
}
