public import Foundation

#if canImport(FoundationNetworking)
public import FoundationNetworking
#endif

/// What became of a request whose body went to a file.
public struct DownloadResponse<Success, Failure: Error> {
    /// The last request that was sent, or was to be sent; nil if none was made.
    public let request: URLRequest?
    let reply: ReceivedHead?
    /// Where the body is, finally.
    public let fileURL: URL?
    /// What the download can be resumed with, if it was cut off or cancelled.
    public let resumeData: Data?
    /// When what happened to the last attempt; nil if there was none.
    public let metrics: HTTPMetrics?
    /// Seconds that the serializer took.
    public let serializationDuration: TimeInterval
    /// The serialized value, or why there is none.
    public let result: Result<Success, Failure>

    /// A response made by code, such as a test.
    public init(
        request: URLRequest?, response: HTTPURLResponse?, fileURL: URL?, resumeData: Data?, metrics: HTTPMetrics?,
        serializationDuration: TimeInterval, result: Result<Success, Failure>
    ) {
        self.init(
            request: request, reply: response.map(ReceivedHead.made), fileURL: fileURL, resumeData: resumeData,
            metrics: metrics, serializationDuration: serializationDuration, result: result)
    }

    init(
        request: URLRequest?, reply: ReceivedHead?, fileURL: URL?, resumeData: Data?, metrics: HTTPMetrics?,
        serializationDuration: TimeInterval, result: Result<Success, Failure>
    ) {
        self.request = request
        self.reply = reply
        self.fileURL = fileURL
        self.resumeData = resumeData
        self.metrics = metrics
        self.serializationDuration = serializationDuration
        self.result = result
    }

    /// The head of the last response; nil if none came whole. It is made when it is first asked for, once for all who ask.
    public var response: HTTPURLResponse? { reply?.response }

    /// The serialized value, or nil.
    public var value: Success? { result.value }

    /// Why there is no value, or nil.
    public var error: Failure? { result.error }

    /// Where the body is: the name it had in Alamofire 4.
    public var destinationURL: URL? { fileURL }
}

extension DownloadResponse: Sendable where Success: Sendable {}

/// What became of a download, with an `AFError` if it failed.
public typealias AFDownloadResponse<Success> = DownloadResponse<Success, AFError>

/// What became of a download that nobody serialized: the name it had in Alamofire 4.
public typealias DefaultDownloadResponse = DownloadResponse<URL?, AFError>

extension DownloadResponse {
    /// The same response with another value. A failure stays.
    public func map<NewSuccess>(_ transform: (Success) -> NewSuccess) -> DownloadResponse<NewSuccess, Failure> {
        with(result.map(transform))
    }

    /// The same response with another value, or with what `transform` throws as its error.
    public func tryMap<NewSuccess>(
        _ transform: (Success) throws -> NewSuccess
    ) -> DownloadResponse<NewSuccess, any Error> {
        with(result.tryMap(transform))
    }

    /// The same response with another error. A value stays.
    public func mapError<NewFailure: Error>(
        _ transform: (Failure) -> NewFailure
    ) -> DownloadResponse<Success, NewFailure> {
        with(result.mapError(transform))
    }

    /// The same response with another error, or with what `transform` throws.
    public func tryMapError<NewFailure: Error>(
        _ transform: (Failure) throws -> NewFailure
    ) -> DownloadResponse<Success, any Error> {
        with(result.tryMapError(transform))
    }

    private func with<NewSuccess, NewFailure>(
        _ result: Result<NewSuccess, NewFailure>
    ) -> DownloadResponse<NewSuccess, NewFailure> {
        DownloadResponse<NewSuccess, NewFailure>(
            request: request, reply: reply, fileURL: fileURL, resumeData: resumeData, metrics: metrics,
            serializationDuration: serializationDuration, result: result)
    }
}
