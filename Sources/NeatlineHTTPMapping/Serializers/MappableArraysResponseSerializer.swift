internal import Foundation
public import NeatlineHTTP
internal import NeatlineJSON
public import NeatlineMapping

/// A serializer that maps the body to an array of arrays of models, such as the rows of a table.
///
/// The models follow the rules of ``MappableArrayResponseSerializer``. Empty inner arrays are kept; an element that is no array
/// fails the response.
///
/// Unchecked Sendable although `context` need not be: it is transferred to the serializer, which accesses it only while
/// the response is read.
public final class MappableArraysResponseSerializer<T: BaseMappable>: ResponseSerializer, ReceivedResponseSerializer,
    ComputingSerializer, @unchecked Sendable
{
    private let keyPath: String?
    private let context: (any MapContext)?
    private let options: MappingOptions

    /// Creates a serializer that maps arrays of arrays of models.
    ///
    /// - Parameters:
    ///   - keyPath: The key path in the body: names and indices separated by dots, or a JSON Pointer; `nil` or empty for
    ///     the root.
    ///   - context: The value of `map.context` in the model.
    ///   - options: The options for mapping, such as its strictness.
    public init(
        _ keyPath: String? = nil, context: (any MapContext)? = nil, options: MappingOptions = MappingOptions()
    ) {
        self.keyPath = keyPath
        self.context = context
        self.options = options
    }

    /// Maps the body to models.
    ///
    /// - Parameter received: The response.
    /// - Returns: The arrays of models, in their order; none if the body is empty and may be.
    /// - Throws: The error of the request; an `AFError` if the body is missing, or cannot be mapped, then with a
    ///   `ResponseBodyError` as its underlying error.
    public func serialize(_ received: ReceivedResponse) throws -> [[T]] {
        let reading = ModelReading<T>(keyPath: keyPath, context: context, options: options, noting: received)
        return try mapped(received) { try reading.arrays(in: $0) } ?? []
    }
}
