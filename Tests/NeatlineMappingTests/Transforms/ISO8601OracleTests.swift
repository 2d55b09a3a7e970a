import Foundation
import Neatline
import NeatlineTestSupport
import Testing

/// Foundation's formatter says what is right.
@Suite("ISO8601DateTransform against Foundation") struct ISO8601OracleTests {
    /// The years 1 to 9999, with a day left out at both ends because of the zones.
    private let fourDigits = -62_135_680_000...253_402_200_000

    @Test("Every instant in every zone is written and read as DateFormatter does")
    func formatter() throws {
        var random = SeededGenerator(seed: 2)
        let zones = TimeZone.knownTimeZoneIdentifiers
        for _ in 0..<max(1, TestScale.rounds(2_000)) {
            let zone = try #require(zones.randomElement(using: &random).flatMap { TimeZone(identifier: $0) })
            let formatter = DateFormatter(withFormat: "yyyy-MM-dd'T'HH:mm:ssZZZZZ", locale: "en_US_POSIX")
            formatter.timeZone = zone
            let transform = ISO8601DateTransform(timeZone: zone)
            for _ in 0..<10 {
                let bound = random.oneIn(2) ? fourDigits : 0...2_000_000_000
                let date = Date(timeIntervalSince1970: Double(Int.random(in: bound, using: &random)))
                let text = formatter.string(from: date)
                expectEqual(transform.transformToJSON(date), text, "\(zone.identifier)")
                expectEqual(transform.transformFromJSON(text), date, "\(text)")
                expectEqual(formatter.date(from: text), date, "\(text)")
            }
        }
    }

    @Test("Fractions are written as DateFormatter does, and read back to the millisecond")
    func fractions() throws {
        var random = SeededGenerator(seed: 3)
        for digits in 1...3 {
            let format = "yyyy-MM-dd'T'HH:mm:ss.\(String(repeating: "S", count: digits))ZZZZZ"
            let formatter = DateFormatter(withFormat: format, locale: "en_US_POSIX")
            formatter.timeZone = .gmt
            let transform = ISO8601DateTransform(timeZone: .gmt, fractionDigits: digits)
            for _ in 0..<TestScale.rounds(10_000) {
                // Away from the middle between two milliseconds, where a double need not know which is nearer.
                let milliseconds = Double(Int.random(in: -2_000_000_000_000...4_000_000_000_000, using: &random))
                let part = Double.random(in: -0.4...0.4, using: &random)
                let date = Date(timeIntervalSince1970: (milliseconds + part) / 1_000)
                let text = try #require(transform.transformToJSON(date))
                expectEqual(text, formatter.string(from: date))
                let read = try #require(transform.transformFromJSON(text))
                expect(abs(date.timeIntervalSince(read)) < [0.1, 0.01, 0.001][digits - 1] + 0.0006)
            }
        }
    }

    @Test("Days around the change of calendars, and those that were skipped, are the formatter's")
    func changeOfCalendars() throws {
        let formatter = DateFormatter(withFormat: "yyyy-MM-dd'T'HH:mm:ssZZZZZ", locale: "en_US_POSIX")
        formatter.timeZone = .gmt
        let transform = ISO8601DateTransform(timeZone: .gmt)
        for day in 1...31 {
            for zone in ["Z", "+10:00", "-10:00"] {
                let text = "1582-10-\(day < 10 ? "0" : "")\(day)T05:00:00\(zone)"
                let date = try #require(transform.transformFromJSON(text))
                expectEqual(date, formatter.date(from: text), "\(text)")
                expectEqual(transform.transformToJSON(date), formatter.string(from: date), "\(text)")
            }
        }
        expectEqual(transform.transformToJSON(.distantPast), "0001-01-01T00:00:00Z")
        expectEqual(transform.transformFromJSON("0001-01-01T00:00:00Z"), .distantPast)
        expect(transform.transformFromJSON("1500-02-29T00:00:00Z") != nil)
        expect(transform.transformFromJSON("1700-02-29T00:00:00Z") == nil)
    }

    @Test(
        "Texts with other numbers of digits and other zones are read as DateFormatter reads them, or refused as it does"
    )
    func looseTexts() throws {
        var random = SeededGenerator(seed: 4)
        let formatter = DateFormatter(withFormat: "yyyy-MM-dd'T'HH:mm:ssZZZZZ", locale: "en_US_POSIX")
        let transform = ISO8601DateTransform()
        for _ in 0..<TestScale.rounds(20_000) {
            func number(_ range: ClosedRange<Int>) -> String {
                let digits = String(Int.random(in: range, using: &random))
                return digits.count == 1 && random.oneIn(2) ? "0" + digits : digits
            }
            let day = "\(Int.random(in: 1_000...9_999, using: &random))-\(number(0...13))-\(number(0...32))"
            // Second 60 is a leap second here and refused there.
            let time = "\(number(0...23)):\(number(0...60)):\(number(0...59))"
            let zone = [
                "Z", "z", " Z", "GMT", "UTC", "GMT+2", "GMT-02:30", "+05", "-5", "+05:30", "-0530", " +05:30", "",
                "+24:00",
            ]
            let text = "\(day)T\(time)\(zone.randomElement(using: &random) ?? "")"
            expectEqual(transform.transformFromJSON(text), formatter.date(from: text), "\(text)")
        }
    }

    @Test("Each day of ten thousand years has its text, and the text its day")
    func everyDay() throws {
        let transform = ISO8601DateTransform(timeZone: .gmt)
        var previous = ""
        for day in stride(from: -719_528, through: 2_932_896, by: TestScale.stride * 7 + 1) {
            let date = Date(timeIntervalSince1970: Double(day) * 86_400)
            let text = try #require(transform.transformToJSON(date))
            expectEqual(transform.transformFromJSON(text), date)
            expect(text.count == 20 && text > previous)
            previous = text
        }
    }
}
