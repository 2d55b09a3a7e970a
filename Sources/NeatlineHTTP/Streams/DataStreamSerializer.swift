public import Foundation

/// A type that serializes the chunks of a body.
///
/// Chunks are delimited by the network, not by the contents of the body.
public protocol DataStreamSerializer<SerializedObject>: Sendable {
    /// The type of the values.
    associatedtype SerializedObject

    /// Converts a chunk to a value.
    ///
    /// - Parameter data: The chunk.
    /// - Throws: Any error, with which the event fails. An error that is not an `AFError` is wrapped in
    ///   `AFError.responseSerializationFailed(reason: .customSerializationFailed(error:))`.
    func serialize(_ data: Data) throws -> SerializedObject
}

/// A serializer that returns chunks unchanged.
public struct PassthroughStreamSerializer: DataStreamSerializer {
    /// Creates a serializer, which has no settings.
    public init() {}

    /// Returns the bytes of the chunk unchanged.
    ///
    /// - Throws: Nothing.
    public func serialize(_ data: Data) throws -> Data { data }
}

/// A serializer that decodes chunks as UTF-8, with U+FFFD for invalid sequences.
///
/// Stream requests give it chunks that end between Unicode scalars, as ``DataStreamRequest/responseStreamString(on:stream:)``
/// does. A serializer that only contains this one receives chunks as they come.
public struct StringStreamSerializer: DataStreamSerializer {
    /// Creates a serializer, which has no settings.
    public init() {}

    /// Returns the chunk as text.
    ///
    /// - Throws: Nothing: invalid UTF-8 is replaced with U+FFFD.
    public func serialize(_ data: Data) throws -> String { String(decoding: data, as: UTF8.self) }
}

/// A serializer that decodes each chunk, which must be a complete document.
public struct DecodableStreamSerializer<T: Decodable>: DataStreamSerializer {
    /// The decoder that decodes the chunks.
    public let decoder: any DataDecoder
    /// Changes a chunk before it is decoded.
    public let dataPreprocessor: any DataPreprocessor

    /// Creates a serializer that decodes JSON, unless a decoder is given.
    ///
    /// - Parameters:
    ///   - decoder: Decodes the chunks.
    ///   - dataPreprocessor: Changes a chunk before it is decoded.
    public init(
        decoder: any DataDecoder = DefaultDataDecoder(),
        dataPreprocessor: any DataPreprocessor = PassthroughPreprocessor()
    ) {
        self.decoder = decoder
        self.dataPreprocessor = dataPreprocessor
    }

    /// Decodes a chunk as a value of the type.
    ///
    /// - Throws: `AFError.responseSerializationFailed(reason: .decodingFailed(error:))`, or the error of the
    ///   preprocessor.
    public func serialize(_ data: Data) throws -> T {
        let processed = try dataPreprocessor.preprocess(data)
        do {
            return try decoder.decode(T.self, from: processed)
        } catch {
            throw AFError.responseSerializationFailed(reason: .decodingFailed(error: error))
        }
    }
}

extension DataStreamSerializer where Self == PassthroughStreamSerializer {
    /// A serializer that returns chunks unchanged.
    public static var passthrough: PassthroughStreamSerializer { PassthroughStreamSerializer() }
}

extension DataStreamSerializer where Self == StringStreamSerializer {
    /// A serializer that decodes chunks as UTF-8.
    public static var string: StringStreamSerializer { StringStreamSerializer() }
}

extension DataStreamSerializer {
    /// Returns a serializer that decodes each chunk, which must be a complete document. The parameters are those of the
    /// initializer.
    public static func decodable<T: Decodable>(
        of type: T.Type, decoder: any DataDecoder = DefaultDataDecoder(),
        dataPreprocessor: any DataPreprocessor = PassthroughPreprocessor()
    ) -> Self where Self == DecodableStreamSerializer<T> {
        DecodableStreamSerializer<T>(decoder: decoder, dataPreprocessor: dataPreprocessor)
    }
}

extension DataStreamSerializer {
    /// Returns the value of a chunk, or the error as an `AFError`.
    func result(of data: Data) -> Result<SerializedObject, AFError> {
        do {
            return .success(try serialize(data))
        } catch {
            return .failure(
                error.asAFError(or: .responseSerializationFailed(reason: .customSerializationFailed(error: error))))
        }
    }
}
