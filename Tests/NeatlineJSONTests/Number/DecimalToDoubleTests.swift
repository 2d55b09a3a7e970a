import NeatlineTestSupport
import Testing

@testable import NeatlineJSON

@Suite("Text to double")
struct DecimalToDoubleTests {
    private func expectSame(_ text: String, _ location: SourceLocation = #_sourceLocation) {
        let value = parsedDouble(text)
        let expected = Double(text)
        expectEqual(
            value.bitPattern, expected?.bitPattern, "\(text.prefix(80)) gave \(value)", sourceLocation: location)
    }

    @Test("Random doubles come back from their shortest, 17-digit and 25-digit texts")
    func randomDoubles() {
        var generator = SeededGenerator(seed: 0x5EED)
        for _ in 0..<rounds(1_000_000) {
            let value = randomDouble(&generator)
            for text in [value.description, scientific(value, digits: 16), scientific(value, digits: 24)]
            where parsedDouble(text).bitPattern != value.bitPattern {
                Issue.record("\(text) gave \(parsedDouble(text))")
                return
            }
        }
    }

    @Test("Random texts of all shapes read as the standard library reads them")
    func randomTexts() {
        var generator = SeededGenerator(seed: 7)
        for _ in 0..<rounds(300_000) {
            let text = randomNumberText(&generator)
            let value = parsedDouble(text)
            guard value.bitPattern == Double(text)?.bitPattern else {
                Issue.record("\(text) gave \(value)")
                return
            }
        }
    }

    @Test("The middle between two doubles goes to the even one, its neighbours to theirs")
    func middles() {
        var generator = SeededGenerator(seed: 99)
        for round in 0..<rounds(3_000) {
            var below = randomDouble(&generator).magnitude
            if round % 10 == 0 {
                below = Double(bitPattern: generator.next() >> UInt64.random(in: 12...60, using: &generator))
            }
            let above = below.nextUp
            guard above.isFinite else { continue }
            let text = middleText(above: below)
            let even = below.bitPattern & 1 == 0 ? below : above
            expectEqual(parsedDouble(text), even)
            let (digits, exponent) = (text.prefix { $0 != "e" }, text.drop { $0 != "e" })
            expectEqual(parsedDouble("\(digits).\(String(repeating: "0", count: 900))1\(exponent)"), above)
            var lower = Array(digits.utf8)
            // The last digit of a middle is 5, or not zero after stripping.
            while lower.last == 0x30 { lower.removeLast() }
            let zeros = digits.utf8.count - lower.count
            lower[lower.count - 1] -= 1
            let nines = String(decoding: lower, as: UTF8.self) + String(repeating: "9", count: zeros)
            expectEqual(parsedDouble("\(nines).99999999\(exponent)"), below)
        }
    }

    /// The exact text of the middle between a double and the next.
    private func middleText(above value: Double) -> String {
        let bits = value.bitPattern
        let biased = Int(bits >> 52)
        let significand = biased == 0 ? bits : bits & (1 << 52 - 1) | 1 << 52
        let exponent = (biased == 0 ? 1 : biased) - 1076
        let odd = BigNatural(significand * 2 + 1)
        if exponent >= 0 { return odd.shifted(by: exponent).description + "e0" }
        return odd.multiplied(by: .power(5, -exponent)).description + "e\(exponent)"
    }

    @Test(
        "Hard cases",
        arguments: [
            "0", "-0", "0.0", "-0.0e5", "1", "-1", "0.1", "1.5e3", "1E+2", "1e-2", "123456789012345678",
            "2.2250738585072011e-308", "2.2250738585072012e-308", "2.2250738585072014e-308",
            aboveLeastNormal,
            "9007199254740991", "9007199254740992", "9007199254740993", "9007199254740993.0",
            "9007199254740993.00000001",
            "9007199254740994", "9007199254740995", "18014398509481985", "18014398509481986", "18014398509481987",
            "1.00000000000000011102230246251565", "1.00000000000000011102230246251564",
            "1.00000000000000011102230246251566", "1.00000000000000011102230246251565404236316680908203125",
            "1.000000000000000111022302462515654042363166809082031250000000001",
            "1.00000000000000011102230246251565404236316680908203124999999999",
            "5e-324", "4.9e-324", "2.4703282292062327e-324", "2.4703282292062328e-324", "2.4703282292062327208e-324",
            "2.4703282292062328e-324", "2.5e-324", "2e-324", "1e-400", "-1e-400", "7.4109846876186981e-324",
            "1.7976931348623157e308", "1.7976931348623158e308", "1.7976931348623159e308", "1.797693134862315808e308",
            firstOverflow,
            belowFirstOverflow,
            "1e308", "1e309", "-1e309", "1e22", "1e23", "1e-22", "1e-23", "8.5e22", "9007199254740993e22", "1e15",
            "1e16",
            "9223372036854775807", "9223372036854775808", "18446744073709551615", "18446744073709551616",
            "1.7976931348623157e+308", "123456789012345678901234567890", "0.000000000000000000000000000001",
            "100000000000000000000000000000000000000000", "1.0000000000000000000000000000000000000000",
            "3.1415926535897932384626433832795028841971693993751", "6.02214076e23", "1.6e-19", "7e-10", "7.0e-10",
            "5.0e-324", "8.98846567431158e307", "4.4501477170144023e-308", "9.5e-310", "1.234E-320",
        ])
    func hardCases(_ text: String) {
        expectSame(text)
        expectSame("-" + text.drop { $0 == "-" })
    }

    @Test("Known bit patterns")
    func knownPatterns() {
        expectEqual(parsedDouble("2.2250738585072012e-308").bitPattern, 0x0010_0000_0000_0000)
        expectEqual(parsedDouble("2.2250738585072011e-308").bitPattern, 0x000F_FFFF_FFFF_FFFF)
        expectEqual(parsedDouble("9007199254740993"), 9_007_199_254_740_992)
        expectEqual(parsedDouble("1.00000000000000011102230246251565").bitPattern, 0x3FF0_0000_0000_0000)
        expectEqual(parsedDouble("1.00000000000000011102230246251566").bitPattern, 0x3FF0_0000_0000_0001)
        expectEqual(parsedDouble("2.4703282292062327e-324"), 0)
        expectEqual(parsedDouble("2.4703282292062328e-324"), .leastNonzeroMagnitude)
        expectEqual(parsedDouble("1.7976931348623158e308"), .greatestFiniteMagnitude)
        expectEqual(parsedDouble("1.7976931348623159e308"), .infinity)
        expect(parsedDouble("-0").sign == .minus && parsedDouble("-0") == 0)
    }

    @Test("Exponents of any size saturate")
    func hugeExponents() {
        let huge = String(repeating: "9", count: 400)
        for exponent in ["99999999999999999999", "9223372036854775807", "9223372036854775808", huge] {
            expectEqual(parsedDouble("1e\(exponent)"), .infinity)
            expectEqual(parsedDouble("-1.5E+\(exponent)"), -.infinity)
            expectEqual(parsedDouble("1e-\(exponent)"), 0)
            expectEqual(parsedDouble("-1e-\(exponent)").bitPattern, (-0.0).bitPattern)
            expectEqual(parsedDouble("0e\(exponent)"), 0)
            expectEqual(parsedDouble("-0.000e\(exponent)").bitPattern, (-0.0).bitPattern)
            expectEqual(parsedDouble("12345678901234567890123e\(exponent)"), .infinity)
            expectEqual(parsedDouble("12345678901234567890123e-\(exponent)"), 0)
        }
        expectEqual(parsedDouble("1e0000000000000000000000000000002"), 100)
        expectEqual(parsedDouble("1e-0000000000000000000000000000002"), 0.01)
    }

    @Test("Digits and exponent of a long text balance")
    func longTexts() {
        let zeros = String(repeating: "0", count: 400)
        expectEqual(parsedDouble("0.\(zeros)1e400"), 0.1)
        expectEqual(parsedDouble("0.\(zeros)1e401"), 1)
        expectEqual(parsedDouble("1\(zeros)e-400"), 1)
        expectEqual(parsedDouble("1\(zeros)"), .infinity)
        expectEqual(parsedDouble("-0.\(zeros)").bitPattern, (-0.0).bitPattern)
        let million = String(repeating: "0", count: 1_000_000)
        expectEqual(parsedDouble("0.\(million)25e1000001"), 2.5)
        expectEqual(parsedDouble("25\(million)e-1000001"), 2.5)
        let sevens = String(repeating: "7", count: 1_000_000)
        expectEqual(parsedDouble("0.\(sevens)"), 0.7777777777777778)
        expectEqual(parsedDouble("\(sevens)e-1000000"), 0.7777777777777778)
        expectEqual(parsedDouble("1.\(million)1"), 1)
        // A middle between two doubles that only the last of a million digits breaks.
        expectEqual(parsedDouble("9007199254740993.\(million)1"), 9_007_199_254_740_994)
        expectEqual(parsedDouble("9007199254740993.\(million)0"), 9_007_199_254_740_992)
    }

    @Test("Bytes after the text may be read but do not count")
    func followingBytes() {
        var generator = SeededGenerator(seed: 8)
        for tail in [",", "]", "}", " ", ".5", "e9", "\0\0\0\0\0\0\0\0", ",123456789", "\u{FF}\u{FF}", "\n  12345678"] {
            for _ in 0..<200 {
                let text = randomNumberText(&generator)
                withBytes(text + tail) { bytes in
                    let number = UnsafeBufferPointer(rebasing: bytes.prefix(text.utf8.count))
                    let value = DecimalParser.double(number, followedBy: tail.utf8.count)
                    expectEqual(value.bitPattern, Double(text)?.bitPattern, "\(text) before \(tail)")
                }
            }
        }
    }

    @Test("Nothing outside the text is read")
    func bounds() throws {
        let page = try #require(GuardedPage())
        for text in ["1", "-1", "0.5", "12", "1234567", "12345678", "-123456789", "1.5e3", "65.61361699999998", "1e5"] {
            page.withBytes(text) { expectEqual(DecimalParser.double($0), Double(text)) }
        }
        let digits = "98765432109876543210987654321"
        for length in 1...digits.utf8.count {
            let text = String(digits.prefix(length))
            page.withBytes(text) { expectEqual(DecimalParser.double($0), Double(text)) }
            page.withBytes("0." + text) { expectEqual(DecimalParser.double($0), Double("0." + text)) }
        }
    }
}

/// A random number text that the grammar allows.
func randomNumberText(_ generator: inout SeededGenerator) -> String {
    func digits(_ limit: Int) -> String {
        let count = Int.random(in: 1...limit, using: &generator)
        return String((0..<count).map { _ in Character(String(Int.random(in: 0...9, using: &generator))) })
    }
    var text = Bool.random(using: &generator) ? "-" : ""
    let integer = digits(Bool.random(using: &generator) ? 4 : 30).drop { $0 == "0" }
    text += integer.isEmpty ? "0" : integer
    if Int.random(in: 0..<4, using: &generator) > 0 { text += "." + digits(Bool.random(using: &generator) ? 6 : 30) }
    if Bool.random(using: &generator) {
        text += Bool.random(using: &generator) ? "e" : "E"
        text += ["", "+", "-"].randomElement(using: &generator) ?? ""
        text += digits(3)
    }
    return text
}

/// Just above the middle between the greatest subnormal and the least normal double.
private let aboveLeastNormal = """
    2.2250738585072013830902327173324040642192159804623318305533274168872044348139181958542831590125\
    110205640673397310358110051524341615534601088560123853777188211307779935320023304796101474425836\
    360719215650469425037342083752508066506166581589487204911799685916396485006359087701183048747997\
    808877537499494515804516050509153998565824708186451135379358049921159810857660519924333521143523\
    901487956996095912888916029926415110634663133936634775865130293717620473256317814856643508721228\
    286376420448468114076139114770628016898532441100241614474216185671661505401542850847167529019031\
    613227788967297073731233340869889831750678388469260927739779728586596549410913690954061364675687\
    023986783152906809846172109246253967285156250001
    """

/// The middle between the greatest double and 2^1024: the least number that overflows.
private let firstOverflow = """
    179769313486231580793728971405303415079934132710037826936173778980444968292764750946649017977587\
    207096330286416692887910946555547851940402630657488671505820681908902000708383676273854845817711\
    531764475730270069855571366959622842914819860834936475292719074168444365510704342711559699508093\
    042880
    """

/// Just below that middle.
private let belowFirstOverflow = """
    179769313486231580793728971405303415079934132710037826936173778980444968292764750946649017977587\
    207096330286416692887910946555547851940402630657488671505820681908902000708383676273854845817711\
    531764475730270069855571366959622842914819860834936475292719074168444365510704342711559699508093\
    042879.999
    """
