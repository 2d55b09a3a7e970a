public import Foundation
public import NeatlineHTTP
internal import NeatlineHTTPJSON
public import NeatlineJSON
public import NeatlineMapping

#if canImport(FoundationNetworking)
public import FoundationNetworking
#endif

/// Maps the body to an array of models.
///
/// Elements that a model refuses are dropped, unless it is an `ImmutableMappable`: then one that is refused is an error. A
/// body that is empty where none is needed gives an empty array.
///
/// Unchecked Sendable, because `context` need not be: it is handed over, and touched only while the response is read.
public final class MappableArrayResponseSerializer<T: BaseMappable>: ResponseSerializer, ComputingSerializer,
    @unchecked Sendable
{
    /// Reads a body in place of the mapper.
    public typealias Callback =
        @Sendable (
            _ request: URLRequest?, _ response: HTTPURLResponse?, _ data: Data?, _ error: (any Error)?
        ) throws -> [T]

    /// Where in the body the array stands; nil for the root.
    public let keyPath: String?
    /// What the models find as `map.context`.
    public let context: (any MapContext)?
    /// Reads the body in place of the mapper, if there is one.
    public let serializeCallback: Callback?
    /// The status codes that come without a body.
    public let emptyResponseCodes: Set<Int>
    /// The methods that are answered without a body.
    public let emptyRequestMethods: Set<HTTPMethod>
    /// What is done to the body first.
    public let dataPreprocessor: any DataPreprocessor
    /// How strictly it is mapped.
    public let options: MappingOptions
    /// Whether null in place of the array is an empty one.
    public let nullIsEmpty: Bool
    /// The mapper's call, written where the model is known: there the compiler makes code for this model of it.
    @usableFromInline let map: (Mapper<T>, JSON) -> [T]?

    /// A serializer.
    ///
    /// - Parameters:
    ///   - keyPath: Names and elements' numbers between dots, such as `response.users`, or a JSON Pointer, such as
    ///     `/response/users`; nil or empty for the root.
    ///   - context: What the models find as `map.context`.
    ///   - serializeCallback: Reads the body in place of the mapper.
    ///   - emptyResponseCodes: The status codes that come without a body.
    ///   - emptyRequestMethods: The methods that are answered without a body.
    ///   - dataPreprocessor: Changes the body first.
    ///   - options: How strictly it is mapped.
    ///   - nullIsEmpty: Whether null in place of the array is an empty one.
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

    /// As ``serialize(_:)``.
    public func serialize(
        request: URLRequest?, response: HTTPURLResponse?, data: Data?, error: (any Error)?
    ) throws -> [T] {
        try serialize(ReceivedResponse(request: request, response: response, data: data, error: error))
    }

    /// The models.
    ///
    /// - Throws: The error of the request; `AFError` if a body is missing, or, around a `ResponseBodyError`, if it is no
    ///   JSON or does not fit.
    public func serialize(_ received: ReceivedResponse) throws -> [T] {
        if let serializeCallback, received.error == nil {
            guard let data = try body(of: received) else { return [] }
            return try serializeCallback(received.request, received.response, data, nil)
        }
        let reading = ModelReading<T>(keyPath: keyPath, context: context, options: options, noting: received)
        return try mapped(received) { try reading.array(in: $0, nullIsEmpty: nullIsEmpty, by: map) } ?? []
    }
}
