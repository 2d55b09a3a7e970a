import NeatlineJSON

/// A type whose values are JSON values: booleans, numbers, strings, `JSON`, and arrays and dictionaries of them.
///
/// Conform other types to use them in `<-` without a transform:
///
/// ```swift
/// struct Version: MappableValue {
///     var major: Int, minor: Int
///
///     static func value(from reader: ValueReader) -> Version? {
///         let parts = reader.json.stringValue.split(separator: ".").compactMap { Int($0) }
///         if parts.count == 2 { return Version(major: parts[0], minor: parts[1]) }
///         reader.fail(expected: "a version such as 5.1")
///         return nil
///     }
///     func write(to writer: ValueWriter) { writer.append(.string("\(major).\(minor)")) }
///     var mappedObject: Any { "\(major).\(minor)" }
/// }
/// ```
public protocol MappableValue: SendableMetatype {
    /// The value at the reader's position; nil, after `ValueReader.fail(expected:)`, if there is none of this type.
    static func value(from reader: ValueReader) -> Self?

    /// Writes the value, as one value in JSON.
    func write(to writer: ValueWriter)

    /// The value in the dictionary that `toJSON()` returns.
    var mappedObject: Any { get }

    /// The description of the expected values for messages, such as `a string`.
    static var mappedName: String { get }

    /// The result of `Map.value` for an absent field; nil if it throws, as for all types but optionals.
    static var valueOfAbsent: Self? { get }

    /// The elements of the array at the reader's position, read in one loop; nil, with nothing recorded, if this type has no
    /// such loop, or an element does not fit. Not for conforming.
    static func _values(from reader: ValueReader) -> [Self]?
}

extension MappableValue {
    /// The value itself, without a conversion.
    @inlinable
    public var mappedObject: Any { self }

    /// nil: an absent field is an error.
    @inlinable
    public static var valueOfAbsent: Self? { nil }

    /// nil: elements are read one by one.
    @inlinable
    @inline(__always)
    public static func _values(from reader: ValueReader) -> [Self]? { nil }

    /// The name of the type.
    public static var mappedName: String { "a value of type \(Self.self)" }
}

/// The position of one value in the JSON that is read.
public struct ValueReader {
    @usableFromInline let reading: MappingReader
    @usableFromInline let position: Int
    /// The number of objects that contain the value.
    @usableFromInline let depth: Int

    @inlinable
    @inline(__always)
    init(_ reading: MappingReader, _ position: Int, depth: Int) {
        self.reading = reading
        self.position = position
        self.depth = depth
    }

    /// The value at this position, as `JSON`.
    public var json: JSON { reading.json(position) }

    /// Reports that the value does not fit.
    ///
    /// - Parameter expected: what would have, such as `a string`.
    public func fail(expected: String) { reading.mismatch(at: position, expected: expected) }
}

/// The position at which one value is written.
public struct ValueWriter {
    @usableFromInline let writing: MappingWriter
    /// The number of objects that contain the value.
    @usableFromInline let depth: Int

    @inlinable
    @inline(__always)
    init(_ writing: MappingWriter, depth: Int) {
        self.writing = writing
        self.depth = depth
    }

    /// Writes a JSON value at this position.
    ///
    /// - Parameter json: The value; errors are written as null.
    public func append(_ json: JSON) { writing.append(json) }
}
