import NeatlineTestSupport
import Testing

@testable import NeatlineJSON

/// The end of a short integer in an array, which is found without branches, against the scan of any number.
@Suite("NumberKernel.endOfShortInteger") struct ShortIntegerTests {
    @Test("It is that of a number, before a comma, and is found for each number of up to seven bytes")
    func allShortTexts() throws {
        let bytes = Array("-019,.e]x ".utf8)
        var text = [UInt8](repeating: 0, count: 2 * readAhead)
        func check(_ length: Int) throws {
            if length == 6 { return }
            for byte in bytes {
                text[length] = byte
                try text.withUnsafeBufferPointer { text in
                    let start = try #require(text.baseAddress)
                    let number = NumberKernel.scan(start, limit: start + readAhead)
                    let isShort =
                        number.failure == .none && number.flags == TapeWord.integerFlag && number.end[0] == Byte.comma
                    if NumberKernel.endOfShortInteger(start) != (isShort ? number.end : nil) {
                        Issue.record("\(text.prefix(8).map { $0 })")
                    }
                }
                try check(length + 1)
            }
            text[length] = 0
        }
        try check(0)
    }

    @Test("Longer numbers are left to the scan")
    func longNumbers() throws {
        for count in 1...12 {
            for sign in ["", "-"] {
                let number = sign + String(repeating: "7", count: count)
                let text = Array(number.utf8) + [Byte.comma] + [UInt8](repeating: 0, count: readAhead)
                try text.withUnsafeBufferPointer { text in
                    let start = try #require(text.baseAddress)
                    let end = NumberKernel.endOfShortInteger(start)
                    expectEqual(end.map { $0 - start }, number.utf8.count < 8 ? number.utf8.count : nil)
                }
                let json = try JSON(parsing: "[\(number),\(number),1]")
                try expectEqual(json.serializedString(), "[\(number),\(number),1]")
            }
        }
    }
}
