internal import Foundation

/// Reads the dates of cookies, which come in many forms: RFC 6265, section 5.1.1.
enum CookieDate {
    /// Nil if there is no date in it. O(n)
    static func parse(_ text: some StringProtocol) -> Date? {
        var time: (Int, Int, Int)?
        var day: Int?
        var month: Int?
        var year: Int?
        for token in text.utf8.split(whereSeparator: isDelimiter) {
            if time == nil, let found = readTime(token) {
                time = found
            } else if day == nil, let found = readNumber(token, digits: 1...2) {
                day = found
            } else if month == nil, let found = readMonth(token) {
                month = found
            } else if year == nil, let found = readNumber(token, digits: 2...4) {
                year = found
            }
        }
        guard let (hour, minute, second) = time, let day, let month, var year else { return nil }
        if (70...99).contains(year) { year += 1900 }
        if (0...69).contains(year) { year += 2000 }
        guard (1...31).contains(day), year >= 1601, hour <= 23, minute <= 59, second <= 59,
            day <= daysIn(month, of: year)
        else { return nil }
        let days = daysSince1970(year, month, day)
        return Date(timeIntervalSince1970: Double(days * 86_400 + hour * 3600 + minute * 60 + second))
    }

    private static func isDelimiter(_ byte: UInt8) -> Bool {
        switch byte {
        case 0x09, 0x20...0x2F, 0x3B...0x40, 0x5B...0x60, 0x7B...0x7E: true
        default: false
        }
    }

    /// `12:34:56`, with one or two digits each, and anything after them that does not begin with a digit.
    private static func readTime(_ token: some Collection<UInt8>) -> (Int, Int, Int)? {
        var parts = [0]
        var digits = 0
        for byte in token {
            if isDigit(byte) {
                digits += 1
                guard digits <= 2 else { return nil }
                parts[parts.count - 1] = parts[parts.count - 1] * 10 + Int(byte - UInt8(ascii: "0"))
            } else if byte == UInt8(ascii: ":"), digits > 0, parts.count < 3 {
                parts.append(0)
                digits = 0
            } else {
                break
            }
        }
        return parts.count == 3 && digits > 0 ? (parts[0], parts[1], parts[2]) : nil
    }

    /// So many digits, and anything after them that does not begin with a digit.
    private static func readNumber(_ token: some Collection<UInt8>, digits: ClosedRange<Int>) -> Int? {
        let number = token.prefix(while: isDigit)
        guard digits.contains(number.count) else { return nil }
        return number.reduce(0) { $0 * 10 + Int($1 - UInt8(ascii: "0")) }
    }

    private static func readMonth(_ token: some Collection<UInt8>) -> Int? {
        let name = String(decoding: token.prefix(3).map(lowercased), as: UTF8.self)
        let names = ["jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec"]
        return names.firstIndex(of: name).map { $0 + 1 }
    }

    private static func daysIn(_ month: Int, of year: Int) -> Int {
        switch month {
        case 4, 6, 9, 11: 30
        case 2: year % 4 == 0 && (year % 100 != 0 || year % 400 == 0) ? 29 : 28
        default: 31
        }
    }

    /// Of the Gregorian calendar, counted in years that begin in March, so that the leap day is the last one.
    private static func daysSince1970(_ year: Int, _ month: Int, _ day: Int) -> Int {
        let shifted = month <= 2 ? year - 1 : year
        let era = shifted / 400
        let yearOfEra = shifted % 400
        let dayOfYear = (153 * ((month + 9) % 12) + 2) / 5 + day - 1
        return era * 146_097 + yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear - 719_468
    }
}
