import Foundation
import Neatline
import NeatlineTestSupport
import Testing

@Suite("EnumTransform") struct EnumTransformTests {
    private enum Plan: String { case free, paid, unknown }
    private enum Digit: Int { case one = 1, two }
    private enum Large: Int64 { case last = 9_223_372_036_854_775_807 }
    private enum Small: UInt8 { case zero, most = 255 }
    private enum Ratio: Double { case half = 0.5, one = 1, tenth = 0.1 }
    private enum Share: Float { case tenth = 0.1, half = 0.5 }
    private struct Flags: OptionSet { let rawValue: Int }
    private struct Switch: RawRepresentable, Equatable { var rawValue: Bool }
    private struct List: RawRepresentable, Equatable { var rawValue: [String] }

    @Test("Raw values of all types are read and written")
    func rawValues() throws {
        try expectEqual(read(EnumTransform<Plan>(), #""paid""#), .paid)
        try expectEqual(read(EnumTransform<Digit>(), "2"), .two)
        try expectEqual(read(EnumTransform<Digit>(), "2.0"), .two)
        try expectEqual(read(EnumTransform<Large>(), "9223372036854775807"), .last)
        try expectEqual(read(EnumTransform<Small>(), "255"), .most)
        try expectEqual(read(EnumTransform<Ratio>(), "0.1"), .tenth)
        try expectEqual(read(EnumTransform<Ratio>(), "1"), .one)
        try expectEqual(read(EnumTransform<Share>(), "0.1"), .tenth)
        try expectEqual(read(EnumTransform<Flags>(), "6"), Flags(rawValue: 6))
        try expectEqual(read(EnumTransform<Switch>(), "true"), Switch(rawValue: true))
        try expectEqual(read(EnumTransform<List>(), #"["a"]"#), List(rawValue: ["a"]))
        expectEqual(EnumTransform<Plan>().transformToJSON(.paid), "paid")
        expectEqual(EnumTransform<Small>().transformToJSON(.most), 255)
        expect(EnumTransform<Plan>().transformToJSON(nil) == nil)
    }

    @Test("Unknown and unfit values are nil")
    func failures() throws {
        for text in noStrings + [#""""#, #""Free""#, #""trial""#] {
            expect(try read(EnumTransform<Plan>(), text) == nil, "\(text)")
        }
        for text in ["0", "3", "1.5", "1e400", "99999999999999999999", "true", #""1""#, "null", "[1]", "{}"] {
            expect(try read(EnumTransform<Digit>(), text) == nil, "\(text)")
        }
        for text in ["256", "-1", "0.5", "true", "1"] {
            expect(try read(EnumTransform<Small>(), text) == nil, "\(text)")
        }
        for text in ["9223372036854775808", "9223372036854775807.5"] {
            expect(try read(EnumTransform<Large>(), text) == nil, "\(text)")
        }
        for text in ["true", "0.10000000000000002", #""0.5""#] {
            expect(try read(EnumTransform<Ratio>(), text) == nil, "\(text)")
        }
    }

    @Test("An unknown raw value can have a case; a wrong type still is a failure")
    func unknownCase() throws {
        let transform = EnumTransform<Plan>(unknownCase: .unknown)
        try expectEqual(read(transform, #""trial""#), .unknown)
        try expectEqual(read(transform, #""paid""#), .paid)
        expectEqual(transform.transformToJSON(.unknown), "unknown")
        for text in noStrings { expect(try read(transform, text) == nil, "\(text)") }
    }

    @Test("Values from dictionaries are read")
    func anyValues() {
        expectEqual(EnumTransform<Plan>().transformFromJSON("free"), .free)
        expectEqual(EnumTransform<Plan>().transformFromJSON("free" as NSString), .free)
        expectEqual(EnumTransform<Digit>().transformFromJSON(NSNumber(value: 1)), .one)
        expectEqual(EnumTransform<Digit>().transformFromJSON(UInt8(1)), .one)
        expect(EnumTransform<Digit>().transformFromJSON(true) == nil)
        expectEqual(EnumTransform<Share>().transformFromJSON(0.1), .tenth)
        expectEqual(EnumTransform<Share>().transformFromJSON(0.1 as Float), .tenth)
        for value in strangers { expect(EnumTransform<Plan>().transformFromJSON(value) == nil) }
    }

    private final class Folding: EnumTransform<Plan> {
        override func transformFromJSON(_ value: Any?) -> Plan? {
            super.transformFromJSON((value as? String)?.lowercased())
        }
    }

    @Test("A subclass's transformFromJSON is used for parsed values too")
    func subclass() throws {
        try expectEqual(read(Folding(), #""PAID""#), .paid)
    }
}
