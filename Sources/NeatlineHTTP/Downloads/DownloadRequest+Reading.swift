internal import Foundation
internal import NeatlineFoundation

#if canImport(FoundationNetworking)
internal import FoundationNetworking
#endif

extension DownloadResponse: HandledResponse where Failure == AFError {
    func failed(with error: AFError) -> Self { mapError { _ in error } }

    static func failure(_ error: AFError) -> Self {
        DownloadResponse(
            request: nil, reply: nil, fileURL: nil, resumeData: nil, metrics: nil, serializationDuration: 0,
            result: .failure(error))
    }
}

/// How handlers read the response of a download.
extension DownloadRequest {
    /// The state of the download when it has ended.
    private struct Received {
        let request: URLRequest?
        let reply: ReceivedHead?
        let fileURL: URL?
        let resumeData: Data?
        let metrics: HTTPMetrics?
        let error: AFError?

        func response<Value>(_ result: AFResult<Value>, duration: TimeInterval) -> AFDownloadResponse<Value> {
            AFDownloadResponse(
                request: request, reply: reply, fileURL: fileURL, resumeData: resumeData, metrics: metrics,
                serializationDuration: duration, result: result)
        }
    }

    private var received: Received {
        lock.withLock {
            Received(
                request: lastMade, reply: attempt?.head.map(ReceivedHead.head), fileURL: download.fileURL,
                resumeData: download.resumeData, metrics: attempt?.metrics, error: failure)
        }
    }

    /// Returns a function that serializes the response and informs the monitors.
    static func reading<Serializer: DownloadResponseSerializerProtocol>(
        by serializer: Serializer
    ) -> ReadingHandler<AFDownloadResponse<Serializer.SerializedObject>>.Reading {
        { request in
            guard let request = request as? DownloadRequest else { return nil }
            let received = request.received
            let value = SerializedValue {
                try serializer.serializeDownload(
                    request: received.request, response: received.reply?.response, fileURL: received.fileURL,
                    error: received.error)
            }
            let response = received.response(value.result, duration: value.duration)
            request.listener?.request(request, didParseResponse: response)
            return response
        }
    }

    /// Returns the response without serializing it, and informs the monitors.
    static let readingNothing: ReadingHandler<AFDownloadResponse<URL?>>.Reading = { request in
        guard let request = request as? DownloadRequest else { return nil }
        let received = request.received
        let response: AFDownloadResponse<URL?> = received.response(
            received.error.map { .failure($0) } ?? .success(received.fileURL), duration: 0)
        request.listener?.request(request, didParseResponse: response)
        return response
    }
}
