internal import Foundation

/// The URL of a hop, parsed once: what the hop is sent to, its cookies and its credentials are all based on this.
struct RequestURL: Sendable {
    let url: URL
    /// Whether the scheme is `https`.
    let isSecure: Bool
    private let text: String
    private let parts: URIParts
    private let authority: URIAuthority

    /// Parses a URL.
    ///
    /// - Throws: The `TransportError` of a URL that is not supported.
    /// - Complexity: O(*n*)
    init(_ url: URL) throws(TransportError) {
        var text = url.absoluteString
        let target = try text.withUTF8(RequestTarget.read).orThrow()
        self.url = url
        self.text = text
        isSecure = target.isSecure
        parts = target.parts
        authority = target.authority
    }

    /// The host as in the URL.
    var host: String { self[authority.host] }

    /// The scheme, host and port.
    ///
    /// - Complexity: O(*n*), where *n* is the length of the host.
    var origin: Origin { Origin(host: host, port: authority.port, isSecure: isSecure) }

    /// The percent-encoded path, at least `/`.
    var path: String { parts.path.isEmpty ? "/" : self[parts.path] }

    /// The path and query, as in a request line without a proxy.
    var pathAndQuery: String { parts.query.map { "\(path)?\(self[$0])" } ?? path }

    /// The user name and password in the URL.
    var credentials: URLCredentials? { authority.userinfo.flatMap { URLCredentials(url, userinfo: $0) } }

    /// Returns the URL of a reference, such as a path; `nil` if it is not a valid HTTP URL.
    func resolve(_ reference: some Sequence<UInt8>) -> RequestURL? {
        URIReference.resolve(reference, against: text).flatMap(URL.init(string:)).flatMap { try? RequestURL($0) }
    }

    private subscript(range: Range<Int>) -> String {
        String(decoding: text.utf8.dropFirst(range.lowerBound).prefix(range.count), as: UTF8.self)
    }
}
