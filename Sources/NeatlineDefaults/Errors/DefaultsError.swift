internal import Foundation
public import NeatlineFoundation
internal import NeatlineSystem

/// The reason why a value could not be read or stored.
public enum DefaultsError: Error, Sendable, Equatable, NSErrorBridgeable {
    /// The file exists and cannot be read. `code` is the value of `errno`.
    case fileUnreadable(path: String, code: Int32)
    /// The file, its directory or its lock file cannot be written. `code` is the value of `errno`. The stored values are
    /// those from before.
    case fileUnwritable(path: String, code: Int32)
    /// The file is not what this module writes, for example because it was truncated. It is not overwritten.
    case fileCorrupt(path: String, reason: String)
    /// The file was written in a format that this version does not know. It is not overwritten.
    case formatUnknown(path: String, format: Int)
    /// The value has no form in the store.
    case valueUnrepresentable(key: String, reason: String)
    /// The stored value is of another type. `found` describes it, such as `the string "five"`, and names the part that does not
    /// fit, such as `an array; $[3].age: expected a 64-bit integer, found the string "x"`.
    case typeMismatch(key: String, expected: String, found: String)

    /// The error of a conversion as one of a key.
    init(_ error: any Error, key: String) {
        switch error {
        case DefaultsError.valueUnrepresentable(_, let reason): self = .valueUnrepresentable(key: key, reason: reason)
        case let error as DefaultsError: self = error
        default: self = .valueUnrepresentable(key: key, reason: String(describing: error))
        }
    }
}

extension DefaultsError: CustomStringConvertible {
    /// The reason of the error, in English.
    public var description: String {
        switch self {
        case .fileUnreadable(let path, EINVAL): "\(path) is not a file of user defaults: it is not a regular file"
        case .fileUnreadable(let path, EISDIR): "\(path) is not a file of user defaults: it is a directory"
        case .fileUnreadable(let path, let code): "\(path) cannot be read: \(SystemError(code: code))"
        case .fileUnwritable(let path, let code): "\(path) cannot be written: \(SystemError(code: code))"
        case .fileCorrupt(let path, let reason): "\(path) is not a file of user defaults: \(reason)"
        case .formatUnknown(let path, let format): "\(path) has the format \(format), which this version does not know"
        case .valueUnrepresentable(let key, let reason): "the value for '\(key)' cannot be stored: \(reason)"
        case .typeMismatch(let key, let expected, let found):
            "the value for '\(key)' is not of the type \(expected): it is \(found)"
        }
    }
}
