public import Foundation

#if canImport(FoundationNetworking)
internal import FoundationNetworking
#endif

/// Each of these starts the request, unless it is not to start by itself, and gives what can be awaited.
extension DownloadRequest {
    /// The bytes of the file, which are read into memory.
    ///
    /// - Parameters:
    ///   - shouldAutomaticallyCancel: Whether the request is cancelled with the task that awaits it.
    ///   - dataPreprocessor: Changes the bytes first.
    ///   - emptyResponseCodes: The statuses that come without a body.
    ///   - emptyRequestMethods: The methods that are answered without a body.
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

    /// A value decoded from the file. The type need not be `Sendable`.
    ///
    /// - Parameters:
    ///   - type: What to decode.
    ///   - shouldAutomaticallyCancel: Whether the request is cancelled with the task that awaits it.
    ///   - dataPreprocessor: Changes the bytes first.
    ///   - decoder: What decodes.
    ///   - emptyResponseCodes: The statuses that come without a body; the type then has to be an ``EmptyResponse``.
    ///   - emptyRequestMethods: The methods that are answered without a body.
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

    /// The file as text.
    ///
    /// - Parameters:
    ///   - shouldAutomaticallyCancel: Whether the request is cancelled with the task that awaits it.
    ///   - dataPreprocessor: Changes the bytes first.
    ///   - encoding: The file's encoding; nil to go by what the response says.
    ///   - emptyResponseCodes: The statuses that come without a body.
    ///   - emptyRequestMethods: The methods that are answered without a body.
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

    /// The URL of the file.
    ///
    /// - Parameter shouldAutomaticallyCancel: Whether the request is cancelled with the task that awaits it.
    public func serializingDownloadedFileURL(
        automaticallyCancelling shouldAutomaticallyCancel: Bool = true
    ) -> DownloadTask<URL> {
        serializingDownload(using: URLResponseSerializer(), automaticallyCancelling: shouldAutomaticallyCancel)
    }

    /// What a serializer makes of the file.
    ///
    /// - Parameters:
    ///   - serializer: Makes it.
    ///   - shouldAutomaticallyCancel: Whether the request is cancelled with the task that awaits it.
    public func serializingDownload<Serializer: ResponseSerializer>(
        using serializer: Serializer, automaticallyCancelling shouldAutomaticallyCancel: Bool = true
    ) -> DownloadTask<Serializer.SerializedObject> {
        reading(serializer, shouldAutomaticallyCancel)
    }

    /// What a serializer makes of the file.
    ///
    /// - Parameters:
    ///   - serializer: Makes it.
    ///   - shouldAutomaticallyCancel: Whether the request is cancelled with the task that awaits it.
    public func serializingDownload<Serializer: DownloadResponseSerializerProtocol>(
        using serializer: Serializer, automaticallyCancelling shouldAutomaticallyCancel: Bool = true
    ) -> DownloadTask<Serializer.SerializedObject> {
        reading(serializer, shouldAutomaticallyCancel)
    }

    private func reading<Serializer: DownloadResponseSerializerProtocol>(
        _ serializer: Serializer, _ cancelsAutomatically: Bool
    ) -> DownloadTask<Serializer.SerializedObject> {
        DownloadTask(
            AwaitedRequest(
                self, cancelsAutomatically: cancelsAutomatically, serializer: serializer,
                reading: Self.reading(by: serializer)))
    }
}
