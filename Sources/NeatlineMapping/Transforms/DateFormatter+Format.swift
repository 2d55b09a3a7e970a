public import Foundation

extension DateFormatter {
    /// A formatter for one format, in the current time zone.
    ///
    /// ```swift
    /// let formatter = DateFormatter(withFormat: "yyyy-MM-dd", locale: "en_US_POSIX")
    /// ```
    ///
    /// - Parameters:
    ///   - format: in the letters of Unicode Technical Standard 35.
    ///   - locale: the identifier of the locale whose names and digits are used; `en_US_POSIX` for texts that computers
    ///     exchange.
    public convenience init(withFormat format: String, locale: String) {
        self.init()
        self.locale = Locale(identifier: locale)
        dateFormat = format
    }
}
