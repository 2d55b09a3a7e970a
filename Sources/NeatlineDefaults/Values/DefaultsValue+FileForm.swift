internal import Foundation
internal import NeatlineJSON

// The form of values in a file. JSON has no bytes and no dates, so these are objects with one member, `$data` (base64) or
// `$date` (seconds since 2001). The name of a dictionary's only member gets another `$` if it begins with one; a document
// with such a member is that of another object, `$json`.

extension DefaultsValue {
    /// Creates the value of JSON in a file.
    init(fileForm json: JSON) {
        if case .object(let members) = json, members.count == 1, let member = members.first {
            if member.key == "$data", let text = member.value.string, let data = Data(base64Encoded: text) {
                self = .data(data)
                return
            }
            if member.key == "$date", let seconds = member.value.double, seconds.isFinite {
                self = .date(Date(timeIntervalSinceReferenceDate: seconds))
                return
            }
            if member.key == "$json" {
                self = .document(member.value)
                return
            }
        }
        self = .json(json)
    }

    /// The JSON of the value in a file.
    var fileForm: JSON {
        switch self {
        case .json(let json): return json
        case .document(let json):
            return json.hasEscapedMember ? .object(JSONObject([(key: "$json", value: json)])) : json
        case .data(let data): return .object(JSONObject([(key: "$data", value: .string(data.base64EncodedString()))]))
        case .date(let date):
            return .object(JSONObject([(key: "$date", value: JSON(date.timeIntervalSinceReferenceDate))]))
        case .array(let elements): return .array(JSONArray(elements.map(\.fileForm)))
        case .dictionary(let members):
            if members.count == 1, let member = members.first, member.key.hasPrefix("$") {
                return .object(JSONObject([(key: "$" + member.key, value: member.value.fileForm)]))
            }
            return JSON(members.mapValues(\.fileForm))
        }
    }

    /// The value as it would be after it was written to a file and read.
    var storedForm: DefaultsValue {
        switch self {
        case .json, .data, .date: self
        case .document(let json): json.hasEscapedMember ? self : .json(json)
        case .array, .dictionary: .json(fileForm)
        }
    }

    /// Returns whether two values are written to a file alike: equal numbers can have other digits or signs, and equal
    /// objects another order.
    static func isSameText(_ first: DefaultsValue?, _ second: DefaultsValue?) -> Bool {
        guard first == second else { return false }
        guard let first, let second else { return true }
        switch (first, second) {
        case (.data, .data), (.date, .date), (.json(.string), .json(.string)), (.json(.bool), .json(.bool)): return true
        default: return (try? first.fileForm.serialized()) == (try? second.fileForm.serialized())
        }
    }

    /// The members of a dictionary in a file.
    static func unescapedMembers(_ members: JSONObject) -> [String: DefaultsValue] {
        if members.count == 1, let member = members.first, member.key.hasPrefix("$$") {
            return [String(member.key.dropFirst()): DefaultsValue(fileForm: member.value)]
        }
        return Dictionary(members.map { ($0.key, DefaultsValue(fileForm: $0.value)) }) { $1 }
    }
}

extension JSON {
    /// Whether the value is an object with one member whose name begins with `$`.
    fileprivate var hasEscapedMember: Bool {
        guard case .object(let members) = self, members.count == 1 else { return false }
        return members.first?.key.hasPrefix("$") == true
    }
}
