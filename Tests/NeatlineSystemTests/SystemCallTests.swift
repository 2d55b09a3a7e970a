import Foundation
import NeatlineSystem
import NeatlineTestSupport
import Testing

/// Calls that are made again.
struct SystemCallTests {
    @Test("A call that a signal interrupts is made again")
    func aCallThatASignalInterruptsIsMadeAgain() {
        var results: [Int32] = [-1, -1, 7]
        var count = 0
        let result = SystemCall.repeated {
            count += 1
            errno = EINTR
            return results.removeFirst()
        }
        expectEqual(result, 7)
        expectEqual(count, 3)
    }

    @Test("Another failure is final")
    func anotherFailureIsFinal() {
        var count = 0
        let result = SystemCall.repeated {
            count += 1
            errno = EACCES
            return Int32(-1)
        }
        expectEqual(result, -1)
        expectEqual(count, 1)
    }
}
