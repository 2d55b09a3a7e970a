import Foundation
import NeatlineJSON
import NeatlineTesting
import NeatlineTestSupport
import Testing

@Suite(.ownThreads, .hangLimit)
struct HttpbinTests {
    private let server: LoopbackServer
    private let client: RawClient

    init() throws {
        server = try LoopbackServer.httpbin()
        client = try RawClient(server)
    }

    private struct Answer {
        var status: Int
        var lines: [String]
        var body: String

        func header(_ name: String) -> [String] {
            lines.filter { $0.hasPrefix(name + ": ") }.map { String($0.dropFirst(name.count + 2)) }
        }

        var json: JSON { (try? JSON(parsing: body)) ?? .null }
    }

    private func ask(_ line: String, _ headers: [String] = [], body: String? = nil) async throws -> Answer {
        let lines = headers + ["Host: httpbin.test"] + (body.map { ["Content-Length: \($0.utf8.count)"] } ?? [])
        try await client.send("\(line) HTTP/1.1\r\n\(lines.joined(separator: "\r\n"))\r\n\r\n\(body ?? "")")
        let text = try await client.response(toHead: line.hasPrefix("HEAD"))
        let parts = text.components(separatedBy: "\r\n\r\n")
        let head = parts[0].components(separatedBy: "\r\n")
        return Answer(
            status: Int(head[0].prefix(12).suffix(3)) ?? 0, lines: Array(head.dropFirst()),
            body: parts.dropFirst().joined(separator: "\r\n\r\n"))
    }

    @Test("Requests are told back")
    func requestsAreToldBack() async throws {
        let get = try await ask("GET /get?a=1&b=2&a=3&c=%C3%A9", ["x-some-name: v", "X-Some-Name: w"]).json
        expectEqual(get["args"], ["a": ["1", "3"], "b": "2", "c": "é"])
        expectEqual(get["headers"], ["X-Some-Name": "v,w", "Host": "httpbin.test"])
        expectEqual(get["url"], "http://httpbin.test/get?a=1&b=2&a=3&c=%C3%A9")
        expectEqual(get["method"], "GET")
        expectEqual(get["origin"], "127.0.0.1")
        try await expectEqual(ask("GET /get/").status, 404)
        try await expectEqual(ask("POST /get", body: "").status, 405)
        try await expectEqual(ask("HEAD /get").status, 200)
        for method in ["post", "put", "patch", "delete", "options"] {
            let echo = try await ask("\(method.uppercased()) /\(method)", body: #"{"a":[1]}"#).json
            expectEqual(echo["json"], ["a": [1]])
            expectEqual(echo["data"], #"{"a":[1]}"#)
            expectEqual(echo["method"].string, method.uppercased())
        }
        try await expectEqual(ask("PURGE /anything/at/all").json["method"], "PURGE")
    }

    @Test("Forms are taken apart")
    func formsAreTakenApart() async throws {
        let form = try await ask(
            "POST /post", ["Content-Type: application/x-www-form-urlencoded; charset=utf-8"], body: "a=1+2&b=%26&a=3"
        ).json
        expectEqual(form["form"], ["a": ["1 2", "3"], "b": "&"])
        expectEqual(form["data"], "")

        let body =
            "preamble\r\n--XX\r\nContent-Disposition: form-data; name=\"a\"\r\n\r\n1\r\n"
            + "--XX\r\ncontent-disposition: form-data; name=\"f\"; filename=\"f.txt\"\r\nContent-Type: text/plain\r\n\r\n"
            + "line\r\n--X\r\n--XX--\r\n"
        let multipart = try await ask("POST /post", ["Content-Type: multipart/form-data; boundary=\"XX\""], body: body)
            .json
        expectEqual(multipart["form"], ["a": "1"])
        expectEqual(multipart["files"], ["f": "line\r\n--X"])
        let names =
            "--XX\r\nContent-Disposition: form-data; name=\"a;b; name=c\"\r\n\r\n1\r\n"
            + "--XX\r\nContent-Disposition: form-data; filename=\"; name=d\"; name=\"e;\"\r\n\r\n2\r\n--XX--\r\n"
        let named = try await ask("POST /post", ["Content-Type: multipart/form-data; boundary=XX"], body: names).json
        expectEqual(named["form"], ["a;b; name=c": "1"])
        expectEqual(named["files"], ["e;": "2"])

        try await client.send("POST /post HTTP/1.1\r\nContent-Length: 2\r\n\r\n")
        try await client.send([0xFF, 0x00])
        expect(try await client.response().contains(#""data":"data:application/octet-stream;base64,/wA=""#))
    }

    @Test("Statuses and headers are as asked")
    func statusesAndHeadersAreAsAsked() async throws {
        try await expectEqual(ask("GET /status/418").status, 418)
        try await expectEqual(ask("GET /status/302").header("Location"), ["/redirect/1"])
        try await expectEqual(ask("GET /status/401").header("WWW-Authenticate"), [#"Basic realm="Fake Realm""#])
        try await expectEqual(ask("GET /status/99").status, 400)
        try await expectEqual(ask("GET /status/x").status, 400)
        let headers = try await ask("GET /response-headers?X-A=1&X-A=2")
        expectEqual(headers.header("X-A"), ["1", "2"])
        expectEqual(headers.json, ["X-A": ["1", "2"]])
        try await expectEqual(ask("GET /cache/60").header("Cache-Control"), ["public, max-age=60"])
        try await expectEqual(ask("GET /cache?Cache-Control=no-store").header("Cache-Control"), ["no-store"])
        try await expectEqual(ask("GET /cache", ["If-None-Match: x"]).status, 304)
        try await expectEqual(ask("GET /etag/abc", [#"If-None-Match: "abc""#]).status, 304)
        try await expectEqual(ask("GET /etag/abc", [#"If-None-Match: "abd""#]).header("ETag"), [#""abc""#])
        try await expectEqual(ask("GET /etag/abc", [#"If-Match: "abd""#]).status, 412)
    }

    @Test("Redirects lead to get")
    func redirectsLeadToGet() async throws {
        try await expectEqual(ask("GET /redirect/3").header("Location"), ["/redirect/2"])
        try await expectEqual(ask("GET /redirect/1").header("Location"), ["/get"])
        try await expectEqual(
            ask("GET /absolute-redirect/2").header("Location"), ["http://httpbin.test/absolute-redirect/1"])
        let to = try await ask("POST /redirect-to?url=http%3A%2F%2Fx.test%2Fa%3Fb&status_code=307", body: "")
        expectEqual(to.status, 307)
        expectEqual(to.header("Location"), ["http://x.test/a?b"])
        try await expectEqual(ask("GET /redirect-to").status, 400)
    }

    @Test("Cookies are set and told")
    func cookiesAreSetAndTold() async throws {
        try await expectEqual(ask("GET /cookies", ["Cookie: a=1; b=2=3"]).json, ["cookies": ["a": "1", "b": "2=3"]])
        try await expectEqual(ask("GET /cookies").json, ["cookies": [:]])
        let set = try await ask("GET /cookies/set?a=1&b=2")
        expectEqual(set.header("Set-Cookie"), ["a=1; Path=/", "b=2; Path=/"])
        expectEqual(set.header("Location"), ["/cookies"])
        try await expectEqual(ask("GET /cookies/set/a/1").header("Set-Cookie"), ["a=1; Path=/"])
        try await expectEqual(
            ask("GET /cookies/delete?a").header("Set-Cookie"),
            ["a=; Expires=Thu, 01 Jan 1970 00:00:00 GMT; Max-Age=0; Path=/"])
    }

    @Test("Credentials are checked")
    func credentialsAreChecked() async throws {
        let right = "Authorization: Basic " + Data("ada:secret".utf8).base64EncodedString()
        try await expectEqual(ask("GET /basic-auth/ada/secret", [right]).json, ["authenticated": true, "user": "ada"])
        try await expectEqual(ask("GET /basic-auth/ada/other", [right]).status, 401)
        try await expectEqual(ask("GET /hidden-basic-auth/ada/secret", [right]).status, 200)
        try await expectEqual(ask("GET /hidden-basic-auth/ada/secret").status, 404)
        try await expectEqual(
            ask("GET /bearer", ["Authorization: Bearer t"]).json, ["authenticated": true, "token": "t"])
        try await expectEqual(ask("GET /bearer").header("WWW-Authenticate"), ["Bearer"])
    }

    /// The responses were made with Python's `hashlib`.
    @Test("Digest is asked for and checked")
    func digestIsAskedForAndChecked() async throws {
        let path = "/digest-auth/auth/ada/secret"
        let asked = try await ask("GET \(path)")
        expectEqual(asked.status, 401)
        expectEqual(
            asked.header("WWW-Authenticate"),
            [
                #"Digest realm="Fake Realm", nonce="nonce/1+==", qop="auth", "#
                    + #"opaque="5ccc069c403ebaf9f0171e9517f40e41", algorithm=MD5, stale=false"#
            ])
        func field(_ path: String, _ rest: String, count: String = "00000001") -> [String] {
            [
                #"Authorization: Digest username="ada", realm="Fake Realm", nonce="nonce/1+==", uri="\#(path)", "#
                    + #"opaque="5ccc069c403ebaf9f0171e9517f40e41", nc=\#(count), cnonce="c", "# + rest
            ]
        }
        let right = #"algorithm=MD5, qop=auth, response="9856f0c33325958b0703fc01660359c9""#
        let welcome = try await ask("GET \(path)", field(path, right))
        expectEqual(welcome.json, ["authenticated": true, "user": "ada"])
        expectEqual(welcome.header("Authentication-Info"), [#"rspauth="ca803c087212e4b3b75f8f1c067ee9b6""#])
        // The same once more is a replay; another count, method, target or password is wrong.
        expect(try await ask("GET \(path)", field(path, right)).header("WWW-Authenticate")[0].hasSuffix("stale=true"))
        for (line, path, count) in [
            ("GET", path, "00000002"), ("PUT", path, "00000001"), ("GET", path + "?", "00000001"),
            ("GET", "/digest-auth/auth/ada/other", "00000001"),
        ] {
            let wrong = try await ask("\(line) \(path)", field(path, right, count: count))
            expectEqual(wrong.header("WWW-Authenticate").first?.hasSuffix("stale=false"), true)
        }
        let other = "/digest-auth/auth-int/ada/secret/SHA-256-sess/1"
        try await expectEqual(ask("POST \(other)", body: "body").status, 401)
        let whole =
            "algorithm=SHA-256-sess, qop=auth-int, response="
            + "\"974b66c45a94c53c244c03a731da376e6f2a7b0f41c51dd5cd4144f51ace36cc\""
        try await expectEqual(ask("POST \(other)", field(other, whole), body: "bodY").status, 401)
        try await expectEqual(ask("POST \(other)", field(other, whole), body: "body").status, 200)
        try await expectEqual(ask("GET /digest-auth/auth/ada/secret/SHA-3").status, 400)
    }

    @Test("Bytes come whole or in part")
    func bytesComeWholeOrInPart() async throws {
        func bytes(_ path: String, _ headers: [String] = []) async throws -> (
            status: Int, range: [String], body: [UInt8]
        ) {
            try await client.send("GET \(path) HTTP/1.1\r\n\(headers.map { $0 + "\r\n" }.joined())\r\n")
            let head = try await client.response(toHead: true)
            let lines = head.components(separatedBy: "\r\n")
            let length = lines.first { $0.hasPrefix("Content-Length: ") }.flatMap { Int($0.dropFirst(16)) } ?? 0
            return (
                Int(head.prefix(12).suffix(3)) ?? 0, lines.filter { $0.hasPrefix("Content-Range") },
                try await client.bytes(length)
            )
        }
        let all = try await bytes("/range/1000").body
        expectEqual(all.count, 1000)
        expect(Set(all).count > 200)
        try await expectEqual(bytes("/download/1000").body, all)
        try await expectEqual(bytes("/bytes/1000").body, all)
        let part = try await bytes("/download/1000", ["Range: bytes=400-"])
        expectEqual(part.status, 206)
        expectEqual(part.range, ["Content-Range: bytes 400-999/1000"])
        expectEqual(part.body, Array(all[400...]))
        try await expectEqual(bytes("/range/1000", ["Range: bytes=5-9"]).body, Array(all[5...9]))
        try await expectEqual(bytes("/range/1000", ["Range: bytes=-3"]).body, Array(all.suffix(3)))
        try await expectEqual(bytes("/range/1000", ["Range: bytes=5-99999999999999999999"]).status, 206)
        try await expectEqual(bytes("/range/1000", ["Range: bytes=5-9223372036854775807"]).body, Array(all[5...]))
        try await expectEqual(bytes("/range/1000", ["Range: bytes=5-9", #"If-Range: "old""#]).status, 200)
        try await expectEqual(bytes("/range/1000", [#"Range: bytes=5-9"#, #"If-Range: "range1000""#]).status, 206)
        let none = try await bytes("/range/1000", ["Range: bytes=1000-"])
        expectEqual(none.status, 416)
        expectEqual(none.range, ["Content-Range: bytes */1000"])
        try await expectEqual(bytes("/range/0", ["Range: bytes=0-"]).status, 416)
        expect(try await bytes("/bytes/0").body.isEmpty)
        try await client.send("GET /download/1000?shouldProduceError=true HTTP/1.1\r\n\r\n")
        try await expectEqual(client.rest().suffix(600), all[..<600])
    }

    @Test("Bodies come in chunks")
    func bodiesComeInChunks() async throws {
        try await expectEqual(ask("GET /chunked/3").body.components(separatedBy: "\r\n").filter { $0 == "1" }.count, 3)
        let lines = try await ask("GET /stream/2").body
        expect(lines.contains(#""id":0}"#) && lines.contains(#""id":1}"#) && !lines.contains(#""id":2}"#))
        try await expectEqual(ask("GET /payloads/2").body.components(separatedBy: #""method":"GET""#).count, 3)
        try await client.send("GET /infinite HTTP/1.1\r\n\r\n")
        try await expectEqual(client.bytes(1_000_000).count, 1_000_000)
    }

    @Test("The rest is there")
    func theRestIsThere() async throws {
        try await expectEqual(ask("GET /ip").json, ["origin": "127.0.0.1"])
        expect(UUID(uuidString: try await ask("GET /uuid").json["uuid"].string ?? "") != nil)
        try await expectEqual(ask("GET /headers", ["A: b"]).json, ["headers": ["A": "b", "Host": "httpbin.test"]])
        try await expectEqual(ask("GET /user-agent", ["User-Agent: me"]).json, ["user-agent": "me"])
        try await expectEqual(ask("POST /upload", body: "12345").json, ["bytes": 5])
        try await expectEqual(ask("GET /delay/0").json["method"], "GET")
        try await expectEqual(ask("GET /delay/-1").status, 200)
        try await expectEqual(ask("GET /json").json["slideshow", "title"], "Maps")
        expect(try await ask("GET /xml").body.hasPrefix("<?xml "))
        expect(try await ask("GET /encoding/utf8").body.contains("🗺"))
        try await expectEqual(ask("GET /image", ["Accept: image/jpeg"]).header("Content-Type"), ["image/jpeg"])
        try await expectEqual(ask("GET /image").header("Content-Type"), ["image/png"])
        expect(try await ask("GET /image/svg").body.hasPrefix("<svg "))
        for (path, name) in [("gzip", "gzip"), ("deflate", "deflate"), ("brotli", "br"), ("zstd", "zstd")] {
            try await expectEqual(ask("GET /\(path)").header("Content-Encoding"), [name])
        }
    }
}
