import Foundation
import Neatline
import NeatlineTestSupport
import Testing

@Suite("DateTransform") struct DateTransformTests {
    @Test(
        "A number of seconds is a date, and a string with one",
        arguments: [
            ("0", 0), ("1458000000", 1_458_000_000), ("1458000000.5", 1_458_000_000.5), ("-1.5", -1.5), ("1e3", 1_000),
            (#""1458000000""#, 1_458_000_000), (#"" -1.5\n""#, -1.5), (#""1e3""#, 1_000), ("1e300", 1e300),
        ])
    func seconds(text: String, interval: Double) throws {
        try expectEqual(read(DateTransform(), text), Date(timeIntervalSince1970: interval))
    }

    @Test("Milliseconds are a thousandth")
    func milliseconds() throws {
        let transform = DateTransform(unit: .milliseconds)
        try expectEqual(read(transform, "1458000000500"), Date(timeIntervalSince1970: 1_458_000_000.5))
        try expectEqual(read(transform, #""1500""#), Date(timeIntervalSince1970: 1.5))
        expectEqual(transform.transformToJSON(Date(timeIntervalSince1970: 1.5)), 1_500)
        expectEqual(DateTransform.Unit.seconds.rawValue, 1)
        expectEqual(DateTransform.Unit.milliseconds.rawValue, 1_000)
    }

    @Test(
        "What is no number is no date of 1970",
        arguments: [
            #""""#, #""junk""#, #""12 monkeys""#, #""2016-01-02""#, #""nan""#, #""inf""#, #""1e400""#, #""١""#, "1e400",
            "-1e400", "null", "true", "false", "[]", "[5]", "{}",
        ])
    func failures(text: String) throws {
        expect(try read(DateTransform(), text) == nil)
    }

    @Test("Numbers of all Swift types are read, other types are not")
    func anyValues() {
        let transform = DateTransform()
        let date = Date(timeIntervalSince1970: 5)
        let numbers: [Any] = [5, 5.0, Int8(5), UInt64(5), Float(5), NSNumber(value: 5), Decimal(5), NSDecimalNumber(5)]
        for number in numbers + ["5", "5" as NSString] { expectEqual(transform.transformFromJSON(number), date) }
        for value in strangers + [true, NSNumber(value: true), Double.nan, Double.infinity] {
            expect(transform.transformFromJSON(value) == nil)
        }
    }

    @Test("A date is written as the number it was read from")
    func writing() {
        let transform = DateTransform()
        expectEqual(transform.transformToJSON(Date(timeIntervalSince1970: 1_458_000_000.5)), 1_458_000_000.5)
        expect(transform.transformToJSON(nil) == nil)
        for interval in [Double.nan, .infinity, -.infinity] {
            expect(transform.transformToJSON(Date(timeIntervalSince1970: interval)) == nil)
        }
        expect(
            DateTransform(unit: .milliseconds).transformToJSON(Date(timeIntervalSince1970: .greatestFiniteMagnitude))
                == nil)
    }

    @Test("Every number of milliseconds is written as it was read, in both units")
    func roundTrip() throws {
        var random = SeededGenerator(seed: 6)
        let near1970 = DateTransform(unit: .milliseconds)
        expectEqual(near1970.transformToJSON(near1970.transformFromJSON(86_400_123)), 86_400_123)
        for _ in 0..<TestScale.rounds(100_000) {
            let milliseconds = Double(Int.random(in: -3_000_000_000_000...5_000_000_000_000, using: &random))
            let transform = DateTransform(unit: .milliseconds)
            expectEqual(transform.transformToJSON(transform.transformFromJSON(milliseconds)), milliseconds)
            let seconds = milliseconds / 1_000
            expectEqual(DateTransform().transformToJSON(DateTransform().transformFromJSON(seconds)), seconds)
        }
        for interval in [1e300, -1e300, 1e306, 1e17 + 16, 0.000_000_1, Double.leastNonzeroMagnitude] {
            let date = Date(timeIntervalSince1970: interval)
            let written = try #require(DateTransform().transformToJSON(date))
            expectEqual(DateTransform().transformFromJSON(written), date)
        }
    }

    private final class Minutes: DateTransform {
        override func transformFromJSON(_ value: Any?) -> Date? {
            (value as? Double).map { Date(timeIntervalSince1970: $0 * 60) }
        }
    }
    private final class Quiet: DateTransform {}

    @Test("A subclass's transformFromJSON is used for parsed values too")
    func subclasses() throws {
        try expectEqual(read(Minutes(), "2"), Date(timeIntervalSince1970: 120))
        expect(try read(Minutes(unit: .milliseconds), "null") == nil)
        try expectEqual(read(Quiet(), "2"), Date(timeIntervalSince1970: 2))
    }
}
