import NeatlineFoundation
import NeatlineJSON

// What the values of types are in JSON, in the words of a failure.

/// A dictionary whose keys are names.
private protocol ObjectContainer {}

extension Dictionary: ObjectContainer where Key == String {}

/// Returns what a value of the type is in JSON: `a string`, `an array`, `"draft" or "printed"`.
func expectedName(of type: Any.Type) -> String {
    switch type {
    case let type as any OptionalProtocol.Type: expectedName(of: type.wrappedType)
    case let type as any MappableValue.Type: type.mappedName
    case let type as any RawRepresentable.Type: caseDescription(of: type)
    case is any BaseMappable.Type, is any ObjectContainer.Type: "an object"
    case is any PropertyContainer.Type: "an array"
    default: "a value of type \(type)"
    }
}

/// Returns the first raw values of a type: `"draft", "printed" or "sold"`; `a case of Status`, if the type does not list
/// its cases.
func caseDescription(of type: any RawRepresentable.Type) -> String {
    let limit = 8
    let rest = "a case of \(type)"
    guard let texts = (type as? any CaseIterable.Type)?.rawValueTexts(limit + 1), !texts.isEmpty else { return rest }
    let others = texts.count > limit ? "another case of \(type)" : texts[texts.count - 1]
    let shown = texts.prefix(Swift.min(texts.count - 1, limit))
    return shown.isEmpty ? others : "\(shown.joined(separator: ", ")) or \(others)"
}

extension CaseIterable {
    /// Returns the raw values of the first cases as JSON, at most `count`; none if a case has no string or number.
    fileprivate static func rawValueTexts(_ count: Int) -> [String] {
        var texts: [String] = []
        for value in allCases.prefix(count) {
            switch (value as? any RawRepresentable)?.rawValue {
            case let text as String: texts.append(JSONKey.quotedText(shortened(text)))
            case let number as any Numeric: texts.append("\(number)")
            default: return []
            }
        }
        return texts
    }
}
