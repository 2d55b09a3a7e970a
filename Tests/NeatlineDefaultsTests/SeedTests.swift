import Foundation
import NeatlineDefaults
import NeatlineTestSupport
import Testing

/// A class that conforms to nothing of the module, as `NSColor`.
final class Color: NSObject, NSCoding, @unchecked Sendable {
    let whiteComponent: Double
    static let white = Color(1)
    static let clear = Color(0)
    init(_ white: Double) { whiteComponent = white }
    init?(coder: NSCoder) { whiteComponent = coder.decodeDouble(forKey: "white") }
    func encode(with coder: NSCoder) { coder.encode(whiteComponent, forKey: "white") }
}

enum MyEnum: String {
    case A, B, C
}

extension UserDefaults {
    subscript(key: DefaultsKey<Color?>) -> Color? {
        get { return unarchive(key) }
        set { archive(key, newValue) }
    }
    subscript(key: DefaultsKey<Color>) -> Color {
        get { return unarchive(key) ?? Color.clear }
        set { archive(key, newValue) }
    }
    subscript(key: DefaultsKey<MyEnum?>) -> MyEnum? {
        get { return unarchive(key) }
        set { archive(key, newValue) }
    }
}

extension DefaultsKeys {
    static let color = DefaultsKey<Color?>("color")
    static let background = DefaultsKey<Color>("background", defaultValue: .clear)
    static let myEnum = DefaultsKey<MyEnum?>("myEnum")
    static let hotkey = DefaultsKey<String?>("hotkey")
    static let hotkeyOptions = DefaultsKey<[String]?>("hotkeyOptions")
}

/// The README of version 3, line by line, with an object of `UserDefaults` as `Defaults`, and with an adapter.
struct SeedTests {
    @Test func theReadmeOfVersion3WithUserDefaults() {
        let Defaults = UserDefaults(suiteName: "seed-\(UUID().uuidString)")!
        let username = Defaults[.username]
        expect(username == nil)
        Defaults[.hotkeyEnabled] = true
        Defaults[.launchCount] += 1
        Defaults[.volume] -= 0.1
        Defaults[.strings] += "… can easily be extended!"
        Defaults[.libraries].append("SwiftyUserDefaults")
        Defaults[.libraries][0] += " 2.0"
        expect(Defaults[.color] == nil)
        Defaults[.color] = Color.white
        expectEqual(Defaults[.color]?.whiteComponent, 1.0)
        expectEqual(Defaults[.background].whiteComponent, 0)
        Defaults[.background] = .white
        expectEqual(Defaults[.background].whiteComponent, 1)
        Defaults[.myEnum] = .B
        expectEqual(Defaults[.myEnum], .B)
        expectEqual(Defaults.string(forKey: "myEnum"), "B")
        expectEqual(Defaults[.libraries], ["SwiftyUserDefaults 2.0"])
        if !Defaults.hasKey(.hotkey) {
            Defaults.remove(.hotkeyOptions)
        }
        Defaults[colorKey] = "red"
        expectEqual(Defaults[colorKey], "red")
        Defaults.removeAll()
        expectEqual(Defaults[colorKey], "")
    }

    @Test(arguments: Kind.allCases) func theReadmeOfVersion3WithAnAdapter(kind: Kind) throws {
        try kind.withAdapter { Defaults in
            expect(Defaults[.color] == nil)
            Defaults[.color] = Color.white
            expectEqual(Defaults[.color]?.whiteComponent, 1.0)
            expect(Defaults[.background] === Color.clear)
            Defaults[.background] = Color(0.5)
            expectEqual(Defaults[.background].whiteComponent, 0.5)
            Defaults[.myEnum] = .C
            expectEqual(Defaults[.myEnum], .C)
            Defaults[.color] = nil
            expect(!Defaults.hasKey(.color))
        }
    }

    @Test(arguments: Kind.allCases) func theTraditionalAPI(kind: Kind) throws {
        try kind.withAdapter { Defaults in
            expect(Defaults["color"].string == nil)
            expectEqual(Defaults["color"].stringValue, "")
            expectEqual(Defaults["launchCount"].intValue, 0)
            expectEqual(Defaults["chimeVolume"].doubleValue, 0.0)
            expectEqual(Defaults["loggingEnabled"].boolValue, false)
            expect(Defaults["lastPaths"].arrayValue.isEmpty)
            expect(Defaults["credentials"].dictionaryValue.isEmpty)
            expectEqual(Defaults["hotkey"].dataValue, Data())
            // The file of `UserDefaults`, which is read again after a while, keeps whole seconds.
            let now = Date(timeIntervalSince1970: 1_700_000_000)
            Defaults["color"] = "red"
            Defaults["launchCount"] = 5
            Defaults["chimeVolume"] = 0.5
            Defaults["loggingEnabled"] = true
            Defaults["lastPaths"] = ["/a", "/b"]
            Defaults["credentials"] = ["user": "joe"]
            Defaults["hotkey"] = Data([1])
            Defaults["firstLaunchAt"] = now
            Defaults["site"] = URL(string: "https://a/b")
            expectEqual(Defaults["color"].string, "red")
            expectEqual(Defaults["launchCount"].int, 5)
            expectEqual(Defaults["launchCount"].number, 5)
            expectEqual(Defaults["chimeVolume"].double, 0.5)
            expectEqual(Defaults["loggingEnabled"].bool, true)
            expect(Defaults["lastPaths"].array as? [String] == ["/a", "/b"])
            expect(Defaults["credentials"].dictionary as? [String: String] == ["user": "joe"])
            expectEqual(Defaults["hotkey"].data, Data([1]))
            expectEqual(Defaults["firstLaunchAt"].date, now)
            expectEqual(Defaults["site"].url?.absoluteString, "https://a/b")
            expect(Defaults["color"].object as? String == "red")
            Defaults["color"] = nil
            expect(!Defaults.hasKey("color"))
            Defaults["color"] ?= "blue"
            Defaults["color"] ?= "green"
            expectEqual(Defaults["color"].string, "blue")
            Defaults["launchCount"] += 2
            Defaults["launchCount"]++
            Defaults["chimeVolume"] += 0.25
            Defaults["color"] += "ish"
            expectEqual(Defaults["launchCount"].int, 8)
            expectEqual(Defaults["chimeVolume"].double, 0.75)
            expectEqual(Defaults["color"].string, "blueish")
            Defaults["launchCount"] = Int.max
            Defaults["launchCount"]++
            expectEqual(Defaults["launchCount"].int, .max)
        }
    }

    // `Defaults` was a `UserDefaults`.
    @Test(arguments: Kind.allCases) func theWritingFunctionsOfUserDefaults(kind: Kind) throws {
        try kind.withAdapter { defaults in
            defaults.set("red", forKey: "color")
            defaults.set(5, forKey: "count")
            defaults.set([1, "a"] as [Any], forKey: "list")
            defaults.set(URL(string: "https://a.org/b"), forKey: "page")
            defaults.set(true, forKey: "flag")
            expect(defaults.synchronize())
            expect(defaults["color"].string == "red" && defaults["count"].int == 5 && defaults["flag"].bool == true)
            expect(defaults["list"].arrayValue.count == 2 && defaults["page"].url?.absoluteString == "https://a.org/b")
            expectEqual(defaults.defaults.string(forKey: "color"), "red")

            let none: String? = nil
            defaults.set(none, forKey: "color")
            defaults.set(nil, forKey: "list")
            defaults.removeObject(forKey: "count")
            expect(!defaults.hasKey("color") && !defaults.hasKey("list") && !defaults.hasKey("count"))
            expect(defaults.backingStore.failures.last == nil)
        }
    }

    @Test func onesOwnDefaultsHideTheGlobal() {
        let Defaults = DefaultsAdapter(store: MemoryDefaultsStore())
        Defaults[.launchCount] = 5
        expectEqual(Defaults.defaults.integer(forKey: "launchCount"), 5)
        Defaults.defaults.set("joe", forKey: "username")
        expectEqual(Defaults[.username], "joe")
    }
}
