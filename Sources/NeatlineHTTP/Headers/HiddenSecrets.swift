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
    /// Whether passwords, cookies, the user information of URLs, and items of queries and fragments whose names contain
    /// a word such as `token`, `secret` or `password` are hidden.
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

    /// Returns the URL with its user information, and the secret items of its query and fragment, replaced.
    ///
    /// - Parameter isValid: Whether the text is a URL. In other texts, everything before the last `@` is replaced, because
    ///   it may be a password with a character that must be escaped.
    func hidden(inURL url: String, isValid: Bool = true) -> String {
        var url = url
        if hidesCredentials {
            // Without a scheme and an authority, as in `name:password@example.org`, the whole path may follow a password.
            let mark = url.range(of: "://").flatMap { url[..<$0.lowerBound].contains("@") ? nil : $0.upperBound }
            let ending = !isValid ? "" : mark == nil ? "?#" : "/?#"
            let authority = url[(mark ?? url.startIndex)...].prefix { !ending.contains($0) }
            if let at = authority.lastIndex(of: "@") {
                url.replaceSubrange(authority.startIndex..<at, with: Self.replacement)
            }
        }
        guard !queryNames.isEmpty || hidesCredentials else { return url }
        var rest = url[(url.firstIndex { "?#".contains($0) } ?? url.endIndex)...]
        var shown = String(url[..<rest.startIndex])
        while let separator = rest.first {
            let item = rest.dropFirst().prefix { !"&#".contains($0) }
            shown.append(separator)
            if let sign = item.firstIndex(of: "="), isSecret(item[..<sign]) {
                shown += "\(item[..<sign])=\(Self.replacement)"
            } else {
                shown += item
            }
            rest = rest[item.endIndex...]
        }
        return shown
    }

    private func isSecret(_ name: Substring) -> Bool {
        let name = name.removingPercentEncoding ?? String(name)
        if queryNames.contains(where: { $0.isSameFieldName(as: name) }) { return true }
        guard hidesCredentials else { return false }
        let letters = name.lowercased().filter(\.isLetter)
        return Self.secretWords.contains(where: letters.contains) || Self.secretNames.contains(letters)
    }

    /// Words that only names of secrets contain, and whole names of secrets, both without other characters than letters.
    private static let secretWords = [
        "token", "secret", "passw", "passphrase", "apikey", "accesskey", "signature", "credential", "authorization",
        "assertion", "sessionid", "jwt",
    ]
    private static let secretNames: Set = ["auth", "session", "sid", "otp", "pin", "pwd", "sig", "key"]
}
