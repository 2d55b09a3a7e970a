public import Foundation

#if canImport(FoundationNetworking)
public import FoundationNetworking
#endif

/// A serializer that decodes the body as a `Decodable` value.
public final class DecodableResponseSerializer<T: Decodable>: ResponseSerializer, ComputingSerializer {
    /// Changes the body before it is decoded.
    public let dataPreprocessor: any DataPreprocessor
    /// Decodes the body.
    public let decoder: any DataDecoder
    /// The status codes of responses that may have an empty body.
    public let emptyResponseCodes: Set<Int>
    /// The methods of requests whose responses may have an empty body.
    public let emptyRequestMethods: Set<HTTPMethod>

    /// Creates a serializer. An empty body, where one is allowed, becomes the empty value of the type, which must
    /// conform to ``EmptyResponse``.
    ///
    /// - Parameters:
    ///   - dataPreprocessor: Changes the body before it is decoded.
    ///   - decoder: Decodes the body.
    ///   - emptyResponseCodes: The status codes of responses that may have an empty body.
    ///   - emptyRequestMethods: The methods of requests whose responses may have an empty body.
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

    /// Returns the decoded value; see ``serialize(_:)``.
    public func serialize(
        request: URLRequest?, response: HTTPURLResponse?, data: Data?, error: (any Error)?
    ) throws -> T {
        try serialize(ReceivedResponse(request: request, response: response, data: data, error: error))
    }

    /// Decodes the body.
    ///
    /// - Parameter received: The response.
    /// - Returns: The value.
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
    /// Returns a serializer that decodes the body.
    ///
    /// - Parameters:
    ///   - type: The type to decode.
    ///   - dataPreprocessor: Changes the body before it is decoded.
    ///   - decoder: Decodes the body.
    ///   - emptyResponseCodes: The status codes of responses that may have an empty body.
    ///   - emptyRequestMethods: The methods of requests whose responses may have an empty body.
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
