internal import Foundation
internal import NeatlineFoundation

/// The length of a body, from the `Content-Length` fields of its head (RFC 9110, section 8.6).
///
/// There may be several fields, and several values separated by commas, if all are the same number from 0 to 2⁶³ - 1.
/// Choosing one of several different values would let an intermediary see another end of the response.
struct ContentLength {
    /// The length in bytes; `nil` if there is no field, or they contradict each other.
    var bytes: Int64? { isClear ? length : nil }
    /// Whether all fields contain the same number.
    private(set) var isClear = true
    private var length: Int64?

    /// Adds the value of a field, with or without white space around it.
    ///
    /// - Complexity: O(*n*), where *n* is the length of the value.
    mutating func add(_ value: some RandomAccessCollection<UInt8>) {
        var rest = value[...]
        while isClear {
            let end = rest.firstIndex(of: UInt8(ascii: ",")) ?? rest.endIndex
            add(number: rest[..<end])
            if end == rest.endIndex { break }
            rest = rest[rest.index(after: end)...]
        }
    }

    private mutating func add(number text: some RandomAccessCollection<UInt8>) {
        var number: Int64 = 0
        let digits = text.drop(while: Self.isSpace).prefix { !Self.isSpace($0) }
        isClear = !digits.isEmpty && text[digits.endIndex...].allSatisfy(Self.isSpace)
        for byte in digits where isClear {
            let digit = byte &- UInt8(ascii: "0")
            let (tens, isTooLarge) = number.multipliedReportingOverflow(by: 10)
            let (sum, isTooLargeAfterAll) = tens.addingReportingOverflow(Int64(digit))
            isClear = digit < 10 && !isTooLarge && !isTooLargeAfterAll
            number = sum
        }
        isClear = isClear && (length ?? number) == number
        length = number
    }

    private static func isSpace(_ byte: UInt8) -> Bool {
        byte == UInt8(ascii: " ") || byte == UInt8(ascii: "\t") || byte == UInt8(ascii: "\r")
            || byte == UInt8(ascii: "\n")
    }
}

extension HeaderLines {
    /// The length of the body, before content codings are decoded; `nil` if the fields do not contain one, or
    /// contradict each other.
    ///
    /// - Complexity: O(*n*), where *n* is the length of all lines.
    var contentLength: Int64? {
        guard let lines = beginning(with: "content-length") else { return nil }
        var length = ContentLength()
        for field in lines where has(field, name: "content-length") { length.add(bytes[field.value]) }
        return length.bytes
    }
}

extension TransportResponseHead {
    /// The length of the body in bytes, as announced by the server; `nil` unless all `Content-Length` fields are the
    /// same number from 0 to 2⁶³ - 1.
    ///
    /// A decoded body has another length.
    ///
    /// - Complexity: O(*n*), where *n* is the length of all lines.
    public var contentLength: Int64? { HeaderLines(lines).contentLength }
}

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
