internal import Foundation
internal import NeatlineFoundation

/// The response that a `DecodingError` is about: the `underlyingError` of its context, where the decoder has set none.
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

    /// The same error, whose context has the response as its underlying error unless it has another one.
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

    /// What a decoder has thrown, with the response that it could not decode if it is a `DecodingError`.
    static func failure(_ error: any Error, decoding received: ReceivedResponse) -> AFError {
        .responseSerializationFailed(
            reason: .decodingFailed(error: (error as? DecodingError)?.about(received) ?? error))
    }
}
