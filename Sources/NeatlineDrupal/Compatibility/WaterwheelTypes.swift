public import Foundation
public import NeatlineHTTP
public import NeatlineJSON

// The types of Waterwheel 4, under its names.

/// Receives the outcome of a request, on the main queue.
///
/// - Parameters:
///   - success: Whether the status code was 200 to 299, and the body of the expected type.
///   - response: The response; `nil` if there is none.
///   - json: The body, also that of an error; `nil` if there is none. `.null` for an empty body.
///   - error: The error; `nil` if there is none. On Linux an `NSError` has only the description of the typed error, which is
///     ``waterwheelManager/lastError``.
public typealias completion =
    @MainActor @Sendable (
        _ success: Bool, _ response: AFDataResponse<JSON>?, _ json: JSON?, _ error: NSError?
    ) -> Void

/// Receives a text, on the main queue.
public typealias stringcompletion =
    @MainActor @Sendable (
        _ success: Bool, _ response: AFDataResponse<String>?, _ text: String?, _ error: NSError?
    ) -> Void

/// The parameters of a request: those of the query of a GET, the JSON body of any other.
public typealias paramType = [String: Any]?

/// The type of an entity; `.Node` and `.Comment` are the names of Waterwheel 4.
public typealias EntityType = DrupalEntityType

extension DrupalEntityType {
    /// The same type as ``node``, in Waterwheel's spelling.
    public static var Node: DrupalEntityType { node }
    /// The same type as ``comment``, in Waterwheel's spelling.
    public static var Comment: DrupalEntityType { comment }
}

/// The notifications of ``waterwheel``, which are posted on the main queue. Each has the name of a
/// ``waterwheelNotificationsTypes`` as `requestName` in its `userInfo`.
public enum waterwheelNotifications: String, Sendable, CaseIterable {
    /// Posted after a successful login.
    case waterwheelDidLogin
    /// Posted after a logout, and when the session has expired.
    case waterwheelDidLogout
    /// Posted when a request is sent.
    case waterwheelDidStartRequest
    /// Posted when a request has finished.
    case waterwheelDidFinishRequest

    /// The name of the notification.
    public var name: Notification.Name { Notification.Name(rawValue) }
}

/// The request that a notification is about.
public enum waterwheelNotificationsTypes: String, Sendable, CaseIterable {
    /// The question whether the session is alive.
    case checkLoginStatus
    /// The request of a login.
    case login
    /// The request of a logout.
    case logout
    /// The request for the CSRF token.
    case getCSRF
    /// A request for entities, views or files.
    case normalRequest

    init(_ kind: DrupalRequestKind) {
        switch kind {
        case .login: self = .login
        case .logout: self = .logout
        case .loginStatus: self = .checkLoginStatus
        case .csrfToken: self = .getCSRF
        case .content: self = .normalRequest
        }
    }
}
