#if canImport(FoundationNetworking)
public import FoundationNetworking
#else
public import Foundation
#endif

/// An adapter that is a closure.
///
/// ```swift
/// let adapter = Adapter { request, session, completion in
///     var request = request
///     request.headers.update(.authorization(bearerToken: token))
///     completion(.success(request))
/// }
/// ```
///
/// Unchecked Sendable for its subclasses' sake; its own property is Sendable.
open class Adapter: RequestInterceptor, @unchecked Sendable {
    private let adaptHandler: AdaptHandler

    /// An adapter that asks the closure.
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
    /// An adapter that asks a closure.
    public static func adapter(using closure: @escaping AdaptHandler) -> Adapter { Adapter(closure) }
}
