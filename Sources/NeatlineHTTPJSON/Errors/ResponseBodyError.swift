internal import Foundation
public import NeatlineFoundation
package import NeatlineHTTP
package import NeatlineJSON

/// Why a body could not be read: what is wrong, where, and what came instead.
///
/// It is the `underlyingError` of the `AFError` that a handler of JSON or of models fails with:
///
/// ```swift
/// request.responseSwiftyJSON { response in
///     guard let error = response.error?.underlyingError as? ResponseBodyError else { return }
///     print(error)
///     // status 200, text/html, 1256 bytes: line 1, column 1: expected a value, found '<'
///     //     <!doctype html>
///     //     ^
/// }
/// ```
public struct ResponseBodyError: Error, Sendable {
    /// What is wrong: a `JSONError`, a `MappingError`, or what code of a model's has thrown.
    public let cause: any Error
    /// The response's status; nil if there is no response.
    public var statusCode: Int? { exchange.statusCode }
    /// The response's content type, as it came; nil if it has none.
    public var contentType: String? { exchange.contentType }
    /// How many bytes the body has.
    public var byteCount: Int { exchange.byteCount ?? 0 }
    /// The body's beginning as text, of at most 200 bytes.
    public var beginning: String { exchange.beginning }

    /// The steps from the root to the place, such as `$.users[3].name`; nil if the body is no JSON.
    public let path: String?
    /// What was expected there.
    public let expected: String?
    /// What was found there.
    public let found: String?
    /// The line in the body, from 1; nil if the place has none.
    public let line: Int?
    /// The column in the line, in Unicode scalars from 1; nil if the place has none.
    public let column: Int?
    /// The place in its line and a second line with a caret below it; nil if the place has none.
    public let excerpt: String?

    private let exchange: ExchangeSummary

    /// An error of a step, or of a text that is no JSON.
    package init(_ error: JSONError, in received: ReceivedResponse) {
        self.init(
            cause: error, in: received, path: error.path, expected: error.expected, found: error.found,
            line: error.line, column: error.column, excerpt: error.excerpt)
    }

    /// An error with what is known of its place.
    package init(
        cause: any Error, in received: ReceivedResponse, path: String? = nil, expected: String? = nil,
        found: String? = nil, line: Int? = nil, column: Int? = nil, excerpt: String? = nil
    ) {
        self.cause = cause
        exchange = ExchangeSummary(received)
        self.path = path
        self.expected = expected
        self.found = found
        self.line = line
        self.column = column
        self.excerpt = excerpt
    }
}

extension ResponseBodyError: NSErrorBridgeable, CustomStringConvertible {
    /// Status, content type and size, what is wrong and where, and the body's beginning unless the place shows it.
    public var description: String {
        let text = [exchange.responseText, "\(cause)"].compactMap(\.self).joined(separator: ": ")
        guard let body = exchange.bodyText, !(cause is JSONError && excerpt != nil) else { return text }
        return "\(text)\n\(body)"
    }

    /// As ``description``.
    public var errorDescription: String? { description }
}

extension ResponseBodyError: ExchangeDescribing {
    /// The request's method and URL.
    package var exchangeText: String? { exchange.requestText }
}
