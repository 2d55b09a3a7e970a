public import Foundation

#if canImport(FoundationNetworking)
public import FoundationNetworking
#endif

/// Turns what a request brought into a value.
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
/// ```
///
/// The value need not be `Sendable`: it is made once, for the handler that asked for it.
public protocol DataResponseSerializerProtocol<SerializedObject>: Sendable {
    /// What the value is.
    associatedtype SerializedObject

    /// The value. It is called for failed requests, too, with their error, which is to be thrown, unless there is a value
    /// all the same.
    ///
    /// - Throws: Anything; what is no `AFError` reaches the handler as
    ///   `AFError.responseSerializationFailed(reason: .customSerializationFailed(error:))`.
    func serialize(
        request: URLRequest?, response: HTTPURLResponse?, data: Data?, error: (any Error)?
    ) throws -> SerializedObject

    /// The value, for serializers that seldom need an `HTTPURLResponse`, the making of which is slow on Linux. This is
    /// what requests call; unless it is implemented, it calls the other one.
    ///
    /// - Throws: As the other one.
    func serialize(_ received: ReceivedResponse) throws -> SerializedObject
}

extension DataResponseSerializerProtocol {
    /// The value that `serialize(request:response:data:error:)` makes of it.
    public func serialize(_ received: ReceivedResponse) throws -> SerializedObject {
        try serialize(
            request: received.request, response: received.response, data: received.data, error: received.error)
    }
}

/// Turns what a download brought into a value.
public protocol DownloadResponseSerializerProtocol<SerializedObject>: Sendable {
    /// What the value is.
    associatedtype SerializedObject

    /// The value. It is called for failed downloads, too, with their error, which is to be thrown, unless there is a value
    /// all the same.
    ///
    /// - Throws: Anything; what is no `AFError` reaches the handler as
    ///   `AFError.responseSerializationFailed(reason: .customSerializationFailed(error:))`.
    func serializeDownload(
        request: URLRequest?, response: HTTPURLResponse?, fileURL: URL?, error: (any Error)?
    ) throws -> SerializedObject
}

extension DownloadResponseSerializerProtocol where Self: DataResponseSerializerProtocol {
    /// The value that `serialize(request:response:data:error:)` makes of the whole file.
    ///
    /// - Throws: The error; `AFError.responseSerializationFailed` with `.inputFileNil` or `.inputFileReadFailed(at:)`; what
    ///   the serializer throws.
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

/// A serializer for requests and downloads that knows when a response may be empty.
public protocol ResponseSerializer<SerializedObject>: DataResponseSerializerProtocol, DownloadResponseSerializerProtocol
{
    /// What is done to the body first.
    var dataPreprocessor: any DataPreprocessor { get }
    /// The methods that are answered without a body.
    var emptyRequestMethods: Set<HTTPMethod> { get }
    /// The status codes that come without a body.
    var emptyResponseCodes: Set<Int> { get }
}

extension ResponseSerializer {
    /// Nothing is done to the body.
    public static var defaultDataPreprocessor: any DataPreprocessor { PassthroughPreprocessor() }
    /// `HEAD`
    public static var defaultEmptyRequestMethods: Set<HTTPMethod> { ResponseEmptiness.methods }
    /// 204 (no content) and 205 (reset content)
    public static var defaultEmptyResponseCodes: Set<Int> { ResponseEmptiness.codes }

    /// Nothing is done to the body.
    public var dataPreprocessor: any DataPreprocessor { Self.defaultDataPreprocessor }
    /// `HEAD`
    public var emptyRequestMethods: Set<HTTPMethod> { Self.defaultEmptyRequestMethods }
    /// 204 (no content) and 205 (reset content)
    public var emptyResponseCodes: Set<Int> { Self.defaultEmptyResponseCodes }

    /// Whether the request's method is one that is answered without a body; nil if there is no request, or no method.
    public func requestAllowsEmptyResponseData(_ request: URLRequest?) -> Bool? {
        request?.httpMethod.map { emptyRequestMethods.contains(HTTPMethod(rawValue: $0)) }
    }

    /// Whether the response's status is one that comes without a body; nil if there is no response.
    public func responseAllowsEmptyResponseData(_ response: HTTPURLResponse?) -> Bool? {
        response.map { emptyResponseCodes.contains($0.statusCode) }
    }

    /// Whether the request's method or the response's status allows that there is no body.
    public func emptyResponseAllowed(forRequest request: URLRequest?, response: HTTPURLResponse?) -> Bool {
        requestAllowsEmptyResponseData(request) == true || responseAllowsEmptyResponseData(response) == true
    }

    /// The body as it is to be read, or nil if there is none and none is needed.
    ///
    /// - Throws: The error of the request; `AFError` if a body is missing; what the preprocessor throws.
    package func body(of received: ReceivedResponse) throws -> Data? {
        if let error = received.error { throw error }
        if let data = received.data, !data.isEmpty { return try dataPreprocessor.preprocess(data) }
        if let status = received.statusCode, emptyResponseCodes.contains(status) { return nil }
        if requestAllowsEmptyResponseData(received.request) == true { return nil }
        throw AFError.responseSerializationFailed(reason: .inputDataNilOrZeroLength)
    }
}

/// A serializer that computes and waits for nothing, so that the task that awaits a response may run it.
package protocol ComputingSerializer {}

/// What a response may lack a body for, unless a serializer says otherwise.
enum ResponseEmptiness {
    static let methods: Set<HTTPMethod> = [.head]
    static let codes: Set<Int> = [204, 205]
}
