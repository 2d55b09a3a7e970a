import Foundation
import Neatline
import NeatlineTestSupport
import Testing

@Suite("DataTransform") struct DataTransformTests {
    @Test("Bytes are read and written in base64")
    func roundTrip() throws {
        var random = SeededGenerator(seed: 5)
        for count in 0..<100 {
            let data = Data((0..<count).map { _ in UInt8.random(in: .min ... .max, using: &random) })
            let text = try #require(DataTransform().transformToJSON(data))
            #expect(text == data.base64EncodedString())
            #expect(try read(DataTransform(), try quoted(text)) == data)
        }
        #expect(DataTransform().transformToJSON(nil) == nil)
    }

    @Test(
        "What is not base64 is nil",
        arguments: [#""A""#, #""AA""#, #""AAA""#, #""A A A=""#, #""%%%%""#, #""-_-_""#, #""ÄÄÄÄ""#] + noStrings)
    func failures(text: String) throws {
        #expect(try read(DataTransform(), text) == nil)
    }

    @Test("Other values are nil")
    func strangeValues() {
        for value in strangers { #expect(DataTransform().transformFromJSON(value) == nil) }
    }

    private final class Spaced: DataTransform {
        override func transformFromJSON(_ value: Any?) -> Data? {
            super.transformFromJSON((value as? String)?.filter { $0 != " " })
        }
    }

    @Test("A subclass's transformFromJSON is used for parsed values too")
    func subclass() throws {
        #expect(try read(Spaced(), #""A A A=""#) == Data([0, 0]))
    }
}
