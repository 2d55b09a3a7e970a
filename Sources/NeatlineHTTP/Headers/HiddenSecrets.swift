internal import Foundation

/// The values that are hidden in descriptions of requests.
///
/// ```swift
/// var secrets = HiddenSecrets.credentials
/// secrets.headerNames.insert("X-Session")
/// print(request.cURLDescription(hiding: secrets))
/// ```
public struct HiddenSecrets: Sendable, Hashable {
    /// The names of header fields whose values are hidden, in any case.
    public var headerNames: Set<String>
    /// The names of query items whose values are hidden, in any case.
    public var queryNames: Set<String>
    /// Whether passwords, cookies and the user information of URLs are hidden.
    public var hidesCredentials: Bool
    /// Whether the bodies of requests are hidden, with the paths of their files.
    public var hidesBodies: Bool

    /// Creates a set of hidden values. The parameters are the properties of the same names.
    public init(
        headerNames: Set<String> = [], queryNames: Set<String> = [], hidesCredentials: Bool = false,
        hidesBodies: Bool = false
    ) {
        self.headerNames = headerNames
        self.queryNames = queryNames
        self.hidesCredentials = hidesCredentials
        self.hidesBodies = hidesBodies
    }

    /// Hides nothing: everything is shown.
    public static let none = HiddenSecrets()

    /// Hides passwords, cookies, and the header fields and query items that usually contain credentials, tokens or
    /// keys, but not bodies.
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

    /// Hides the values of ``credentials``, and bodies.
    public static let all: HiddenSecrets = {
        var secrets = credentials
        secrets.hidesBodies = true
        return secrets
    }()

    static let replacement = "<hidden>"

    /// Returns the field with its value replaced if it is secret.
    func hidden(in header: HTTPHeader) -> HTTPHeader {
        headerNames.contains { $0.isSameFieldName(as: header.name) }
            ? HTTPHeader(name: header.name, value: Self.replacement) : header
    }

    /// Returns the URL with its user information and secret query items replaced.
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
