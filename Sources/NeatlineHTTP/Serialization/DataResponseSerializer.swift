public import Foundation

#if canImport(FoundationNetworking)
public import FoundationNetworking
#endif

/// Gives the body as it is.
public final class DataResponseSerializer: ResponseSerializer, ComputingSerializer {
    /// What is done to the body first.
    public let dataPreprocessor: any DataPreprocessor
    /// The status codes that come without a body.
    public let emptyResponseCodes: Set<Int>
    /// The methods that are answered without a body.
    public let emptyRequestMethods: Set<HTTPMethod>

    /// A serializer that gives the body after `dataPreprocessor` has had it, and empty data where there is none and none
    /// is needed.
    public init(
        dataPreprocessor: any DataPreprocessor = DataResponseSerializer.defaultDataPreprocessor,
        emptyResponseCodes: Set<Int> = DataResponseSerializer.defaultEmptyResponseCodes,
        emptyRequestMethods: Set<HTTPMethod> = DataResponseSerializer.defaultEmptyRequestMethods
    ) {
        self.dataPreprocessor = dataPreprocessor
        self.emptyResponseCodes = emptyResponseCodes
        self.emptyRequestMethods = emptyRequestMethods
    }

    /// As ``serialize(_:)``.
    public func serialize(
        request: URLRequest?, response: HTTPURLResponse?, data: Data?, error: (any Error)?
    ) throws -> Data {
        try serialize(ReceivedResponse(request: request, response: response, data: data, error: error))
    }

    /// The body.
    ///
    /// - Throws: The error of the request; `AFError` if a body is missing; what the preprocessor throws.
    public func serialize(_ received: ReceivedResponse) throws -> Data {
        try body(of: received) ?? Data()
    }
}

extension ResponseSerializer where Self == DataResponseSerializer {
    /// Gives the body as it is.
    public static var data: DataResponseSerializer { DataResponseSerializer() }

    /// Gives the body as it is.
    public static func data(
        dataPreprocessor: any DataPreprocessor = DataResponseSerializer.defaultDataPreprocessor,
        emptyResponseCodes: Set<Int> = DataResponseSerializer.defaultEmptyResponseCodes,
        emptyRequestMethods: Set<HTTPMethod> = DataResponseSerializer.defaultEmptyRequestMethods
    ) -> DataResponseSerializer {
        DataResponseSerializer(
            dataPreprocessor: dataPreprocessor, emptyResponseCodes: emptyResponseCodes,
            emptyRequestMethods: emptyRequestMethods)
    }
}
