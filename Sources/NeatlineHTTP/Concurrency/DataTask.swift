/// A data request that is under way, whose response can be awaited.
///
/// ```swift
/// let task = AF.request("https://example.com/user/1").serializingDecodable(User.self)
/// let response = await task.response
/// let user = try await task.value
/// ```
///
/// The response is read once, however often it is awaited, and not on the actor that awaits it. The value need not be
/// `Sendable`: it was made for whoever awaits it. Let only one task await a value that is not.
public struct DataTask<Value>: Sendable {
    private let request: DataRequest
    private let reading: DataAwaitedHandler<Value>
    private let cancelsAutomatically: Bool

    init(request: DataRequest, reading: DataAwaitedHandler<Value>, cancelsAutomatically: Bool) {
        self.request = request
        self.reading = reading
        self.cancelsAutomatically = cancelsAutomatically
    }

    /// What became of the request, when it is finished.
    ///
    /// If the awaiting task is cancelled, so is the request, unless it was told otherwise (`automaticallyCancelling`).
    public nonisolated(nonsending) var response: DataResponse<Value, AFError> {
        get async {
            guard cancelsAutomatically else { return await reading.response(of: request) }
            return await withTaskCancellationHandler {
                await reading.response(of: request)
            } onCancel: {
                request.cancel()
            }
        }
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
    public func cancel() { request.cancel() }

    /// Starts the request, or lets it go on.
    public func resume() { request.resume() }

    /// Stops the request until ``resume()``.
    public func suspend() { request.suspend() }
}
