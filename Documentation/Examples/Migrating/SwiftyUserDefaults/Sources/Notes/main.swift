import Foundation
import NeatlineDefaults

Defaults.removeAll()
let session = Session()
session.start()
print(Defaults.launchCount, Defaults.username ?? "nobody", session.theme, Defaults.hasKey(\.username))

session.username = "lena"
session.theme = .dark
print(Defaults[\.username] ?? "nobody", Defaults[key: DefaultsKeys().theme], Defaults.hasKey(\.theme))

for name in ["a", "b", "c", "b", "d"] { session.open(name) }
print(Defaults.recent)

Defaults.volume += 0.25
Defaults[\.volume] -= 0.5
session.stop()
Defaults.volume = 1
print(session.changes, Defaults.volume)

Defaults.windows[0].width = 1024
Defaults.windows.append(Window(title: "Second"))
print(Defaults.windows.map { "\($0.title) \($0.width)x\($0.height)" })

Defaults.homepage = URL(string: "https://example.com/start")
Defaults.version = Version(major: 3, minor: 14)
print(Defaults.homepage?.host ?? "-", Defaults.version ?? "-", Defaults.lastOpened?.timeIntervalSince1970 ?? 0)

let suite = UserDefaults(suiteName: "com.example.notes.migrated")!
print(
    suite.string(forKey: "version") ?? "-", suite.string(forKey: "theme") ?? "-", suite.integer(forKey: "launchCount"))
suite.set("yes", forKey: "isMuted")
suite.set("no such theme", forKey: "theme")
print(Defaults.isMuted, Defaults.theme)

Defaults.username = nil
Defaults.remove(\.recent)
print(Defaults.hasKey(\.username), Defaults.recent, Defaults.hasKey(\.windows))
Defaults.removeAll()
print(Defaults.launchCount, Defaults.hasKey(\.windows))
