public import Foundation
public import NeatlineFoundation

/// Decodes `Decodable` types from the bodies of responses.
public protocol DataDecoder: Sendable {
    /// A value of the type.
    ///
    /// - Throws: Anything; it reaches the handler as `AFError.responseSerializationFailed(reason: .decodingFailed(error:))`.
    func decode<D: Decodable>(_ type: D.Type, from data: Data) throws -> D
}

extension NeatlineJSONDecoder: DataDecoder {}

extension JSONDecoder: DataDecoder {}

extension PropertyListDecoder: DataDecoder {}

/// Decodes JSON as a new `NeatlineJSONDecoder` does, whose errors name path, line and column and show the place.
///
/// All of them share one decoder that nobody can change, so making one costs nothing.
public struct DefaultDataDecoder: DataDecoder {
    private static let decoder = NeatlineJSONDecoder()

    /// The decoder.
    public init() {}

    /// A value of the type from a text in UTF-8, UTF-16 or UTF-32.
    ///
    /// - Throws: `DecodingError`, and whatever the type throws.
    public func decode<D: Decodable>(_ type: D.Type, from data: Data) throws -> D {
        try Self.decoder.decode(type, from: data)
    }
}

extension DataDecoder where Self == DefaultDataDecoder {
    /// Decodes JSON as a new `NeatlineJSONDecoder` does.
    public static var `default`: DefaultDataDecoder { DefaultDataDecoder() }
}
