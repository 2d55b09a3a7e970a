public import Foundation
internal import NeatlineFoundation
package import NeatlineJSON

/// The response of a request, as serializers receive it.
///
/// An `HTTPURLResponse` is created only when ``response`` is accessed; ``statusCode`` and ``headerValue(_:)`` are
/// cheaper.
public struct ReceivedResponse: Sendable {
    /// The last `URLRequest` that was created; `nil` if there is none.
    public let request: URLRequest?
    let reply: ReceivedHead?
    /// The body; `nil` if it is empty.
    public let data: Data?
    /// The error of the request or of a validator; `nil` if there is none.
    public let error: (any Error)?
    /// The request, which caches values that several serializers share; `nil` if the response was created by other
    /// code.
    let owner: DataRequest?

    init(
        request: URLRequest?, reply: ReceivedHead?, data: Data?, error: (any Error)?, owner: DataRequest? = nil
    ) {
        self.owner = owner
        self.request = request
        self.reply = reply
        self.data = data
        self.error = error
    }

    /// Creates a response, for example to test a serializer. The parameters are the properties of the same names.
    public init(request: URLRequest?, response: HTTPURLResponse?, data: Data?, error: (any Error)?) {
        self.init(request: request, reply: response.map(ReceivedHead.made), data: data, error: error)
    }

    /// The head of the response; `nil` if no complete head was received.
    public var response: HTTPURLResponse? { reply?.response }

    /// The status code; `nil` if there is no response.
    public var statusCode: Int? { reply?.status }

    /// Returns the value of a header field of the response.
    ///
    /// - Parameter name: The name of the field, in any case.
    /// - Returns: The value; `nil` if the response has no such field.
    public func headerValue(_ name: String) -> String? { reply?.value(for: name) }

    /// Returns the values of all header fields with a name.
    ///
    /// - Parameter name: The name of the fields, in any case.
    /// - Returns: The values, in the order in which they were received.
    public func headerValues(_ name: String) -> [String] { reply?.values(for: name) ?? [] }
}

extension ReceivedResponse {
    /// The same response to a request without an error, to read the body of a response that a validator has rejected.
    package var withoutError: ReceivedResponse {
        ReceivedResponse(request: request, reply: reply, data: data, error: nil, owner: owner)
    }

    /// Returns the body as JSON; a scalar is allowed, and UTF-16 and UTF-32 are converted to UTF-8.
    ///
    /// The body is parsed once for all handlers of a request: later calls return views of the same document, or throw
    /// the same error, until all handlers were called.
    ///
    /// - Returns: The parsed body.
    /// - Throws: `JSONError`; for an empty body, the one for an empty document.
    package func parsedBody() throws -> JSON {
        if let parsed = owner?.parsedBody { return try parsed.get() }
        let parsed = Result { try JSON(data: data ?? Data(), options: .fragmentsAllowed) }
        owner?.parsedBody = parsed
        return try parsed.get()
    }
}

/// The issues of a value that a serializer returned nevertheless.
package protocol SerializationIssues: AnyObject, Sendable {
    /// One line for each issue, which begins with its path; without those that are only reported.
    var lines: [String] { get }
}

extension ReceivedResponse {
    /// Adds the issues to the response that is being serialized.
    ///
    /// Has no effect if the response was created by other code, such as a test of a serializer.
    package func note(_ issues: any SerializationIssues) { owner?.issues = issues }
}
