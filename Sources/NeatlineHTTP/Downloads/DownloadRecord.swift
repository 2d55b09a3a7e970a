internal import Foundation
public import NeatlineFoundation

/// The state of an incomplete download, which resume data contains as JSON.
///
/// The name of the file, which is in the temporary directory, is stored without its path: so the data remains valid if
/// that directory moves, as it does on iOS, and cannot refer to another file.
struct DownloadRecord: Codable, Sendable, Hashable {
    /// The validator with which a server detects that the resource has changed.
    enum Validator: Sendable, Hashable {
        /// A strong entity tag, with its quotes if it had them.
        case entityTag(String)
        case lastModified(String)

        fileprivate var entityTag: String? {
            if case .entityTag(let tag) = self { tag } else { nil }
        }

        fileprivate var lastModified: String? {
            if case .lastModified(let date) = self { date } else { nil }
        }
    }

    private static let currentVersion = 1

    private var version = currentVersion
    let url: URL
    let method: String
    let headers: [String: String]
    /// The strong entity tag, if there is one.
    private let entityTag: String?
    /// The modification date, if there is no entity tag.
    private let lastModified: String?
    /// The number of bytes in the file.
    let count: Int64
    /// The length of the complete body in bytes; `nil` if it is unknown.
    let total: Int64?
    let file: String

    /// Creates a record after a part of a response; returns `nil` if the download cannot be resumed.
    ///
    /// The response must be successful and have a validator, and must not have a content coding, because a coding need
    /// not produce the same bytes twice.
    ///
    /// - Parameters:
    ///   - request: The request before adaptation.
    ///   - rest: The range of a partial response, if the download was resumed.
    ///   - record: The record that was resumed.
    init?(
        request: URLRequest, head: ResponseHead, rest: ContentRange?, continuing record: DownloadRecord?,
        count: Int64, file: String
    ) {
        guard let url = request.url, request.httpMethod ?? "GET" == "GET", count > 0,
            head.status == (rest == nil ? 200 : 206), !head.isCoded,
            head.value(of: "accept-ranges").map({ $0.lowercased() != "none" }) ?? true,
            request.value(forHTTPHeaderField: "Range") == nil,
            let validator = rest == nil ? Validator(head) : record?.validator
        else { return nil }
        let total = rest == nil ? head.lines.contentLength : rest?.total ?? record?.total
        guard count <= total ?? .max else { return nil }
        self.url = url
        method = "GET"
        headers = request.allHTTPHeaderFields ?? [:]
        entityTag = validator.entityTag
        lastModified = validator.lastModified
        self.count = count
        self.total = total
        self.file = file
    }

    // MARK: - Data

    /// Decodes resume data.
    ///
    /// - Throws: ``InvalidResumeData``
    init(_ data: Data) throws(InvalidResumeData) {
        do {
            self = try NeatlineJSONDecoder().decode(DownloadRecord.self, from: data)
        } catch {
            throw InvalidResumeData(reason: error.fullDescription)
        }
        guard version == Self.currentVersion else { throw InvalidResumeData(reason: "its version is \(version)") }
        guard method == "GET", let scheme = url.scheme?.lowercased(), scheme == "http" || scheme == "https" else {
            throw InvalidResumeData(reason: "it is of no request that could be resumed")
        }
        guard (entityTag == nil) != (lastModified == nil), (entityTag ?? lastModified)?.isFieldText == true else {
            throw InvalidResumeData(reason: "it does not have just one validator that can be sent")
        }
        guard PartialFile.isName(file) else { throw InvalidResumeData(reason: "it names no file of a download") }
        guard count > 0, count <= total ?? .max else {
            throw InvalidResumeData(reason: "its numbers of bytes cannot be")
        }
    }

    /// The encoded record.
    var data: Data? {
        let encoder = NeatlineJSONEncoder()
        encoder.outputFormatting = .sortedKeys
        return try? encoder.encode(self)
    }

    var validator: Validator { entityTag.map { .entityTag($0) } ?? .lastModified(lastModified ?? "") }

    // MARK: - Going on

    /// The first byte to request. If the file may be complete, its last byte is requested again, because a server
    /// cannot send an empty range: it would answer 416, and it would remain unknown whether the file is complete.
    var offset: Int64 { count < total ?? 0 ? count : count - 1 }

    /// The original request.
    var request: URLRequest {
        var request = URLRequest(url: url)
        request.httpMethod = method
        request.allHTTPHeaderFields = headers
        return request
    }

    private var range: String { "bytes=\(offset)-" }

    /// The value of `If-Range`. A tag without quotes is not valid there, and can only be compared with that of the
    /// response.
    private var condition: String? { entityTag.map { $0.isQuoted ? $0 : nil } ?? lastModified }

    /// Returns the request for the rest of the resource, without content coding.
    func resuming(_ request: URLRequest) -> URLRequest {
        var request = request
        request.setValue(range, forHTTPHeaderField: "Range")
        request.setValue(condition, forHTTPHeaderField: "If-Range")
        request.setValue("identity", forHTTPHeaderField: "Accept-Encoding")
        return request
    }

    /// Returns the request for the whole resource, from a request for the rest.
    func beginningAnew(_ request: URLRequest) -> URLRequest {
        var request = request
        for name in ["Range", "If-Range"] { request.setValue(nil, forHTTPHeaderField: name) }
        let coding = headers.first { $0.key.isSameFieldName(as: "Accept-Encoding") }?.value
        request.setValue(coding, forHTTPHeaderField: "Accept-Encoding")
        return request
    }

    /// Returns whether a request is the same as the original one.
    func isMeant(by request: URLRequest) -> Bool {
        request.url == url && request.httpMethod ?? "GET" == method
            && request.value(forHTTPHeaderField: "Range") == nil
    }

    /// Returns whether a request is one for the rest.
    func isResumed(by request: URLRequest) -> Bool { request.value(forHTTPHeaderField: "Range") == range }

    /// Returns the range of a response if it is the rest of the resource, up to its end.
    func rest(_ head: ResponseHead) -> ContentRange? {
        guard head.status == 206, !head.isCoded, let range = head.value(of: "content-range").flatMap(ContentRange.init),
            range.first == offset, let whole = range.total ?? total, range.last + 1 == whole, whole == total ?? whole
        else { return nil }
        let (sent, known) =
            entityTag == nil
            ? (head.value(of: "last-modified"), lastModified) : (head.value(of: "etag"), entityTag)
        return sent == known || (sent == nil && condition != nil) ? range : nil
    }
}

extension DownloadRecord.Validator {
    /// Creates the validator of a response that is valid for ranges of bytes (RFC 9110, section 8.8.1): a strong entity
    /// tag, or else a modification date that is earlier than the response's date. One that cannot be sent is none.
    init?(_ head: ResponseHead) {
        if let tag = head.value(of: "etag"), !tag.isEmpty, !tag.hasPrefix("W/"), tag.isFieldText {
            self = .entityTag(tag)
        } else if let text = head.value(of: "last-modified"), text.isFieldText, let changed = HTTPDate.date(text),
            let sent = head.value(of: "date").flatMap(HTTPDate.date), changed < sent
        {
            self = .lastModified(text)
        } else {
            return nil
        }
    }
}

extension String {
    fileprivate var isQuoted: Bool { utf8.count > 1 && hasPrefix("\"") && hasSuffix("\"") }
}

extension ResponseHead {
    /// Whether the body has a content coding.
    var isCoded: Bool { value(of: "content-encoding").map { $0.lowercased() != "identity" } ?? false }
}

/// The value of a `Content-Range` field (RFC 9110, section 14.4): `bytes 400-999/1000`.
struct ContentRange: Sendable, Hashable {
    let first: Int64
    let last: Int64
    /// The length of the complete body in bytes; `nil` if the server does not know it (`*`).
    let total: Int64?

    /// Parses a field; returns `nil` if it is not a valid range of bytes.
    init?(_ text: String) {
        let parts = text.split(separator: " ", omittingEmptySubsequences: true)
        guard parts.count == 2, parts[0].utf8.count == 5, parts[0].lowercased() == "bytes" else { return nil }
        let range = parts[1].split(separator: "/", omittingEmptySubsequences: false)
        guard range.count == 2 else { return nil }
        let ends = range[0].split(separator: "-", omittingEmptySubsequences: false)
        guard ends.count == 2, let first = Self.number(ends[0]), let last = Self.number(ends[1]), first <= last,
            // The offset after the last byte must not overflow.
            last < .max
        else { return nil }
        if range[1] == "*" {
            total = nil
        } else {
            guard let length = Self.number(range[1]), last < length else { return nil }
            total = length
        }
        self.first = first
        self.last = last
    }

    /// Parses a number that consists of digits only; `Int64` would accept a sign.
    private static func number(_ text: Substring) -> Int64? {
        text.utf8.allSatisfy { $0 >= UInt8(ascii: "0") && $0 <= UInt8(ascii: "9") } ? Int64(text) : nil
    }
}

/// The error of a download whose resume data is invalid, in `AFError.createURLRequestFailed(error:)`.
public struct InvalidResumeData: Error, Sendable, Hashable, NSErrorBridgeable {
    /// The reason why the data is invalid, in English.
    public let reason: String

    /// A description of the error, in English.
    public var errorDescription: String? { "The resume data is not Neatline's: \(reason)" }
}
