import Foundation
import Neatline
import NeatlineTestSupport
import Testing

@Suite("URLTransform") struct URLTransformTests {
    @Test("A URL is read and written as its text")
    func plain() throws {
        let text = "https://example.org/a%20b?q=1&r=%C3%BC#f"
        let url = try #require(try read(URLTransform(), try quoted(text)))
        expectEqual(url.absoluteString, text)
        expectEqual(URLTransform().transformToJSON(url), text)
        expect(URLTransform().transformToJSON(nil) == nil)
    }

    @Test("Characters are encoded if that is asked for, percent signs included")
    func encoding() throws {
        let transform = URLTransform(shouldEncodeURLString: true)
        try expectEqual(
            read(transform, #""http://example.org/a b?q=ü""#)?.absoluteString, "http://example.org/a%20b?q=%C3%BC"
        )
        try expectEqual(read(transform, #""http://example.org/a%20b""#)?.absoluteString, "http://example.org/a%2520b")
        let letters = URLTransform(shouldEncodeURLString: true, allowedCharacterSet: .alphanumerics)
        try expectEqual(read(letters, #""a/b""#)?.absoluteString, "a%2Fb")
    }

    @Test("What is no URL is nil", arguments: [#""""#, #""http://[""#, #""http://a:b""#] + noStrings)
    func failures(text: String) throws {
        expect(try read(URLTransform(), text) == nil)
        expect(try read(URLTransform(shouldEncodeURLString: true, allowedCharacterSet: .alphanumerics), "5") == nil)
    }

    @Test("Other values are nil")
    func strangeValues() {
        for value in strangers { expect(URLTransform().transformFromJSON(value) == nil) }
    }

    private final class Rooted: URLTransform {
        override func transformFromJSON(_ value: Any?) -> URL? {
            (value as? String).flatMap { URL(string: "https://example.org/" + $0) }
        }
    }

    @Test("A subclass's transformFromJSON is used for parsed values too")
    func subclass() throws {
        try expectEqual(read(Rooted(), #""a""#)?.absoluteString, "https://example.org/a")
    }
}
