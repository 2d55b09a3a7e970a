internal import Foundation
public import NeatlineFoundation
package import NeatlineHTTP
package import NeatlineJSON

/// The error of a body that could not be read: the cause, its position, and the beginning of the body.
///
/// It is the `underlyingError` of the `AFError` that handlers of JSON or models receive:
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
    /// The cause: a `JSONError`, a `MappingError`, or an error of a model's code.
    public let cause: any Error
    /// The status code; `nil` if there is no response.
    public var statusCode: Int? { exchange.statusCode }
    /// The content type of the response; `nil` if it has none.
    public var contentType: String? { exchange.contentType }
    /// The length of the body in bytes.
    public var byteCount: Int { exchange.byteCount ?? 0 }
    /// The first bytes of the body as text, at most 200.
    public var beginning: String { exchange.beginning }

    /// The path of the value, such as `$.users[3].name`; `nil` if the body is not JSON.
    public let path: String?
    /// What was expected; `nil` if the error does not say.
    public let expected: String?
    /// The value that was found.
    public let found: String?
    /// The line in the body, from 1; `nil` if it is unknown.
    public let line: Int?
    /// The column in the line, in Unicode scalars from 1; `nil` if it is unknown.
    public let column: Int?
    /// The line of the error, and a second line with a caret below the position; `nil` if it is unknown.
    public let excerpt: String?

    private let exchange: ExchangeSummary

    /// Creates an error from that of parsing or of a key path.
    package init(_ error: JSONError, in received: ReceivedResponse) {
        self.init(
            cause: error, in: received, path: error.path, expected: error.expected, found: error.found,
            line: error.line, column: error.column, excerpt: error.excerpt)
    }

    /// Creates an error with its position, as far as it is known.
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
    /// The status code, content type and length, the cause and its position, and the beginning of the body unless the
    /// position shows it.
    public var description: String {
        let text = [exchange.responseText, "\(cause)"].compactMap(\.self).joined(separator: ": ")
        guard let body = exchange.bodyText, !(cause is JSONError && excerpt != nil) else { return text }
        return "\(text)\n\(body)"
    }

    /// The same text as ``description``.
    public var errorDescription: String? { description }
}

extension ResponseBodyError: ExchangeDescribing {
    /// The method and URL of the request.
    package var exchangeText: String? { exchange.requestText }
}
