package import Foundation

/// Parses a date with time and zone: RFC 3339, and other forms of ISO 8601 that servers send.
///
/// - The date: `2026-11-21` or `20261121`. Years have four to six digits; month and day may have one.
/// - `T` or `t`, or spaces.
/// - The time: `13:05:09`, `130509`, or without seconds; after seconds, a point or comma and a fraction of any length.
///   `24:00:00` is the end of the day; the leap second `23:59:60` of the last day of a month, in UTC, is the second
///   that follows.
/// - The zone, which is required: `Z`, `z`, `GMT`, `UTC`, or an offset `+01:00`, `+0100`, `+01` or `+1`, also with
///   seconds, which were usual before 1930. The minus sign may be U+2212.
///
/// Spaces at both ends and before the zone are ignored. Every part must be in its range, and the month must have the
/// day.
package struct ISO8601Parser {
    private let bytes: UnsafeBufferPointer<UInt8>
    private var position = 0

    private init(_ bytes: UnsafeBufferPointer<UInt8>) { self.bytes = bytes }

    /// Returns the instant of a text; nil if the text is invalid.
    ///
    /// - Complexity: O(*n*).
    package static func date(_ text: String) -> Date? {
        var text = text
        return text.withUTF8 { bytes in
            var parser = ISO8601Parser(bytes)
            return parser.wholeText()
        }
    }

    private mutating func wholeText() -> Date? {
        skipSpaces()
        guard let day = day(), skipSeparator(), let time = time() else { return nil }
        skipSpaces()
        guard let offset = offset() else { return nil }
        skipSpaces()
        guard position == bytes.count else { return nil }
        let seconds = Int64(day.daysSince1970) * 86_400 + Int64(time.seconds - offset)
        if time.isLeapSecond {
            // It ends when the next month begins.
            guard seconds % 86_400 == 0, CivilDate(daysSince1970: Int(seconds / 86_400))?.day == 1 else { return nil }
        }
        // `Date` counts from 2001, which leaves more digits for the fraction than counting from 1970.
        return Date(timeIntervalSinceReferenceDate: Double(seconds - 978_307_200) + time.fraction)
    }
}

// MARK: Parts

extension ISO8601Parser {
    /// A time of day.
    private struct Time {
        /// The number of seconds since midnight.
        var seconds: Int
        /// The fraction of a second, from 0 up to 1.
        var fraction = 0.0
        /// Whether it is second 60 of its minute.
        var isLeapSecond = false
    }

    private mutating func day() -> CivilDate? {
        let (first, count) = number()
        if count == 8 {
            return CivilDate(year: first / 10_000, month: first / 100 % 100, day: first % 100)
        }
        guard 4...6 ~= count, skip("-"), let month = shortNumber() else { return nil }
        guard skip("-"), let day = shortNumber() else { return nil }
        return CivilDate(year: first, month: month, day: day)
    }

    private mutating func skipSeparator() -> Bool {
        let hasLetter = skip("T") || skip("t")
        let start = position
        skipSpaces()
        return hasLetter || position > start
    }

    private mutating func time() -> Time? {
        let (first, count) = number()
        var (hour, minute, second) = (first, 0, 0)
        var hasSeconds = false
        switch count {
        case 6:
            (hour, minute, second) = (first / 10_000, first / 100 % 100, first % 100)
            hasSeconds = true
        case 4:
            (hour, minute) = (first / 100, first % 100)
        case 1, 2:
            guard skip(":"), let minutes = shortNumber() else { return nil }
            minute = minutes
            if skip(":") {
                guard let seconds = shortNumber() else { return nil }
                second = seconds
                hasSeconds = true
            }
        default: return nil
        }
        var time = Time(seconds: hour * 3_600 + minute * 60 + second, isLeapSecond: second == 60)
        if hasSeconds, skip(".") || skip(",") {
            guard let fraction = fraction() else { return nil }
            time.fraction = fraction
        }
        guard hour < 24 || time.seconds == 86_400 && time.fraction == 0, minute < 60, second <= 60 else { return nil }
        return time
    }

    /// Returns the fraction after the point; nil if there are no digits. Digits beyond the precision of a double are
    /// skipped.
    private mutating func fraction() -> Double? {
        let start = position
        var (value, scale) = (0, 1)
        while let digit = peekDigit() {
            if position - start < 17 {
                value = value * 10 + digit
                scale *= 10
            }
            position += 1
        }
        return position > start ? Double(value) / Double(scale) : nil
    }

    /// Returns the number of seconds by which the zone is ahead of UTC.
    private mutating func offset() -> Int? {
        if skip("Z") || skip("z") { return 0 }
        let isNamed = skip(word: "GMT") || skip(word: "UTC")
        let isNegative = skip("-") || skip(word: "\u{2212}")
        guard isNegative || skip("+") else { return isNamed ? 0 : nil }
        let (first, count) = number()
        var (hours, minutes, seconds) = (first, 0, 0)
        switch count {
        case 6: (hours, minutes, seconds) = (first / 10_000, first / 100 % 100, first % 100)
        case 4: (hours, minutes) = (first / 100, first % 100)
        case 1, 2:
            if count == 2 || isNamed, skip(":") {
                guard let second = twoDigits() else { return nil }
                minutes = second
                if skip(":") {
                    guard let third = twoDigits() else { return nil }
                    seconds = third
                }
            }
        default: return nil
        }
        guard hours < 24, minutes < 60, seconds < 60 else { return nil }
        let offset = hours * 3_600 + minutes * 60 + seconds
        return isNegative ? -offset : offset
    }
}

// MARK: Bytes

extension ISO8601Parser {
    private func peekDigit() -> Int? {
        guard position < bytes.count else { return nil }
        // SAFETY: `position` starts at 0, never decreases, and was just compared with the end.
        let digit = Int(bytes[position]) - 0x30
        return 0...9 ~= digit ? digit : nil
    }

    /// Returns the digits at the position and their number; with more than nine, the value is meaningless.
    private mutating func number() -> (value: Int, count: Int) {
        var (value, count) = (0, 0)
        while let digit = peekDigit() {
            if count < 9 { value = value * 10 + digit }
            count += 1
            position += 1
        }
        return (value, count)
    }

    /// Returns a number of one or two digits.
    private mutating func shortNumber() -> Int? {
        let (value, count) = number()
        return 1...2 ~= count ? value : nil
    }

    private mutating func twoDigits() -> Int? {
        let (value, count) = number()
        return count == 2 ? value : nil
    }

    /// Skips an ASCII character, if it is at the position.
    private mutating func skip(_ expected: Unicode.Scalar) -> Bool {
        // SAFETY: as in `peekDigit`.
        guard position < bytes.count, bytes[position] == UInt8(ascii: expected) else { return false }
        position += 1
        return true
    }

    private mutating func skip(word expected: StaticString) -> Bool {
        let count = expected.utf8CodeUnitCount
        guard count <= bytes.count - position else { return false }
        for index in 0..<count {
            // SAFETY: both have that many bytes: the text by the comparison above, the literal by its own count.
            guard bytes[position + index] == expected.utf8Start[index] else { return false }
        }
        position += count
        return true
    }

    private mutating func skipSpaces() {
        while skip(" ") {}
    }
}
