#if canImport(FoundationNetworking)
internal import Foundation
public import FoundationNetworking
#else
public import Foundation
#endif

extension URLRequest {
    /// The command with which curl sends the same request.
    ///
    /// ```swift
    /// print(request.cURLDescription(hiding: .credentials))
    /// // $ curl -v \
    /// //     -X GET \
    /// //     -H "Authorization: <hidden>" \
    /// //     "https://example.org/users"
    /// ```
    ///
    /// The layout is Alamofire's. Everything between the quotes is escaped for a shell, and a body that is not text is
    /// given in Base64, so the command can be pasted (without the `$`) into bash or zsh; a body of text needs no more than
    /// a POSIX shell.
    ///
    /// - Parameters:
    ///   - credential: User and password for `-u`, which has curl answer the server's challenge.
    ///   - cookies: What `-b` sends.
    ///   - additionalHeaders: Fields that are sent unless the request has them itself, such as a session's.
    ///   - secrets: What is replaced by `<hidden>`; nothing unless given.
    /// - Returns: `$ curl command could not be created` if the request has no URL or no method.
    public func cURLDescription(
        credential: URLCredential? = nil, cookies: [HTTPCookie] = [], additionalHeaders: HTTPHeaders = HTTPHeaders(),
        hiding secrets: HiddenSecrets = .none
    ) -> String {
        guard let url, let method = httpMethod else { return CURLCommand.impossible }
        var command = CURLCommand(secrets: secrets)
        command.setMethod(method)
        if let credential { command.setCredential(user: credential.user, password: credential.password) }
        command.setCookies(cookies.map { ($0.name, $0.value) })
        var headers = additionalHeaders
        for header in self.headers { headers.update(header) }
        for header in headers.sorted() { command.add(header) }
        if let httpBody { command.setBody(httpBody) }
        command.setURL(url.absoluteString)
        return command.text
    }
}

/// What is not shown when a request is described.
///
/// ```swift
/// var secrets = HiddenSecrets.credentials
/// secrets.headerNames.insert("X-Session")
/// ```
public struct HiddenSecrets: Sendable, Hashable {
    /// The names of header fields whose values are hidden, without regard to case.
    public var headerNames: Set<String>
    /// The names of query items whose values are hidden, without regard to case.
    public var queryNames: Set<String>
    /// Whether passwords, cookies and the part of a URL before `@` are hidden.
    public var hidesCredentials: Bool
    /// Whether bodies are hidden.
    public var hidesBodies: Bool

    /// What is named is hidden, and nothing else.
    public init(
        headerNames: Set<String> = [], queryNames: Set<String> = [], hidesCredentials: Bool = false,
        hidesBodies: Bool = false
    ) {
        self.headerNames = headerNames
        self.queryNames = queryNames
        self.hidesCredentials = hidesCredentials
        self.hidesBodies = hidesBodies
    }

    /// Nothing is hidden.
    public static let none = HiddenSecrets()

    /// Passwords and cookies are hidden, and the fields and query items that usually carry them, or tokens, or keys.
    /// Bodies are shown.
    public static let credentials = HiddenSecrets(
        headerNames: [
            "Authorization", "Proxy-Authorization", "Cookie", "Set-Cookie", "X-Api-Key", "Api-Key", "X-Auth-Token",
            "X-Access-Token", "X-Csrf-Token", "X-Amz-Security-Token",
        ],
        queryNames: [
            "access_token", "refresh_token", "id_token", "token", "api_key", "apikey", "key", "client_secret", "secret",
            "password", "passwd", "pwd", "signature", "sig", "X-Amz-Signature", "X-Amz-Credential",
            "X-Amz-Security-Token",
        ],
        hidesCredentials: true)

    /// As ``credentials``, and bodies are hidden, too.
    public static let all: HiddenSecrets = {
        var secrets = credentials
        secrets.hidesBodies = true
        return secrets
    }()

    static let replacement = "<hidden>"

    func hidesHeader(_ name: String) -> Bool { headerNames.contains { $0.isSameFieldName(as: name) } }

    func hidesQueryItem(_ name: String) -> Bool { queryNames.contains { $0.isSameFieldName(as: name) } }
}
