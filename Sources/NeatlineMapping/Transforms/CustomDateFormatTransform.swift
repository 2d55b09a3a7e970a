public import Foundation

/// Maps dates to strings in a custom format.
///
/// ```swift
/// day <- (map["day"], CustomDateFormatTransform(formatString: "yyyy-MM-dd"))   // "day": "2015-03-03"
/// ```
///
/// The locale is `en_US_POSIX`; unless the format contains a zone, the time zone is the given one, or the current one.
open class CustomDateFormatTransform: DateFormatterTransform {
    /// Creates a transform that uses the current time zone.
    ///
    /// - Parameter formatString: the format, in the letters of Unicode Technical Standard 35.
    public init(formatString: String) {
        super.init { DateFormatter(withFormat: formatString, locale: "en_US_POSIX") }
    }

    /// Creates a transform that uses a time zone.
    ///
    /// - Parameters:
    ///   - formatString: the format, in the letters of Unicode Technical Standard 35.
    ///   - timeZone: the zone of written dates, and of texts that contain no zone.
    public init(formatString: String, timeZone: TimeZone) {
        super.init {
            let formatter = DateFormatter(withFormat: formatString, locale: "en_US_POSIX")
            formatter.timeZone = timeZone
            return formatter
        }
    }
}
