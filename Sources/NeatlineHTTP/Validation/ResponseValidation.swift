internal import Foundation

#if canImport(FoundationNetworking)
internal import FoundationNetworking
#endif

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
