import Foundation
import NeatlineJSON
import NeatlineTestSupport
import Testing

@testable import NeatlineHTTP

@Suite("Default headers", .ownThreads) struct DefaultHeadersTests {
    @Test("They are Accept-Encoding, Accept-Language and User-Agent")
    func all() {
        expectEqual(HTTPHeaders.default.map(\.name), ["Accept-Encoding", "Accept-Language", "User-Agent"])
        expectEqual(
            HTTPHeader.defaultAcceptEncoding.description, "Accept-Encoding: br;q=1.0, gzip;q=0.9, deflate;q=0.8")
        expect(HTTPHeader.defaultAcceptLanguage.value.split(separator: ",").count <= 6)
    }

    @Test("Qualities fall by a tenth, and not to zero")
    func qualities() {
        expectEqual(HTTPHeader.qualities(of: ["de"]), "de;q=1.0")
        expectEqual(HTTPHeader.qualities(of: [String]()), "")
        expect(HTTPHeader.qualities(of: (0..<12).map { "l\($0)" }).hasSuffix("l9;q=0.1, l10;q=0.1, l11;q=0.1"))
    }

    @Test("The user agent names program, bundle, build, system and library")
    func userAgent() {
        let full = HTTPHeader.userAgent(
            program: "Reader", version: "1.4", bundle: "org.example.reader", build: "17", system: "Linux 6.1.0")
        let version = LibraryVersion.current
        expectEqual(full.value, "Reader/1.4 (org.example.reader; build:17; Linux 6.1.0) Neatline/\(version)")
        let bare = HTTPHeader.userAgent(program: nil, version: nil, bundle: nil, build: nil, system: "Linux 6.1.0")
        expectEqual(bare.value, "Unknown/Unknown (Unknown; build:Unknown; Linux 6.1.0) Neatline/\(version)")
        expect(HTTPHeader.defaultUserAgent.value.hasSuffix(") Neatline/\(version)"))
    }

    @Test("A program's name cannot break the line")
    func hostileName() {
        let header = HTTPHeader.userAgent(
            program: "a\r\nX: y\u{0}é", version: nil, bundle: nil, build: nil, system: "Linux 6.1.0")
        expect(header.value.hasPrefix("a??X: y??/Unknown "))
    }
}
