internal import Foundation

/// The parts of a request by which one of several responses of a URL is chosen (RFC 9111, section 4.1).
///
/// Beside the fields that the response's `Vary` names, these are the credentials, so that an account never gets what was
/// meant for another one: `Authorization`, and `Cookie` unless the response says that it is meant for everybody. And
/// whether the body was decoded. Only digests of the values are stored, because some are secrets.
struct CacheSelection: Sendable, Hashable {
    /// The largest number of fields; a response that varies on more is not stored.
    static let fieldLimit = 32

    /// One field.
    struct Field: Sendable, Hashable {
        /// The name in lower case.
        var name: String
        /// The SHA-256 digest of the value; `nil` if the request has no such field.
        var digest: [UInt8]?
    }

    var fields: [Field]
    /// Whether content codings of the body are decoded.
    var isDecoded: Bool

    init(fields: [Field], isDecoded: Bool) {
        self.fields = fields
        self.isDecoded = isDecoded
    }

    /// Creates the selection of a response.
    ///
    /// - Parameters:
    ///   - lines: The fields of the response.
    ///   - request: The request, with all its fields.
    /// - Returns: `nil` if no other request can choose the response: `Vary` contains `*`, or too many names.
    init?(of lines: HeaderLines, to request: CacheRequest) {
        let isForAll = CacheDirectives(lines.all("cache-control")).isForAllUsers
        self.init(
            vary: lines.all("vary"), credentials: isForAll ? ["authorization"] : Self.credentials, request: request)
    }

    /// - Parameters:
    ///   - vary: The values of the response's `Vary` fields.
    ///   - credentials: The fields that must be the same, too, in lower case.
    init?(vary: [String], credentials: [String], request: CacheRequest) {
        var names: [String] = []
        for value in vary {
            for name in CacheFieldList.names(value) where !names.contains(name) {
                if name == "*" { return nil }
                names.append(name)
                if names.count > Self.fieldLimit { return nil }
            }
        }
        names += credentials.filter { !names.contains($0) }
        fields = names.sorted().map { Field(name: $0, digest: request.digest(of: $0)) }
        isDecoded = request.isDecoded
    }

    fileprivate static let credentials = ["authorization", "cookie"]

    /// Returns whether a request chooses the response.
    func matches(_ request: CacheRequest) -> Bool {
        isDecoded == request.isDecoded && fields.allSatisfy { $0.digest == request.digest(of: $0.name) }
    }

    /// Returns whether no field of a request contradicts the choice. A request that was not sent may lack fields that a
    /// session adds, but not credentials.
    func allows(_ request: CacheRequest) -> Bool {
        fields.allSatisfy { field in
            let digest = request.digest(of: field.name)
            return digest == field.digest || digest == nil && !Self.credentials.contains(field.name)
        }
    }
}

extension CacheRequest {
    /// Returns the digest of the value of a field; `nil` if there is none. White space at commas and at the ends does
    /// not count, except in credentials.
    fileprivate func digest(of name: String) -> [UInt8]? {
        let values = headers.fields.lazy.filter { $0.name.isSameFieldName(as: name) }.map(\.value)
        guard !values.isEmpty else { return nil }
        if CacheSelection.credentials.contains(name) { return Self.digest(of: Array(values), joined: "\n") }
        var parts: [String] = []
        for value in values {
            _ = CacheFieldList.forEachMember(of: value) { parts.append(String(decoding: $0, as: UTF8.self)) }
        }
        return Self.digest(of: parts, joined: ",")
    }

    private static func digest(of values: [String], joined separator: String) -> [UInt8] {
        Array(values.joined(separator: separator).utf8).withUnsafeBytes { MessageDigest<SHA256>.of($0) }
    }
}
