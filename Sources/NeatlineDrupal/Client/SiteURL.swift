internal import Foundation
internal import NeatlineHTTP

/// The base URL of a site, and the URLs below it.
struct SiteURL: Sendable {
    /// The base URL without a slash at its end.
    let url: URL
    /// The scheme, host and port, in lower case and with the default port.
    private let origin: String

    /// Creates the base URL. A query, a fragment and credentials are removed.
    ///
    /// - Throws: `DrupalError` with the reason `invalidURL`.
    init(_ convertible: any URLConvertible) throws {
        guard let given = try? convertible.asURL(), let origin = Self.origin(given),
            var parts = URLComponents(url: given, resolvingAgainstBaseURL: true)
        else { throw DrupalError(.invalidURL("\(convertible)")) }
        parts.query = nil
        parts.fragment = nil
        parts.user = nil
        parts.password = nil
        while parts.percentEncodedPath.hasSuffix("/") { parts.percentEncodedPath.removeLast() }
        guard let url = parts.url else { throw DrupalError(.invalidURL("\(convertible)")) }
        self.url = url
        self.origin = origin
    }

    /// Returns whether a URL has the site's scheme, host and port. Only then may it receive cookies and tokens.
    func hasSameOrigin(_ other: URL) -> Bool { Self.origin(other) == origin }

    /// Returns the URL of a path below the base URL.
    ///
    /// - Parameters:
    ///   - path: The path without percent-encoding; each segment is encoded. Slashes at its ends are ignored.
    ///   - query: The names and values, which are encoded.
    /// - Throws: `DrupalError` with the reason `invalidURL` if a segment is `.` or `..`, which would name another path.
    func url(_ path: DrupalPath, query: [(name: String, value: String)]) throws -> URL {
        var text = url.absoluteString
        for segment in path.segments {
            guard segment != ".", segment != ".." else { throw DrupalError(.invalidURL(path.text)) }
            text += "/" + Self.escaped(segment)
        }
        if path.segments.isEmpty { text += "/" }
        var separator: Character = "?"
        for (name, value) in query {
            text.append(separator)
            text += Self.escaped(name) + "=" + Self.escaped(value)
            separator = "&"
        }
        guard let url = URL(string: text) else { throw DrupalError(.invalidURL(text)) }
        return url
    }

    /// Returns a text with everything percent-encoded but RFC 3986's unreserved characters.
    static func escaped(_ text: String) -> String {
        text.addingPercentEncoding(withAllowedCharacters: unreserved) ?? text
    }

    private static let unreserved = CharacterSet(
        charactersIn: "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-._~")

    private static func origin(_ url: URL) -> String? {
        guard let scheme = url.scheme?.lowercased(), scheme == "http" || scheme == "https",
            let host = url.host?.lowercased(), !host.isEmpty
        else { return nil }
        return "\(scheme)://\(host):\(url.port ?? (scheme == "https" ? 443 : 80))"
    }
}

/// A path below the base URL, as segments without percent-encoding.
struct DrupalPath: Sendable {
    let segments: [String]

    /// Creates a path from a text, at whose slashes it is divided.
    init(_ text: String) {
        segments = text.split(separator: "/", omittingEmptySubsequences: true).map(String.init)
    }

    /// Creates a path from segments, in which slashes are percent-encoded.
    init(segments: [String]) { self.segments = segments }

    /// Returns the path with another segment. An empty segment would name the path itself, so it becomes a space, which
    /// names nothing.
    func appending(_ segment: String) -> DrupalPath {
        DrupalPath(segments: segments + [segment.isEmpty ? " " : segment])
    }

    /// Returns the path with the segments of another.
    func appending(_ other: DrupalPath) -> DrupalPath { DrupalPath(segments: segments + other.segments) }

    var text: String { segments.joined(separator: "/") }
}
