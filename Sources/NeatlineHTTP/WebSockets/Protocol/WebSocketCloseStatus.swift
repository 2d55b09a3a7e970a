internal import Foundation

/// The status codes of close frames (RFC 6455, section 7.4, and the registry of section 11.7).
package enum WebSocketCloseStatus {
    package static let normal = 1000
    package static let protocolError = 1002
    package static let invalidPayload = 1007
    package static let messageTooBig = 1009
    /// The peer's close frame had no code. Never sent.
    package static let none = 1005
    /// The connection was lost. Never sent.
    package static let abnormal = 1006

    /// The maximum size of a reason in bytes: a control frame has at most 125, of which the code takes two.
    package static let maximumReasonSize = 123

    /// Returns the UTF-8 of a reason, which is cut between Unicode scalars if it is too long.
    package static func reason(_ text: String) -> [UInt8] {
        var reason = Array(text.utf8.prefix(maximumReasonSize + 1))
        guard reason.count > maximumReasonSize else { return reason }
        while let last = reason.popLast(), UTF8.isContinuation(last) {}
        return reason
    }

    /// Returns whether a close frame may contain a code.
    ///
    /// 1004 is not defined, 1005, 1006 and 1015 are never sent, and those below 3000 that are not registered are
    /// invalid. 3000 to 3999 belong to libraries and 4000 to 4999 to applications.
    package static func isValid(_ code: Int) -> Bool {
        1000...1003 ~= code || 1007...1014 ~= code || 3000...4999 ~= code
    }
}

extension URLSessionWebSocketTask.CloseCode {
    /// The code of a close frame, or `.invalid` if Foundation has none for it: use
    /// ``WebSocketRequest/closeStatus`` to know such codes.
    init(status: Int) { self = Self(rawValue: status) ?? .invalid }
}
