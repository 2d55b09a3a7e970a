import Foundation

/// What a decoder is told, as data that both libraries' coders can be set up from.
struct DecodingSettings: Sendable, CustomStringConvertible {
    enum Dates: String, CaseIterable, Sendable {
        case deferred, seconds, milliseconds, iso8601, formatted, custom, customThrowing
    }
    enum Bytes: String, CaseIterable, Sendable {
        case base64, deferred, custom
    }
    enum Keys: String, CaseIterable, Sendable {
        case plain, snakeCase, custom
    }
    enum Floats: String, CaseIterable, Sendable {
        case `throw`, strings
    }

    var dates = Dates.deferred
    var bytes = Bytes.base64
    var keys = Keys.plain
    var floats = Floats.throw
    var allowsJSON5 = false
    var assumesTopLevelDictionary = false
    var hasUserInfo = false

    var description: String {
        var parts = ["dates: \(dates), data: \(bytes), keys: \(keys), floats: \(floats)"]
        if allowsJSON5 { parts.append("JSON5") }
        if assumesTopLevelDictionary { parts.append("top-level dictionary") }
        if hasUserInfo { parts.append("userInfo") }
        return parts.joined(separator: ", ")
    }

    /// Every combination of strategies.
    static let crossed: [DecodingSettings] = Dates.allCases.flatMap { dates in
        Bytes.allCases.flatMap { bytes in
            Keys.allCases.flatMap { keys in
                Floats.allCases.map { DecodingSettings(dates: dates, bytes: bytes, keys: keys, floats: $0) }
            }
        }
    }
}

/// What an encoder is told.
struct EncodingSettings: Sendable, CustomStringConvertible {
    enum Dates: String, CaseIterable, Sendable {
        case deferred, seconds, milliseconds, iso8601, formatted, custom, customThrowing, customNothing
    }
    enum Bytes: String, CaseIterable, Sendable {
        case base64, deferred, custom, customNothing
    }
    enum Keys: String, CaseIterable, Sendable {
        case plain, snakeCase, custom
    }
    enum Floats: String, CaseIterable, Sendable {
        case `throw`, strings
    }

    var dates = Dates.deferred
    var bytes = Bytes.base64
    var keys = Keys.plain
    var floats = Floats.throw
    var isSorted = true
    var isPretty = false
    var escapesSlashes = true
    var hasUserInfo = false

    var description: String {
        var parts = ["dates: \(dates), data: \(bytes), keys: \(keys), floats: \(floats)"]
        if isSorted { parts.append("sorted") }
        if isPretty { parts.append("pretty") }
        if !escapesSlashes { parts.append("slashes as they are") }
        if hasUserInfo { parts.append("userInfo") }
        return parts.joined(separator: ", ")
    }

    /// Every combination of strategies, in each format whose bytes are determined.
    static let crossed: [EncodingSettings] = Dates.allCases.flatMap { dates in
        Bytes.allCases.flatMap { bytes in
            Keys.allCases.flatMap { keys in
                Floats.allCases.flatMap { floats in
                    formats.map { format in
                        var settings = format
                        settings.dates = dates
                        settings.bytes = bytes
                        settings.keys = keys
                        settings.floats = floats
                        return settings
                    }
                }
            }
        }
    }

    /// The formats in which members are sorted, so that bytes can be compared.
    static let formats: [EncodingSettings] = [false, true].flatMap { isPretty in
        [false, true].map { EncodingSettings(isPretty: isPretty, escapesSlashes: $0) }
    }
}

/// What the strategies that are closures do, the same in both libraries.
enum CustomStrategies {
    static let userInfoKey = CodingUserInfoKey(rawValue: "coding-tests.note")!

    struct Refusal: LocatedError {
        var text: String
        var path: [any CodingKey]
    }

    /// A name that no type has.
    struct Key: CodingKey {
        var stringValue: String
        var intValue: Int?

        init(stringValue: String) { self.stringValue = stringValue }
        init(intValue: Int) {
            stringValue = String(intValue)
            self.intValue = intValue
        }
    }

    /// `{"at": 5}`, at any depth: a date in an object of its own.
    static func date(from decoder: any Decoder) throws -> Date {
        let container = try decoder.container(keyedBy: Key.self)
        let hours = try container.decode(Double.self, forKey: Key(stringValue: "at"))
        return Date(timeIntervalSince1970: hours * 3600)
    }

    static func write(_ date: Date, to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: Key.self)
        try container.encode(date.timeIntervalSince1970 / 3600, forKey: Key(stringValue: "at"))
    }

    static func refuse<Value>(_ value: Value, at path: [any CodingKey]) throws {
        throw Refusal(text: "\(Value.self)", path: path)
    }

    /// A string of one character for each byte.
    static func data(from decoder: any Decoder) throws -> Data {
        let text = try decoder.singleValueContainer().decode(String.self)
        return Data(text.unicodeScalars.map { UInt8(truncatingIfNeeded: $0.value) })
    }

    static func write(_ data: Data, to encoder: any Encoder) throws {
        var container = encoder.unkeyedContainer()
        for byte in data { try container.encode(byte) }
    }

    /// Upper case where the path is no deeper than one step, otherwise with an underscore in front.
    static func decodedKey(_ path: [any CodingKey]) -> any CodingKey {
        guard let last = path.last else { return Key(stringValue: "") }
        if let index = last.intValue { return Key(intValue: index) }
        return Key(stringValue: path.count < 2 ? last.stringValue : last.stringValue.replacing("_", with: ""))
    }

    static func encodedKey(_ path: [any CodingKey]) -> any CodingKey {
        guard let last = path.last else { return Key(stringValue: "") }
        // The name alone decides: Foundation does not give the whole path inside nested containers.
        return Key(stringValue: "_" + last.stringValue.uppercased())
    }

    static let formatter: DateFormatter = {
        let formatter = DateFormatter()
        formatter.locale = Locale(identifier: "en_US_POSIX")
        formatter.timeZone = TimeZone(secondsFromGMT: 0)
        formatter.dateFormat = "yyyy-MM-dd HH:mm"
        return formatter
    }()
}
