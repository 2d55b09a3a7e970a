#if os(Linux)
internal import Foundation

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

/// The times at which a connection has something to do by itself, in nanoseconds of its deadlines' clock.
struct WebSocketTimes {
    var pingInterval: UInt64 = .max
    var nextPing: UInt64 = .max
    var pongDue: UInt64 = .max
    var closeDue: UInt64 = .max
    var lingerDue: UInt64 = .max
    private var timer: DueTime?
    private var timerDue: UInt64 = .max

    private var next: UInt64 { min(nextPing, pongDue, closeDue, lingerDue) }

    /// Whether there is such a time.
    var isUsed: Bool { next != .max || timer != nil }

    /// Sets a timer to the next time.
    mutating func setTimer(for transfer: CurlTransfer, on deadlines: Deadlines, now: UInt64) {
        let due = next
        guard due != timerDue || due <= now else { return }
        timerDue = due
        let timer = timer ?? DueTime(transfer)
        self.timer = timer
        if due == .max { deadlines.remove(timer) } else { deadlines.set(timer, at: due, now: now) }
    }

    mutating func removeTimer(from deadlines: Deadlines) {
        if let timer { deadlines.remove(timer) }
        timer = nil
    }

    /// Lets a connection look at its times.
    private final class DueTime: DeadlineNode {
        private weak let transfer: CurlTransfer?

        init(_ transfer: CurlTransfer) { self.transfer = transfer }

        override func deadlineReached() {
            if let transfer { transfer.loop.call(.webSocket(transfer)) }
        }
    }
}
#endif
