public import Foundation
public import NeatlineHTTP
public import NeatlineJSON

#if canImport(FoundationNetworking)
public import FoundationNetworking
#endif

/// Gives the body as `JSON`.
///
/// The body is parsed once for all handlers of a request that ask for JSON or for models: they read one document. Only
/// options or a preprocessor of one's own make it a parse of one's own.
///
/// A response with the status 204 or 205 is null, whatever came with it, and so is an empty body where none is needed.
public final class JSONValueResponseSerializer: ResponseSerializer, ComputingSerializer {
    /// What is done to the body first.
    public let dataPreprocessor: any DataPreprocessor
    /// The status codes that come without a body.
    public let emptyResponseCodes: Set<Int>
    /// The methods that are answered without a body.
    public let emptyRequestMethods: Set<HTTPMethod>
    /// How the body is read: whether it may be a scalar (`.fragmentsAllowed`), and JSON5 where Foundation has that option.
    public let options: JSONSerialization.ReadingOptions

    /// A serializer that reads the body after `dataPreprocessor` has had it.
    public init(
        dataPreprocessor: any DataPreprocessor = JSONValueResponseSerializer.defaultDataPreprocessor,
        emptyResponseCodes: Set<Int> = JSONValueResponseSerializer.defaultEmptyResponseCodes,
        emptyRequestMethods: Set<HTTPMethod> = JSONValueResponseSerializer.defaultEmptyRequestMethods,
        options: JSONSerialization.ReadingOptions = .fragmentsAllowed
    ) {
        self.dataPreprocessor = dataPreprocessor
        self.emptyResponseCodes = emptyResponseCodes
        self.emptyRequestMethods = emptyRequestMethods
        self.options = options
    }

    /// As ``serialize(_:)``.
    public func serialize(
        request: URLRequest?, response: HTTPURLResponse?, data: Data?, error: (any Error)?
    ) throws -> JSON {
        try serialize(ReceivedResponse(request: request, response: response, data: data, error: error))
    }

    /// The body's JSON.
    ///
    /// - Throws: The error of the request; `AFError` if a body is missing, or, around a ``ResponseBodyError``, if it is
    ///   not JSON; what the preprocessor throws.
    public func serialize(_ received: ReceivedResponse) throws -> JSON {
        if received.error == nil, received.statusCode == 204 || received.statusCode == 205 { return .null }
        do {
            return try json(of: received, options: options) ?? .null
        } catch let error as ResponseBodyError {
            throw AFError.responseSerializationFailed(reason: .jsonSerializationFailed(error: error))
        }
    }
}

extension ResponseSerializer where Self == JSONValueResponseSerializer {
    /// Gives the body as `JSON`.
    public static var jsonValue: JSONValueResponseSerializer { JSONValueResponseSerializer() }

    /// Gives the body as `JSON`.
    public static func jsonValue(
        dataPreprocessor: any DataPreprocessor = JSONValueResponseSerializer.defaultDataPreprocessor,
        emptyResponseCodes: Set<Int> = JSONValueResponseSerializer.defaultEmptyResponseCodes,
        emptyRequestMethods: Set<HTTPMethod> = JSONValueResponseSerializer.defaultEmptyRequestMethods,
        options: JSONSerialization.ReadingOptions = .fragmentsAllowed
    ) -> JSONValueResponseSerializer {
        JSONValueResponseSerializer(
            dataPreprocessor: dataPreprocessor, emptyResponseCodes: emptyResponseCodes,
            emptyRequestMethods: emptyRequestMethods, options: options)
    }
}
