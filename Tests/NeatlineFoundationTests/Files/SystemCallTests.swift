import Foundation
@testable import NeatlineFoundation
import Testing

/// Calls that are made again, and what writing says.
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
        #expect(result == 7)
        #expect(count == 3)
    }

    @Test("Another failure is final")
    func anotherFailureIsFinal() {
        var count = 0
        let result = SystemCall.repeated {
            count += 1
            errno = EACCES
            return Int32(-1)
        }
        #expect(result == -1)
        #expect(count == 1)
    }

    @Test("All bytes are written")
    func allBytesAreWritten() throws {
        let url = FileManager.default.temporaryDirectory.appendingPathComponent("neatline-\(UUID().uuidString)")
        defer { try? FileManager.default.removeItem(at: url) }
        let descriptor = open(url.path, O_WRONLY | O_CREAT | O_EXCL, 0o600)
        let bytes = Data((0..<100_000).map { UInt8(truncatingIfNeeded: $0) })
        let written = bytes.withUnsafeBytes { SystemCall.write($0, to: descriptor) }
        close(descriptor)
        #expect(written.count == bytes.count)
        #expect(written.code == nil)
        #expect(try Data(contentsOf: url) == bytes)
    }

    #if os(Linux)
    @Test("A full disk is named")
    func aFullDiskIsNamed() {
        let descriptor = open("/dev/full", O_WRONLY)
        let written = Data([1, 2, 3]).withUnsafeBytes { SystemCall.write($0, to: descriptor) }
        close(descriptor)
        #expect(written.count == 0)
        #expect(written.code == ENOSPC)
    }
    #endif
}
