internal import Foundation

extension DataResponse: HandledResponse where Failure == AFError {
    func failed(with error: AFError) -> Self { mapError { _ in error } }

    static func failure(_ error: AFError) -> Self {
        DataResponse(
            request: nil, reply: nil, data: nil, metrics: nil, serializationDuration: 0, result: .failure(error))
    }
}

/// How handlers read the response of a data request.
extension DataRequest {
    /// Returns a function that serializes the response and informs the monitors.
    static func reading<Serializer: DataResponseSerializerProtocol>(
        by serializer: Serializer
    ) -> ReadingHandler<AFDataResponse<Serializer.SerializedObject>>.Reading {
        { request in
            guard let request = request as? DataRequest else { return nil }
            let (received, metrics) = request.received
            let value = SerializedValue { try serializer.serialize(received) }
            let issues = request.issues
            if issues != nil { request.issues = nil }
            let response = AFDataResponse<Serializer.SerializedObject>(
                request: received.request, reply: received.reply, data: received.data, metrics: metrics,
                serializationDuration: value.duration, result: value.result, issues: issues)
            request.listener?.request(request, didParseResponse: response)
            return response
        }
    }

    /// Returns the response without serializing it, and informs the monitors.
    static let readingNothing: ReadingHandler<AFDataResponse<Data?>>.Reading = { request in
        guard let request = request as? DataRequest else { return nil }
        let (received, metrics) = request.received
        let response = AFDataResponse<Data?>(
            request: received.request, reply: received.reply, data: received.data, metrics: metrics,
            serializationDuration: 0, result: request.error.map { .failure($0) } ?? .success(received.data))
        request.listener?.request(request, didParseResponse: response)
        return response
    }
}
