import Foundation
import NeatlineTestSupport
import NeatlineTesting
import Testing

struct LoopbackCodingTests {
    /// Checked once with the tools of these names.
    @Test(
        "A short text is coded",
        arguments: [
            (LoopbackCoding.gzip, "H4sIAAAAAAAA/wEFAPr/aGVsbG+GphA2BQAAAA=="),
            (.deflate, "eAEBBQD6/2hlbGxvBiwCFQ=="),
            (.brotli, "QAAQaGVsbG8D"),
            (.zstandard, "KLUv/YA4BQAAACkAAGhlbGxv"),
        ])
    func aShortTextIsCoded(_ coding: LoopbackCoding, _ expected: String) {
        expectEqual(Data(coding.encode("hello".utf8)).base64EncodedString(), expected)
    }

    @Test("Codings store their content", arguments: LoopbackCoding.allCases)
    func codingsStoreTheirContent(_ coding: LoopbackCoding) {
        for count in [0, 1, 65_535, 65_536, 131_072, 300_000] {
            let content = (0..<count).map { UInt8(truncatingIfNeeded: $0 &* 31) }
            let coded = coding.encode(content)
            expect(coded.count > count && coded.count < count + 60)
            expect(count == 0 || coded.firstRange(of: content.prefix(60_000)) != nil)
        }
    }
}
