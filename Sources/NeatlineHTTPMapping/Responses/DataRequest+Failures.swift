public import Dispatch
public import NeatlineHTTP
public import NeatlineMapping

// Responses with two models: one for success, one for the body that a server sends with an error.

extension DataRequest {
    /// Calls a closure with the body mapped to a model, or with the error that the server describes.
    ///
    /// The body is read as an error if the status code is 400 or greater, or rejected by validation; see
    /// ``ResponseFailure``.
    ///
    /// - Parameters:
    ///   - type: The type of the model.
    ///   - failure: The type of the error that the server describes.
    ///   - queue: The queue on which the closure is called.
    ///   - keyPath: The key path of the object in the body; `nil` for the root.
    ///   - failureKeyPath: The key path of the error in its body; `nil` for the root.
    ///   - context: The value of `map.context` in the model.
    ///   - options: The options for mapping, such as its strictness.
    ///   - completionHandler: A closure that receives the response. Called once.
    /// - Returns: The request.
    @inlinable @preconcurrency @discardableResult
    public func responseObject<T: BaseMappable & SendableMetatype, E: BaseMappable & Sendable>(
        of type: T.Type = T.self, orFailure failure: E.Type, queue: DispatchQueue = .main, keyPath: String? = nil,
        failureKeyPath: String? = nil, context: (any MapContext)? = nil, options: MappingOptions = MappingOptions(),
        completionHandler: @escaping @Sendable (DataResponse<T, ResponseFailure<E>>) -> Void
    ) -> Self {
        response(
            queue: queue,
            responseSerializer: FailureResponseSerializer(
                MappableResponseSerializer<T>(keyPath, context: context, options: options), orFailure: failure,
                keyPath: failureKeyPath)
        ) { completionHandler($0.mapError { ResponseFailure($0) }) }
    }

    /// Calls a closure with the body mapped to an array of models, or with the error that the server describes.
    ///
    /// The body is read as an error if the status code is 400 or greater, or rejected by validation; see
    /// ``ResponseFailure``.
    ///
    /// - Parameters:
    ///   - type: The type of the elements.
    ///   - failure: The type of the error that the server describes.
    ///   - queue: The queue on which the closure is called.
    ///   - keyPath: The key path of the array in the body; `nil` for the root.
    ///   - failureKeyPath: The key path of the error in its body; `nil` for the root.
    ///   - context: The value of `map.context` in the model.
    ///   - options: The options for mapping, such as its strictness.
    ///   - completionHandler: A closure that receives the response. Called once.
    /// - Returns: The request.
    @inlinable @preconcurrency @discardableResult
    public func responseArray<T: BaseMappable & SendableMetatype, E: BaseMappable & Sendable>(
        of type: T.Type = T.self, orFailure failure: E.Type, queue: DispatchQueue = .main, keyPath: String? = nil,
        failureKeyPath: String? = nil, context: (any MapContext)? = nil, options: MappingOptions = MappingOptions(),
        completionHandler: @escaping @Sendable (DataResponse<[T], ResponseFailure<E>>) -> Void
    ) -> Self {
        response(
            queue: queue,
            responseSerializer: FailureResponseSerializer(
                MappableArrayResponseSerializer<T>(keyPath, context: context, options: options), orFailure: failure,
                keyPath: failureKeyPath)
        ) { completionHandler($0.mapError { ResponseFailure($0) }) }
    }

    /// Returns a task whose value is the body mapped to a model; its error may be one that the server describes.
    ///
    /// ```swift
    /// do throws(ResponseFailure<Problem>) {
    ///     let user = try await AF.request(url).serializingObject(User.self, orFailure: Problem.self).value
    ///     print(user.name)
    /// } catch {
    ///     print(error.body?.message ?? "\(error)")
    /// }
    /// ```
    ///
    /// - Parameters:
    ///   - type: The type of the model.
    ///   - failure: The type of the error that the server describes.
    ///   - shouldAutomaticallyCancel: Whether the request is cancelled when the task that awaits it is cancelled.
    ///   - keyPath: The key path of the object in the body; `nil` for the root.
    ///   - failureKeyPath: The key path of the error in its body; `nil` for the root.
    ///   - context: The value of `map.context` in the model.
    ///   - options: The options for mapping, such as its strictness.
    @inlinable
    public func serializingObject<T: BaseMappable, E: BaseMappable & Sendable>(
        _ type: T.Type = T.self, orFailure failure: E.Type,
        automaticallyCancelling shouldAutomaticallyCancel: Bool = true, keyPath: String? = nil,
        failureKeyPath: String? = nil, context: (any MapContext)? = nil, options: MappingOptions = MappingOptions()
    ) -> FailureDataTask<T, E> {
        FailureDataTask(
            task: serializingResponse(
                using: FailureResponseSerializer(
                    MappableResponseSerializer<T>(keyPath, context: context, options: options), orFailure: failure,
                    keyPath: failureKeyPath),
                automaticallyCancelling: shouldAutomaticallyCancel))
    }

    /// Returns a task whose value is the body mapped to an array of models; its error may be one that the server
    /// describes.
    ///
    /// - Parameters:
    ///   - type: The type of the elements.
    ///   - failure: The type of the error that the server describes.
    ///   - shouldAutomaticallyCancel: Whether the request is cancelled when the task that awaits it is cancelled.
    ///   - keyPath: The key path of the array in the body; `nil` for the root.
    ///   - failureKeyPath: The key path of the error in its body; `nil` for the root.
    ///   - context: The value of `map.context` in the model.
    ///   - options: The options for mapping, such as its strictness.
    @inlinable
    public func serializingArray<T: BaseMappable, E: BaseMappable & Sendable>(
        _ type: T.Type = T.self, orFailure failure: E.Type,
        automaticallyCancelling shouldAutomaticallyCancel: Bool = true, keyPath: String? = nil,
        failureKeyPath: String? = nil, context: (any MapContext)? = nil, options: MappingOptions = MappingOptions()
    ) -> FailureDataTask<[T], E> {
        FailureDataTask(
            task: serializingResponse(
                using: FailureResponseSerializer(
                    MappableArrayResponseSerializer<T>(keyPath, context: context, options: options), orFailure: failure,
                    keyPath: failureKeyPath),
                automaticallyCancelling: shouldAutomaticallyCancel))
    }
}

/// The task of a data request whose error may be one that the server describes.
///
/// The task is `Sendable` if the value is.
public struct FailureDataTask<Value, Failure: Sendable> {
    private let task: DataTask<Value>

    @usableFromInline
    init(task: DataTask<Value>) { self.task = task }

    /// The response. Waits until the request has finished.
    public nonisolated(nonsending) var response: DataResponse<Value, ResponseFailure<Failure>> {
        get async { await task.response.mapError { ResponseFailure($0) } }
    }

    /// The result of the response. Waits until the request has finished.
    public nonisolated(nonsending) var result: Result<Value, ResponseFailure<Failure>> {
        get async { await response.result }
    }

    /// The value of the response. Waits until the request has finished.
    ///
    /// - Throws: The error of the response.
    public nonisolated(nonsending) var value: Value {
        get async throws(ResponseFailure<Failure>) { try await response.result.get() }
    }

    /// Cancels the request; its error is `AFError.explicitlyCancelled` unless it has finished.
    public func cancel() { task.cancel() }

    /// Starts the request, or resumes it.
    public func resume() { task.resume() }

    /// Suspends the request until ``resume()``.
    public func suspend() { task.suspend() }
}

extension FailureDataTask: Sendable where Value: Sendable {}

extension DataResponse {
    /// Maps the body to a model, regardless of the result: servers often describe errors in it.
    ///
    /// ```swift
    /// let response = await AF.request(url).validate().serializingObject(User.self).response
    /// if response.error?.responseCode == 422 {
    ///     let problem = try response.mappedBody(as: Problem.self)
    /// }
    /// ```
    ///
    /// - Parameters:
    ///   - type: The type of the model.
    ///   - keyPath: The key path of it in the body; `nil` for the root.
    /// - Returns: The model.
    /// - Throws: `AFError.responseSerializationFailed`, with the reason `inputDataNilOrZeroLength` if there is no body,
    ///   or `decodingFailed(error:)` with a `ResponseBodyError` if it cannot be mapped.
    public func mappedBody<T: BaseMappable>(as type: T.Type = T.self, keyPath: String? = nil) throws -> T {
        do {
            // Without the request, the body may not be empty.
            return try MappableResponseSerializer<T>(keyPath, emptyResponseCodes: []).serialize(
                request: nil, response: response, data: data, error: nil)
        } catch {
            throw error as? AFError ?? AFError.responseSerializationFailed(reason: .decodingFailed(error: error))
        }
    }
}
