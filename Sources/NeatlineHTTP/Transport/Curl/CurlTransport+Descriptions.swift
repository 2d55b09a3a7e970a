#if os(Linux)
internal import Foundation

// What is printed of a configuration has no passwords and no keys.

extension CurlTransport.Proxy: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    /// The case, without the password.
    public var description: String {
        switch self {
        case .environment: return "environment"
        case .direct: return "direct"
        case .url(let url, let user, let password, let except):
            let user = user.map { ", user: \(String(reflecting: $0))" } ?? ""
            let hosts = except.isEmpty ? "" : ", except: \(except)"
            return "url(\(String(reflecting: Self.hidden(url)))\(user)\(hiddenPassword(password))\(hosts))"
        }
    }

    /// The case, without the password.
    public var debugDescription: String { description }

    /// A mirror without children, so that `dump` shows no passwords.
    public var customMirror: Mirror {
        Mirror(self, unlabeledChildren: EmptyCollection<Any>(), displayStyle: .enum)
    }

    /// The URL of a proxy, which may have no scheme.
    private static func hidden(_ url: String) -> String {
        guard !url.contains("://") else { return HiddenSecrets.credentials.hidden(inURL: url) }
        return String(HiddenSecrets.credentials.hidden(inURL: "http://" + url).dropFirst("http://".count))
    }
}

extension CurlTransport.TLS.Identity: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    /// The case, without the key and the password.
    public var description: String {
        switch self {
        case .files(let certificate, let key, let password):
            let key = key.map { ", key: \(String(reflecting: $0))" } ?? ""
            return "files(certificate: \(String(reflecting: certificate))\(key)\(hiddenPassword(password)))"
        case .pem(_, _, let password): return "pem(\(HiddenSecrets.replacement)\(hiddenPassword(password)))"
        case .pkcs12(_, let password): return "pkcs12(\(HiddenSecrets.replacement)\(hiddenPassword(password)))"
        }
    }

    /// The case, without the key and the password.
    public var debugDescription: String { description }

    /// A mirror without children, so that `dump` shows no passwords.
    public var customMirror: Mirror {
        Mirror(self, unlabeledChildren: EmptyCollection<Any>(), displayStyle: .enum)
    }
}

private func hiddenPassword(_ password: String?) -> String {
    password == nil ? "" : ", password: \(HiddenSecrets.replacement)"
}
#endif
