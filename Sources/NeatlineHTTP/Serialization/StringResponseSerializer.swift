public import Foundation

#if canImport(FoundationNetworking)
public import FoundationNetworking
#endif

/// Gives the body as text.
///
/// Its encoding is the one that is set; otherwise the one that the `charset` of the response's `Content-Type` names; and
/// otherwise ISO 8859-1, as in Alamofire. Servers that send UTF-8 without saying so need `encoding: .utf8`.
public final class StringResponseSerializer: ResponseSerializer, ComputingSerializer {
    /// What is done to the body first.
    public let dataPreprocessor: any DataPreprocessor
    /// The encoding, whatever the response says; nil to go by the response.
    public let encoding: String.Encoding?
    /// The status codes that come without a body.
    public let emptyResponseCodes: Set<Int>
    /// The methods that are answered without a body.
    public let emptyRequestMethods: Set<HTTPMethod>

    /// A serializer that gives the body as text after `dataPreprocessor` has had it, and an empty text where there is none
    /// and none is needed.
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

    /// As ``serialize(_:)``.
    public func serialize(
        request: URLRequest?, response: HTTPURLResponse?, data: Data?, error: (any Error)?
    ) throws -> String {
        try serialize(ReceivedResponse(request: request, response: response, data: data, error: error))
    }

    /// The body as text.
    ///
    /// - Throws: The error of the request; `AFError` if a body is missing, or is no text in the encoding; what the
    ///   preprocessor throws.
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
    /// Gives the body as text, in the encoding that the response names.
    public static var string: StringResponseSerializer { StringResponseSerializer() }

    /// Gives the body as text.
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
