internal import Foundation

#if canImport(FoundationNetworking)
internal import FoundationNetworking
#endif

/// A request and its response as descriptions of errors show them: method, URL, status, content type, length, and the
/// body's first bytes.
///
/// The parts of the URL that `HiddenSecrets.credentials` names are replaced by `<hidden>`.
package struct ExchangeSummary: Sendable {
    /// The most bytes of a body that are shown.
    private static let shownBytes = 200

    private let method: String
    /// The URL without its secrets; nil if there is no request.
    private let url: String?
    /// The response's status; nil if there is no response.
    package let statusCode: Int?
    /// The response's content type, as it came; nil if it has none.
    package let contentType: String?
    /// How many bytes the body has; nil if there is none in memory.
    package let byteCount: Int?
    /// The body's beginning as text, of at most 200 bytes, without the half of a character at its end.
    package let beginning: String

    package init(_ received: ReceivedResponse) {
        self.init(received.request, received.reply, received.data)
    }

    init(_ request: URLRequest?, _ reply: ReceivedHead? = nil, _ data: Data? = nil) {
        method = request?.httpMethod ?? "GET"
        url = request?.url.map { HiddenSecrets.credentials.hidden(inURL: $0.absoluteString) }
        statusCode = reply?.status
        contentType = reply?.value(for: "Content-Type")
        byteCount = data?.count
        beginning = Self.text(data ?? Data())
    }

    init(method: String?, url: String) {
        self.method = method ?? "GET"
        self.url = HiddenSecrets.credentials.hidden(inURL: url)
        (statusCode, contentType, byteCount, beginning) = (nil, nil, nil, "")
    }

    private static func text(_ data: Data) -> String {
        var text = String(decoding: data.prefix(shownBytes), as: UTF8.self).unicodeScalars
        while data.count > shownBytes, text.last == "\u{FFFD}" { text.removeLast() }
        return String(text)
    }

    // MARK: Lines

    /// Method and URL, such as `GET https://example.org/users?token=<hidden>`; nil if there is no request.
    package var requestText: String? { url.map { "\(method) \($0)" } }

    /// Status, content type and length, such as `status 404, text/html, 1256 bytes`; nil if nothing came.
    package var responseText: String? {
        let parts = [statusCode.map { "status \($0)" }, contentType, byteCount.map { "\($0) bytes" }].compactMap(\.self)
        return parts.isEmpty ? nil : parts.joined(separator: ", ")
    }

    /// The body's beginning behind `The body begins:`, with control characters escaped; nil if there is no body.
    ///
    /// Of a body that is not UTF-8, only that is said.
    package var bodyText: String? {
        if beginning.isEmpty { return nil }
        if beginning.unicodeScalars.contains(where: { $0 == "\u{FFFD}" || $0 == "\0" }) {
            return "The body is no text."
        }
        let ending = (byteCount ?? 0) > beginning.utf8.count ? "…" : ""
        return "The body begins: \(Self.printable(beginning))\(ending)"
    }

    /// All there is, on one or two lines.
    var lines: String? {
        let head = [requestText, responseText].compactMap(\.self).joined(separator: ": ")
        let lines = [head, bodyText ?? ""].filter { !$0.isEmpty }
        return lines.isEmpty ? nil : lines.joined(separator: "\n")
    }

    /// The text without what would move a terminal's cursor or change its colours.
    private static func printable(_ text: String) -> String {
        var printable = String.UnicodeScalarView()
        for scalar in text.unicodeScalars {
            let isControl = scalar.properties.generalCategory == .control && scalar != "\n" && scalar != "\t"
            if isControl, scalar != "\r" {
                printable.append(contentsOf: "\\u{\(String(scalar.value, radix: 16, uppercase: true))}".unicodeScalars)
            } else if !isControl {
                printable.append(scalar)
            }
        }
        return String(printable)
    }
}

/// An error that knows the request it ended.
package protocol ExchangeDescribing: Error {
    /// What its own description does not say of the request and its response.
    var exchangeText: String? { get }
}

extension Error {
    /// What is known of the request that the error ended, beyond what ``words`` says.
    var exchangeText: String? {
        switch self {
        case let error as URLError: error.exchangeText
        case let error as DecodingError: (error.context?.underlyingError as? UndecodableResponse)?.summary.lines
        case let error as any ExchangeDescribing: error.exchangeText
        default: nil
        }
    }
}

extension URLError {
    /// Where the method of the request is, beside Foundation's keys for its URL.
    static let methodKey = "NeatlineFailingHTTPMethod"

    fileprivate var exchangeText: String? {
        guard let url = userInfo["NSErrorFailingURLStringKey"] as? String else { return nil }
        return ExchangeSummary(method: userInfo[Self.methodKey] as? String, url: url).lines
    }
}
