public import Foundation
public import NeatlineHTTP
public import NeatlineJSON

#if canImport(FoundationNetworking)
public import FoundationNetworking
#endif

/// A serializer that parses the body as `JSON`.
///
/// The body is parsed once for all handlers of a request that need JSON or models: they share one document, unless they
/// have different options or preprocessors.
///
/// A response with the status code 204 or 205 becomes null, regardless of its body, and so does an empty body if one is
/// allowed.
public final class JSONValueResponseSerializer: ResponseSerializer, ComputingSerializer {
    /// Changes the body before it is read.
    public let dataPreprocessor: any DataPreprocessor
    /// The status codes of responses that may have an empty body.
    public let emptyResponseCodes: Set<Int>
    /// The methods of requests whose responses may have an empty body.
    public let emptyRequestMethods: Set<HTTPMethod>
    /// The options for parsing: whether it may be a scalar (`.fragmentsAllowed`), and JSON5 where Foundation has that
    /// option.
    public let options: JSONSerialization.ReadingOptions

    /// Creates a serializer that returns bodies as `JSON`.
    ///
    /// - Parameters:
    ///   - dataPreprocessor: Changes the body before it is read.
    ///   - emptyResponseCodes: The status codes of responses that may have an empty body.
    ///   - emptyRequestMethods: The methods of requests whose responses may have an empty body.
    ///   - options: The options for parsing.
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

    /// Reads the body; see ``serialize(_:)``.
    ///
    /// - Parameters:
    ///   - request: The request that was sent last, after redirects.
    ///   - response: The head of the response.
    ///   - data: The body.
    ///   - error: The error of the request, or `nil`.
    /// - Returns: The parsed body.
    /// - Throws: As ``serialize(_:)``.
    public func serialize(
        request: URLRequest?, response: HTTPURLResponse?, data: Data?, error: (any Error)?
    ) throws -> JSON {
        try serialize(ReceivedResponse(request: request, response: response, data: data, error: error))
    }

    /// Parses the body as JSON.
    ///
    /// - Parameter received: The response.
    /// - Returns: The parsed body; null if the body is empty and may be.
    /// - Throws: The error of the request; an `AFError` if the body is missing, or is not JSON, then with a
    ///   ``ResponseBodyError`` as its underlying error; the error of the preprocessor.
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
    /// A serializer that parses the body as `JSON`.
    public static var jsonValue: JSONValueResponseSerializer { JSONValueResponseSerializer() }

    /// Returns a serializer that parses the body as `JSON`.
    ///
    /// - Parameters:
    ///   - dataPreprocessor: Changes the body before it is serialized.
    ///   - emptyResponseCodes: The status codes of responses that may have an empty body.
    ///   - emptyRequestMethods: The methods of requests whose responses may have an empty body.
    ///   - options: The options for parsing.
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

extension ResponseSerializer {
    /// Returns the body as JSON; `nil` if it is empty and may be.
    ///
    /// A request's handlers share one document, unless they have different options or preprocessors.
    ///
    /// - Throws: The error of the request; `AFError` if the body is missing; `ResponseBodyError` if it is not JSON; the
    ///   error of the preprocessor.
    package func json(
        of received: ReceivedResponse, options: JSONSerialization.ReadingOptions = .fragmentsAllowed
    ) throws -> JSON? {
        guard let data = try body(of: received) else { return nil }
        do {
            guard dataPreprocessor is PassthroughPreprocessor, options == .fragmentsAllowed else {
                return try JSON(data: data, options: options)
            }
            return try received.parsedBody()
        } catch let error as JSONError {
            throw ResponseBodyError(error, in: received)
        }
    }
}

extension JSON {
    /// Returns the value at a key path.
    ///
    /// - Parameter keyPath: Names and indices separated by dots, such as `response.users.0`, or a JSON Pointer, such as
    ///   `/response/users/0`, whose names may contain dots; `nil` or empty for the value itself.
    /// - Throws: `JSONError` for the first step that does not exist, with its path.
    package func value(atKeyPath keyPath: String?) throws -> JSON {
        guard let keyPath, !keyPath.isEmpty else { return self }
        return try get(JSON.pointer(keyPath), as: JSON.self)
    }

    /// Returns the JSON Pointer of a key path.
    package static func pointer(_ keyPath: String) throws -> JSONPointer {
        if keyPath.hasPrefix("/") { return try JSONPointer(parsing: keyPath) }
        return JSONPointer(keyPath.split(separator: ".", omittingEmptySubsequences: false).map(String.init))
    }
}
