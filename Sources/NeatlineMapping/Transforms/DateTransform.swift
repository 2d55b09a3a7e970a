public import Foundation
public import NeatlineJSON

/// Dates as numbers: the time since 1 January 1970, 00:00 UTC.
///
/// ```swift
/// birthday <- (map["birthday"], DateTransform())                    // "birthday": 1458000000.5
/// created <- (map["created"], DateTransform(unit: .milliseconds))   // "created": "1458000000500"
/// ```
///
/// A string that is a number, and nothing else, is read too. Anything else, a boolean included, is no date. In text, whole
/// seconds or milliseconds are written as integers.
open class DateTransform: TransformType {
    /// The type of the property.
    public typealias Object = Date
    /// The type of the value in JSON.
    public typealias JSON = Double

    /// What the number counts; its raw value is how many there are in a second.
    public enum Unit: TimeInterval, Sendable {
        /// Seconds.
        case seconds = 1
        /// Thousandths of a second.
        case milliseconds = 1_000
    }

    private let unit: Unit

    /// A transform.
    ///
    /// - Parameter unit: what the number counts.
    public init(unit: Unit = .seconds) { self.unit = unit }

    /// The date that a number, or a string with a number, says.
    open func transformFromJSON(_ value: Any?) -> Date? { NeatlineJSON.JSON(scalar: value).flatMap(date) }

    /// The time since 1970; nil for a date that is infinitely far or not a number.
    ///
    /// A `Date` counts from 2001, so that adding the years since 1970 may leave a trace in the last digits: a number
    /// without it is preferred if it is read as the same date.
    open func transformToJSON(_ value: Date?) -> Double? {
        guard let value else { return nil }
        let time = value.timeIntervalSince1970 * unit.rawValue
        guard time.isFinite else { return nil }
        for scale in [1, 1e3, 1e6] {
            let rounded = (time * scale).rounded() / scale
            if Date(timeIntervalSince1970: rounded / unit.rawValue) == value { return rounded }
        }
        return time
    }

    /// The date that the value says; a subclass is asked through `transformFromJSON`.
    open func transform(fromParsed value: NeatlineJSON.JSON) -> Date? {
        guard type(of: self) == DateTransform.self else { return transformAsAny(value) }
        return date(value)
    }

    /// Writes what `transformToJSON` gives; whole numbers without a fraction, as servers expect that count in integers.
    public func _write(_ value: Date?, to map: Map) {
        guard map.writing.isText, let whole = transformToJSON(value).flatMap({ Int(exactly: $0) }) else {
            return writeAsAny(value, to: map)
        }
        map.write(value: whole)
    }

    /// Writes the number; a whole one without a fraction.
    public func _append(_ value: Double, to map: Map) {
        guard map.writing.isText, let whole = Int(exactly: value) else { return map.append(any: value) }
        map.append(any: whole)
    }

    private func date(_ value: NeatlineJSON.JSON) -> Date? {
        let time: Double?
        switch value {
        case .number(let number): time = number.doubleValue
        case .string(let text): time = Double(text.trimmingCharacters(in: .whitespacesAndNewlines))
        default: return nil
        }
        guard let time, time.isFinite else { return nil }
        return Date(timeIntervalSince1970: time / unit.rawValue)
    }
}
