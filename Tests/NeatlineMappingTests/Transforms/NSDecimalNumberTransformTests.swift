import Foundation
import Neatline
import NeatlineTestSupport
import Testing

@Suite("NSDecimalNumberTransform") struct NSDecimalNumberTransformTests {
    @Test(
        "Numbers and strings keep all their digits",
        arguments: [
            ("1.66", "1.66"), (#""1.66""#, "1.66"), ("11.11", "11.11"), ("0.1", "0.1"), ("-0.1", "-0.1"), ("5", "5"),
            ("1e3", "1000"), (#""1E+3""#, "1000"), (#""+5""#, "5"), (#""007.50""#, "7.5"), (#"".5""#, "0.5"),
            (#""5.""#, "5"), (#"" 5\n""#, "5"), (#""-.5e-1""#, "-0.05"), ("9007199254740993", "9007199254740993"),
            ("12345678901234567890.123456789", "12345678901234567890.123456789"),
            ("18446744073709551615", "18446744073709551615"), ("0", "0"), ("-0", "0"), ("0.000", "0"),
            ("12345678901234567890123456789012345678", "12345678901234567890123456789012345678"),
        ])
    func digits(text: String, number: String) throws {
        let decimal = try #require(try read(NSDecimalNumberTransform(), text))
        expectEqual(decimal, NSDecimalNumber(string: number))
        expectEqual(NSDecimalNumberTransform().transformToJSON(decimal), number)
    }

    @Test(
        "What is no number, or not exactly, is nil",
        arguments: [
            #""""#, #"" ""#, #""junk""#, #""12abc""#, #""1,5""#, #""1 000""#, #""0x10""#, #""nan""#, #""inf""#, #"".""#,
            #""-""#, #""+-5""#, #""--5""#, #""1e""#, #""e5""#, #""1e+-5""#, #""1..5""#, #""1.5.5""#, #""1e5e5""#,
            #""٥""#,
            #""1e400""#, "1e400", "-1e400", "1e99999999999999999999", #""1e99999999999999999999""#,

            #""1234567890123456789012345678901234567891""#, "null", "true", "false", "[]", "[1.66]", "{}",
        ])
    func failures(text: String) throws {
        expect(try read(NSDecimalNumberTransform(), text) == nil)
    }

    @Test("A number too small or too long for a decimal is nil, neither zero nor rounded")
    func inexact() throws {
        for text in ["1e-99999999999999999999", "1e-130", "1234567890123456789012345678901234567891"] {
            expect(NSDecimalNumberTransform().transform(fromParsed: try JSON(parsing: text)) == nil, "\(text)")
            expect(try read(NSDecimalNumberTransform(), try quoted(text)) == nil, "\(text)")
        }
    }

    @Test("Values from dictionaries are exact too")
    func anyValues() {
        let transform = NSDecimalNumberTransform()
        let expected = NSDecimalNumber(string: "1.66")
        let numbers: [Any] = [1.66, Float(1.66), NSNumber(value: 1.66), expected, expected.decimalValue, "1.66"]
        for number in numbers { expectEqual(transform.transformFromJSON(number), expected) }
        expectEqual(transform.transformFromJSON(UInt64.max), NSDecimalNumber(string: "18446744073709551615"))
        for value in strangers + [true, Double.nan, Double.infinity, NSDecimalNumber.notANumber] {
            expect(transform.transformFromJSON(value) == nil)
        }
    }

    @Test("What is not a number is not written")
    func writing() {
        expect(NSDecimalNumberTransform().transformToJSON(.notANumber) == nil)
        expect(NSDecimalNumberTransform().transformToJSON(nil) == nil)
        expectEqual(NSDecimalNumberTransform().transformToJSON(NSDecimalNumber(string: "-12.50")), "-12.5")
    }

    private final class Cents: NSDecimalNumberTransform {
        override func transformFromJSON(_ value: Any?) -> NSDecimalNumber? {
            super.transformFromJSON(value)?.multiplying(byPowerOf10: -2)
        }
    }

    @Test("A subclass's transformFromJSON is used for parsed values too")
    func subclass() throws {
        try expectEqual(read(Cents(), "166"), NSDecimalNumber(string: "1.66"))
    }
}
