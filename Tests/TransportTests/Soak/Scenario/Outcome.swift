#if os(Linux)
import Foundation
import NeatlineHTTP

/// How a request to a server that breaks the rules ended.
enum Outcome: Equatable, Sendable, CustomStringConvertible {
    /// With a response that counts as whole.
    case whole(Int, String)
    /// With an error; the status is that of a head that came before.
    case failed(TransportError.Code, Int?, String)

    var description: String {
        switch self {
        case .whole(let status, let body): "\(status) '\(body)'"
        case .failed(let code, let status, let body):
            "\(code) after \(status.map { "\($0)" } ?? "no head") '\(body)'"
        }
    }
}

extension Outcome {
    /// How a session's request ended.
    init<Value>(_ result: AFResult<Value>, _ status: Int?, _ body: Data?) {
        let text = String(decoding: (body ?? Data()).prefix(100), as: UTF8.self)
        guard let error = result.error else {
            self = .whole(status ?? 0, text)
            return
        }
        self = .failed(Self.code(of: error), status, text)
    }

    private static func code(of error: AFError) -> TransportError.Code {
        if error.isExplicitlyCancelledError { return .cancelled }
        if error.isSessionDeinitializedError { return .invalidated }
        let underlying = (error.underlyingError as? URLError)?.userInfo[NSUnderlyingErrorKey]
        return (underlying as? TransportError)?.code ?? .other
    }

    var isWhole: Bool {
        if case .whole = self { return true }
        return false
    }

    /// Whether both are the same response, or the same error after whatever had come.
    func isSameEnd(as other: Outcome) -> Bool {
        if case .failed(let code, _, _) = self, case .failed(let otherCode, _, _) = other { return code == otherCode }
        return self == other
    }
}
#endif
