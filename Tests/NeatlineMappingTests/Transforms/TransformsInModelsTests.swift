import Foundation
import Neatline
import NeatlineTestSupport
import Testing

@Suite("Transforms in models") struct TransformsInModelsTests {
    private enum Plan: String { case free, paid, unknown }
    private struct Point: Codable, Equatable { var x: Int, y: Int }

    private struct Account: Mappable {
        var created = Date.distantPast
        var changed: Date?
        var day: Date?
        var seen: [Date] = []
        var site: URL?
        var key: Data?
        var plan = Plan.free
        var color: HexColorTransform.Object?
        var price: NSDecimalNumber?
        var origin: Point?
        var number: Int?
        var raw: JSON?

        init?(map: Map) {}

        mutating func mapping(map: Map) {
            created <- (map["created"], ISO8601DateTransform(timeZone: .gmt))
            changed <- (map["changed"], DateTransform())
            day <- (map["day"], CustomDateFormatTransform(formatString: "yyyy-MM-dd", timeZone: .gmt))
            seen <- (map["seen"], ISO8601DateTransform(timeZone: .gmt).or(DateTransform()))
            site <- (map["site"], URLTransform())
            key <- (map["key"], DataTransform())
            plan <- (map["plan"], EnumTransform<Plan>())
            color <- (map["color"], HexColorTransform(prefixToJSON: true))
            price <- (map["price"], NSDecimalNumberTransform())
            origin <- (map["origin"], using: CodableTransform<Point>())
            number <- (
                map["number"],
                TransformOf<Int, String>(fromJSON: { $0.flatMap { Int($0) } }, toJSON: { $0?.description })
            )
            raw <- (map["raw"], TransformOf<JSON, JSON>(fromJSON: { $0 }, toJSON: { $0 }))
        }
    }

    private let text = """
        {"created":"2016-01-02T03:04:05Z","changed":5.5,"day":"2016-01-02",\
        "seen":["1970-01-01T00:00:00Z","1970-01-01T00:00:07Z"],"site":"https://example.org/a","key":"AAE=",\
        "plan":"paid","color":"#FF8000","price":"1.66","origin":{"x":1,"y":2},"number":"17","raw":[1.5,null]}
        """

    @Test("A model with all of them is read and written, as text and as a dictionary", arguments: [true, false])
    func roundTrip(isText: Bool) throws {
        let json = try JSON(parsing: text)
        let dictionary = try #require(json.dictionaryObject)
        let account = try #require(isText ? Account(JSONString: text) : Account(JSON: dictionary))
        expectEqual(account.created, Date(timeIntervalSince1970: 1_451_703_845))
        expectEqual(account.changed, Date(timeIntervalSince1970: 5.5))
        expectEqual(account.day, Date(timeIntervalSince1970: 1_451_692_800))
        expectEqual(account.seen, [Date(timeIntervalSince1970: 0), Date(timeIntervalSince1970: 7)])
        expectEqual(account.site?.host, "example.org")
        expectEqual(account.key, Data([0, 1]))
        expectEqual(account.plan, .paid)
        expectEqual(account.price, NSDecimalNumber(string: "1.66"))
        expectEqual(account.origin, Point(x: 1, y: 2))
        expectEqual(account.number, 17)
        expectEqual(account.raw, [1.5, JSON.null])
        expectEqual(account.toJSONString(), text)
        expectEqual(JSON(account.toJSON()), json)
        expect(account.toJSON()["raw"] is [Any])
    }

    @Test(
        "Bad values keep properties, or make them nil, and are failures with their position", arguments: [true, false])
    func badValues(isText: Bool) throws {
        let bad = """
            {"created": "yesterday", "changed": "junk", "day": "2016-02-30", "seen": ["x", 7, null], "site": "",
             "key": "?", "plan": "trial", "color": "red", "price": "cheap", "origin": {"x": 1}, "number": "x"}
            """
        let mapper = Mapper<Account>()
        let object = try JSON(parsing: bad).object
        let account = try #require(isText ? mapper.map(JSONString: bad) : mapper.map(JSONObject: object))
        expectEqual(account.created, .distantPast)
        expectEqual(account.seen, [Date(timeIntervalSince1970: 7)])
        expectEqual(account.plan, .free)
        expect(
            [account.changed, account.day].compactMap(\.self).isEmpty && account.site == nil && account.key == nil
                && account.color == nil && account.price == nil && account.origin == nil && account.number == nil)
        expectEqual(
            mapper.failures.map(\.path),
            [
                "$.created", "$.changed", "$.day", "$.seen[0]", "$.seen[2]", "$.site", "$.key", "$.plan", "$.color",
                "$.price", "$.origin", "$.number",
            ])
    }

    private struct Times: Mappable {
        var one: Date?
        var list: [Date] = []
        var named: [String: Date] = [:]

        init?(map: Map) {}

        mutating func mapping(map: Map) {
            one <- (map["one"], DateTransform().or(ISO8601DateTransform()))
            list <- (map["list"], DateTransform(unit: .milliseconds))
            named <- (map["named"], DateTransform())
        }
    }

    @Test("Whole seconds are written without a fraction in text, and are doubles in a dictionary")
    func wholeSeconds() throws {
        let text = #"{"one":1458000000,"list":[0,-1500,1458000000123],"named":{"a":5,"b":5.5}}"#
        let times = try #require(Times(JSONString: text))
        expectEqual(times.list[1], Date(timeIntervalSince1970: -1.5))
        expectEqual(times.toJSONString(), text)
        expect(times.toJSON()["one"] as? Double == 1_458_000_000)
        expect(times.toJSON()["list"] as? [Double] == [0, -1_500, 1_458_000_000_123])
    }

    @Test("Digits that no double has arrive from text")
    func digits() throws {
        let account = try #require(Account(JSONString: #"{"price": 12345678901234567.89, "raw": 1.10}"#))
        expectEqual(account.price, NSDecimalNumber(string: "12345678901234567.89"))
        expectEqual(account.raw?.description, "1.10")
    }

    private struct Event: ImmutableMappable {
        let start: Date
        let ends: [Date]

        init(map: Map) throws {
            start = try map.value("start", using: ISO8601DateTransform())
            ends = try map.value("ends", using: DateTransform(unit: .milliseconds))
        }
    }

    @Test("Throwing reads use them, and throw for what they refuse")
    func throwing() throws {
        let event = try Event(JSONString: #"{"start": "1970-01-01T00:00:01.5Z", "ends": [1500, "2500"]}"#)
        expectEqual(event.start, Date(timeIntervalSince1970: 1.5))
        expectEqual(event.ends, [Date(timeIntervalSince1970: 1.5), Date(timeIntervalSince1970: 2.5)])
        #expect(throws: MapError.self) { try Event(JSONString: #"{"start": "1970-01-01", "ends": []}"#) }
        #expect(throws: MapError.self) { try Event(JSONString: #"{"start": "1970-01-01T00:00:00Z", "ends": ["x"]}"#) }
    }
}
