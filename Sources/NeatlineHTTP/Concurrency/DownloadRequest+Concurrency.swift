public import Foundation

#if canImport(FoundationNetworking)
internal import FoundationNetworking
#endif

/// Each of these methods starts the request, unless it is not to start automatically, and returns a task whose response
/// can be awaited. The serializer runs once, however often the response is awaited.
extension DownloadRequest {
    /// Returns a task whose value is the file's bytes, read into memory.
    ///
    /// - Parameters:
    ///   - shouldAutomaticallyCancel: Whether the request is cancelled when a task that awaits it is cancelled.
    ///   - dataPreprocessor: Transforms the bytes before they are serialized.
    ///   - emptyResponseCodes: The status codes for which the body may be empty.
    ///   - emptyRequestMethods: The request methods for which the body may be empty.
    public func serializingData(
        automaticallyCancelling shouldAutomaticallyCancel: Bool = true,
        dataPreprocessor: any DataPreprocessor = DataResponseSerializer.defaultDataPreprocessor,
        emptyResponseCodes: Set<Int> = DataResponseSerializer.defaultEmptyResponseCodes,
        emptyRequestMethods: Set<HTTPMethod> = DataResponseSerializer.defaultEmptyRequestMethods
    ) -> DownloadTask<Data> {
        serializingDownload(
            using: DataResponseSerializer(
                dataPreprocessor: dataPreprocessor, emptyResponseCodes: emptyResponseCodes,
                emptyRequestMethods: emptyRequestMethods),
            automaticallyCancelling: shouldAutomaticallyCancel)
    }

    /// Returns a task whose value is decoded from the file. The type need not be `Sendable`.
    ///
    /// - Parameters:
    ///   - type: The type to decode.
    ///   - shouldAutomaticallyCancel: Whether the request is cancelled when a task that awaits it is cancelled.
    ///   - dataPreprocessor: Transforms the bytes before they are serialized.
    ///   - decoder: Decodes the value.
    ///   - emptyResponseCodes: The status codes for which the body may be empty, if the type is an ``EmptyResponse``.
    ///   - emptyRequestMethods: The request methods for which the body may be empty.
    public func serializingDecodable<Value: Decodable>(
        _ type: Value.Type = Value.self, automaticallyCancelling shouldAutomaticallyCancel: Bool = true,
        dataPreprocessor: any DataPreprocessor = DecodableResponseSerializer<Value>.defaultDataPreprocessor,
        decoder: any DataDecoder = DefaultDataDecoder(),
        emptyResponseCodes: Set<Int> = DecodableResponseSerializer<Value>.defaultEmptyResponseCodes,
        emptyRequestMethods: Set<HTTPMethod> = DecodableResponseSerializer<Value>.defaultEmptyRequestMethods
    ) -> DownloadTask<Value> {
        serializingDownload(
            using: DecodableResponseSerializer<Value>(
                dataPreprocessor: dataPreprocessor, decoder: decoder, emptyResponseCodes: emptyResponseCodes,
                emptyRequestMethods: emptyRequestMethods),
            automaticallyCancelling: shouldAutomaticallyCancel)
    }

    /// Returns a task whose value is the file as text.
    ///
    /// - Parameters:
    ///   - shouldAutomaticallyCancel: Whether the request is cancelled when a task that awaits it is cancelled.
    ///   - dataPreprocessor: Transforms the bytes before they are serialized.
    ///   - encoding: The file's encoding; nil to use the one that the response declares.
    ///   - emptyResponseCodes: The status codes for which the body may be empty.
    ///   - emptyRequestMethods: The request methods for which the body may be empty.
    public func serializingString(
        automaticallyCancelling shouldAutomaticallyCancel: Bool = true,
        dataPreprocessor: any DataPreprocessor = StringResponseSerializer.defaultDataPreprocessor,
        encoding: String.Encoding? = nil,
        emptyResponseCodes: Set<Int> = StringResponseSerializer.defaultEmptyResponseCodes,
        emptyRequestMethods: Set<HTTPMethod> = StringResponseSerializer.defaultEmptyRequestMethods
    ) -> DownloadTask<String> {
        serializingDownload(
            using: StringResponseSerializer(
                dataPreprocessor: dataPreprocessor, encoding: encoding, emptyResponseCodes: emptyResponseCodes,
                emptyRequestMethods: emptyRequestMethods),
            automaticallyCancelling: shouldAutomaticallyCancel)
    }

    /// Returns a task whose value a serializer creates from the file.
    ///
    /// - Parameters:
    ///   - serializer: Creates the value.
    ///   - shouldAutomaticallyCancel: Whether the request is cancelled when a task that awaits it is cancelled.
    public func serializingDownload<Serializer: ResponseSerializer>(
        using serializer: Serializer, automaticallyCancelling shouldAutomaticallyCancel: Bool = true
    ) -> DownloadTask<Serializer.SerializedObject> {
        DownloadTask(self, serializer, cancelsAutomatically: shouldAutomaticallyCancel)
    }

    /// Returns a task whose value a serializer creates from the file.
    ///
    /// - Parameters:
    ///   - serializer: Creates the value.
    ///   - shouldAutomaticallyCancel: Whether the request is cancelled when a task that awaits it is cancelled.
    public func serializingDownload<Serializer: DownloadResponseSerializerProtocol>(
        using serializer: Serializer, automaticallyCancelling shouldAutomaticallyCancel: Bool = true
    ) -> DownloadTask<Serializer.SerializedObject> {
        DownloadTask(self, serializer, cancelsAutomatically: shouldAutomaticallyCancel)
    }
}
