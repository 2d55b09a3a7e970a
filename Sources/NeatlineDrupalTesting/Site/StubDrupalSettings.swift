public import Foundation

/// The settings of a ``StubDrupalSite``, which can be changed while it runs.
///
/// ```swift
/// site.settings.isInMaintenance = true
/// site.settings.loginLimitPerAccount = 2
/// ```
public struct StubDrupalSettings: Sendable {
    /// Who may create an account with `/user/register`.
    public enum Registration: Sendable, Hashable {
        /// Visitors, who choose their password.
        case visitors
        /// Visitors, who choose their password after a mail: a password in the request is an error.
        case visitorsWithMailVerification
        /// Visitors; an administrator has to unblock the account.
        case visitorsWithApproval
        /// Administrators only: other requests are 403.
        case administrators
    }

    /// The name of the site, which is also the realm of Basic authentication.
    public var siteName = "Stub Drupal"
    /// Who may create an account.
    public var registration = Registration.visitors
    /// Whether all but administrators are refused with 503. A request with the session of another account ends that
    /// session.
    public var isInMaintenance = false
    /// Whether visitors may create what accounts may create.
    public var visitorsMayCreate = false
    /// Whether JSON:API refuses all changes with 405, as on a site after its installation.
    public var isJSONAPIReadOnly = false
    /// The maximum number of items on a page of JSON:API; a greater `page[limit]` is reduced to it.
    public var pageLimit = 50
    /// The number of wrong passwords after which an account cannot log in until ``StubDrupalSite/resetLoginLimits()``.
    public var loginLimitPerAccount = 5
    /// The number of wrong passwords after which no account can log in with `/user/login`.
    public var loginLimitPerAddress = 50
    /// The lifetime of cached responses to visitors in seconds; 0 for no caching, as after an installation.
    public var cacheLifetime = 0
    /// Whether errors contain their source locations, as on a development site.
    public var showsErrors = false
    /// Whether `X-Forwarded-Proto: https` is trusted: the session cookie is then `SSESS…` with `secure`.
    public var trustsForwardedProtocol = false
    /// The time of the site; `nil` for the system's.
    public var clock: Date?
    /// The views with a REST export.
    public var views = [
        StubDrupalView(path: "/api/articles"), StubDrupalView(path: "/api/article-fields", style: .fields),
    ]

    /// Creates settings with the defaults of the properties.
    public init() {}
}

/// A view of a ``StubDrupalSite``: a list of the published nodes of a content type, as a bare JSON array.
///
/// Its parameters are `page`, counted from 0, `items_per_page`, and `title` for a part of the title.
public struct StubDrupalView: Sendable, Hashable {
    /// The form of the items of a view.
    public enum Style: Sendable, Hashable {
        /// Whole entities, as core REST returns them.
        case entities
        /// Objects with the texts `nid`, `title`, `created` and `body`, of which all but the first are HTML.
        case fields
    }

    /// The path, such as `/api/articles`.
    public var path: String
    /// The machine name of the content type.
    public var contentType: String
    /// The form of the items.
    public var style: Style
    /// The number of items on a page.
    public var itemsPerPage: Int

    /// Creates a view with a REST export.
    ///
    /// - Parameters:
    ///   - path: The path, such as `/api/articles`.
    ///   - contentType: The machine name of the content type.
    ///   - style: What the items are.
    ///   - itemsPerPage: The number of items on a page, at least 1.
    public init(path: String, contentType: String = "article", style: Style = .entities, itemsPerPage: Int = 2) {
        self.path = path
        self.contentType = contentType
        self.style = style
        self.itemsPerPage = max(1, itemsPerPage)
    }
}
