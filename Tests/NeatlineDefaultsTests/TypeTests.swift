import Foundation
import NeatlineDefaults
import NeatlineJSON
import NeatlineMapping
import NeatlineTestSupport
import Testing

enum Season: String, DefaultsSerializable { case spring, autumn }
enum Level: Int, Codable, DefaultsSerializable { case low = 1, high = 2 }
struct Frog: Codable, Equatable, DefaultsSerializable {
    var name = ""
    var age: Int?
}
struct Hut: Mappable, Equatable, DefaultsSerializable {
    var name = ""
    var beds = 0
    init(name: String, beds: Int) { (self.name, self.beds) = (name, beds) }
    init?(map: Map) {}
    mutating func mapping(map: Map) {
        name <- map["name"]
        beds <- map["size.beds"]
    }
}
final class Shade: NSObject, NSCoding, DefaultsSerializable {
    let white: Double
    init(_ white: Double) { self.white = white }
    init?(coder: NSCoder) { white = coder.decodeDouble(forKey: "white") }
    func encode(with coder: NSCoder) { coder.encode(white, forKey: "white") }
    override func isEqual(_ object: Any?) -> Bool { (object as? Shade)?.white == white }
}
/// Stored by bridges in the terms of SwiftyUserDefaults.
struct Toad: DefaultsSerializable, Equatable {
    static var _defaults: ToadBridge { ToadBridge() }
    static var _defaultsArray: ToadArrayBridge { ToadArrayBridge() }
    let name: String
}
final class ToadBridge: DefaultsBridge {
    func get(key: String, userDefaults: UserDefaults) -> Toad? { userDefaults.string(forKey: key).map(Toad.init) }
    func save(key: String, value: Toad?, userDefaults: UserDefaults) { userDefaults.set(value?.name, forKey: key) }
    func deserialize(_ object: Any) -> Toad? { (object as? String).map(Toad.init) }
}
final class ToadArrayBridge: DefaultsBridge {
    func get(key: String, userDefaults: UserDefaults) -> [Toad]? {
        userDefaults.array(forKey: key)?.compactMap { $0 as? String }.map(Toad.init)
    }
    func save(key: String, value: [Toad]?, userDefaults: UserDefaults) {
        userDefaults.set(value?.map(\.name), forKey: key)
    }
    func deserialize(_ object: Any) -> [Toad]? { (object as? [String])?.map(Toad.init) }
}
/// Stored by a codec.
struct Celsius: DefaultsSerializable, Equatable {
    static var _defaults: CelsiusCodec { CelsiusCodec() }
    static var _defaultsArray: DefaultsElementsBridge<CelsiusCodec> { DefaultsElementsBridge(CelsiusCodec()) }
    var degrees: Double
}
struct CelsiusCodec: DefaultsCodec {
    func encode(_ value: Celsius) -> DefaultsValue? { DefaultsValue(value.degrees) }
    func decode(_ stored: DefaultsValue) -> Celsius? { stored.double.map(Celsius.init) }
}

/// Each type, alone, optional, in arrays and in dictionaries, in each store.
struct TypeTests {
    func check<Value: DefaultsSerializable & Equatable>(_ values: Value..., kind: Kind) throws
    where Value.Bridge.T == Value, Value.ArrayBridge.T == [Value] {
        let single = DefaultsKey<Value>("single", defaultValue: values[0])
        let optional = DefaultsKey<Value?>("optional")
        let array = DefaultsKey<[Value]>("array")
        let optionalArray = DefaultsKey<[Value]?>("optionalArray")
        let nested = DefaultsKey<[[Value]]>("nested")
        let dictionary = DefaultsKey<[String: Value]>("dictionary")
        let arrays = DefaultsKey<[String: [Value]]>("arrays")
        let optionals = DefaultsKey<[Value?]>("optionals")
        let dictionaries = DefaultsKey<[[String: Value]]>("dictionaries")
        for value in values {
            try kind.withReopened { Defaults in
                expectEqual(Defaults[single], values[0])
                expect(Defaults[optional] == nil)
                expectEqual(Defaults[array], [])
                try Defaults.trySet(single, to: value)
                try Defaults.trySet(optional, to: value)
                try Defaults.trySet(array, to: values)
                try Defaults.trySet(optionalArray, to: values)
                try Defaults.trySet(nested, to: [values, [], [value]])
                try Defaults.trySet(dictionary, to: ["a": value])
                try Defaults.trySet(arrays, to: ["a": values])
                try Defaults.trySet(optionals, to: [value, nil])
                try Defaults.trySet(dictionaries, to: [["a": value], [:]])
            } check: { (Defaults) throws in
                try expectEqual(Defaults.tryGet(single), value)
                try expectEqual(Defaults.tryGet(optional), value)
                try expectEqual(Defaults.tryGet(array), values)
                try expectEqual(Defaults.tryGet(optionalArray), values)
                try expectEqual(Defaults.tryGet(nested), [values, [], [value]])
                try expectEqual(Defaults.tryGet(dictionary), ["a": value])
                try expectEqual(Defaults.tryGet(arrays), ["a": values])
                try expectEqual(Defaults.tryGet(optionals), [value, nil])
                try expectEqual(Defaults.tryGet(dictionaries), [["a": value], [:]])
                Defaults[optional] = nil
                Defaults[optionalArray] = nil
                expect(!Defaults.hasKey(optional))
                expect(!Defaults.hasKey(optionalArray))
            }
        }
    }

    @Test(arguments: Kind.allCases) func scalars(kind: Kind) throws {
        try check("", "text", "5", "ü\u{0}🧑‍🚀\"", kind: kind)
        try check(true, false, kind: kind)
        try check(0, 1, -1, Int.max, Int.min, kind: kind)
        try check(Int8.min, Int8.max, kind: kind)
        try check(Int16.min, Int16.max, kind: kind)
        try check(Int32.min, Int32.max, kind: kind)
        try check(Int64.min, Int64.max, kind: kind)
        try check(UInt.min, UInt.max, kind: kind)
        try check(UInt8.max, kind: kind)
        try check(UInt16.max, kind: kind)
        try check(UInt32.max, kind: kind)
        try check(UInt64.max, 9_223_372_036_854_775_808, kind: kind)
        try check(0.1, 5.0, -1e300, .infinity, -.infinity, .leastNonzeroMagnitude, kind: kind)
        try check(Float(0.1), .infinity, 16_777_216, kind: kind)
        try check(Decimal(string: "1.10")!, Decimal(string: "-12345678901234567890.0123456789")!, kind: kind)
    }

    @Test(arguments: Kind.allCases) func foundationTypes(kind: Kind) throws {
        try check(Data(), Data([0, 255]), Data("{\"a\":1}".utf8), kind: kind)
        // Foundation on Linux writes whole seconds to its files, which it may read again at any time.
        let fraction = kind == .userDefaults ? 0 : 0.123_456
        try check(Date(timeIntervalSinceReferenceDate: 795_142_967 + fraction), .distantPast, kind: kind)
        try check(
            URL(string: "https://user@example.org:8080/a%20b?q=1#f")!, URL(fileURLWithPath: "/tmp/a b"),
            URL(string: "mailto:a@b.c")!, kind: kind)
        try check(
            URL(string: "/a%20b?q=1#f")!, URL(string: "//host/p")!, URL(string: "~x")!, URL(string: "~/x")!,
            URL(string: "a/b")!, URL(string: "?q")!, URL(string: "#f")!, kind: kind)
        try check(UUID(), kind: kind)
    }

    @Test(arguments: Kind.allCases) func typesOfOnesOwn(kind: Kind) throws {
        try check(Season.spring, .autumn, kind: kind)
        try check(Level.low, .high, kind: kind)
        try check(Frog(name: "Andy", age: 3), Frog(name: "Dandy"), kind: kind)
        try check(Hut(name: "Doldenhorn", beds: 40), kind: kind)
        try check(Celsius(degrees: 21.5), kind: kind)
        try check(Toad(name: "Toni"), kind: kind)
        try check(Shade(0.5), Shade(1), kind: kind)
        try check(
            try JSON(parsing: #"{"big": 12345678901234567890.10, "$data": "AAAA"}"#), JSON(5), ["$date": 5],
            [nil, "x"], kind: kind)
    }

    /// Such objects stand for bytes and dates in files.
    @Test(
        arguments: [
            #"{"$data":"MQ=="}"#, #"{"$data":"no bytes"}"#, #"{"$date":5}"#, #"{"$json":{"$json":1}}"#, #"{"$x":1}"#,
            #"{"$$x":{"$data":"AAAA"}}"#, #"[{"$data":"AAAA"}]"#,
        ])
    func documentsThatLookLikeBytesAreKept(text: String) throws {
        let json = try JSON(parsing: text)
        for kind in Kind.allCases {
            try check(json, kind: kind)
            try check([json, 1], kind: kind)
            try check(Wrapped(content: json), kind: kind)
        }
    }

    /// Foundation on Linux may return an equal number for one of `UserDefaults`.
    @Test(arguments: [Kind.file, .memory]) func theSignOfZeroIsKept(kind: Kind) throws {
        let small = DefaultsKey<Float>("small")
        let several = DefaultsKey<[Double]>("several")
        try kind.withReopened {
            $0[.volume] = 0
            $0[.volume] = -0.0
            $0[small] = -0.0
            $0[several] = [0, -0.0]
        } check: {
            expectEqual($0[.volume].sign, .minus)
            expectEqual($0[small].sign, .minus)
            expectEqual($0[several].map(\.sign), [.plus, .minus])
            expectEqual($0["volume"].number?.doubleValue.sign, .minus)
            expectEqual(($0["volume"].object as? Double)?.sign, .minus)
            $0[.volume] = 0
            expectEqual($0[.volume].sign, .plus)
        }
    }

    @Test func nanIsKept() throws {
        for kind in Kind.allCases {
            try kind.withReopened {
                $0[.volume] = .nan
            } check: {
                expect($0[.volume].isNaN)
            }
        }
    }

    @Test func deepJSONIsKept() throws {
        let depth = 2_000
        let text = String(repeating: "[", count: depth) + String(repeating: "]", count: depth)
        var options = JSONParsingOptions()
        options.maximumDepth = .max
        let json = try JSON(parsing: text, options: options)
        let key = DefaultsKey<JSON>("deep")
        for kind in Kind.allCases {
            try kind.withReopened {
                try $0.trySet(key, to: json)
            } check: { (Defaults) throws in
                try expectEqual(Defaults[key].serializedString(), text)
                expect(Defaults["deep"].object != nil)
            }
        }
    }

    @Test func dataOfSwiftyUserDefaultsIsRead() throws {
        try Kind.userDefaults.withAdapter { (Defaults) throws in
            let stored = Defaults.defaults
            stored.set(try JSONEncoder().encode(Frog(name: "Andy", age: 3)), forKey: "frog")
            stored.set(try JSONEncoder().encode([Frog(name: "Andy")]), forKey: "frogs")
            stored.set(["name": "Andy"], forKey: "plain")
            let url = try NSKeyedArchiver.archivedData(
                withRootObject: NSURL(string: "https://a/b")!, requiringSecureCoding: false)
            stored.set(url, forKey: "url")
            let shade = try NSKeyedArchiver.archivedData(withRootObject: Shade(0.5), requiringSecureCoding: false)
            stored.set(shade, forKey: "shade")
            stored.set("autumn", forKey: "season")
            stored.set("~/x", forKey: "path")
            expectEqual(Defaults[DefaultsKey<Frog?>("frog")], Frog(name: "Andy", age: 3))
            expectEqual(Defaults[DefaultsKey<[Frog]>("frogs")], [Frog(name: "Andy")])
            expectEqual(Defaults[DefaultsKey<Frog?>("plain")], Frog(name: "Andy"))
            expectEqual(Defaults[DefaultsKey<URL?>("url")]?.absoluteString, "https://a/b")
            expectEqual(Defaults[DefaultsKey<Shade?>("shade")], Shade(0.5))
            expectEqual(Defaults[DefaultsKey<Season?>("season")], .autumn)
            expectEqual(Defaults[DefaultsKey<URL?>("path")]?.path, NSHomeDirectory() + "/x")
            Defaults[DefaultsKey<Frog?>("frog")] = Frog(name: "Dandy")
            let data = try #require(stored.data(forKey: "frog"))
            try expectEqual(JSONDecoder().decode(Frog.self, from: data), Frog(name: "Dandy"))
            Defaults[DefaultsKey<[Frog]>("frogs")] = [Frog(name: "Dandy")]
            let array = try #require(stored.data(forKey: "frogs"))
            try expectEqual(JSONDecoder().decode([Frog].self, from: array), [Frog(name: "Dandy")])
            Defaults[.libraries] = ["a"]
            expectEqual(stored.stringArray(forKey: "libraries"), ["a"])
            Defaults[.firstLaunchAt] = Date(timeIntervalSinceReferenceDate: 5)
            expect(stored.object(forKey: "firstLaunchAt") as? Date == Date(timeIntervalSinceReferenceDate: 5))
        }
    }
}

/// A `Codable` type whose JSON is that of its content.
private struct Wrapped: Codable, Equatable, DefaultsSerializable {
    let content: JSON

    init(content: JSON) { self.content = content }
    init(from decoder: any Decoder) throws { content = try JSON(from: decoder) }
    func encode(to encoder: any Encoder) throws { try content.encode(to: encoder) }
}
