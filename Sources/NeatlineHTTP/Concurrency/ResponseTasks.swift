/// A handle to a data request whose response can be awaited.
///
/// ```swift
/// let task = AF.request("https://example.com/user/1").serializingDecodable(User.self)
/// let response = await task.response
/// let user = try await task.value
/// ```
///
/// The response is serialized once, however often it is awaited, and not on the actor that awaits it. The value need
/// not be `Sendable`; if it is not, this type is not either, and only one task can await it.
public struct DataTask<Value> {
    private let awaited: AwaitedRequest<AFDataResponse<Value>>

    init(_ request: DataRequest, _ serializer: some DataResponseSerializerProtocol<Value>, cancelsAutomatically: Bool) {
        awaited = AwaitedRequest(
            request, cancelsAutomatically: cancelsAutomatically, serializer: serializer,
            reading: DataRequest.reading(by: serializer))
    }

    /// The response, when the request is finished.
    ///
    /// If the awaiting task is cancelled, the request is cancelled too, unless `automaticallyCancelling` was false.
    public nonisolated(nonsending) var response: DataResponse<Value, AFError> {
        get async { await awaited.response }
    }

    /// The value or the error, when the request is finished.
    public nonisolated(nonsending) var result: Result<Value, AFError> {
        get async { await response.result }
    }

    /// The value, when the request is finished.
    ///
    /// - Throws: An `AFError` if the request or the serializer failed. If a response was received, the description of
    ///   the thrown error also contains the method, the URL without secrets, the status code and the first 200 bytes of
    ///   the body (on Linux).
    public nonisolated(nonsending) var value: Value {
        get async throws {
            let response = await response
            return try response.result.get(reporting: response.summary)
        }
    }

    /// Cancels the request; its error is `AFError.explicitlyCancelled` unless it has finished.
    public func cancel() { awaited.request.cancel() }

    /// Starts or resumes the request.
    public func resume() { awaited.request.resume() }

    /// Suspends the request until ``resume()``.
    public func suspend() { awaited.request.suspend() }
}

extension DataTask: Sendable where Value: Sendable {}

/// A handle to a download whose response can be awaited.
///
/// ```swift
/// let task = AF.download("https://example.com/large", to: destination).serializingDownloadedFileURL()
/// let response = await task.response
/// let fileURL = try await task.value
/// ```
///
/// Its members are those of ``DataTask``.
public struct DownloadTask<Value> {
    private let awaited: AwaitedRequest<AFDownloadResponse<Value>>

    init(
        _ request: DownloadRequest, _ serializer: some DownloadResponseSerializerProtocol<Value>,
        cancelsAutomatically: Bool
    ) {
        awaited = AwaitedRequest(
            request, cancelsAutomatically: cancelsAutomatically, serializer: serializer,
            reading: DownloadRequest.reading(by: serializer))
    }

    /// The response, when the request is finished.
    public nonisolated(nonsending) var response: DownloadResponse<Value, AFError> {
        get async { await awaited.response }
    }

    /// The value or the error, when the request is finished.
    public nonisolated(nonsending) var result: Result<Value, AFError> {
        get async { await response.result }
    }

    /// The value, when the request is finished.
    ///
    /// - Throws: An `AFError` if the request or the serializer failed. If a response was received, the description of
    ///   the thrown error also contains the method, the URL without secrets, the status code and the first 200 bytes of
    ///   the body (on Linux).
    public nonisolated(nonsending) var value: Value {
        get async throws {
            let response = await response
            return try response.result.get(reporting: response.summary)
        }
    }

    /// Cancels the request.
    public func cancel() { awaited.request.cancel() }

    /// Starts or resumes the request.
    public func resume() { awaited.request.resume() }

    /// Suspends the request until ``resume()``.
    public func suspend() { awaited.request.suspend() }
}

extension DownloadTask: Sendable where Value: Sendable {}
