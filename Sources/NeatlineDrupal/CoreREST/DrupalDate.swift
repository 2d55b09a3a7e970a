internal import Foundation

/// Dates of `Codable` models, as Drupal writes them: with the distance from UTC, without one for UTC, without a time, or as
/// seconds since 1970.
enum DrupalDate {
    /// - Throws: `DecodingError` if the value is no date.
    static func read(from decoder: any Decoder) throws -> Date {
        let container = try decoder.singleValueContainer()
        if let seconds = try? container.decode(Double.self) { return Date(timeIntervalSince1970: seconds) }
        let text = try container.decode(String.self)
        guard let date = date(text) else {
            throw DecodingError.dataCorruptedError(in: container, debugDescription: "\(text) is no date of Drupal.")
        }
        return date
    }

    static func date(_ text: String) -> Date? {
        if let seconds = Int64(text) { return Date(timeIntervalSince1970: Double(seconds)) }
        let isWithoutTime = text.utf8.count == 10
        for candidate in isWithoutTime ? [text + "T00:00:00Z"] : [text, text + "Z"] {
            if let date = try? Date(candidate, strategy: .iso8601) { return date }
        }
        return nil
    }
}
