public import Foundation
internal import NeatlineFoundation
public import NeatlineJSON

/// Maps dates to strings of ISO 8601, in the profile of RFC 3339.
///
/// ```swift
/// created <- (map["created"], ISO8601DateTransform())   // "created": "2026-11-21T13:05:09+01:00"
/// changed <- (map["changed"], ISO8601DateTransform(timeZone: .gmt, fractionDigits: 3))   // "…T12:05:09.250Z"
/// ```
///
/// It reads, regardless of what it writes: fractions of any length with a point or comma; `Z` or a required offset such
/// as `+01:00`, `+0100` or `+01`; `t` and `z`; spaces instead of the `T`; dates and times without separators; a time
/// without seconds; `24:00:00`; leap seconds. Years have four to six digits, and before 15 October 1582 they are
/// Julian, as everywhere in Foundation. The month must have the day.
///
/// It uses no `DateFormatter`, unless `dateFormatter` is read: from then on that one writes, so that changes of it have
/// an effect, and it reads what is not ISO 8601.
open class ISO8601DateTransform: DateFormatterTransform {
    private let writer: ISO8601Writer

    /// Creates a transform that writes seconds without a fraction, in the current time zone.
    public init() {
        let writer = ISO8601Writer(timeZone: nil, fractionDigits: 0)
        self.writer = writer
        super.init { writer.formatter }
    }

    /// Creates a transform that writes dates in this time zone.
    ///
    /// - Parameters:
    ///   - timeZone: the zone of written dates; nil for the current one at the time of writing.
    ///   - fractionDigits: the number of digits in the fraction of a written second, from 0 to 9.
    public init(timeZone: TimeZone? = nil, fractionDigits: Int = 0) {
        let writer = ISO8601Writer(timeZone: timeZone, fractionDigits: fractionDigits)
        self.writer = writer
        super.init { writer.formatter }
    }

    /// Returns the date of a string; nil for all other values.
    ///
    /// - Parameter value: A string of ISO 8601; nil for null.
    open override func transformFromJSON(_ value: Any?) -> Date? { (value as? String).flatMap(date) }

    /// Returns the text; nil for a date before year 0 or after year 999,999.
    ///
    /// - Parameter value: The date; nil if the property is nil.
    open override func transformToJSON(_ value: Date?) -> String? {
        if madeFormatter != nil { return super.transformToJSON(value) }
        return value.flatMap(writer.text)
    }

    /// Returns the date of the value; for a subclass, calls `transformFromJSON`.
    ///
    /// - Parameter value: The parsed value.
    open override func transform(fromParsed value: NeatlineJSON.JSON) -> Date? {
        if type(of: self) != ISO8601DateTransform.self { return transformAsAny(value) }
        guard case .string(let text) = value else { return nil }
        return date(text)
    }

    /// "an ISO 8601 date with time and zone, such as 2026-01-31T12:00:00Z".
    open override var expectedJSON: String { "an ISO 8601 date with time and zone, such as 2026-01-31T12:00:00Z" }

    private func date(_ text: String) -> Date? { ISO8601Parser.date(text) ?? madeFormatter?.date(from: text) }
}

extension ISO8601Writer {
    /// A formatter that writes the same text.
    fileprivate var formatter: DateFormatter {
        let fraction = fractionDigits == 0 ? "" : "." + String(repeating: "S", count: fractionDigits)
        let formatter = DateFormatter(withFormat: "yyyy-MM-dd'T'HH:mm:ss\(fraction)ZZZZZ", locale: "en_US_POSIX")
        if let timeZone { formatter.timeZone = timeZone }
        return formatter
    }
}
