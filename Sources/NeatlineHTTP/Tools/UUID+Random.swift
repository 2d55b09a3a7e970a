package import Foundation

// Random UUIDs, wherever the process runs.

extension UUID {
    /// Returns a random UUID (RFC 9562, version 4).
    ///
    /// `UUID()` reads a device on Linux. If that cannot be opened, because the process has no free descriptor or sees no
    /// `/dev`, it returns the same UUID each time.
    package static func random() -> UUID {
        let high = UInt64.random(in: .min ... .max) & ~0xF000 | 0x4000
        let low = UInt64.random(in: .min ... .max) >> 2 | 1 << 63
        func byte(_ index: Int) -> UInt8 {
            UInt8(truncatingIfNeeded: (index < 8 ? high : low) >> UInt64(56 - index % 8 * 8))
        }
        return UUID(
            uuid: (
                byte(0), byte(1), byte(2), byte(3), byte(4), byte(5), byte(6), byte(7),
                byte(8), byte(9), byte(10), byte(11), byte(12), byte(13), byte(14), byte(15)
            ))
    }
}
