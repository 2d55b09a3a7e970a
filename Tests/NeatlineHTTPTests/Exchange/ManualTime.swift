import Foundation

@testable import NeatlineHTTP

/// A clock that goes when the test says, and the deadlines that go by it.
final class ManualTime: DeadlineAlarm, @unchecked Sendable {
    private let lock = NSLock()
    private var time: UInt64 = 5_000_000_000
    private var alarm: UInt64?
    private var sets = 0
    private weak var connected: Deadlines?

    /// Lives as long as the one who asked for it keeps it.
    func makeDeadlines() -> Deadlines { Deadlines(clock: { self.lock.withLock { self.time } }, alarm: self) }

    func connect(_ deadlines: Deadlines) { connected = deadlines }

    func set(to nanoseconds: UInt64) {
        lock.withLock {
            alarm = nanoseconds
            sets += 1
        }
    }

    /// How often the alarm was set.
    var alarmSets: Int { lock.withLock { sets } }
    var isAlarmSet: Bool { lock.withLock { alarm != nil } }

    /// Lets seconds pass; the alarm goes off on the way whenever it is set to.
    func pass(_ seconds: Double) {
        let end = lock.withLock { time } + UInt64((seconds * 1_000_000_000).rounded())
        while true {
            let goesOff = lock.withLock {
                guard let next = alarm, next <= end else {
                    time = end
                    return false
                }
                alarm = nil
                time = max(time, next)
                return true
            }
            guard goesOff else { return }
            connected?.advance()
        }
    }

    var now: UInt64 { lock.withLock { time } }
}

/// A deadline that writes down when it is reached.
final class RecordedDeadline: DeadlineNode, @unchecked Sendable {
    let time: ManualTime
    private(set) var reached: [UInt64] = []

    init(_ time: ManualTime) { self.time = time }

    override func deadlineReached() { reached.append(time.now) }
}
