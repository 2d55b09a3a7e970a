/// A data request that is under way, whose response can be awaited.
///
/// ```swift
/// let task = AF.request("https://example.com/user/1").serializingDecodable(User.self)
/// let response = await task.response
/// let user = try await task.value
/// ```
///
/// The response is read once, however often it is awaited, and not on the actor that awaits it. The value need not be
/// `Sendable`; if it is not, the task is not either, and only one task can await it.
public struct DataTask<Value> {
    private let awaited: AwaitedRequest<AFDataResponse<Value>>

    init(_ awaited: AwaitedRequest<AFDataResponse<Value>>) { self.awaited = awaited }

    /// What became of the request, when it is finished.
    ///
    /// If the awaiting task is cancelled, so is the request, unless it was told otherwise (`automaticallyCancelling`).
    public nonisolated(nonsending) var response: DataResponse<Value, AFError> {
        get async { await awaited.response }
    }

    /// The value, or why there is none, when the request is finished.
    public nonisolated(nonsending) var result: Result<Value, AFError> {
        get async { await response.result }
    }

    /// The value, when the request is finished.
    ///
    /// - Throws: `AFError`.
    public nonisolated(nonsending) var value: Value {
        get async throws { try await response.result.get() }
    }

    /// Cancels the request.
    public func cancel() { awaited.request.cancel() }

    /// Starts the request, or lets it go on.
    public func resume() { awaited.request.resume() }

    /// Stops the request until ``resume()``.
    public func suspend() { awaited.request.suspend() }
}

extension DataTask: Sendable where Value: Sendable {}
