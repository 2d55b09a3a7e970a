import Foundation
import Neatline
import NeatlineTestSupport
import Testing

#if os(Linux)
/// Memory for elements is reserved as they are read: a text of zeros is no reason to reserve 32 KB for each of them.
@Suite("Memory that is reserved for elements", .longRunning)
struct ReservedMemoryTests {
    /// Eight values in a row: of eight in a row of eight and so on, a large value.
    struct Eight<Value: Decodable & Sendable>: Decodable, Sendable {
        var a, b, c, d, e, f, g, h: Value?
    }

    /// More than 32 KB, of which all members may be absent.
    struct Large: Decodable, Hashable, Mappable, StaticMappable, Sendable {
        var content: Eight<Eight<Eight<Eight<Double>>>>?

        static func == (a: Large, b: Large) -> Bool { true }
        func hash(into hasher: inout Hasher) {}
        init?(map: Map) { if map["no"].isKeyPresent { return nil } }
        mutating func mapping(map: Map) {}
        static func objectForMapping(map: Map) -> (any BaseMappable)? { nil }
    }

    struct Holder: Mappable {
        var list: [Large]?
        var set: Set<Large>?
        var byName: [String: Large]?

        init?(map: Map) {}
        mutating func mapping(map: Map) {
            list <- map["list"]
            set <- map["list"]
            byName <- map["byName"]
        }
    }

    /// The largest amount of address space that this process has had, in bytes.
    private var peak: Int {
        get throws {
            let status = try String(contentsOfFile: "/proc/self/status", encoding: .utf8)
            let line = try #require(status.split(separator: "\n").first { $0.hasPrefix("VmPeak:") })
            return 1024 * (Int(line.filter(\.isNumber)) ?? 0)
        }
    }

    private static let count = 60_000
    private static let zeros = "[" + repeatElement("0", count: count).joined(separator: ",") + "]"
    private static let members = "{" + (0..<count).map { "\"\($0)\":0" }.joined(separator: ",") + "}"

    enum Reading: CaseIterable {
        case codableArray, codableSet, codableDictionary, nested, afterSome, property, staticMappable, mapArray,
            mapDictionary
    }

    @Test("It is bounded by what was read", arguments: TestScale.share(of: Reading.allCases))
    func bounded(reading: Reading) throws {
        expect(MemoryLayout<Large>.stride > 32_000)
        let decoder = NeatlineJSONDecoder()
        let zeros = ReservedMemoryTests.zeros
        let members = ReservedMemoryTests.members
        let before = try peak
        switch reading {
        case .codableArray: #expect(throws: DecodingError.self) { try decoder.decode([Large].self, from: zeros) }
        case .codableSet: #expect(throws: DecodingError.self) { try decoder.decode(Set<Large>.self, from: zeros) }
        case .codableDictionary:
            #expect(throws: DecodingError.self) { try decoder.decode([String: Large].self, from: members) }
        case .nested:
            #expect(throws: DecodingError.self) { try decoder.decode([[Large]].self, from: "[[{}],\(zeros)]") }
        case .afterSome:
            let text = "[" + repeatElement("{},", count: 100).joined() + zeros.dropFirst()
            #expect(throws: DecodingError.self) { try decoder.decode([Large].self, from: text) }
        case .property:
            let text = #"{"list":\#(zeros),"byName":\#(members)}"#
            expect(Mapper<Holder>().map(JSONString: text)?.list == nil)
        case .staticMappable: expect(Mapper<Large>().mapArray(JSONString: zeros) == nil)
        case .mapArray: #expect(throws: MappingError.self) { try Mapper<Large>().tryMapArray(JSONString: zeros) }
        case .mapDictionary: expect(Mapper<Large>().mapDictionary(JSONString: members)?.isEmpty != false)
        }
        // All elements would be 2 GB. Other tests run at the same time.
        expect(try peak - before < 1 << 30, "\(reading)")
    }

    @Test("All elements are read, whatever was reserved")
    func complete() throws {
        struct Wide: Decodable, Equatable {
            var a: Int
            var b: String?
            var c: Double?
            var d: [Int]?
        }
        for count in [0, 1, 2, 3, 1000, 21_845, 21_846, 43_690, 43_691, 100_000] {
            let text = "[" + (0..<count).map { "{\"a\":\($0)}" }.joined(separator: ",") + "]"
            let values = try NeatlineJSONDecoder().decode([Wide].self, from: text)
            expect(values.count == count && values.enumerated().allSatisfy { $0 == $1.a })
        }
        let broken = "[" + repeatElement("{\"a\":1},", count: 30_000).joined() + "{\"a\":true}]"
        let error = #expect(throws: DecodingError.self) { try NeatlineJSONDecoder().decode([Wide].self, from: broken) }
        guard case .typeMismatch(_, let context)? = error else {
            Issue.record("no error of the type")
            return
        }
        expectEqual(context.codingPath.map(\.stringValue), ["Index 30000", "a"])
    }
}
#endif
