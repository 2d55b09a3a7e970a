#if os(Linux)
/// The pings of a connection that were not answered, in order.
struct WebSocketPings {
    private var waiting: [(payload: [UInt8], completion: WebSocketCompletion?)] = []
    private var number: UInt64 = 0

    /// The payload of the next ping, by which its pong is recognized.
    mutating func nextPayload() -> [UInt8] {
        number += 1
        return number.bigEndianBytes
    }

    /// Adds a ping that was sent.
    ///
    /// - Parameter completion: Called when it is answered; `nil` for a ping that is sent automatically.
    mutating func add(_ payload: [UInt8], _ completion: WebSocketCompletion?) { waiting.append((payload, completion)) }

    /// Whether an automatic ping was not answered.
    var awaitsAutomatic: Bool { waiting.contains { $0.completion == nil } }

    /// Removes the ping that a pong answers, and those before it, which are answered together with it (RFC 6455, section
    /// 5.5.3). A pong may answer no ping.
    mutating func answered(by payload: [UInt8]) -> [WebSocketCompletion] {
        guard let index = waiting.lastIndex(where: { $0.payload == payload }) else { return [] }
        defer { waiting.removeFirst(index + 1) }
        return waiting[...index].compactMap(\.completion)
    }

    var all: [WebSocketCompletion] { waiting.compactMap(\.completion) }
}
#endif
