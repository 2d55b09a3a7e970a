import Foundation
import NeatlineHTTP
import NeatlineTestSupport
import Testing

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

/// What httpbin says of a request.
private struct Echo: Decodable {
    var args: [String: String] = [:]
    var headers: [String: String] = [:]
    var form: [String: String]?
    var data: String?
    var url: String
}

@Suite("httpbin", .enabled(if: Servers.areStarted, Servers.comment))
struct HttpbinTests {
    let httpbin: String
    let session = Session(configuration: .af.ephemeral)

    init() throws { httpbin = try #require(Servers.started).httpbin }

    @Test("Parameters are a query, a form, or JSON")
    func parameters() async throws {
        let query = try await session.request("\(httpbin)/get", parameters: ["a": "1 & 2", "b": "ü"])
            .serializingDecodable(Echo.self).value
        expectEqual(query.args, ["a": "1 & 2", "b": "ü"])
        let form = try await session.request("\(httpbin)/post", method: .post, parameters: ["a": "1 & 2", "b": "ü"])
            .serializingDecodable(Echo.self).value
        expectEqual(form.form, ["a": "1 & 2", "b": "ü"])
        let json = try await session.request(
            "\(httpbin)/post", method: .post, parameters: ["a": 1], encoder: .json
        ).serializingDecodable(Echo.self).value
        expectEqual(json.data, #"{"a":1}"#)
        expectEqual(json.headers["Content-Type"], "application/json")
    }

    @Test("Each method arrives", arguments: [HTTPMethod.get, .post, .put, .patch, .delete])
    func methods(method: HTTPMethod) async throws {
        let echo = try await session.request("\(httpbin)/\(method.rawValue.lowercased())", method: method)
            .serializingDecodable(Echo.self).value
        expect(echo.url.hasSuffix("/\(method.rawValue.lowercased())"))
    }

    @Test("Headers arrive")
    func headers() async throws {
        let echo = try await session.request(
            "\(httpbin)/get", headers: [.authorization(bearerToken: "secret"), .accept("x/y")]
        )
        .serializingDecodable(Echo.self).value
        expectEqual(echo.headers["Authorization"], "Bearer secret")
        expectEqual(echo.headers["Accept"], "x/y")
    }

    @Test("Redirects are followed, relative and absolute", arguments: ["relative-redirect", "absolute-redirect"])
    func redirects(kind: String) async throws {
        let response = await session.request("\(httpbin)/\(kind)/5").validate().serializingDecodable(Echo.self).response
        expectEqual(response.value?.url.hasSuffix("/get"), true)
        expectEqual(response.metrics?.redirectCount, 5)
    }

    @Test("A redirect keeps or drops the body as its status says", arguments: [(307, "POST"), (303, "GET")])
    func redirectedBody(status: Int, method: String) async throws {
        let url = "\(httpbin)/redirect-to?url=/anything&status_code=\(status)"
        let response = await session.request(url, method: .post, parameters: ["a": "b"]).serializingResponse(
            using: JSONResponseSerializer()
        ).response
        let echo = try #require(response.value as? [String: Any])
        expect(echo["method"] as? String == method)
        expect((echo["form"] as? [String: Any])?["a"] as? String == (status == 307 ? "b" : nil))
    }

    @Test("Cookies are kept and sent")
    func cookies() async throws {
        struct Cookies: Decodable { let cookies: [String: String] }
        let value = try await session.request("\(httpbin)/cookies/set?flavour=oat").serializingDecodable(Cookies.self)
            .value
        expectEqual(value.cookies, ["flavour": "oat"])
    }

    @Test("Status codes are validated")
    func statusCodes() async throws {
        for status in [200, 204, 400, 404, 500, 503] {
            let response = await session.request("\(httpbin)/status/\(status)").validate()
                .serializingData(emptyResponseCodes: Set(200..<300)).response
            expectEqual(response.response?.statusCode, status)
            expectEqual(response.error?.responseCode, status < 300 ? nil : status)
        }
    }

    @Test("Basic authentication")
    func basic() async throws {
        let url = "\(httpbin)/basic-auth/user/passwd"
        let none = await session.request(url).validate().serializingData().response
        expectEqual(none.error?.responseCode, 401)
        let bad = await session.request(url).authenticate(username: "user", password: "wrong").validate()
            .serializingData().response
        expectEqual(bad.error?.responseCode, 401)
        let good = await session.request(url)
            .authenticate(username: "user", password: "passwd", persistence: .forSession).validate()
            .serializingData().response
        expectEqual(good.response?.statusCode, 200)
        // It is the session's from now on.
        let kept = await session.request(url).validate().serializingData().response
        expectEqual(kept.response?.statusCode, 200)
        expectEqual(kept.metrics?.transactionMetrics.count, 1)
    }

    /// httpbin calls `SHA-512` what FIPS 180-4 does, all 64 bytes of it, though RFC 7616 knows only `SHA-512-256`.
    @Test("Digest authentication", arguments: ["MD5", "SHA-256", "SHA-512"], ["auth", "auth-int", "either"])
    func digest(algorithm: String, protection: String) async throws {
        let url = "\(httpbin)/digest-auth/\(protection)/user/passwd/\(algorithm)"
        let bad = await session.request(url).authenticate(username: "user", password: "wrong").validate()
            .serializingData().response
        expectEqual(bad.error?.responseCode, 401)
        let good = await session.request(url)
            .authenticate(username: "user", password: "passwd", persistence: .forSession).validate()
            .serializingData().response
        expectEqual(good.response?.statusCode, 200)
        let kept = await session.request(url).validate().serializingData().response
        expectEqual(kept.response?.statusCode, 200)
        expectEqual(kept.metrics?.transactionMetrics.count, 1)
    }

    /// httpbin counts by cookies how often a nonce was used.
    @Test("Digest authentication with nonces that serve once")
    func staleNonces() async throws {
        for _ in 0..<3 {
            let response = await session.request("\(httpbin)/digest-auth/auth/user/passwd/MD5/1")
                .authenticate(username: "user", password: "passwd").validate().serializingData().response
            expectEqual(response.response?.statusCode, 200)
            expectEqual(response.metrics?.transactionMetrics.count, 2)
        }
    }

    @Test("Credentials that are not asked for")
    func unasked() async throws {
        let hidden = await session.request(
            "\(httpbin)/hidden-basic-auth/user/passwd",
            headers: [.authorization(username: "user", password: "passwd")]
        ).validate().serializingData().response
        expectEqual(hidden.response?.statusCode, 200)
        let bearer = await session.request("\(httpbin)/bearer", headers: [.authorization(bearerToken: "t")]).validate()
            .serializingData().response
        expectEqual(bearer.response?.statusCode, 200)
        let without = await session.request("\(httpbin)/bearer").authenticate(username: "user", password: "passwd")
            .validate().serializingData().response
        expectEqual(without.error?.responseCode, 401)
    }

    @Test("Compressed bodies", arguments: ["gzip", "deflate", "brotli"])
    func compression(coding: String) async throws {
        let response = await session.request("\(httpbin)/\(coding)").serializingResponse(
            using: JSONResponseSerializer()
        ).response
        let object = try #require(response.value as? [String: Any])
        expect(object["method"] as? String == "GET")
    }

    @Test("A streamed body of lines comes whole")
    func stream() async throws {
        let text = try await session.request("\(httpbin)/stream/20").serializingString().value
        expectEqual(text.split(separator: "\n").count, 20)
    }

    @Test("A request that takes too long ends by its timeout")
    func timeout() async throws {
        let response = await session.request("\(httpbin)/delay/5") { $0.timeoutInterval = 0.3 }.serializingData()
            .response
        expectEqual((response.error?.underlyingError as? URLError)?.code, .timedOut)
    }

    @Test("UTF-8 text is text")
    func text() async throws {
        let text = try await session.request("\(httpbin)/encoding/utf8").serializingString().value
        expect(text.contains("∀x∈ℝ"))
    }
}
