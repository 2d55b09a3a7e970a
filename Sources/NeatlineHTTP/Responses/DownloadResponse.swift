public import Foundation

/// The response of a download, with the result of a serializer.
///
/// ```swift
/// AF.download(url, to: destination).responseURL { response in
///     switch response.result {
///     case .success(let fileURL): print(fileURL.path)
///     case .failure: resumeData = response.resumeData
///     }
/// }
/// ```
public struct DownloadResponse<Success, Failure: Error> {
    /// The last `URLRequest` that was created; `nil` if there is none.
    public let request: URLRequest?
    let reply: ReceivedHead?
    /// The URL of the complete file; `nil` if there is none.
    public let fileURL: URL?
    /// The data with which the download can be resumed; `nil` if it cannot be, or has not failed.
    public let resumeData: Data?
    /// The metrics of the last attempt; `nil` if there was none.
    public let metrics: HTTPMetrics?
    /// The time that the serializer took, in seconds.
    public let serializationDuration: TimeInterval
    /// The result of the serializer: a value or an error.
    public let result: Result<Success, Failure>

    /// Creates a response, for example in a test. The parameters are the properties of the same names.
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

    /// The head of the last response; `nil` if no complete head was received. The object is created at the first access
    /// and shared by all copies.
    public var response: HTTPURLResponse? { reply?.response }

    /// The value of the result; `nil` if it is a failure.
    public var value: Success? { result.value }

    /// The error of the result; `nil` if it is a success.
    public var error: Failure? { result.error }

    /// The same as ``fileURL``, as named in Alamofire 4.
    public var destinationURL: URL? { fileURL }
}

extension DownloadResponse: Sendable where Success: Sendable {}

/// The response of a download whose error is an ``AFError``.
public typealias AFDownloadResponse<Success> = DownloadResponse<Success, AFError>

/// The response of a download without a serializer, as named in Alamofire 4.
public typealias DefaultDownloadResponse = DownloadResponse<URL?, AFError>

extension DownloadResponse {
    /// Returns the response with a transformed value; a failure is unchanged.
    public func map<NewSuccess>(_ transform: (Success) -> NewSuccess) -> DownloadResponse<NewSuccess, Failure> {
        with(result.map(transform))
    }

    /// Returns the response with a transformed value; an error that `transform` throws becomes the result's error.
    public func tryMap<NewSuccess>(
        _ transform: (Success) throws -> NewSuccess
    ) -> DownloadResponse<NewSuccess, any Error> {
        with(result.tryMap(transform))
    }

    /// Returns the response with a transformed error; a value is unchanged.
    public func mapError<NewFailure: Error>(
        _ transform: (Failure) -> NewFailure
    ) -> DownloadResponse<Success, NewFailure> {
        with(result.mapError(transform))
    }

    /// Returns the response with a transformed error; an error that `transform` throws replaces it.
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
