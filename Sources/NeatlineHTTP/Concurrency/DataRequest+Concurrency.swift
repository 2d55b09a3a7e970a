public import Foundation

/// Each of these methods starts the request, unless it is not to start automatically, and returns a task whose response
/// can be awaited. The serializer runs once, however often the response is awaited.
extension DataRequest {
    /// Returns a task whose value is the body.
    ///
    /// - Parameters:
    ///   - shouldAutomaticallyCancel: Whether the request is cancelled when a task that awaits it is cancelled.
    ///   - dataPreprocessor: Transforms the body before it is serialized.
    ///   - emptyResponseCodes: The status codes for which the body may be empty.
    ///   - emptyRequestMethods: The request methods for which the body may be empty.
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

    /// Returns a task whose value is decoded from the body. The type need not be `Sendable`. An empty body is a value
    /// only if the type is an ``EmptyResponse``.
    ///
    /// Besides the parameters of `serializingData`:
    ///
    /// - `type`: The type to decode.
    /// - `decoder`: Decodes the value.
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

    /// Returns a task whose value is the body as text.
    ///
    /// Besides the parameters of `serializingData`:
    ///
    /// - `encoding`: The body's encoding; nil to use the one that the response declares.
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

    /// Returns a task whose value a serializer creates from the response.
    ///
    /// Besides the parameters of `serializingData`:
    ///
    /// - `serializer`: Creates the value.
    public func serializingResponse<Serializer: ResponseSerializer>(
        using serializer: Serializer, automaticallyCancelling shouldAutomaticallyCancel: Bool = true
    ) -> DataTask<Serializer.SerializedObject> {
        DataTask(self, serializer, cancelsAutomatically: shouldAutomaticallyCancel)
    }

    /// Returns a task whose value a serializer creates from the response.
    ///
    /// Besides the parameters of `serializingData`:
    ///
    /// - `serializer`: Creates the value.
    public func serializingResponse<Serializer: DataResponseSerializerProtocol>(
        using serializer: Serializer, automaticallyCancelling shouldAutomaticallyCancel: Bool = true
    ) -> DataTask<Serializer.SerializedObject> {
        DataTask(self, serializer, cancelsAutomatically: shouldAutomaticallyCancel)
    }
}
