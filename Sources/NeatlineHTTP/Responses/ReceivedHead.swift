internal import Foundation

/// The head of a response, as received or as created by other code.
enum ReceivedHead: Sendable {
    /// A received head; its `HTTPURLResponse` is created at the first access.
    case head(ResponseHead)
    case made(HTTPURLResponse)

    var response: HTTPURLResponse? {
        switch self {
        case .head(let head): head.response
        case .made(let response): response
        }
    }

    var status: Int {
        switch self {
        case .head(let head): head.status
        case .made(let response): response.statusCode
        }
    }

    /// Returns the values of all fields with a name, joined by commas.
    func value(for name: String) -> String? {
        switch self {
        case .head(let head): head.head.value(for: name)
        case .made(let response): response.value(forHTTPHeaderField: name)
        }
    }

    /// Returns the values of all fields with a name, separately if they are known.
    func values(for name: String) -> [String] {
        switch self {
        case .head(let head): head.head.values(for: name)
        case .made(let response): response.value(forHTTPHeaderField: name).map { [$0] } ?? []
        }
    }

    var headers: HTTPHeaders {
        switch self {
        case .head(let head): head.head.headers
        case .made(let response): response.headers
        }
    }

    var url: URL? {
        switch self {
        case .head(let head): head.url
        case .made(let response): response.url
        }
    }
}

/// A summary of a request and its response for descriptions of errors: method, URL, status code, content type, length,
/// and the first bytes of the body.
///
/// The parts of the URL that `HiddenSecrets.credentials` names are replaced by `<hidden>`.
package struct ExchangeSummary: Sendable {
    /// The maximum number of bytes of a body that are shown.
    private static let shownBytes = 200

    private let method: String
    /// The URL without secrets; `nil` if there is no request.
    private let url: String?
    /// The status code; `nil` if there is no response.
    package let statusCode: Int?
    /// The content type; `nil` if the response has none.
    package let contentType: String?
    /// The length of the body in bytes; `nil` if it is not in memory.
    package let byteCount: Int?
    /// The first bytes of the body as text, at most 200, without an incomplete character at the end.
    package let beginning: String

    package init(_ received: ReceivedResponse) {
        self.init(received.request, received.reply, received.data)
    }

    init(_ request: URLRequest?, _ reply: ReceivedHead? = nil, _ data: Data? = nil, file: URL? = nil) {
        method = request?.httpMethod ?? "GET"
        url = request?.url.map { HiddenSecrets.credentials.hidden(inURL: $0.absoluteString) }
        statusCode = reply?.status
        contentType = reply?.value(for: "Content-Type")
        let file = file.flatMap { try? ReadableFile($0) }
        byteCount = data?.count ?? file.flatMap { try? Int($0.length()) }
        beginning = Self.text(data ?? file.flatMap { try? $0.read(Self.shownBytes + 1, at: 0) } ?? Data())
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

    /// The method and URL, such as `GET https://example.org/users?token=<hidden>`; `nil` if there is no request.
    package var requestText: String? { url.map { "\(method) \($0)" } }

    /// The status code, content type and length, such as `status 404, text/html, 1256 bytes`; `nil` if no response was
    /// received.
    package var responseText: String? {
        let parts = [statusCode.map { "status \($0)" }, contentType, byteCount.map { "\($0) bytes" }].compactMap(\.self)
        return parts.isEmpty ? nil : parts.joined(separator: ", ")
    }

    /// The text `The body begins:` with the first bytes, whose control characters are escaped; `nil` if there is no
    /// body.
    ///
    /// For a body that is not UTF-8, the text says only that.
    package var bodyText: String? {
        if beginning.isEmpty { return nil }
        if beginning.unicodeScalars.contains(where: { $0 == "\u{FFFD}" || $0 == "\0" }) {
            return "The body is no text."
        }
        let ending = (byteCount ?? 0) > beginning.utf8.count ? "…" : ""
        // A line break at the end would leave an empty line.
        let text = Self.printable(beginning).trimmingCharacters(in: .newlines)
        return "The body begins: \(text)\(ending)"
    }

    /// All parts, on one or two lines.
    var lines: String? {
        let head = [requestText, responseText].compactMap(\.self).joined(separator: ": ")
        let lines = [head, bodyText ?? ""].filter { !$0.isEmpty }
        return lines.isEmpty ? nil : lines.joined(separator: "\n")
    }

    /// Returns the text without characters that control a terminal's cursor or colors.
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

/// An error with a summary of the request that it has ended.
package protocol ExchangeDescribing: Error {
    /// The part of the summary that the error's description does not contain.
    var exchangeText: String? { get }
}

extension Error {
    /// A summary of the request that the error has ended, beyond ``fullDescription``.
    var exchangeText: String? {
        switch self {
        // First, because on Linux Foundation casts every `NSError` to `CocoaError`.
        case let error as any ExchangeDescribing: error.exchangeText
        case let error as URLError: error.exchangeText
        case let error as DecodingError: (error.context?.underlyingError as? UndecodableResponse)?.summary.lines
        case let error as CocoaError:
            (error.userInfo[UndecodableResponse.userInfoKey] as? UndecodableResponse)?.summary.lines
        default: nil
        }
    }
}

extension URLError {
    /// The key of the request's method, besides Foundation's keys for its URL.
    static let methodKey = "NeatlineFailingHTTPMethod"

    fileprivate var exchangeText: String? {
        guard let url = userInfo["NSErrorFailingURLStringKey"] as? String else { return nil }
        return ExchangeSummary(method: userInfo[Self.methodKey] as? String, url: url).lines
    }
}
