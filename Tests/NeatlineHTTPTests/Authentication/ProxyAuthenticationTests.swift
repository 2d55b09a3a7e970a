#if os(Linux)
import Foundation
import NeatlineHTTP
import NeatlineTesting
import NeatlineTestSupport
import Testing

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

@Suite("Sessions: proxies that ask", .ownThreads, .hangLimit)
struct ProxyAuthenticationTests {
    let proxy: LoopbackServer

    init() throws {
        var settings = DigestGate.Settings()
        settings.isProxy = true
        settings.algorithm = "SHA-256"
        let gate = DigestGate(settings)
        proxy = try LoopbackServer { request in
            gate.answer(request) { LoopbackResponse(text: "\($0.method) \($0.target)") }
        }
    }

    private func session(
        user: String? = "user", password: String? = "passwd", except: [String] = [],
        storage: URLCredentialStorage? = nil
    ) throws -> Session {
        var configuration = CurlTransport.Configuration()
        configuration.proxy = .url("http://127.0.0.1:\(proxy.port)", user: user, password: password, except: except)
        return Session(configuration: .af.ephemeral, transport: try CurlTransport(configuration: configuration))
    }

    private func ask(_ session: Session, _ url: String, password: String? = nil) async -> (status: Int?, text: String) {
        let request = session.request(url)
        if let password { request.authenticate(username: "user", password: password, persistence: .forSession) }
        let response = await request.serializingData(emptyResponseCodes: Set(200..<600)).response
        return (response.response?.statusCode, String(decoding: response.data ?? Data(), as: UTF8.self))
    }

    private var sent: [String] { proxy.requests.map { String(($0[header: "Proxy-Authorization"] ?? "-").prefix(6)) } }

    @Test("Digest is answered, and said at once from then on, with one field for it")
    func digest() async throws {
        let session = try session()
        let first = await ask(session, "http://far.invalid/a?b")
        expect(first.status == 200 && first.text == "GET http://far.invalid/a?b")
        await expectEqual(ask(session, "http://farther.invalid/").text, "GET http://farther.invalid/")
        expectEqual(sent, ["Basic ", "Digest", "Digest"])
        expect(
            proxy.requests.allSatisfy { $0.headers.filter { $0.name.lowercased() == "proxy-authorization" }.count == 1 }
        )
    }

    @Test("a wrong password leaves the second 407, with its body once")
    func wrong() async throws {
        let answer = await ask(try session(password: "wrong"), "http://far.invalid/")
        expect(answer.status == 407 && answer.text == "Who is there?")
        expectEqual(proxy.requestCount, 2)
    }

    @Test("without a name for it the 407 stands, and what is meant for the server is not said to the proxy")
    func unknown() async throws {
        let answer = await ask(try session(user: nil, password: nil), "http://far.invalid/", password: "passwd")
        expect(answer.status == 407 && answer.text == "Who is there?")
        expectEqual(sent, ["-"])
        expect(proxy.requests.first?[header: "Authorization"] == nil)
    }

    @Test("a server that plays a proxy is told nothing")
    func pretender() async throws {
        let server = try LoopbackServer { _ in
            let field = "Digest realm=r, nonce=n, qop=auth"
            return LoopbackResponse(status: 407, headers: ["Proxy-Authenticate": field], text: "give")
        }
        let session = try session(except: ["127.0.0.1"])
        await expectEqual(ask(session, "http://far.invalid/").status, 200)
        let answer = await ask(session, server.url("/").absoluteString)
        expect(answer.status == 407 && answer.text == "give")
        expectEqual(server.requests.map { $0[header: "Proxy-Authorization"] }, [nil])
    }

    @Test("a proxy and a server behind it both ask")
    func both() async throws {
        var settings = DigestGate.Settings()
        let server = DigestGate(settings)
        settings.isProxy = true
        settings.password = "other"
        let gate = DigestGate(settings)
        let proxy = try LoopbackServer { request in
            gate.answer(request) { server.answer($0) { _ in LoopbackResponse(text: "in") } }
        }
        var configuration = CurlTransport.Configuration()
        configuration.proxy = .url("http://user:other@127.0.0.1:\(proxy.port)")
        let session = Session(
            configuration: .af.ephemeral, transport: try CurlTransport(configuration: configuration))
        await expectEqual(ask(session, "http://far.invalid/", password: "passwd").text, "in")
        expectEqual(proxy.requestCount, 3)
        await expectEqual(ask(session, "http://far.invalid/next").text, "in")
        expectEqual(proxy.requestCount, 4)
    }

    @Test("a tunnel is opened with Digest, and its refusal is told")
    func tunnel() async throws {
        var settings = DigestGate.Settings()
        settings.isProxy = true
        let gate = DigestGate(settings)
        let proxy = try LoopbackServer { request in
            gate.answer(request) { $0.method == "CONNECT" ? .status(502) : LoopbackResponse(text: "plain") }
        }
        var configuration = CurlTransport.Configuration()
        configuration.proxy = .url("http://127.0.0.1:\(proxy.port)", user: "user", password: "passwd")
        let session = Session(
            configuration: .af.ephemeral, transport: try CurlTransport(configuration: configuration))
        let response = await session.request("https://far.invalid/").serializingData().response
        expectEqual((response.error?.underlyingError as? URLError)?.code, .cannotConnectToHost)
        expectEqual(proxy.requests.map(\.method), ["CONNECT", "CONNECT"])
        expectEqual(proxy.requests.last?[header: "Proxy-Authorization"]?.hasPrefix("Digest "), true)
        expect(proxy.requests.allSatisfy { $0[header: "Authorization"] == nil })
        // What libcurl learned for tunnels must not get into other requests.
        let plain = await ask(session, "http://far.invalid/")
        expect(plain.status == 200 && plain.text == "plain")
    }

    @Test("a configuration's dictionary names proxies, with name and password")
    func dictionary() async throws {
        let configuration = URLSessionConfiguration.af.ephemeral
        configuration.connectionProxyDictionary = [
            "HTTPEnable": 1, "HTTPProxy": "127.0.0.1", "HTTPPort": Int(proxy.port),
            "kCFProxyUsernameKey": "user", "kCFProxyPasswordKey": "passwd", "ExceptionsList": ["*.near.invalid"],
        ]
        let session = Session(configuration: configuration)
        await expectEqual(ask(session, "http://far.invalid/x").text, "GET http://far.invalid/x")
        expect(await ask(session, "http://127.0.0.1:\(proxy.port)/").text.hasPrefix("GET http://127.0.0.1"))
        let near = await session.request("http://a.near.invalid/").serializingData().response
        expectEqual((near.error?.underlyingError as? URLError)?.code, .cannotFindHost)
        let secure = await session.request("https://far.invalid/").serializingData().response
        expectEqual((secure.error?.underlyingError as? URLError)?.code, .cannotFindHost)
        expect(proxy.requests.allSatisfy { $0.method == "GET" })
    }
}
#endif
