import Foundation
import NeatlineTestSupport
import Testing

@testable import NeatlineHTTP

@Suite("Random UUIDs")
struct RandomUUIDTests {
    @Test("Random UUIDs differ, in all bits but those of version and variant")
    func bits() {
        var (ones, zeros) = ([UInt8](repeating: 0, count: 16), [UInt8](repeating: 0, count: 16))
        for _ in 0..<1000 {
            let uuid = UUID.random()
            withUnsafeBytes(of: uuid.uuid) { bytes in
                for (index, byte) in bytes.enumerated() {
                    ones[index] |= byte
                    zeros[index] |= ~byte
                }
            }
        }
        var (version, variant) = ([UInt8](repeating: 0xFF, count: 16), [UInt8](repeating: 0xFF, count: 16))
        (version[6], variant[6]) = (0x4F, 0xBF)
        (version[8], variant[8]) = (0xBF, 0x7F)
        expect(ones == version && zeros == variant)
    }

    @Test("A process without free descriptors has different identifiers for its requests")
    func withoutDescriptors() async {
        await #expect(processExitsWith: .success) {
            let session = Session(startRequestsImmediately: false)
            try await withoutFreeDescriptors {
                let requests = (0..<3).map { session.request("http://127.0.0.1:9/\($0)") }
                expectEqual(Set(requests.map(\.id)).count, 3)
            }
        }
    }
}
