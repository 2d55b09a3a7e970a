import Foundation
@testable import NeatlineFoundation
import NeatlineTestSupport
import Testing

/// Where the stack ends, and where on it a call is.
struct StackBoundsTests {
    @Test("A call is on the stack of its thread", arguments: [512 << 10, 4 << 20])
    func aCallIsOnTheStackOfItsThread(size: Int) {
        final class Answer: @unchecked Sendable { var room: UInt? }
        let answer = Answer()
        let thread = Thread {
            let (position, limit) = (StackBounds.position, StackBounds.current.limit)
            answer.room = position > limit ? position - limit : nil
        }
        thread.stackSize = size
        thread.start()
        while !thread.isFinished { sched_yield() }
        // The thread itself has taken some. It may have got a larger stack, which a thread that has ended has left.
        let room = answer.room.map { Int($0) } ?? 0
        expect(room > size / 2 && room < 256 << 20)
    }
}
