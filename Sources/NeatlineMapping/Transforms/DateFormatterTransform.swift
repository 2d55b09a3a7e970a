public import Foundation
public import NeatlineJSON

/// Dates as strings that a `DateFormatter` reads and writes.
///
/// ```swift
/// let formatter = DateFormatter()
/// formatter.locale = Locale(identifier: "de_DE")
/// formatter.dateFormat = "d. MMMM yyyy"
///
/// founded <- (map["founded"], DateFormatterTransform(dateFormatter: formatter))   // "founded": "3. März 1987"
/// ```
///
/// Formatters are slow: on Linux, one takes some hundred microseconds for a date. `ISO8601DateTransform` needs none.
open class DateFormatterTransform: TransformType {
    /// The type of the property.
    public typealias Object = Date
    /// The type of the value in JSON.
    public typealias JSON = String

    /// The formatter, if it has been asked for.
    private(set) var madeFormatter: DateFormatter?
    private let makeFormatter: () -> DateFormatter

    /// The formatter.
    public var dateFormatter: DateFormatter {
        if let madeFormatter { return madeFormatter }
        let formatter = makeFormatter()
        madeFormatter = formatter
        return formatter
    }

    /// A transform with a formatter, whose locale, calendar and time zone count.
    public init(dateFormatter: DateFormatter) {
        madeFormatter = dateFormatter
        makeFormatter = { dateFormatter }
    }

    /// A transform whose formatter is made when it is needed.
    init(makeFormatter: @escaping () -> DateFormatter) { self.makeFormatter = makeFormatter }

    /// The date that the formatter reads in a string; nil for everything else.
    open func transformFromJSON(_ value: Any?) -> Date? { (value as? String).flatMap { dateFormatter.date(from: $0) } }

    /// What the formatter writes; nil for a date that is too far away for it.
    open func transformToJSON(_ value: Date?) -> String? {
        guard let value, value.timeIntervalSince1970.isFinite else { return nil }
        let text = dateFormatter.string(from: value)
        return text.isEmpty ? nil : text
    }

    /// The date that the value says; a subclass is asked through `transformFromJSON`.
    open func transform(fromParsed value: NeatlineJSON.JSON) -> Date? {
        // No number is made of a value that is no string; whatever a subclass does is done by its own method.
        if type(of: self) != DateFormatterTransform.self { return transformAsAny(value) }
        guard case .string(let text) = value else { return nil }
        return dateFormatter.date(from: text)
    }
}
