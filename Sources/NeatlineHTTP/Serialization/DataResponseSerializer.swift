public import Foundation

/// A serializer that returns the body as `Data`.
public final class DataResponseSerializer: ResponseSerializer, ReceivedResponseSerializer, ComputingSerializer {
    /// Changes the body before it is returned.
    public let dataPreprocessor: any DataPreprocessor
    /// The status codes of responses that may have an empty body.
    public let emptyResponseCodes: Set<Int>
    /// The methods of requests whose responses may have an empty body.
    public let emptyRequestMethods: Set<HTTPMethod>

    /// Creates a serializer. An empty body, if one is allowed, becomes empty `Data`. The parameters are the properties
    /// of the same names.
    public init(
        dataPreprocessor: any DataPreprocessor = DataResponseSerializer.defaultDataPreprocessor,
        emptyResponseCodes: Set<Int> = DataResponseSerializer.defaultEmptyResponseCodes,
        emptyRequestMethods: Set<HTTPMethod> = DataResponseSerializer.defaultEmptyRequestMethods
    ) {
        self.dataPreprocessor = dataPreprocessor
        self.emptyResponseCodes = emptyResponseCodes
        self.emptyRequestMethods = emptyRequestMethods
    }

    /// Returns the body after its preprocessing.
    ///
    /// - Returns: The body; empty if an empty one is allowed.
    /// - Throws: The error of the request; `AFError.responseSerializationFailed(reason: .inputDataNilOrZeroLength)` if
    ///   the body is missing; the error of the preprocessor.
    public func serialize(_ received: ReceivedResponse) throws -> Data {
        try body(of: received) ?? Data()
    }
}

extension ResponseSerializer where Self == DataResponseSerializer {
    /// A serializer that returns the body as `Data`.
    public static var data: DataResponseSerializer { DataResponseSerializer() }

    /// Returns a serializer that returns the body as `Data`. The parameters are those of the initializer.
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

/// A serializer that returns the URL of a downloaded file.
public struct URLResponseSerializer: DownloadResponseSerializerProtocol, ComputingSerializer {
    /// Creates a serializer, which has no settings.
    public init() {}

    /// Returns the URL of the file.
    ///
    /// - Throws: The error of the download; `AFError.responseSerializationFailed(reason: .inputFileNil)` if there is no
    ///   file.
    public func serializeDownload(
        request: URLRequest?, response: HTTPURLResponse?, fileURL: URL?, error: (any Error)?
    ) throws -> URL {
        if let error { throw error }
        guard let fileURL else { throw AFError.responseSerializationFailed(reason: .inputFileNil) }
        return fileURL
    }
}

extension DownloadResponseSerializerProtocol where Self == URLResponseSerializer {
    /// A serializer that returns the URL of a downloaded file.
    public static var url: URLResponseSerializer { URLResponseSerializer() }
}
