public import Foundation

// The formatter of dates in a fixed format.

extension DateFormatter {
    /// Creates a formatter for a format, in the current time zone.
    ///
    /// ```swift
    /// let formatter = DateFormatter(withFormat: "yyyy-MM-dd", locale: "en_US_POSIX")
    /// ```
    ///
    /// - Parameters:
    ///   - format: the format, in the letters of Unicode Technical Standard 35.
    ///   - locale: the identifier of the locale, which determines names and digits; `en_US_POSIX` for data exchange.
    public convenience init(withFormat format: String, locale: String) {
        self.init()
        self.locale = Locale(identifier: locale)
        dateFormat = format
    }
}
