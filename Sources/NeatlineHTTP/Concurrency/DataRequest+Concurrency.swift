public import Foundation

#if canImport(FoundationNetworking)
internal import FoundationNetworking
#endif

/// Each of these starts the request, unless it is not to start by itself, and gives what can be awaited.
extension DataRequest {
    /// The body.
    ///
    /// - Parameters:
    ///   - shouldAutomaticallyCancel: Whether the request is cancelled with the task that awaits it.
    ///   - dataPreprocessor: Changes the body first.
    ///   - emptyResponseCodes: The statuses that come without a body.
    ///   - emptyRequestMethods: The methods that are answered without a body.
    public func serializingData(
        automaticallyCancelling shouldAutomaticallyCancel: Bool = true,
        dataPreprocessor: any DataPreprocessor = DataResponseSerializer.defaultDataPreprocessor,
        emptyResponseCodes: Set<Int> = DataResponseSerializer.defaultEmptyResponseCodes,
        emptyRequestMethods: Set<HTTPMethod> = DataResponseSerializer.defaultEmptyRequestMethods
    ) -> DataTask<Data> {
        serializingResponse(
            using: DataResponseSerializer(
                dataPreprocessor: dataPreprocessor, emptyResponseCodes: emptyResponseCodes,
                emptyRequestMethods: emptyRequestMethods),
            automaticallyCancelling: shouldAutomaticallyCancel)
    }

    /// A value decoded from the body. The type need not be `Sendable`.
    ///
    /// - Parameters:
    ///   - type: What to decode.
    ///   - shouldAutomaticallyCancel: Whether the request is cancelled with the task that awaits it.
    ///   - dataPreprocessor: Changes the body first.
    ///   - decoder: What decodes.
    ///   - emptyResponseCodes: The statuses that come without a body; the type then has to be an ``EmptyResponse``.
    ///   - emptyRequestMethods: The methods that are answered without a body.
    public func serializingDecodable<Value: Decodable>(
        _ type: Value.Type = Value.self, automaticallyCancelling shouldAutomaticallyCancel: Bool = true,
        dataPreprocessor: any DataPreprocessor = DecodableResponseSerializer<Value>.defaultDataPreprocessor,
        decoder: any DataDecoder = DefaultDataDecoder(),
        emptyResponseCodes: Set<Int> = DecodableResponseSerializer<Value>.defaultEmptyResponseCodes,
        emptyRequestMethods: Set<HTTPMethod> = DecodableResponseSerializer<Value>.defaultEmptyRequestMethods
    ) -> DataTask<Value> {
        serializingResponse(
            using: DecodableResponseSerializer<Value>(
                dataPreprocessor: dataPreprocessor, decoder: decoder, emptyResponseCodes: emptyResponseCodes,
                emptyRequestMethods: emptyRequestMethods),
            automaticallyCancelling: shouldAutomaticallyCancel)
    }

    /// The body as text.
    ///
    /// - Parameters:
    ///   - shouldAutomaticallyCancel: Whether the request is cancelled with the task that awaits it.
    ///   - dataPreprocessor: Changes the body first.
    ///   - encoding: The body's encoding; nil to go by what the response says.
    ///   - emptyResponseCodes: The statuses that come without a body.
    ///   - emptyRequestMethods: The methods that are answered without a body.
    public func serializingString(
        automaticallyCancelling shouldAutomaticallyCancel: Bool = true,
        dataPreprocessor: any DataPreprocessor = StringResponseSerializer.defaultDataPreprocessor,
        encoding: String.Encoding? = nil,
        emptyResponseCodes: Set<Int> = StringResponseSerializer.defaultEmptyResponseCodes,
        emptyRequestMethods: Set<HTTPMethod> = StringResponseSerializer.defaultEmptyRequestMethods
    ) -> DataTask<String> {
        serializingResponse(
            using: StringResponseSerializer(
                dataPreprocessor: dataPreprocessor, encoding: encoding, emptyResponseCodes: emptyResponseCodes,
                emptyRequestMethods: emptyRequestMethods),
            automaticallyCancelling: shouldAutomaticallyCancel)
    }

    /// What a serializer makes of the response.
    ///
    /// - Parameters:
    ///   - serializer: Makes it.
    ///   - shouldAutomaticallyCancel: Whether the request is cancelled with the task that awaits it.
    public func serializingResponse<Serializer: ResponseSerializer>(
        using serializer: Serializer, automaticallyCancelling shouldAutomaticallyCancel: Bool = true
    ) -> DataTask<Serializer.SerializedObject> {
        reading(serializer, shouldAutomaticallyCancel)
    }

    /// What a serializer makes of the response.
    ///
    /// - Parameters:
    ///   - serializer: Makes it.
    ///   - shouldAutomaticallyCancel: Whether the request is cancelled with the task that awaits it.
    public func serializingResponse<Serializer: DataResponseSerializerProtocol>(
        using serializer: Serializer, automaticallyCancelling shouldAutomaticallyCancel: Bool = true
    ) -> DataTask<Serializer.SerializedObject> {
        reading(serializer, shouldAutomaticallyCancel)
    }

    private func reading<Serializer: DataResponseSerializerProtocol>(
        _ serializer: Serializer, _ cancelsAutomatically: Bool
    ) -> DataTask<Serializer.SerializedObject> {
        DataTask(
            AwaitedRequest(
                self, cancelsAutomatically: cancelsAutomatically, serializer: serializer,
                reading: Self.reading { try serializer.serialize($0) }))
    }
}
