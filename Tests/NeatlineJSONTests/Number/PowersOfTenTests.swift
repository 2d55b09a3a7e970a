import NeatlineTestSupport
import Testing

@testable import NeatlineJSON

@Suite("Powers of ten")
struct PowersOfTenTests {
    @Test("Every entry is the leading 128 bits of its power, rounded as documented")
    func entries() {
        for exponent in PowersOfTen.exponents {
            let (high, low) = PowersOfTen.entry(exponent)
            expectEqual(high >> 63, 1, "10^\(exponent)")
            let entry = BigNatural(high: high, low: low)
            let power = BigNatural.power(5, abs(exponent))
            if exponent < -27 {
                // entry <= 2^b / 5^n < entry + 1
                let whole = BigNatural(1).shifted(by: power.bitWidth + 127)
                expect(entry.multiplied(by: power) <= whole, "10^\(exponent)")
                expect(whole < entry.adding(1).multiplied(by: power), "10^\(exponent)")
            } else if exponent < 0 {
                // entry - 1 <= 2^b / 5^n < entry
                let whole = BigNatural(1).shifted(by: power.bitWidth + 127)
                expect(entry.multiplied(by: power) <= whole.adding(power), "10^\(exponent)")
                expect(whole < entry.multiplied(by: power), "10^\(exponent)")
            } else if exponent <= 55 {
                expectEqual(entry, power.shifted(by: 128 - power.bitWidth), "10^\(exponent)")
            } else {
                let shift = power.bitWidth - 128
                expect(entry.shifted(by: shift) <= power, "10^\(exponent)")
                expect(power < entry.adding(1).shifted(by: shift), "10^\(exponent)")
            }
        }
    }

    @Test("Entries rounded up are exact or the next above the true value")
    func entriesRoundedUp() {
        for exponent in PowersOfTen.exponents {
            let (high, low) = PowersOfTen.entryRoundedUp(exponent)
            let entry = BigNatural(high: high, low: low)
            let power = BigNatural.power(5, abs(exponent))
            // Lower bound: the entry before this one is below the true value, unless this one is exact.
            if exponent < 0 {
                let whole = BigNatural(1).shifted(by: power.bitWidth + 127)
                expect(whole < entry.multiplied(by: power), "10^\(exponent)")
                expect(entry.multiplied(by: power) <= whole.adding(power), "10^\(exponent)")
            } else if exponent > 55 {
                let shift = power.bitWidth - 128
                expect(power < entry.shifted(by: shift), "10^\(exponent)")
                expect(entry.shifted(by: shift) <= power.adding(BigNatural(1).shifted(by: shift)), "10^\(exponent)")
            } else {
                expect((high, low) == PowersOfTen.entry(exponent), "10^\(exponent)")
            }
        }
    }

    @Test("The binary exponent is the floor of the power's logarithm")
    func binaryExponents() {
        for exponent in PowersOfTen.exponents {
            // 5^n lies strictly between two powers of two for n > 0.
            let bits = BigNatural.power(5, abs(exponent)).bitWidth
            let floor = exponent < 0 ? -bits : bits - 1
            expectEqual(PowersOfTen.binaryExponent(exponent), floor + exponent, "10^\(exponent)")
        }
    }
}
