internal import Foundation

/// Scheme, host and port of a URL: what credentials belong to.
struct Origin: Hashable {
    let isSecure: Bool
    /// In lower case.
    let host: String
    /// The scheme's own if the URL has none.
    let port: Int

    /// Nil if the URL is not one of HTTP, or has no host, or a port that is none. O(n)
    init?(_ url: URL) {
        var text = url.absoluteString
        let read = text.withUTF8 { bytes -> (Bool, String, Int)? in
            guard case .success(let target) = RequestTarget.read(bytes) else { return nil }
            let host = String(decoding: bytes[target.authority.host].map(\.lowercasedASCII), as: UTF8.self)
            return (target.isSecure, host, target.authority.port ?? (target.isSecure ? 443 : 80))
        }
        guard let read else { return nil }
        (isSecure, host, port) = read
    }
}

/// What must be known of a URL before it is asked.
struct RequestTarget {
    var isSecure: Bool
    var authority: URIAuthority

    /// Why a URL cannot be asked.
    enum Refusal: Error {
        /// No scheme, or another than `http` and `https`.
        case scheme
        case host
        case port
    }

    /// O(n), without allocating.
    static func read(_ bytes: UnsafeBufferPointer<UInt8>) -> Result<RequestTarget, Refusal> {
        let parts = URIParts(bytes)
        guard let scheme = parts.scheme, (4...5).contains(scheme.count) else { return .failure(.scheme) }
        let isSecure = scheme.count == 5
        let name: StaticString = "https"
        // SAFETY: the name has five bytes, and the scheme not more.
        for offset in 0..<scheme.count where bytes[offset].lowercasedASCII != name.utf8Start[offset] {
            return .failure(.scheme)
        }
        guard let range = parts.authority else { return .failure(.host) }
        guard let authority = URIAuthority(bytes, in: range) else { return .failure(.port) }
        guard !authority.host.isEmpty else { return .failure(.host) }
        return .success(RequestTarget(isSecure: isSecure, authority: authority))
    }

    /// What stands in the request line for a URL that goes straight to its server: path and query. O(n)
    static func text(of url: URL) -> String {
        var text = url.absoluteString
        return text.withUTF8 { bytes in
            let parts = URIParts(bytes)
            var target = parts.path.isEmpty ? [UInt8(ascii: "/")] : Array(bytes[parts.path])
            if let query = parts.query { target += [UInt8(ascii: "?")] + bytes[query] }
            return String(decoding: target, as: UTF8.self)
        }
    }
}
