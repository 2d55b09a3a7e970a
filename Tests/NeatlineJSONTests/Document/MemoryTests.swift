import NeatlineTestSupport
import Testing

@testable import NeatlineJSON

@Suite("The system's memory")
struct MemoryTests {
    @Test("A process that has too little memory says so, also in a release build")
    func shortage() async throws {
        let results = [
            await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
                Memory.free(Memory.allocate(UInt64.self, capacity: 1 << 50))
            },
            await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
                Memory.free(Memory.allocateZeroed(UInt64.self, capacity: 1 << 50))
            },
        ]
        for result in results {
            let said = String(decoding: try #require(result).standardErrorContent, as: UTF8.self)
            // The allocators of sanitizers end the process in other words.
            expect(said.contains("failed to allocate 9007199254740992 bytes") || said.contains("Sanitizer"))
        }
    }
}
