import NeatlineTestSupport
import Testing

@testable import NeatlineJSON

@Suite("Floats, rounded once")
struct FloatTests {
    /// Each way to read a number as a float.
    private func readings(_ text: String) throws -> [Float?] {
        let json = try JSON(parsing: "[\(text)]")[0]
        let string = JSON.string(text)
        let reader = try DocumentReader(parsing: Array("[\(text)]".utf8), options: JSONParsingOptions())
        let literal = JSON.number(try #require(JSONNumber(text: text)))
        return [
            json.float, json.floatValue, try json.get(as: Float.self), string.floatValue,
            reader.float(reader.firstElement(reader.root)), literal.float, json.detached().float,
        ]
    }

    @Test(
        "Numbers whose nearest double is the middle between two floats",
        arguments: [
            ("16777217.0000000001", 16_777_218), ("16777216.9999999999", 16_777_216), ("16777217", 16_777_216),
            ("16777219", 16_777_220), ("16777218.9999999999", 16_777_218), ("-16777217.0000000001", -16_777_218),
            ("1.00000017881393432617187499", 0x1.000002p0), ("1.00000017881393432617187500", 0x1.000004p0),
            ("1.00000017881393432617187501", 0x1.000004p0), ("1.00000005960464477539062501", 0x1.000002p0),
            ("1.000000059604644775390625", 1), ("7.0064923216240853546186479164495806564013097093825788587853e-46", 0),
            ("7.0064923216240853546186479164495806564013097093825788587854e-46", 0x1p-149),
            ("1152921573326323713", 0x1.000002p60), ("1152921573326323712", 0x1p60), ("1e-400", 0), ("0.1", 0.1),
        ] as [(String, Float)])
    func middles(text: String, expected: Float) throws {
        for (number, reading) in try readings(text).enumerated() { expectEqual(reading, expected, "reading \(number)") }
    }

    @Test("Numbers next to the middles between floats of all magnitudes are read as the standard library does")
    func generated() throws {
        var generator = NeatlineTestSupport.SeededGenerator(seed: 24)
        for _ in 0..<2_000 {
            // Up to 2^62, so that the middle is an integer with a text.
            let exponent = Int.random(in: 25...61, using: &generator)
            let significand = Int.random(in: 1 << 23..<1 << 24, using: &generator)
            let middle = significand << (exponent - 23) | 1 << (exponent - 24)
            for text in ["\(middle)", "\(middle).00000000000001", "\(middle - 1).99999999999999", "\(middle)0.1e-1"] {
                let expected = try #require(Float(text))
                expect(try readings(text).allSatisfy { $0 == expected }, "\(text)")
            }
        }
    }

    @Test("Numbers out of range, and what is no number")
    func others() throws {
        expect(JSON(parseable: "1e400").float == nil)
        expectEqual(JSON(parseable: "1e400").floatValue, .infinity)
        expectEqual(JSON(parseable: "1e39").float, .infinity)
        #expect(throws: JSONError.self) { try JSON(parseable: "1e39").get(as: Float.self) }
        expect(JSON(true).float == 1 && JSON("x").float == nil && JSON.null.floatValue == 0)
        expect(JSON(Double.nan).float?.isNaN == true && JSON(-Double.infinity).float == -.infinity)
        expect(JSON(0.1 as Float).float == 0.1 && JSON(0.1 as Float).double == 0.1)
        expectEqual(JSON(Double(16_777_217)).float, 16_777_216)
    }
}

extension JSON {
    fileprivate init(parseable text: String) { self = (try? JSON(parsing: text)) ?? .null }
}
