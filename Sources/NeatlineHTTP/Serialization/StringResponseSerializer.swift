public import Foundation

#if canImport(FoundationNetworking)
public import FoundationNetworking
#endif

/// A serializer that returns the body as a string.
///
/// The encoding is the one that is set, otherwise that of the `charset` parameter of the response's `Content-Type`, and
/// otherwise ISO 8859-1, as in Alamofire. If a server sends UTF-8 without saying so, use `encoding: .utf8`.
public final class StringResponseSerializer: ResponseSerializer, ComputingSerializer {
    /// Changes the body before it is decoded.
    public let dataPreprocessor: any DataPreprocessor
    /// The encoding, regardless of the response; `nil` for the one that the response names.
    public let encoding: String.Encoding?
    /// The status codes of responses that may have an empty body.
    public let emptyResponseCodes: Set<Int>
    /// The methods of requests whose responses may have an empty body.
    public let emptyRequestMethods: Set<HTTPMethod>

    /// Creates a serializer. An empty body, where one is allowed, becomes an empty string.
    ///
    /// - Parameters:
    ///   - dataPreprocessor: Changes the body before it is serialized.
    ///   - encoding: The encoding, regardless of the response; `nil` for the one that the response names.
    ///   - emptyResponseCodes: The status codes of responses that may have an empty body.
    ///   - emptyRequestMethods: The methods of requests whose responses may have an empty body.
    public init(
        dataPreprocessor: any DataPreprocessor = StringResponseSerializer.defaultDataPreprocessor,
        encoding: String.Encoding? = nil,
        emptyResponseCodes: Set<Int> = StringResponseSerializer.defaultEmptyResponseCodes,
        emptyRequestMethods: Set<HTTPMethod> = StringResponseSerializer.defaultEmptyRequestMethods
    ) {
        self.dataPreprocessor = dataPreprocessor
        self.encoding = encoding
        self.emptyResponseCodes = emptyResponseCodes
        self.emptyRequestMethods = emptyRequestMethods
    }

    /// Returns the body as a string; see ``serialize(_:)``.
    public func serialize(
        request: URLRequest?, response: HTTPURLResponse?, data: Data?, error: (any Error)?
    ) throws -> String {
        try serialize(ReceivedResponse(request: request, response: response, data: data, error: error))
    }

    /// Decodes the body as a string.
    ///
    /// - Parameter received: The response.
    /// - Returns: The string.
    /// - Throws: The error of the request; the error of the preprocessor; or `AFError.responseSerializationFailed` with
    ///   the reason `stringSerializationFailed(encoding:)` if the body is invalid in the encoding, or
    ///   `inputDataNilOrZeroLength` if it is missing.
    public func serialize(_ received: ReceivedResponse) throws -> String {
        guard let data = try body(of: received) else { return "" }
        let encoding = encoding ?? received.textEncoding ?? .isoLatin1
        guard let text = String(data: data, encoding: encoding) else {
            throw AFError.responseSerializationFailed(reason: .stringSerializationFailed(encoding: encoding))
        }
        return text
    }
}

extension ResponseSerializer where Self == StringResponseSerializer {
    /// A serializer that returns the body as a string, in the encoding that the response names.
    public static var string: StringResponseSerializer { StringResponseSerializer() }

    /// Returns a serializer that returns the body as a string.
    public static func string(
        dataPreprocessor: any DataPreprocessor = StringResponseSerializer.defaultDataPreprocessor,
        encoding: String.Encoding? = nil,
        emptyResponseCodes: Set<Int> = StringResponseSerializer.defaultEmptyResponseCodes,
        emptyRequestMethods: Set<HTTPMethod> = StringResponseSerializer.defaultEmptyRequestMethods
    ) -> StringResponseSerializer {
        StringResponseSerializer(
            dataPreprocessor: dataPreprocessor, encoding: encoding, emptyResponseCodes: emptyResponseCodes,
            emptyRequestMethods: emptyRequestMethods)
    }
}
