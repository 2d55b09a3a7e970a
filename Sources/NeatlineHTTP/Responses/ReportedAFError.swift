internal import NeatlineFoundation

#if canImport(ObjectiveC)
internal import Foundation
#else
public import Foundation

/// An ``AFError`` as it is thrown by `value`, with the text of the request and the response.
///
/// The cases of `AFError` are Alamofire's, and the one of a status code has no room for more than the code. Every cast and
/// every pattern finds the `AFError` in this object, because on Linux the runtime converts an `NSError` to a type that
/// is bridged to it.
///
/// Unchecked Sendable because nothing changes after the initializer.
final class ReportedAFError: NSError, LocalizedError, ExchangeDescribing, @unchecked Sendable {
    let error: AFError
    /// The method and URL, the status code, and the beginning of the body.
    let exchangeText: String?

    /// - Parameters:
    ///   - error: The error.
    ///   - exchangeText: The text of the request and the response, without secrets.
    init(_ error: AFError, exchangeText: String) {
        self.error = error
        self.exchangeText = exchangeText
        let plain = error as NSError
        super.init(
            domain: plain.domain, code: plain.code,
            userInfo: [NSLocalizedDescriptionKey: [error.description, exchangeText].joined(separator: "\n")])
    }

    required init?(coder: NSCoder) { nil }

    override var description: String { localizedDescription }
    var errorDescription: String? { localizedDescription }
}

extension AFError {
    /// Converts a thrown error with a text back to the error.
    public static func _conditionallyBridgeFromObjectiveC(_ source: NSError, result: inout AFError?) -> Bool {
        result = (source as? ReportedAFError)?.error
        return result != nil
    }

    /// Converts a thrown error with a text back to the error.
    public static func _forceBridgeFromObjectiveC(_ source: NSError, result: inout AFError?) {
        result = (source as? ReportedAFError)?.error
    }
}
#endif

extension Result where Failure == AFError {
    /// Returns the value, or throws the error with the text of the response, unless no response was received or the
    /// error contains the text.
    func get(reporting summary: @autoclosure () -> ExchangeSummary) throws -> Success {
        #if !canImport(ObjectiveC)
        if case .failure(let error) = self, error.underlyingError?.exchangeText == nil {
            let summary = summary()
            if summary.statusCode != nil, let text = summary.lines {
                throw ReportedAFError(error, exchangeText: text)
            }
        }
        #endif
        return try get()
    }
}
