import NeatlineJSON

/// A type with a form of its own in JSON: booleans, numbers, strings, `JSON`, and arrays and dictionaries of them.
///
/// Conform a type of your own to use it in `<-` without a transform:
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
public protocol MappableValue {
    /// The value at the reader's position; nil, after `ValueReader.fail(expected:)`, if there is none of this type.
    static func value(from reader: ValueReader) -> Self?

    /// Writes the value, as one value in JSON.
    func write(to writer: ValueWriter)

    /// The value as it is in the dictionary that `toJSON()` makes.
    var mappedObject: Any { get }

    /// What is expected, for messages, such as `a string`.
    static var mappedName: String { get }

    /// What `Map.value` gives for a field that is absent; nil, unless the type is an optional, to have it throw.
    static var valueOfAbsent: Self? { get }
}

extension MappableValue {
    /// The value itself.
    @inlinable
    public var mappedObject: Any { self }

    /// nil: an absent field is an error.
    @inlinable
    public static var valueOfAbsent: Self? { nil }

    /// The name of the type.
    public static var mappedName: String { "a value of type \(Self.self)" }
}

/// The position of one value in the JSON that is read.
public struct ValueReader {
    @usableFromInline let reading: MappingReader
    @usableFromInline let position: Int
    /// How many objects the value is in.
    @usableFromInline let depth: Int

    @inlinable
    @inline(__always)
    init(_ reading: MappingReader, _ position: Int, depth: Int) {
        self.reading = reading
        self.position = position
        self.depth = depth
    }

    /// The value.
    public var json: JSON { reading.json(position) }

    /// Notes that the value does not fit.
    ///
    /// - Parameter expected: what would have, such as `a string`.
    public func fail(expected: String) { reading.mismatch(at: position, expected: expected) }
}

/// The position at which one value is written.
public struct ValueWriter {
    @usableFromInline let writing: MappingWriter
    /// How many objects the value is in.
    @usableFromInline let depth: Int

    @inlinable
    @inline(__always)
    init(_ writing: MappingWriter, depth: Int) {
        self.writing = writing
        self.depth = depth
    }

    /// Writes the value.
    public func append(_ json: JSON) { writing.append(json) }
}
