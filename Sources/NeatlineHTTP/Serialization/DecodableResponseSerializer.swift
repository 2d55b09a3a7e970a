public import Foundation
public import NeatlineFoundation

/// A serializer that decodes the body as a `Decodable` value.
public final class DecodableResponseSerializer<T: Decodable>: ResponseSerializer, ReceivedResponseSerializer,
    ComputingSerializer
{
    /// Changes the body before it is decoded.
    public let dataPreprocessor: any DataPreprocessor
    /// The decoder that decodes the bodies.
    public let decoder: any DataDecoder
    /// The status codes of responses that may have an empty body.
    public let emptyResponseCodes: Set<Int>
    /// The methods of requests whose responses may have an empty body.
    public let emptyRequestMethods: Set<HTTPMethod>

    /// Creates a serializer. An empty body, if one is allowed, becomes the empty value of the type, which must conform
    /// to ``EmptyResponse``. The parameters are the properties of the same names.
    public init(
        dataPreprocessor: any DataPreprocessor = DecodableResponseSerializer.defaultDataPreprocessor,
        decoder: any DataDecoder = DefaultDataDecoder(),
        emptyResponseCodes: Set<Int> = DecodableResponseSerializer.defaultEmptyResponseCodes,
        emptyRequestMethods: Set<HTTPMethod> = DecodableResponseSerializer.defaultEmptyRequestMethods
    ) {
        self.dataPreprocessor = dataPreprocessor
        self.decoder = decoder
        self.emptyResponseCodes = emptyResponseCodes
        self.emptyRequestMethods = emptyRequestMethods
    }

    /// Decodes the body as a value of the type.
    ///
    /// - Throws: The error of the request; the error of the preprocessor; or `AFError.responseSerializationFailed` with
    ///   the reason `decodingFailed(error:)`, `inputDataNilOrZeroLength` if the body is missing, or
    ///   `invalidEmptyResponse(type:)` if an empty body is allowed but the type is no ``EmptyResponse``.
    public func serialize(_ received: ReceivedResponse) throws -> T {
        guard let data = try body(of: received) else {
            guard let type = T.self as? any EmptyResponse.Type, let value = type.emptyValue() as? T else {
                throw AFError.responseSerializationFailed(reason: .invalidEmptyResponse(type: "\(T.self)"))
            }
            return value
        }
        do {
            return try decoder.decode(T.self, from: data)
        } catch {
            throw DecodingError.failure(error, decoding: received)
        }
    }
}

extension ResponseSerializer {
    /// Returns a serializer that decodes the body. The parameters are those of the initializer.
    public static func decodable<T: Decodable>(
        of type: T.Type,
        dataPreprocessor: any DataPreprocessor = DecodableResponseSerializer<T>.defaultDataPreprocessor,
        decoder: any DataDecoder = DefaultDataDecoder(),
        emptyResponseCodes: Set<Int> = DecodableResponseSerializer<T>.defaultEmptyResponseCodes,
        emptyRequestMethods: Set<HTTPMethod> = DecodableResponseSerializer<T>.defaultEmptyRequestMethods
    ) -> DecodableResponseSerializer<T> where Self == DecodableResponseSerializer<T> {
        DecodableResponseSerializer<T>(
            dataPreprocessor: dataPreprocessor, decoder: decoder, emptyResponseCodes: emptyResponseCodes,
            emptyRequestMethods: emptyRequestMethods)
    }
}

/// A type that decodes `Decodable` values from the bodies of responses.
public protocol DataDecoder: Sendable {
    /// Decodes a value from the bytes of a body.
    ///
    /// - Parameters:
    ///   - type: The type to decode.
    ///   - data: The body.
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

    /// Creates a decoder with the default settings.
    public init() {}

    /// Decodes a value from JSON in UTF-8, UTF-16 or UTF-32.
    ///
    /// - Parameters:
    ///   - type: The type to decode.
    ///   - data: The JSON document.
    /// - Throws: `DecodingError`, or an error of the type's initializer.
    public func decode<D: Decodable>(_ type: D.Type, from data: Data) throws -> D {
        try Self.decoder.decode(type, from: data)
    }
}

extension DataDecoder where Self == DefaultDataDecoder {
    /// The default decoder, a `NeatlineJSONDecoder` with default settings.
    public static var `default`: DefaultDataDecoder { DefaultDataDecoder() }
}

/// The response that could not be decoded: the `underlyingError` of a `DecodingError`'s context, unless the decoder has
/// set one.
struct UndecodableResponse: NSErrorBridgeable, Sendable, CustomStringConvertible {
    /// The key of the response in the `userInfo` of the error of ``JSONResponseSerializer``.
    static let userInfoKey = "NeatlineUndecodableResponse"

    let summary: ExchangeSummary

    var description: String { summary.lines ?? "" }
}

extension DecodingError {
    var context: Context? {
        switch self {
        case .keyNotFound(_, let context), .typeMismatch(_, let context), .valueNotFound(_, let context),
            .dataCorrupted(let context):
            context
        @unknown default: nil
        }
    }

    /// Returns the same error with the response as the underlying error of its context, unless it has another one.
    private func about(_ received: ReceivedResponse) -> DecodingError {
        guard let context, context.underlyingError == nil else { return self }
        let described = Context(
            codingPath: context.codingPath, debugDescription: context.debugDescription,
            underlyingError: UndecodableResponse(summary: ExchangeSummary(received)))
        switch self {
        case .keyNotFound(let key, _): return .keyNotFound(key, described)
        case .typeMismatch(let type, _): return .typeMismatch(type, described)
        case .valueNotFound(let type, _): return .valueNotFound(type, described)
        case .dataCorrupted: return .dataCorrupted(described)
        @unknown default: return self
        }
    }

    /// Returns the `AFError` for an error of a decoder; a `DecodingError` contains the response.
    static func failure(_ error: any Error, decoding received: ReceivedResponse) -> AFError {
        .responseSerializationFailed(
            reason: .decodingFailed(error: (error as? DecodingError)?.about(received) ?? error))
    }
}
