public import NeatlineJSON

/// A transform that reads with a second transform what the first cannot read, and writes with the first.
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

    /// Creates a transform; see also `or(_:)`.
    @inlinable
    public init(_ first: First, _ second: Second) {
        self.first = first
        self.second = second
    }

    /// Returns the value of the first transform that has one.
    @inlinable
    public func transformFromJSON(_ value: Any?) -> First.Object? {
        first.transformFromJSON(value) ?? second.transformFromJSON(value)
    }

    /// Returns what the first transform returns.
    @inlinable
    public func transformToJSON(_ value: First.Object?) -> First.JSON? { first.transformToJSON(value) }

    /// Returns the value of the first transform that has one.
    @inlinable
    public func transform(fromParsed value: NeatlineJSON.JSON) -> First.Object? {
        first.transform(fromParsed: value) ?? second.transform(fromParsed: value)
    }

    /// What the first transform reads, or the second.
    public var expectedJSON: String { "\(first.expectedJSON) or \(second.expectedJSON)" }

    /// Returns the value of the first transform that has one.
    @inlinable
    public func _transform(at position: Int, of map: Map) -> First.Object? {
        first._transform(at: position, of: map) ?? second._transform(at: position, of: map)
    }

    /// Writes with the first transform.
    @inlinable
    public func _write(_ value: First.Object?, to map: Map) { first._write(value, to: map) }

    /// Writes with the first transform.
    @inlinable
    public func _append(_ value: First.JSON, to map: Map) { first._append(value, to: map) }
}

extension TransformType {
    /// Returns a transform that reads with `other` what this one cannot read, and writes with this one.
    @inlinable
    public func or<Other: TransformType>(_ other: Other) -> EitherTransform<Self, Other> where Other.Object == Object {
        EitherTransform(self, other)
    }
}
