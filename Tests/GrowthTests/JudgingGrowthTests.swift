import NeatlineTestSupport
import Testing

/// What `excessGrowth` finds, and what it lets pass, by made-up measurements.
@Suite("Judging how work grows")
struct JudgingGrowthTests {
    private func growth(isExact: Bool, _ work: (Int) -> Int) -> Growth? {
        excessGrowth(from: 100, minimum: 100_000, isExact: isExact, measure: { UInt64(work($0)) })
    }

    @Test("Linear work passes, and so does work that is too little to matter", arguments: [true, false])
    func linear(isExact: Bool) {
        expect(growth(isExact: isExact) { 1_000 * $0 } == nil)
        expect(growth(isExact: isExact) { $0 < 20_000 ? $0 * $0 / 10_000 : 2 * $0 } == nil)
    }

    @Test("Quadratic work is found, also beside linear work", arguments: [true, false])
    func quadratic(isExact: Bool) {
        expect(growth(isExact: isExact) { $0 * $0 } != nil)
        expect(growth(isExact: isExact) { 1_000 * $0 + 10 * $0 * $0 } != nil)
    }

    @Test("Where time is measured, a slower cache from some size on is no growth")
    func slowerCache() {
        expect(growth(isExact: false) { ($0 > 300 ? 2_000 : 1_000) * $0 } == nil)
        expect(growth(isExact: true) { ($0 > 300 ? 2_000 : 1_000) * $0 } != nil)
    }
}
