import NeatlineTestSupport
import Testing

@testable import NeatlineHTTP

@Suite("Names of hosts")
struct HostNameTests {
    @Test(
        "Spellings of one host are the same",
        arguments: [
            ("Example.COM", "example.com"), ("example.com.", "example.com"), ("ex%61mple.com", "example.com"),
            ("[::1]", "::1"), ("[0:0::0001]", "::1"), ("[FE80::1%25Eth0]", "fe80::1%eth0"), ("127.1", "127.0.0.1"),
            ("0x7f000001", "127.0.0.1"), ("2130706433", "127.0.0.1"),
            ("127.0.0.1", "127.0.0.1"), ("1.example.com", "1.example.com"), ("xn--mller-kva.de", "xn--mller-kva.de"),
        ])
    func spelling(given: String, expected: String) { expectEqual(HostName(given)?.text, expected) }

    @Test(
        "What is not in ASCII, or empty, is none", arguments: ["müller.de", "m%C3%BCller.de", "", ".", "a b", "a%00b"])
    func none(given: String) { expect(HostName(given) == nil) }

    @Test(
        "What certificates are for",
        arguments: [
            ("localhost", true), ("LOCALHOST", true), ("localhost.", true), ("a.example.com", true),
            ("example.com", false), ("a.b.example.com", false), (".example.com", false), ("aexample.com", false),
            ("127.0.0.1", true), ("127.1", true), ("127.0.0.2", false), ("::1", true), ("[::1]", true), ("::2", false),
            ("subject.test", false), ("", false),
        ])
    func names(host: String, isNamed: Bool) {
        let addresses: [[UInt8]] = [[127, 0, 0, 1], Array(repeating: 0, count: 15) + [1]]
        expectEqual(HostName(host)?.isNamed(by: ["localhost", "*.example.com"], addresses) ?? false, isNamed)
    }

    @Test("A star stands for one whole label, and for none of a top domain")
    func stars() {
        func isNamed(_ host: String, by name: String) -> Bool { HostName(host)?.isNamed(by: [name], []) == true }
        expect(!isNamed("example.com", by: "*.com"))
        expect(!isNamed("example", by: "*"))
        expect(!isNamed("a.example.com", by: "*"))
        expect(!isNamed("ab.example.com", by: "a*.example.com"))
        expect(!isNamed("a.b.example.com", by: "a.*.example.com"))
        expect(!isNamed("1.2.3.4", by: "*.2.3.4"))
        expect(!isNamed("1.2.3.4", by: "1.2.3.4"))
        expect(isNamed("a.example.com", by: "*.example.com."))
    }
}
