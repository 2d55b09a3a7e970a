import Foundation
import NeatlineDefaults
import NeatlineJSON
import NeatlineTestSupport
import Testing

/// What is in the file, and who can read it.
struct FileStoreTests {
    private func mode(_ url: URL) throws -> Int {
        let attributes = try FileManager.default.attributesOfItem(atPath: url.path)
        return try #require(attributes[.posixPermissions] as? Int)
    }

    @Test func theFileIsJSONForItsOwner() throws {
        let folder = try TemporaryFolder()
        let defaults = DefaultsAdapter(store: try FileDefaultsStore(url: folder.file))
        expect(folder.text == nil)
        defaults[.launchCount] = 5
        defaults[.username] = "joe"
        defaults[.blob] = Data([1, 2])
        defaults[DefaultsKey<Frog?>("frog")] = Frog(name: "Andy")
        expectEqual(
            folder.text,
            """
            {
              "format": 1,
              "values": {
                "blob": {"$data":"AQI="},
                "frog": {"name":"Andy"},
                "launchCount": 5,
                "username": "joe"
              }
            }

            """)
        try expectEqual(mode(folder.file), 0o600)
        try expectEqual(mode(folder.file.deletingLastPathComponent()), 0o700)
        try expectEqual(
            FileManager.default.contentsOfDirectory(atPath: folder.file.deletingLastPathComponent().path).sorted(),
            ["defaults.json", "defaults.json.lock"])
    }

    @Test func aFileKeepsItsOwnerIfRootChangesIt() throws {
        if geteuid() != 0 {
            print("Only root may change the owner of a file: skipped.")
            return
        }
        let folder = try TemporaryFolder()
        let defaults = DefaultsAdapter(store: try FileDefaultsStore(url: folder.file))
        defaults[.launchCount] = 5
        expectEqual(chown(folder.file.path, 4711, 4712), 0)
        defaults[.launchCount] = 6
        expect(defaults.backingStore.failures.last == nil)
        let attributes = try FileManager.default.attributesOfItem(atPath: folder.file.path)
        expect(attributes[.ownerAccountID] as? Int == 4711 && attributes[.groupOwnerAccountID] as? Int == 4712)
        try expectEqual(mode(folder.file), 0o600)
    }

    @Test func aSymbolicLinkIsFollowed() throws {
        let folder = try TemporaryFolder()
        try folder.write(#"{"format": 1, "values": {}}"#)
        let link = folder.url.appendingPathComponent("link.json")
        try FileManager.default.createSymbolicLink(at: link, withDestinationURL: folder.file)
        DefaultsAdapter(store: try FileDefaultsStore(url: link))[.launchCount] = 5
        expectEqual(folder.text?.contains("5"), true)
        try expectEqual(FileManager.default.destinationOfSymbolicLink(atPath: link.path), folder.file.path)
        // One whose file does not exist yet.
        try FileManager.default.removeItem(at: folder.file)
        DefaultsAdapter(store: try FileDefaultsStore(url: link))[.launchCount] = 6
        expectEqual(folder.text?.contains("6"), true)
    }

    @Test(.hangLimit, .ownThreads) func aChangeRightAfterOpeningIsSeen() async throws {
        let folder = try TemporaryFolder()
        for round in 1...20 {
            let reader = DefaultsAdapter(store: try FileDefaultsStore(url: folder.file))
            let writer = DefaultsAdapter(store: try FileDefaultsStore(url: folder.file, isSynchronized: false))
            writer[.launchCount] = round
            expect(await eventually { reader[.launchCount] == round })
        }
    }

    @Test(.hangLimit, .ownThreads) func otherStoresOfTheFileAreRead() async throws {
        let folder = try TemporaryFolder()
        let one = DefaultsAdapter(store: try FileDefaultsStore(url: folder.file))
        let other = DefaultsAdapter(store: try FileDefaultsStore(url: folder.file))
        let changes = Shared<[String?]>([])
        let observer = other.observe(.username) { update in changes.change { $0.append(update.newValue ?? nil) } }
        one[.username] = "joe"
        expect(await eventually { other[.username] == "joe" })
        expect(await eventually { changes.value == ["joe"] })
        one[.username] = "ann"
        expect(await eventually { changes.value == ["joe", "ann"] })
        try other.backingStore.synchronize()
        expectEqual(one[.username], "ann")
        observer.dispose()
        one[.username] = "max"
        expect(await eventually { other[.username] == "max" })
        expectEqual(changes.value.count, 2)
        // What an editor writes.
        try folder.write(#"{"format": 1, "values": {"username": "editor"}}"#)
        expect(await eventually { other[.username] == "editor" && one[.username] == "editor" })
    }

    @Test(.hangLimit, .ownThreads) func manyChangesOfAnotherStoreAreReadTogether() async throws {
        let folder = try TemporaryFolder()
        try folder.write(#"{"format": 1, "values": {}}"#)
        let reader = DefaultsAdapter(store: try FileDefaultsStore(url: folder.file))
        let writer = DefaultsAdapter(store: try FileDefaultsStore(url: folder.file, isSynchronized: false))
        let reads = Shared(0)
        let observer = reader.observe(.launchCount) { _ in reads.change { $0 += 1 } }
        let start = ContinuousClock.now
        for number in 1...500 { writer[.launchCount] = number }
        expect(await eventually { reader[.launchCount] == 500 })
        expect(reads.value <= Int((ContinuousClock.now - start) / .milliseconds(20)) + 1)
        observer.dispose()
    }

    @Test func aChangeSeesWhatWasWrittenBefore() throws {
        let folder = try TemporaryFolder()
        let stores = try (0..<2).map { _ in
            DefaultsAdapter(store: try FileDefaultsStore(url: folder.file, isSynchronized: false))
        }
        for round in 0..<2000 { stores[round % 2].update(.launchCount) { $0 += 1 } }
        expectEqual(max(stores[0][.launchCount], stores[1][.launchCount]), 2000)
    }

    @Test(.longRunning) func aThousandThreadsWriteOneKey() async throws {
        for kind in Kind.allCases {
            try kind.withAdapter { Defaults in
                let threads = (0..<1000).map { _ in
                    let finished = DispatchSemaphore(value: 0)
                    let thread = Thread {
                        Defaults.update(.launchCount) { $0 += 1 }
                        Defaults[.username] = "\(Defaults[.launchCount])"
                        finished.signal()
                    }
                    thread.stackSize = 512 << 10
                    thread.start()
                    return finished
                }
                for thread in threads { thread.wait() }
                expectEqual(Defaults[.launchCount], 1000)
                expect(Defaults[.username] != nil)
            }
        }
    }

    @Test(arguments: Kind.allCases) func anUpdateMayUseTheStore(kind: Kind) throws {
        struct Refusal: Error {}
        try kind.withAdapter { Defaults in
            Defaults[.launchCount] = 1
            Defaults.update(.launchCount) { count in
                Defaults[.username] = "joe"
                Defaults.update(.volume) { $0 += Double(count) }
                count += Defaults[.launchCount]
            }
            expectEqual(Defaults[.launchCount], 2)
            expectEqual(Defaults[.username], "joe")
            expectEqual(Defaults[.volume], 1)
            #expect(throws: Refusal.self) {
                try Defaults.update(.launchCount) { count in
                    count = 9
                    throw Refusal()
                }
            }
            expectEqual(Defaults[.launchCount], 2)
            expectEqual(Defaults.update(\.count) { $0 * 2 }, 4)
            let tripled = try Defaults.tryUpdate(\.count) { $0 * 3 }
            expectEqual(tripled, 6)
        }
    }

    @Test(arguments: Kind.allCases) func equalValuesOfAnotherTextAreWritten(kind: Kind) throws {
        try kind.withAdapter { defaults in
            let key = DefaultsKey<JSON>("json")
            for text in [#"{"a":1.1,"b":[]}"#, #"{"a":1.10,"b":[]}"#, #"{"b":[],"a":1.10}"#] {
                defaults[key] = try JSON(parsing: text)
                try expectEqual(defaults[key].serializedString(), text)
            }
        }
    }

    @Test func aSuiteIsAFileOfTheUser() throws {
        let store = try FileDefaultsStore(suiteName: "org.example/\(UUID().uuidString)")
        expectEqual(store.url.lastPathComponent, "defaults.json")
        expect(!FileManager.default.fileExists(atPath: store.url.path))
    }
}
