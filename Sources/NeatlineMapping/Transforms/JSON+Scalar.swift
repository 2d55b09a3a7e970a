import Foundation
import NeatlineFoundation
import NeatlineJSON

// The scalar that a transform receives or returns, as JSON.

extension JSON {
    /// Creates the string, number or boolean of an `Any`; nil for nil, `NSNull`, containers and all other values.
    ///
    /// With it, a transform has one implementation for both of its methods that read, and a boolean is not a number,
    /// unlike in a cast of `NSNumber`.
    @usableFromInline
    init?(scalar value: Any?) {
        switch value {
        case let text as String: self = .string(text)
        case let number as NSNumber: self = number.json
        case let json as JSON: self = json
        default: return nil
        }
    }
}
