public import Foundation

/// Dates as strings of one format.
///
/// ```swift
/// day <- (map["day"], CustomDateFormatTransform(formatString: "yyyy-MM-dd"))   // "day": "2015-03-03"
/// ```
///
/// Texts are read and written in the locale `en_US_POSIX`; without a zone in the format they are in the current time
/// zone, unless another is given.
open class CustomDateFormatTransform: DateFormatterTransform {
    /// A transform that uses the current time zone.
    ///
    /// - Parameter formatString: the format, in the letters of Unicode Technical Standard 35.
    public init(formatString: String) {
        super.init { DateFormatter(withFormat: formatString, locale: "en_US_POSIX") }
    }

    /// A transform that uses a time zone.
    ///
    /// - Parameters:
    ///   - formatString: the format, in the letters of Unicode Technical Standard 35.
    ///   - timeZone: in which dates are written, and read where the text says no zone.
    public init(formatString: String, timeZone: TimeZone) {
        super.init {
            let formatter = DateFormatter(withFormat: formatString, locale: "en_US_POSIX")
            formatter.timeZone = timeZone
            return formatter
        }
    }
}
