package import Foundation

/// Writes a date with time and zone in the form of RFC 3339: `2026-11-21T13:05:09+01:00`.
///
/// The offset 0 is written as `Z`. An offset that is not a multiple of a minute, as zones had before 1930, is written
/// with its seconds, which RFC 3339 does not provide for.
package struct ISO8601Writer {
    /// The zone of the text; nil for the current one at the time of writing.
    package let timeZone: TimeZone?
    /// The number of digits in the fraction of a second, from 0 to 9.
    package let fractionDigits: Int

    /// Creates a writer; a number of digits out of range is replaced by the nearest limit.
    package init(timeZone: TimeZone?, fractionDigits: Int) {
        self.timeZone = timeZone
        self.fractionDigits = min(max(fractionDigits, 0), 9)
    }

    /// Returns the text of an instant; nil if its year is not between 0 and 999,999.
    ///
    /// The instant is rounded to milliseconds, or to the written digits if those are more, and truncated after the last
    /// one: so half past is still the second that has begun, and parsing returns the same text when written again.
    package func text(_ date: Date) -> String? {
        let interval = date.timeIntervalSinceReferenceDate
        guard interval.isFinite, interval.magnitude < 1e14 else { return nil }
        let whole = interval.rounded(.down)
        let scale = ISO8601Writer.powersOfTen[max(fractionDigits, 3)]
        var seconds = Int64(whole) + 978_307_200
        var fraction = Int(((interval - whole) * Double(scale)).rounded())
        if fraction == scale {
            seconds += 1
            fraction = 0
        }
        let zone = timeZone ?? NSTimeZone.default
        // The offset at the written second, to which the instant may have been rounded up.
        let offset = zone.secondsFromGMT(for: Date(timeIntervalSince1970: Double(seconds)))
        let local = seconds + Int64(offset)
        let secondOfDay = Int(local % 86_400) + (local % 86_400 < 0 ? 86_400 : 0)
        guard let day = CivilDate(daysSince1970: Int((local - Int64(secondOfDay)) / 86_400)) else { return nil }

        var text: [UInt8] = []
        text.reserveCapacity(40)
        ISO8601Writer.append(day.year, digits: day.year < 10_000 ? 4 : day.year < 100_000 ? 5 : 6, to: &text)
        text.append(UInt8(ascii: "-"))
        ISO8601Writer.append(day.month, digits: 2, to: &text)
        text.append(UInt8(ascii: "-"))
        ISO8601Writer.append(day.day, digits: 2, to: &text)
        text.append(UInt8(ascii: "T"))
        ISO8601Writer.append(clock: secondOfDay, hasSeconds: true, to: &text)
        if fractionDigits > 0 {
            text.append(UInt8(ascii: "."))
            let unwritten = ISO8601Writer.powersOfTen[max(3 - fractionDigits, 0)]
            ISO8601Writer.append(fraction / unwritten, digits: fractionDigits, to: &text)
        }
        if offset == 0 {
            text.append(UInt8(ascii: "Z"))
        } else {
            text.append(offset < 0 ? UInt8(ascii: "-") : UInt8(ascii: "+"))
            ISO8601Writer.append(clock: abs(offset), hasSeconds: offset % 60 != 0, to: &text)
        }
        return String(decoding: text, as: UTF8.self)
    }

    private static let powersOfTen = [
        1, 10, 100, 1_000, 10_000, 100_000, 1_000_000, 10_000_000, 100_000_000, 1_000_000_000,
    ]

    /// Appends hours, minutes and seconds with colons between them.
    private static func append(clock seconds: Int, hasSeconds: Bool, to text: inout [UInt8]) {
        append(seconds / 3_600, digits: 2, to: &text)
        text.append(UInt8(ascii: ":"))
        append(seconds / 60 % 60, digits: 2, to: &text)
        if hasSeconds {
            text.append(UInt8(ascii: ":"))
            append(seconds % 60, digits: 2, to: &text)
        }
    }

    private static func append(_ number: Int, digits: Int, to text: inout [UInt8]) {
        var divisor = powersOfTen[digits - 1]
        while divisor > 0 {
            text.append(UInt8(truncatingIfNeeded: 0x30 + number / divisor % 10))
            divisor /= 10
        }
    }
}
