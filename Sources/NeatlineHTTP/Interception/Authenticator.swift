public import NeatlineFoundation

#if canImport(FoundationNetworking)
internal import Foundation
#else
public import Foundation
#endif

/// The credential of an ``AuthenticationInterceptor``, such as a token or a key.
public protocol AuthenticationCredential: SendableMetatype {
    /// Whether the credential must be refreshed before it is used, for example because it is about to expire.
    var requiresRefresh: Bool { get }
}

/// A type that applies and refreshes the credentials of a service, for an ``AuthenticationInterceptor``.
///
/// ```swift
/// final class OAuthAuthenticator: Authenticator {
///     func apply(_ credential: OAuthCredential, to urlRequest: inout URLRequest) {
///         urlRequest.headers.update(.authorization(bearerToken: credential.accessToken))
///     }
///
///     func refresh(
///         _ credential: OAuthCredential, for session: Session,
///         completion: @escaping @Sendable (Result<OAuthCredential, any Error>) -> Void
///     ) {
///         // Request a new token from the service, and call the completion.
///     }
///
///     func didRequest(
///         _ urlRequest: URLRequest, with response: HTTPURLResponse, failDueToAuthenticationError error: any Error
///     ) -> Bool {
///         response.statusCode == 401
///     }
///
///     func isRequest(_ urlRequest: URLRequest, authenticatedWith credential: OAuthCredential) -> Bool {
///         urlRequest.headers["Authorization"] == "Bearer \(credential.accessToken)"
///     }
/// }
/// ```
///
/// Except for ``refresh(_:for:completion:)``, the functions are called on the threads on which the interceptor adapts
/// and retries.
public protocol Authenticator: AnyObject, Sendable {
    /// The type of the service's credential.
    associatedtype Credential: AuthenticationCredential & Sendable

    /// Adds the credential to a request, usually as the header field `Authorization`.
    ///
    /// - Parameters:
    ///   - credential: The current credential.
    ///   - urlRequest: The request to authenticate.
    func apply(_ credential: Credential, to urlRequest: inout URLRequest)

    /// Requests a new credential from the service.
    ///
    /// Called on a thread that it may block. Call `completion` once, on any thread. The session may be used, but not
    /// for requests that the same interceptor authenticates: they would wait for this refresh.
    ///
    /// - Parameters:
    ///   - credential: The credential to replace.
    ///   - session: The session of the request that caused the refresh.
    ///   - completion: Receives the new credential, or the error that the waiting requests fail with.
    func refresh(
        _ credential: Credential, for session: Session,
        completion: @escaping @Sendable (Result<Credential, any Error>) -> Void)

    /// Returns whether a request failed because the server did not accept its credential, usually with status 401.
    ///
    /// - Parameters:
    ///   - urlRequest: The request as it was sent.
    ///   - response: The response.
    ///   - error: The error of the request.
    /// - Returns: Whether the credential is the cause.
    func didRequest(
        _ urlRequest: URLRequest, with response: HTTPURLResponse, failDueToAuthenticationError error: any Error
    ) -> Bool

    /// Returns whether a request was authenticated with a credential. If not, it is sent again with that credential
    /// before a refresh begins.
    ///
    /// - Parameters:
    ///   - urlRequest: The request as it was sent.
    ///   - credential: The current credential.
    /// - Returns: Whether the request contains the credential.
    func isRequest(_ urlRequest: URLRequest, authenticatedWith credential: Credential) -> Bool
}

/// An authenticator that refreshes credentials with an `async` function.
public protocol AsyncAuthenticator: Authenticator {
    /// Requests a new credential from the service. Called in a new task.
    ///
    /// - Parameters:
    ///   - credential: The credential to replace.
    ///   - session: The session of the request that caused the refresh.
    /// - Returns: The new credential.
    /// - Throws: The error that the waiting requests fail with.
    func refresh(_ credential: Credential, for session: Session) async throws -> Credential
}

extension AsyncAuthenticator {
    /// Calls the `async` function in a task, and completes with its result.
    ///
    /// - Parameters:
    ///   - credential: The credential to replace.
    ///   - session: The session of the request that caused the refresh.
    ///   - completion: Receives the new credential, or the error.
    public func refresh(
        _ credential: Credential, for session: Session,
        completion: @escaping @Sendable (Result<Credential, any Error>) -> Void
    ) {
        Task {
            do {
                completion(.success(try await refresh(credential, for: session)))
            } catch {
                completion(.failure(error))
            }
        }
    }
}

/// An error of an ``AuthenticationInterceptor``.
public enum AuthenticationError: NSErrorBridgeable, Hashable, Sendable {
    /// The interceptor has no credential.
    case missingCredential
    /// The credential was refreshed more often than the window allows.
    case excessiveRefresh

    /// A description of the error, in English.
    public var errorDescription: String? {
        switch self {
        case .missingCredential: "There is no credential to authenticate requests with."
        case .excessiveRefresh: "The credential was refreshed too often in too short a time."
        }
    }
}
