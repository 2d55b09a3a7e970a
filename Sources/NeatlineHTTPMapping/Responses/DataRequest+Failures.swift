public import Dispatch
public import NeatlineHTTP
public import NeatlineMapping

extension DataRequest {
    /// Calls a closure with a model of the body, or with a model of what the server says is wrong.
    ///
    /// A status of 400 and above, or one that validation does not accept, makes it the latter; see ``ResponseFailure``.
    ///
    /// - Parameters:
    ///   - type: The model.
    ///   - failure: The model of an error's body.
    ///   - queue: Where the closure is called.
    ///   - keyPath: Where in the body the object stands; nil for the root.
    ///   - failureKeyPath: Where in the body of an error its model stands; nil for the root.
    ///   - context: What the model finds as `map.context`.
    ///   - options: How strictly it is mapped.
    ///   - completionHandler: Called once.
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

    /// Calls a closure with models of the body's array, or with a model of what the server says is wrong.
    ///
    /// A status of 400 and above, or one that validation does not accept, makes it the latter; see ``ResponseFailure``.
    ///
    /// - Parameters:
    ///   - type: The model of an element.
    ///   - failure: The model of an error's body.
    ///   - queue: Where the closure is called.
    ///   - keyPath: Where in the body the array stands; nil for the root.
    ///   - failureKeyPath: Where in the body of an error its model stands; nil for the root.
    ///   - context: What the models find as `map.context`.
    ///   - options: How strictly they are mapped.
    ///   - completionHandler: Called once.
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

    /// A model of the body, or of what the server says is wrong, to be awaited.
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
    ///   - type: The model.
    ///   - failure: The model of an error's body.
    ///   - shouldAutomaticallyCancel: Whether the request is cancelled with the task that awaits it.
    ///   - keyPath: Where in the body the object stands; nil for the root.
    ///   - failureKeyPath: Where in the body of an error its model stands; nil for the root.
    ///   - context: What the model finds as `map.context`.
    ///   - options: How strictly it is mapped.
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

    /// Models of the body's array, or a model of what the server says is wrong, to be awaited.
    ///
    /// - Parameters:
    ///   - type: The model of an element.
    ///   - failure: The model of an error's body.
    ///   - shouldAutomaticallyCancel: Whether the request is cancelled with the task that awaits it.
    ///   - keyPath: Where in the body the array stands; nil for the root.
    ///   - failureKeyPath: Where in the body of an error its model stands; nil for the root.
    ///   - context: What the models find as `map.context`.
    ///   - options: How strictly they are mapped.
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

/// A data request that is under way, whose response is a value or what the server says is wrong.
///
/// If the value is not `Sendable`, the task is not either.
public struct FailureDataTask<Value, Failure: Sendable> {
    private let task: DataTask<Value>

    @usableFromInline
    init(task: DataTask<Value>) { self.task = task }

    /// What became of the request, when it is finished.
    public nonisolated(nonsending) var response: DataResponse<Value, ResponseFailure<Failure>> {
        get async { await task.response.mapError { ResponseFailure($0) } }
    }

    /// The value, or why there is none, when the request is finished.
    public nonisolated(nonsending) var result: Result<Value, ResponseFailure<Failure>> {
        get async { await response.result }
    }

    /// The value, when the request is finished.
    ///
    /// - Throws: Why there is none.
    public nonisolated(nonsending) var value: Value {
        get async throws(ResponseFailure<Failure>) { try await response.result.get() }
    }

    /// Cancels the request.
    public func cancel() { task.cancel() }

    /// Starts the request, or lets it go on.
    public func resume() { task.resume() }

    /// Stops the request until ``resume()``.
    public func suspend() { task.suspend() }
}

extension FailureDataTask: Sendable where Value: Sendable {}

extension DataResponse {
    /// Maps the body, whatever the result is: in it servers say more about an error than a status can.
    ///
    /// ```swift
    /// let response = await AF.request(url).validate().serializingObject(User.self).response
    /// if response.error?.responseCode == 422 {
    ///     let problem = try response.mappedBody(as: Problem.self)
    /// }
    /// ```
    ///
    /// - Parameters:
    ///   - type: The model.
    ///   - keyPath: Where in the body it stands; nil for the root.
    /// - Throws: `AFError.responseSerializationFailed`, with `.inputDataNilOrZeroLength` if there is no body, and with
    ///   `.decodingFailed(error:)` around a `ResponseBodyError` if it does not fit.
    public func mappedBody<T: BaseMappable>(as type: T.Type = T.self, keyPath: String? = nil) throws -> T {
        do {
            // Without the request, nothing says that a body may be missing.
            return try MappableResponseSerializer<T>(keyPath, emptyResponseCodes: []).serialize(
                request: nil, response: response, data: data, error: nil)
        } catch {
            throw error as? AFError ?? AFError.responseSerializationFailed(reason: .decodingFailed(error: error))
        }
    }
}
