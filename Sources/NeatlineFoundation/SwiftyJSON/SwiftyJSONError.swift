public import Foundation
public import NeatlineJSON

/// SwiftyJSON's name of `JSONError`.
///
/// Its cases are constants, which equal every error of their kind:
///
/// ```swift
/// if json["name"].error == SwiftyJSONError.notExist { … }
/// do { try a.merge(with: b) } catch SwiftyJSONError.wrongType { … }
/// ```
public typealias SwiftyJSONError = JSONError

extension JSONError {
    /// A Swift value has no form in JSON.
    public static let unsupportedType = JSONError(.unsupportedType, message: "It is an unsupported type.")
    /// An array has no such element.
    public static let indexOutOfBounds = JSONError(.indexOutOfBounds, message: "Array Index is out of bounds.")
    /// There are too many levels.
    public static let elementTooDeep = JSONError(
        .tooDeep, message: "Element too deep. Increase maxObjectDepth and make sure there is no reference loop.")
    /// A value is of another type than it should be.
    public static let wrongType = JSONError(.wrongType, message: JSONError.mergeMessage)
    /// An object has no such member.
    public static let notExist = JSONError(.missingKey, message: "Dictionary key does not exist.")
    /// A value has no form as the JSON text that was asked for.
    public static let invalidJSON = JSONError(.invalidJSON, message: "JSON is invalid.")

    /// SwiftyJSON's text of an error of merging.
    private static let mergeMessage = "Couldn't merge, because the JSONs differ in type on top level."

    /// The error with one of SwiftyJSON's codes, or nil.
    public init?(rawValue: Int) {
        switch rawValue {
        case 999: self = .unsupportedType
        case 900: self = .indexOutOfBounds
        case 902: self = .elementTooDeep
        case 901: self = .wrongType
        case 500: self = .notExist
        case 490: self = .invalidJSON
        default: return nil
        }
    }

    /// SwiftyJSON's code: 490 for everything that is wrong with a text, or with writing one.
    public var rawValue: Int {
        switch code {
        case .unsupportedType: 999
        case .indexOutOfBounds: 900
        case .tooDeep: 902
        case .wrongType: 901
        case .missingKey: 500
        default: 490
        }
    }
}

/// Lets `catch SwiftyJSONError.notExist` match every error of that kind.
public func ~= (pattern: JSONError, error: any Error) -> Bool { (error as? JSONError) == pattern }

extension JSONError: CustomNSError {
    /// `com.swiftyjson.SwiftyJSON`, which code written for SwiftyJSON compares with.
    public static var errorDomain: String { "com.swiftyjson.SwiftyJSON" }

    /// `rawValue`.
    public var errorCode: Int { rawValue }

    /// Under `NSLocalizedDescriptionKey` SwiftyJSON's text; of an error in a text the line, the column and what is wrong;
    /// of a value of the wrong type, unless it was to be merged, what was expected and found. Of a step into a value,
    /// also the whole description, under `NSDebugDescriptionErrorKey`.
    public var errorUserInfo: [String: Any] {
        if let line, let column {
            return [NSLocalizedDescriptionKey: "line \(line), column \(column): \(message)"]
        }
        if isMerging { return [NSLocalizedDescriptionKey: JSONError.mergeMessage] }
        guard path != nil else { return [NSLocalizedDescriptionKey: message] }
        let text = code == .wrongType ? message : JSONError(rawValue: rawValue)?.message ?? message
        return [NSLocalizedDescriptionKey: text, NSDebugDescriptionErrorKey: description]
    }
}
