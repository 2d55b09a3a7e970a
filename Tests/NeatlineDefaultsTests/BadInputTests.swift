import Foundation
import NeatlineDefaults
import NeatlineFoundation
import NeatlineJSON
import NeatlineMapping
import NeatlineTestSupport
import Testing

/// Values of other types, files that are not what they should be, and what cannot be written.
struct BadInputTests {
    @Test(arguments: Kind.allCases) func aValueOfAnotherTypeIsTheDefault(kind: Kind) throws {
        try kind.withAdapter { Defaults in
            let values: [Any] = [
                "text", -1, 3.7, true, Data([1, 2]), Date(), ["a", 1] as [Any], ["k": "v"], Data("bplist00".utf8),
                Data("[1".utf8), 1e300,
            ]
            for value in values {
                Defaults["key"] = value
                _ = Defaults[DefaultsKey<String>("key")]
                _ = Defaults[DefaultsKey<UInt8>("key")]
                _ = Defaults[DefaultsKey<Int>("key")]
                _ = Defaults[DefaultsKey<Bool>("key")]
                _ = Defaults[DefaultsKey<Date?>("key")]
                _ = Defaults[DefaultsKey<[String]>("key")]
                _ = Defaults[DefaultsKey<[String: Int]>("key")]
                _ = Defaults[DefaultsKey<Frog?>("key")]
                _ = Defaults[DefaultsKey<Hut?>("key")]
                _ = Defaults[DefaultsKey<Decimal>("key")]
                _ = Defaults[DefaultsKey<UUID?>("key")]
                _ = Defaults[DefaultsKey<URL?>("key")]
                _ = Defaults["key"].object
                expectEqual(Defaults[DefaultsKey<Season>("key", defaultValue: .spring)], .spring)
                expect(Defaults[DefaultsKey<Shade?>("key")] == nil)
            }
            Defaults["key"] = "text"
            expectEqual(Defaults[DefaultsKey<Int>("key", defaultValue: 4)], 4)
            #expect(throws: DefaultsError.typeMismatch(key: "key", expected: "Int", found: "the string \"text\"")) {
                try Defaults.tryGet(DefaultsKey<Int>("key", defaultValue: 4))
            }
            Defaults["key"] = 300
            expectEqual(Defaults[DefaultsKey<UInt8>("key", defaultValue: 9)], 9)
        }
    }

    @Test(arguments: Kind.allCases) func whatIsNoPropertyListIsReported(kind: Kind) throws {
        struct Strange {}
        try kind.withAdapter { (Defaults) throws in
            Defaults[.anything] = 5
            Defaults[.anything] = Strange()
            expect(Defaults[.anything] as? Int == 5)
            guard case .valueUnrepresentable("anything", _) = Defaults.backingStore.failures.last else {
                Issue.record("\(String(describing: Defaults.backingStore.failures.last))")
                return
            }
            let seen = Shared<[DefaultsError]>([])
            Defaults.backingStore.failures.onFailure { error in seen.change { $0.append(error) } }
            Defaults["x"] = Strange()
            expectEqual(seen.value.count, 1)
            let cycle = NSMutableArray()
            cycle.add(cycle)
            for value in [[1, Strange()], ["a": [Strange()]], [1: "a"], cycle] as [Any] { Defaults[.anything] = value }
            cycle.removeAllObjects()
            expectEqual(seen.value.count, 5)
            expect(Defaults[.anything] as? Int == 5)
            let objects: [Any] = [NSDictionary(dictionary: ["a": NSArray(array: [1])]), NSNull(), Int?.none as Any]
            Defaults[.things] = objects
            expectEqual(Defaults[.things].map { $0 is NSNull }, [false, true, true])
            expect(Defaults[.things].first as? [String: [Int]] == ["a": [1]])
            #expect(throws: DefaultsError.self) {
                try Defaults.trySet(DefaultsKey<JSON>("json"), to: JSON(Double.nan))
            }
        }
    }

    /// Foundation on Linux cannot read its file again with such a date in it, and then loses all other values.
    @Test(arguments: Kind.allCases, [Double.nan, .infinity, -.infinity]) func aDateThatIsNotFiniteIsReported(
        kind: Kind, seconds: Double
    ) throws {
        let date = Date(timeIntervalSinceReferenceDate: seconds)
        let dates = DefaultsKey<[Date]>("dates")
        try kind.withReopened { (Defaults) throws in
            Defaults[.username] = "joe"
            Defaults[.firstLaunchAt] = date
            Defaults["first"] = date
            #expect(throws: DefaultsError.self) { try Defaults.trySet(dates, to: [date]) }
            #expect(throws: DefaultsError.self) { try Defaults.trySet(.things, to: [["at": date]]) }
            guard case .valueUnrepresentable("first", _) = Defaults.backingStore.failures.last else {
                Issue.record("\(String(describing: Defaults.backingStore.failures.last))")
                return
            }
            Defaults.defaults.synchronize()
        } check: { Defaults in
            expectEqual(Defaults[.username], "joe")
            for key in ["firstLaunchAt", "first", "dates", "things"] { expect(!Defaults.hasKey(key)) }
        }
    }

    @Test(arguments: Kind.allCases) func untypedNumbersThatAreNotFiniteAreKept(kind: Kind) throws {
        try kind.withReopened {
            $0["numbers"] = [Float.nan, NSNumber(value: Double.nan), -Double.infinity, Float.infinity] as [Any]
            $0["number"] = NSNumber(value: Float.nan)
            $0.defaults.synchronize()
        } check: {
            expectEqual($0["number"].double?.isNaN, true)
            let numbers = $0[DefaultsKey<[Double]>("numbers")]
            expectEqual(numbers.map(\.isNaN), [true, true, false, false])
            expectEqual(numbers.dropFirst(2), [-.infinity, .infinity])
        }
    }

    @Test(arguments: [
        "", "{", "[]", "5", #"{"format": 1}"#, #"{"format": 1, "values": []}"#, #"{"values": {}}"#, "\u{0}\u{0}",
        #"{"format": 1, "values": {"launchCount": 5}"#, #"{"format": "1", "values": {}}"#,
    ]) func aCorruptFileIsAnError(text: String) throws {
        let folder = try TemporaryFolder()
        try folder.write(text)
        let error = #expect(throws: DefaultsError.self) { try FileDefaultsStore(url: folder.file) }
        guard case .fileCorrupt? = error else {
            Issue.record("\(String(describing: error))")
            return
        }
        expectEqual(folder.text, text)
        expect(flawOfCasts(error!, description: "\(error!)") == nil)
        let defaults = DefaultsAdapter(store: try FileDefaultsStore(url: folder.file, setsCorruptFileAside: true))
        try expectEqual(String(contentsOf: URL(fileURLWithPath: folder.file.path + ".corrupt"), encoding: .utf8), text)
        try defaults.trySet(.launchCount, to: 1)
        expectEqual(defaults[.launchCount], 1)
    }

    @Test(
        "A corrupt file is set aside while no other process changes it, which could replace it by one that is not corrupt"
    )
    func aCorruptFileIsSetAsideUnderTheLock() throws {
        let folder = try TemporaryFolder()
        try folder.write("rubbish")
        let descriptor = open(folder.file.path + ".lock", O_RDWR | O_CREAT, 0o600)
        defer { close(descriptor) }
        expectEqual(flock(descriptor, LOCK_EX), 0)
        #expect(throws: DefaultsError.fileUnwritable(path: folder.file.path + ".lock", code: ETIMEDOUT)) {
            try FileDefaultsStore(url: folder.file, setsCorruptFileAside: true, timeout: .zero)
        }
        expectEqual(folder.text, "rubbish")
        expectEqual(flock(descriptor, LOCK_UN), 0)
        let store = try FileDefaultsStore(url: folder.file, setsCorruptFileAside: true, timeout: .zero)
        expect(store.keys.isEmpty)
        expect(!FileManager.default.fileExists(atPath: folder.file.path))
    }

    @Test(arguments: [
        ("", "it is empty"), (#"{"theme": "dark"}"#, "it is JSON without the member"), ("[]", "it has no number"),
    ]) func theMessageSaysWhatTheFileIs(text: String, message: String) throws {
        let folder = try TemporaryFolder()
        try folder.write(text)
        let error = #expect(throws: DefaultsError.self) { try FileDefaultsStore(url: folder.file) }
        expect("\(error!)".hasPrefix("\(folder.file.path) is not a file of user defaults: \(message)"))
        let directory = #expect(throws: DefaultsError.self) { try FileDefaultsStore(url: folder.url) }
        expectEqual("\(directory!)", "\(folder.url.path) is not a file of user defaults: it is a directory")
    }

    @Test(arguments: Kind.allCases) func plainJSONIsImported(kind: Kind) throws {
        let folder = try TemporaryFolder()
        try folder.write(
            #"{"launchCount": 5, "none": null, "list": [1, {"b": 7}], "dates": [{"$date": 7}], "a": {"$data": "AA=="}}"#
        )
        let plain = folder.file
        try kind.withReopened { Defaults in
            Defaults[.username] = "joe"
            try Defaults.backingStore.importJSON(contentsOf: plain)
        } check: { Defaults in
            expectEqual(Defaults[.launchCount], 5)
            expectEqual(Defaults[.username], "joe")
            expect(!Defaults.hasKey("none"))
            expectEqual(Defaults[DefaultsKey<JSON>("list")], [1, ["b": 7]])
            expectEqual(Defaults[DefaultsKey<[[String: Int]]>("dates")], [["$date": 7]])
            expectEqual(Defaults[DefaultsKey<[String: String]>("a")], ["$data": "AA=="])
        }
        try folder.write("[]")
        #expect(throws: DefaultsError.fileCorrupt(path: plain.path, reason: "it has no object")) {
            try MemoryDefaultsStore().importJSON(contentsOf: plain)
        }
        try folder.write("{")
        #expect(throws: JSONFileError.self) { try MemoryDefaultsStore().importJSON(contentsOf: plain) }
    }

    @Test func anImportWritesTheFileOnce() throws {
        let folder = try TemporaryFolder()
        let source = folder.url.appendingPathComponent("source.json")
        try Data(#"{"b": 2, "c": {"d": [null]}, "a": 1, "n": null, "b": 3}"#.utf8).write(to: source)
        let store = try FileDefaultsStore(url: folder.file)
        let Defaults = DefaultsAdapter(store: store)
        Defaults["a"] = 1
        Defaults["kept"] = 5
        let seen = Shared<[String]>([])
        let observer = store.observe(nil) { change in seen.change { $0.append(change.key) } }
        // The lock file contains the number of writes.
        let lock = URL(fileURLWithPath: folder.file.path + ".lock")
        for _ in 0..<2 {
            try store.importJSON(contentsOf: source)
            try expectEqual([UInt8](Data(contentsOf: lock)), [3, 0, 0, 0, 0, 0, 0, 0])
        }
        expectEqual(seen.value, ["b", "c"])
        expectEqual(["a", "b", "kept", "n"].map { Defaults[$0].int }, [1, 3, 5, nil])
        observer.dispose()
    }

    @Test func aDirectoryThatCannotBeCreatedIsReportedWithItsReason() throws {
        let folder = try TemporaryFolder()
        // Directories are missing, so that several are created, of which one cannot have its name.
        let settings = folder.url.appendingPathComponent("a/\(String(repeating: "b", count: 300))/c")
        let store = try FileDefaultsStore(url: settings.appendingPathComponent("defaults.json"))
        #expect(throws: DefaultsError.fileUnwritable(path: settings.path, code: ENAMETOOLONG)) {
            try store.change("k") { _ in DefaultsValue(1) }
        }
    }

    @Test func errorsAreDescribed() throws {
        let store = MemoryDefaultsStore([
            "a": .array([]), "d": .dictionary([:]), "n": DefaultsValue(5), "b": DefaultsValue(true),
            "s": DefaultsValue(String(repeating: "x", count: 50)), "t": .data(Data([1, 2])), "w": .date(.distantPast),
        ])
        let defaults = DefaultsAdapter(store: store)
        let expected = [
            "a": "an array", "d": "a dictionary", "n": "5", "b": "true", "t": "2 bytes of data", "w": "a date",
            "s": "the string \"\(String(repeating: "x", count: 40))\"…",
        ]
        for (name, found) in expected {
            #expect(throws: DefaultsError.typeMismatch(key: name, expected: "URL", found: found)) {
                try defaults.tryGet(DefaultsKey<URL>(name, defaultValue: URL(fileURLWithPath: "/"), bridge: NoURL()))
            }
        }
        expectEqual("\(store.failures)", "no failures")
        store.failures.report(.valueUnrepresentable(key: "a", reason: "b"))
        expectEqual("\(store.failures)", "1 failure: the value for 'a' cannot be stored: b")
        store.failures.report(.typeMismatch(key: "n", expected: "Date", found: "5"))
        expectEqual("\(store.failures)", "2 failures, the last: the value for 'n' is not of the type Date: it is 5")
    }

    @Test(arguments: Kind.allCases) func thePartThatIsOfAnotherTypeIsNamed(kind: Kind) throws {
        try kind.withAdapter { (Defaults) throws in
            func found<Value>(_ stored: Any, _ key: DefaultsKey<Value>) -> String? {
                Defaults["key"] = stored
                do {
                    _ = try Defaults.tryGet(key)
                    return nil
                } catch DefaultsError.typeMismatch("key", "\(Value.self)", let found) {
                    return found
                } catch {
                    return "\(error)"
                }
            }
            let frog: [String: Any] = ["name": "A", "legs": [4, 4]]
            let lame: [String: Any] = ["name": "B", "legs": [4, "x"]]
            let missing = "\(Toad.CodingKeys.legs) (\"legs\")"
            let toads = DefaultsKey<[Toad]>("key", defaultValue: [])
            let newts = DefaultsKey<[String: Newt]>("key", defaultValue: [:])

            expectEqual(
                found(lame, DefaultsKey<Newt?>("key")),
                "a dictionary; $.legs[1]: expected a 64-bit integer, found the string \"x\"")
            expectEqual(
                found(["name": "B"], DefaultsKey<Newt?>("key")),
                "a dictionary; $.legs: expected an array, found nothing")
            expectEqual(found("x", DefaultsKey<Newt?>("key")), "the string \"x\"")
            expectEqual(
                found(["a": frog, "b": lame, "c": lame], newts),
                "a dictionary; $.b.legs[1]: expected a 64-bit integer, found the string \"x\"")

            expectEqual(
                found(lame, DefaultsKey<Toad?>("key")),
                "a dictionary; $.legs[1]: Expected to decode Int but found a string instead.")
            expectEqual(found("x", DefaultsKey<Toad?>("key")), "the string \"x\"")
            expectEqual(
                found([frog, lame], toads), "an array; $[1].legs[1]: Expected to decode Int but found a string instead."
            )
            expectEqual(
                found([frog, 5], toads),
                "an array; $[1]: Expected to decode Dictionary<String, Any> but found number instead.")
            expect(found([frog], toads) == nil)
            expectEqual(
                found([["name": "A"], frog], toads), "an array; $[0].legs: No value associated with key \(missing).")
            expectEqual(found(["name": "", "legs": [4]], DefaultsKey<Toad?>("key")), "a dictionary; $: no name")

            expectEqual(
                found([[1], [2, "x"]], DefaultsKey<[[Int]]>("key", defaultValue: [])),
                "an array; $[1][1]: expected Int, found the string \"x\"")
            expectEqual(
                found(["a": 1, "b": [2]], DefaultsKey<[String: Int]?>("key")),
                "a dictionary; $.b: expected Int, found an array")
        }
    }

    private struct Newt: ImmutableMappable, DefaultsSerializable {
        let name: String
        let legs: [Int]

        init(map: Map) throws {
            name = try map.value("name")
            legs = try map.value("legs")
        }

        func mapping(map: Map) {
            name >>> map["name"]
            legs >>> map["legs"]
        }
    }

    private struct Toad: Codable, DefaultsSerializable {
        enum CodingKeys: CodingKey { case name, legs }

        let name: String
        let legs: [Int]

        init(from decoder: any Decoder) throws {
            let members = try decoder.container(keyedBy: CodingKeys.self)
            name = try members.decode(String.self, forKey: .name)
            legs = try members.decode([Int].self, forKey: .legs)
            if name.isEmpty { throw NoName() }
        }
    }

    private struct NoName: Error, CustomStringConvertible {
        var description: String { "no name" }
    }

    /// Reads nothing.
    private struct NoURL: DefaultsCodec {
        func encode(_ value: URL) -> DefaultsValue? { nil }
        func decode(_ stored: DefaultsValue) -> URL? { nil }
    }

    @Test func aFutureFormatIsAnErrorAndKept() throws {
        let folder = try TemporaryFolder()
        let text = #"{"format": 2, "values": {"launchCount": 5}}"#
        try folder.write(text)
        #expect(throws: DefaultsError.formatUnknown(path: folder.file.path, format: 2)) {
            try FileDefaultsStore(url: folder.file, setsCorruptFileAside: true)
        }
        expectEqual(folder.text, text)
    }

    @Test func aFileThatBecomesCorruptIsNotOverwritten() throws {
        let folder = try TemporaryFolder()
        let defaults = DefaultsAdapter(store: try FileDefaultsStore(url: folder.file))
        defaults[.launchCount] = 5
        try folder.write("rubbish")
        #expect(throws: DefaultsError.self) { try defaults.trySet(.launchCount, to: 6) }
        defaults[.launchCount] = 7
        expectEqual(defaults[.launchCount], 5)
        expect(defaults.backingStore.failures.last != nil)
        expectEqual(defaults.update(.launchCount) { $0 + 1 }, 6)
        expectEqual(folder.text, "rubbish")
        try folder.write(#"{"format": 1, "values": {"launchCount": 8}}"#)
        try defaults.tryUpdate(.launchCount) { $0 += 1 }
        expectEqual(defaults[.launchCount], 9)
    }

    @Test func aDirectoryThatVanishesIsCreatedAgain() throws {
        let folder = try TemporaryFolder()
        let defaults = DefaultsAdapter(store: try FileDefaultsStore(url: folder.file))
        defaults[.launchCount] = 5
        try FileManager.default.removeItem(at: folder.file.deletingLastPathComponent())
        expectEqual(defaults[.launchCount], 5)
        try defaults.trySet(.username, to: "joe")
        let again = DefaultsAdapter(store: try FileDefaultsStore(url: folder.file))
        expectEqual(again[.launchCount], 5)
        expectEqual(again[.username], "joe")
    }

    @Test(.hangLimit, .ownThreads) func changesAreSeenInADirectoryThatWasCreatedAgain() async throws {
        let folder = try TemporaryFolder()
        let (reader, writer) = (
            DefaultsAdapter(store: try FileDefaultsStore(url: folder.file)),
            DefaultsAdapter(store: try FileDefaultsStore(url: folder.file))
        )
        for round in 1...2 {
            try writer.trySet(.launchCount, to: round)
            expect(await eventually { reader[.launchCount] == round })
            try FileManager.default.removeItem(at: folder.file.deletingLastPathComponent())
        }
    }

    @Test func aPathThatCannotBeWrittenIsAnError() throws {
        let folder = try TemporaryFolder()
        try Data().write(to: folder.url.appendingPathComponent("settings"))
        let defaults = DefaultsAdapter(store: try FileDefaultsStore(url: folder.file))
        let error = #expect(throws: DefaultsError.self) { try defaults.trySet(.launchCount, to: 1) }
        guard case .fileUnwritable? = error else {
            Issue.record("\(String(describing: error))")
            return
        }
        expectEqual(defaults[.launchCount], 0)
        let directory = #expect(throws: DefaultsError.self) { try FileDefaultsStore(url: folder.url) }
        guard case .fileUnreadable? = directory else {
            Issue.record("\(String(describing: directory))")
            return
        }
    }

    /// In another process, which gives up the permissions of the superuser if it has them.
    @Test func permissionsAreErrors() throws {
        let folder = try TemporaryFolder()
        let process = try DefaultsProcess("permissions", folder.url.path)
        expectEqual(process.finish(), 0)
        expectEqual(process.text, "unreadable \(EACCES)\n8 unwritable \(EACCES) 8\n")
    }

    @Test(.hangLimit) func whatIsNoFileOfValuesIsAnError() throws {
        let folder = try TemporaryFolder()
        let (pipe, link, large) = (
            folder.url.appendingPathComponent("pipe"), folder.url.appendingPathComponent("link"),
            folder.url.appendingPathComponent("large")
        )
        expectEqual(mkfifo(pipe.path, 0o600), 0)
        try FileManager.default.createSymbolicLink(at: link, withDestinationURL: link)
        try Data().write(to: large)
        expectEqual(truncate(large.path, 1 << 40), 0)
        let codes = [
            pipe: EINVAL, folder.url: EISDIR, URL(fileURLWithPath: "/dev/zero"): EINVAL, link: ELOOP, large: EFBIG,
        ]
        for (url, code) in codes {
            let error = #expect(throws: DefaultsError.self) { try FileDefaultsStore(url: url) }
            expectEqual(error, .fileUnreadable(path: url.path, code: code))
        }
        let remote = try #require(URL(string: "https://example.org/defaults.json"))
        #expect(throws: DefaultsError.fileUnreadable(path: remote.absoluteString, code: EINVAL)) {
            try FileDefaultsStore(url: remote)
        }
        for name in ["", ".", ".."] {
            #expect(throws: DefaultsError.fileUnreadable(path: name, code: EINVAL)) {
                try FileDefaultsStore(suiteName: name)
            }
        }
    }

    @Test(.hangLimit) func aLockThatIsNotReleasedIsAnError() throws {
        let folder = try TemporaryFolder()
        let defaults = DefaultsAdapter(store: try FileDefaultsStore(url: folder.file, timeout: .milliseconds(20)))
        try defaults.trySet(.launchCount, to: 1)
        let descriptor = open(folder.file.path + ".lock", O_RDWR)
        defer { close(descriptor) }
        expectEqual(flock(descriptor, LOCK_EX), 0)
        #expect(throws: DefaultsError.fileUnwritable(path: folder.file.path + ".lock", code: ETIMEDOUT)) {
            try defaults.trySet(.launchCount, to: 2)
        }
        expectEqual(defaults[.launchCount], 1)
        expectEqual(DefaultsAdapter(store: try FileDefaultsStore(url: folder.file))[.launchCount], 1)
        expectEqual(flock(descriptor, LOCK_UN), 0)
        try defaults.trySet(.launchCount, to: 2)
    }

    @Test(arguments: Kind.allCases) func namesCanBeAnyText(kind: Kind) throws {
        let names = ["", "a.b", "x\u{0}y", "\u{0}", "$data", "é", "\"\\", String(repeating: "k", count: 10_000)]
        try kind.withReopened {
            for (index, name) in names.enumerated() { $0[name] = index }
        } check: {
            for (index, name) in names.enumerated() { expectEqual($0[name].int, index, "\(name.debugDescription)") }
        }
    }

    @Test func theLastOfEqualNamesIsRead() throws {
        let folder = try TemporaryFolder()
        try folder.write(#"{"format": 1, "values": {"count": 1, "a": 2, "count": 3}}"#)
        let defaults = DefaultsAdapter(store: try FileDefaultsStore(url: folder.file))
        expectEqual(defaults["count"].int, 3)
        try defaults.trySet(DefaultsKey<Int>("a"), to: 4)
        expectEqual(DefaultsAdapter(store: try FileDefaultsStore(url: folder.file))["count"].int, 3)
    }

    @Test func namesAndTextsMustBeUTF8() throws {
        let folder = try TemporaryFolder()
        try folder.write("")
        for text in ["{\"format\": 1, \"values\": {\"n\u{1}\": 1}}", #"{"format": 1, "values": {"\ud800": 1}}"#] {
            try Data(text.utf8.map { $0 == 1 ? 0xFF : $0 }).write(to: folder.file)
            let error = #expect(throws: DefaultsError.self) { try FileDefaultsStore(url: folder.file) }
            guard case .fileCorrupt? = error else {
                Issue.record("\(String(describing: error))")
                return
            }
        }
    }

    @Test func aFullDiskLosesNothing() throws {
        let folder = try TemporaryFolder()
        let process = try DefaultsProcess("full", folder.file.path)
        expectEqual(process.finish(), 0)
        expectEqual(process.text, "refused\nsmall reported\n1\n")
        expectEqual(DefaultsAdapter(store: try FileDefaultsStore(url: folder.file))["text"].string, "small")
    }

    @Test func launchArgumentsShadowKeysOfUserDefaults() throws {
        let process = try DefaultsProcess(
            "arguments", "-launchCount", "5", "-flag", "YES", "-name", "joe", "-volume", "0.5")
        expectEqual(process.finish(), 0)
        expectEqual(process.text, "5 true\njoe 0.5\n7\n")
    }
}
