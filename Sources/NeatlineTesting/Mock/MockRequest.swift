public import Foundation
public import NeatlineHTTP

/// A request that a ``MockTransport`` was asked to move.
public struct MockRequest: Sendable {
    /// As it would have gone over the wire.
    public let url: URL
    /// As it would have gone over the wire: `GET`.
    public let method: String
    /// As they would have gone over the wire, without those that a transport adds itself.
    public let headers: HTTPHeaders
    /// The whole body; one that is made while it is sent was read to its end.
    public let body: Data
    /// What stood where the pattern has a name, percent-decoded: `["id": "7"]` for `/users/:id`.
    public internal(set) var parameters: [String: String] = [:]

    /// The body as text; bytes that are not UTF-8 become U+FFFD.
    public var text: String { String(decoding: body, as: UTF8.self) }

    /// Names and values of the URL's query, decoded (`+` is a space), in their order.
    public var query: [(name: String, value: String)] { FormText.decode(LoopbackTarget(url.absoluteString).query) }

    /// For example `POST https://example.com/users`.
    public var summary: String { "\(method) \(url.absoluteString)" }
}
