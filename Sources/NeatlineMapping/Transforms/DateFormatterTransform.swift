public import Foundation
internal import NeatlineFoundation
public import NeatlineJSON

/// Maps dates to strings by a `DateFormatter`.
///
/// ```swift
/// let formatter = DateFormatter()
/// formatter.locale = Locale(identifier: "de_DE")
/// formatter.dateFormat = "d. MMMM yyyy"
///
/// founded <- (map["founded"], DateFormatterTransform(dateFormatter: formatter))   // "founded": "3. März 1987"
/// ```
///
/// Formatters are slow: on Linux, a date takes some hundred microseconds. `ISO8601DateTransform` uses none.
open class DateFormatterTransform: TransformType {
    /// The type of the property.
    public typealias Object = Date
    /// The type of the value in JSON.
    public typealias JSON = String

    private let made = SharedReference<DateFormatter>()
    private let makeFormatter: () -> DateFormatter

    /// The formatter, once it was used.
    var madeFormatter: DateFormatter? { made.load() }

    /// The formatter of this transform, which is created when it is first used, on any thread.
    public var dateFormatter: DateFormatter {
        if let formatter = made.load() { return formatter }
        // Of several threads that create one, all use that of the first.
        let formatter = makeFormatter()
        return made.fill(formatter) ? formatter : made.load() ?? formatter
    }

    /// Creates a transform with a formatter, which determines locale, calendar and time zone.
    ///
    /// - Parameter dateFormatter: The formatter that reads and writes the dates.
    public init(dateFormatter: DateFormatter) {
        made.exchange(dateFormatter)
        makeFormatter = { dateFormatter }
    }

    /// Creates a transform whose formatter is created at its first use.
    init(makeFormatter: @escaping () -> DateFormatter) { self.makeFormatter = makeFormatter }

    /// Returns the date of a string; nil for all other values.
    ///
    /// - Parameter value: A string in the formatter's format; nil for null.
    open func transformFromJSON(_ value: Any?) -> Date? { (value as? String).flatMap { dateFormatter.date(from: $0) } }

    /// Returns the formatted date; nil for a date that the formatter cannot represent.
    ///
    /// - Parameter value: The date; nil if the property is nil.
    open func transformToJSON(_ value: Date?) -> String? {
        guard let value, value.timeIntervalSince1970.isFinite else { return nil }
        let text = dateFormatter.string(from: value)
        return text.isEmpty ? nil : text
    }

    /// Returns the date of the value; for a subclass, calls `transformFromJSON`.
    ///
    /// - Parameter value: The parsed value.
    open func transform(fromParsed value: NeatlineJSON.JSON) -> Date? {
        // A value that is not a string is never converted here; a subclass uses its own method.
        if type(of: self) != DateFormatterTransform.self { return transformAsAny(value) }
        guard case .string(let text) = value else { return nil }
        return dateFormatter.date(from: text)
    }

    /// "a date in the format yyyy-MM-dd".
    open var expectedJSON: String {
        let format = dateFormatter.dateFormat ?? ""
        return format.isEmpty ? "a date" : "a date in the format \(format)"
    }
}
