public import Foundation
public import NeatlineJSON

/// The stored form of a value, which a store saves under a key.
///
/// A ``DefaultsBridge`` converts values to it and back. It does not depend on the store: `UserDefaults` saves it as a
/// property list, a file as JSON.
public enum DefaultsValue: Sendable, Equatable {
    /// A number, string or boolean, or JSON that a store has read.
    case json(JSON)
    /// JSON that is stored as a unit: a `Codable` value, a model, or a `JSON` value. `UserDefaults` keeps its text as
    /// `Data`.
    case document(JSON)
    /// Bytes, of the type `Data`.
    case data(Data)
    /// A point in time, of the type `Date`.
    case date(Date)
    /// An array, whose elements can be data or dates.
    case array([DefaultsValue])
    /// A dictionary, whose values can be data or dates.
    case dictionary([String: DefaultsValue])

    /// Creates the value of a number, string or boolean.
    ///
    /// - Parameter value: A value such as a string, a number or an array.
    public init(_ value: some JSONRepresentable) { self = .json(value.json) }
}

extension DefaultsValue {
    /// The string; nil if the value is something else.
    public var string: String? {
        if case .json(.string(let string)) = self { string } else { nil }
    }

    /// The integer: of a number without its fraction, of a boolean as 0 or 1, and of a string that contains one, as
    /// launch arguments do. nil for everything else, and if the type is too small.
    ///
    /// - Parameter type: The type of the integer.
    /// - Returns: The integer.
    public func integer<Integer: FixedWidthInteger>(_ type: Integer.Type = Integer.self) -> Integer? {
        guard case .json(let json) = self else { return nil }
        switch json {
        case .number(let number):
            return number.exactly(type) ?? Integer(exactly: number.doubleValue.rounded(.towardZero))
        case .bool(let bool): return bool ? 1 : 0
        case .string(let string): return Integer(string)
        default: return nil
        }
    }

    /// The number, 0 or 1 of a boolean, or the number that a string contains; nil for everything else.
    public var double: Double? {
        guard case .json(let json) = self else { return nil }
        switch json {
        case .number(let number): return number.doubleValue
        case .bool(let bool): return bool ? 1 : 0
        case .string(let string): return Double(string)
        default: return nil
        }
    }

    /// The boolean, whether a number is not 0, or what a string such as `YES`, `true` or `1` says, as launch arguments do;
    /// nil for everything else.
    public var bool: Bool? {
        guard case .json(let json) = self else { return nil }
        switch json {
        case .bool(let bool): return bool
        case .number(let number): return number.doubleValue != 0
        case .string(let string):
            switch string.lowercased() {
            case "yes", "true", "y", "t", "1": return true
            case "no", "false", "n", "f", "0": return false
            default: return nil
            }
        default: return nil
        }
    }

    /// The bytes; nil if the value is something else.
    public var data: Data? {
        if case .data(let data) = self { data } else { nil }
    }

    /// The point in time; nil if the value is something else.
    public var date: Date? {
        if case .date(let date) = self { date } else { nil }
    }

    /// The elements of an array; nil if the value is something else.
    public var elements: [DefaultsValue]? {
        switch self {
        case .array(let elements): return elements
        case .json(.array(let elements)), .document(.array(let elements)):
            return elements.map { DefaultsValue(fileForm: $0) }
        case .data: return parsedText?.elements
        default: return nil
        }
    }

    /// The members of a dictionary; nil if the value is something else.
    public var members: [String: DefaultsValue]? {
        switch self {
        case .dictionary(let members): return members
        case .json(.object(let members)): return DefaultsValue.unescapedMembers(members)
        case .document(.object(let members)):
            return Dictionary(members.map { ($0.key, DefaultsValue(fileForm: $0.value)) }) { $1 }
        case .data: return parsedText?.members
        default: return nil
        }
    }

    /// The value as JSON: the text that bytes contain, or the form in a file. nil for bytes that are no JSON.
    public var json: JSON? {
        switch self {
        case .json(let json), .document(let json): return json
        case .data: return parsedText?.json
        case .date, .array, .dictionary: return fileForm
        }
    }

    /// Creates the value of a number: a string for NaN and the infinities, which JSON does not have.
    init(number: JSONNumber) {
        self = .json(number.isFinite ? .number(number) : .string(number.doubleValue.description))
    }

    /// Checks that all dates are finite. Files have no others: JSON has no such number, and Foundation on Linux cannot read
    /// the file of `UserDefaults` with such a date in it, whose other values are then lost, too.
    ///
    /// - Parameter key: The key of the value, for the error.
    /// - Throws: ``DefaultsError/valueUnrepresentable(key:reason:)``
    func checkDates(forKey key: String) throws {
        switch self {
        case .date(let date):
            if date.timeIntervalSinceReferenceDate.isFinite { return }
            throw DefaultsError.valueUnrepresentable(key: key, reason: "a date is not finite")
        case .array(let elements): for element in elements { try element.checkDates(forKey: key) }
        case .dictionary(let members): for member in members.values { try member.checkDates(forKey: key) }
        case .json, .document, .data: return
        }
    }

    /// What the value is, for messages.
    var summary: String {
        switch self {
        case .data(let data): return "\(data.count) bytes of data"
        case .date: return "a date"
        case .array, .json(.array), .document(.array): return "an array"
        case .dictionary, .json(.object), .document(.object): return "a dictionary"
        case .json(.string(let string)), .document(.string(let string)):
            let excerpt = string.prefix(40)
            return "the string \(String(excerpt).debugDescription)\(excerpt.endIndex < string.endIndex ? "…" : "")"
        case .json(let json), .document(let json):
            return (try? json.serializedString()) ?? "a number"
        }
    }

    /// The value of bytes that are JSON text, which is how `UserDefaults` keeps a document.
    private var parsedText: DefaultsValue? {
        guard case .data(let data) = self, let json = try? JSON(parsing: [UInt8](data), options: .stored) else {
            return nil
        }
        return .json(json)
    }
}

extension JSONParsingOptions {
    /// The options for what a store has written, which is as deep as the value was.
    static let stored: JSONParsingOptions = {
        var options = JSONParsingOptions()
        options.maximumDepth = .max
        return options
    }()
}
