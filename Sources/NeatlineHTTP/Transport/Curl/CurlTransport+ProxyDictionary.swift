#if os(Linux)
internal import Foundation

// Proxies from the dictionary of a `URLSessionConfiguration`.

extension CurlTransport.Configuration {
    /// Applies `URLSessionConfiguration.connectionProxyDictionary`: the proxies for HTTP, HTTPS and SOCKS, the
    /// exceptions, and the credentials. The keys are those of CFNetwork. Protocols that are not enabled use no proxy.
    mutating func setProxies(_ dictionary: [AnyHashable: Any]) {
        let user = dictionary["kCFProxyUsernameKey"] as? String
        let password = dictionary["kCFProxyPasswordKey"] as? String
        // For libcurl, a domain includes its subdomains.
        let except = (dictionary["ExceptionsList"] as? [String] ?? []).map { entry in
            entry.hasPrefix("*.") ? String(entry.dropFirst()) : entry
        }

        func proxy(_ kind: String, scheme: String) -> CurlTransport.Proxy? {
            guard Self.isOn(dictionary[kind + "Enable"]), let host = dictionary[kind + "Proxy"] as? String,
                !host.isEmpty
            else { return nil }
            let address = host.contains(":") && !host.hasPrefix("[") ? "[\(host)]" : host
            let port = Self.number(dictionary[kind + "Port"]).map { ":\($0)" } ?? ""
            return .url("\(scheme)://\(address)\(port)", user: user, password: password, except: except)
        }

        let last = proxy("SOCKS", scheme: "socks5h") ?? .direct
        self.proxy = proxy("HTTP", scheme: "http") ?? last
        secureProxy = proxy("HTTPS", scheme: "http") ?? last
    }

    private static func isOn(_ value: Any?) -> Bool {
        if let value = value as? Bool { return value }
        return number(value).map { $0 != 0 } ?? false
    }

    private static func number(_ value: Any?) -> Int? {
        if let value = value as? Int { return value }
        return (value as? NSNumber)?.intValue ?? (value as? String).flatMap { Int($0) }
    }
}
#endif
