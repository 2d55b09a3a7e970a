internal import Foundation

#if canImport(FoundationNetworking)
internal import FoundationNetworking
#endif

/// Whether a response is one that a request can use, by its status and by its content type: what `validate()` asks.
enum ResponseValidation {
    /// The statuses of success, which `validate()` accepts.
    static let acceptableStatusCodes = 200..<300

    /// The content types that a request names as acceptable in its `Accept`; `*/*` if it has none.
    static func acceptableContentTypes(of request: URLRequest?) -> [String] {
        guard let accept = request?.value(forHTTPHeaderField: "Accept") else { return ["*/*"] }
        return accept.split(separator: ",", omittingEmptySubsequences: false).map(MediaType.trimmed)
    }

    /// Whether sequences of this type are of the standard library's, so that to look into one calls no code of users.
    static func isQuick(_ type: any Sequence<Int>.Type) -> Bool {
        type == Range<Int>.self || type == ClosedRange<Int>.self || type == [Int].self || type == Set<Int>.self
            || type == CollectionOfOne<Int>.self
    }

    /// Why a status is not acceptable; nil if it is.
    static func error(ofStatusCode status: Int, acceptable: some Sequence<Int>) -> AFError? {
        if acceptable.contains(status) { return nil }
        return .responseValidationFailed(reason: .unacceptableStatusCode(code: status))
    }

    /// Why a content type is not acceptable; nil if it is.
    ///
    /// - Parameters:
    ///   - field: The value of `Content-Type`, parameters and all; nil if there is none, which only `*/*` accepts.
    ///   - acceptable: Content types, with `*` for any type or subtype; their parameters do not matter.
    ///   - hasBody: An empty body has no type, and passes.
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
