public import Foundation
public import NeatlineHTTP
internal import NeatlineHTTPJSON
public import NeatlineJSON
public import NeatlineMapping

#if canImport(FoundationNetworking)
public import FoundationNetworking
#endif

/// A serializer that maps the body to a model.
///
/// The model is mapped directly from the parsed document, which all handlers of the request share.
///
/// Unchecked Sendable although `object` and `context` need not be: they are transferred to the serializer, which
/// accesses them only while the response is read. Code that has other references to them must not access them until the
/// handler is called.
public final class MappableResponseSerializer<T: BaseMappable>: ResponseSerializer, ComputingSerializer,
    @unchecked Sendable
{
    /// A closure that reads a body instead of the mapper.
    ///
    /// - Throws: any error, which fails the response.
    public typealias Callback =
        @Sendable (
            _ request: URLRequest?, _ response: HTTPURLResponse?, _ data: Data?, _ error: (any Error)?
        ) throws -> T

    /// The key path of the model in the body; `nil` for the root.
    public let keyPath: String?
    /// The object to map to; `nil` to create one.
    public let object: T?
    /// The value of `map.context` in the model.
    public let context: (any MapContext)?
    /// The status codes of responses that may have an empty body.
    public let emptyResponseCodes: Set<Int>
    /// The methods of requests whose responses may have an empty body.
    public let emptyRequestMethods: Set<HTTPMethod>
    /// The closure that reads the body instead of the mapper, if there is one.
    public let serializeCallback: Callback?
    /// Changes the body before it is read.
    public let dataPreprocessor: any DataPreprocessor
    /// The options for mapping, such as its strictness.
    public let options: MappingOptions
    /// The call of the mapper, inlined into the client so that the compiler specializes it for the model.
    @usableFromInline let map: (Mapper<T>, JSON) -> T?

    /// Creates a serializer that maps one model.
    ///
    /// - Parameters:
    ///   - keyPath: The key path in the body: names and indices separated by dots, such as `response.users.0`, or a
    ///     JSON Pointer, such as `/response/users/0`; `nil` or empty for the root.
    ///   - object: The object to map to; `nil` to create one. Properties without a member keep their values, and an
    ///     empty body, if one is allowed, does not change it. Ignored for an `ImmutableMappable` type.
    ///   - context: The value of `map.context` in the model.
    ///   - emptyResponseCodes: The status codes of responses that may have an empty body, which becomes `object`, or
    ///     the value of an `EmptyResponse`.
    ///   - emptyRequestMethods: The methods of requests whose responses may have an empty body.
    ///   - dataPreprocessor: Changes the body before it is read.
    ///   - options: The options for mapping, such as its strictness.
    ///   - serializeCallback: A closure that reads the body instead of the mapper.
    @inlinable
    public init(
        _ keyPath: String? = nil, mapToObject object: T? = nil, context: (any MapContext)? = nil,
        emptyResponseCodes: Set<Int> = MappableResponseSerializer.defaultEmptyResponseCodes,
        emptyRequestMethods: Set<HTTPMethod> = MappableResponseSerializer.defaultEmptyRequestMethods,
        dataPreprocessor: any DataPreprocessor = MappableResponseSerializer.defaultDataPreprocessor,
        options: MappingOptions = MappingOptions(), serializeCallback: Callback? = nil
    ) {
        self.keyPath = keyPath
        self.object = object
        self.context = context
        self.emptyResponseCodes = emptyResponseCodes
        self.emptyRequestMethods = emptyRequestMethods
        self.dataPreprocessor = dataPreprocessor
        self.options = options
        self.serializeCallback = serializeCallback
        map = { $0.map(json: $1) }
    }

    /// Reads the body; see ``serialize(_:)``.
    ///
    /// - Parameters:
    ///   - request: The request that was sent last, after redirects.
    ///   - response: The head of the response.
    ///   - data: The body.
    ///   - error: The error of the request, or `nil`.
    /// - Returns: The model.
    /// - Throws: As ``serialize(_:)``.
    public func serialize(
        request: URLRequest?, response: HTTPURLResponse?, data: Data?, error: (any Error)?
    ) throws -> T {
        try serialize(ReceivedResponse(request: request, response: response, data: data, error: error))
    }

    /// Maps the body to a model.
    ///
    /// - Parameter received: The response.
    /// - Returns: The model.
    /// - Throws: The error of the request; an `AFError` if the body is missing, or cannot be mapped, then with a
    ///   `ResponseBodyError` as its underlying error.
    public func serialize(_ received: ReceivedResponse) throws -> T {
        if let serializeCallback, received.error == nil {
            guard let data = try body(of: received) else { return try emptyValue() }
            return try serializeCallback(received.request, received.response, data, nil)
        }
        let reading = ModelReading<T>(keyPath: keyPath, context: context, options: options, noting: received)
        return try mapped(received) { try reading.object(in: $0, into: object, by: map) } ?? emptyValue()
    }

    /// Returns the value for an empty body.
    private func emptyValue() throws -> T {
        if let object { return object }
        if let type = T.self as? any EmptyResponse.Type, let value = type.emptyValue() as? T { return value }
        throw AFError.responseSerializationFailed(reason: .invalidEmptyResponse(type: "\(T.self)"))
    }
}

/// A serializer that maps the body to a model, or to `nil` for an empty body that is allowed or null at the key path.
///
/// Unchecked Sendable as ``MappableResponseSerializer`` is.
public final class OptionalMappableResponseSerializer<T: BaseMappable>: ResponseSerializer, ComputingSerializer,
    @unchecked Sendable
{
    private let serializer: MappableResponseSerializer<T>

    /// The status codes of responses that may have an empty body.
    public var emptyResponseCodes: Set<Int> { serializer.emptyResponseCodes }
    /// The methods of requests whose responses may have an empty body.
    public var emptyRequestMethods: Set<HTTPMethod> { serializer.emptyRequestMethods }
    /// Changes the body before it is read.
    public var dataPreprocessor: any DataPreprocessor { serializer.dataPreprocessor }

    /// Creates a serializer that returns nil for null and for no body.
    ///
    /// - Parameter serializer: The serializer for other bodies.
    public init(_ serializer: MappableResponseSerializer<T>) { self.serializer = serializer }

    /// Reads the body; see ``serialize(_:)``.
    ///
    /// - Parameters:
    ///   - request: The request that was sent last, after redirects.
    ///   - response: The head of the response.
    ///   - data: The body.
    ///   - error: The error of the request, or `nil`.
    /// - Returns: The model; nil for null and for no body.
    /// - Throws: As ``serialize(_:)``.
    public func serialize(
        request: URLRequest?, response: HTTPURLResponse?, data: Data?, error: (any Error)?
    ) throws -> T? {
        try serialize(ReceivedResponse(request: request, response: response, data: data, error: error))
    }

    /// Maps the body to a model, or returns `nil`.
    ///
    /// - Parameter received: The response.
    /// - Throws: The errors of ``MappableResponseSerializer/serialize(_:)``.
    public func serialize(_ received: ReceivedResponse) throws -> T? {
        let reading = ModelReading<T>(
            keyPath: serializer.keyPath, context: serializer.context, options: serializer.options, noting: nil)
        guard try mapped(received, { try !reading.isNull(in: $0) }) == true else { return nil }
        return try serializer.serialize(received)
    }
}
