public import Foundation

/// An account of a ``StubDrupalSite``.
public struct StubDrupalAccount: Sendable, Hashable {
    /// The name, which is unique.
    public var name: String
    /// The password of the account, as plain text.
    public var password: String
    /// The mail address, which is unique.
    public var mail: String
    /// Whether the account may do everything.
    public var isAdministrator: Bool
    /// Whether the account cannot log in.
    public var isBlocked: Bool
    /// The UUID; `nil` for a random one.
    public var uuid: UUID?

    /// Creates an account, which is active and no administrator by default.
    ///
    /// - Parameters:
    ///   - name: The name.
    ///   - password: The password; `nil` for the name followed by `-pass`.
    ///   - mail: The mail address; `nil` for the name at `example.com`.
    ///   - isAdministrator: Whether the account may do everything.
    ///   - isBlocked: Whether the account cannot log in.
    ///   - uuid: The UUID; `nil` for a random one.
    public init(
        _ name: String, password: String? = nil, mail: String? = nil, isAdministrator: Bool = false,
        isBlocked: Bool = false, uuid: UUID? = nil
    ) {
        self.name = name
        self.password = password ?? name + "-pass"
        self.mail = mail ?? name + "@example.com"
        self.isAdministrator = isAdministrator
        self.isBlocked = isBlocked
        self.uuid = uuid
    }
}

/// A node of a ``StubDrupalSite``: an article or a page.
public struct StubDrupalNode: Sendable, Hashable {
    /// The machine name of the content type: `article` or `page`.
    public var contentType: String
    /// The title of the node.
    public var title: String
    /// The text, as HTML in the format `basic_html`; `nil` for none.
    public var body: String?
    /// The summary of the text.
    public var summary: String?
    /// The name of the account that owns the node.
    public var author: String
    /// Whether visitors see the node.
    public var isPublished: Bool
    /// The alias, such as `/first-article`; `nil` for none.
    public var alias: String?
    /// The numbers of the terms in `field_tags`.
    public var tags: [Int]
    /// When the node was created; `nil` for the time of the site.
    public var created: Date?
    /// The UUID; `nil` for a random one.
    public var uuid: UUID?

    /// Creates a published article by default.
    ///
    /// - Parameters:
    ///   - title: The title.
    ///   - contentType: The machine name of the content type: `article` or `page`.
    ///   - body: The text, as HTML; `nil` for none.
    ///   - summary: The summary of the text.
    ///   - author: The name of the account that owns the node.
    ///   - isPublished: Whether visitors see the node.
    ///   - alias: The alias, such as `/first-article`; `nil` for none.
    ///   - tags: The numbers of the terms in `field_tags`.
    ///   - created: When the node was created; `nil` for the time of the site.
    ///   - uuid: The UUID; `nil` for a random one.
    public init(
        _ title: String, contentType: String = "article", body: String? = nil, summary: String? = nil,
        author: String = "admin", isPublished: Bool = true, alias: String? = nil, tags: [Int] = [],
        created: Date? = nil, uuid: UUID? = nil
    ) {
        self.title = title
        self.contentType = contentType
        self.body = body
        self.summary = summary
        self.author = author
        self.isPublished = isPublished
        self.alias = alias
        self.tags = tags
        self.created = created
        self.uuid = uuid
    }
}

/// A term of the vocabulary `tags` of a ``StubDrupalSite``.
public struct StubDrupalTerm: Sendable, Hashable {
    /// The name of the term.
    public var name: String
    /// The UUID; `nil` for a random one.
    public var uuid: UUID?

    /// Creates a term with a name.
    ///
    /// - Parameters:
    ///   - name: The name.
    ///   - uuid: The UUID; `nil` for a random one.
    public init(_ name: String, uuid: UUID? = nil) {
        self.name = name
        self.uuid = uuid
    }
}

/// A comment of a ``StubDrupalSite``.
public struct StubDrupalComment: Sendable, Hashable {
    /// The subject of the comment.
    public var subject: String
    /// The text, as HTML in the format `basic_html`.
    public var body: String
    /// The number of the node.
    public var node: Int
    /// The name of the account that has written the comment.
    public var author: String
    /// The UUID; `nil` for a random one.
    public var uuid: UUID?

    /// Creates a comment on a node.
    ///
    /// - Parameters:
    ///   - subject: The subject.
    ///   - body: The text, as HTML.
    ///   - node: The number of the node.
    ///   - author: The name of the account that has written the comment.
    ///   - uuid: The UUID; `nil` for a random one.
    public init(_ subject: String, body: String, node: Int, author: String, uuid: UUID? = nil) {
        self.subject = subject
        self.body = body
        self.node = node
        self.author = author
        self.uuid = uuid
    }
}

/// The initial content of a ``StubDrupalSite``.
///
/// The default is a small site: the administrator `admin` and the accounts `alice`, `bob` (blocked), `carol`, `dave` and
/// `erin`, whose passwords are their names followed by `-pass`; the tags Red, Green and Blue; five articles, of which the
/// first has the alias `/first-article` and a comment, and of which the last two belong to `alice`; an unpublished
/// article (node 6); a page (node 7).
public struct StubDrupalContent: Sendable {
    /// The accounts, numbered from 1.
    public var accounts: [StubDrupalAccount]
    /// The terms of the vocabulary `tags`, numbered from 1.
    public var terms: [StubDrupalTerm]
    /// The nodes, numbered from 1.
    public var nodes: [StubDrupalNode]
    /// The comments, numbered from 1.
    public var comments: [StubDrupalComment]

    /// Creates the content of a site.
    ///
    /// - Parameters:
    ///   - accounts: The accounts, numbered from 1.
    ///   - terms: The terms of the vocabulary `tags`, numbered from 1.
    ///   - nodes: The nodes, numbered from 1.
    ///   - comments: The comments, numbered from 1.
    public init(
        accounts: [StubDrupalAccount], terms: [StubDrupalTerm] = [], nodes: [StubDrupalNode] = [],
        comments: [StubDrupalComment] = []
    ) {
        self.accounts = accounts
        self.terms = terms
        self.nodes = nodes
        self.comments = comments
    }

    /// The content that a site has by default: a few accounts, terms, nodes and comments.
    public static let sample = StubDrupalContent(
        accounts: [
            StubDrupalAccount("admin", isAdministrator: true), StubDrupalAccount("alice"),
            StubDrupalAccount("bob", isBlocked: true), StubDrupalAccount("carol"), StubDrupalAccount("dave"),
            StubDrupalAccount("erin"),
        ],
        terms: [StubDrupalTerm("Red"), StubDrupalTerm("Green"), StubDrupalTerm("Blue")],
        nodes: (1...6).map(sampleArticle) + [
            StubDrupalNode("A basic page", contentType: "page", body: "<p>A page.</p>")
        ],
        comments: [StubDrupalComment("First!", body: "<p>Well said.</p>", node: 1, author: "alice")])

    private static func sampleArticle(_ number: Int) -> StubDrupalNode {
        StubDrupalNode(
            number == 6 ? "Unpublished article" : "Article number \(number)",
            body: "<p>Body of article <em>\(number)</em> – café ☕.</p>", summary: "Summary \(number)",
            author: (4...5).contains(number) ? "alice" : "admin", isPublished: number != 6,
            alias: number == 1 ? "/first-article" : nil, tags: [number % 3 + 1, (number + 1) % 3 + 1],
            created: Date(timeIntervalSince1970: 1_700_000_000 + TimeInterval(number) * 3600))
    }
}

/// A session of a ``StubDrupalSite``, as a login would have opened it.
public struct StubDrupalSession: Sendable, Hashable {
    /// The name of the cookie: `SESS` and 32 hexadecimal digits.
    public let cookieName: String
    /// The value of the cookie as it must be sent, with a `%2C` in it.
    public let cookieValue: String
    /// The `csrf_token` of the login, for `X-CSRF-Token`.
    public let csrfToken: String
    /// The text of `/session/token`, which is another valid value for `X-CSRF-Token`.
    public let sessionToken: String
    /// The `logout_token` of the login.
    public let logoutToken: String

    /// The header field `Cookie` with the session.
    public var cookie: String { "\(cookieName)=\(cookieValue)" }
}
