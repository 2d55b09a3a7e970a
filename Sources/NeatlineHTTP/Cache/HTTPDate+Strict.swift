internal import Foundation
internal import NeatlineFoundation

/// Dates in the fields by which a cache judges responses.
extension HTTPDate {
    /// Parses a date in one of the three formats of RFC 9110, section 5.6.7, ignoring case; returns `nil` for all other
    /// text.
    ///
    /// A cache must take a date that it does not know for one in the past, so it cannot be as lenient as cookies are.
    ///
    /// - Parameters:
    ///   - text: The value of a field.
    ///   - now: The current time, in seconds since 1970: a year of two digits is at most 50 years after it.
    /// - Returns: The time in seconds since 1970.
    /// - Complexity: O(1)
    static func strictTime(_ text: some StringProtocol, now: TimeInterval) -> TimeInterval? {
        guard text.utf8.count <= 40 else { return nil }
        let parts = text.utf8.split(separator: UInt8(ascii: " "), omittingEmptySubsequences: false)
            .map { String(decoding: $0.map(\.lowercasedASCII), as: UTF8.self) }
        switch parts.count {
        case 6 where parts[5] == "gmt" && shortDays.contains { parts[0] == $0 + "," }:
            // Sun, 06 Nov 1994 08:49:37 GMT
            return time(day: digits(parts[1], 2), month: parts[2], year: digits(parts[3], 4), clock: parts[4])
        case 4 where parts[3] == "gmt" && longDays.contains { parts[0] == $0 + "," }:
            // Sunday, 06-Nov-94 08:49:37 GMT
            let date = parts[1].split(separator: "-", omittingEmptySubsequences: false).map(String.init)
            guard date.count == 3, let short = digits(date[2], 2) else { return nil }
            let recent = time(day: digits(date[0], 2), month: date[1], year: 2000 + short, clock: parts[2])
            guard let recent, recent > now + 50 * 365.25 * 86_400 else { return recent }
            return time(day: digits(date[0], 2), month: date[1], year: 1900 + short, clock: parts[2])
        case 5 where shortDays.contains(parts[0]):
            // Sun Nov 16 08:49:37 1994
            return time(day: digits(parts[2], 2), month: parts[1], year: digits(parts[4], 4), clock: parts[3])
        case 6 where shortDays.contains(parts[0]) && parts[2].isEmpty:
            // Sun Nov  6 08:49:37 1994
            return time(day: digits(parts[3], 1), month: parts[1], year: digits(parts[5], 4), clock: parts[4])
        default: return nil
        }
    }

    private static let shortDays = ["mon", "tue", "wed", "thu", "fri", "sat", "sun"]
    private static let longDays = ["monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday"]
    private static let monthNames = [
        "jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec",
    ]

    private static func digits(_ text: String, _ count: Int) -> Int? {
        guard text.utf8.count == count, text.utf8.allSatisfy({ UInt8(ascii: "0")...UInt8(ascii: "9") ~= $0 }) else {
            return nil
        }
        return Int(text)
    }

    private static func time(day: Int?, month: String, year: Int?, clock: String) -> TimeInterval? {
        let parts = clock.split(separator: ":", omittingEmptySubsequences: false).map { digits(String($0), 2) }
        guard let day, let year, let month = monthNames.firstIndex(of: month), parts.count == 3,
            let hour = parts[0], let minute = parts[1], let second = parts[2], hour < 24, minute < 60, second <= 60,
            let civil = CivilDate(year: year, month: month + 1, day: day)
        else { return nil }
        return TimeInterval(civil.daysSince1970 * 86_400 + (hour * 60 + minute) * 60 + min(second, 59))
    }
}
