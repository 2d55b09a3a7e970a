public import Foundation

/// A type that serializes the response of a data request.
///
/// ```swift
/// struct CSVSerializer: DataResponseSerializerProtocol {
///     func serialize(
///         request: URLRequest?, response: HTTPURLResponse?, data: Data?, error: (any Error)?
///     ) throws -> [[String]] {
///         if let error { throw error }
///         return try rows(of: String(decoding: data ?? Data(), as: UTF8.self))
///     }
/// }
///
/// AF.request(url).response(responseSerializer: CSVSerializer()) { response in print(response.result) }
/// ```
///
/// Serializers run on the session's `serializationQueue`, or on a thread of a pool if the session was created without
/// one; some of Neatline's own run in the task that awaits the response. The value need not be `Sendable`, because only
/// the handler that asked for it receives it.
public protocol DataResponseSerializerProtocol<SerializedObject>: Sendable {
    /// The type of the value.
    associatedtype SerializedObject

    /// Serializes a response. Also called for failed requests: throw the given error, unless there is a value
    /// nevertheless.
    ///
    /// - Parameters:
    ///   - request: The request; `nil` if none was created.
    ///   - response: The head of the response; `nil` if none was received.
    ///   - data: The body; `nil` if it is empty.
    ///   - error: The error of the request; `nil` if it has not failed.
    /// - Throws: Any error. An error that is not an `AFError` is wrapped in
    ///   `AFError.responseSerializationFailed(reason: .customSerializationFailed(error:))`.
    func serialize(
        request: URLRequest?, response: HTTPURLResponse?, data: Data?, error: (any Error)?
    ) throws -> SerializedObject

    /// Serializes a response whose `HTTPURLResponse` is created only if it is accessed, which is slow on Linux. This is
    /// the function that requests call; the default implementation calls `serialize(request:response:data:error:)`.
    ///
    /// - Parameter received: The response.
    /// - Throws: Any error, as in the other function.
    func serialize(_ received: ReceivedResponse) throws -> SerializedObject
}

extension DataResponseSerializerProtocol {
    /// Returns the result of `serialize(request:response:data:error:)` for the response.
    ///
    /// - Throws: The error of the request, and those of the serializer.
    public func serialize(_ received: ReceivedResponse) throws -> SerializedObject {
        try serialize(
            request: received.request, response: received.response, data: received.data, error: received.error)
    }
}

/// A serializer that reads a ``ReceivedResponse``, so that no `HTTPURLResponse` is created unless it asks for one. It
/// implements only ``serialize(_:)``.
///
/// ```swift
/// struct LengthSerializer: ReceivedResponseSerializer {
///     func serialize(_ received: ReceivedResponse) throws -> Int {
///         if let error = received.error { throw error }
///         return received.data?.count ?? 0
///     }
/// }
/// ```
public protocol ReceivedResponseSerializer<SerializedObject>: DataResponseSerializerProtocol {
    /// Serializes a response. Also called for failed requests: throw the given error, unless there is a value
    /// nevertheless.
    ///
    /// - Parameter received: The response.
    /// - Throws: Any error. An error that is not an `AFError` is wrapped in
    ///   `AFError.responseSerializationFailed(reason: .customSerializationFailed(error:))`.
    func serialize(_ received: ReceivedResponse) throws -> SerializedObject
}

extension ReceivedResponseSerializer {
    /// Calls ``serialize(_:)``.
    ///
    /// - Throws: As ``serialize(_:)``.
    public func serialize(
        request: URLRequest?, response: HTTPURLResponse?, data: Data?, error: (any Error)?
    ) throws -> SerializedObject {
        try serialize(ReceivedResponse(request: request, response: response, data: data, error: error))
    }

    /// A type must implement this function: its other one calls it, and would otherwise be called by it.
    @available(*, unavailable, message: "Implement serialize(_:).")
    public func serialize(_ received: ReceivedResponse) throws -> SerializedObject {
        throw AFError.responseSerializationFailed(reason: .inputDataNilOrZeroLength)
    }
}

/// A type that serializes the response of a download.
public protocol DownloadResponseSerializerProtocol<SerializedObject>: Sendable {
    /// The type of the value.
    associatedtype SerializedObject

    /// Serializes a downloaded file. Also called for failed downloads: throw the given error, unless there is a value
    /// nevertheless.
    ///
    /// - Parameters:
    ///   - request: The request; `nil` if none was created.
    ///   - response: The head of the response; `nil` if none was received.
    ///   - fileURL: The URL of the file; `nil` if there is none.
    ///   - error: The error of the download; `nil` if it has not failed.
    /// - Throws: Any error. An error that is not an `AFError` is wrapped in
    ///   `AFError.responseSerializationFailed(reason: .customSerializationFailed(error:))`.
    func serializeDownload(
        request: URLRequest?, response: HTTPURLResponse?, fileURL: URL?, error: (any Error)?
    ) throws -> SerializedObject
}

extension DownloadResponseSerializerProtocol where Self: DataResponseSerializerProtocol {
    /// Reads the file and calls `serialize(request:response:data:error:)` with its contents.
    ///
    /// - Returns: The value of the serializer.
    /// - Throws: The error of the download; `AFError.responseSerializationFailed` with the reason `inputFileNil` or
    ///   `inputFileReadFailed(at:)`; the error of the serializer.
    public func serializeDownload(
        request: URLRequest?, response: HTTPURLResponse?, fileURL: URL?, error: (any Error)?
    ) throws -> SerializedObject {
        if let error { throw error }
        guard let fileURL else { throw AFError.responseSerializationFailed(reason: .inputFileNil) }
        let data: Data
        do {
            data = try Data(contentsOf: fileURL)
        } catch {
            throw AFError.responseSerializationFailed(reason: .inputFileReadFailed(at: fileURL))
        }
        return try serialize(request: request, response: response, data: data, error: nil)
    }
}

/// A serializer for data requests and downloads, which knows when a response may have an empty body.
public protocol ResponseSerializer<SerializedObject>: DataResponseSerializerProtocol, DownloadResponseSerializerProtocol
{
    /// Changes the body before it is serialized.
    var dataPreprocessor: any DataPreprocessor { get }
    /// The methods of requests whose responses may have an empty body.
    var emptyRequestMethods: Set<HTTPMethod> { get }
    /// The status codes of responses that may have an empty body.
    var emptyResponseCodes: Set<Int> { get }
}

extension ResponseSerializer {
    /// The default preprocessor, which returns the body unchanged.
    public static var defaultDataPreprocessor: any DataPreprocessor { PassthroughPreprocessor() }
    /// The default methods of requests whose responses may have an empty body: `HEAD`.
    public static var defaultEmptyRequestMethods: Set<HTTPMethod> { ResponseEmptiness.methods }
    /// The default status codes of responses that may have an empty body: 204 No Content and 205 Reset Content.
    public static var defaultEmptyResponseCodes: Set<Int> { ResponseEmptiness.codes }

    /// The default preprocessor, which returns the body unchanged.
    public var dataPreprocessor: any DataPreprocessor { Self.defaultDataPreprocessor }
    /// The default methods of requests whose responses may have an empty body: `HEAD`.
    public var emptyRequestMethods: Set<HTTPMethod> { Self.defaultEmptyRequestMethods }
    /// The default status codes of responses that may have an empty body: 204 No Content and 205 Reset Content.
    public var emptyResponseCodes: Set<Int> { Self.defaultEmptyResponseCodes }

    /// Returns whether the method of a request allows an empty body.
    ///
    /// - Parameter request: The request.
    /// - Returns: Whether its method is in ``emptyRequestMethods``; `nil` if there is no request or no method.
    public func requestAllowsEmptyResponseData(_ request: URLRequest?) -> Bool? {
        request?.httpMethod.map { emptyRequestMethods.contains(HTTPMethod(rawValue: $0)) }
    }

    /// Returns whether the status code of a response allows an empty body.
    ///
    /// - Parameter response: The response.
    /// - Returns: Whether its status code is in ``emptyResponseCodes``; `nil` if there is no response.
    public func responseAllowsEmptyResponseData(_ response: HTTPURLResponse?) -> Bool? {
        response.map { emptyResponseCodes.contains($0.statusCode) }
    }

    /// Returns whether the method of a request or the status code of its response allows an empty body.
    ///
    /// - Parameters:
    ///   - request: The request.
    ///   - response: The response.
    /// - Returns: Whether the body may be empty.
    public func emptyResponseAllowed(forRequest request: URLRequest?, response: HTTPURLResponse?) -> Bool {
        requestAllowsEmptyResponseData(request) == true || responseAllowsEmptyResponseData(response) == true
    }

    /// Returns the preprocessed body, or `nil` if it is empty and may be.
    ///
    /// - Throws: The error of the request; `AFError` if the body is missing; the error of the preprocessor.
    package func body(of received: ReceivedResponse) throws -> Data? {
        if let error = received.error { throw error }
        if let data = received.data, !data.isEmpty { return try dataPreprocessor.preprocess(data) }
        if let status = received.statusCode, emptyResponseCodes.contains(status) { return nil }
        if requestAllowsEmptyResponseData(received.request) == true { return nil }
        throw AFError.responseSerializationFailed(reason: .inputDataNilOrZeroLength)
    }
}

/// A serializer that does not block, so that it may run in the task that awaits the response.
package protocol ComputingSerializer {}

/// The default conditions for an empty body.
enum ResponseEmptiness {
    static let methods: Set<HTTPMethod> = [.head]
    static let codes: Set<Int> = [204, 205]
}

/// A type that changes a body before it is serialized.
public protocol DataPreprocessor: Sendable {
    /// Returns the changed body. Called only if the body is not empty, on the thread of the serializer.
    ///
    /// - Parameter data: The body as it was received.
    /// - Returns: The body to serialize.
    /// - Throws: Any error. An error that is not an `AFError` is wrapped in
    ///   `AFError.responseSerializationFailed(reason: .customSerializationFailed(error:))`.
    func preprocess(_ data: Data) throws -> Data
}

/// A preprocessor that returns the body unchanged.
public struct PassthroughPreprocessor: DataPreprocessor {
    /// Creates a preprocessor, which has no settings.
    public init() {}

    /// Returns the body as it was received.
    public func preprocess(_ data: Data) -> Data { data }
}

/// A preprocessor that removes the prefix `)]}',` and a line feed, which some servers add to JSON to prevent its use as
/// a script.
public struct GoogleXSSIPreprocessor: DataPreprocessor {
    /// Creates a preprocessor, which has no settings.
    public init() {}

    /// Returns the data without the prefix, if it has it.
    public func preprocess(_ data: Data) -> Data {
        let prefix = Array(")]}',\n".utf8)
        return data.starts(with: prefix) ? Data(data.dropFirst(prefix.count)) : data
    }
}

extension DataPreprocessor where Self == PassthroughPreprocessor {
    /// A preprocessor that returns the body unchanged.
    public static var passthrough: PassthroughPreprocessor { PassthroughPreprocessor() }
}

extension DataPreprocessor where Self == GoogleXSSIPreprocessor {
    /// A preprocessor that removes the prefix `)]}',` and a line feed.
    public static var googleXSSI: GoogleXSSIPreprocessor { GoogleXSSIPreprocessor() }
}

/// A type with a value for responses whose body is empty.
///
/// ```swift
/// extension Receipt: EmptyResponse {
///     static func emptyValue() -> Receipt { Receipt(items: []) }
/// }
/// ```
public protocol EmptyResponse: SendableMetatype {
    /// Returns the value for an empty body.
    static func emptyValue() -> Self
}

/// The type to decode when a response is expected to have no body.
///
/// ```swift
/// AF.request(url, method: .delete)
///     .responseDecodable(of: Empty.self, emptyResponseCodes: [200, 204]) { response in print(response.result) }
/// ```
public struct Empty: Codable, Sendable, Hashable, EmptyResponse {
    /// The only value of the type.
    public static let value = Empty()

    /// Returns the only value of the type.
    public static func emptyValue() -> Empty { value }
}
