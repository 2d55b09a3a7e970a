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
    ///
    /// - Parameters:
    ///   - first: The transform that reads first, and that writes.
    ///   - second: The transform that reads what `first` cannot read.
    @inlinable
    public init(_ first: First, _ second: Second) {
        self.first = first
        self.second = second
    }

    /// Returns the value of the first transform that has one.
    ///
    /// - Parameter value: The value, which both transforms may receive.
    @inlinable
    public func transformFromJSON(_ value: Any?) -> First.Object? {
        first.transformFromJSON(value) ?? second.transformFromJSON(value)
    }

    /// Returns what the first transform returns.
    ///
    /// - Parameter value: The value of the property; nil if the property is nil.
    @inlinable
    public func transformToJSON(_ value: First.Object?) -> First.JSON? { first.transformToJSON(value) }

    /// Returns the value of the first transform that has one.
    ///
    /// - Parameter value: The parsed value.
    @inlinable
    public func transform(fromParsed value: NeatlineJSON.JSON) -> First.Object? {
        first.transform(fromParsed: value) ?? second.transform(fromParsed: value)
    }

    /// What the first transform reads, or the second.
    public var expectedJSON: String { "\(first.expectedJSON) or \(second.expectedJSON)" }

    /// Returns the value of the first transform that has one.
    ///
    /// - Parameter reader: The position of the value.
    @inlinable
    public func _transform(_ reader: ValueReader) -> First.Object? {
        if let value = first._transform(reader) { return value }
        // The failure has the error of the first one, unless the second one has another.
        guard let value = second._transform(reader) else { return nil }
        reader.reading.transformError = nil
        return value
    }

    /// Writes with the first transform.
    ///
    /// - Parameters:
    ///   - value: The value of the property; nil if the property is nil.
    ///   - map: The field that is written.
    @inlinable
    public func _write(_ value: First.Object?, to map: Map) { first._write(value, to: map) }

    /// Writes with the first transform.
    ///
    /// - Parameters:
    ///   - value: A result of `transformToJSON`.
    ///   - writer: The position at which it is written.
    @inlinable
    public func _append(_ value: First.JSON, to writer: ValueWriter) { first._append(value, to: writer) }
}

extension TransformType {
    /// Returns a transform that reads with `other` what this one cannot read, and writes with this one.
    ///
    /// - Parameter other: The transform that reads what this one cannot read.
    @inlinable
    public func or<Other: TransformType>(_ other: Other) -> EitherTransform<Self, Other> where Other.Object == Object {
        EitherTransform(self, other)
    }
}
