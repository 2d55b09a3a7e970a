internal import Foundation

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

    /// The field without its value, if that is secret.
    func hidden(in header: HTTPHeader) -> HTTPHeader {
        headerNames.contains { $0.isSameFieldName(as: header.name) }
            ? HTTPHeader(name: header.name, value: Self.replacement) : header
    }

    /// The URL without its user and password, and without the values of query items, as far as they are secret.
    func hidden(inURL url: String) -> String {
        var url = url
        if hidesCredentials, let scheme = url.range(of: "://") {
            let authority = url[scheme.upperBound...].prefix { !"/?#".contains($0) }
            if let at = authority.lastIndex(of: "@") {
                url.replaceSubrange(authority.startIndex..<at, with: Self.replacement)
            }
        }
        guard !queryNames.isEmpty, let mark = url.firstIndex(of: "?") else { return url }
        let query = url[url.index(after: mark)...].prefix { $0 != "#" }
        let items = query.split(separator: "&", omittingEmptySubsequences: false).map { item in
            guard let sign = item.firstIndex(of: "=") else { return String(item) }
            let name = item[..<sign]
            let plainName = name.removingPercentEncoding ?? String(name)
            return queryNames.contains { $0.isSameFieldName(as: plainName) }
                ? "\(name)=\(Self.replacement)" : String(item)
        }
        return url.replacingCharacters(in: query.startIndex..<query.endIndex, with: items.joined(separator: "&"))
    }
}
