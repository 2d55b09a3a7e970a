/// Makes requests and holds what they share.
open class Session: @unchecked Sendable {
}

/// What requests need of their session, which outlives it.
final class SessionCore: @unchecked Sendable {
}
