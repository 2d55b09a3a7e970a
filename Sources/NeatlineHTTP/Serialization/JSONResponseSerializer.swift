public import Foundation
internal import NeatlineFoundation
internal import NeatlineJSON

/// A serializer that parses the body as JSON, with the types of `JSONSerialization`: `[String: Any]`, `[Any]`,
/// `String`, `NSNumber` and `NSNull`.
///
/// Neatline parses the body: numbers keep as many digits as `NSNumber` can hold, and the error for an invalid body is,
/// like Foundation's, a `CocoaError` with the code `.propertyListReadCorrupt`, whose description contains the line and
/// the column and whose underlying error is the `JSONError`. Containers are not mutable, regardless of the options.
public final class JSONResponseSerializer: ResponseSerializer, ReceivedResponseSerializer, ComputingSerializer {
    /// Changes the body before it is parsed.
    public let dataPreprocessor: any DataPreprocessor
    /// The status codes of responses that may have an empty body.
    public let emptyResponseCodes: Set<Int>
    /// The methods of requests whose responses may have an empty body.
    public let emptyRequestMethods: Set<HTTPMethod>
    /// The options for parsing: whether the body may be a scalar (`.fragmentsAllowed`), and JSON5 where Foundation has
    /// that option.
    public let options: JSONSerialization.ReadingOptions

    /// Creates a serializer. An empty body, if one is allowed, becomes `NSNull`. The parameters are the properties of
    /// the same names.
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

    /// Parses the body as JSON, into Foundation's objects.
    ///
    /// - Throws: The error of the request; the error of the preprocessor; or `AFError.responseSerializationFailed` with
    ///   the reason `jsonSerializationFailed(error:)`, or `inputDataNilOrZeroLength` if the body is missing.
    public func serialize(_ received: ReceivedResponse) throws -> Any {
        guard let data = try body(of: received) else { return NSNull() }
        do {
            return try JSON(data: data, options: options).object
        } catch {
            let cocoa = CocoaError(
                .propertyListReadCorrupt,
                userInfo: [
                    NSLocalizedDescriptionKey: "The data is not JSON: \(error)", NSUnderlyingErrorKey: error,
                    UndecodableResponse.userInfoKey: UndecodableResponse(summary: ExchangeSummary(received)),
                ])
            throw AFError.responseSerializationFailed(reason: .jsonSerializationFailed(error: cocoa))
        }
    }
}

extension ResponseSerializer where Self == JSONResponseSerializer {
    /// A serializer that parses the body as JSON, with the types of `JSONSerialization`.
    public static var json: JSONResponseSerializer { JSONResponseSerializer() }

    /// Returns a serializer that parses the body as JSON, with the types of `JSONSerialization`. The parameters are
    /// those of the initializer.
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
