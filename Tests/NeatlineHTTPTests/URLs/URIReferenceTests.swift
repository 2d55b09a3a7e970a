import Foundation
import NeatlineTestSupport
import Testing

@testable import NeatlineHTTP

@Suite("Locations: RFC 3986, section 5", .ownThreads)
struct URIReferenceTests {
    private func resolve(_ reference: String, _ base: String = "http://a/b/c/d;p?q") -> String? {
        URIReference.resolve(reference.utf8, against: base)
    }

    @Test(
        "the examples of section 5.4",
        arguments: [
            ("g", "http://a/b/c/g"), ("./g", "http://a/b/c/g"), ("g/", "http://a/b/c/g/"), ("/g", "http://a/g"),
            ("//g", "http://g"), ("?y", "http://a/b/c/d;p?y"), ("g?y", "http://a/b/c/g?y"),
            ("#s", "http://a/b/c/d;p?q#s"),
            ("g#s", "http://a/b/c/g#s"), ("g?y#s", "http://a/b/c/g?y#s"), (";x", "http://a/b/c/;x"),
            ("g;x", "http://a/b/c/g;x"), ("g;x?y#s", "http://a/b/c/g;x?y#s"), (".", "http://a/b/c/"),
            ("./", "http://a/b/c/"),
            ("..", "http://a/b/"), ("../", "http://a/b/"), ("../g", "http://a/b/g"), ("../..", "http://a/"),
            ("../../", "http://a/"), ("../../g", "http://a/g"), ("../../../g", "http://a/g"),
            ("../../../../g", "http://a/g"),
            ("/./g", "http://a/g"), ("/../g", "http://a/g"), ("g.", "http://a/b/c/g."), (".g", "http://a/b/c/.g"),
            ("g..", "http://a/b/c/g.."), ("..g", "http://a/b/c/..g"), ("./../g", "http://a/b/g"),
            ("./g/.", "http://a/b/c/g/"),
            ("g/./h", "http://a/b/c/g/h"), ("g/../h", "http://a/b/c/h"), ("g;x=1/./y", "http://a/b/c/g;x=1/y"),
            ("g;x=1/../y", "http://a/b/c/y"), ("g?y/./x", "http://a/b/c/g?y/./x"),
            ("g?y/../x", "http://a/b/c/g?y/../x"),
            ("g#s/./x", "http://a/b/c/g#s/./x"), ("g#s/../x", "http://a/b/c/g#s/../x"), ("mailto:x", "mailto:x"),
        ])
    func examples(_ reference: String, _ expected: String) {
        expectEqual(resolve(reference), expected)
    }

    @Test(
        "whole URLs, other origins, bases without a path",
        arguments: [
            ("https://other:8443/x?y", "http://a/b", "https://other:8443/x?y"),
            ("//other/x/../y", "https://a/b", "https://other/y"),
            ("HTTP://A/./b", "http://c/", "HTTP://A/b"),
            ("x", "http://a", "http://a/x"), ("?x", "http://a", "http://a?x"), ("../x", "http://a", "http://a/x"),
            ("http://[::1]:80/", "http://a", "http://[::1]:80/"), ("/a//b", "http://h/", "http://h/a//b"),
            ("app://callback?code=1", "http://a/", "app://callback?code=1"),
        ])
    func others(_ reference: String, _ base: String, _ expected: String) {
        expectEqual(resolve(reference, base), expected)
    }

    @Test(
        "names in other scripts, as they are or percent-encoded, become ASCII",
        arguments: [
            ("http://bücher.example/ä?ö#ü", "http://xn--bcher-kva.example/%C3%A4?%C3%B6#%C3%BC"),
            ("//b%C3%BCcher.example:80/", "http://xn--bcher-kva.example:80/"),
            ("http://ü:ö@日本.example", "http://%C3%BC:%C3%B6@xn--wgv71a.example"),
            ("http://BÜCHER.example/", "http://xn--bcher-kva.example/"), ("http://%61.example/", "http://a.example/"),
            // Full-width letters and dots are the usual ones.
            ("http://ｅｘａｍｐｌｅ。org/", "http://example.org/"),
        ])
    func scripts(_ reference: String, _ expected: String) {
        expectEqual(resolve(reference), expected)
    }

    @Test(
        "what is no name in any script leads nowhere",
        arguments: [
            "http://%FF/", "http://a%2Fb/", "http://a%00b/", "http://a%40b/", "http://a%3A80/", "http://a／b/",
            "http://a＠b/",
            "http://a％２Ｆb/", "http://[::1%25é]/", "http://\u{200B}/", "http://%25/", "http://a%20b/", "http://é:x/",
        ])
    func noNames(_ reference: String) {
        expect(resolve(reference) == nil)
    }

    @Test("octets that are not UTF-8 are kept in paths, and are no name")
    func octets() {
        expectEqual(URIReference.resolve(Array("/".utf8) + [0xE9], against: "http://a/b"), "http://a/%E9")
        expect(URIReference.resolve(Array("http://b".utf8) + [0xE9], against: "http://a/b") == nil)
    }

    @Test(
        "a fragment is inherited unless the reference has one, if only an empty one",
        arguments: [
            ("/x", "http://a/x#f"), ("/x#g", "http://a/x#g"), ("/x#", "http://a/x#"), ("http://b/", "http://b/#f"),
        ])
    func fragments(_ reference: String, _ expected: String) {
        expectEqual(resolve(reference, "http://a/b?q#f"), expected)
    }

    @Test(
        "a name and a password stay for references within the authority only",
        arguments: [
            ("/x", "http://u:p@a/x"), ("x", "http://u:p@a/x"), ("//a/x", "http://a/x"), ("http://a/x", "http://a/x"),
        ])
    func userinfo(_ reference: String, _ expected: String) {
        expectEqual(resolve(reference, "http://u:p@a/b"), expected)
    }

    @Test(
        "what may not stand in a reference is percent-encoded byte by byte",
        arguments: [
            ("/a b", "/a%20b"), ("/ü", "/%C3%BC"), ("/a%zz", "/a%25zz"), ("/a%2", "/a%252"), ("/a%", "/a%25"),
            ("/a%2fb", "/a%2fb"), ("/\"<>\\^`{|}", "/%22%3C%3E%5C%5E%60%7B%7C%7D"), ("/a?b=[1]", "/a?b=%5B1%5D"),
            ("/a#b#c", "/a#b%23c"), ("/a:b@c!$&'()*+,;=~", "/a:b@c!$&'()*+,;=~"),
        ])
    func encoding(_ reference: String, _ expected: String) throws {
        let text = try #require(resolve(reference, "http://h/"))
        expectEqual(text, "http://h" + expected)
        expectEqual(URL(string: text, encodingInvalidCharacters: false)?.absoluteString, text)
    }

    @Test("bytes that are no UTF-8 keep their values")
    func latin1() {
        expectEqual(URIReference.resolve([0x2F, 0xE4], against: "http://h/"), "http://h/%E4")
    }

    @Test(
        "what means no location is none",
        arguments: [
            "", "http:", "http:g", "https:/x", "http://", "http:///x", "//", "///x", "http://a:b/", "http://a:99999/",
            "//a b/", "http://[::1/", "/a\u{0}b", "/a\nb", "/\u{7F}", "http://[::1]x/",
        ])
    func bad(_ reference: String) {
        expect(resolve(reference) == nil)
    }

    @Test("whatever the bytes: no trap, and what comes out are bytes that can stand in a URL")
    func random() {
        var generator = SeededGenerator(seed: 3986)
        let pieces: [[UInt8]] =
            [
                "/", "//", ".", "..", "../", "./", "a", "?", "#", ":", "@", "%", "%41", "[", "]", "http:", "http://",
                "x:", " ",
            ].map { Array($0.utf8) } + [[0xFF], [0xC3, 0xA4], [0x01]]
        for _ in 0..<TestScale.rounds(200_000) {
            let reference = (0..<Int.random(in: 0...9, using: &generator)).flatMap { _ in
                pieces.randomElement(using: &generator)!
            }
            let base = ["http://a/b/c?d#e", "https://u:p@h:1", "http://[::1]/x/"].randomElement(using: &generator)!
            guard let text = URIReference.resolve(reference, against: base) else { continue }
            expect(text.utf8.allSatisfy { $0 > 0x20 && $0 < 0x7F })
            guard let start = text.firstRange(of: "://")?.upperBound, text.hasPrefix("http") else { continue }
            let path = text[start...].prefix { $0 != "?" && $0 != "#" }.drop { $0 != "/" }
            expect(!(path + "/").contains("/../"), "\(text)")
        }
    }

    @Test("a long path of dots takes time by its length")
    func longPath() {
        let reference = String(repeating: "../", count: 100_000) + "x"
        expectEqual(resolve(reference, "http://a/" + String(repeating: "b/", count: 50_000)), "http://a/x")
        expectEqual(resolve(String(repeating: "b/../", count: 100_000) + "x", "http://a/"), "http://a/x")
    }
}
