public import Foundation
public import NeatlineHTTP

/// A request that a ``MockTransport`` has received.
public struct MockRequest: Sendable {
    /// The URL, as it would have been sent.
    public let url: URL
    /// The method, as it would have been sent: `GET`.
    public let method: String
    /// The header fields, as they would have been sent, without those that a transport adds.
    public let headers: HTTPHeaders
    /// The complete body; a body stream was read to its end.
    public let body: Data
    /// The percent-decoded values of the named segments: `["id": "7"]` for `/users/:id`.
    public internal(set) var parameters: [String: String] = [:]

    /// The body as text; bytes that are not UTF-8 become U+FFFD.
    public var text: String { String(decoding: body, as: UTF8.self) }

    /// The decoded names and values of the URL's query, in order; `+` is a space.
    public var query: [(name: String, value: String)] { FormText.decode(LoopbackTarget(url.absoluteString).query) }

    /// The method and URL, for example `POST https://example.com/users`.
    public var summary: String { "\(method) \(url.absoluteString)" }
}
