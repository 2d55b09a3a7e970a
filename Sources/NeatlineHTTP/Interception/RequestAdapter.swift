public import Foundation

#if canImport(FoundationNetworking)
public import FoundationNetworking
#endif

/// A type that changes requests before they are sent: each attempt's, after its parameters were encoded.
///
/// ```swift
/// struct LanguageAdapter: RequestAdapter {
///     func adapt(
///         _ urlRequest: URLRequest, for session: Session,
///         completion: @escaping @Sendable (Result<URLRequest, any Error>) -> Void
///     ) {
///         var urlRequest = urlRequest
///         urlRequest.headers.update(.acceptLanguage("de"))
///         completion(.success(urlRequest))
///     }
/// }
/// ```
///
/// Adapters are called one after the other: the first on the session's `requestQueue`, each other on the thread on
/// which the one before has completed. An asynchronous adapter is easier to write with ``AsyncRequestAdapter``, and one
/// that never waits with ``SynchronousRequestAdapter``.
public protocol RequestAdapter: Sendable {
    /// Adapts a request.
    ///
    /// Call `completion` exactly once, on any thread. A failure is wrapped in
    /// `AFError.requestAdaptationFailed(error:)`, which retriers receive.
    ///
    /// - Parameters:
    ///   - urlRequest: The request to adapt.
    ///   - session: The session that will send it.
    ///   - completion: Receives the request to send, or the error that the request fails with.
    func adapt(
        _ urlRequest: URLRequest, for session: Session,
        completion: @escaping @Sendable (_ result: Result<URLRequest, any Error>) -> Void)

    /// Adapts a request, given its session and its identifier. This is the function that sessions call.
    ///
    /// Call `completion` exactly once, on any thread. The default implementation calls ``adapt(_:for:completion:)``.
    ///
    /// - Parameters:
    ///   - urlRequest: The request to adapt.
    ///   - state: The session and the identifier of the request.
    ///   - completion: Receives the request to send, or the error that the request fails with.
    func adapt(
        _ urlRequest: URLRequest, using state: RequestAdapterState,
        completion: @escaping @Sendable (_ result: Result<URLRequest, any Error>) -> Void)
}

extension RequestAdapter {
    /// Calls ``adapt(_:for:completion:)`` with the session of the state.
    public func adapt(
        _ urlRequest: URLRequest, using state: RequestAdapterState,
        completion: @escaping @Sendable (_ result: Result<URLRequest, any Error>) -> Void
    ) {
        adapt(urlRequest, for: state.session, completion: completion)
    }
}

/// The session and the identifier of a request that is being adapted.
public struct RequestAdapterState: Sendable {
    private enum Identity: Sendable {
        case known(UUID)
        case request(Request)
    }

    private let identity: Identity
    /// The session that will send the request.
    public let session: Session

    /// Creates a state, for tests of adapters.
    ///
    /// - Parameters:
    ///   - requestID: The identifier of a request.
    ///   - session: The session that will send the request.
    public init(requestID: UUID, session: Session) {
        identity = .known(requestID)
        self.session = session
    }

    /// Creates a state whose identifier is created only if an adapter accesses it.
    init(request: Request, session: Session) {
        identity = .request(request)
        self.session = session
    }

    /// The request that is adapted; `nil` for a state created by a test.
    var request: Request? {
        guard case .request(let request) = identity else { return nil }
        return request
    }

    /// The ``Request/id`` of the request that is adapted.
    public var requestID: UUID {
        switch identity {
        case .known(let id): id
        case .request(let request): request.id
        }
    }
}
