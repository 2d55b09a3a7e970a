import Foundation
import Neatline
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
        #expect(try read(EnumTransform<Plan>(), #""paid""#) == .paid)
        #expect(try read(EnumTransform<Digit>(), "2") == .two)
        #expect(try read(EnumTransform<Digit>(), "2.0") == .two)
        #expect(try read(EnumTransform<Large>(), "9223372036854775807") == .last)
        #expect(try read(EnumTransform<Small>(), "255") == .most)
        #expect(try read(EnumTransform<Ratio>(), "0.1") == .tenth)
        #expect(try read(EnumTransform<Ratio>(), "1") == .one)
        #expect(try read(EnumTransform<Share>(), "0.1") == .tenth)
        #expect(try read(EnumTransform<Flags>(), "6") == Flags(rawValue: 6))
        #expect(try read(EnumTransform<Switch>(), "true") == Switch(rawValue: true))
        #expect(try read(EnumTransform<List>(), #"["a"]"#) == List(rawValue: ["a"]))
        #expect(EnumTransform<Plan>().transformToJSON(.paid) == "paid")
        #expect(EnumTransform<Small>().transformToJSON(.most) == 255)
        #expect(EnumTransform<Plan>().transformToJSON(nil) == nil)
    }

    @Test("Unknown and unfit values are nil")
    func failures() throws {
        for text in noStrings + [#""""#, #""Free""#, #""trial""#] {
            #expect(try read(EnumTransform<Plan>(), text) == nil, "\(text)")
        }
        for text in ["0", "3", "1.5", "1e400", "99999999999999999999", "true", #""1""#, "null", "[1]", "{}"] {
            #expect(try read(EnumTransform<Digit>(), text) == nil, "\(text)")
        }
        for text in ["256", "-1", "0.5", "true", "1"] {
            #expect(try read(EnumTransform<Small>(), text) == nil, "\(text)")
        }
        for text in ["9223372036854775808", "9223372036854775807.5"] {
            #expect(try read(EnumTransform<Large>(), text) == nil, "\(text)")
        }
        for text in ["true", "0.10000000000000002", #""0.5""#] {
            #expect(try read(EnumTransform<Ratio>(), text) == nil, "\(text)")
        }
    }

    @Test("An unknown raw value can have a case; a wrong type still is a failure")
    func unknownCase() throws {
        let transform = EnumTransform<Plan>(unknownCase: .unknown)
        #expect(try read(transform, #""trial""#) == .unknown)
        #expect(try read(transform, #""paid""#) == .paid)
        #expect(transform.transformToJSON(.unknown) == "unknown")
        for text in noStrings { #expect(try read(transform, text) == nil, "\(text)") }
    }

    @Test("Values from dictionaries are read")
    func anyValues() {
        #expect(EnumTransform<Plan>().transformFromJSON("free") == .free)
        #expect(EnumTransform<Plan>().transformFromJSON("free" as NSString) == .free)
        #expect(EnumTransform<Digit>().transformFromJSON(NSNumber(value: 1)) == .one)
        #expect(EnumTransform<Digit>().transformFromJSON(UInt8(1)) == .one)
        #expect(EnumTransform<Digit>().transformFromJSON(true) == nil)
        #expect(EnumTransform<Share>().transformFromJSON(0.1) == .tenth)
        #expect(EnumTransform<Share>().transformFromJSON(0.1 as Float) == .tenth)
        for value in strangers { #expect(EnumTransform<Plan>().transformFromJSON(value) == nil) }
    }

    private final class Folding: EnumTransform<Plan> {
        override func transformFromJSON(_ value: Any?) -> Plan? {
            super.transformFromJSON((value as? String)?.lowercased())
        }
    }

    @Test("A subclass's transformFromJSON is used for parsed values too")
    func subclass() throws {
        #expect(try read(Folding(), #""PAID""#) == .paid)
    }
}
