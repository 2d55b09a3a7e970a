internal import NeatlineSystem

#if !canImport(FoundationNetworking)
public import Foundation
#endif

/// An adapter with an `async` function. It runs in a task that is cancelled when the request is cancelled.
///
/// ```swift
/// struct TokenAdapter: AsyncRequestAdapter {
///     let vault: Vault
///
///     func adapt(_ urlRequest: URLRequest, for session: Session) async throws -> URLRequest {
///         var urlRequest = urlRequest
///         urlRequest.headers.update(.authorization(bearerToken: try await vault.token()))
///         return urlRequest
///     }
/// }
/// ```
public protocol AsyncRequestAdapter: RequestAdapter {
    /// Returns the request to send in place of the given one.
    ///
    /// - Parameters:
    ///   - urlRequest: The request to adapt.
    ///   - session: The session that will send it.
    /// - Returns: The request to send.
    /// - Throws: The error that the request fails with, wrapped in `AFError.requestAdaptationFailed(error:)`.
    func adapt(_ urlRequest: URLRequest, for session: Session) async throws -> URLRequest
}

extension AsyncRequestAdapter {
    /// Calls the `async` function in a task, and completes with its result.
    public func adapt(
        _ urlRequest: URLRequest, for session: Session,
        completion: @escaping @Sendable (Result<URLRequest, any Error>) -> Void
    ) {
        startAdapting(urlRequest, for: session, request: TaskLocalContext.current?.request, completion: completion)
    }

    /// Calls the `async` function in a task, and completes with its result.
    public func adapt(
        _ urlRequest: URLRequest, using state: RequestAdapterState,
        completion: @escaping @Sendable (Result<URLRequest, any Error>) -> Void
    ) {
        startAdapting(urlRequest, for: state.session, request: state.request, completion: completion)
    }

    /// Adapts in a task, which is cancelled with the request, if that is known.
    fileprivate func startAdapting(
        _ urlRequest: URLRequest, for session: Session, request: Request?,
        completion: @escaping @Sendable (Result<URLRequest, any Error>) -> Void
    ) {
        let work: @Sendable () async -> Void = {
            do {
                completion(.success(try await adapt(urlRequest, for: session)))
            } catch {
                completion(.failure(error))
            }
        }
        if let request { request.startInterception(work) } else { Task(operation: work) }
    }
}

/// A retrier with an `async` function. It runs in a task that is cancelled when the request is cancelled.
///
/// ```swift
/// struct WhenOnline: AsyncRequestRetrier {
///     func retry(_ request: Request, for session: Session, dueTo error: any Error) async -> RetryResult {
///         await network.isBack() ? .retry : .doNotRetry
///     }
/// }
/// ```
public protocol AsyncRequestRetrier: RequestRetrier {
    /// Decides about a failed request.
    ///
    /// - Parameters:
    ///   - request: The failed request.
    ///   - session: The session that would send it again.
    ///   - error: The error of the request, usually an ``AFError``.
    /// - Returns: The decision.
    func retry(_ request: Request, for session: Session, dueTo error: any Error) async -> RetryResult
}

extension AsyncRequestRetrier {
    /// Calls the `async` function in a task, and completes with its result.
    public func retry(
        _ request: Request, for session: Session, dueTo error: any Error,
        completion: @escaping @Sendable (RetryResult) -> Void
    ) {
        startRetrying(request, for: session, dueTo: error, completion: completion)
    }
}

extension AsyncRequestRetrier {
    fileprivate func startRetrying(
        _ request: Request, for session: Session, dueTo error: any Error,
        completion: @escaping @Sendable (RetryResult) -> Void
    ) {
        request.startInterception { completion(await retry(request, for: session, dueTo: error)) }
    }
}

extension Request {
    /// Runs an asynchronous adapter or retrier in a task that is cancelled with the request.
    fileprivate func startInterception(_ work: @escaping @Sendable () async -> Void) {
        // The task is created under the lock, which its completion needs: otherwise it could complete, and the next adapter
        // or retrier start, before the task is stored, which would then replace the one that is to be cancelled. The earlier
        // task is released after the lock.
        let (task, isWanted, _) = mutableState.withLock { state in
            let options = state.requireOptions()
            let task = Task(operation: work)
            defer { options.interceptionTask = task }
            return (task, state.machine.isInterceptable, options.interceptionTask)
        }
        if !isWanted { task.cancel() }
    }

    /// Cancels the task of an asynchronous adapter or retrier. Called without the lock.
    func abandonInterception() {
        let task = mutableState.withLock { state in
            defer { state.options?.interceptionTask = nil }
            return state.options?.interceptionTask
        }
        task?.cancel()
    }
}

/// An interceptor with `async` functions. By default, it neither adapts nor retries.
public protocol AsyncRequestInterceptor: RequestInterceptor, AsyncRequestAdapter, AsyncRequestRetrier {}

// The three functions with completions are repeated here because `RequestInterceptor` has defaults of its own for them.
extension AsyncRequestInterceptor {
    /// Returns the unchanged request, unless the type implements it.
    ///
    /// - Throws: Nothing.
    public func adapt(_ urlRequest: URLRequest, for session: Session) async throws -> URLRequest { urlRequest }

    /// Returns `.doNotRetry`, unless the type implements it.
    public func retry(_ request: Request, for session: Session, dueTo error: any Error) async -> RetryResult {
        .doNotRetry
    }

    /// Calls the `async` function in a task, and completes with its result.
    public func adapt(
        _ urlRequest: URLRequest, for session: Session,
        completion: @escaping @Sendable (Result<URLRequest, any Error>) -> Void
    ) {
        startAdapting(urlRequest, for: session, request: TaskLocalContext.current?.request, completion: completion)
    }

    /// Calls the `async` function in a task, and completes with its result.
    public func adapt(
        _ urlRequest: URLRequest, using state: RequestAdapterState,
        completion: @escaping @Sendable (Result<URLRequest, any Error>) -> Void
    ) {
        startAdapting(urlRequest, for: state.session, request: state.request, completion: completion)
    }

    /// Calls the `async` function in a task, and completes with its result.
    public func retry(
        _ request: Request, for session: Session, dueTo error: any Error,
        completion: @escaping @Sendable (RetryResult) -> Void
    ) {
        startRetrying(request, for: session, dueTo: error, completion: completion)
    }
}
