internal import Foundation
internal import NeatlineFoundation
package import NeatlineJSON

extension ReceivedResponse {
    /// The body as JSON, of any kind, with a UTF-16 or UTF-32 text turned into UTF-8.
    ///
    /// The first of a request's handlers that asks has the body parsed. Those after it get views on the same document, or
    /// the same error, until all were served.
    ///
    /// - Throws: `JSONError`; that of an empty text if there is no body.
    package func parsedBody() throws -> JSON {
        if let parsed = owner?.parsedBody { return try parsed.get() }
        let parsed = Result { try JSON(data: data ?? Data(), options: .fragmentsAllowed) }
        owner?.parsedBody = parsed
        return try parsed.get()
    }
}
