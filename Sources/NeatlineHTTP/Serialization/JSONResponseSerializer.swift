public import Foundation
internal import NeatlineFoundation
internal import NeatlineJSON

#if canImport(FoundationNetworking)
public import FoundationNetworking
#endif

/// Gives the body's JSON as the values of `JSONSerialization`: `[String: Any]`, `[Any]`, `String`, `NSNumber`, `NSNull`.
///
/// It is parsed by Neatline: numbers keep all their digits where `NSNumber` has room for them, and the error for a body that
/// is not JSON is a `CocoaError` with the code `.propertyListReadCorrupt`, as Foundation's, whose description names line
/// and column and whose underlying error is the `JSONError`. Containers cannot be changed in place, whatever the options
/// say.
public final class JSONResponseSerializer: ResponseSerializer, ComputingSerializer {
    /// What is done to the body first.
    public let dataPreprocessor: any DataPreprocessor
    /// The status codes that come without a body.
    public let emptyResponseCodes: Set<Int>
    /// The methods that are answered without a body.
    public let emptyRequestMethods: Set<HTTPMethod>
    /// How the body is read: whether it may be a scalar (`.fragmentsAllowed`), and JSON5 where Foundation has that option.
    public let options: JSONSerialization.ReadingOptions

    /// A serializer that reads the body after `dataPreprocessor` has had it, and gives `NSNull` where there is none and none
    /// is needed.
    public init(
        dataPreprocessor: any DataPreprocessor = JSONResponseSerializer.defaultDataPreprocessor,
        emptyResponseCodes: Set<Int> = JSONResponseSerializer.defaultEmptyResponseCodes,
        emptyRequestMethods: Set<HTTPMethod> = JSONResponseSerializer.defaultEmptyRequestMethods,
        options: JSONSerialization.ReadingOptions = .fragmentsAllowed
    ) {
        self.dataPreprocessor = dataPreprocessor
        self.emptyResponseCodes = emptyResponseCodes
        self.emptyRequestMethods = emptyRequestMethods
        self.options = options
    }

    /// As ``serialize(_:)``.
    public func serialize(
        request: URLRequest?, response: HTTPURLResponse?, data: Data?, error: (any Error)?
    ) throws -> Any {
        try serialize(ReceivedResponse(request: request, response: response, data: data, error: error))
    }

    /// The body's JSON.
    ///
    /// - Throws: The error of the request; `AFError` if a body is missing, or is not JSON; what the preprocessor throws.
    public func serialize(_ received: ReceivedResponse) throws -> Any {
        guard let data = try body(of: received) else { return NSNull() }
        do {
            return try JSON(data: data, options: options).object
        } catch {
            let cocoa = CocoaError(
                .propertyListReadCorrupt,
                userInfo: [
                    NSLocalizedDescriptionKey: "The data is not JSON: \(error)", NSUnderlyingErrorKey: error,
                ])
            throw AFError.responseSerializationFailed(reason: .jsonSerializationFailed(error: cocoa))
        }
    }
}

extension ResponseSerializer where Self == JSONResponseSerializer {
    /// Gives the body's JSON as the values of `JSONSerialization`.
    public static var json: JSONResponseSerializer { JSONResponseSerializer() }

    /// Gives the body's JSON as the values of `JSONSerialization`.
    public static func json(
        dataPreprocessor: any DataPreprocessor = JSONResponseSerializer.defaultDataPreprocessor,
        emptyResponseCodes: Set<Int> = JSONResponseSerializer.defaultEmptyResponseCodes,
        emptyRequestMethods: Set<HTTPMethod> = JSONResponseSerializer.defaultEmptyRequestMethods,
        options: JSONSerialization.ReadingOptions = .fragmentsAllowed
    ) -> JSONResponseSerializer {
        JSONResponseSerializer(
            dataPreprocessor: dataPreprocessor, emptyResponseCodes: emptyResponseCodes,
            emptyRequestMethods: emptyRequestMethods, options: options)
    }
}
