import NeatlineTestSupport
import Testing

@testable import NeatlineHTTP

@Suite("Challenges of a field")
struct ChallengeParserTests {
    /// `scheme(name=value;name=value)` or `scheme:token`.
    private func read(_ fields: String...) -> [String] {
        ChallengeParser.challenges(in: fields).map { challenge in
            if let token = challenge.token { return "\(challenge.scheme):\(token)" }
            return
                "\(challenge.scheme)(\(challenge.parameters.map { "\($0.name)=\($0.value)" }.joined(separator: ";")))"
        }
    }

    @Test("one, several in one field, several fields")
    func several() {
        expectEqual(read(#"Basic realm="simple""#), ["basic(realm=simple)"])
        expectEqual(
            read(#"Newauth realm="apps", type=1, title="Login to \"apps\"", Basic realm="simple""#),
            [#"newauth(realm=apps;type=1;title=Login to "apps")"#, "basic(realm=simple)"])
        expectEqual(read("Basic", "Negotiate", "DIGEST Realm=r"), ["basic()", "negotiate()", "digest(realm=r)"])
        expectEqual(read("Basic, Negotiate, NTLM"), ["basic()", "negotiate()", "ntlm()"])
        expectEqual(read(), [])
        expectEqual(read("", " , ,"), [])
    }

    @Test("a token in place of parameters")
    func tokens() {
        expectEqual(read("Negotiate YWJj=="), ["negotiate:YWJj=="])
        expectEqual(read("Negotiate YW-._~+/=, Basic realm=x"), ["negotiate:YW-._~+/=", "basic(realm=x)"])
        expectEqual(read("NTLM realm=\"x\""), ["ntlm(realm=x)"])
        expectEqual(read("Basic Digest realm=\"x\""), ["basic()", "digest(realm=x)"])
        expectEqual(read("Negotiate abc, realm=x, Basic realm=y"), ["basic(realm=y)"])
    }

    @Test("what quotes protect: commas, signs, quotes, schemes")
    func quotes() {
        expectEqual(
            read(#"Digest realm="a, Basic realm=b", nonce="\\\"=,", qop="auth,auth-int""#),
            [#"digest(realm=a, Basic realm=b;nonce=\"=,;qop=auth,auth-int)"#])
        expectEqual(read(#"Basic realm="""#), ["basic(realm=)"])
    }

    @Test("blanks and commas where they need not be, values without quotes that should have them")
    func lenient() {
        expectEqual(read(" ,, Basic\t realm = \"a\" ,, charset=UTF-8 ,"), ["basic(realm=a;charset=UTF-8)"])
        expectEqual(
            read("Digest realm=a@b, nonce=x/y+z==, stale=FALSE"), ["digest(realm=a@b;nonce=x/y+z==;stale=FALSE)"])
        expectEqual(read(#"Digest realm="a" nonce="b""#), ["digest(realm=a;nonce=b)"])
        expectEqual(read("Basic realm="), ["basic:realm="])
        expectEqual(read("Digest nonce=, realm=x"), [])
        expectEqual(read("Digest realm=x, nonce="), ["digest(realm=x;nonce=)"])
    }

    @Test(
        "what cannot be read leaves out its challenge only",
        arguments: [
            #"Digest realm="a, nonce="#, #"Digest realm="a\"#, #"Digest realm="a", Realm="b""#, "Digest realm=a, @@@",
            #"Digest "realm"=a"#, #"Digest realm="a"b"c""#, "Digest realm=a, =b", #"Digest realm="a", =, ="#,
        ])
    func unreadable(_ field: String) {
        expectEqual(read(field), [])
        expectEqual(read("Basic realm=x", field, "Basic realm=y"), ["basic(realm=x)", "basic(realm=y)"])
        expectEqual(read("Basic realm=x, " + field), ["basic(realm=x)"])
    }

    @Test("parameters before any scheme belong to nothing")
    func headless() {
        expectEqual(read(#"realm="x", nonce=y"#), [])
        expectEqual(read(#"realm="x", Basic realm=y"#), ["basic(realm=y)"])
        expectEqual(read("@, Basic realm=y"), ["basic(realm=y)"])
    }

    @Test("far too much is not read, and takes no time")
    func huge() {
        let parameters = (0..<100_000).map { "a\($0)=b" }.joined(separator: ",")
        expectEqual(read("Digest \(parameters), Basic realm=x"), ["basic(realm=x)"])
        let schemes = (0..<100_000).map { "Basic realm=\($0)" }.joined(separator: ",")
        expectEqual(read(schemes).count, ChallengeParser.challengeLimit)
        expectEqual(read(String(repeating: "\"", count: 200_001)), [])
        expectEqual(read(String(repeating: "Basic ", count: 100_000)).count, ChallengeParser.challengeLimit)
        let long = String(repeating: "x", count: 300_000)
        expectEqual(read("Basic realm=\"\(long)\""), ["basic(realm=\(long))"])
    }

    @Test("every prefix of a field can be read")
    func prefixes() {
        let field = #"Digest realm="a\"b", nonce=x==, qop="auth, auth-int", Negotiate YWI=, Basic realm="y""#
        for length in 0...field.utf8.count {
            let part = String(decoding: Array(field.utf8)[..<length], as: UTF8.self)
            expect(ChallengeParser.challenges(in: [part]).count <= 3)
        }
    }
}
