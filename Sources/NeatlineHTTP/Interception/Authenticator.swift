internal import Foundation
public import NeatlineFoundation

#if canImport(FoundationNetworking)
public import FoundationNetworking
#endif

/// What proves to a server who asks: a token, a key.
public protocol AuthenticationCredential {
    /// Whether a new one is to be asked for before this one is used, for example because it is about to expire.
    var requiresRefresh: Bool { get }
}

/// Knows how a service wants credentials to be used: the part of an ``AuthenticationInterceptor`` that differs.
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
///         // Ask the service for another token, and call the completion.
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
public protocol Authenticator: AnyObject, Sendable {
    /// The service's kind of credential.
    associatedtype Credential: AuthenticationCredential & Sendable

    /// Puts the credential into a request, usually as `Authorization`.
    func apply(_ credential: Credential, to urlRequest: inout URLRequest)

    /// Asks for a new credential, and calls the completion once, on any thread, now or later.
    ///
    /// The session may be used, with requests that are not authenticated by the same interceptor: those would wait for the
    /// refresh that they are part of.
    func refresh(
        _ credential: Credential, for session: Session,
        completion: @escaping @Sendable (Result<Credential, any Error>) -> Void)

    /// Whether a request failed because its credential is not, or no longer, taken: usually, whether the status is 401.
    func didRequest(
        _ urlRequest: URLRequest, with response: HTTPURLResponse, failDueToAuthenticationError error: any Error
    ) -> Bool

    /// Whether the request was sent with this credential. If it was sent with an older one, it is sent again with this one
    /// before another is asked for.
    func isRequest(_ urlRequest: URLRequest, authenticatedWith credential: Credential) -> Bool
}

/// An authenticator that waits for the new credential.
///
/// ```swift
/// func refresh(_ credential: OAuthCredential, for session: Session) async throws -> OAuthCredential {
///     try await tokens.renewed(credential)
/// }
/// ```
public protocol AsyncAuthenticator: Authenticator {
    /// A new credential.
    func refresh(_ credential: Credential, for session: Session) async throws -> Credential
}

extension AsyncAuthenticator {
    /// What the async form returns or throws.
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

/// What keeps an ``AuthenticationInterceptor`` from authenticating.
public enum AuthenticationError: NSErrorBridgeable, Hashable, Sendable {
    /// There is no credential.
    case missingCredential
    /// Credentials were refreshed too often in too short a time, so they cannot be what is wrong.
    case excessiveRefresh

    /// What keeps requests from being authenticated, in English.
    public var errorDescription: String? {
        switch self {
        case .missingCredential: "There is no credential to authenticate requests with."
        case .excessiveRefresh: "The credential was refreshed too often in too short a time."
        }
    }
}
