/// The conformance of all optionals, for access without knowledge of the wrapped type.
@usableFromInline
protocol OptionalProtocol {
    static var wrappingNothing: Any { get }
    static var wrappedType: Any.Type { get }
    /// The wrapped value; nil if there is none.
    var wrapped: Any? { get }
}

extension Optional: OptionalProtocol {
    @usableFromInline static var wrappingNothing: Any { Self(nilLiteral: ()) as Any }
    @usableFromInline static var wrappedType: Any.Type { Wrapped.self }
    @usableFromInline var wrapped: Any? { self }
}
