public import Foundation
public import NeatlineFoundation

/// A type that decodes `Decodable` values from the bodies of responses.
public protocol DataDecoder: Sendable {
    /// Decodes a value.
    ///
    /// - Parameters:
    ///   - type: The type to decode.
    ///   - data: The body.
    /// - Returns: The value.
    /// - Throws: Any error; the handler receives it in `AFError.responseSerializationFailed(reason:
    ///   .decodingFailed(error:))`.
    func decode<D: Decodable>(_ type: D.Type, from data: Data) throws -> D
}

extension NeatlineJSONDecoder: DataDecoder {}

extension JSONDecoder: DataDecoder {}

extension PropertyListDecoder: DataDecoder {}

/// The default decoder: a `NeatlineJSONDecoder` with default settings, whose errors contain the path, the line and the
/// column.
///
/// All values share one decoder that cannot be changed, so creating one costs nothing.
public struct DefaultDataDecoder: DataDecoder {
    private static let decoder = NeatlineJSONDecoder()

    /// Creates a decoder.
    public init() {}

    /// Decodes a value from JSON in UTF-8, UTF-16 or UTF-32.
    ///
    /// - Parameters:
    ///   - type: The type to decode.
    ///   - data: The JSON document.
    /// - Returns: The value.
    /// - Throws: `DecodingError`, or an error of the type's initializer.
    public func decode<D: Decodable>(_ type: D.Type, from data: Data) throws -> D {
        try Self.decoder.decode(type, from: data)
    }
}

extension DataDecoder where Self == DefaultDataDecoder {
    /// The default decoder, a `NeatlineJSONDecoder` with default settings.
    public static var `default`: DefaultDataDecoder { DefaultDataDecoder() }
}
