import Testing

@testable import NeatlineJSON

@Suite
struct LaneSetTests {
    /// All 65,536 sets, each created as a scanner does it: by comparing bytes.
    @Test("Every set has its first lane")
    func everySet() {
        for bits in 0..<(1 << 16) {
            var bytes = SIMD16<Int8>(repeating: 0x61)
            for lane in 0..<16 where bits & (1 << lane) != 0 { bytes[lane] = 0x22 }
            let mask = bytes .== SIMD16<Int8>(repeating: 0x22)
            let isEmpty = bits == 0
            guard LaneSet(mask).isEmpty == isEmpty, PortableLaneSet(mask).isEmpty == isEmpty else {
                Issue.record("\(bits)")
                return
            }
            if isEmpty { continue }
            let first = bits.trailingZeroBitCount
            guard LaneSet(mask).first == first, PortableLaneSet(mask).first == first else {
                Issue.record("\(bits)")
                return
            }
        }
    }
}
