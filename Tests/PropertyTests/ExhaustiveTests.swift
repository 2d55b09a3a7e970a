import Neatline
import NeatlineTestSupport
import Testing

/// Every short text through every reader. Less than scale 1 checks a share.
@Suite("Every short text is read alike by all readers", .longRunning)
struct ExhaustiveTests {
    private static let isShort = TestScale.factor < 0.05

    @Test(
        "byte strings of up to six of the bytes that reach all branches", arguments: AgreementTests.optionSets.indices)
    func byteStrings(_ set: Int) {
        let options = AgreementTests.optionSets[set]
        let alphabet = options.allowsComments ? "{}[]:,\"\\/*01-.e " : "{}[]:,\"\\u01-.e t"
        check(alphabet.utf8.map { [$0] }, length: Self.isShort ? 3 : 6, options)
    }

    @Test("sequences of up to nine tokens", arguments: AgreementTests.optionSets.indices)
    func tokens(_ set: Int) {
        let tokens = ["{", "}", "[", "]", ":", ",", "\"a\"", "1"]
        check(tokens.map { Array($0.utf8) }, length: Self.isShort ? 4 : 9, AgreementTests.optionSets[set])
    }

    private func check(_ pieces: [[UInt8]], length: Int, _ options: JSONParsingOptions) {
        var checks = ReaderChecks(options, others: options == JSONParsingOptions() ? Self.readers : [])
        let share = TestScale.factor >= 1 ? nil : Self.isShort ? 1 : TestScale.factor
        let count = PrefixTree(pieces, length: length, share: share).visit(&checks)
        expect(count > pieces.count * pieces.count)
        for difference in checks.differences { Issue.record("\(difference)") }
    }

    /// The readers of the modules above, which read with the standard options.
    private static var readers: [ReaderChecks.Reader] {
        let decoder = NeatlineJSONDecoder()
        let mapper = Mapper<Holder>()
        return [
            .init("decoder") { text in
                do {
                    return try decoder.decode(JSON.self, from: text)
                } catch DecodingError.dataCorrupted(let context) {
                    throw context.underlyingError ?? DecodingError.dataCorrupted(context)
                }
            },
            .init("mapper", ofMember: "v") { text in
                do {
                    return try mapper.tryMap(bytes: text).v
                } catch let error as MappingError {
                    throw error.failures.first?.underlying ?? error
                }
            },
        ]
    }

    private struct Holder: Mappable {
        var v: JSON = "absent"
        init?(map: Map) {}
        mutating func mapping(map: Map) { v <- map["v"] }
    }
}
