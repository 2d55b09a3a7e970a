public import Foundation

#if canImport(FoundationNetworking)
public import FoundationNetworking
#endif

/// A serializer made of a closure, as `DataResponseSerializer<Value>` was in Alamofire 4; that name is another type since
/// version 5.
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
    /// The closure. It is called for failed requests, too, with their error.
    public let serializeResponse:
        @Sendable (
            _ request: URLRequest?, _ response: HTTPURLResponse?, _ data: Data?, _ error: (any Error)?
        ) -> Result<Value, any Error>

    /// A serializer that calls the closure.
    public init(
        serializeResponse:
            @escaping @Sendable (
                _ request: URLRequest?, _ response: HTTPURLResponse?, _ data: Data?, _ error: (any Error)?
            ) -> Result<Value, any Error>
    ) {
        self.serializeResponse = serializeResponse
    }

    /// The closure's value.
    ///
    /// - Throws: The closure's error.
    public func serialize(
        request: URLRequest?, response: HTTPURLResponse?, data: Data?, error: (any Error)?
    ) throws -> Value {
        try serializeResponse(request, response, data, error).get()
    }
}

extension DataResponseSerializerProtocol {
    /// The value, or what the serializer throws: the call of Alamofire 4.
    public func serializeResponse(
        _ request: URLRequest?, _ response: HTTPURLResponse?, _ data: Data?, _ error: (any Error)?
    ) -> Result<SerializedObject, any Error> {
        Result { try serialize(request: request, response: response, data: data, error: error) }
    }
}

extension DataRequest {
    /// A serializer that gives the body as it is: the spelling of Alamofire 4.
    public static func dataResponseSerializer() -> DataResponseSerializer { DataResponseSerializer() }

    /// A serializer that gives the body as text: the spelling of Alamofire 4.
    public static func stringResponseSerializer(encoding: String.Encoding? = nil) -> StringResponseSerializer {
        StringResponseSerializer(encoding: encoding)
    }

    /// A serializer that gives the body's JSON: the spelling of Alamofire 4.
    public static func jsonResponseSerializer(
        options: JSONSerialization.ReadingOptions = .fragmentsAllowed
    ) -> JSONResponseSerializer {
        JSONResponseSerializer(options: options)
    }

    /// A serializer that gives the values of the body's property list: the spelling of Alamofire 4.
    public static func propertyListResponseSerializer(
        options: PropertyListSerialization.ReadOptions = []
    ) -> PropertyListResponseSerializer {
        PropertyListResponseSerializer(options: options)
    }
}

extension Request {
    /// The body as it is: the function of Alamofire 4.
    public static func serializeResponseData(
        response: HTTPURLResponse?, data: Data?, error: (any Error)?
    ) -> Result<Data, any Error> {
        DataResponseSerializer().serializeResponse(nil, response, data, error)
    }

    /// The body as text: the function of Alamofire 4.
    public static func serializeResponseString(
        encoding: String.Encoding?, response: HTTPURLResponse?, data: Data?, error: (any Error)?
    ) -> Result<String, any Error> {
        StringResponseSerializer(encoding: encoding).serializeResponse(nil, response, data, error)
    }

    /// The body's JSON: the function of Alamofire 4.
    public static func serializeResponseJSON(
        options: JSONSerialization.ReadingOptions, response: HTTPURLResponse?, data: Data?, error: (any Error)?
    ) -> Result<Any, any Error> {
        JSONResponseSerializer(options: options).serializeResponse(nil, response, data, error)
    }

    /// The values of the body's property list: the function of Alamofire 4.
    public static func serializeResponsePropertyList(
        options: PropertyListSerialization.ReadOptions, response: HTTPURLResponse?, data: Data?, error: (any Error)?
    ) -> Result<Any, any Error> {
        PropertyListResponseSerializer(options: options).serializeResponse(nil, response, data, error)
    }
}
