import Foundation
import NeatlineDefaults
import NeatlineTestSupport
import Testing

extension DefaultsKeys {
    fileprivate var numbers: DefaultsKey<[String: Int]> { .init("numbers") }
}

/// Observers and property wrappers.
struct ObservationTests {
    @Test(arguments: Kind.allCases) func observersAreToldInOrder(kind: Kind) throws {
        try kind.withAdapter { Defaults in
            var updates: [String] = []
            let observer = Defaults.observe(.launchCount) { update in
                updates.append("\(update.oldValue!) \(update.newValue!)")
                expect(!update.isPrior && update.indexes == nil && update.kind == .setting)
                // A change that an observer makes is reported after this one.
                if update.newValue == 2 { Defaults[.launchCount] = 3 }
            }
            Defaults[.launchCount] = 1
            Defaults[.username] = "joe"
            Defaults[.launchCount] = 1
            Defaults[.launchCount] = 2
            Defaults.remove(.launchCount)
            expectEqual(updates, ["0 1", "1 2", "2 3", "3 0"])
            observer.dispose()
            Defaults[.launchCount] = 5
            expectEqual(updates.count, 4)
        }
    }

    @Test(arguments: Kind.allCases) func optionsSayWhatIsTold(kind: Kind) throws {
        try kind.withAdapter { Defaults in
            var updates: [(Int?, Int?)] = []
            let first = Defaults.observe(\.count, options: [.new, .initial]) {
                updates.append(($0.oldValue, $0.newValue))
            }
            Defaults.count = 4
            first.dispose()
            let second = Defaults.observe(\.count, options: [.old]) { updates.append(($0.oldValue, $0.newValue)) }
            Defaults.removeAll()
            second.dispose()
            expectEqual(updates.map { "\($0.0 ?? -1) \($0.1 ?? -1)" }, ["3 3", "3 4", "4 3"])
        }
    }

    @Test(arguments: Kind.allCases) func noChangeDuringTheInitialUpdateIsMissed(kind: Kind) throws {
        try kind.withAdapter { Defaults in
            var seen: [Int?] = []
            let observer = Defaults.observe(\.count, options: [.initial, .old, .new]) { update in
                seen += [update.oldValue, update.newValue]
                if Defaults.count < 6 { Defaults.count += 1 }
            }
            expectEqual(seen, [3, 3, 3, 4, 4, 5, 5, 6])
            Defaults.count = 7
            expectEqual(seen.last, 7)
            observer.dispose()
        }
    }

    /// As in SwiftyUserDefaults: nil is nothing, not an optional that contains nil; what is missing is the default.
    @Test(arguments: Kind.allCases) func updatesOfOptionalKeysHaveNilOrTheDefault(kind: Kind) throws {
        try kind.withAdapter { Defaults in
            for fallback in [nil, "default"] as [String?] {
                let key =
                    fallback.map { DefaultsKey<String?>("text", defaultValue: $0) } ?? DefaultsKey<String?>("text")
                var updates: [(old: String??, new: String??)] = []
                let observer = Defaults.observe(key, options: [.old, .new, .initial]) {
                    updates.append(($0.oldValue, $0.newValue))
                }
                Defaults[key] = "joe"
                Defaults[key] = nil
                observer.dispose()
                let expected: [(String?, String?)] = [(fallback, fallback), (fallback, "joe"), ("joe", fallback)]
                expectEqual(updates.count, 3)
                for (update, expected) in zip(updates, expected) {
                    expect(update.old == nil ? expected.0 == nil : update.old! == expected.0)
                    expect(update.new == nil ? expected.1 == nil : update.new! == expected.1)
                    expectEqual(update.old == nil, expected.0 == nil)
                    expectEqual(update.new == nil, expected.1 == nil)
                }
            }
        }
    }

    @Test(.longRunning, arguments: Kind.allCases) func changesInPlaceOfThreadsLoseNothing(kind: Kind) throws {
        try kind.withAdapter { Defaults in
            DispatchQueue.concurrentPerform(iterations: 4) { _ in
                for _ in 0..<250 {
                    Defaults[.launchCount] += 1
                    Defaults[\.numbers]["n", default: 0] += 1
                }
            }
            expectEqual(Defaults[.launchCount], 1000)
            expectEqual(Defaults[\.numbers], ["n": 1000])
        }
    }

    /// A change in place may read and change the store, also by another change in place.
    @Test(arguments: Kind.allCases) func changesInPlaceMayBeNested(kind: Kind) throws {
        func increase(_ value: inout Int, then body: () -> Void) {
            body()
            value += 1
        }
        try kind.withAdapter { Defaults in
            increase(&Defaults[.launchCount]) {
                Defaults[\.numbers]["a", default: 5] += 1
                Defaults.update(.username) { $0 = "joe" }
            }
            expectEqual(Defaults[.launchCount], 1)
            expectEqual(Defaults[\.numbers], ["a": 6])
            expectEqual(Defaults[.username], "joe")
            struct Failure: Error {}
            func fail(_ value: inout Int) throws { throw Failure() }
            #expect(throws: Failure.self) { try fail(&Defaults[.launchCount]) }
            Defaults[.launchCount] += 1
            expectEqual(Defaults[.launchCount], 2)
        }
    }

    @Test func anObserverEndsWhenItIsReleased() throws {
        try Kind.memory.withAdapter { Defaults in
            var count = 0
            var observer: (any DefaultsDisposable)? = Defaults.observe(.launchCount) { _ in count += 1 }
            Defaults[.launchCount] = 1
            _ = observer
            observer = nil
            Defaults[.launchCount] = 2
            expectEqual(count, 1)
        }
    }

    @Test func adaptersOfOneUserDefaultsShareObservers() throws {
        let suite = UserDefaults(suiteName: UUID().uuidString)!
        var seen: [String?] = []
        let observer = suite.observe(.username) { seen.append($0.newValue ?? nil) }
        DefaultsAdapter(defaults: suite, keyStore: DefaultsKeys())[.username] = "joe"
        suite[.username] = nil
        expectEqual(seen, ["joe", nil])
        observer.dispose()
    }

    @Test(.hangLimit) func valuesAndChangesAreSequences() async throws {
        let Defaults = DefaultsAdapter(store: MemoryDefaultsStore())
        var values = Defaults.values(of: .launchCount).makeAsyncIterator()
        var changes = Defaults.changes(of: \.count).makeAsyncIterator()
        await expectEqual(values.next(), 0)
        Defaults[.launchCount] = 1
        Defaults[.launchCount] = 2
        await expectEqual(values.next(), 2)
        await expectEqual(changes.next()?.newValue, 1)
        let second = await changes.next()
        expectEqual(second?.oldValue, 1)
        expectEqual(second?.newValue, 2)
    }

    @Test func theLabelOfVersion4() throws {
        try Kind.memory.withAdapter { Defaults in
            var names: [String?] = []
            let observer = Defaults.observe(key: DefaultsKeys.username, options: [.new]) {
                names.append($0.newValue ?? nil)
            }
            Defaults[.username] = "joe"
            observer.dispose()
            Defaults[.username] = "jim"
            expectEqual(names, ["joe"])
        }
    }

    @Test(.longRunning) func observersOfManyThreadsSeeEachChangeOnce() async throws {
        let Defaults = DefaultsAdapter(store: MemoryDefaultsStore())
        let seen = Shared<[Int]>([])
        let observer = Defaults.observe(.launchCount) { update in seen.change { $0.append(update.newValue!) } }
        await withTaskGroup(of: Void.self) { group in
            for _ in 0..<8 {
                group.addTask { for _ in 0..<500 { Defaults.update(.launchCount) { $0 += 1 } } }
            }
        }
        expect(await eventually { seen.value.count == 4000 })
        expectEqual(seen.value, Array(1...4000))
        observer.dispose()
    }

    @Test func propertiesReadAsTheirOptionsSay() throws {
        let Defaults = DefaultsAdapter(defaults: UserDefaults(suiteName: UUID().uuidString)!, keyStore: DefaultsKeys())
        defer { Defaults.removeAll() }
        struct Settings {
            @SwiftyUserDefault var plain: Int
            @SwiftyUserDefault var cached: Int
            @SwiftyUserDefault var observed: Int
            var all: [Int] { [plain, cached, observed] }
            init(_ adapter: DefaultsAdapter<DefaultsKeys>) {
                _plain = SwiftyUserDefault(keyPath: \.count, adapter: adapter)
                _cached = SwiftyUserDefault(keyPath: \.count, adapter: adapter, options: .cached)
                _observed = SwiftyUserDefault(keyPath: \.count, adapter: adapter, options: [.cached, .observed])
            }
        }
        let settings = Settings(Defaults)
        Defaults.count = 5
        expectEqual(settings.all, [5, 3, 5])
        settings.cached = 7
        expectEqual(settings.all, [7, 7, 7])
        expectEqual(Defaults.count, 7)
        Defaults.remove(\.count)
        expectEqual(settings.all, [3, 7, 3])
    }

    /// The key is changed while the property reads an older value, as another thread may do.
    @Test(arguments: 1...4) func anObservedPropertyHasTheLastValue(moment: Int) throws {
        let store = MemoryDefaultsStore()
        let codec = InterruptedCodec()
        let key = DefaultsKey<Int>("key", defaultValue: 0, bridge: codec)
        let adapter = DefaultsAdapter(store: store, keyStore: SingleKey(key: key))
        let property = SwiftyUserDefault(keyPath: \.key, adapter: adapter, options: .observed)
        codec.interrupt(at: moment) { try? store.change("key") { _ in DefaultsValue(2) } }
        property.wrappedValue = 1
        expectEqual(property.wrappedValue, store.value(forKey: "key")?.integer())
    }

    @Test(.hangLimit, arguments: 1...3) func aSequenceOfValuesEndsWithTheLastOne(moment: Int) async throws {
        let store = MemoryDefaultsStore(["key": DefaultsValue(1)])
        let codec = InterruptedCodec()
        let key = DefaultsKey<Int>("key", defaultValue: 0, bridge: codec)
        codec.interrupt(at: moment) { try? store.change("key") { _ in DefaultsValue(2) } }
        var values = DefaultsAdapter(store: store).values(of: key).makeAsyncIterator()
        let first = await values.next()
        expectEqual(first, store.value(forKey: "key")?.integer())
    }

    @Test func propertiesOfTheGlobalAreDeclaredInOneLine() {
        struct Settings {
            @SwiftyUserDefault(keyPath: \.user) var user: String?
            @SwiftyUserDefault(keyPath: \.count, options: [.cached, .observed]) var count: Int
            @SwiftyUserDefault(.volume) var volume: Double
        }
        let settings = Settings()
        _ = (settings.user, settings.count, settings.volume)
    }
}

private struct SingleKey: DefaultsKeyStore {
    let key: DefaultsKey<Int>
}

/// Calls a closure before it returns one of the integers that it decodes.
private final class InterruptedCodec: DefaultsCodec {
    private let pending = Shared<(countdown: Int, body: @Sendable () -> Void)>((0, {}))

    func interrupt(at moment: Int, _ body: @escaping @Sendable () -> Void) { pending.change { $0 = (moment, body) } }

    func encode(_ value: Int) -> DefaultsValue? { DefaultsValue(value) }

    func decode(_ stored: DefaultsValue) -> Int? {
        pending.change { $0.countdown -= 1 }
        if pending.value.countdown == 0 { pending.value.body() }
        return stored.integer()
    }
}
