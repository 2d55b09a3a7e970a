import Foundation
import Neatline
import NeatlineTestSupport
import Testing

/// A model of forty fields of all shapes: its `mapping(map:)` has to type-check in no time, or building the tests takes
/// for ever.
struct LongModel: Mappable {
    enum Kind: String { case a, b }
    enum Size: Int { case s = 1, l = 2 }
    struct Part: Mappable, Hashable {
        var n = 0
        init?(map: Map) {}
        mutating func mapping(map: Map) { n <- map["n"] }
    }

    var f01 = "", f02: String?, f03: String!, f04 = 0, f05: Int?, f06: Int!, f07 = 0.0, f08: Double?, f09: Float = 0
    var f10 = false, f11: Bool?, f12 = UInt8(0), f13: Int64?, f14 = [Int](), f15: [String]?, f16 = [[Double]]()
    var f17 = [String: Int](), f18: [String: [String]]?, f19 = Set<Int>(), f20: Set<String>?
    var f21 = Kind.a, f22: Kind?, f23 = [Kind](), f24: [String: Size]?, f25: Size!, f26: Part?, f27 = [Part]()
    var f28: [Part]?, f29 = [String: Part](), f30: [String: [Part]]?, f31: Set<Part>?, f32: [[Part]]?
    var f33: Any?, f34 = [Any](), f35: [String: Any]?, f36: JSON = .null, f37: Int?, f38 = [Int](), f39: [String: Int]?
    var f40: Decimal?

    init?(map: Map) {}

    mutating func mapping(map: Map) {
        f01 <- map["f01"]
        f02 <- map["f02"]
        f03 <- map["f03"]
        f04 <- map["f04"]
        f05 <- map["f05"]
        f06 <- map["f06"]
        f07 <- map["f07"]
        f08 <- map["f08"]
        f09 <- map["f09"]
        f10 <- map["f10"]
        f11 <- map["f11"]
        f12 <- map["f12"]
        f13 <- map["f13"]
        f14 <- map["f14"]
        f15 <- map["f15"]
        f16 <- map["f16"]
        f17 <- map["f17"]
        f18 <- map["f18"]
        f19 <- map["f19"]
        f20 <- map["f20"]
        f21 <- map["f21"]
        f22 <- map["f22"]
        f23 <- map["f23"]
        f24 <- map["f24"]
        f25 <- map["f25"]
        f26 <- map["f26"]
        f27 <- map["f27"]
        f28 <- map["f28"]
        f29 <- map["f29"]
        f30 <- map["f30"]
        f31 <- map["f31"]
        f32 <- map["f32"]
        f33 <- map["f33"]
        f34 <- map["f34"]
        f35 <- map["f35"]
        f36 <- map["nested.f36"]
        f37 <- (map["f37"], NumberText())
        f38 <- (map["f38"], NumberText())
        f39 <- (map["f39"], using: NumberText())
        f40 <- map["f40", ignoreNil: true]
    }
}

@Suite("A mapping of forty fields") struct LongMappingTests {
    private let text = """
        {"f01":"1","f02":"2","f03":"3","f04":4,"f05":5,"f06":6,"f07":7.5,"f08":8.5,"f09":9.5,"f10":true,"f11":false,\
        "f12":12,"f13":13,"f14":[14],"f15":["15"],"f16":[[16.5]],"f17":{"k":17},"f18":{"k":["18"]},"f19":[19],\
        "f20":["20"],"f21":"b","f22":"a","f23":["b"],"f24":{"k":2},"f25":1,"f26":{"n":26},"f27":[{"n":27}],\
        "f28":[{"n":28}],"f29":{"k":{"n":29}},"f30":{"k":[{"n":30}]},"f31":[{"n":31}],"f32":[[{"n":32}]],"f33":33,\
        "f34":[34],"f35":{"k":35},"nested":{"f36":[36]},"f37":"37","f38":["38"],"f39":{"k":"39"},"f40":40.25}
        """

    @Test("All fields are read, and written in the order of mapping")
    func roundTrip() throws {
        let model = try Mapper<LongModel>().tryMap(JSONString: text)
        expectEqual(model.toJSONString(), text)
        expectEqual(JSON(model.toJSON()), try JSON(parsing: text))
        let again = try Mapper<LongModel>().tryMap(JSON: model.toJSON())
        expectEqual(again.toJSONString(), text)
    }

    @Test("A strict mapping of nothing reports the fields that cannot be nil, in their order")
    func nothing() {
        let mapper = Mapper<LongModel>()
        expect(mapper.map(JSONString: "{}") != nil)
        let required = ["01", "04", "07", "09", "10", "12", "14", "16", "17", "19", "21", "23", "27", "29", "34"]
        expectEqual(
            mapper.failures.map(\.path), required.map { "$.f\($0)" } + ["$.nested.f36", "$.f38"])
        expect(mapper.failures.allSatisfy { $0.reason == .missing })
    }
}
