internal import Foundation
internal import NeatlineJSON

/// The line and the column of a value that could not be decoded, for an `init(from:)` that catches errors itself.
///
/// It is the `underlyingError` of the context of a `DecodingError` that a container of `NeatlineJSONDecoder` throws:
///
/// ```swift
/// @propertyWrapper struct Lenient: Decodable {
///     var wrappedValue: Int?
///     init(from decoder: any Decoder) throws {
///         do {
///             wrappedValue = try decoder.singleValueContainer().decode(Int.self)
///         } catch {
///             print(error)   // … Expected to decode Int but found a string instead. … line 2, column 7
///         }
///     }
/// }
/// ```
///
/// The error that leaves the decoder has line and column in its description instead.
public struct DecodingPosition: NSErrorBridgeable, Sendable, CustomStringConvertible {
    private let reader: DocumentReader
    private let position: Int

    init(_ reader: DocumentReader, _ position: Int) {
        self.reader = reader
        self.position = position
    }

    /// The position; nil if the value does not come from a text.
    var location: TextLocation? { reader.location(of: position) }

    /// The line in the text, from 1.
    ///
    /// - Complexity: O(*n*) in the offset of the value, as for the other properties: the position is computed for each
    ///   access.
    public var line: Int { location?.line ?? 1 }
    /// The column in the line, in Unicode scalars from 1.
    public var column: Int { location?.column ?? 1 }
    /// The position in the text, in bytes from 0.
    public var byteOffset: Int { location?.byteOffset ?? 0 }

    /// The line and the column: `line 2, column 7`.
    public var description: String {
        guard let location else { return "no position" }
        return "line \(location.line), column \(location.column)"
    }
}
