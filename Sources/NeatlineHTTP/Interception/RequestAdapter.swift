public import Foundation

#if canImport(FoundationNetworking)
public import FoundationNetworking
#endif

/// Changes requests before they are sent: each attempt's, after its parameters are in place.
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
/// A type that waits for something says so more easily with ``AsyncRequestAdapter``, and one that never waits with
/// ``SynchronousRequestAdapter``.
public protocol RequestAdapter: Sendable {
    /// Calls `completion` once, on any thread, now or later, with the request to send or with the reason not to.
    ///
    /// A failure goes to the retriers as `AFError.requestAdaptationFailed(error:)`.
    func adapt(
        _ urlRequest: URLRequest, for session: Session,
        completion: @escaping @Sendable (_ result: Result<URLRequest, any Error>) -> Void)

    /// As the other, for an adapter that wants to know which request it is.
    func adapt(
        _ urlRequest: URLRequest, using state: RequestAdapterState,
        completion: @escaping @Sendable (_ result: Result<URLRequest, any Error>) -> Void)
}

extension RequestAdapter {
    /// Forgets which request it is.
    public func adapt(
        _ urlRequest: URLRequest, using state: RequestAdapterState,
        completion: @escaping @Sendable (_ result: Result<URLRequest, any Error>) -> Void
    ) {
        adapt(urlRequest, for: state.session, completion: completion)
    }
}

/// What a request is adapted for.
public struct RequestAdapterState: Sendable {
    private enum Identity: Sendable {
        case known(UUID)
        case request(Request)
    }

    private let identity: Identity
    /// The session that will send it.
    public let session: Session

    /// A state as sessions give it, for tests of adapters.
    public init(requestID: UUID, session: Session) {
        identity = .known(requestID)
        self.session = session
    }

    /// A state whose identifier is only made if an adapter asks for it.
    init(request: Request, session: Session) {
        identity = .request(request)
        self.session = session
    }

    /// The request that is adapted, unless this is a test's state.
    var request: Request? {
        guard case .request(let request) = identity else { return nil }
        return request
    }

    /// `Request.id` of the request that is adapted.
    public var requestID: UUID {
        switch identity {
        case .known(let id): id
        case .request(let request): request.id
        }
    }
}
