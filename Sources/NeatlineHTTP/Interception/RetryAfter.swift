internal import Foundation

/// The header field `Retry-After`: a number of seconds, or a date (RFC 9110, section 10.2.3).
enum RetryAfter {
    /// Returns the number of seconds to wait from now on; `nil` if the field is neither a number nor a date.
    static func seconds(_ field: String, now: Date) -> TimeInterval? {
        let text = MediaType.trimmed(field[...])
        if !text.isEmpty, text.utf8.allSatisfy({ UInt8(ascii: "0")...UInt8(ascii: "9") ~= $0 }) {
            return Double(text)
        }
        return HTTPDate.date(text).map { max($0.timeIntervalSince(now), 0) }
    }
}
