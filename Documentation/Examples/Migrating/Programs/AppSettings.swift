// What an app remembers between its launches. 2019: Swift 5, SwiftyUserDefaults 4.

import Foundation
import SwiftyUserDefaults

enum Theme: String, DefaultsSerializable {
    case light, dark, system
}

struct Account: Codable, DefaultsSerializable {
    var name: String
    var email: String?
    var lastLogin: Date
}

final class Window: NSObject, NSCoding, DefaultsSerializable {
    let width: Int
    let height: Int

    init(width: Int, height: Int) {
        self.width = width
        self.height = height
    }

    required init?(coder: NSCoder) {
        width = coder.decodeInteger(forKey: "width")
        height = coder.decodeInteger(forKey: "height")
    }

    func encode(with coder: NSCoder) {
        coder.encode(width, forKey: "width")
        coder.encode(height, forKey: "height")
    }
}

extension DefaultsKeys {
    static let launchCount = DefaultsKey<Int>("launchCount", defaultValue: 0)
    static let username = DefaultsKey<String?>("username")
    static let theme = DefaultsKey<Theme>("theme", defaultValue: .system)
    static let volume = DefaultsKey<Double>("volume", defaultValue: 0.5)
    static let recent = DefaultsKey<[String]>("recent", defaultValue: [])
    static let accounts = DefaultsKey<[Account]>("accounts", defaultValue: [])
    static let window = DefaultsKey<Window?>("window")
    static let website = DefaultsKey<URL?>("website")
    static let options = DefaultsKey<[String: Any]>("options", defaultValue: [:])
    static let updatedAt = DefaultsKey<Date?>("updatedAt")
}

final class Settings {
    static let shared = Settings()

    private var observer: DefaultsDisposable?
    var onThemeChange: ((Theme, Theme) -> Void)?

    var isFirstLaunch: Bool {
        return Defaults[.launchCount] == 1
    }

    func start() {
        Defaults[.launchCount] += 1
        observer = Defaults.observe(key: DefaultsKeys.theme) { [weak self] update in
            guard let old = update.oldValue, let new = update.newValue, old != new else { return }
            self?.onThemeChange?(old, new)
        }
    }

    func open(_ file: String) {
        Defaults[.recent].removeAll { $0 == file }
        Defaults[.recent].insert(file, at: 0)
        if Defaults[.recent].count > 2 {
            Defaults[.recent].removeLast()
        }
    }

    func signIn(name: String, email: String? = nil) {
        Defaults[.username] = name
        Defaults[.accounts].append(Account(name: name, email: email, lastLogin: Date(timeIntervalSince1970: 0)))
    }

    func signOut() {
        Defaults.remove(.username)
        Defaults[.accounts] = []
    }

    func stop() {
        observer?.dispose()
        observer = nil
    }
}

Defaults.removeAll()
let settings = Settings.shared
settings.onThemeChange = { print("theme:", $0, "to", $1) }
settings.start()
print(settings.isFirstLaunch, Defaults[.theme], Defaults[.volume])
Defaults[.theme] = .dark
Defaults[.volume] += 0.25
["a.txt", "b.txt", "a.txt", "c.txt"].forEach(settings.open)
print(Defaults[.volume], Defaults[.recent])
settings.signIn(name: "lena", email: "lena@example.com")
print(Defaults.hasKey(.username), Defaults[.accounts].first?.email ?? "-")
Defaults[.window] = Window(width: 800, height: 600)
Defaults[.website] = URL(string: "https://example.com/a?b=c")
Defaults[.options]["zoom"] = 2
Defaults[.updatedAt] = Date(timeIntervalSince1970: 1_500_000_000)
print(Defaults[.window]?.width ?? 0, Defaults[.website]?.host ?? "-", Defaults[.options]["zoom"] as? Int ?? 0)
settings.signOut()
print(Defaults[.username] ?? "signed out", Defaults[.accounts].count)
settings.stop()
Defaults[.theme] = .light
print(Defaults[.theme], Defaults[.updatedAt]!.timeIntervalSince1970)
Defaults.removeAll()
