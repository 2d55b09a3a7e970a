public import NeatlineJSON

/// A transform that tries a second one for what the first cannot read, and writes as the first does.
///
/// ```swift
/// let day = CustomDateFormatTransform(formatString: "yyyy-MM-dd", timeZone: .gmt)
///
/// created <- (map["created"], ISO8601DateTransform().or(DateTransform()).or(day))
/// ```
public struct EitherTransform<First: TransformType, Second: TransformType>: TransformType
where First.Object == Second.Object {
    @usableFromInline let first: First
    @usableFromInline let second: Second

    /// A transform; `or(_:)` makes one too.
    @inlinable
    public init(_ first: First, _ second: Second) {
        self.first = first
        self.second = second
    }

    /// The value of the first transform that has one.
    @inlinable
    public func transformFromJSON(_ value: Any?) -> First.Object? {
        first.transformFromJSON(value) ?? second.transformFromJSON(value)
    }

    /// What the first transform writes.
    @inlinable
    public func transformToJSON(_ value: First.Object?) -> First.JSON? { first.transformToJSON(value) }

    /// The value of the first transform that has one.
    @inlinable
    public func transform(fromParsed value: NeatlineJSON.JSON) -> First.Object? {
        first.transform(fromParsed: value) ?? second.transform(fromParsed: value)
    }

    /// The value of the first transform that has one.
    @inlinable
    public func _transform(at position: Int, of map: Map) -> First.Object? {
        first._transform(at: position, of: map) ?? second._transform(at: position, of: map)
    }

    /// Writes as the first transform does.
    @inlinable
    public func _write(_ value: First.Object?, to map: Map) { first._write(value, to: map) }

    /// Writes as the first transform does.
    @inlinable
    public func _append(_ value: First.JSON, to map: Map) { first._append(value, to: map) }
}

extension TransformType {
    /// A transform that reads with `other` what this one cannot, and writes as this one does.
    @inlinable
    public func or<Other: TransformType>(_ other: Other) -> EitherTransform<Self, Other> where Other.Object == Object {
        EitherTransform(self, other)
    }
}
