internal import Foundation

/// The checks of `validate()`: the status code and the content type.
enum ResponseValidation {
    /// The status codes that `validate()` accepts.
    static let acceptableStatusCodes = 200..<300

    /// Returns the content types in the `Accept` field of a request; `*/*` if it has none.
    static func acceptableContentTypes(of request: URLRequest?) -> [String] {
        guard let accept = request?.value(forHTTPHeaderField: "Accept") else { return ["*/*"] }
        return accept.split(separator: ",", omittingEmptySubsequences: false).map(MediaType.trimmed)
    }

    /// Returns whether a sequence type is one of the standard library's, so that searching it calls no users' code.
    static func isQuick(_ type: any Sequence<Int>.Type) -> Bool {
        type == Range<Int>.self || type == ClosedRange<Int>.self || type == [Int].self || type == Set<Int>.self
            || type == CollectionOfOne<Int>.self
    }

    /// Returns the error for a status code; `nil` if it is acceptable.
    static func error(ofStatusCode status: Int, acceptable: some Sequence<Int>) -> AFError? {
        if acceptable.contains(status) { return nil }
        return .responseValidationFailed(reason: .unacceptableStatusCode(code: status))
    }

    /// Returns the error for a content type; `nil` if it is acceptable.
    ///
    /// - Parameters:
    ///   - field: The value of `Content-Type` with its parameters; `nil` if there is none, which only `*/*` accepts.
    ///   - acceptable: The acceptable content types, in which `*` is any type or subtype; parameters are ignored.
    ///   - hasBody: Whether there is a body. An empty one is accepted.
    static func error(
        ofContentType field: String?, acceptable: some Sequence<String>, hasBody: Bool
    ) -> AFError? {
        guard hasBody else { return nil }
        guard let field, let type = MediaType(field) else {
            if acceptable.contains(where: { MediaType($0)?.isWildcard == true }) { return nil }
            return .responseValidationFailed(reason: .missingContentType(acceptableContentTypes: acceptable.sorted()))
        }
        if acceptable.contains(where: { MediaType($0)?.includes(type) == true }) { return nil }
        return .responseValidationFailed(
            reason: .unacceptableContentType(
                acceptableContentTypes: acceptable.sorted(), responseContentType: type.text))
    }
}

/// A media type and subtype, each of which may be the wildcard `*`: `text/*` (RFC 9110, section 8.3.1).
struct MediaType {
    /// The original text, without parameters and white space.
    let text: String
    private let type: Substring
    private let subtype: Substring

    /// Parses the media type at the start of a field; returns `nil` if it is empty.
    ///
    /// In a value without a slash, type and subtype are the same.
    init?(_ field: String) {
        let media = field.utf8.firstIndex(of: UInt8(ascii: ";")).map { field[..<$0] } ?? field[...]
        text = MediaType.trimmed(media).readable
        guard !text.isEmpty else { return nil }
        // Media types are case-insensitive.
        let name = text.lowercased()
        type = name.prefix { $0 != "/" }
        subtype = name.lastIndex(of: "/").map { name[name.index(after: $0)...] } ?? name[...]
    }

    /// Whether both type and subtype are wildcards.
    var isWildcard: Bool { type == "*" && subtype == "*" }

    /// Returns whether this type, which may have wildcards, includes another one without wildcards.
    func includes(_ other: MediaType) -> Bool {
        (type == "*" || type == other.type) && (subtype == "*" || subtype == other.subtype)
    }

    /// Returns a text without the white space around it.
    static func trimmed(_ text: Substring) -> String {
        func isBlank(_ byte: UInt8) -> Bool { byte == 0x20 || (0x09...0x0D).contains(byte) }
        guard let first = text.utf8.firstIndex(where: { !isBlank($0) }),
            let last = text.utf8.lastIndex(where: { !isBlank($0) })
        else { return "" }
        return String(text[first...last])
    }
}
