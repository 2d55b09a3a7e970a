public import Foundation
public import NeatlineJSON

/// Maps dates to numbers: the time since 1 January 1970, 00:00 UTC.
///
/// ```swift
/// birthday <- (map["birthday"], DateTransform())                    // "birthday": 1458000000.5
/// created <- (map["created"], DateTransform(unit: .milliseconds))   // "created": "1458000000500"
/// ```
///
/// A string that contains only a number is read too; all other values, including booleans, are failures. Whole seconds
/// or milliseconds are written as integers.
open class DateTransform: TransformType {
    /// The type of the property.
    public typealias Object = Date
    /// The type of the value in JSON.
    public typealias JSON = Double

    /// The unit of the number; its raw value is the number of units in a second.
    public enum Unit: TimeInterval, Sendable {
        /// The number counts seconds since 1970.
        case seconds = 1
        /// The number counts thousandths of a second since 1970.
        case milliseconds = 1_000
    }

    private let unit: Unit

    /// Creates a transform for numbers of this unit.
    ///
    /// - Parameter unit: the unit of the number.
    public init(unit: Unit = .seconds) { self.unit = unit }

    /// Returns the date of a number, or of a string that contains a number.
    ///
    /// - Parameter value: A number, or a string that contains one; nil for null.
    open func transformFromJSON(_ value: Any?) -> Date? { NeatlineJSON.JSON(scalar: value).flatMap(date) }

    /// Returns the time since 1970; nil for a date that is infinitely far or not a number.
    ///
    /// A `Date` counts from 2001, so adding the years since 1970 may change the last digits: a shorter number that is
    /// read as the same date is preferred.
    ///
    /// - Parameter value: The date; nil if the property is nil.
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

    /// Returns the date of the value; for a subclass, calls `transformFromJSON`.
    ///
    /// - Parameter value: The parsed value.
    open func transform(fromParsed value: NeatlineJSON.JSON) -> Date? {
        guard type(of: self) == DateTransform.self else { return transformAsAny(value) }
        return date(value)
    }

    /// Writes the number of `transformToJSON`; whole numbers without a fraction, as servers that count in integers
    /// expect.
    ///
    /// - Parameters:
    ///   - value: The date; nil if the property is nil.
    ///   - map: The field that is written.
    public func _write(_ value: Date?, to map: Map) {
        guard !map.isReading, map.writing.isText, let whole = transformToJSON(value).flatMap({ Int64(exactly: $0) })
        else {
            return writeAsAny(value, to: map)
        }
        map.write(value: whole)
    }

    /// Writes the number; a whole one without a fraction.
    ///
    /// - Parameters:
    ///   - value: A result of `transformToJSON`.
    ///   - writer: The position at which it is written.
    public func _append(_ value: Double, to writer: ValueWriter) {
        guard writer.writing.isText, let whole = Int64(exactly: value) else { return writer.append(any: value) }
        writer.writing.append(whole)
    }

    /// "the number of seconds since 1970", or of milliseconds.
    open var expectedJSON: String { "the number of \(unit) since 1970" }

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
