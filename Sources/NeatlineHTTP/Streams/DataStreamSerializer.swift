public import Foundation

/// Makes a value of a piece of a body.
///
/// The pieces are what the network brings: where one ends says nothing about the text that is sent.
public protocol DataStreamSerializer<SerializedObject>: Sendable {
    /// What pieces become.
    associatedtype SerializedObject

    /// Makes a value of a piece.
    func serialize(_ data: Data) throws -> SerializedObject
}

/// Hands pieces on as they are.
public struct PassthroughStreamSerializer: DataStreamSerializer {
    /// Needs nothing to know.
    public init() {}

    /// The piece itself.
    public func serialize(_ data: Data) throws -> Data { data }
}

/// Reads pieces as UTF-8, with U+FFFD where they are not.
public struct StringStreamSerializer: DataStreamSerializer {
    /// Needs nothing to know.
    public init() {}

    /// The piece as text.
    public func serialize(_ data: Data) throws -> String { String(decoding: data, as: UTF8.self) }
}

/// Decodes each piece, which must be a whole text of its own.
public struct DecodableStreamSerializer<T: Decodable>: DataStreamSerializer {
    /// What decodes.
    public let decoder: any DataDecoder
    /// Changes a piece first.
    public let dataPreprocessor: any DataPreprocessor

    /// A serializer with these parts.
    public init(
        decoder: any DataDecoder = DefaultDataDecoder(),
        dataPreprocessor: any DataPreprocessor = PassthroughPreprocessor()
    ) {
        self.decoder = decoder
        self.dataPreprocessor = dataPreprocessor
    }

    /// The value that the piece is a text of.
    ///
    /// - Throws: `AFError.responseSerializationFailed(reason: .decodingFailed(error:))`, or what the preprocessor throws.
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
    /// Hands pieces on as they are.
    public static var passthrough: PassthroughStreamSerializer { PassthroughStreamSerializer() }
}

extension DataStreamSerializer where Self == StringStreamSerializer {
    /// Reads pieces as UTF-8.
    public static var string: StringStreamSerializer { StringStreamSerializer() }
}

extension DataStreamSerializer {
    /// Decodes each piece, which must be a whole text of its own.
    public static func decodable<T: Decodable>(
        of type: T.Type, decoder: any DataDecoder = DefaultDataDecoder(),
        dataPreprocessor: any DataPreprocessor = PassthroughPreprocessor()
    ) -> Self where Self == DecodableStreamSerializer<T> {
        DecodableStreamSerializer<T>(decoder: decoder, dataPreprocessor: dataPreprocessor)
    }
}

extension DataStreamSerializer {
    /// A piece's value or why there is none, as an `AFError`.
    func result(of data: Data) -> Result<SerializedObject, AFError> {
        do {
            return .success(try serialize(data))
        } catch {
            return .failure(
                error.asAFError(or: .responseSerializationFailed(reason: .customSerializationFailed(error: error))))
        }
    }
}
