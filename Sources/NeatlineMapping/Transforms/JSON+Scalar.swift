import Foundation
import NeatlineFoundation
import NeatlineJSON

extension JSON {
    /// The string, number or boolean that an `Any` holds; nil for nil, `NSNull`, containers and everything else.
    ///
    /// With it, a transform has one implementation for both of its ways from JSON, and a boolean is no number, which a
    /// cast of `NSNumber` would make it.
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
