public import NeatlineJSON

#if canImport(ObjectiveC)
package import Foundation
#else
public import Foundation
#endif

/// SwiftyJSON's name of `JSONError`, the error of all functions.
///
/// Its cases are constants, which equal every error of their kind:
///
/// ```swift
/// if json["name"].error == SwiftyJSONError.notExist { … }
/// do { try a.merge(with: b) } catch SwiftyJSONError.wrongType { … }
/// ```
public typealias SwiftyJSONError = JSONError

extension JSONError {
    /// A Swift value that JSON cannot represent.
    public static let unsupportedType = JSONError(.unsupportedType, message: "It is an unsupported type.")
    /// The array has no such element.
    public static let indexOutOfBounds = JSONError(.indexOutOfBounds, message: "Array Index is out of bounds.")
    /// The value has too many levels.
    public static let elementTooDeep = JSONError(
        .tooDeep, message: "Element too deep. Increase maxObjectDepth and make sure there is no reference loop.")
    /// The value has the wrong type.
    public static let wrongType = JSONError(.wrongType, message: JSONError.mergeMessage)
    /// The object has no such member.
    public static let notExist = JSONError(.missingKey, message: "Dictionary key does not exist.")
    /// The value cannot be represented in the requested form of JSON text.
    public static let invalidJSON = JSONError(.invalidJSON, message: "JSON is invalid.")

    /// SwiftyJSON's text of an error of merging.
    private static let mergeMessage = "Couldn't merge, because the JSONs differ in type on top level."

    /// Creates the error with one of SwiftyJSON's codes; nil for other codes.
    ///
    /// - Parameter rawValue: the code.
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

/// Returns whether the error has the pattern's code, so that `catch SwiftyJSONError.notExist` works.
public func ~= (pattern: JSONError, error: any Error) -> Bool { (error as? JSONError) == pattern }

extension JSONError: NSErrorBridgeable {
    /// The error code of SwiftyJSON: the raw value of `code`.
    public var errorCode: Int { rawValue }

    /// The `userInfo` of the error as an `NSError`.
    ///
    /// `NSLocalizedDescriptionKey` has SwiftyJSON's text; for an error of parsing, the line, the column and what is
    /// wrong; for a value of the wrong type, unless merging failed, what was expected and found.
    /// `NSDebugDescriptionErrorKey` has the whole description of an error of a value.
    public var errorUserInfo: [String: Any] {
        let text = errorDescription ?? message
        guard path != nil, line == nil, !isMerging else { return [NSLocalizedDescriptionKey: text] }
        return [NSLocalizedDescriptionKey: text, NSDebugDescriptionErrorKey: description]
    }

    /// The text of `NSLocalizedDescriptionKey` in `errorUserInfo`.
    public var errorDescription: String? {
        if let line, let column { return "line \(line), column \(column): \(message)" }
        if isMerging { return JSONError.mergeMessage }
        guard path != nil, code != .wrongType else { return message }
        return JSONError(rawValue: rawValue)?.message ?? message
    }

    /// The error as an `NSError` with `errorUserInfo`: in the domain `NSCocoaErrorDomain` with the code 3840 for errors
    /// of parsing, as in `JSONSerialization`; in `errorDomain` with `rawValue` for other errors.
    package var nsError: NSError { NSError(domain: _domain, code: _code, userInfo: errorUserInfo) }

    #if !canImport(ObjectiveC)
    /// The error as an `NSError` with `errorUserInfo`.
    public func _bridgeToObjectiveC() -> NSError { nsError }
    #endif
}
