#if canImport(FoundationNetworking)
public import FoundationNetworking
#else
public import Foundation
#endif

/// An adapter that calls a closure.
///
/// ```swift
/// let adapter = Adapter { request, session, completion in
///     var request = request
///     request.headers.update(.authorization(bearerToken: token))
///     completion(.success(request))
/// }
/// ```
///
/// Unchecked Sendable because subclasses may add state; the class's own property is Sendable.
open class Adapter: RequestInterceptor, @unchecked Sendable {
    private let adaptHandler: AdaptHandler

    /// Creates an adapter.
    ///
    /// - Parameter adaptHandler: The closure, as in ``RequestAdapter``.
    public init(_ adaptHandler: @escaping AdaptHandler) { self.adaptHandler = adaptHandler }

    open func adapt(
        _ urlRequest: URLRequest, for session: Session,
        completion: @escaping @Sendable (Result<URLRequest, any Error>) -> Void
    ) {
        adaptHandler(urlRequest, session, completion)
    }

    open func adapt(
        _ urlRequest: URLRequest, using state: RequestAdapterState,
        completion: @escaping @Sendable (Result<URLRequest, any Error>) -> Void
    ) {
        adaptHandler(urlRequest, state.session, completion)
    }
}

extension RequestAdapter where Self == Adapter {
    /// Returns an adapter that calls a closure.
    ///
    /// - Parameter closure: The closure, as in ``RequestAdapter``.
    public static func adapter(using closure: @escaping AdaptHandler) -> Adapter { Adapter(closure) }
}
