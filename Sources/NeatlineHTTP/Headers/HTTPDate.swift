internal import Foundation
internal import NeatlineFoundation

/// Dates in header fields: `Sun, 06 Nov 1994 08:49:37 GMT` and the two obsolete formats (RFC 9110, section 5.6.7).
///
/// They are parsed like the dates of cookies (RFC 6265, section 5.1.1): a time, a day, a month and a year in any order,
/// among other text.
enum HTTPDate {
    /// Parses a date; returns `nil` if there is none. The time zone is always GMT.
    ///
    /// - Complexity: O(*n*), where *n* is the length of the text.
    static func date(_ text: String) -> Date? {
        var time: (hour: Int, minute: Int, second: Int)?
        var day: Int?
        var month: Int?
        var year: Int?
        for token in text.utf8.split(whereSeparator: isDelimiter) {
            if time == nil, let found = clock(token) {
                time = found
            } else if day == nil, let found = leadingNumber(token, digits: 1...2) {
                day = found
            } else if month == nil, let found = monthNumber(token) {
                month = found
            } else if year == nil, let found = leadingNumber(token, digits: 2...4) {
                year = found
            }
        }
        guard let time, let day, let month, var year else { return nil }
        if 70...99 ~= year { year += 1900 } else if 0...69 ~= year { year += 2000 }
        guard year >= 1601, time.hour <= 23, time.minute <= 59, time.second <= 59,
            let civil = CivilDate(year: year, month: month, day: day)
        else { return nil }
        let seconds = (time.hour * 60 + time.minute) * 60 + time.second
        return Date(timeIntervalSince1970: Double(civil.daysSince1970 * 86_400 + seconds))
    }

    private typealias Token = Substring.UTF8View

    private static func isDelimiter(_ byte: UInt8) -> Bool {
        switch byte {
        case 0x09, 0x20...0x2F, 0x3B...0x40, 0x5B...0x60, 0x7B...0x7E: true
        default: false
        }
    }

    private static let months = Array("janfebmaraprmayjunjulaugsepoctnovdec".utf8)

    private static func monthNumber(_ token: Token) -> Int? {
        let letters = token.prefix(3).map { $0 | 0x20 }
        guard letters.count == 3 else { return nil }
        return (1...12).first { months[($0 - 1) * 3..<$0 * 3].elementsEqual(letters) }
    }

    /// Returns the number at the start of a token, which other characters may follow.
    private static func leadingNumber(_ token: Token, digits allowed: ClosedRange<Int>) -> Int? {
        let digits = token.prefix { UInt8(ascii: "0")...UInt8(ascii: "9") ~= $0 }
        guard allowed ~= digits.count else { return nil }
        return digits.reduce(0) { $0 * 10 + Int($1 - UInt8(ascii: "0")) }
    }

    /// Returns the number that is the whole token.
    private static func number(_ token: Token) -> Int? {
        token.allSatisfy { UInt8(ascii: "0")...UInt8(ascii: "9") ~= $0 } ? leadingNumber(token, digits: 1...2) : nil
    }

    /// Parses a time such as `8:49:37`.
    private static func clock(_ token: Token) -> (hour: Int, minute: Int, second: Int)? {
        let parts = token.split(separator: UInt8(ascii: ":"), maxSplits: 2, omittingEmptySubsequences: false)
        // Other characters may follow only after the seconds.
        guard parts.count == 3, let hour = number(parts[0]), let minute = number(parts[1]),
            let second = leadingNumber(parts[2], digits: 1...2)
        else { return nil }
        return (hour, minute, second)
    }
}
