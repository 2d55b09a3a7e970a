/// A value that distinguishes null from absent.
///
/// ```swift
/// var nickname = Presence<String>.absent
/// nickname <- map["nickname"]
/// // {"nickname": null} sets .null, {} keeps .absent; .null is written as null, .absent is omitted
/// ```
public enum Presence<Value> {
    /// The object has no such member.
    case absent
    /// The object has the member, and its value is null.
    case null
    /// The member has a value.
    case value(Value)

    /// The value, if there is one.
    public var value: Value? {
        if case .value(let value) = self { return value }
        return nil
    }
}

extension Presence: Equatable where Value: Equatable {}
extension Presence: Hashable where Value: Hashable {}
extension Presence: Sendable where Value: Sendable {}
