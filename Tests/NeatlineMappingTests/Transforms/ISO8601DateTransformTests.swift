import Foundation
import Neatline
import NeatlineTestSupport
import Testing

@Suite("ISO8601DateTransform: reading") struct ISO8601ReadingTests {
    @Test(
        "All usual forms of one instant are read",
        arguments: [
            "2016-01-02T03:04:05Z", "2016-01-02T03:04:05z", "2016-01-02t03:04:05Z", "2016-01-02 03:04:05Z",
            "2016-01-02T06:04:05+03:00", "2016-01-02T06:04:05+0300", "2016-01-02T06:04:05+03",
            "2016-01-02T06:04:05+3", "2016-01-01T23:34:05-03:30", "2016-01-01T23:34:05-0330",
            "2016-01-01T23:34:05\u{2212}03:30", "2016-01-02T03:04:05-00:00", "2016-01-02T03:04:05+00:00",
            "2016-01-02T03:04:35+00:00:30", "2016-01-02T03:04:35+000030", "2016-01-02T03:04:05GMT",
            "2016-01-02T03:04:05UTC", "2016-01-02T06:04:05GMT+3", "2016-01-02T06:04:05GMT+03:00",
            "2016-01-02T03:04:05 Z", "2016-01-02T06:04:05 +03:00", " 2016-01-02T03:04:05Z ", "2016-1-2T3:4:5Z",
            "2016-01-02T 03:04:05Z", "20160102T030405Z", "20160102T060405+0300", "2016-01-02T03:04:05.0Z",
            "2016-01-02T03:04:05,000Z",
        ])
    func forms(text: String) throws {
        try expectEqual(read(ISO8601DateTransform(), try quoted(text)), Date(timeIntervalSince1970: 1_451_703_845))
    }

    @Test("Seconds may be left out, in both ways of writing")
    func noSeconds() throws {
        let date = Date(timeIntervalSince1970: 1_451_703_840)
        for text in ["2016-01-02T03:04Z", "20160102T0304Z", "2016-01-02T03:04+00:00"] {
            try expectEqual(read(ISO8601DateTransform(), try quoted(text)), date, "\(text)")
        }
    }

    @Test(
        "Fractions may have any length",
        arguments: [
            ("5", 0.5), ("50", 0.5), ("123", 0.123), ("000001", 0.000001), ("999999999", 0.999999999),
            ("25" + String(repeating: "0", count: 500), 0.25), (String(repeating: "3", count: 1_000), 1.0 / 3),
            ("0", 0), ("00000000000000000000", 0), ("00000000000000000001", 0),
        ] as [(String, Double)])
    func fractions(digits: String, fraction: Double) throws {
        // On the first second of 2001, a `Date` has digits for all of them.
        let date = try #require(try read(ISO8601DateTransform(), try quoted("2001-01-01T00:00:00.\(digits)Z")))
        expect(abs(date.timeIntervalSinceReferenceDate - fraction) < 1e-16)
    }

    @Test(
        "Leap days, leap seconds and the end of a day are what they should be",
        arguments: [
            ("2016-02-29T00:00:00Z", "2016-02-28T24:00:00Z"), ("2000-02-29T00:00:00Z", "2000-02-28T24:00:00Z"),
            ("2016-12-31T23:59:60Z", "2017-01-01T00:00:00Z"), ("2017-01-01T00:59:60+01:00", "2017-01-01T00:00:00Z"),
            ("2015-06-30T16:59:60.5-07:00", "2015-07-01T00:00:00.5Z"), ("2016-12-31T24:00Z", "2017-01-01T00:00:00Z"),
            ("0000-02-29T00:00:00Z", "0000-02-28T24:00:00Z"), ("10000-01-01T00:00:00Z", "9999-12-31T24:00:00Z"),
        ])
    func edges(text: String, same: String) throws {
        let date = try read(ISO8601DateTransform(), try quoted(text))
        expect(date != nil)
        expectEqual(date, try read(ISO8601DateTransform(), try quoted(same)))
    }

    @Test(
        "What says no instant is nil",
        arguments: [
            "", " ", "Z", "T", "junk", "2016", "2016-01", "2016-01-02", "2016-01-02T", "2016-01-02T03",
            "2016-01-02T03Z",
            "2016-01-02T03:04:05", "2016-01-02T03:04:05.5", "03:04:05Z", "2016-01-02T03:04:05.Z", "2016-01-02T03:04.5Z",
            "2016-01-02T03:04:05..5Z", "2016-01-02T03:04:05Zx", "2016-01-02T03:04:05ZZ", "2016-01-02T03:04:05Z Z",
            "x2016-01-02T03:04:05Z", "2016-13-02T03:04:05Z", "2016-00-02T03:04:05Z", "2016-01-00T03:04:05Z",
            "2016-01-32T03:04:05Z", "2016-04-31T03:04:05Z", "2015-02-29T03:04:05Z", "1900-02-29T03:04:05Z",
            "2016-02-30T03:04:05Z", "2016-01-02T24:00:01Z", "2016-01-02T24:00:00.5Z", "2016-01-02T25:00:00Z",
            "2016-01-02T03:60:05Z", "2016-01-02T03:04:61Z", "2016-01-02T23:59:60Z", "2016-12-31T23:58:60Z",
            "2016-12-31T23:59:60+01:00", "2016-01-02T03:04:05+24:00", "2016-01-02T03:04:05+03:60",
            "2016-01-02T03:04:05+03:00:60", "2016-01-02T03:04:05+", "2016-01-02T03:04:05+03:",
            "2016-01-02T03:04:05+3:30",
            "2016-01-02T03:04:05+030", "2016-01-02T03:04:05+12345", "2016-01-02T03:04:05+1234567",
            "2016-01-02T03:04:05+12:3", "2016-01-02T03:04:05EST", "2016-01-02T03:04:05 PST", "16-01-02T03:04:05Z",
            "+2016-01-02T03:04:05Z", "-0001-01-02T03:04:05Z", "1000000-01-02T03:04:05Z", "2016-001-02T03:04:05Z",
            "2016/01/02T03:04:05Z", "2016-01-02_03:04:05Z", "2016-01-02T03.04.05Z", "2016-01-02T03:04:05\u{0}Z",
            "２０１６-01-02T03:04:05Z", "99999999999999999999-01-02T03:04:05Z", "2016-01-02T03:04:99999999999999999999Z",
            "2016-01-02T03:04:05+99999999999999999999", "201601021T030405Z", "20160102T0304056Z", "20161302T030405Z",
        ])
    func failures(text: String) throws {
        expect(try read(ISO8601DateTransform(), try quoted(text)) == nil)
    }

    @Test("Other types are no dates", arguments: noStrings)
    func otherTypes(text: String) throws {
        expect(try read(ISO8601DateTransform(), text) == nil)
    }

    @Test("Damaged texts are nil or an instant, but never trap")
    func damage() throws {
        var random = SeededGenerator(seed: 1)
        let alphabet = Array("0123456789-+:.,TtZz GMUC\u{2212}é".unicodeScalars)
        let transform = ISO8601DateTransform(timeZone: .gmt, fractionDigits: 9)
        for _ in 0..<TestScale.rounds(500_000) {
            var text = Array("2016-12-31T23:59:60.123+00:00".unicodeScalars)
            for _ in 0..<Int.random(in: 1...6, using: &random) {
                let index = Int.random(in: 0..<text.count, using: &random)
                if random.oneIn(4) {
                    text.remove(at: index)
                } else {
                    text[index] = alphabet.randomElement(using: &random) ?? "0"
                }
            }
            let damaged = String(String.UnicodeScalarView(text))
            guard let date = transform.transformFromJSON(damaged) else { continue }
            let written = try #require(transform.transformToJSON(date), "\(damaged)")
            let again = try #require(transform.transformFromJSON(written), "\(damaged)")
            expect(abs(again.timeIntervalSince(date)) < 1e-5, "\(damaged)")
        }
    }
}

@Suite("ISO8601DateTransform: writing") struct ISO8601WritingTests {
    private let date = Date(timeIntervalSince1970: 1_451_703_845.25)

    @Test("Without options, the current time zone and whole seconds are written")
    func plain() throws {
        let text = try #require(ISO8601DateTransform().transformToJSON(date))
        let formatter = DateFormatter(withFormat: "yyyy-MM-dd'T'HH:mm:ssZZZZZ", locale: "en_US_POSIX")
        expectEqual(text, formatter.string(from: date))
        expect(ISO8601DateTransform().transformToJSON(nil) == nil)
    }

    @Test("A time zone and a number of digits can be chosen")
    func options() {
        func text(_ timeZone: TimeZone, _ digits: Int, _ date: Date) -> String? {
            ISO8601DateTransform(timeZone: timeZone, fractionDigits: digits).transformToJSON(date)
        }
        expectEqual(text(.gmt, 0, date), "2016-01-02T03:04:05Z")
        expectEqual(text(.gmt, 1, date), "2016-01-02T03:04:05.2Z")
        expectEqual(text(.gmt, 3, date), "2016-01-02T03:04:05.250Z")
        expectEqual(text(.gmt, 9, date), "2016-01-02T03:04:05.250000000Z")
        expectEqual(text(.gmt, -1, date), "2016-01-02T03:04:05Z")
        expectEqual(text(.gmt, 99, date), "2016-01-02T03:04:05.250000000Z")
        expectEqual(text(TimeZone(secondsFromGMT: 5 * 3_600 + 1_800) ?? .gmt, 3, date), "2016-01-02T08:34:05.250+05:30")
        expectEqual(text(TimeZone(secondsFromGMT: -9 * 3_600) ?? .gmt, 0, date), "2016-01-01T18:04:05-09:00")
        expectEqual(
            text(TimeZone(identifier: "Europe/Paris") ?? .gmt, 0, Date(timeIntervalSince1970: -3e9)),
            "1874-12-07T18:49:21+00:09:21")
    }

    @Test("An instant is rounded to milliseconds, or the digits written, and then cut off")
    func rounding() {
        func text(_ interval: Double, _ digits: Int) -> String? {
            ISO8601DateTransform(timeZone: .gmt, fractionDigits: digits)
                .transformToJSON(Date(timeIntervalSince1970: interval))
        }
        expectEqual(text(0.9994, 0), "1970-01-01T00:00:00Z")
        expectEqual(text(0.9996, 0), "1970-01-01T00:00:01Z")
        expectEqual(text(0.9994, 1), "1970-01-01T00:00:00.9Z")
        expectEqual(text(0.99996, 4), "1970-01-01T00:00:01.0000Z")
        expectEqual(text(-0.5, 0), "1969-12-31T23:59:59Z")
        expectEqual(text(-0.5, 3), "1969-12-31T23:59:59.500Z")
        expectEqual(text(-0.0004, 0), "1970-01-01T00:00:00Z")
        expectEqual(text(1_451_606_399.9999, 3), "2016-01-01T00:00:00.000Z")
    }

    @Test(
        "Dates that have no year of four to six digits are not written",
        arguments: [
            Double.nan, .infinity, -.infinity, 1e300, -1e300, 1e19, -1e19, 9e13, -62_167_392_001, 31_494_784_780_800,
        ])
    func unwritable(interval: Double) {
        let transform = ISO8601DateTransform(timeZone: .gmt)
        expect(transform.transformToJSON(Date(timeIntervalSince1970: interval)) == nil)
    }

    @Test(
        "The first and last dates are written and read",
        arguments: [
            (-62_167_392_000, "0000-01-01T00:00:00Z"), (253_402_300_799, "9999-12-31T23:59:59Z"),
            (253_402_300_800, "10000-01-01T00:00:00Z"), (31_494_784_780_799, "999999-12-31T23:59:59Z"),
            (-62_135_769_600, "0001-01-01T00:00:00Z"), (-14_830_992_000, "1500-01-01T00:00:00Z"),
        ])
    func limits(interval: Double, text: String) throws {
        let transform = ISO8601DateTransform(timeZone: .gmt)
        let date = Date(timeIntervalSince1970: interval)
        expectEqual(transform.transformToJSON(date), text)
        try expectEqual(read(transform, try quoted(text)), date)
    }

    @Test("A formatter that was asked for writes from then on, so that its changes count")
    func formatter() throws {
        let transform = ISO8601DateTransform()
        transform.dateFormatter.timeZone = TimeZone(secondsFromGMT: 7_200)
        expectEqual(transform.dateFormatter.dateFormat, "yyyy-MM-dd'T'HH:mm:ssZZZZZ")
        expectEqual(transform.transformToJSON(date), "2016-01-02T05:04:05+02:00")
        try expectEqual(read(transform, #""2016-01-02T03:04:05.25Z""#), date)
        transform.dateFormatter.dateFormat = "yyyy"
        expectEqual(transform.transformToJSON(date), "2016")
        expect(try read(transform, #""2016""#) != nil)
        expect(transform.transformToJSON(Date(timeIntervalSince1970: .nan)) == nil)

        let precise = ISO8601DateTransform(timeZone: .gmt, fractionDigits: 3)
        expectEqual(precise.dateFormatter.string(from: date), "2016-01-02T03:04:05.250Z")
        expectEqual(precise.transformToJSON(date), "2016-01-02T03:04:05.250Z")
    }

    private final class Loud: ISO8601DateTransform {
        override func transformFromJSON(_ value: Any?) -> Date? {
            value as? String == "now" ? .distantFuture : super.transformFromJSON(value)
        }
    }

    @Test("A subclass's transformFromJSON is used for parsed values too")
    func subclass() throws {
        try expectEqual(read(Loud(), #""now""#), .distantFuture)
        try expectEqual(read(Loud(), #""1970-01-01T00:00:00Z""#), Date(timeIntervalSince1970: 0))
        let general: DateFormatterTransform = ISO8601DateTransform()
        try expectEqual(read(general, #""1970-01-01T00:00:00.5Z""#), Date(timeIntervalSince1970: 0.5))
    }
}
