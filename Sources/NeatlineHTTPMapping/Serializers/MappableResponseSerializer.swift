public import Foundation
public import NeatlineHTTP
internal import NeatlineHTTPJSON
public import NeatlineJSON
public import NeatlineMapping

#if canImport(FoundationNetworking)
public import FoundationNetworking
#endif

/// Maps the body to a model.
///
/// The model is read straight from the document that all handlers of the request share.
///
/// Unchecked Sendable, because `object` and `context` need not be: they are handed over, and touched only while the
/// response is read. Whoever keeps another reference to them must leave them alone until the handler is called.
public final class MappableResponseSerializer<T: BaseMappable>: ResponseSerializer, ComputingSerializer,
    @unchecked Sendable
{
    /// Reads a body in place of the mapper.
    public typealias Callback =
        @Sendable (
            _ request: URLRequest?, _ response: HTTPURLResponse?, _ data: Data?, _ error: (any Error)?
        ) throws -> T

    /// Where in the body the model stands; nil for the root.
    public let keyPath: String?
    /// What is mapped into; nil to make a new model.
    public let object: T?
    /// What the model finds as `map.context`.
    public let context: (any MapContext)?
    /// The status codes that come without a body.
    public let emptyResponseCodes: Set<Int>
    /// The methods that are answered without a body.
    public let emptyRequestMethods: Set<HTTPMethod>
    /// Reads the body in place of the mapper, if there is one.
    public let serializeCallback: Callback?
    /// What is done to the body first.
    public let dataPreprocessor: any DataPreprocessor
    /// How strictly it is mapped.
    public let options: MappingOptions
    /// The mapper's call, written where the model is known: there the compiler makes code for this model of it.
    @usableFromInline let map: (Mapper<T>, JSON) -> T?

    /// A serializer.
    ///
    /// - Parameters:
    ///   - keyPath: Names and elements' numbers between dots, such as `response.users.0`, or a JSON Pointer, such as
    ///     `/response/users/0`; nil or empty for the root.
    ///   - object: What to map into: properties whose members are absent keep their values. For an `ImmutableMappable`
    ///     type it has no effect.
    ///   - context: What the model finds as `map.context`.
    ///   - emptyResponseCodes: The status codes that come without a body. Then the value is `object`, or that of an
    ///     `EmptyResponse`.
    ///   - emptyRequestMethods: The methods that are answered without a body.
    ///   - dataPreprocessor: Changes the body first.
    ///   - options: How strictly it is mapped.
    ///   - serializeCallback: Reads the body in place of the mapper.
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

    /// As ``serialize(_:)``.
    public func serialize(
        request: URLRequest?, response: HTTPURLResponse?, data: Data?, error: (any Error)?
    ) throws -> T {
        try serialize(ReceivedResponse(request: request, response: response, data: data, error: error))
    }

    /// The model.
    ///
    /// - Throws: The error of the request; `AFError` if a body is missing, or, around a `ResponseBodyError`, if it is no
    ///   JSON or does not fit.
    public func serialize(_ received: ReceivedResponse) throws -> T {
        if let serializeCallback, received.error == nil {
            guard let data = try body(of: received) else { return try emptyValue() }
            return try serializeCallback(received.request, received.response, data, nil)
        }
        let reading = ModelReading<T>(keyPath: keyPath, context: context, options: options, noting: received)
        return try mapped(received) { try reading.object(in: $0, into: object, by: map) } ?? emptyValue()
    }

    /// The value where nothing came.
    private func emptyValue() throws -> T {
        if let object { return object }
        if let type = T.self as? any EmptyResponse.Type, let value = type.emptyValue() as? T { return value }
        throw AFError.responseSerializationFailed(reason: .invalidEmptyResponse(type: "\(T.self)"))
    }
}

/// Maps the body to a model, or to nil where there is none: an empty body that is allowed, or null at the key path.
///
/// Unchecked Sendable as ``MappableResponseSerializer`` is.
public final class OptionalMappableResponseSerializer<T: BaseMappable>: ResponseSerializer, ComputingSerializer,
    @unchecked Sendable
{
    private let serializer: MappableResponseSerializer<T>

    /// The status codes that come without a body.
    public var emptyResponseCodes: Set<Int> { serializer.emptyResponseCodes }
    /// The methods that are answered without a body.
    public var emptyRequestMethods: Set<HTTPMethod> { serializer.emptyRequestMethods }
    /// What is done to the body first.
    public var dataPreprocessor: any DataPreprocessor { serializer.dataPreprocessor }

    /// A serializer that reads as another does, unless there is nothing to read.
    public init(_ serializer: MappableResponseSerializer<T>) { self.serializer = serializer }

    /// As ``serialize(_:)``.
    public func serialize(
        request: URLRequest?, response: HTTPURLResponse?, data: Data?, error: (any Error)?
    ) throws -> T? {
        try serialize(ReceivedResponse(request: request, response: response, data: data, error: error))
    }

    /// The model, or nil.
    ///
    /// - Throws: As ``MappableResponseSerializer/serialize(_:)``.
    public func serialize(_ received: ReceivedResponse) throws -> T? {
        let reading = ModelReading<T>(
            keyPath: serializer.keyPath, context: serializer.context, options: serializer.options, noting: nil)
        guard try mapped(received, { try !reading.isNull(in: $0) }) == true else { return nil }
        return try serializer.serialize(received)
    }
}
