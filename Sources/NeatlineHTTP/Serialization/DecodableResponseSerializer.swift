public import Foundation

#if canImport(FoundationNetworking)
public import FoundationNetworking
#endif

/// Decodes the body.
public final class DecodableResponseSerializer<T: Decodable>: ResponseSerializer, ComputingSerializer {
    /// What is done to the body first.
    public let dataPreprocessor: any DataPreprocessor
    /// What decodes.
    public let decoder: any DataDecoder
    /// The status codes that come without a body.
    public let emptyResponseCodes: Set<Int>
    /// The methods that are answered without a body.
    public let emptyRequestMethods: Set<HTTPMethod>

    /// A serializer that decodes the body after `dataPreprocessor` has had it. Where there is none and none is needed, the
    /// type has to be an ``EmptyResponse``.
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

    /// As ``serialize(_:)``.
    public func serialize(
        request: URLRequest?, response: HTTPURLResponse?, data: Data?, error: (any Error)?
    ) throws -> T {
        try serialize(ReceivedResponse(request: request, response: response, data: data, error: error))
    }

    /// The decoded value.
    ///
    /// - Throws: The error of the request; `AFError` if a body is missing, or does not decode; what the preprocessor throws.
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
    /// Decodes the body as the type.
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
