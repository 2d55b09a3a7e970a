/// A type whose values are names of members: the keys of a dictionary that is read and written as an object.
///
/// Strings and integers are; other types have to say so, and need nothing else if they are raw-representable or convertible
/// to text and back:
///
/// ```swift
/// enum Currency: String, MemberKey { case chf, eur }
///
/// var rates: [Currency: Decimal] = [:]
/// rates <- map["rates"]                       // {"chf": 1, "eur": 0.95}
/// ```
///
/// A name that is no key of the type does not fit: like an element that is refused it is left out of containers of models and
/// of raw values, and of any with ``MappingOptions/omitsBrokenElements``.
public protocol MemberKey: Hashable, SendableMetatype {
    /// Creates the key for a member's name; nil if the type has none for it.
    ///
    /// - Parameter memberName: The name.
    init?(memberName: String)

    /// The name of the member.
    var memberName: String { get }
}

// The initialisers are disfavored so that `Int.init` without a label is not ambiguous: `texts.compactMap(Int.init)`.

extension MemberKey where Self: LosslessStringConvertible {
    /// Creates the key that is written as the name.
    ///
    /// - Parameter memberName: The name.
    @_disfavoredOverload
    public init?(memberName: String) { self.init(memberName) }

    /// The key's description.
    public var memberName: String { description }
}

extension MemberKey where Self: RawRepresentable, RawValue: MemberKey {
    /// Creates the key of a raw value.
    ///
    /// - Parameter memberName: The name, of the raw value.
    @_disfavoredOverload
    public init?(memberName: String) {
        guard let rawValue = RawValue(memberName: memberName) else { return nil }
        self.init(rawValue: rawValue)
    }

    /// The name of the raw value.
    public var memberName: String { rawValue.memberName }
}

extension MemberKey where Self: RawRepresentable & LosslessStringConvertible, RawValue: MemberKey {
    /// Creates the key of a raw value.
    ///
    /// - Parameter memberName: The name, of the raw value.
    @_disfavoredOverload
    public init?(memberName: String) {
        guard let rawValue = RawValue(memberName: memberName) else { return nil }
        self.init(rawValue: rawValue)
    }

    /// The name of the raw value.
    public var memberName: String { rawValue.memberName }
}

extension String: MemberKey {
    /// The name itself.
    ///
    /// - Parameter memberName: The name.
    @_disfavoredOverload
    @inlinable
    public init(memberName: String) { self = memberName }

    /// The string itself.
    @inlinable
    public var memberName: String { self }
}

extension Int: MemberKey {}
extension Int8: MemberKey {}
extension Int16: MemberKey {}
extension Int32: MemberKey {}
extension Int64: MemberKey {}
extension UInt: MemberKey {}
extension UInt8: MemberKey {}
extension UInt16: MemberKey {}
extension UInt32: MemberKey {}
extension UInt64: MemberKey {}
