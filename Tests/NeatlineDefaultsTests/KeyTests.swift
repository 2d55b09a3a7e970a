import Foundation
import NeatlineDefaults
import NeatlineTestSupport
import Testing

extension DefaultsKeys {
    static let username = DefaultsKey<String?>("username")
    static let launchCount = DefaultsKey<Int>("launchCount")
    static let hotkeyEnabled = DefaultsKey<Bool>("hotkeyEnabled")
    static let volume = DefaultsKey<Double>("volume")
    static let strings = DefaultsKey<String>("strings")
    static let libraries = DefaultsKey<[String]>("libraries")
    static let anything = DefaultsKey<Any?>("anything")
    static let things = DefaultsKey<[Any]>("things")
    static let maybeThings = DefaultsKey<[Any]?>("maybeThings")
    static let credentials = DefaultsKey<[String: Any]>("credentials")
    static let maybeCredentials = DefaultsKey<[String: Any]?>("maybeCredentials")
    static let people = DefaultsKey<[[String: Any]]>("people")
    static let firstLaunchAt = DefaultsKey<Date?>("firstLaunchAt")
    static let website = DefaultsKey<URL?>("website")
    static let blob = DefaultsKey<Data>("blob")

    var user: DefaultsKey<String?> { .init("username") }
    var count: DefaultsKey<Int> { .init("launchCount", defaultValue: 3) }
    var url: DefaultsKey<URL?> { .init("url") }
    var data: DefaultsKey<Data> { .init("data", defaultValue: Data([1])) }
    var names: DefaultsKey<[String]> { .init("libraries", defaultValue: ["first"]) }
}

let colorKey = DefaultsKey<String>("color")

/// A value that expects that its storage has no other owner when it changes.
struct Series: DefaultsSerializable {
    final class Storage: @unchecked Sendable {
        var elements: [Int]
        init(_ elements: [Int]) { self.elements = elements }
    }
    struct Codec: DefaultsCodec {
        func encode(_ value: Series) throws -> DefaultsValue? { try [Int]._defaults.encode(value.storage.elements) }
        func decode(_ stored: DefaultsValue) -> Series? { [Int]._defaults.decode(stored).map { Series($0) } }
    }
    static var _defaults: Codec { Codec() }
    static var _defaultsArray: DefaultsElementsBridge<Codec> { DefaultsElementsBridge(Codec()) }
    var storage: Storage
    init(_ elements: [Int]) { storage = Storage(elements) }
    mutating func append(_ element: Int) {
        expect(isKnownUniquelyReferenced(&storage))
        storage.elements.append(element)
    }
}

extension DefaultsKeys {
    static let series = DefaultsKey<Series>("series", defaultValue: Series([]))
    var list: DefaultsKey<Series> { .series }
}

/// Keys in all spellings, and what they are where nothing is stored.
struct KeyTests {
    @Test(arguments: Kind.allCases) func theFourSpellingsAreOneValue(kind: Kind) throws {
        try kind.withAdapter { Defaults in
            Defaults[.username] = "joe"
            expectEqual(Defaults[\.user], "joe")
            Defaults.user = "ann"
            expectEqual(Defaults[key: DefaultsKeys.username], "ann")
            Defaults[key: .username] = nil
            expect(Defaults.user == nil)
            expect(!Defaults.hasKey(.username))
            Defaults[colorKey] = "red"
            expectEqual(Defaults[key: colorKey], "red")
        }
    }

    @Test(arguments: Kind.allCases) func implicitDefaultsAreThoseOfVersion3(kind: Kind) throws {
        try kind.withAdapter { Defaults in
            expect(Defaults[.username] == nil)
            expectEqual(Defaults[.launchCount], 0)
            expectEqual(Defaults[.volume], 0)
            expectEqual(Defaults[.hotkeyEnabled], false)
            expectEqual(Defaults[.strings], "")
            expectEqual(Defaults[.blob], Data())
            expectEqual(Defaults[.libraries], [])
            expect(Defaults[.things].isEmpty)
            expect(Defaults[.maybeThings] == nil)
            expect(Defaults[.credentials].isEmpty)
            expect(Defaults[.maybeCredentials] == nil)
            expect(Defaults[.firstLaunchAt] == nil)
            expect(Defaults[.website] == nil)
            expect(Defaults[.anything] == nil)
        }
    }

    @Test func explicitDefaultsAreThoseOfVersion5() throws {
        try Kind.memory.withAdapter { Defaults in
            expectEqual(Defaults.count, 3)
            expectEqual(Defaults[\.names], ["first"])
            expectEqual(Defaults.data, Data([1]))
            expectEqual(DefaultsKeys().count.defaultValue, 3)
            expectEqual(DefaultsKeys().count._key, "launchCount")
            expect(DefaultsKeys().user.defaultValue == nil)
            expectEqual(DefaultsKey<Int?>("n", defaultValue: 4).defaultValue, 4)
            expectEqual(Defaults[DefaultsKey<Int?>("n", defaultValue: 4)], 4)
            expect(!Defaults.hasKey(\.count))
        }
    }

    @Test(arguments: Kind.allCases) func valuesChangeInPlace(kind: Kind) throws {
        try kind.withAdapter { Defaults in
            Defaults[.launchCount] += 1
            Defaults[.launchCount] += 1
            Defaults[.volume] -= 0.5
            Defaults[.strings] += "… can easily be extended!"
            Defaults[.libraries].append("SwiftyUserDefaults")
            Defaults[.libraries][0] += " 2.0"
            Defaults[\.names][0] += "!"
            Defaults.count += 5
            expectEqual(Defaults[.launchCount], 7)
            expectEqual(Defaults[.volume], -0.5)
            expectEqual(Defaults[.strings], "… can easily be extended!")
            expectEqual(Defaults[.libraries], ["SwiftyUserDefaults 2.0!"])
        }
    }

    @Test(arguments: Kind.allCases) func aChangeInPlaceCopiesNothing(kind: Kind) throws {
        try kind.withAdapter { Defaults in
            Defaults[.series] = Series([1])
            Defaults[.series].append(2)
            Defaults[\.list].append(3)
            Defaults.list.append(4)
            Defaults[key: .series].append(5)
            Defaults.update(.series) { $0.append(6) }
            expectEqual(Defaults[.series].storage.elements, [1, 2, 3, 4, 5, 6])
        }
    }

    @Test(arguments: Kind.allCases) func dictionariesOfAnyHashableAreSettings(kind: Kind) throws {
        let key = DefaultsKey<[String: AnyHashable]>("hashable", defaultValue: ["a": 1])
        let list = DefaultsKey<[AnyHashable]?>("list")
        let nested: [String: AnyHashable] = ["s": "text", "n": 2, "b": true, "d": ["x": 1.5], "a": ["y"]]
        try kind.withReopened { Defaults in
            expectEqual(Defaults[key], ["a": 1])
            expect(Defaults[list] == nil)
            Defaults[key] = nested
            Defaults[list] = ["text", 2]
        } check: { Defaults in
            expect(Defaults[key]["s"] == "text" as AnyHashable)
            expect(Defaults[key]["n"] == 2 as AnyHashable)
            expect(Defaults[key]["b"] == true as AnyHashable)
            expectEqual(Defaults[key], nested)
            expectEqual(Defaults[list], ["text", 2])
        }
    }

    @Test(arguments: Kind.allCases) func stringsAreReadAsThoseOfLaunchArguments(kind: Kind) throws {
        try kind.withAdapter { Defaults in
            for (text, expected) in [
                "YES": true, "true": true, "1": true, "T": true, "y": true,
                "no": false, "FALSE": false, "0": false, "F": false, "n": false,
            ] {
                Defaults["text"] = text
                expectEqual(Defaults[DefaultsKey<Bool?>("text")], expected)
            }
            Defaults["text"] = "12"
            expectEqual(Defaults[DefaultsKey<Int?>("text")], 12)
            expectEqual(Defaults[DefaultsKey<Double?>("text")], 12)
            Defaults["text"] = "perhaps"
            expect(Defaults[DefaultsKey<Bool?>("text")] == nil)
            expect(Defaults[DefaultsKey<Int?>("text")] == nil)
            expect(Defaults[DefaultsKey<Double?>("text")] == nil)
            Defaults["number"] = 1
            expectEqual(Defaults[DefaultsKey<Bool?>("number")], true)
            Defaults["flag"] = true
            expectEqual(Defaults[DefaultsKey<Int?>("flag")], 1)
        }
    }

    @Test(arguments: Kind.allCases) func keysAreRemoved(kind: Kind) throws {
        try kind.withAdapter { Defaults in
            Defaults[.launchCount] = 5
            Defaults[.username] = "joe"
            expect(Defaults.hasKey(.launchCount))
            expect(Defaults.hasKey(\.count))
            expect(Defaults.hasKey("username"))
            Defaults.remove(.launchCount)
            expectEqual(Defaults.count, 3)
            Defaults.remove(\.user)
            expect(!Defaults.hasKey(.username))
            Defaults[.username] = "ann"
            Defaults[.volume] = 1
            Defaults.removeAll()
            expect(!Defaults.hasKey(.username))
            expect(!Defaults.hasKey(.volume))
        }
    }

    @Test(arguments: Kind.allCases) func untypedValuesAreKept(kind: Kind) throws {
        // The file of `UserDefaults`, which is read again after a while, keeps whole seconds.
        let date = Date(timeIntervalSinceReferenceDate: kind == .userDefaults ? 5 : 5.25)
        try kind.withReopened { Defaults in
            Defaults[.things] = [1, "two", 3.5, true, Data([4]), date, [6, ["7"]] as [Any]]
            Defaults[.credentials] = ["name": "joe", "$data": "no bytes", "nested": ["$date": 1]]
            Defaults[.maybeCredentials] = ["$data": "AAAA"]
            Defaults[.anything] = ["a": [1]]
            Defaults[.maybeThings] = ["x"]
            Defaults[.people] = [["name": "joe", "age": 5]]
            Defaults["relative"] = URL(string: "/a?b")
        } check: { (Defaults) throws in
            let things = Defaults[.things]
            expectEqual(things.count, 7)
            expect(things[0] as? Int == 1)
            expect(things[1] as? String == "two")
            expect(things[2] as? Double == 3.5)
            expect(things[3] as? Bool == true)
            expect(things[4] as? Data == Data([4]))
            expect(things[5] as? Date == date)
            expect((things[6] as? [Any])?[1] as? [String] == ["7"])
            expectEqual(Defaults["relative"].url?.absoluteString, "/a?b")
            expect(Defaults[.credentials]["name"] as? String == "joe")
            expect((Defaults[.credentials]["nested"] as? [String: Any])?["$date"] as? Int == 1)
            expect(Defaults[.maybeCredentials]?["$data"] as? String == "AAAA")
            expectEqual(Defaults[.anything] as? [String: [Int]], ["a": [1]])
            expectEqual(Defaults[.maybeThings]?.count, 1)
            expect(Defaults[.people][0]["age"] as? Int == 5)
            expectEqual(Defaults[DefaultsKey<[Any]?>("none", defaultValue: [1])]?.count, 1)
            expect(Defaults[DefaultsKey<Any?>("none", defaultValue: 1)] as? Int == 1)
            expect(Defaults[DefaultsKey<[[String: Any]]?>("none")] == nil)
        }
    }

    @Test func aCatalogueOfOnesOwn() throws {
        struct Keys: DefaultsKeyStore {
            let size = DefaultsKey<Int>("size", defaultValue: 8)
        }
        let defaults = DefaultsAdapter(defaults: UserDefaults(suiteName: UUID().uuidString)!, keyStore: Keys())
        expectEqual(defaults.size, 8)
        expectEqual(defaults[\.size], 8)
    }

    @Test func theGlobalIsTheStandardUserDefaults() {
        expect(Defaults.defaults === UserDefaults.standard)
        let key = DefaultsKey<Int?>("neatline-test-key")
        Defaults[key] = 5
        expectEqual(UserDefaults.standard.integer(forKey: "neatline-test-key"), 5)
        UserDefaults.standard.set(6, forKey: "neatline-test-key")
        expectEqual(Defaults[key], 6)
        Defaults[key] = nil
        expect(UserDefaults.standard.object(forKey: "neatline-test-key") == nil)
    }
}
