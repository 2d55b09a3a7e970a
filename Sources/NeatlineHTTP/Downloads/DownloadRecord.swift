internal import Foundation
internal import NeatlineFoundation

#if canImport(FoundationNetworking)
internal import FoundationNetworking
#endif

/// How far a download has come, and what is needed to go on: resume data is this as JSON.
///
/// The file is in the temporary directory and named without its path, so that the data holds where that directory moves,
/// as it does on iOS, and leads to no other file.
struct DownloadRecord: Codable, Sendable, Hashable {
    /// How a server tells whether what it has is still what was begun.
    enum Validator: Sendable, Hashable {
        /// A strong one, with its quotes if it came with them.
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
    /// A strong one, or nil.
    private let entityTag: String?
    /// What stands for a tag where there is none.
    private let lastModified: String?
    /// Bytes that are in the file.
    let count: Int64
    /// Bytes of the whole; nil where nobody knows.
    let total: Int64?
    let file: String

    /// What can be gone on with after some of a response; nil if that cannot be.
    ///
    /// The response must be a success with a validator, and its bytes those of the resource, not of a content coding: a
    /// coding need not come out the same twice.
    ///
    /// - Parameters:
    ///   - request: The request before it was adapted.
    ///   - rest: The part of the whole that the response has, if it goes on where another has stopped.
    ///   - record: How far that one had come.
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

    /// What resume data says.
    ///
    /// - Throws: ``InvalidResumeData``.
    init(_ data: Data) throws(InvalidResumeData) {
        do {
            self = try NeatlineJSONDecoder().decode(DownloadRecord.self, from: data)
        } catch {
            throw InvalidResumeData(reason: error.words)
        }
        guard version == Self.currentVersion else { throw InvalidResumeData(reason: "its version is \(version)") }
        guard method == "GET", let scheme = url.scheme?.lowercased(), scheme == "http" || scheme == "https" else {
            throw InvalidResumeData(reason: "it is of no request that could be resumed")
        }
        guard (entityTag == nil) != (lastModified == nil) else {
            throw InvalidResumeData(reason: "it does not have just one validator")
        }
        guard PartialFile.isName(file) else { throw InvalidResumeData(reason: "it names no file of a download") }
        guard count > 0, count <= total ?? .max else {
            throw InvalidResumeData(reason: "its numbers of bytes cannot be")
        }
    }

    /// The record as resume data.
    var data: Data? {
        let encoder = NeatlineJSONEncoder()
        encoder.outputFormatting = .sortedKeys
        return try? encoder.encode(self)
    }

    var validator: Validator { entityTag.map { .entityTag($0) } ?? .lastModified(lastModified ?? "") }

    // MARK: - Going on

    /// The first byte to ask for. The last byte is asked for again where there may be no more, because a server cannot
    /// send nothing: it would answer 416, and nobody knew whether the file is whole.
    var offset: Int64 { count < total ?? 0 ? count : count - 1 }

    /// The request that was made first.
    var request: URLRequest {
        var request = URLRequest(url: url)
        request.httpMethod = method
        request.allHTTPHeaderFields = headers
        return request
    }

    private var range: String { "bytes=\(offset)-" }

    /// What a server can be asked to compare: a tag without quotes is none there, and can only be looked for in its answer.
    private var condition: String? { entityTag.map { $0.isQuoted ? $0 : nil } ?? lastModified }

    /// The request for the rest, of the resource as it is and not coded.
    func resuming(_ request: URLRequest) -> URLRequest {
        var request = request
        request.setValue(range, forHTTPHeaderField: "Range")
        request.setValue(condition, forHTTPHeaderField: "If-Range")
        request.setValue("identity", forHTTPHeaderField: "Accept-Encoding")
        return request
    }

    /// The request for all of it, after one for the rest.
    func beginningAnew(_ request: URLRequest) -> URLRequest {
        var request = request
        for name in ["Range", "If-Range"] { request.setValue(nil, forHTTPHeaderField: name) }
        let coding = headers.first { $0.key.isSameFieldName(as: "Accept-Encoding") }?.value
        request.setValue(coding, forHTTPHeaderField: "Accept-Encoding")
        return request
    }

    /// Whether a request, which was made anew, is the one that was made first.
    func isMeant(by request: URLRequest) -> Bool {
        request.url == url && request.httpMethod ?? "GET" == method
            && request.value(forHTTPHeaderField: "Range") == nil
    }

    /// Whether a request is one for the rest.
    func isResumed(by request: URLRequest) -> Bool { request.value(forHTTPHeaderField: "Range") == range }

    /// What a response to such a request says of its part, if that is the rest of what was begun, up to the end.
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
    /// The validator of a response that holds for single bytes (RFC 9110, section 8.8.1): an entity tag unless it is
    /// weak, else a date that was past when the response was made.
    init?(_ head: ResponseHead) {
        if let tag = head.value(of: "etag"), !tag.isEmpty, !tag.hasPrefix("W/") {
            self = .entityTag(tag)
        } else if let text = head.value(of: "last-modified"), let changed = HTTPDate.date(text),
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
    /// Whether the body as sent is in a content coding.
    var isCoded: Bool { value(of: "content-encoding").map { $0.lowercased() != "identity" } ?? false }
}
