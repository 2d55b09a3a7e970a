public import Foundation
internal import NeatlineFoundation
public import NeatlineHTTP
public import NeatlineJSON

/// A successful response of a site: its status code is 200 to 299, and its content type is the expected one.
public struct DrupalResponse: Sendable {
    /// The status code: 200 to 299.
    public let status: Int
    /// The header fields of the response.
    public let headers: HTTPHeaders
    /// The body; empty if there is none.
    public let data: Data
    /// The parsed body; `.null` if it is empty, or its content type is not JSON.
    public let json: JSON
    /// The URL that the response came from, against which its links are resolved.
    var url: URL?
    /// The method and path of the request, as in the errors about it.
    var request: String?

    /// The URL of the entity that was created, from the `Location` field.
    public var location: URL? { headers["Location"].flatMap { URL(string: $0, relativeTo: url)?.absoluteURL } }

    /// The body as text; bytes that are not UTF-8 become U+FFFD.
    public var text: String { String(decoding: data, as: UTF8.self) }
}

/// The head and body of a response, before they are checked.
struct ReceivedReply: Sendable {
    let status: Int
    let headers: HTTPHeaders
    let data: Data
    /// The media type in lower case without parameters; empty if there is none.
    let mediaType: String

    init(status: Int, headers: HTTPHeaders, data: Data) {
        self.status = status
        self.headers = headers
        self.data = data
        let type = (headers["Content-Type"] ?? "").prefix { $0 != ";" && $0 != "," }
        mediaType = type.trimmingCharacters(in: .whitespaces).lowercased()
    }

    var isJSON: Bool { ExpectedContent.isJSON(mediaType) }

    /// Returns the parsed body; `nil` if it is not JSON, or cannot be parsed.
    func parsedBody() -> JSON? { isJSON && !data.isEmpty ? try? JSON(data: data, options: .fragmentsAllowed) : nil }
}
