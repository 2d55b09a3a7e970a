internal import Foundation
internal import NeatlineFoundation

/// A `UserDefaults` that reads and writes another store, for bridges that know `UserDefaults` only.
///
/// Every function of `UserDefaults` that reads or writes one value is overridden, because Foundation does not say which of
/// them call which.
final class StoreBackedDefaults: UserDefaults {
    let store: any DefaultsStore

    init(_ store: any DefaultsStore) {
        self.store = store
        // `UserDefaults` has no initialiser for subclasses that cannot fail. It fails for names of suites that are
        // reserved, and there is no name here.
        super.init(suiteName: nil)!
    }

    override func object(forKey defaultName: String) -> Any? {
        store.value(forKey: defaultName)?.propertyList
    }

    override func set(_ value: Any?, forKey defaultName: String) {
        do {
            let stored = try value.flatMap { try DefaultsObjectBridge<Any>().encode($0) }
            try store.change(defaultName) { _ in stored }
        } catch {
            store.failures.report(DefaultsError(error, key: defaultName))
        }
    }

    override func removeObject(forKey defaultName: String) { set(nil as Any?, forKey: defaultName) }

    private func read<Bridge: DefaultsBridge>(_ key: String, _ bridge: Bridge) -> Bridge.T? {
        store.value(forKey: key).flatMap { bridge.decode($0) }
    }

    override func string(forKey defaultName: String) -> String? { read(defaultName, DefaultsStringBridge()) }
    override func data(forKey defaultName: String) -> Data? { read(defaultName, DefaultsDataBridge()) }
    override func url(forKey defaultName: String) -> URL? { read(defaultName, DefaultsUrlBridge()) }
    override func integer(forKey defaultName: String) -> Int { read(defaultName, DefaultsIntBridge()) ?? 0 }
    override func float(forKey defaultName: String) -> Float { read(defaultName, DefaultsFloatBridge()) ?? 0 }
    override func double(forKey defaultName: String) -> Double { read(defaultName, DefaultsDoubleBridge()) ?? 0 }
    override func bool(forKey defaultName: String) -> Bool { read(defaultName, DefaultsBoolBridge()) ?? false }
    override func array(forKey defaultName: String) -> [Any]? { read(defaultName, DefaultsObjectBridge()) }
    override func stringArray(forKey defaultName: String) -> [String]? {
        read(defaultName, DefaultsElementsBridge(DefaultsStringBridge()))
    }
    override func dictionary(forKey defaultName: String) -> [String: Any]? {
        read(defaultName, DefaultsObjectBridge())
    }

    override func set(_ value: Int, forKey defaultName: String) { set(value as Any?, forKey: defaultName) }
    override func set(_ value: Float, forKey defaultName: String) { set(value as Any?, forKey: defaultName) }
    override func set(_ value: Double, forKey defaultName: String) { set(value as Any?, forKey: defaultName) }
    override func set(_ value: Bool, forKey defaultName: String) { set(value as Any?, forKey: defaultName) }
    override func set(_ url: URL?, forKey defaultName: String) { set(url as Any?, forKey: defaultName) }

    override func dictionaryRepresentation() -> [String: Any] {
        let values = store.keys.compactMap { key in store.value(forKey: key).map { (key, $0.propertyList) } }
        return Dictionary(values) { $1 }
    }

    override func synchronize() -> Bool {
        do {
            try store.synchronize()
            return true
        } catch {
            store.failures.report(DefaultsError(error, key: ""))
            return false
        }
    }
}
