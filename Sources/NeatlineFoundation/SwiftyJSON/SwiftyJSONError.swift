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
}

/// Lets `catch SwiftyJSONError.notExist` match every error of that kind.
public func ~= (pattern: JSONError, error: any Error) -> Bool { (error as? JSONError) == pattern }

extension JSONError: NSErrorBridgeable {
    /// SwiftyJSON's name of `rawValue`.
    public var errorCode: Int { rawValue }

    /// Under `NSLocalizedDescriptionKey` SwiftyJSON's text; of an error in a text the line, the column and what is wrong;
    /// of a value of the wrong type, unless it was to be merged, what was expected and found. Of a step into a value,
    /// also the whole description, under `NSDebugDescriptionErrorKey`.
    public var errorUserInfo: [String: Any] {
        let text = errorDescription ?? message
        guard path != nil, line == nil, !isMerging else { return [NSLocalizedDescriptionKey: text] }
        return [NSLocalizedDescriptionKey: text, NSDebugDescriptionErrorKey: description]
    }

    /// The text that `errorUserInfo` has under `NSLocalizedDescriptionKey`.
    public var errorDescription: String? {
        if let line, let column { return "line \(line), column \(column): \(message)" }
        if isMerging { return JSONError.mergeMessage }
        guard path != nil, code != .wrongType else { return message }
        return JSONError(rawValue: rawValue)?.message ?? message
    }

    /// The error as an `NSError` with all of `errorUserInfo`: in the domain `NSCocoaErrorDomain` with the code 3840 for a
    /// text that cannot be parsed, as `JSONSerialization` has it; in `errorDomain` with `rawValue` for other errors.
    package var nsError: NSError { NSError(domain: _domain, code: _code, userInfo: errorUserInfo) }

    #if !canImport(ObjectiveC)
    /// The error as an `NSError` with all of `errorUserInfo`.
    public func _bridgeToObjectiveC() -> NSError { nsError }
    #endif
}
