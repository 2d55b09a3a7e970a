internal import Foundation
internal import NeatlineFoundation
package import NeatlineJSON

extension ReceivedResponse {
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
