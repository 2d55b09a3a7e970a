import Foundation
import NeatlineTestSupport
import Testing

@testable import NeatlineHTTP

@Suite("Digest: answers")
struct DigestAnswerTests {
    private func challenge(_ field: String) throws -> DigestChallenge {
        try #require(ChallengeParser.challenges(in: [field]).first.flatMap(DigestChallenge.init))
    }

    private func answer(
        _ field: String, _ login: Login = Login(user: "u", password: "p"),
        message: DigestAnswer.Message = .init(method: "GET", target: "/"), count: UInt32 = 1, cnonce: String = "c"
    ) throws -> DigestAnswer? {
        DigestAnswer(
            to: try challenge(field), login: login, message: message, nonceCount: count, clientNonce: cnonce)
    }

    /// RFC 7616, section 3.9.1.
    @Test(
        "the example of RFC 7616",
        arguments: [
            ("MD5", "8ca523f5e9506fed4657c9700eebdbec"),
            ("SHA-256", "753927fa0e85d155564e2e272a28d1802ca10daf4496794697cf8db5856cb6c1"),
        ])
    func standard(algorithm: String, response: String) throws {
        let answer = try answer(
            """
            Digest realm="http-auth@example.org", qop="auth, auth-int", algorithm=\(algorithm), \
            nonce="7ypf/xlj9XXwfDPEoM4URrv/xwf94BcCAzFZH4GiTo0v", opaque="FQhe/qaU925kfnzjCev0ciny7QMkPqMAFRtzCUYo5tdS"
            """, Login(user: "Mufasa", password: "Circle of Life"),
            message: .init(method: "GET", target: "/dir/index.html"),
            cnonce: "f2/wE4q74E6zIJEtWaHKaf5wv/H5QzzpXusqGemxURZJ")
        expectEqual(
            answer?.value,
            """
            Digest username="Mufasa", realm="http-auth@example.org", \
            nonce="7ypf/xlj9XXwfDPEoM4URrv/xwf94BcCAzFZH4GiTo0v", uri="/dir/index.html", response="\(response)", \
            algorithm=\(algorithm), opaque="FQhe/qaU925kfnzjCev0ciny7QMkPqMAFRtzCUYo5tdS", qop=auth, nc=00000001, \
            cnonce="f2/wE4q74E6zIJEtWaHKaf5wv/H5QzzpXusqGemxURZJ"
            """)
    }

    /// RFC 7616, section 3.9.2, whose hashes are those of another function, as its erratum 4897 says; the response was
    /// made with Python's `hashlib`.
    @Test(
        "the example of RFC 7616 with a hashed name beyond ASCII, in both forms of Unicode", arguments: [false, true])
    func hashedUser(isDecomposed: Bool) throws {
        let user = isDecomposed ? "Ja\u{308}søn Doe" : "Jäsøn Doe"
        let answer = try answer(
            """
            Digest realm="api@example.org", qop="auth", algorithm=SHA-512-256, userhash=true, charset=UTF-8, \
            nonce="5TsQWLVdgBdmrQ0XsxbDODV+57QdFR34I9HAbC/RVvkK"
            """, Login(user: user, password: "Secret, or not?"), message: .init(method: "GET", target: "/doe.json"),
            cnonce: "NTg6RKcb9boFIAS3KrFK9BGeh+niz/sm")
        let value = try #require(answer?.value)
        expect(value.contains(#"username="793263caabb707a56211940d90411ea4a575adeccb7e360aeb624ed06ece9b0b""#))
        expect(value.contains(#"response="7a4e1192babbba02e91182d2895bfdbf7adafc6e48d4e517ca301974843d840c""#))
        expect(value.hasSuffix("userhash=true"))
    }

    /// RFC 2617, section 3.5; without protection as in RFC 2069.
    @Test("the example of RFC 2617, and the same without protection")
    func older() throws {
        let login = Login(user: "Mufasa", password: "Circle Of Life")
        let message = DigestAnswer.Message(method: "GET", target: "/dir/index.html")
        let field = #"Digest realm="testrealm@host.com", nonce="dcd98b7102dd2f0e8b11d0f600bfb0c093""#
        let new = try answer(field + #", qop="auth,auth-int""#, login, message: message, cnonce: "0a4f113b")
        expectEqual(new?.value.contains(#"response="6629fae49393a05397450978507c4ef1""#), true)
        let old = try answer(field, login, message: message)
        expectEqual(
            old?.value,
            """
            Digest username="Mufasa", realm="testrealm@host.com", nonce="dcd98b7102dd2f0e8b11d0f600bfb0c093", \
            uri="/dir/index.html", response="670fd8c2df070c60b045671b8b24ff02"
            """)
        expect(old?.confirmation == nil)
    }

    /// Made with Python's `hashlib`.
    @Test(
        "-sess with the body's hash, and with the next nonce",
        arguments: [
            ("MD5", "8ca9d042aa2c018d495d0c5e2aa01d91", "5d6ce4e99584adb867955b067f514d7a"),
            (
                "SHA-256", "3680fa77cef0c51091e99f8e232809fa4702dfeff89705ba839b95ec5e6df61c",
                "74d727f034b7b28c91b78ba129f0672e9042d412babcd12bc555bddeda673aaa"
            ),
            (
                "SHA-512-256", "dcc3c95ca1a9ba726046126e7a9379af6807d0e594acbbb3cfc068099a8aedbc",
                "41014649c4068df2f9ab31080c0846c203f514937e45b4f62f93c43933369290"
            ),
            (
                "sha-512",
                "5d0c830f3f956d7c826b2958042e646e4450e0aaa8a9841e197bb91316e40906"
                    + "af10e9cb111fb2291a76c47316ed9ca29ac2b531a390bf1f9f6099d2610dcb2b",
                "b68f43cdcfc615bfb868c3592a416db01df1ed0527e536956d7b0a651812f24a"
                    + "d97f97809e83cc212af98f4f8597286296e196fd7127ea48e75f692cdcdb7c8f"
            ),
        ])
    func sessions(algorithm: String, whole: String, next: String) throws {
        let message = DigestAnswer.Message(
            method: "POST", target: "/x?y=1", body: .bytes(Data("a body".utf8)))
        let answer = try answer(
            "Digest realm=r, nonce=n, qop=auth-int, algorithm=\(algorithm)-sess", message: message, count: 10)
        expectEqual(answer?.value.contains("response=\"\(whole)\""), true)
        expectEqual(
            answer?.value.contains("algorithm=\(algorithm)-sess, qop=auth-int, nc=0000000a, cnonce=\"c\""), true)
        var renewed = try challenge("Digest realm=r, nonce=n, qop=auth, algorithm=\(algorithm)-sess")
        renewed.nonce = "n2"
        let later = DigestAnswer(
            to: renewed, login: Login(user: "u", password: "p"), message: message, nonceCount: 1, clientNonce: "c")
        expectEqual(later?.value.contains("response=\"\(next)\""), true)
    }

    @Test("names and realms with quotes, beyond ASCII, and with what no field can carry")
    func names() throws {
        let quoted = try answer(#"Digest realm="r\"r", nonce=n, qop=auth"#, Login(user: #"a"b\c"#, password: "p"))
        expectEqual(quoted?.value.hasPrefix(#"Digest username="a\"b\\c", realm="r\"r", "#), true)
        expectEqual(quoted?.value.contains(#"response="a20e4de2caec65d6a0b0ca48e01b595c""#), true)
        let plain = try answer("Digest realm=r, nonce=n", Login(user: "é", password: "p"))
        expectEqual(plain?.value.hasPrefix(#"Digest username="é", "#), true)
        let extended = try answer("Digest realm=r, nonce=n, charset=utf-8", Login(user: "é-1", password: "p"))
        expectEqual(extended?.value.hasPrefix("Digest username*=UTF-8''%C3%A9%2D1, "), true)
        expect(try answer("Digest realm=r, nonce=n", Login(user: "a\r\nb", password: "p")) == nil)
        try expectEqual(
            answer("Digest realm=r, nonce=n, charset=UTF-8", Login(user: "a\nb", password: "p"))?.value
                .hasPrefix("Digest username*=UTF-8''a%0Ab"), true)
    }

    @Test("a body that is made while it is sent cannot be hashed")
    func streams() throws {
        let message = DigestAnswer.Message(
            method: "POST", target: "/", body: .stream(CountingStream(fails: true), length: nil))
        expect(try answer("Digest realm=r, nonce=n, qop=auth-int", message: message) == nil)
        expect(try answer("Digest realm=r, nonce=n, qop=\"auth-int, auth\"", message: message) != nil)
        expect(try answer("Digest realm=r, nonce=n", message: message) != nil)
        let empty = try answer("Digest realm=r, nonce=n, qop=auth-int")
        expectEqual(empty?.value.contains(#"response="7eeb55b7f6f7bbb156ec8ed04a13f5a5""#), true)
    }

    @Test("what the server says if it knows the password")
    func confirmation() throws {
        try expectEqual(answer("Digest realm=r, nonce=n, qop=auth")?.confirmation, "aa58936ae061f3fc7ef9045fc29ff26e")
    }

    @Test(
        "challenges that lack something, or ask for what is not known",
        arguments: [
            "Digest nonce=n", "Digest realm=r", #"Digest realm=r, nonce="""#,
            "Digest realm=r, nonce=n, algorithm=SHA-1",
            "Digest realm=r, nonce=n, algorithm=MD5-sessions", "Digest realm=r, nonce=n, qop=auth-conf",
            "Basic realm=r",
        ])
    func unknown(_ field: String) {
        expect(ChallengeParser.challenges(in: [field]).first.flatMap(DigestChallenge.init) == nil)
    }

    @Test("the strongest comes first, and what the server named first among equals")
    func order() {
        let fields = [
            "Basic realm=b, Negotiate, Digest realm=1, nonce=n",
            "Digest realm=2, nonce=n, algorithm=SHA-256, Digest realm=3, nonce=n, algorithm=SHA-512-256",
            "Digest realm=4, nonce=n, algorithm=sha-256-SESS, Digest realm=5, nonce=n, algorithm=SHA-3",
            "Digest realm=6, nonce=n, algorithm=SHA-512, qop=auth-int",
        ]
        expectEqual(AnswerableChallenge.all(in: fields, for: .none).map(\.realm), ["3", "6", "2", "4", "1", "b"])
        let stream = TransportBody.stream(CountingStream(fails: true), length: nil)
        expectEqual(AnswerableChallenge.all(in: fields, for: stream).map(\.realm), ["3", "2", "4", "1", "b"])
    }
}
