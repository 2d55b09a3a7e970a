public import Foundation

/// A serializer that calls a closure, as `DataResponseSerializer<Value>` of Alamofire 4 does; since version 5, that
/// name is another type.
///
/// ```swift
/// extension DataRequest {
///     static func xmlResponseSerializer() -> ClosureResponseSerializer<XMLDocument> {
///         ClosureResponseSerializer { request, response, data, error in
///             if let error { return .failure(BackendError.network(error: error)) }
///             return Result { try XMLDocument(data: data ?? Data()) }
///         }
///     }
/// }
/// ```
public struct ClosureResponseSerializer<Value>: DataResponseSerializerProtocol {
    /// The closure. It is also called for failed requests, with their error.
    public let serializeResponse:
        @Sendable (
            _ request: URLRequest?, _ response: HTTPURLResponse?, _ data: Data?, _ error: (any Error)?
        ) -> Result<Value, any Error>

    /// Creates a serializer that calls a closure.
    ///
    /// - Parameter serializeResponse: The closure. It is also called for failed requests, with their error. It is
    ///   called on the session's serialization queue, or on a thread of a pool if the session was created without such
    ///   a queue.
    public init(
        serializeResponse:
            @escaping @Sendable (
                _ request: URLRequest?, _ response: HTTPURLResponse?, _ data: Data?, _ error: (any Error)?
            ) -> Result<Value, any Error>
    ) {
        self.serializeResponse = serializeResponse
    }

    /// Returns the value of the closure.
    ///
    /// - Throws: The error of the closure.
    public func serialize(
        request: URLRequest?, response: HTTPURLResponse?, data: Data?, error: (any Error)?
    ) throws -> Value {
        try serializeResponse(request, response, data, error).get()
    }
}

extension DataResponseSerializerProtocol {
    /// Returns the value or the error of the serializer, as in Alamofire 4.
    public func serializeResponse(
        _ request: URLRequest?, _ response: HTTPURLResponse?, _ data: Data?, _ error: (any Error)?
    ) -> Result<SerializedObject, any Error> {
        Result { try serialize(request: request, response: response, data: data, error: error) }
    }
}

extension DataRequest {
    /// Returns a serializer that returns the body as `Data`, as in Alamofire 4.
    public static func dataResponseSerializer() -> DataResponseSerializer { DataResponseSerializer() }

    /// Returns a serializer that returns the body as a string, as in Alamofire 4.
    ///
    /// - Parameter encoding: The encoding of the text; `nil` for the one that the response names.
    public static func stringResponseSerializer(encoding: String.Encoding? = nil) -> StringResponseSerializer {
        StringResponseSerializer(encoding: encoding)
    }

    /// Returns a serializer that parses the body as JSON, as in Alamofire 4.
    ///
    /// - Parameter options: The options for parsing.
    public static func jsonResponseSerializer(
        options: JSONSerialization.ReadingOptions = .fragmentsAllowed
    ) -> JSONResponseSerializer {
        JSONResponseSerializer(options: options)
    }

    /// Returns a serializer that parses the body as a property list, as in Alamofire 4.
    ///
    /// - Parameter options: The options for parsing.
    public static func propertyListResponseSerializer(
        options: PropertyListSerialization.ReadOptions = []
    ) -> PropertyListResponseSerializer {
        PropertyListResponseSerializer(options: options)
    }
}

extension Request {
    /// Returns the body as `Data`, as in Alamofire 4.
    ///
    /// - Parameters:
    ///   - response: The head of the response.
    ///   - data: The body.
    ///   - error: The error of the request, or `nil`.
    public static func serializeResponseData(
        response: HTTPURLResponse?, data: Data?, error: (any Error)?
    ) -> Result<Data, any Error> {
        DataResponseSerializer().serializeResponse(nil, response, data, error)
    }

    /// Returns the body as a string, as in Alamofire 4.
    ///
    /// - Parameters:
    ///   - encoding: The encoding of the text; `nil` for the one that the response names.
    ///   - response: The head of the response.
    ///   - data: The body.
    ///   - error: The error of the request, or `nil`.
    public static func serializeResponseString(
        encoding: String.Encoding?, response: HTTPURLResponse?, data: Data?, error: (any Error)?
    ) -> Result<String, any Error> {
        StringResponseSerializer(encoding: encoding).serializeResponse(nil, response, data, error)
    }

    /// Parses the body as JSON, as in Alamofire 4.
    ///
    /// - Parameters:
    ///   - options: The options for parsing.
    ///   - response: The head of the response.
    ///   - data: The body.
    ///   - error: The error of the request, or `nil`.
    /// - Returns: The parsed value, or the error.
    public static func serializeResponseJSON(
        options: JSONSerialization.ReadingOptions, response: HTTPURLResponse?, data: Data?, error: (any Error)?
    ) -> Result<Any, any Error> {
        JSONResponseSerializer(options: options).serializeResponse(nil, response, data, error)
    }

    /// Parses the body as a property list, as in Alamofire 4.
    ///
    /// - Parameters:
    ///   - options: The options for parsing.
    ///   - response: The head of the response.
    ///   - data: The body.
    ///   - error: The error of the request, or `nil`.
    /// - Returns: The parsed value, or the error.
    public static func serializeResponsePropertyList(
        options: PropertyListSerialization.ReadOptions, response: HTTPURLResponse?, data: Data?, error: (any Error)?
    ) -> Result<Any, any Error> {
        PropertyListResponseSerializer(options: options).serializeResponse(nil, response, data, error)
    }
}
