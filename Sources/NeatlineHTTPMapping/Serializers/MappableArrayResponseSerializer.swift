public import Foundation
public import NeatlineHTTP
internal import NeatlineHTTPJSON
public import NeatlineJSON
public import NeatlineMapping

#if canImport(FoundationNetworking)
public import FoundationNetworking
#endif

/// A serializer that maps the body to an array of models.
///
/// Elements for which the initializer of the model returns `nil` are omitted; for an `ImmutableMappable`, an
/// initializer that throws is an error. An empty body, if one is allowed, becomes an empty array.
///
/// Unchecked Sendable although `context` need not be: it is transferred to the serializer, which accesses it only while
/// the response is read.
public final class MappableArrayResponseSerializer<T: BaseMappable>: ResponseSerializer, ComputingSerializer,
    @unchecked Sendable
{
    /// A closure that reads a body instead of the mapper.
    ///
    /// - Throws: any error, which fails the response.
    public typealias Callback =
        @Sendable (
            _ request: URLRequest?, _ response: HTTPURLResponse?, _ data: Data?, _ error: (any Error)?
        ) throws -> [T]

    /// The key path of the array in the body; `nil` for the root.
    public let keyPath: String?
    /// The value of `map.context` in the model.
    public let context: (any MapContext)?
    /// The closure that reads the body instead of the mapper, if there is one.
    public let serializeCallback: Callback?
    /// The status codes of responses that may have an empty body.
    public let emptyResponseCodes: Set<Int>
    /// The methods of requests whose responses may have an empty body.
    public let emptyRequestMethods: Set<HTTPMethod>
    /// Changes the body before it is read.
    public let dataPreprocessor: any DataPreprocessor
    /// The options for mapping, such as its strictness.
    public let options: MappingOptions
    /// Whether null instead of the array is read as an empty array.
    public let nullIsEmpty: Bool
    /// The call of the mapper, inlined into the client so that the compiler specializes it for the model.
    @usableFromInline let map: (Mapper<T>, JSON) -> [T]?

    /// Creates a serializer that maps arrays of models.
    ///
    /// - Parameters:
    ///   - keyPath: The key path in the body: names and indices separated by dots, such as `response.users`, or a JSON
    ///     Pointer, such as `/response/users`; `nil` or empty for the root.
    ///   - context: The value of `map.context` in the model.
    ///   - serializeCallback: A closure that reads the body instead of the mapper.
    ///   - emptyResponseCodes: The status codes of responses that may have an empty body.
    ///   - emptyRequestMethods: The methods of requests whose responses may have an empty body.
    ///   - dataPreprocessor: Changes the body before it is read.
    ///   - options: The options for mapping, such as its strictness.
    ///   - nullIsEmpty: Whether null instead of the array is read as an empty array.
    @inlinable
    public init(
        _ keyPath: String? = nil, context: (any MapContext)? = nil, serializeCallback: Callback? = nil,
        emptyResponseCodes: Set<Int> = MappableArrayResponseSerializer.defaultEmptyResponseCodes,
        emptyRequestMethods: Set<HTTPMethod> = MappableArrayResponseSerializer.defaultEmptyRequestMethods,
        dataPreprocessor: any DataPreprocessor = MappableArrayResponseSerializer.defaultDataPreprocessor,
        options: MappingOptions = MappingOptions(), nullIsEmpty: Bool = false
    ) {
        self.keyPath = keyPath
        self.context = context
        self.serializeCallback = serializeCallback
        self.emptyResponseCodes = emptyResponseCodes
        self.emptyRequestMethods = emptyRequestMethods
        self.dataPreprocessor = dataPreprocessor
        self.options = options
        self.nullIsEmpty = nullIsEmpty
        map = { $0.mapArray(json: $1) }
    }

    /// Reads the body; see ``serialize(_:)``.
    ///
    /// - Parameters:
    ///   - request: The request that was sent last, after redirects.
    ///   - response: The head of the response.
    ///   - data: The body.
    ///   - error: The error of the request, or `nil`.
    /// - Returns: The models.
    /// - Throws: As ``serialize(_:)``.
    public func serialize(
        request: URLRequest?, response: HTTPURLResponse?, data: Data?, error: (any Error)?
    ) throws -> [T] {
        try serialize(ReceivedResponse(request: request, response: response, data: data, error: error))
    }

    /// Maps the body to models.
    ///
    /// - Parameter received: The response.
    /// - Returns: The models, in their order; none if the body is empty and may be.
    /// - Throws: The error of the request; an `AFError` if the body is missing, or cannot be mapped, then with a
    ///   `ResponseBodyError` as its underlying error.
    public func serialize(_ received: ReceivedResponse) throws -> [T] {
        if let serializeCallback, received.error == nil {
            guard let data = try body(of: received) else { return [] }
            return try serializeCallback(received.request, received.response, data, nil)
        }
        let reading = ModelReading<T>(keyPath: keyPath, context: context, options: options, noting: received)
        return try mapped(received) { try reading.array(in: $0, nullIsEmpty: nullIsEmpty, by: map) } ?? []
    }
}
