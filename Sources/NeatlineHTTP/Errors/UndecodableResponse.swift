internal import Foundation
internal import NeatlineFoundation

/// The response that could not be decoded: the `underlyingError` of a `DecodingError`'s context, unless the decoder has
/// set one.
struct UndecodableResponse: NSErrorBridgeable, Sendable, CustomStringConvertible {
    let summary: ExchangeSummary

    var description: String { summary.lines ?? "" }
}

extension DecodingError {
    var context: Context? {
        switch self {
        case .keyNotFound(_, let context), .typeMismatch(_, let context), .valueNotFound(_, let context),
            .dataCorrupted(let context):
            context
        @unknown default: nil
        }
    }

    /// Returns the same error with the response as the underlying error of its context, unless it has another one.
    private func about(_ received: ReceivedResponse) -> DecodingError {
        guard let context, context.underlyingError == nil else { return self }
        let described = Context(
            codingPath: context.codingPath, debugDescription: context.debugDescription,
            underlyingError: UndecodableResponse(summary: ExchangeSummary(received)))
        switch self {
        case .keyNotFound(let key, _): return .keyNotFound(key, described)
        case .typeMismatch(let type, _): return .typeMismatch(type, described)
        case .valueNotFound(let type, _): return .valueNotFound(type, described)
        case .dataCorrupted: return .dataCorrupted(described)
        @unknown default: return self
        }
    }

    /// Returns the `AFError` for an error of a decoder; a `DecodingError` contains the response.
    static func failure(_ error: any Error, decoding received: ReceivedResponse) -> AFError {
        .responseSerializationFailed(
            reason: .decodingFailed(error: (error as? DecodingError)?.about(received) ?? error))
    }
}
