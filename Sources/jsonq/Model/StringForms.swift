/// Which strings were seen: whether all are dates or URLs, and, if they are few, which ones.
struct StringForms {
    /// More values than this, or longer ones, are no cases of an enumeration.
    static let maximumCases = 16
    static let longestCase = 64

    private(set) var count = 0
    private var areDates = true
    private var areURLs = true
    private var dates: DateForm?
    /// The different strings in the order in which they were seen first; nil if they are too many.
    private(set) var distinct: [String]? = []

    /// How all strings are written as dates; nil if they are no dates.
    var dateForm: DateForm? { count > 0 && areDates ? dates : nil }
    /// Whether all strings are URLs.
    var isURL: Bool { count > 0 && areURLs }

    /// Adds a string.
    mutating func add(_ text: String) {
        count += 1
        if areDates {
            if let form = DateForm(text) {
                dates = dates?.merged(form) ?? form
            } else {
                areDates = false
            }
        }
        if areURLs, !StringForms.isURL(text) { areURLs = false }
        collect(text)
    }

    mutating func merge(_ other: StringForms) {
        if other.count == 0 { return }
        count += other.count
        areDates = areDates && other.areDates
        areURLs = areURLs && other.areURLs
        if let form = other.dates { dates = dates?.merged(form) ?? form }
        guard let values = other.distinct else { return distinct = nil }
        for value in values { collect(value) }
    }

    private mutating func collect(_ text: String) {
        guard let values = distinct else { return }
        if let known = values.first(where: { $0 == text }) {
            // Strings that only Unicode's canonical equivalence makes equal cannot be raw values of one enumeration.
            if !known.utf8.elementsEqual(text.utf8) { distinct = nil }
        } else if values.count == StringForms.maximumCases || text.utf8.count > StringForms.longestCase {
            distinct = nil
        } else {
            distinct?.append(text)
        }
    }

    /// Returns whether a text is a URL of HTTP that a `URL` gives back unchanged: with a host, and with no characters
    /// but those that RFC 3986 allows in a path, a query or a fragment.
    static func isURL(_ text: String) -> Bool {
        let bytes = Array(text.utf8)
        guard let scheme = ["https://", "http://"].first(where: { text.utf8.starts(with: $0.utf8) }) else {
            return false
        }
        let rest = bytes[scheme.utf8.count...]
        let host = rest.prefix { isLetterOrDigit($0) || $0 == UInt8(ascii: ".") || $0 == UInt8(ascii: "-") }
        guard let first = host.first, isLetterOrDigit(first) else { return false }
        var position = host.endIndex
        if position < bytes.count, bytes[position] == UInt8(ascii: ":") {
            let port = bytes[(position + 1)...].prefix { (0x30...0x39).contains($0) }
            guard (1...5).contains(port.count) else { return false }
            position = port.endIndex
        }
        guard position == bytes.count || "/?#".utf8.contains(bytes[position]) else { return false }
        var fragments = 0
        while position < bytes.count {
            let byte = bytes[position]
            if byte == UInt8(ascii: "%") {
                let digits = bytes[(position + 1)...].prefix(2)
                guard digits.count == 2, digits.allSatisfy(isHexDigit) else { return false }
            } else if byte == UInt8(ascii: "#") {
                fragments += 1
            } else if !isLetterOrDigit(byte), !"-._~:/?@!$&'()*+,;=".utf8.contains(byte) {
                return false
            }
            position += 1
        }
        return fragments < 2
    }

    private static func isLetterOrDigit(_ byte: UInt8) -> Bool {
        (0x30...0x39).contains(byte) || (0x61...0x7A).contains(byte | 0x20)
    }

    private static func isHexDigit(_ byte: UInt8) -> Bool {
        (0x30...0x39).contains(byte) || (0x61...0x66).contains(byte | 0x20)
    }
}

/// How dates are written, in the profile of ISO 8601 that is RFC 3339: `2026-11-21T13:05:09.250+01:00`.
struct DateForm: Equatable {
    /// The number of digits in the fraction of a second; of several dates the most.
    private(set) var fractionDigits: Int
    /// The offset from UTC in minutes; nil if there are several.
    private(set) var offset: Int?

    /// Recognizes a date; nil if the text is none, or if a `Date` would not keep all of its digits.
    init?(_ text: String) {
        let bytes = Array(text.utf8)
        var position = 0
        func number(_ count: Int) -> Int? {
            let digits = bytes[position...].prefix(count)
            guard digits.count == count, digits.allSatisfy({ (0x30...0x39).contains($0) }) else { return nil }
            position += count
            return digits.reduce(0) { $0 * 10 + Int($1 - 0x30) }
        }
        func takes(_ character: Unicode.Scalar) -> Bool {
            guard position < bytes.count, bytes[position] == UInt8(ascii: character) else { return false }
            position += 1
            return true
        }

        // Before 1583 Foundation counts by the Julian calendar.
        guard let year = number(4), year >= 1583, takes("-"), let month = number(2), (1...12).contains(month),
            takes("-"),
            let day = number(2), (1...DateForm.days(year, month)).contains(day), takes("T"),
            let hour = number(2), hour < 24, takes(":"), let minute = number(2), minute < 60, takes(":"),
            let second = number(2), second < 60
        else { return nil }
        var digits = 0
        if takes(".") {
            digits = bytes[position...].prefix { (0x30...0x39).contains($0) }.count
            position += digits
            guard (1...6).contains(digits), digits <= 3 || (1900...2100).contains(year) else { return nil }
        }
        var minutes = 0
        if !takes("Z") {
            let isWest = takes("-")
            guard isWest || takes("+"), let hours = number(2), hours < 24, takes(":"), let rest = number(2), rest < 60
            else { return nil }
            minutes = (hours * 60 + rest) * (isWest ? -1 : 1)
            // The limit of `TimeZone(secondsFromGMT:)`.
            guard minutes.magnitude <= 18 * 60 else { return nil }
        }
        guard position == bytes.count else { return nil }
        fractionDigits = digits
        offset = minutes
    }

    private static func days(_ year: Int, _ month: Int) -> Int {
        switch month {
        case 2: year % 4 == 0 && (year % 100 != 0 || year % 400 == 0) ? 29 : 28
        case 4, 6, 9, 11: 30
        default: 31
        }
    }

    /// Returns the form in which both kinds of dates can be written.
    func merged(_ other: DateForm) -> DateForm {
        var form = self
        form.fractionDigits = Swift.max(fractionDigits, other.fractionDigits)
        if offset != other.offset { form.offset = nil }
        return form
    }
}
