import Foundation
import NeatlineFoundation
import NeatlineJSON

// What the values of types are in JSON, in the words of a failure.

/// A dictionary whose keys are names.
private protocol ObjectContainer {}

extension Dictionary: ObjectContainer where Key: MemberKey {}

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

/// Returns what a value of the type is in JSON; for a type whose values only a transform creates, the transform: `a
/// value of type Date, which needs a transform such as ISO8601DateTransform`.
func expectedName(ofCast type: Any.Type) -> String {
    if let type = type as? any OptionalProtocol.Type { return expectedName(ofCast: type.wrappedType) }
    let element = innermostElement(of: type)
    let name = expectedName(of: type)
    guard let transform = transformName(of: element) else { return name }
    let such = transform.isEmpty ? "" : " such as \(transform)"
    return element == type
        ? "\(name), which needs a transform\(such)" : "\(name) of \(element), for which a transform is needed\(such)"
}

/// Whether only a transform creates values of the type, or a container's elements, at any level.
func needsTransform(_ type: Any.Type) -> Bool { transformName(of: innermostElement(of: type)) != nil }

/// Returns the type of the elements of a container, or of those of the containers in it; the type itself if it is no container.
private func innermostElement(of type: Any.Type) -> Any.Type {
    var element = type
    while let container = element as? any PropertyContainer.Type { element = container.elementType }
    return element
}

/// Returns the name of a transform whose values have the type: empty if there is none in this module, nil if none is
/// needed.
private func transformName(of type: Any.Type) -> String? {
    switch type {
    case is any MappableValue.Type, is any BaseMappable.Type, is any RawRepresentable.Type, is AnyClass,
        is AnyHashable.Type:
        return nil
    case is Date.Type: return "ISO8601DateTransform or DateTransform"
    case is URL.Type: return "URLTransform"
    case is Data.Type: return "DataTransform"
    case is any Decodable.Type: return "CodableTransform<\(type)>"
    default: return "\(type)".hasPrefix("any ") || ["Any", "AnyObject"].contains("\(type)") ? nil : ""
    }
}

extension PropertyContainer {
    /// The type of the elements.
    fileprivate static var elementType: Any.Type { PropertyElement.self }
}

/// Returns the first raw values of a type: `"draft", "printed" or "sold"`; `a case of Status`, if the type does not list
/// its cases.
///
/// - Parameter unknownCase: The case for unknown raw values, which is left out of the list.
func caseDescription(of type: any RawRepresentable.Type, except unknownCase: (any RawRepresentable)? = nil) -> String {
    let limit = 8
    let rest = "a case of \(type)"
    let unknown = unknownCase.flatMap { rawValueText($0) }
    guard let type = type as? any CaseIterable.Type, let texts = type.rawValueTexts(limit + 1, except: unknown),
        !texts.isEmpty
    else { return rest }
    let others = texts.count > limit ? "another \(rest.dropFirst(2))" : texts[texts.count - 1]
    let shown = texts.prefix(Swift.min(texts.count - 1, limit))
    return shown.isEmpty ? others : "\(shown.joined(separator: ", ")) or \(others)"
}

extension CaseIterable {
    /// Returns the raw values of the first cases as JSON, at most `count`, without one of them; nil if a case has no
    /// string or number.
    fileprivate static func rawValueTexts(_ count: Int, except unknown: String?) -> [String]? {
        var texts: [String] = []
        for value in allCases {
            if texts.count == count { break }
            guard let value = value as? any RawRepresentable, let text = rawValueText(value) else { return nil }
            if text != unknown { texts.append(text) }
        }
        return texts
    }
}

/// Returns a raw value as JSON; nil if it is no string or number.
private func rawValueText(_ value: some RawRepresentable) -> String? {
    switch value.rawValue {
    case let text as String: JSONKey.quotedText(text.shortened())
    case let number as any Numeric: "\(number)"
    default: nil
    }
}
