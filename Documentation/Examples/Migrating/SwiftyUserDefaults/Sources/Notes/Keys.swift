import Foundation
import NeatlineDefaults

enum Theme: String, DefaultsSerializable {
    case light, dark, system
}

struct Window: Codable, Equatable, DefaultsSerializable {
    var title: String
    var width = 800
    var height = 600
}

/// Stored by a bridge of our own: as a text such as "3.14".
struct Version: Equatable, DefaultsSerializable {
    static var _defaults: VersionBridge { return VersionBridge() }
    static var _defaultsArray: DefaultsArrayBridge<[Version]> { return DefaultsArrayBridge() }

    let major: Int
    let minor: Int
}

struct VersionBridge: DefaultsBridge {
    func get(key: String, userDefaults: UserDefaults) -> Version? {
        return userDefaults.string(forKey: key).flatMap { deserialize($0) }
    }

    func save(key: String, value: Version?, userDefaults: UserDefaults) {
        userDefaults.set(value.map { "\($0.major).\($0.minor)" }, forKey: key)
    }

    func deserialize(_ object: Any) -> Version? {
        guard let parts = (object as? String)?.components(separatedBy: "."), parts.count == 2 else { return nil }
        guard let major = Int(parts[0]), let minor = Int(parts[1]) else { return nil }
        return Version(major: major, minor: minor)
    }
}

extension DefaultsKeys {
    var username: DefaultsKey<String?> { return .init("username") }
    var launchCount: DefaultsKey<Int> { return .init("launchCount", defaultValue: 0) }
    var volume: DefaultsKey<Double> { return .init("volume", defaultValue: 0.5) }
    var isMuted: DefaultsKey<Bool> { return .init("isMuted", defaultValue: false) }
    var recent: DefaultsKey<[String]> { return .init("recent", defaultValue: []) }
    var theme: DefaultsKey<Theme> { return .init("theme", defaultValue: .system) }
    var windows: DefaultsKey<[Window]> { return .init("windows", defaultValue: [Window(title: "Main")]) }
    var lastOpened: DefaultsKey<Date?> { return .init("lastOpened") }
    var homepage: DefaultsKey<URL?> { return .init("homepage") }
    var version: DefaultsKey<Version?> { return .init("version") }
}

/// The app's own suite takes the place of the standard defaults.
var Defaults = DefaultsAdapter<DefaultsKeys>(
    defaults: UserDefaults(suiteName: "com.example.notes.migrated")!, keyStore: .init())
