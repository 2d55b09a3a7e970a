import Foundation
import NeatlineTesting
import NeatlineTestSupport
import Testing

@testable import NeatlineHTTP

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

@Suite("Sessions: stored credentials", .ownThreads, .hangLimit)
struct SessionCredentialTests {
    let server: LoopbackServer
    let configuration = URLSessionConfiguration.af.ephemeral
    let session: Session

    init() throws {
        server = try LoopbackServer.httpbin()
        session = Session(configuration: configuration)
    }

    private func status(
        _ path: String, user: String? = nil, password: String = "secret", headers: HTTPHeaders? = nil,
        persistence: URLCredential.Persistence = .forSession
    ) async -> Int? {
        let request = session.request(server.url(path), headers: headers)
        if let user { request.authenticate(username: user, password: password, persistence: persistence) }
        return await request.serializingData().response.response?.statusCode
    }

    private func space(
        realm: String = "Fake Realm", method: String? = NSURLAuthenticationMethodHTTPBasic, port: Int? = nil,
        protocol name: String = NSURLProtectionSpaceHTTP
    ) -> URLProtectionSpace {
        URLProtectionSpace(
            host: "127.0.0.1", port: port ?? Int(server.port), protocol: name, realm: realm,
            authenticationMethod: method)
    }

    private func store(_ user: String, for space: URLProtectionSpace, isDefault: Bool = true) throws {
        let storage = try #require(configuration.urlCredentialStorage)
        let credential = URLCredential(user: user, password: "secret", persistence: .forSession)
        if isDefault {
            storage.setDefaultCredential(credential, for: space)
        } else {
            storage.set(credential, for: space)
        }
    }

    private var sent: [String?] { server.requests.map { $0[header: "Authorization"] } }

    @Test("what the storage has for the space answers requests that bring nothing", arguments: [true, false])
    func stored(isDefault: Bool) async throws {
        try store("ada", for: space(), isDefault: isDefault)
        await expectEqual(status("/basic-auth/ada/secret"), 200)
        await expectEqual(status("/basic-auth/ada/secret"), 200)
        expectEqual(sent.map { $0 != nil }, [false, true, true])
    }

    @Test("a session that sends no password by Basic to http URLs answers Digest only, and sends what was set by hand")
    func basicUnencrypted() async throws {
        let careful = Session(configuration: configuration, sendsBasicUnencrypted: false)
        func status(_ url: URL, headers: HTTPHeaders? = nil, user: String? = "ada") async -> Int? {
            let request = careful.request(url, headers: headers)
            if let user { request.authenticate(username: user, password: "secret") }
            return await request.serializingData().response.response?.statusCode
        }
        let basic = server.url("/basic-auth/ada/secret")
        await expectEqual(status(basic), 401)
        let text = basic.absoluteString.replacing("http://", with: "http://ada:secret@")
        await expectEqual(status(try #require(URL(string: text)), user: nil), 401)
        expect(sent.allSatisfy { $0 == nil })
        await expectEqual(status(server.url("/digest-auth/auth/ada/secret")), 200)
        let byHand = HTTPHeaders([.authorization(username: "ada", password: "secret")])
        await expectEqual(status(basic, headers: byHand, user: nil), 200)
    }

    @Test(
        "a user name with a colon, where Basic's password would begin, is refused before it is sent", arguments: 1...3)
    func colons(source: Int) async throws {
        let basic = server.url("/basic-auth/a:b/secret")
        var request = URLRequest(url: basic)
        if source == 1 {
            let text = basic.absoluteString.replacing("http://", with: "http://a%3Ab:secret@")
            request.url = URL(string: text)
        }
        if source == 2 { try store("a:b", for: space()) }
        let asking = session.request(request)
        if source == 3 { asking.authenticate(username: "a:b", password: "secret") }
        let response = await asking.serializingData().response
        let error = try #require(response.error)
        let cause = (error.underlyingError as? URLError)?.userInfo[NSUnderlyingErrorKey] as? TransportError
        expectEqual(cause?.code, .invalidRequest, "\(error)")
        expect(error.fullDescription.contains("colon") && !error.fullDescription.contains("secret"))
        expect(sent.allSatisfy { $0 == nil })
        // Digest has fields of their own for them.
        let digest = server.url("/digest-auth/auth/a:b/secret")
        let answer = await session.request(digest).authenticate(username: "a:b", password: "secret")
            .serializingData().response
        expectEqual(answer.response?.statusCode, 200)
    }

    @Test("spaces of any scheme, and protocols by their names")
    func wide() async throws {
        try store("ada", for: space(method: nil, protocol: "http"))
        await expectEqual(status("/basic-auth/ada/secret"), 200)
        await expectEqual(status("/digest-auth/auth/ada/secret/SHA-256"), 200)
    }

    @Test("what is stored for the very scheme comes first")
    func exact() async throws {
        try store("eve", for: space(method: nil))
        try store("ada", for: space(method: NSURLAuthenticationMethodHTTPDigest), isDefault: false)
        await expectEqual(status("/digest-auth/auth/ada/secret"), 200)
        await expectEqual(status("/basic-auth/eve/secret"), 200)
    }

    @Test("another realm, port, protocol or scheme is another space")
    func others() async throws {
        try store("ada", for: space(realm: "Other"))
        try store("ada", for: space(port: 1))
        try store("ada", for: space(protocol: NSURLProtectionSpaceHTTPS))
        try store("ada", for: space(method: NSURLAuthenticationMethodHTTPDigest))
        await expectEqual(status("/basic-auth/ada/secret"), 401)
        await expectEqual(status("/digest-auth/auth/ada/secret"), 200)
    }

    @Test("of several none is taken unless one is the default")
    func several() async throws {
        try store("ada", for: space(), isDefault: false)
        let storage = try #require(configuration.urlCredentialStorage)
        let known = try #require(storage.allCredentials.keys.first)
        try store("bob", for: known, isDefault: false)
        await expectEqual(status("/basic-auth/bob/secret"), 401)
        try store("bob", for: known)
        await expectEqual(status("/basic-auth/bob/secret"), 200)
    }

    @Test("a credential that a server took is stored, unless it is not to be", arguments: [false, true])
    func kept(isPermanent: Bool) async throws {
        let storage = try #require(configuration.urlCredentialStorage)
        await expectEqual(status("/basic-auth/ada/secret", user: "ada", password: "wrong"), 401)
        await expectEqual(status("/basic-auth/ada/secret", user: "ada", persistence: .none), 200)
        expect(storage.allCredentials.isEmpty)
        await expectEqual(
            status("/basic-auth/ada/secret", user: "ada", persistence: isPermanent ? .permanent : .forSession), 200)
        expectEqual(storage.allCredentials.values.flatMap(\.keys), ["ada"])
        await expectEqual(status("/basic-auth/ada/secret"), 200)
        // Another session with the same storage knows it, too.
        let other = Session(configuration: configuration)
        let response = await other.request(server.url("/basic-auth/ada/secret")).serializingData().response
        expectEqual(response.response?.statusCode, 200)
        // What is removed is not said any more.
        for (space, credentials) in storage.allCredentials {
            for credential in credentials.values { storage.remove(credential, for: space) }
        }
        await expectEqual(status("/basic-auth/ada/secret"), 401)
    }

    @Test("a credential serves its own request only, unless it is to be stored", arguments: [true, false])
    func ownRequest(isOlderForm: Bool) async throws {
        let url = server.url("/basic-auth/ada/secret")
        let request = session.request(url)
        if isOlderForm {
            request.authenticate(user: "ada", password: "secret")
        } else {
            request.authenticate(username: "ada", password: "secret")
        }
        await expectEqual(request.serializingData().response.response?.statusCode, 200)
        expectEqual(configuration.urlCredentialStorage?.allCredentials.isEmpty, true)
        await expectEqual(status("/basic-auth/ada/secret"), 401)
        let other = Session(configuration: configuration)
        await expectEqual(other.request(url).serializingData().response.response?.statusCode, 401)
    }

    @Test("what a request brings comes before what is stored, and a wrong one is not helped out")
    func own() async throws {
        try store("ada", for: space())
        await expectEqual(status("/basic-auth/bob/secret", user: "bob"), 200)
        await expectEqual(status("/basic-auth/ada/secret", user: "bob"), 401)
        await expectEqual(status("/basic-auth/ada/secret"), 200)
    }

    @Test("a field set by hand stays, and is not answered for with what is stored")
    func byHand() async throws {
        try store("ada", for: space())
        await expectEqual(status("/basic-auth/ada/secret"), 200)
        await expectEqual(status("/basic-auth/ada/secret", headers: [.authorization(bearerToken: "t")]), 401)
        expectEqual(sent.last, "Bearer t")
        expectEqual(server.requestCount, 3)
    }

    @Test("without a storage nothing is kept for others")
    func noStorage() async throws {
        let configuration = URLSessionConfiguration.af.ephemeral
        configuration.urlCredentialStorage = nil
        let session = Session(configuration: configuration)
        let url = server.url("/digest-auth/auth/ada/secret")
        for expected in [2, 3] {
            let response = await session.request(url)
                .authenticate(username: "ada", password: "secret", persistence: .forSession).serializingData()
                .response
            expectEqual(response.response?.statusCode, 200)
            expectEqual(server.requestCount, expected)
        }
        await expectEqual(session.request(url).serializingData().response.response?.statusCode, 401)
    }

    @Test("Basic is said at once for all below the folder that asked, and nowhere else")
    func folders() async throws {
        let basic = HTTPHeader.authorization(username: "ada", password: "secret").value
        server.on(nil, "/*") { request in
            if request[header: "Authorization"] == basic { return LoopbackResponse(text: "in") }
            return LoopbackResponse(status: 401, headers: ["WWW-Authenticate": "Basic realm=r"])
        }
        await expectEqual(status("/a/b", user: "ada"), 200)
        await expectEqual(status("/a/c/d?e"), 200)
        await expectEqual(status("/a/"), 200)
        expectEqual(server.requestCount, 4)
        await expectEqual(status("/b"), 200)
        expect(sent[4] == nil && server.requestCount == 6)
        await expectEqual(status("/c"), 200)
        expectEqual(server.requestCount, 7)
    }

    @Test("a password that is changed on the server is asked for again")
    func changed() async throws {
        let password = TestCounter()
        let current = { @Sendable in "secret\(password.next() < 4 ? "" : "2")" }
        server.on(nil, "/changing") { request in
            let right = HTTPHeader.authorization(username: "ada", password: current()).value
            if request[header: "Authorization"] == right { return LoopbackResponse(text: "in") }
            return LoopbackResponse(status: 401, headers: ["WWW-Authenticate": "Basic realm=r"])
        }
        await expectEqual(status("/changing", user: "ada"), 200)
        await expectEqual(status("/changing"), 200)
        await expectEqual(status("/changing"), 401)
        await expectEqual(status("/changing", user: "ada", password: "secret2"), 200)
        await expectEqual(status("/changing"), 200)
    }

    @Test("a name and a password in the URL answer Digest, too, and go at once when it is known")
    func inURL() async throws {
        let url = "http://ada:se%63ret@127.0.0.1:\(server.port)/digest-auth/auth/ada/secret/SHA-256"
        for _ in 0..<2 {
            let response = await session.request(url).serializingData().response
            expectEqual(response.response?.statusCode, 200)
        }
        expectEqual(sent.map { $0?.prefix(6) }, ["Basic ", "Digest", "Digest"])
        await expectEqual(status("/digest-auth/auth/ada/secret/SHA-256"), 401)
        let wrong = "http://ada:wrong@127.0.0.1:\(server.port)/basic-auth/ada/secret"
        server.clearRequests()
        await expectEqual(session.request(wrong).serializingData().response.response?.statusCode, 401)
        expectEqual(server.requests.count, 1)
    }

    @Test("a hidden server takes what is said without being asked")
    func hidden() async throws {
        let right: HTTPHeaders = [.authorization(username: "ada", password: "secret")]
        await expectEqual(status("/hidden-basic-auth/ada/secret", headers: right), 200)
        await expectEqual(status("/hidden-basic-auth/ada/secret", user: "ada"), 404)
        await expectEqual(status("/basic-auth/ada/secret", user: "ada", headers: [.authorization("Bearer x")]), 200)
    }
}
