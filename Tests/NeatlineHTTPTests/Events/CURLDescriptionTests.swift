import Foundation
import NeatlineHTTP
import NeatlineTestSupport
import Testing

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

@Suite("Requests as commands for curl", .ownThreads) struct CURLDescriptionTests {
    @Test("Method, credential, cookies, fields, body and URL have a line each")
    func layout() throws {
        var request = try URLRequest(
            url: "https://example.org/a?b=c", method: .post, headers: ["X-A": "1", "Accept": "*/*"])
        request.httpBody = Data(#"{"a": 1}"#.utf8)
        let url = try #require(request.url)
        let cookies = HTTPCookie.cookies(withResponseHeaderFields: ["Set-Cookie": "a=1"], for: url)
        let text = request.cURLDescription(
            credential: URLCredential(user: "user", password: "secret", persistence: .none), cookies: cookies,
            additionalHeaders: ["User-Agent": "me", "accept": "no"])
        expectEqual(
            text,
            """
            $ curl -v \\
            \t-X POST \\
            \t-u user:secret \\
            \t-b "a=1" \\
            \t-H "Accept: */*" \\
            \t-H "User-Agent: me" \\
            \t-H "X-A: 1" \\
            \t-d "{\\"a\\": 1}" \\
            \t"https://example.org/a?b=c"
            """)
    }

    @Test("A request without a URL gives no command")
    func impossible() throws {
        var request = try madeRequest()
        request.url = nil
        expectEqual(request.cURLDescription(), "$ curl command could not be created")
    }

    @Test("HEAD asks for the head alone; brackets in a URL are no patterns; an @ is no file")
    func options() throws {
        try expectEqual(
            madeRequest(.head).cURLDescription(), "$ curl -v \\\n\t-X HEAD \\\n\t-I \\\n\t\"http://example.org/a\"")
        var request = try URLRequest(url: "http://[::1]:8080/", method: .put)
        request.httpBody = Data("@/etc/passwd".utf8)
        expectEqual(
            request.cURLDescription(),
            "$ curl -v \\\n\t-X PUT \\\n\t--data-raw \"@/etc/passwd\" \\\n\t-g \\\n\t\"http://[::1]:8080/\"")
        let field = try URLRequest(url: "http://a/", method: .get, headers: ["X-Empty": "", "@/etc/passwd": "x"])
        expectEqual(field.cURLDescription(), "$ curl -v \\\n\t-X GET \\\n\t-H \"X-Empty;\" \\\n\t\"http://a/\"")
        let relative = try URLRequest(url: "-o/tmp/x", method: .get)
        expect(relative.cURLDescription().hasSuffix("\t--url \"-o/tmp/x\""))
    }

    @Test("HEAD with a body has no option that curl refuses together with a body")
    func headWithBody() throws {
        var request = try madeRequest(.head)
        request.httpBody = Data("body".utf8)
        expectEqual(
            request.cURLDescription(), "$ curl -v \\\n\t-X HEAD \\\n\t-d \"body\" \\\n\t\"http://example.org/a\"")
    }

    @Test("Secrets are hidden on demand, wherever they stand")
    func secrets() throws {
        var request = try URLRequest(
            url: "https://ada:pw1@example.org/a?x=1&API_KEY=pw2&p%61ssword=pw3&flag#pw", method: .post,
            headers: ["authorization": "Bearer pw4", "X-A": "shown"])
        request.httpBody = Data("pw5".utf8)
        let url = try #require(request.url)
        let cookies = HTTPCookie.cookies(withResponseHeaderFields: ["Set-Cookie": "a=pw6"], for: url)
        let credential = URLCredential(user: "user", password: "pw7", persistence: .none)
        let hidden = request.cURLDescription(credential: credential, cookies: cookies, hiding: .credentials)
        expectEqual(
            hidden,
            """
            $ curl -v \\
            \t-X POST \\
            \t-u "user:<hidden>" \\
            \t-b "a=<hidden>" \\
            \t-H "authorization: <hidden>" \\
            \t-H "X-A: shown" \\
            \t-d "pw5" \\
            \t"https://<hidden>@example.org/a?x=1&API_KEY=<hidden>&p%61ssword=<hidden>&flag#pw"
            """)
        expect(request.cURLDescription(hiding: .all).contains("\t-d \"<hidden>\" \\"))
        var own = HiddenSecrets.none
        own.headerNames = ["x-a"]
        expect(request.cURLDescription(hiding: own).contains("\t-H \"X-A: <hidden>\" \\"))
        let shown = request.cURLDescription(credential: credential, cookies: cookies)
        for number in 1...7 { expect(shown.contains("pw\(number)")) }
    }

    /// What a shell makes of the command's words.
    private func words(of command: String) throws -> [Data] {
        let process = Process()
        process.executableURL = URL(fileURLWithPath: "/bin/bash")
        process.arguments = [
            "-c",
            "curl() { for word in \"$@\"; do case $word in /dev/fd/*|@/dev/fd/*) cat \"${word#@}\";; *) printf %s \"$word\";; esac; printf '\\x1f'; done; }; \(command)",
        ]
        let pipe = Pipe()
        process.standardOutput = pipe
        try process.run()
        let output = try pipe.fileHandleForReading.readToEnd() ?? Data()
        process.waitUntilExit()
        expectEqual(process.terminationStatus, 0)
        return output.split(separator: 0x1F, omittingEmptySubsequences: false).dropLast().map { Data($0) }
    }

    @Test(
        "A shell gives curl what the request has, byte for byte",
        .enabled(if: FileManager.default.isExecutableFile(atPath: "/bin/bash")),
        arguments: [
            Array("plain".utf8), Array("it's \"quoted\" $HOME `id` \\n \\\\ !! !x".utf8), Array("a\nb\r\n\tc".utf8),
            Array("$(touch /tmp/x); & | > < * ? ~ #".utf8), Array("Größe 🎉".utf8), Array("{\"f'o\":\"b\\\"r\"}".utf8),
            Array(0...0x1E), Array(0x20...255), [0], [0xFF, 0xFE], Array("!".utf8), Array("\\".utf8), [],
        ] as [[UInt8]])
    func shell(bytes: [UInt8]) throws {
        var request = try URLRequest(url: "http://example.org/a?b=c'd", method: .post)
        request.httpBody = Data(bytes)
        let text = String(decoding: bytes.filter { $0 != 0 && $0 != 10 && $0 != 13 }, as: UTF8.self)
        request.setValue(text, forHTTPHeaderField: "X-Text")
        let command = request.cURLDescription(
            credential: URLCredential(user: "a b", password: text, persistence: .none))
        expect(command.hasPrefix("$ "))
        let words = try words(of: String(command.dropFirst(2)))
        expect(words.contains(Data(bytes)))
        expect(words.contains(Data((text.isEmpty ? "X-Text;" : "X-Text: \(text)").utf8)))
        expect(words.contains(Data("a b:\(text)".utf8)))
        expectEqual(words.last, Data("http://example.org/a?b=c'd".utf8))
    }
}
